"""What pages say of a run, against its rows."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
import synthetic
from synthetic import Truth

from analysis.study import analyse

from . import tables, words
from .tell import Told

TRUTH = Truth(n_blocks=60, place=(1.2, 1, 1, 1), ties=0.1, top_ties=0.1, card_boost=0.3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("told") / "run", TRUTH, Truth(n_blocks=60, seed=2))


@pytest.fixture(scope="module")
def told(folder: Path) -> Told:
    return Told("kaguya", "study", folder, analyse(folder, 0.01, 0.95))


@pytest.fixture(scope="module")
def rows(folder: Path) -> pd.DataFrame:
    frame = pd.concat([pd.read_parquet(file) for file in sorted(folder.glob("games-*.parquet"))])
    return frame[frame["seating"] >= 0]


def share_of_place(rows: pd.DataFrame, table: int, place: int) -> float:
    part = rows[rows["table"] == table]
    return float(
        sum(part[f"win_share_{seat}"][part[f"place_{seat}"] == place].sum() for seat in (1, 2, 3, 4)) / len(part)
    )


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_shares_of_every_policy_are_those_of_the_rows(told: Told, rows: pd.DataFrame) -> None:
    lines = tables.policies_table(told, "places").splitlines()
    assert cells(lines[0]) == ["", *(f"`{name}`" for name in told.policies)]
    for place in (1, 2, 3, 4):
        label, *shown = cells(lines[1 + place])
        assert label == f"place {place}"
        for table, text in enumerate(shown):
            number = text.split(" %")[0]
            assert number == f"{100 * share_of_place(rows, table, place):.{len(number.partition('.')[2])}f}"
    assert cells(lines[-1]) == ["verdict", *(f"**{told.answer('places', name)}**" for name in told.policies)]


def test_numbers_of_players_stand_side_by_side(told: Told) -> None:
    lines = tables.numbers_table({"one": told, "other": told}, "places").splitlines()
    assert cells(lines[0]) == ["", "one", "other"]
    assert [cells(line)[1] == cells(line)[2] for line in lines[2:]] == [True] * 5


def test_a_card_that_one_seat_has_in_every_game_is_left_out(told: Told) -> None:
    frame = told.of("cards", column="owned")
    n_games = told.study.games["n_games"].iloc[0]
    always = frame.index[0]
    shown = tables.cards_table(told, "owned", 2, least=0)
    assert frame["label"].iloc[frame["difference"].argmax()] in shown
    told.study.cards.loc[always, "seats_with"], before = n_games, told.study.cards.loc[always, "seats_with"]
    try:
        assert f"| {frame['label'].iloc[0]} |" not in tables.cards_table(told, "owned", 100, least=0)
    finally:
        told.study.cards.loc[always, "seats_with"] = before


def test_the_strongest_are_the_farthest_from_zero(told: Told) -> None:
    frame = told.of("effects", kind="place")
    first = frame.loc[frame["difference"].abs().idxmax(), "label"]
    assert words.strongest(told, "place", 1).endswith(f"for {first}")
