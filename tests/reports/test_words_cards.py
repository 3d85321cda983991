"""What tables and charts of bit sets are called, and how their entries are told apart."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pandas as pd

from reports.model import Cell, Report, Row, Table
from reports.page import MOST_ROWS, render
from reports.words_cards import card_names, what_of_cards

COLUMNS = [{"name": "owned", "meaning": "cards owned"}, {"name": "feats", "meaning": "feats done"},
           {"name": "worn_kinds", "meaning": "kinds worn"}]  # fmt: skip


def study() -> Any:
    return SimpleNamespace(manifest={"columns": COLUMNS})


def frame(*pairs: tuple[str, str]) -> pd.DataFrame:
    return pd.DataFrame(pairs, columns=["column", "label"])


def test_entries_of_their_own_need_no_column() -> None:
    both = frame(("feats", "jump"), ("worn_kinds", "hat"))
    assert card_names(both, both) == ["jump", "hat"]
    assert what_of_cards(study(), both) == "Feats done and kinds worn"


def test_one_label_in_two_columns_is_told_by_the_column() -> None:
    both = frame(("owned", "ace"), ("worn_kinds", "ace"), ("owned", "two"))
    assert card_names(both, both) == ["ace (owned)", "ace (worn kinds)", "two"]
    assert what_of_cards(study(), both) == "Cards"


def test_cards_are_called_cards() -> None:
    assert what_of_cards(study(), frame(("owned", "ace"))) == "Cards"


def test_long_tables_start_folded() -> None:
    def table(n_rows: int) -> str:
        styles = Table("styles", "Styles", "", ("who",), (Row((Cell("place 1"),)),) * n_rows)
        return render(Report("", "", "", (), (), (), (styles,), (), (), (), ()))

    assert '<details id="table-styles" open>' in table(MOST_ROWS)
    assert '<details id="table-styles">' in table(MOST_ROWS + 1)
