"""The lowest place and the number of bits of an integer, one machine instruction each."""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.kernel import is_jit_off, small_kernel

# mypy: ignore-errors

__all__ = ["count", "lowest"]


def _plain_lowest(bits: int) -> int:
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def _plain_count(bits: int) -> int:
    return int(bits).bit_count()


@intrinsic
def _trailing(context, bits):
    def build(cg, builder, signature, arguments):
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), build


@intrinsic
def _population(context, bits):
    def build(cg, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _lowest(bits):
    """Place of the lowest bit of a number above 0."""
    return _trailing(bits)


def _count(bits):
    """Number of bits of a number of 0 or more."""
    return _population(bits)


lowest: Any = _plain_lowest if is_jit_off() else small_kernel(_lowest)
count: Any = _plain_count if is_jit_off() else small_kernel(_count)
