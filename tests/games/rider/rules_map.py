"""Section 15.1 of RULES.md: for each clause the kernel functions and the tests that name it.

`python -m tests.games.rider.rules_map` writes it into RULES.md anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sim.games.rider import GAME

from ..kit.rules_map import RulesMap

#: Functions (file::function) that do a clause's work although the note stands elsewhere, or is not needed.
ALSO: Mapping[str, tuple[str, ...]] = {
    "R-S1": ("stack.py::next_of", "flow.py::next_turn"),
    "R-S7": ("zones.py::discard",),
    "R-F1": ("factions.py::printed_faction",),
    "R-F5": ("factions.py::fresh_villain",),
    "R-F6": ("people.py::same_faction", "people.py::diff_faction"),
    "R-F7": ("people.py::same_faction", "people.py::diff_faction"),
    "R-V4": ("factions.py::is_open",),
    "R-H1": ("damage.py::fall",),
    "R-W1": ("turn.py::ask_reveal", "skills.py::take_skill"),
    "R-L1": ("zones.py::slot_of", "zones.py::equip"),
    "R-N1": ("space.py::distance",),
    "R-Z1": ("stack.py::push", "flow.py::run_frame"),
    "R-Z5": ("use.py::move_cards", "respond.py::play", "zones.py::discard_hand"),
    "R-I1": ("rows.py::do_row",),
}


def ids() -> list[str]:
    """The clauses of section 2, in its order."""
    text = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    section = text.partition("## 2. Clauses")[2].partition("\n## 3. ")[0]
    return re.findall(r"\*\*(R-[A-Z]\d+)\*\*", section)


MAP = RulesMap(
    GAME, ids=ids(), tests=Path(__file__).parent, also=ALSO, skipped=("clauses", "features", "tables", "view.py", "view_"),
)  # fmt: skip

if __name__ == "__main__":
    MAP.rewrite()
