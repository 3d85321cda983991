"""The state of rider: one record for the whole game. Seats, cards, warriors and skills are numbers from 0 here.

Sets of cards are N_WORDS words of WORD_BITS bits; sets of seats are bit sets of one number.
"""

import numpy as np

from sim.core import CORE
from sim.games.rider.layout import MAX_CARDS, MAX_PLAYERS, MAX_SKILLS, MAX_WARRIORS, N_WORDS

MAX_FRAMES = 96
MAX_OPTIONS = 640
MAX_OFFERS = 5
MAX_JUDGED = 4  # cards in a judgement area: one of each name
MAX_INSERTED = 12
N_ROUND_HP = 10
SKILL_WORDS = MAX_SKILLS // 32  # words of 32 bits

CARDS = ("i8", (N_WORDS,))

# Kinds of frames.
FRAMES = (
    "TURN", "EVENT", "SKILL", "USE", "EFFECT", "NULLIFY", "STRIKE", "RESPOND", "DUEL", "COERCE", "AREA", "SHARE",
    "BURST", "DELAYED", "JUDGE", "DAMAGE", "CHAIN", "LOSE", "DYING", "DEATH", "REVEAL", "FORM", "LINK", "PINDIAN",
    "DISCARD", "FACEDOWN", "PICKCARD",
)  # fmt: skip
(
    FRAME_TURN, FRAME_EVENT, FRAME_SKILL, FRAME_USE, FRAME_EFFECT, FRAME_NULLIFY, FRAME_STRIKE, FRAME_RESPOND,
    FRAME_DUEL, FRAME_COERCE, FRAME_AREA, FRAME_SHARE, FRAME_BURST, FRAME_DELAYED, FRAME_JUDGE, FRAME_DAMAGE,
    FRAME_CHAIN, FRAME_LOSE, FRAME_DYING, FRAME_DEATH, FRAME_REVEAL, FRAME_FORM, FRAME_LINK, FRAME_PINDIAN,
    FRAME_DISCARD, FRAME_FACEDOWN, FRAME_PICKCARD,
) = range(27)  # fmt: skip

# How a card was converted.
VIA_NONE, VIA_RAGE, VIA_SKILL, VIA_COMBINER = range(4)

# Ends (core.end_reason); those below 0 leave the game unfinished.
END_FACTION, END_SURVIVOR, END_CAP, END_PILES, END_ERROR = 1, 2, -2, -3, -4

# Bits of `warnings`.
WARN_OVER_10, WARN_STACK, WARN_VILLAINS, WARN_PILES, WARN_DECISIONS = 1, 2, 4, 8, 16

#: Ids of villains: VILLAIN + 16 x number of the id in this game + seat it was made for. Fresh each time (R-F4).
VILLAIN = 64

# Why cards of another are picked (PICKCARD), why own cards are given up (DISCARD).
TAKE_DISCARD, TAKE_STEAL, TAKE_DOWNEQ = range(3)
WHY_PHASE, WHY_EFFECT, WHY_COST, WHY_BREAKER = range(4)

SEAT = np.dtype((np.record, [
    ("warrior", "i2"), ("is_up", "i1"), ("is_alive", "i1"),
    ("determined", "i4"), ("effective", "i4"),  # faction: 0 none, 1..F, VILLAIN..; effective at death is kept
    ("hp", "i2"), ("hp_max", "i2"), ("rage", "i2"),
    ("is_linked", "i1"), ("link_time", "i4"), ("leader", "i1"),  # seat whose faction was taken, -1 = none
    ("is_inverted", "i1"),
    ("hand", *CARDS), ("shown", *CARDS), ("down", *CARDS),  # `shown`: part of the hand that is visible
    ("n_hand", "i2"), ("n_down", "i2"),
    ("slots", "i2", (3,)), ("slot_lies", "i1", (3,)),  # card by SLOTS, -1 = none; FACE_UP ...
    ("gear", "i1"), ("weapon", "i1"), ("bike", "i1"),  # kinds of working equipment, -1 = none
    ("n_judged", "i1"), ("judged", "i2", (MAX_JUDGED,)), ("judged_kind", "i1", (MAX_JUDGED,)),  # in order of placing
    ("n_on", "i2"), ("on", "u1", (MAX_CARDS,)), ("n_by", "i2"), ("by", "u1", (MAX_CARDS,)),  # marker piles
    # forms of the group used so far; by form: the set that its up stored (R-O4)
    ("forms_used", "i1"), ("forms_stored", "i1", (4,)), ("formed_turn", "i4"),
    # what the warrior adds while face up, and events that he waits for
    ("strikes", "i2"), ("targets", "i2"), ("reach", "i2"), ("dist_to", "i2"), ("dist_from", "i2"), ("limit", "i2"),
    ("limit_marks", "i1"), ("is_conditional", "i1"),  # more from static skills under conditions (numbers.py)
    # counters of this turn and phase
    ("strikes_used", "i2"), ("charges_used", "i2"), ("charged", "i2"), ("rage_this_turn", "i2"), ("skips", "i2"),
    ("used_turn", "i8", (SKILL_WORDS,)), ("used_phase", "i8", (SKILL_WORDS,)), ("used_game", "i8", (SKILL_WORDS,)),
    # what others saw of a warrior never revealed
    ("supply_due", "i1"),  # the first reveal has not yet given its cards
    ("seen_limit", "i1"), ("seen_draw", "i1"),
    ("least_limit", "i2"),  # hand cards that he kept in a discard phase without discarding
    ("offers", "i2", (MAX_OFFERS,)), ("n_offers", "i1"),
    # outcome counters, named as the columns of RULES.md section 7
    ("place", "i1"), ("warrior_start", "i2"), ("is_villain", "i1"),
    ("reveal_turn", "i4"), ("reveal_round", "i2"), ("reveal_how", "i1"), ("death_round", "i2"), ("death_order", "i1"),
    ("killer", "i1"), ("kills", "i2"), ("kills_own", "i2"), ("reward_cards", "i2"),
    ("dealt", "i2", (5,)), ("taken", "i2", (5,)), ("hp_lost", "i2"), ("healed", "i2"), ("form_caps", "i2"),
    ("rescues", "i2"), ("rage_gained", "i2"), ("rage_spent", "i2"), ("rage_strikes", "i2"), ("rage_charges", "i2"),
    ("forms_change", "i2"), ("forms_up", "i2"), ("forms_down", "i2"), ("supply_drawn", "i2"),
    ("n_strikes", "i2"), ("n_hits", "i2"), ("n_dodges", "i2"), ("battle_skills", "i2"), ("equips", "i2"),
    ("drawn", "i2"), ("discarded", "i2"), ("down_turned", "i2"), ("linked_n", "i2"), ("inverted_n", "i2"),
    ("skill_uses", "i2"),
    ("skills_used", "i8", (SKILL_WORDS,)), ("kinds_worn", "i8"),
    ("round_hp", "i2", (N_ROUND_HP,)),
    # what everybody saw, for policies: damage dealt to, HP given to, hostile cards and picks aimed at a seat
    ("harm", "i2", (MAX_PLAYERS,)), ("aid", "i2", (MAX_PLAYERS,)), ("aimed", "i2", (MAX_PLAYERS,)),
]))  # fmt: skip

#: One unit of pending work on the explicit stack. Kinds use the fields as the comments in their modules say.
FRAME = np.dtype((np.record, [
    ("what", "i2"), ("step", "i2"),
    ("seat", "i2"), ("other", "i2"),  # who acts; on whom. -1 = nobody
    ("cause", "i2"),  # place of the frame that an event or a part of a use is about, -1 = none
    ("card", "i2"), ("card2", "i2"),  # -1 = none
    ("kind", "i2"),  # KINDS the card counts as, -1 = no card
    ("element", "i2"), ("suit", "i2"),  # suit -1 = none
    ("n", "i2"), ("skill", "i2"), ("via", "i2"),
    ("got", "i2"),  # result of the frame that was above
    ("cursor", "i2"), ("mask", "i2"), ("todo", "i2"), ("cancelled", "i2"),
    ("a", "i2"), ("b", "i2"), ("c", "i2"), ("d", "i2"),
    ("need", "i1", (MAX_PLAYERS,)),  # USE: by target, dodges needed; read where `b` says so
]))  # fmt: skip

STATE = np.dtype((np.record, [
    ("core", CORE),
    ("first_seat", "i1"), ("turn_seat", "i1"), ("pointer", "i1"),  # pointer: seat of the last ordinary turn
    ("round_no", "i4"), ("turns", "i4"), ("skipped_turns", "i4"),
    ("alive", "i4"), ("n_alive", "i1"), ("ring", "i1", (MAX_PLAYERS,)),  # by seat: place among the living
    ("n_kept", "i1"),  # seats that have kept a warrior
    ("listeners", "i4", (32,)),  # by event: set of living seats with an asked or forced skill for it
    ("dying", "i4"),  # set of seats that stand in a DYING frame
    ("emptied", "i4"),  # set of seats whose hand has just become empty and who wait for that
    ("linked", "i4"), ("link_clock", "i4"), ("n_villain_ids", "i4"),
    ("n_draw", "i2"), ("draw", "i2", (MAX_CARDS,)),  # the top is the last place
    ("n_discard", "i2"), ("discard", *CARDS), ("dropped", *CARDS),  # dropped: discarded in this discard phase
    ("in_discard", "i1"),  # from discard_start to the end of discard_end
    ("pile", *CARDS),  # room for cards that are discarded together
    ("resolving", *CARDS), ("share", *CARDS),  # share: turned up by share_out, part of `resolving`
    ("warrior_at", "i1", (MAX_WARRIORS,)),  # seat, -1 = side pile
    ("lent_by", "i1", (MAX_CARDS,)),  # seat from whose face-down area a hand card was taken unseen, -1 = none
    ("n_inserted", "i1"), ("inserted", "i1", (MAX_INSERTED,)),
    ("seats", SEAT, (MAX_PLAYERS,)),
    ("halt", "i1"),  # reason of an end that was found in this step, 0 = none
    ("depth", "i2"), ("frames", FRAME, (MAX_FRAMES,)),
    ("answer", "i4"),  # the action taken last
    ("ask", "i1"),  # decision point that is asked, 0 = none
    ("n_options", "i2"), ("options", "i4", (MAX_OPTIONS,)),
    # room for the resampling of hidden parts; empty otherwise
    ("spare", "i2", (MAX_CARDS,)), ("spare_warriors", "i2", (MAX_WARRIORS,)), ("lent_held", "i2", (MAX_PLAYERS,)),
    # outcome counters
    ("n_dead", "i1"), ("last_dead", "i1"), ("winner_faction", "i4"), ("first_death_round", "i2"),
    ("faction_size_max", "i2"), ("villains_link_n", "i2"), ("faction_changes_n", "i2"), ("stack_max", "i2"),
    ("reshuffles_n", "i4"), ("nullify_n", "i2"), ("judge_n", "i2"), ("pindian_n", "i2"), ("chain_n", "i2"),
    ("cancel_n", "i2"), ("dmg", "i2", (5,)), ("hp_lost_total", "i2"), ("warnings", "i4"),
]))  # fmt: skip
