"""Names of kaguya's features: what a weight row of `data/policies.toml` may name. Light, so that loading data is."""

#: In the order of the rows that `features` writes; names starting with `_` only fill up to a multiple of 4.
FEATURE_NAMES: tuple[str, ...] = ()
