"""kaguya: a dice-placement game for four players over five days. Rules: RULES.md in this folder."""

from pathlib import Path

from sim.game import GameSpec
from sim.games.kaguya.clauses import CLAUSES, COUNTED
from sim.games.kaguya.codes import CHARACTER_TITLES, CHARACTERS
from sim.games.kaguya.determinize import determinize
from sim.games.kaguya.features import FEATURES, SCRATCH, features
from sim.games.kaguya.flow import apply, setup
from sim.games.kaguya.layout import TABLES
from sim.games.kaguya.legal import legal_actions
from sim.games.kaguya.score import COLUMNS, score
from sim.games.kaguya.state import STATE
from sim.games.kaguya.tables import labels, load
from sim.games.kaguya.view import VIEW

GAME = GameSpec(
    name="kaguya",
    title="かぐや様は告らせたい〜天才たちの賽子激闘戦〜 (Kaguya-sama: the geniuses' dice battle)",
    seats=(4,),
    default_seats=4,
    characters=CHARACTERS,
    character_titles=CHARACTER_TITLES,
    is_character_unique=True,
    state=STATE,
    tables_dtype=TABLES,
    scratch=SCRATCH,
    columns=COLUMNS,
    feature_names=FEATURES,
    clauses=CLAUSES,
    counted=COUNTED,
    tie_breaks=("event_cards",),
    end_reasons={1: "scored after Friday"},
    max_legal=2048,
    max_decisions=20_000,
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
        "The wording of the cards, the four abilities and three of the four activity bonuses are not publicly known: "
        "those of the stand-in pack are invented. Results about slots, ponkotsu, contest, reservations and turn order "
        "hold for the rulebook's skeleton; results about characters and cards describe the stand-in pack only."
    ),
)
