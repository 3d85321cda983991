"""Sections 14.3 and 15.1 of RULES.md: sizes, and for each clause the kernel functions and the tests that name it.

A row of 8.2 is held by its entry of the pack and the functions that know its ops.
`python -m tests.games.konoten.rules_map` writes all of it into RULES.md anew.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from sim.core import CORE
from sim.games.konoten import GAME, codes, layout
from sim.games.konoten import state as st
from sim.games.konoten.clauses import CLAUSES
from sim.rng_twin import draw

from ..kit.rules_map import RulesMap
from .situations import driver, loaded

#: Games whose longest lists are measured, for each number of players.
N_MEASURED = 200

#: Functions (file::function) that do a clause's work although the note stands elsewhere, or is not needed.
ALSO: Mapping[str, tuple[str, ...]] = {
    "N-S4": ("flow.py::deal_cards", "flow.py::lay_display"),
    "N-S5": ("flow.py::set_table",),
    "N-S11": ("gains.py::draw_card",),
    "N-S12": ("workers.py::n_workers",),
    "N-R6": ("rounds.py::run_main",),
    "N-R7": ("flow.py::run",),
    "N-R8": ("rounds.py::run_main",),
    "N-R15": ("rounds.py::run_end",),
    "N-A3": ("wills.py::is_will_legal", "rounds.py::_clear_flags"),
    "N-A4": ("wills.py::has_outcome",),
    "N-A6": ("legal.py::_is_open",),
    "N-A7": ("building.py::can_build",),
    "N-A10": ("turn.py::_use_facility",),
    "N-A15": ("payable.py::surcharge", "legal.py::_list_lens"),
    "N-A16": ("payable.py::surcharge", "legal.py::_list_lens"),
    "N-A17": ("legal.py::_list_lens",),
    "N-A18": ("legal.py::_list_turn",),
    "N-B1": ("building.py::_make_lens",),
    "N-B2": ("building.py::list_steps",),
    "N-B3": ("building.py::_add",),
    "N-B5": ("building.py::_is_whole", "building.py::list_steps"),
    "N-B6": ("building.py::_is_whole", "building.py::can_finish"),
    "N-B7": ("building.py::_is_whole",),
    "N-B8": ("building.py::_ask_base",),
    "N-B10": ("building.py::list_steps", "building.py::can_finish"),
    "N-B11": ("building.py::_make_lens",),
    "N-B12": ("building.py::_make_lens",),
    "N-B13": ("building.py::run_polish",),
    "N-B14": ("building.py::_ask_chain",),
    "N-L1": ("payable.py::is_payable",),
    "N-L5": ("workers.py::run_spend_worker",),
    "N-L6": ("growth.py::run_spend_growth",),
    "N-L12": ("building.py::_make_lens",),
    "N-M1": ("gains.py::free_spaces",),
    "N-M2": ("gains.py::place_batch",),
    "N-G2": ("growth.py::growable",),
    "N-G3": ("tasks.py::run_token",),
    "N-G6": ("growth.py::spendable",),
    "N-T1": ("tasks.py::_is_reached",),
    "N-T2": ("tasks.py::check_tasks",),
    "N-C1": ("growth.py::add_up", "growth.py::meet"),
    "N-C2": ("growth.py::growable",),
    "N-C3": ("workers.py::run_tax",),
    "N-E4": ("final.py::_flips",),
    "N-E6": ("final.py::_score_end",),
    "N-E7": ("score.py::_beats",),
    "N-E8": ("score.py::_rank",),
}


@cache
def _knowing(op: str) -> list[str]:
    """Functions that tell an op by its code."""
    names = {f"OP_{op.upper()}"}
    return [
        name
        for name, function in MAP.functions
        if any(isinstance(node, ast.Attribute) and node.attr in names for node in ast.walk(function))
    ]


def _of_nodes() -> dict[str, list[str]]:
    """Entry and functions by clause of section 8.2; a blank node is held by what grows it."""
    held = {}
    for node in GAME.load("standin", None, (), 4).document["cards"]["node"]:
        ops = [op["op"] for effect in node["effects"] for op in effect["do"]]
        ops += [option["op"] for effect in node["effects"] for op in effect["do"] for option in op.get("options", [])
                if isinstance(option, dict)]  # fmt: skip
        names = list(dict.fromkeys(name for op in ops for name in _knowing(op))) or ["growth.py::place_growth"]
        held[node["clause"]] = [f"standin.toml::{node['id']}", *names]
    return held


# ---- sizes ----


def longest_turn() -> tuple[int, ...]:
    """Most actions of N-D2: collections, wills, facilities by worker, lenses by worker, and `end`.

    A worker comes from the lobby or (`worker_source`) from another lens: 1 + lenses ways to a facility, one less to a
    lens.
    """
    return (
        12 + 4, layout.MAX_NODES, len(codes.FACILITIES) * (1 + st.MAX_LENSES), st.MAX_LENSES * st.MAX_LENSES, 1,
    )  # fmt: skip


def sizes() -> str:
    """The line of section 14.3 that says how large things are."""
    return (
        f"- Record sizes: the state has {GAME.state.itemsize:,} bytes ({st.SEAT.itemsize} a seat, {st.MAX_LENSES}"
        f" lenses of {st.LENS.itemsize}, {st.MAX_FRAMES} frames of {st.FRAME.itemsize}, {CORE.itemsize:,} the core that"
        f" every game has), the data {GAME.tables_dtype.itemsize:,}."
    )


def bound() -> str:
    """The line of section 14.3 that says how long a list can be."""
    cards, wills, facilities, lenses, _ = longest_turn()
    build = 1 + 2 * layout.MAX_CARDS
    return (
        f"- Bound of a list: N-D2 lists at most {cards} cards, {wills} wills, {facilities} ways to a facility,"
        f" {lenses} to a lens, and `end`: {sum(longest_turn())} of the {GAME.max_legal} that the game allows for. N-D3"
        f" at most {build}, N-D14 at most {lenses}, the other points at most {st.MAX_OPTIONS} (N-D6 the most:"
        f" 17 × 18 / 2 = 153 ways to fill 16 spaces)."
    )


def measured() -> str:
    """The line of section 14.3 that says how long lists are in games played at random (seed 1)."""
    parts = []
    for n_seats in (2, 3, 4):
        lengths = sorted(longest_of(n_seats, number) for number in range(N_MEASURED))
        mean = sum(lengths) / N_MEASURED
        parts.append(f"{n_seats} players {mean:.1f} on average, {lengths[-1]} at most")
    return f"- Longest list of a game, {N_MEASURED} games each of uniform play: {'; '.join(parts)}."


def longest_of(n_seats: int, number: int) -> int:
    """Longest list of one game played at random."""
    table, n_drawn = driver(), 0
    table.tables, table.n_seats = np.array(loaded(()).tables), n_seats
    legal = table.setup(1, number, tuple((number + seat) % 6 for seat in range(n_seats)))
    while legal:
        legal = table.apply(legal[draw(number, n_drawn, len(legal))])
        n_drawn += 1
    return int(table.state.core.longest_list)


MAP = RulesMap(
    GAME,
    ids=[clause for clause in CLAUSES if re.fullmatch(r"N-[A-Z]\d+", clause) and not clause.startswith("N-D")],
    tests=Path(__file__).parent,
    also=ALSO,
    entries=_of_nodes,
    skipped=("clauses", "features", "tables", "view"),
    lines={"- Record sizes: ": sizes, "- Bound of a list: ": bound, "- Longest list of a game, ": measured},
)

if __name__ == "__main__":
    MAP.rewrite()
