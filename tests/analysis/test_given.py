"""Cards that come with a character are told apart from those that anybody may get."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests
from synthetic import Truth, as_run
from synthetic import rows as rows_of

from analysis.cards import CardSums
from analysis.run import Rows
from analysis.seen import Seen
from analysis.shares import Ask

ALWAYS, ALONE, ANYBODY, NEARLY = 1 << 4, 1 << 5, 1 << 6, 1 << 7


def test_what_one_character_always_or_alone_has_is_given_to_him() -> None:
    truth = Truth(n_blocks=40)
    rows, run = rows_of(truth), as_run(truth)
    who = rows["character"]
    chance = np.random.default_rng(3).random((4, *who.shape))
    owned = np.where((who == 2) | (chance[0] < 0.2), ALWAYS, 0)  # others may have it too
    owned |= np.where((who == 1) & (chance[1] < 0.5), ALONE, 0)
    owned |= np.where(chance[2] < 0.3, ANYBODY, 0)
    owned |= np.where((who == 3) & (chance[3] > 0.01) | (who == 0) & (chance[3] < 0.01), NEARLY, 0)
    sums = CardSums(run, run.column("owned"))
    sums.add(Seen(run, Rows({**rows, "owned": owned}, np.arange(0, who.shape[1], 24))))
    frame = sums.frame(Ask(0.01, 95.0)).set_index("code")
    names = run.characters
    assert frame["given_to"].to_dict() == {4: names[2], 5: names[1], 6: "", 7: ""}
    for family in ([4, 5], [6, 7]):  # what is known to be off helps no other card through
        p = frame.loc[family, "p_value"].to_numpy()
        assert np.isfinite(p).all()
        assert frame.loc[family, "p_holm"].tolist() == list(multipletests(p, method="holm")[1])
        assert frame.loc[family, "q_bh"].tolist() == pytest.approx(multipletests(p, method="fdr_bh")[1])
