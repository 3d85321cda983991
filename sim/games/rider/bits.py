"""Sets of cards and of seats as bits."""

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.kernel import is_jit_off, kernel, small_kernel

# mypy: ignore-errors


def _plain_lowest(bits):
    """Place of the lowest bit of a number above 0."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def _plain_count(bits):
    """Number of bits of a number of 0 or more."""
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
    return _trailing(bits)


def _count(bits):
    return _population(bits)


if is_jit_off():
    lowest, count = _plain_lowest, _plain_count
else:
    lowest, count = small_kernel(_lowest), small_kernel(_count)


@small_kernel
def has(cards, card):
    """Whether a card is in a set."""
    card = int(card)
    return (int(cards[card // WORD_BITS]) >> (card % WORD_BITS)) & 1


@small_kernel
def add(cards, card):
    card = int(card)
    cards[card // WORD_BITS] |= 1 << (card % WORD_BITS)


@small_kernel
def remove(cards, card):
    card = int(card)
    cards[card // WORD_BITS] &= ~(1 << (card % WORD_BITS))


@small_kernel
def clear(cards):
    for w in range(N_WORDS):
        cards[w] = 0


@small_kernel
def meets(a, b):
    """Whether two sets have a card in common."""
    return (int(a[0]) & int(b[0])) | (int(a[1]) & int(b[1])) | (int(a[2]) & int(b[2])) != 0


@kernel
def count_common(a, b):
    """Number of cards that two sets have in common."""
    return count(int(a[0]) & int(b[0])) + count(int(a[1]) & int(b[1])) + count(int(a[2]) & int(b[2]))


@kernel
def nth_card(cards, n):
    """The n-th card of a set, from 0, by id."""
    for w in range(N_WORDS):
        word = int(cards[w])
        while word != 0:
            if n == 0:
                return w * WORD_BITS + lowest(word)
            word &= word - 1
            n -= 1
    return -1
