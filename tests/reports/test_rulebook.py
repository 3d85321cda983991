"""What rulings ask is told for every ruling of every game that ships, in the words of its RULES.md."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from reports.rulebook import Asked, rulings_of

GAMES = Path(__file__).resolve().parents[2] / "sim" / "games"


@pytest.mark.parametrize("game", ["kaguya", "konoten", "rider"])
def test_every_ruling_is_told(game: str) -> None:
    found = rulings_of(GAMES / game)
    rules = tomllib.loads((GAMES / game / "data" / "rules.toml").read_text(encoding="utf-8"))["rulings"]
    assert list(found) == [f"rulings.{name}" for name in rules]
    for name, default in rules.items():
        asked = found[f"rulings.{name}"]
        value = str(default).lower() if isinstance(default, bool) else default
        assert asked.default == value, name
        assert value in asked.values, name
        assert len(asked.values) > 1, name
        assert asked.why, name
        assert asked.clauses, name
        assert all(len(text) > 5 and "[" not in text[-10:] for _, text in asked.clauses), name


def test_clauses_and_meanings_are_those_of_the_page() -> None:
    kaguya, rider, konoten = (rulings_of(GAMES / game) for game in ("kaguya", "rider", "konoten"))
    source = kaguya["rulings.contest_token_source"]
    assert source.values["stock"].startswith("tokens come from the owner's stock")
    assert [number for number, _ in source.clauses] == ["K-E5"]
    assert source.clauses[0][1].startswith("First rank may put up to 2")
    assert [number for number, _ in rider["rulings.prep_order"].clauses] == ["R-P1", "R-P2", "R-P3", "R-P4"]
    assert "3 VP" in dict(konoten["rulings.green_scope"].clauses)["N-C403"]


def test_a_game_without_a_rulebook_tells_its_values(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    text = '[rules]\nx = 1 # points\n\n[rulings]\nstop = "soon"   # soon | late (at the end)\nlone = true\n'
    (tmp_path / "data" / "rules.toml").write_text(text, encoding="utf-8")
    assert rulings_of(tmp_path) == {"rulings.stop": Asked("soon", {"soon": "", "late": ""})}
    assert rulings_of(tmp_path / "nowhere") == {}
