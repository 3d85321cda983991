"""Slow, plain-Python references of the games: what the compiled kernels are checked against, move by move."""
