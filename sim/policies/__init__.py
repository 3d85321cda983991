"""Policies that work for every game.

A policy is a family (a kernel) and a row of weights (data). `resolve` turns names into both without Numba; the other
modules hold the kernels. The engine joins the families in use by a chain of closures (`chain`), because a tuple of
kernels cannot be indexed at run time; the chain costs nothing.
"""
