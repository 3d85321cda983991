"""Features of konoten: what a weight row of `data/policies.toml` may name."""

FEATURE_NAMES: tuple[str, ...] = (
    "end",  # 1 for ending one's main phase
    "_1",
)
END = 0
