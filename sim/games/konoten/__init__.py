"""konoten: lens building over four school years for two to four players. Rules: RULES.md in this folder."""

from pathlib import Path

from sim.game import GameSpec
from sim.games.konoten.clauses import CLAUSES, COUNTED
from sim.games.konoten.codes import CHARACTERS
from sim.games.konoten.determinize import determinize
from sim.games.konoten.feature_names import FEATURE_NAMES
from sim.games.konoten.features import SCRATCH, features
from sim.games.konoten.flow import apply, setup
from sim.games.konoten.layout import TABLES
from sim.games.konoten.legal import legal_actions
from sim.games.konoten.score import COLUMNS, score
from sim.games.konoten.state import STATE
from sim.games.konoten.tables import labels, load
from sim.games.konoten.view import VIEW

GAME = GameSpec(
    name="konoten",
    title=(
        "この天才科学者が首席になれないとでもいうんですか? "
        "(Are you telling me this genius scientist can't get first place?)"
    ),
    seats=(2, 3, 4),
    default_seats=4,
    characters=CHARACTERS,
    character_titles=(
        "white 白神幽",
        "orange 橙堂アキラ",
        "yellow 黄昏灯純",
        "green 翠川燐名",
        "blue 青野春陽",
        "red 赤嶺ひより",
    ),
    is_character_unique=True,
    state=STATE,
    tables_dtype=TABLES,
    scratch=SCRATCH,
    columns=COLUMNS,
    feature_names=FEATURE_NAMES,
    clauses=CLAUSES,
    counted=COUNTED,
    tie_breaks=("lenses", "lens_cards", "lens_result_sum"),
    end_reasons={1: "scored after the last round", 2: "stopped by the limit of turns"},
    max_legal=768,
    max_decisions=10_000,
    setup=setup,
    legal_actions=legal_actions,
    apply=apply,
    score=score,
    features=features,
    determinize=determinize,
    load=load,
    labels=labels,
    view=VIEW,
    folder=Path(__file__).parent,
    deals="fresh",
    notes_on_data=(
        "The 47 development cards are invented (their kinds and general trends are known); growth sheets, facilities,"
        " tasks and base cards are those of the game as far as they are publicly known. Results about development"
        " cards, and the strength of characters with them, hold for the stand-in pack only."
    ),
)
