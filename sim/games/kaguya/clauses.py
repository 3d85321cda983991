"""Note codes of kaguya: one for each clause of RULES.md, then chance outcomes and facts worth telling.

A clause's note means that it fired: for a prohibition, that the case arose and the rule decided it.
"""

CLAUSES = (
    "K-S1", "K-S2", "K-S3", "K-S4", "K-S5", "K-S6", "K-S7", "K-S8", "K-S9", "K-S10", "K-S11", "K-S12", "K-P1", "K-P2",
    "K-P3", "K-P4", "K-P5", "K-P6", "K-P7", "K-P8", "K-P9", "K-T1", "K-T2", "K-T3", "K-T4", "K-T5", "K-T6", "K-T7",
    "K-T8", "K-T9", "K-T10", "K-M1", "K-M2", "K-M3", "K-M4", "K-M5", "K-M6", "K-M7", "K-M8", "K-M9", "K-M10", "K-M11",
    "K-F1", "K-F2", "K-F3", "K-F4", "K-F5", "K-F6", "K-F7", "K-W1", "K-W2", "K-W3", "K-W4", "K-W5", "K-W6", "K-W7",
    "K-W8", "K-W9", "K-W10", "K-W11", "K-B1", "K-B2", "K-B3", "K-B4", "K-B5", "K-B6", "K-X1", "K-X2", "K-X3", "K-X4",
    "K-X5", "K-X6", "K-X7", "K-X8", "K-X9", "K-X10", "K-X11", "K-X12", "K-X13", "K-X14", "K-X15", "K-X16", "K-X17",
    "K-E1", "K-E2", "K-E3", "K-E4", "K-E5", "K-E6", "K-E7", "K-E8", "K-E9", "K-E10", "K-E11", "K-E12", "K-E13", "K-E14",
    "K-E15", "K-C1", "K-C2", "K-C3", "K-C4", "K-C5", "K-C6", "K-N1", "K-N2", "K-N3", "K-N4", "K-N5", "K-N6", "K-N7",
    "chance:today", "chance:preparation", "chance:gain", "chance:reroll", "chance:slot", "chance:ponkotsu",
    "chance:reshuffle", "fact:points", "fact:tokens", "fact:dice", "fact:bag", "fact:event", "fact:contest",
    "fact:vigour", "fact:slot_points", "fact:day", "fact:turn", "fact:ponkotsu", "fact:cure", "fact:bonus",
    "fact:activity", "fact:final", "fact:refetch", "fact:out", "fact:lost_die", "fact:display", "fact:shield",
)  # fmt: skip

(
    K_S1, K_S2, K_S3, K_S4, K_S5, K_S6, K_S7, K_S8, K_S9, K_S10, K_S11, K_S12, K_P1, K_P2, K_P3, K_P4, K_P5, K_P6, K_P7,
    K_P8, K_P9, K_T1, K_T2, K_T3, K_T4, K_T5, K_T6, K_T7, K_T8, K_T9, K_T10, K_M1, K_M2, K_M3, K_M4, K_M5, K_M6, K_M7,
    K_M8, K_M9, K_M10, K_M11, K_F1, K_F2, K_F3, K_F4, K_F5, K_F6, K_F7, K_W1, K_W2, K_W3, K_W4, K_W5, K_W6, K_W7, K_W8,
    K_W9, K_W10, K_W11, K_B1, K_B2, K_B3, K_B4, K_B5, K_B6, K_X1, K_X2, K_X3, K_X4, K_X5, K_X6, K_X7, K_X8, K_X9, K_X10,
    K_X11, K_X12, K_X13, K_X14, K_X15, K_X16, K_X17, K_E1, K_E2, K_E3, K_E4, K_E5, K_E6, K_E7, K_E8, K_E9, K_E10, K_E11,
    K_E12, K_E13, K_E14, K_E15, K_C1, K_C2, K_C3, K_C4, K_C5, K_C6, K_N1, K_N2, K_N3, K_N4, K_N5, K_N6, K_N7,
    CHANCE_TODAY, CHANCE_PREPARATION, CHANCE_GAIN, CHANCE_REROLL, CHANCE_SLOT, CHANCE_PONKOTSU, CHANCE_RESHUFFLE,
    FACT_POINTS, FACT_TOKENS, FACT_DICE, FACT_BAG, FACT_EVENT, FACT_CONTEST, FACT_VIGOUR, FACT_SLOT_POINTS, FACT_DAY,
    FACT_TURN, FACT_PONKOTSU, FACT_CURE, FACT_BONUS, FACT_ACTIVITY, FACT_FINAL, FACT_REFETCH, FACT_OUT, FACT_LOST_DIE,
    FACT_DISPLAY, FACT_SHIELD,
) = range(138)  # fmt: skip

#: Clauses that only define something, or rule that a thing is allowed: not counted by coverage.
UNCOUNTED = ("K-S1", "K-S4", "K-S7", "K-P1", "K-M9", "K-F7", "K-B6", "K-X2", "K-C6", "K-N4")
COUNTED = tuple(clause for clause in CLAUSES if clause.startswith("K-") and clause not in UNCOUNTED)
