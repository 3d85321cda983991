"""Sets of cards and of seats as bits."""

from sim.bits import count, lowest
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


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
