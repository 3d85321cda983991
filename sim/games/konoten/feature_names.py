"""Features of konoten: what a weight row of `data/policies.toml` may name. Light, so that loading data is fast.

Every feature is 0 unless said. Materials, creativity and AP are net amounts times the round factor of
`tables_worth.FACTOR`; worths in VP are the estimates of that module. "Plain", "large" and "quick" are its three ways to
value a lens; what no weight asks for is not worked out.
"""

FEATURE_NAMES: tuple[str, ...] = (
    # gains less payments
    "vp",  # VP now, own effects and factors included
    "light", "rainbow", "stagnation", "creativity", "ap",
    "creativity_short",  # creativity that the best unused own will then lacks, x its VP for each
    "ap_lost",  # AP over the cap
    "items_lost",  # new materials without a space
    "hold_round",  # VP that the change of materials makes in own round-end effects
    "hold_final",  # VP that it makes at the end: stagnation, conditions on what is held; less in earlier rounds
    "task_step",  # nearer to a task: share of what it asks
    "task_done",  # tasks reached
    "task_node",  # the same x worth of the best node that could be grown now
    # workers and growth
    "unacted",  # un-acted workers placed
    "spare",  # 1 / un-acted workers when one goes to a facility other than polish
    "worker_gain",  # workers gained x rounds after this one
    "worker_spent",  # workers to stock x rounds after this one
    "spent_few",  # the same / own workers
    "spend_unacted",  # 1 for an un-acted one of the lobby
    "spend_own_lens",  # 1 for one that leaves an own lens free
    "spend_other_lens",  # 1 for one that leaves another's lens free
    "token_worker",  # rounds left, this one included, for an un-acted worker gained
    "token_few",  # the same / own workers
    "grow_own",  # worth of the node grown
    "grow_way",  # worth of what it opens
    "grow_lock",  # rounds after this one when it is the lock
    "growth_gain",  # growth by a lens: worth of the best node, each
    "growth_spent",  # worth of the least node that must go, each
    "spend_node",  # worth of the node chosen to go
    # lenses that are run
    "foreign",  # 1 for another's lens: its owner gets VP
    "persuade",  # 1 for ousting another's worker
    "oust_fresh",  # 1 if that one is un-acted
    "restart",  # 1 for ousting an own worker
    "regain",  # 1 if that one is un-acted
    "chain",  # 1 for running the new lens at once
    # cards and building
    "collect",  # 1 for a display card
    "collect_vp",  # 1 for a VP card
    "card_plain", "card_large", "card_quick",  # VP more in the best lens hoped for
    "polish",  # 1 for starting a lens
    "build_plain", "build_large", "build_quick",  # VP of the best lens that can be built now
    "wait_plain", "wait_large", "wait_quick",  # VP more hoped for with further cards
    "plan_plain", "plan_large", "plan_quick",  # 1 for a step of that best lens
    "base_cost",  # AP of the base card x expected runs
    "base_vp",  # VP of own effects that ask for a dear base x expected runs
    # the rest
    "negotiate",  # 1 for the start marker
    "will",  # 1 for a will
    "give",  # 1 for a gift
    "give_room",  # 1 for a gift that finds a space
    "end",  # 1 for ending one's main phase
    "end_ap",  # AP that the next supply would then lose
    "end_workers",  # un-acted workers left idle by it
)  # fmt: skip
N_FEATURES = len(FEATURE_NAMES)
(
    VP, LIGHT, RAINBOW, STAGNATION, CREATIVITY, AP, CREATIVITY_SHORT, AP_LOST, ITEMS_LOST, HOLD_ROUND, HOLD_FINAL,
    TASK_STEP, TASK_DONE, TASK_NODE, UNACTED, SPARE, WORKER_GAIN, WORKER_SPENT, SPENT_FEW, SPEND_UNACTED,
    SPEND_OWN_LENS, SPEND_OTHER_LENS, TOKEN_WORKER, TOKEN_FEW, GROW_OWN, GROW_WAY, GROW_LOCK, GROWTH_GAIN,
    GROWTH_SPENT, SPEND_NODE, FOREIGN, PERSUADE, OUST_FRESH, RESTART, REGAIN, CHAIN, COLLECT, COLLECT_VP, CARD_PLAIN,
    CARD_LARGE, CARD_QUICK, POLISH, BUILD_PLAIN, BUILD_LARGE, BUILD_QUICK, WAIT_PLAIN, WAIT_LARGE, WAIT_QUICK,
    PLAN_PLAIN, PLAN_LARGE, PLAN_QUICK, BASE_COST, BASE_VP, NEGOTIATE, WILL, GIVE, GIVE_ROOM, END, END_AP,
    END_WORKERS,
) = range(60)  # fmt: skip
