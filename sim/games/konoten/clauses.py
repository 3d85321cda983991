"""Note codes of konoten: clauses of RULES.md, their alternatives, and facts worth telling.

A clause's note means that it acted: for a prohibition, that it removed an option; for a blank node, that it was grown.
`N-D2 will` and the like are alternatives of a decision point; `N-C102 if false` says that the condition of that node's
effect failed.
"""

# Those that kernels name; in the order of the constants below.
_NAMED = (
    "N-S1", "N-S2", "N-S3", "N-S4", "N-S5", "N-S6", "N-S7", "N-S8", "N-S9", "N-S10", "N-S11", "N-S12", "N-R1",
    "N-R2", "N-R3", "N-R4", "N-R5", "N-R6", "N-R7", "N-R8", "N-R9", "N-R10", "N-R11", "N-R12", "N-R13", "N-R14",
    "N-R15", "N-A1", "N-A2", "N-A3", "N-A4", "N-A5", "N-A6", "N-A7", "N-A8", "N-A9", "N-A10", "N-A11", "N-A12",
    "N-A13", "N-A14", "N-A15", "N-A16", "N-A17", "N-A18", "N-B1", "N-B2", "N-B3", "N-B4", "N-B5", "N-B6", "N-B7",
    "N-B8", "N-B9", "N-B10", "N-B11", "N-B12", "N-B13", "N-B14", "N-L1", "N-L2", "N-L3", "N-L4", "N-L5", "N-L6",
    "N-L7", "N-L8", "N-L9", "N-L10", "N-L11", "N-L12", "N-M1", "N-M2", "N-M3", "N-M4", "N-M5", "N-M6", "N-G1",
    "N-G2", "N-G3", "N-G4", "N-G5", "N-G6", "N-G7", "N-G8", "N-G9", "N-T1", "N-T2", "N-T3", "N-C1", "N-C2", "N-C3",
    "N-E1", "N-E2", "N-E3", "N-E4", "N-E5", "N-E6", "N-E7", "N-E8", "N-D1 worker", "N-D1 grow", "N-D2 collect",
    "N-D2 will", "N-D2 facility", "N-D2 activate", "N-D2 persuade", "N-D2 restart",
    "N-D2 end", "N-D3 finish", "N-D3 left", "N-D3 right", "N-D4",
    "N-D5 yes", "N-D5 no", "N-D6", "N-D7 worker", "N-D7 grow", "N-D8", "N-D9", "N-D10", "N-D11 none",
    "N-D11 stagnation", "N-D11 light", "N-D12", "N-D13 1", "N-D13 2", "N-D13 3", "N-D14 persuade", "N-D14 restart",
    "N-D15 rainbow", "N-D15 worker", "N-D16 none", "N-D16 light", "N-D16 rainbow", "N-D16 stagnation", "N-D17 stop",
    "N-D17 lens", "N-B8 dearer", "N-B9 no pile", "N-G5 nothing", "N-G6 start node", "N-G6 middle node",
    "N-G8 empty stock", "N-L2 un-acted", "N-L5 lobby_unacted", "N-L5 lobby_acted", "N-L5 facility", "N-L5 lens",
    "N-R13 negotiated", "N-S11 empty deck", "N-T1 light", "N-T1 rainbow", "N-T1 lens", "N-T3 in supply",
    "N-T3 in activation", "N-E7 lenses", "N-E7 cards", "N-E7 results", "fact:round", "fact:items", "fact:ap",
    "fact:vp", "fact:card", "fact:lens", "fact:worker", "fact:node", "fact:turn",
)  # fmt: skip
(
    N_S1, N_S2, N_S3, N_S4, N_S5, N_S6, N_S7, N_S8, N_S9, N_S10, N_S11, N_S12, N_R1, N_R2, N_R3, N_R4, N_R5, N_R6,
    N_R7, N_R8, N_R9, N_R10, N_R11, N_R12, N_R13, N_R14, N_R15, N_A1, N_A2, N_A3, N_A4, N_A5, N_A6, N_A7, N_A8,
    N_A9, N_A10, N_A11, N_A12, N_A13, N_A14, N_A15, N_A16, N_A17, N_A18, N_B1, N_B2, N_B3, N_B4, N_B5, N_B6, N_B7,
    N_B8, N_B9, N_B10, N_B11, N_B12, N_B13, N_B14, N_L1, N_L2, N_L3, N_L4, N_L5, N_L6, N_L7, N_L8, N_L9, N_L10,
    N_L11, N_L12, N_M1, N_M2, N_M3, N_M4, N_M5, N_M6, N_G1, N_G2, N_G3, N_G4, N_G5, N_G6, N_G7, N_G8, N_G9, N_T1,
    N_T2, N_T3, N_C1, N_C2, N_C3, N_E1, N_E2, N_E3, N_E4, N_E5, N_E6, N_E7, N_E8, N_D1_WORKER, N_D1_GROW,
    N_D2_COLLECT, N_D2_WILL, N_D2_FACILITY, N_D2_ACTIVATE, N_D2_PERSUADE, N_D2_RESTART,
    N_D2_END, N_D3_FINISH, N_D3_LEFT, N_D3_RIGHT, N_D4, N_D5_YES,
    N_D5_NO, N_D6, N_D7_WORKER, N_D7_GROW, N_D8, N_D9, N_D10, N_D11_NONE, N_D11_STAGNATION, N_D11_LIGHT, N_D12,
    N_D13_1, N_D13_2, N_D13_3, N_D14_PERSUADE, N_D14_RESTART, N_D15_RAINBOW, N_D15_WORKER, N_D16_NONE, N_D16_LIGHT,
    N_D16_RAINBOW, N_D16_STAGNATION, N_D17_STOP, N_D17_LENS, N_B8_DEARER, N_B9_NO_PILE, N_G5_NOTHING,
    N_G6_START_NODE, N_G6_MIDDLE_NODE, N_G8_EMPTY_STOCK, N_L2_UN_ACTED, N_L5_LOBBY_UNACTED, N_L5_LOBBY_ACTED,
    N_L5_FACILITY, N_L5_LENS, N_R13_NEGOTIATED, N_S11_EMPTY_DECK, N_T1_LIGHT, N_T1_RAINBOW, N_T1_LENS,
    N_T3_IN_SUPPLY, N_T3_IN_ACTIVATION, N_E7_LENSES, N_E7_CARDS, N_E7_RESULTS, FACT_ROUND, FACT_ITEMS, FACT_AP,
    FACT_VP, FACT_CARD, FACT_LENS, FACT_WORKER, FACT_NODE, FACT_TURN,
) = range(len(_NAMED))  # fmt: skip

#: Nodes of the growth sheets, by clause; kernels find their notes in the tables, and those of the next two lists.
NODES = (*(f"N-C{100 * c + n}" for c in range(1, 7) for n in range(10)), "N-C510")

#: Effects of nodes with more than one effect.
PARTS = (
    "N-C100 final_add", "N-C100 will", "N-C202 passive", "N-C202 final_add", "N-C300 on_worker_gained", "N-C300 will",
    "N-C302 passive", "N-C302 final_add", "N-C308 passive", "N-C308 will", "N-C402 passive", "N-C402 final_add",
    "N-C502 passive", "N-C502 final_add", "N-C505 passive", "N-C505 on_activate", "N-C602 passive", "N-C602 final_add",
)  # fmt: skip

#: Nodes whose condition failed.
FALSE = tuple(f"N-C{n} if false" for n in (102, 108, 200, 403, 408, 501, 505, 506, 507, 510, 605, 607, 608))

CLAUSES = (*_NAMED, *NODES, *PARTS, *FALSE)
CODES = {name: code for code, name in enumerate(CLAUSES)}

#: Clauses that only define something, or a safety that never acts: not counted by coverage.
UNCOUNTED = ("N-S2", "N-S3", "N-S12", "N-R7", "N-B1", "N-B3", "N-L12", "N-C1", "N-R15")
COUNTED = tuple(c for c in CLAUSES if not c.startswith("fact:") and c not in UNCOUNTED)
