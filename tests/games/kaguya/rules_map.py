"""Section 15 of RULES.md: the kernel functions that hold each clause, and the tests that name it. And sizes of 14.8.

`python -m tests.games.kaguya.rules_map` writes both into RULES.md anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sim.core import CORE
from sim.games.kaguya import GAME
from sim.games.kaguya import state as st
from sim.games.kaguya.clauses import CLAUSES

from ..kit.rules_map import RulesMap

#: Functions (file::function) that do a clause's work although the note stands elsewhere, or is not needed.
ALSO: Mapping[str, tuple[str, ...]] = {
    "K-S4": ("day.py::_set_up_seat",),
    "K-S5": ("chance.py::deal_decks",),
    "K-S6": ("chance.py::deal_events",),
    "K-S7": ("day.py::_set_up_seat",),
    "K-S8": ("day.py::lay_cards", "day.py::ask_slot"),
    "K-S9": ("day.py::_set_up_seat",),
    "K-P4": ("chance.py::roll_today",),
    "K-P5": ("chance.py::roll_preparation",),
    "K-P9": ("chance.py::reshuffle",),
    "K-T3": ("turn.py::_open_turn",),
    "K-T5": ("legal.py::legal_actions",),
    "K-T7": ("legal.py::has_main",),
    "K-T8": ("turn.py::_is_phase_over",),
    "K-M1": ("legal.py::beating_faces",),
    "K-M2": ("legal.py::beating_faces", "turn.py::run_reservation"),
    "K-M4": ("turn.py::_fetch",),
    "K-M6": ("legal.py::usable_faces", "legal.py::_list_sets"),
    "K-M8": ("effects.py::run_program",),
    "K-M9": ("legal.py::can_run",),
    "K-M10": ("legal.py::_list_places",),
    "K-F1": ("legal.py::_list_free", "pieces.py::own_card"),
    "K-F4": ("legal.py::_list_free",),
    "K-F5": ("legal.py::can_use_ability",),
    "K-F7": ("pieces.py::own_card", "evening.py::_finish"),
    "K-W1": ("placement.py::_slots_match", "placement.py::turn_ponkotsu"),
    "K-W5": ("chance.py::roll_ponkotsu",),
    "K-B3": ("effects.py::_check_bonus", "effects.py::_has_room", "stack.py::collect"),
    "K-B5": ("pieces.py::first_served", "targets.py::next_target"),
    "K-B6": ("ops_people.py::bag_tokens",),
    "K-X2": ("stack.py::ask", "ops_dice.py::lose_die"),
    "K-X4": ("conditions.py::is_payable", "effects.py::_pay_cost"),
    "K-X6": ("ops_dice.py::reachable",),
    "K-X16": ("placement.py::turn_one",),
    "K-E4": ("evening.py::_give_rights", "evening.py::_give_tail_first"),
    "K-E5": ("evening.py::_order_throwers", "evening.py::_ask_throw"),
    "K-E12": ("day.py::ask_slot",),
    "K-N5": ("score.py::_beats", "score.py::_rank"),
    "K-N6": ("score.py::_beats",),
}


def sizes() -> str:
    """The line of section 14.8 that says how large things are."""
    return (
        f"- Record sizes: the state has {GAME.state.itemsize:,} bytes ({st.SEAT.itemsize} a seat, {st.MAX_FRAMES} "
        f"frames of {st.FRAME.itemsize}, {CORE.itemsize:,} the core that every game has), the data "
        f"{GAME.tables_dtype.itemsize:,}. Decision points other than D2 list at most {st.MAX_OPTIONS} options."
    )


MAP = RulesMap(
    GAME,
    ids=[clause for clause in CLAUSES if re.fullmatch(r"K-[A-Z]\d+", clause)],
    tests=Path(__file__).parent,
    also=ALSO,
    lines={"- Record sizes: ": sizes},
)

if __name__ == "__main__":
    MAP.rewrite()
