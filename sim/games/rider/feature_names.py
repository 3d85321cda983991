"""Names of the features, in the order of the weights.

Only what is needed to play by chance stands here yet: the styles of play come with features of their own.
"""

FEATURE_NAMES = ("stop",)  # 1 for an action that ends, passes, declines or concedes
(STOP,) = range(1)
N_FEATURES = len(FEATURE_NAMES)
