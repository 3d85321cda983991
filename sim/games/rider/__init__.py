"""rider: hidden-faction card battle for two to twelve players. Rules: RULES.md in this folder."""

from pathlib import Path

from sim.game import GameSpec
from sim.games.rider.clauses import CLAUSES, COUNTED
from sim.games.rider.columns import COLUMNS
from sim.games.rider.determinize import determinize
from sim.games.rider.feature_names import FEATURE_NAMES
from sim.games.rider.features import SCRATCH, features
from sim.games.rider.flow import apply, legal_actions, setup
from sim.games.rider.layout import TABLES
from sim.games.rider.score import score
from sim.games.rider.state import MAX_OPTIONS, STATE
from sim.games.rider.tables import labels, load
from sim.games.rider.view import VIEW

GAME = GameSpec(
    name="rider",
    title="假面骑士杀 (Kamen Rider Kill)",
    seats=(2, 3, 4, 5, 6, 7, 8, 9, 10),
    more_seats={"rulings.allow_over_10=true": (11, 12)},
    default_seats=5,
    characters=("player",),
    state=STATE,
    tables_dtype=TABLES,
    scratch=SCRATCH,
    columns=COLUMNS,
    feature_names=FEATURE_NAMES,
    clauses=CLAUSES,
    counted=COUNTED,
    end_reasons={
        1: "one faction is left",
        2: "one survivor",
        -2: "stopped after rules.round_cap rounds",
        -3: "stopped with both piles empty",
        -4: "stopped by a fault: too many resolutions at once",
    },
    max_legal=MAX_OPTIONS,
    max_decisions=100_000,
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
    wins="team",
    deals="fresh",
    notes_on_data=(
        "Warriors, skills and factions are invented, and the deck is a reconstruction from public decks; results about"
        " them hold for the stand-in pack only."
    ),
)
