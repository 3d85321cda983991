"""Chart of the course of a game: who wins from which rank after each round."""

from __future__ import annotations

from typing import Any

from analysis.precision import percent
from analysis.study import Study
from reports.draw import Chart
from reports.style import DASHES, INK, MARKERS, SERIES, canvas
from reports.words import share_text
from reports.words_groups import of_table

#: Of more ranks the first, the second and the last are drawn.
MOST_RANKS = 5


def leads(study: Study, table: int) -> Chart | None:
    """Win share by rank after each round."""
    frame = of_table(study.lead_ranks, table)
    if not len(frame):
        return None
    solid = frame[~frame["is_thin"]]
    leaders = of_table(study.leads, table)  # a shared lead is one lead, as in the table
    if not len(solid):
        return None
    ranks = sorted(map(int, solid["rank"].unique()))
    drawn = ranks if len(ranks) <= MOST_RANKS else [ranks[0], ranks[1], ranks[-1]]
    figure = canvas(3.0)
    axes = figure.add_subplot()
    fair = 100 * float(of_table(study.games, table)["fair"].iloc[0])
    axes.axhline(fair, color=INK, lw=1.0, ls=(0, (4, 2)))
    for at, rank in enumerate(drawn):
        part = leaders if rank == 1 else solid[solid["rank"] == rank]
        axes.fill_between(part["round"], 100 * part["low"], 100 * part["high"], color=SERIES[at], alpha=0.15, lw=0)
        look: dict[str, Any] = {"color": SERIES[at], "ls": DASHES[at], "marker": MARKERS[at], "ms": 6, "lw": 1.8}
        axes.plot(part["round"], 100 * part["share"], label=_rank_word(rank, ranks), **look)
    rounds = sorted(frame["round"].unique())
    axes.set_xticks(rounds)
    axes.set_ylim(0, 100)
    axes.set_xlabel("after round")
    axes.set_ylabel("win share, %")
    axes.annotate("fair", (rounds[0], fair), (0, 4), textcoords="offset points", ha="left")
    figure.legend(loc="outside upper left", ncols=5, handlelength=2.6)
    behind = frame[frame["rank"] > 1]
    told = [f"round {row['round']:.0f}, leading: {share_text(row)}" for _, row in leaders.iterrows()]
    told += [f"round {r['round']:.0f}, rank {r['rank']:.0f}: {share_text(r)}" for _, r in behind.iterrows()]
    return Chart("leads", "Does the leader win?", _caption(leaders.iloc[-1]), "; ".join(told), figure)


def _rank_word(rank: int, ranks: list[int]) -> str:
    return "leading" if rank == 1 else "last" if rank == ranks[-1] else {2: "second", 3: "third"}.get(rank, f"{rank}th")


def _caption(end: Any) -> str:
    return (
        "Who wins from which rank after each round; bands are intervals. Lines close to fair mean that nothing is "
        "settled yet; a leader near 100 % means that the rest is play for show. After the last round who leads wins "
        f"{percent(end['share'], end['se'])}."
    )
