"""Features of kaguya: what a weight row of `data/policies.toml` may name. Light, so that loading data is fast.

Every feature is 0 unless said. "Typical" amounts are those of `tables_yields`. A name starting with `_` only fills up.
"""

FEATURE_NAMES: tuple[str, ...] = (
    # gains of a card, ability, bonus, branch, throw
    "bag_first",  # first own token of the day into the bag: vigour 0 -> 1 (0-1)
    "bag_more",  # further own tokens into the bag
    "bag_lead",  # 1 if the throw makes the own bag the fullest alone
    "tokens",  # held tokens gained, negative when spent
    "points",  # points gained, negative when paid
    "dice",  # dice gained or bettered
    "cube",  # track steps x days after today
    "cure",  # cured while ponkotsu; negative: turns ponkotsu
    "harm",  # harm to others, in tokens, dice or points
    "other",  # effects on board dice, cards and the turn
    # dice spent by the action
    "pips",  # pips of the dice spent
    "spent_bagging",  # other unused own bag cards that would take the dice
    "spent_useful",  # unused own action cards that would take the dice
    # reservations
    "reserve_bag",  # bag tokens the card brings a day x days it can work
    "reserve_gain",  # its other gains, in points, x days
    "reserve_risk",  # rivals' higher dice, 0 to 1
    "take_over",  # 1 when another's reservation is beaten
    # placements
    "own_pips",  # pips placed on the own character
    "other_pips",  # pips placed on another's
    "slot_gain",  # pips it adds to the slot at the own place in the vigour order as it stands; 40 % without vigour
    "activity_own",  # worth of the activity bonus gained
    "activity_given",  # worth of the activity bonus given to another
    "match_own",  # 1 if the die shows today's number, own normal character
    "match_other",  # 1 if it does on another's
    "ponkotsu_own",  # 1 if the own character turns
    "ponkotsu_others",  # other characters that turn
    "exposed",  # characters that could meet the own total with one die
    # the rest
    "recover",  # 1 for fetching a card
    "drop_out",  # 1 for ending without a main action
    "drop_dice",  # dice left when doing so
    "slot_pips",  # pips scored by the slot chosen
    "slot_bonus",  # worth of the slot's activity bonus tomorrow
    "pick_pips",  # pips of a face picked for an own die; minus those of a slot die picked
    "pick_useful",  # own unused action cards that take the face picked
    "pick_match",  # 1 if the face picked is today's number; 1 for the dice track
    "pick_self",  # 1 for oneself when helping, -1 when harming
    "pick_leader",  # score difference / 10 of the player picked, positive when harming
    "pick_worth",  # worth of the card picked
    "_1", "_2",
)  # fmt: skip
N_FEATURES = len(FEATURE_NAMES)
(
    BAG_FIRST, BAG_MORE, BAG_LEAD, TOKENS, POINTS, DICE, CUBE, CURE, HARM, OTHER, PIPS, SPENT_BAGGING, SPENT_USEFUL,
    RESERVE_BAG, RESERVE_GAIN, RESERVE_RISK, TAKE_OVER, OWN_PIPS, OTHER_PIPS, SLOT_GAIN, ACTIVITY_OWN, ACTIVITY_GIVEN,
    MATCH_OWN, MATCH_OTHER, PONKOTSU_OWN, PONKOTSU_OTHERS, EXPOSED, RECOVER, DROP_OUT, DROP_DICE, SLOT_PIPS, SLOT_BONUS,
    PICK_PIPS, PICK_USEFUL, PICK_MATCH, PICK_SELF, PICK_LEADER, PICK_WORTH,
) = range(38)  # fmt: skip
