"""Note codes of rider: clauses of RULES.md, frames, decision points, effect codes, skills, facts and chance.

A clause's note means that its rule decided something (RULES.md section 12).
"""

from sim.games.rider import codes
from sim.games.rider.state import FRAMES

# Clauses that kernels name; in the order of the constants below.
_NAMED = (
    "R-S2", "R-S3", "R-S4", "R-S5", "R-S6", "R-S8", "R-S9", "R-T1", "R-T2", "R-T3", "R-T4", "R-T5", "R-P1", "R-P2",
    "R-P3", "R-P4", "R-J1", "R-J2", "R-J3", "R-D1", "R-D2", "R-D3", "R-A1", "R-A2", "R-A3", "R-A4", "R-X1", "R-X2",
    "R-E1", "R-F2", "R-F3", "R-F4", "R-F8", "R-F9", "R-F10", "R-F11", "R-F12", "R-F13", "R-F14", "R-V1", "R-V2",
    "R-V3", "R-V5", "R-H2", "R-H3", "R-H4", "R-H5", "R-H6", "R-H7", "R-H8", "R-K1", "R-K2", "R-K3", "R-K4", "R-K5",
    "R-K6", "R-W2", "R-W3", "R-W4", "R-W5", "R-W6", "R-W7", "R-O1", "R-O2", "R-O3", "R-O4", "R-O5", "R-G1", "R-G2",
    "R-G3", "R-C1", "R-C2", "R-C3", "R-C4", "R-C5", "R-C6", "R-C7", "R-C8", "R-L2", "R-N2", "R-Q1",
    "R-B1", "R-B2", "R-B3", "R-B4", "R-B5", "R-B6", "R-Y1", "R-Y2", "R-Y3", "R-Y4", "R-Y5", "R-Y6", "R-Y7", "R-Y8",
    "R-Y9", "R-Y10", "R-Y11", "R-Y12", "R-Y13", "R-Y14", "R-Y15", "R-U1", "R-U2", "R-U3", "R-U4", "R-U5", "R-U6",
    "R-U7", "R-U8", "R-U9", "R-U10", "R-U11", "R-U12", "R-U13", "R-U14", "R-U15", "R-Z2", "R-Z3", "R-Z4", "R-Z6",
    "R-I2", "R-I3", "R-I4",
)  # fmt: skip
(
    R_S2, R_S3, R_S4, R_S5, R_S6, R_S8, R_S9, R_T1, R_T2, R_T3, R_T4, R_T5, R_P1, R_P2,
    R_P3, R_P4, R_J1, R_J2, R_J3, R_D1, R_D2, R_D3, R_A1, R_A2, R_A3, R_A4, R_X1, R_X2,
    R_E1, R_F2, R_F3, R_F4, R_F8, R_F9, R_F10, R_F11, R_F12, R_F13, R_F14, R_V1, R_V2,
    R_V3, R_V5, R_H2, R_H3, R_H4, R_H5, R_H6, R_H7, R_H8, R_K1, R_K2, R_K3, R_K4, R_K5,
    R_K6, R_W2, R_W3, R_W4, R_W5, R_W6, R_W7, R_O1, R_O2, R_O3, R_O4, R_O5, R_G1, R_G2,
    R_G3, R_C1, R_C2, R_C3, R_C4, R_C5, R_C6, R_C7, R_C8, R_L2, R_N2, R_Q1,
    R_B1, R_B2, R_B3, R_B4, R_B5, R_B6, R_Y1, R_Y2, R_Y3, R_Y4, R_Y5, R_Y6, R_Y7, R_Y8,
    R_Y9, R_Y10, R_Y11, R_Y12, R_Y13, R_Y14, R_Y15, R_U1, R_U2, R_U3, R_U4, R_U5, R_U6,
    R_U7, R_U8, R_U9, R_U10, R_U11, R_U12, R_U13, R_U14, R_U15, R_Z2, R_Z3, R_Z4, R_Z6,
    R_I2, R_I3, R_I4,
) = range(len(_NAMED))  # fmt: skip

#: Kinds of frames, decision points and effect codes, each a block of its own.
FRAME_NOTES = tuple(f"frame {name}" for name in FRAMES)
POINTS = tuple(f"RD{n}" for n in range(1, 17))
EFFECTS = tuple(f"do {op}" for op in codes.OPS)
FRAME_0 = len(_NAMED)
POINT_0 = FRAME_0 + len(FRAME_NOTES)
EFFECT_0 = POINT_0 + len(POINTS)

#: Skills of the stand-in pack, by id; others share the last one.
SKILLS = (*(f"s{n:02d}" for n in range(1, 67)), "skill of another pack")
SKILL_0 = EFFECT_0 + len(EFFECTS)

# What a trace tells.
FACTS = (
    "chance:first_seat", "chance:draw", "chance:turn_up", "chance:reshuffle", "chance:random_card",
    "fact:turn", "fact:round", "fact:faction", "fact:damage", "fact:heal", "fact:lost", "fact:death", "fact:rage",
    "fact:reveal", "fact:equip", "fact:discard", "fact:hand", "fact:link",
)  # fmt: skip
FACT_0 = SKILL_0 + len(SKILLS)
(
    CHANCE_FIRST, CHANCE_DRAW, CHANCE_TURN_UP, CHANCE_RESHUFFLE, CHANCE_RANDOM,
    FACT_TURN, FACT_ROUND, FACT_FACTION, FACT_DAMAGE, FACT_HEAL, FACT_LOST, FACT_DEATH, FACT_RAGE,
    FACT_REVEAL, FACT_EQUIP, FACT_DISCARD, FACT_HAND, FACT_LINK,
) = range(FACT_0, FACT_0 + len(FACTS))  # fmt: skip

CLAUSES = (*_NAMED, *FRAME_NOTES, *POINTS, *EFFECTS, *SKILLS, *FACTS)
CODES = {name: code for code, name in enumerate(CLAUSES)}

#: Reached by extra runs only, or no rule of the stand-in pack.
UNCOUNTED = ("skill of another pack",)
COUNTED = tuple(c for c in CLAUSES if not c.startswith(("fact:", "chance:")) and c not in UNCOUNTED)
