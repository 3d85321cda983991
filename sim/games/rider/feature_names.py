"""Names of the features, in the order of the weights; each is multiplied by what its comment says."""

FEATURE_NAMES = (
    # hostility of a seat: how much its harm is worth
    "h_other",  # revealed, of another faction
    "h_same",  # revealed, of one's own (below 0: a friend)
    "h_hidden",  # never revealed
    "h_attack",  # per attack that it was seen to make on one's own side
    "h_aid",  # per help that it was seen to give to one's own side
    "h_large",  # per member beyond the first of its faction
    # harm to a seat, each times its hostility
    "damage",  # HP
    "weak",  # 1 / (1 + defence): lowest defence first
    "kill",  # a likely kill
    "reward",  # cards of the reward of a likely kill
    "chain",  # HP that fire or thunder passes on to linked seats
    "element",  # a card turned down by ice, poison on the brink
    # harm to oneself
    "own_hp",  # HP
    "own_weak",  # HP while weak (HP 1, or HP 2 and at most two cards)
    "own_death",  # a likely death
    # what is done with cards
    "card",  # a card drawn
    "take",  # a card that a foe loses
    "free",  # a delayed card that a friend gets rid of
    "equip",  # equipment worn, better than what was worn
    "delay",  # detain, cut_off on a foe
    "link",  # a foe linked, a friend reset
    "heal",  # an HP healed in one's own play phase
    "heal_weak",  # the same while weak
    "charge",  # what a charge adds to the best strike
    "duel", "area", "coerce", "burst",  # expected harm of these
    "storm",  # 1 for storm
    # what a card in hand is worth
    "keep",  # keep value of a card that is given up
    "copies",  # further cards of its kind
    "keep_weak",  # dodge and energy while weak
    "spend",  # part of the keep value that counts when a card is used
    "over",  # part of that for cards beyond the hand limit
    "order",  # place in the order of play of what is worth playing
    "end",  # 1 for ending the play phase
    # answers
    "answer",  # harm averted by a dodge or strike
    "nullify",  # harm averted by a nullify
    "rescue_self", "rescue_friend",  # 1 for a rescue
    # rage, warriors
    "rage",  # a rage paid or gained
    "reveal",  # 1 for a reveal
    "reveal_skill",  # skills that work face up only
    "reveal_supply",  # cards of the supply
    "reveal_exposed",  # share of the others that are foes
    "reveal_villain",  # 1 if it makes a villain now
    "reveal_room",  # 1 if one place in the faction is left
    "form",  # worth of the new form beyond the old
    "form_hp",  # HP cut off by the new form
    "warrior_body", "warrior_skill", "warrior_supply",  # of a warrior to be kept
    "skill",  # cards' worth that a skill gives to oneself and friends, takes from foes
    "rank",  # rank of a pindian card
)  # fmt: skip
(
    H_OTHER, H_SAME, H_HIDDEN, H_ATTACK, H_AID, H_LARGE, DAMAGE, WEAK, KILL, REWARD, CHAIN, ELEMENT,
    OWN_HP, OWN_WEAK, OWN_DEATH, CARD, TAKE, FREE, EQUIP, DELAY, LINK, HEAL, HEAL_WEAK, CHARGE,
    DUEL, AREA, COERCE, BURST, STORM, KEEP, COPIES, KEEP_WEAK, SPEND, OVER, ORDER, END,
    ANSWER, NULLIFY, RESCUE_SELF, RESCUE_FRIEND, RAGE,
    REVEAL, REVEAL_SKILL, REVEAL_SUPPLY, REVEAL_EXPOSED, REVEAL_VILLAIN, REVEAL_ROOM,
    FORM, FORM_HP, WARRIOR_BODY, WARRIOR_SKILL, WARRIOR_SUPPLY, SKILL, RANK,
) = range(len(FEATURE_NAMES))  # fmt: skip
N_FEATURES = len(FEATURE_NAMES)
