"""Compiled loops over the game's own kernels, for known answers that take millions of tries."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.game import GameData
from sim.games.konoten import GAME, codes
from sim.loop import study_keys

from ..kit.compiled import begin, entries

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

Array = np.ndarray[Any, Any]

#: Steps of the longest way through N-D3: six cards.
DEEPEST = 8


_entry = entries(GAME, Path(__file__))


class Tree(NamedTuple):
    """The tree of building steps under a decision point N-D3.

    Attributes
    ----------
    by_size
        Leaves (`lens finish`) by number of cards, 0 to 6.
    first, longest
        Length of the first list of options, and of the longest one.
    masks
        By leaf, as far as there was room: bit set of the cards on the left, and of those on the right.
    """

    by_size: list[int]
    first: int
    longest: int
    masks: Array

    @property
    def n_leaves(self) -> int:
        """All leaves."""
        return sum(self.by_size)


def make_tree() -> Any:
    legal_actions, apply = GAME.legal_actions, GAME.apply

    def tree(states, tables, actions, places, by_size, masks):
        rules = tables[0]
        depth, n_leaves, longest = 0, 0, 0
        places[0, 0] = legal_actions(states[0], rules, actions[0])
        places[0, 1] = 0
        longest = places[0, 0]
        while depth >= 0:
            if places[depth, 1] == places[depth, 0]:
                depth -= 1
                continue
            action = actions[depth, places[depth, 1]]
            places[depth, 1] += 1
            build = states[depth].build
            if action >> 24 == codes.FORM_FINISH:
                by_size[int(build.n)] += 1
                if n_leaves < masks.shape[0]:
                    for position in range(6):
                        if build.cards[position] >= 0:
                            masks[n_leaves, position // 3] |= np.int64(1) << int(build.cards[position])
                n_leaves += 1
            else:
                states[depth + 1] = states[depth]
                depth += 1
                apply(states[depth], rules, action)
                places[depth, 0] = legal_actions(states[depth], rules, actions[depth])
                places[depth, 1] = 0
                longest = max(longest, places[depth, 0])
        return longest

    return tree


def building_tree(state: Array, tables: Array, room: int = 20_000) -> Tree:
    """The whole tree under a state, shape (1,), that asks N-D3."""
    states = np.zeros(DEEPEST, GAME.state)
    states[0] = state[0]
    actions, places = np.zeros((DEEPEST, GAME.max_legal), np.int32), np.zeros((DEEPEST, 2), np.int64)
    by_size, masks = np.zeros(7, np.int64), np.zeros((room, 2), np.int64)
    longest = int(_entry(make_tree)(states, tables, actions, places, by_size, masks))
    n = int(by_size.sum())
    return Tree([int(k) for k in by_size], int(places[0, 0]), longest, masks[:n])


def make_deals() -> Any:
    setup = GAME.setup

    def deals(states, blanks, tables, key, n_deals, normal, vp, tally):
        rules = tables[0]
        n_normal = int(rules.n_normal)
        n_vp = int(rules.n_cards) - n_normal
        for i in range(n_deals):
            begin(states, blanks, 4, rng.fold(key, i))
            state = states[0]
            setup(state, rules)
            for place in range(n_normal):
                normal[place, int(state.normal_deck[n_normal - 1 - place])] += 1
            for place in range(n_vp):
                vp[place, int(state.vp_deck[n_vp - 1 - place]) - n_normal] += 1
            n_light = n_wrong = 0
            for place in range(int(rules.display_normal)):
                n_light += rules.cards[int(state.display[place])].kind == codes.LIGHT
                n_wrong += state.display[place] != state.normal_deck[n_normal - 1 - place]
            for place in range(int(rules.display_vp)):
                n_wrong += state.display[int(rules.display_normal) + place] != state.vp_deck[n_vp - 1 - place]
            tally[0] += n_light == 0
            tally[1] += n_wrong

    return deals


def deal_counts(data: GameData, seed: int, n_deals: int) -> tuple[Array, Array, int, int]:
    """How often each card had each place in the order of drawing: normal (38, 38), VP (9, 9).

    Then the number of deals without an open light card, and of open cards that are not the first ones of their deck.
    """
    states = np.zeros(1, GAME.state)
    n_normal = int(data.tables[0]["n_normal"])
    n_vp = int(data.tables[0]["n_cards"]) - n_normal
    normal, vp = np.zeros((n_normal, n_normal), np.int64), np.zeros((n_vp, n_vp), np.int64)
    tally = np.zeros(2, np.int64)
    tables, key = np.array(data.tables), study_keys(seed)[0]
    _entry(make_deals)(states, states.copy(), tables, key, n_deals, normal, vp, tally)
    return normal, vp, int(tally[0]), int(tally[1])
