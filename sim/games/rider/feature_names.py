"""Names of the features, in the order of the weights; each is multiplied by what its comment says.

`foe` is how hostile a seat is whatever the style (features_look.py): about 1 for a foe, -1 for a friend and for
oneself, between for the hidden.
"""

FEATURE_NAMES = (
    # expected harm to others, in HP
    "harm_other",  # revealed, of another faction, or hidden when one's own is full
    "harm_same",  # revealed, of one's own faction
    "harm_hidden",  # never revealed
    "harm_attack",  # times the attacks that it was seen to make on one's own side
    "harm_large",  # times the members of its faction, if no other one of foes is larger
    # expected hits, each times foe
    "weak",  # 1 / (1 + defence): lowest defence first
    "kill",  # likely kills
    "reward",  # cards of the reward of a likely kill
    "chain",  # HP that fire or thunder passes on to linked seats
    "element",  # a card turned down by ice, poison on the brink
    # harm to oneself
    "own_hp",  # HP
    "own_weak",  # HP while weak (HP 1, or HP 2 and at most two cards)
    "own_death",  # a likely death
    # what is done with cards, times foe where somebody else is meant
    "card",  # a card drawn
    "take",  # cards' worth that a foe loses
    "free",  # a delayed card that a friend gets rid of
    "equip",  # equipment worn, better than what was worn
    "delay",  # detain, cut_off
    "link",  # a foe linked, a friend reset
    "heal",  # 1 for an energy on oneself in one's own play phase
    "heal_weak",  # the same while weak
    "help",  # HP that friends are given, less those of foes
    "strike", "charge", "duel", "area", "coerce", "burst", "storm",  # 1 for such a use
    # what a card in hand is worth
    "keep",  # keep value of a card that is given up
    "copies",  # further cards of its kind
    "keep_weak",  # dodge and energy while weak
    "spend",  # usual worth of a card that is used; less if it is beyond the hand limit
    "order",  # place in the order of play of what is usually worth playing
    "end",  # 1 for ending the play phase
    # answers
    "answer",  # 1 for a dodge or strike that is demanded
    "nullify",  # harm averted by a nullify, times foe
    "rescue_self",  # 1 for a rescue
    "rescue_friend",  # the same for another, times foe
    # rage, warriors
    "rage",  # a rage paid or gained
    "reveal",  # 1 for a reveal
    "reveal_skill",  # skills that work face up only
    "reveal_supply",  # cards of the supply
    "reveal_exposed",  # share of the others that are not of the printed faction
    "reveal_villain",  # 1 if it makes a villain now
    "reveal_room",  # 1 if one place in the faction is left
    "form",  # worth of the new form beyond the old
    "form_hp",  # HP cut off by the new form
    "warrior_body", "warrior_skill", "warrior_supply",  # of a warrior to be kept
    "skill",  # cards' worth that a skill gives to oneself and friends, takes from foes
    "rank",  # rank of a pindian card
)  # fmt: skip
(
    HARM_OTHER, HARM_SAME, HARM_HIDDEN, HARM_ATTACK, HARM_LARGE, WEAK, KILL, REWARD, CHAIN, ELEMENT,
    OWN_HP, OWN_WEAK, OWN_DEATH, CARD, TAKE, FREE, EQUIP, DELAY, LINK, HEAL, HEAL_WEAK, HELP,
    STRIKE, CHARGE, DUEL, AREA, COERCE, BURST, STORM, KEEP, COPIES, KEEP_WEAK, SPEND, ORDER, END,
    ANSWER, NULLIFY, RESCUE_SELF, RESCUE_FRIEND, RAGE,
    REVEAL, REVEAL_SKILL, REVEAL_SUPPLY, REVEAL_EXPOSED, REVEAL_VILLAIN, REVEAL_ROOM,
    FORM, FORM_HP, WARRIOR_BODY, WARRIOR_SKILL, WARRIOR_SUPPLY, SKILL, RANK,
) = range(len(FEATURE_NAMES))  # fmt: skip

N_FEATURES = len(FEATURE_NAMES)

#: The usual weights: by them features find the target of a use and whether it is worth playing, whatever the style.
USUAL = {
    "harm_other": 5.0, "harm_same": -5.0, "harm_hidden": 3.0, "harm_attack": 0.5, "harm_large": 0.3, "weak": 6.0,
    "kill": 5.0, "reward": 2.0, "chain": 4.0, "element": 1.0, "own_hp": 6.0, "own_weak": 3.0, "own_death": 12.0,
    "card": 3.0, "take": 2.5, "free": 2.0, "equip": 1.5, "delay": 2.0, "link": 1.0, "heal": 1.0, "heal_weak": 4.0,
    "help": 5.0, "storm": -2.0, "spend": -0.3, "rage": -1.0, "skill": 3.0,
}  # fmt: skip
