"""Tables of the report out of the frames of a study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from analysis.leads import BEHIND, CHANGES
from analysis.measures import GAP_LAST, GAP_SECOND
from analysis.precision import count, mean_interval, percent, percent_interval, points, show
from analysis.study import Study
from analysis.ties import ANY
from reports import words_until
from reports.model import Cell, Table
from reports.tables_cards import cards, ids, own
from reports.tables_effects import effect_tests, effects
from reports.tables_groups import credits, flags, groups, teams, times, told
from reports.tables_make import MAX_ROWS, make, number
from reports.tables_playtests import playtests
from reports.words import main_table, policies_met, share_text
from reports.words_cards import difference_text
from reports.words_groups import group_kinds, of_table, p_text, styles_shown

#: More characters than this stand in the order of their win share.
MANY = 8


def tables(study: Study) -> tuple[Table, ...]:
    """All tables of the page, in order; those without rows are left out."""
    table = main_table(study)
    makers: tuple[Callable[[Study, int], Table], ...] = (
        _places,
        _characters,
        playtests,
        *((lambda s, t, at=at: groups(s, t)[at]) for at in range(len(group_kinds(study)))),
        teams,
        _styles,
        _differences,
        _policies,
        effects,
        effect_tests,
        _cells,
        _ties,
        _scores,
        _parts,
        _length,
        told,
        flags,
        times,
        credits,
    )
    made = [maker(study, table) for maker in (*makers, _counts, _leads, _course, _ranks, _ends, cards)]
    made += [*own(study, table), ids(study, table)]
    return tuple(one for one in made if one.rows)


def _share_cells(row: Any) -> tuple[Cell, ...]:
    if not row["n"]:
        none = number(float("nan"), "-")
        return (number(float("nan"), "no games"), none, none, number(0), none)
    effective = row["n_effective"]
    return (
        number(row["share"], share_text(row)),
        number(row["difference"], points(row["difference"], row["se"])),
        number(row["p_holm"], p_text(row["p_holm"]).removeprefix("p = ").removeprefix("p ")),
        number(row["n"]),
        number(effective, "-" if effective != effective else count(effective)),
    )


def _share_table(study: Study, frame: pd.DataFrame, name: str, title: str, caption: str, what: str) -> Table:
    head = (what, f"win share ({study.ask.level:g} %)", "against fair", "p (Holm)", "games", "effective games")
    return Table(name, title, caption, head, make(frame, lambda row: (Cell(row["label"]), *_share_cells(row))))


def _places(study: Study, table: int) -> Table:
    caption = "Who plays first, second, ...: mean win credit of a game by place in turn order."
    caption += words_until.caption(study)
    return _share_table(study, of_table(study.places, table), "places", "Win share by place", caption, "place")


def _characters(study: Study, table: int) -> Table:
    frame = of_table(study.characters_won, table)
    if len(frame) > MANY:
        frame = frame.sort_values("share", ascending=False, kind="stable")
    caption = "Mean win credit of a game in which the character took part, over all places."
    if study.manifest.get("seating") == "balanced":
        caption += " Everyone sits in every place equally often, so the advantage of a place is taken out."
    return _share_table(study, frame, "characters", "Win share by character", caption, "character")


def _policies(study: Study, table: int) -> Table:
    caption = "Mean win credit of a seat by the policy that decided for it."
    return _share_table(study, policies_met(study, table), "policies", "Win share by policy", caption, "policy")


def _cells(study: Study, table: int) -> Table:
    frame = of_table(study.cells, table)
    caption = "Every character in every place. Grey: fewer than 30 games, too few to judge."
    return _share_table(study, frame, "cells", "Win share by place and character", caption, "who, where")


def _styles(study: Study, table: int) -> Table:
    def cells(row: Any) -> tuple[Cell, ...]:
        flags = ["sign changes"] if row["is_flipped"] else []
        flags += ["verdict changes"] if row["is_verdict_changed"] else []
        return (
            Cell(row["label"]),
            Cell(study.tables[int(row["table"])]),
            number(row["share"], share_text(row)),
            number(row["difference"], points(row["difference"], row["se"])),
            Cell(row["verdict"]),
            Cell(", ".join(flags) or "same"),
        )

    head = (
        "who",
        "policies",
        f"win share ({study.ask.level:g} %)",
        "against fair",
        "verdict on all",
        "between policies",
    )
    caption = (
        "Each headline under each set of policies. The verdict is on all of a kind (such as all places) together; "
        "a sign counts where the interval leaves out fair."
    )
    frame = styles_shown(study)
    if len(frame):
        order = {label: at for at, label in enumerate(dict.fromkeys(frame["label"]))}
        frame = frame.assign(_at=frame["label"].map(order)).sort_values(["_at", "table"], kind="stable")
    return Table("styles", "The same under other play styles", caption, head, make(frame, cells))


def _differences(study: Study, table: int) -> Table:
    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(f"{row['first']} minus {row['second']}"),
            number(row["difference"], difference_text(row)),
            number(row["p_holm"], p_text(row["p_holm"]).removeprefix("p = ").removeprefix("p ")),
        )

    frame = of_table(study.differences, table)
    frame = frame[frame["difference"].notna()].head(MAX_ROWS)
    caption = "Paired: both were in the same games. p is corrected over all pairs of a kind."
    return Table("differences", "Pair by pair", caption, ("pair", "difference", "p (Holm)"), make(frame, cells))


def _ties(study: Study, table: int) -> Table:
    frame = of_table(study.ties, table)
    if not len(frame):
        return Table("ties", "", "", (), ())
    ways = sorted({2, *frame[(frame["ways"] != ANY) & (frame["count"] > 0)]["ways"]})
    times = frame.set_index(["kind", "ways"])["count"]

    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(row["kind"]),
            number(row["share"], share_text(row)),
            *(number(times[row["kind"], way]) for way in ways),
            number(row["n"]),
        )

    head = ("tie", f"share of games ({study.ask.level:g} %)", *(f"{way}-way, times" for way in ways), "games")
    caption = "How often the top score is equal, how often it still is after each tie-break, and how often the win is"
    return Table("ties", "Ties", f"{caption} shared in the end.", head, make(frame[frame["ways"] == ANY], cells))


def _measure_cells(row: Any) -> tuple[Cell, ...]:
    mean = number(row["mean"], mean_interval(row["mean"], row["se"], row["low"], row["high"]))
    spread = number(row["sd"], show(row["sd"], row["sd"] / 30))
    quantiles = (
        number(row[q], "-" if row[q] != row[q] else f"{row[q]:g}") for q in ("q05", "q25", "q50", "q75", "q95")
    )
    return (mean, spread, *quantiles, number(row["n"]))


def measure_table(study: Study, frame: pd.DataFrame, name: str, title: str, caption: str) -> Table:
    def cells(row: Any) -> tuple[Cell, ...]:
        whose = {"all games": "", "all seats": ", of a seat"}.get(row["label"], f", {row['label']}")
        what = f"{row['measure']}{whose}"
        return (Cell(what), *_measure_cells(row))

    head = ("what", f"mean ({study.ask.level:g} %)", "SD", "5 %", "25 %", "median", "75 %", "95 %", "number")
    return Table(name, title, caption, head, make(frame, cells))


def _scores(study: Study, table: int) -> Table:
    frame = of_table(study.measures, table)
    frame = frame[frame["measure"].isin(["score", GAP_LAST, GAP_SECOND]) & (frame["n"] > 0)]
    frame = frame.sort_values("group", key=lambda group: group != "all", kind="stable")
    caption = "Finished games only. The gaps compare the top score with the second and the last of the same game."
    return measure_table(study, frame, "scores", "Scores and gaps", caption)


def _length(study: Study, table: int) -> Table:
    frame = of_table(study.measures, table)
    caption = "All games, unfinished ones too. A decision is a point with more than one legal action."
    return measure_table(
        study, frame[frame["measure"].isin(["turns", "decisions"])], "length", "Length of a game", caption
    )


def _parts(study: Study, table: int) -> Table:
    frame = of_table(study.parts, table)
    if not len(frame):
        return Table("parts", "", "", (), ())
    edge = frame[frame["group"] == "edge"].set_index("column")

    def cells(row: Any) -> tuple[Cell, ...]:
        more = edge.loc[row["column"]]
        share = row.get("share_of_score", float("nan"))
        return (
            Cell(row["meaning"] or row["column"]),
            number(row["mean"], mean_interval(row["mean"], row["se"], row["low"], row["high"])),
            number(share, percent(share, 0.01)),
            number(more["mean"], mean_interval(more["mean"], more["se"], more["low"], more["high"])),
        )

    caption = "Mean points of a seat by source, and how much more of them winners have than the others of their game."
    head = ("source", f"mean ({study.ask.level:g} %)", "of the score", "winners minus others")
    return Table("parts", "Where the points come from", caption, head, make(frame[frame["group"] == "all"], cells))


def _leads(study: Study, table: int) -> Table:
    frame = of_table(study.leads, table)
    has_gains = "runaway" in frame

    def share(row: Any, what: str) -> Cell:
        low, high = row[f"{what}_low"], row[f"{what}_high"]
        return number(row[what], percent_interval(row[what], row[f"{what}_se"], low, high))

    def cells(row: Any) -> tuple[Cell, ...]:
        margin = mean_interval(row["margin"], row["margin_se"], row["margin_low"], row["margin_high"])
        gains = [number(row["runaway"], show(row["runaway"], row["runaway_se"], 2))] if has_gains else []
        return (
            number(row["round"], f"round {row['round']:.0f}"),
            number(row["share"], share_text(row)),
            *(share(row, what) for what in ("last", "decided", "changed")),
            number(row["margin"], margin),
            *gains,
            number(row["n"]),
        )

    level, gain = f"({study.ask.level:g} %)", ["who leads gains"] if has_gains else []
    shares = (f"leader wins {level}", f"last wins {level}", "decided", "lead passed on")
    head = ("after", *shares, "ahead of the second", *gain, "games")
    caption = (
        "How early the game is decided. Decided: all who lead from here to the end win. Passed on: none of the leaders "
        "of the round before leads. Who leads gains: correlation of a seat's lead with the points it then gains on the "
        "others; above 0 the rich get richer, below 0 the others catch up. Finished games."
    )
    return Table("leads", "Does the leader win?", caption, head if len(frame) else (), make(frame, cells))


def _course(study: Study, table: int) -> Table:
    frame = of_table(study.measures, table)
    caption = (
        "Finished games, judged after each round and at the end. Deficit: how far the winner was behind whoever led, "
        "at worst; 0 where the winner always led."
    )
    frame = frame[frame["measure"].isin([CHANGES, BEHIND])]
    return measure_table(study, frame, "course", "Changes of the lead and comebacks", caption)


def _ranks(study: Study, table: int) -> Table:
    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(f"round {row['round']:.0f}, rank {row['rank']:.0f}"),
            number(row["share"], share_text(row)),
            number(row["n"]),
        )

    caption = "Win share of a seat by its rank after each round; seats that are level have the same rank."
    head = ("after, rank then", f"win share ({study.ask.level:g} %)", "seats")
    return Table("ranks", "Who wins from which rank?", caption, head, make(of_table(study.lead_ranks, table), cells))


def _ends(study: Study, table: int) -> Table:
    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(row["label"]),
            Cell(study.tables[int(row["table"])]),
            number(row["n"]),
            number(row["share"], percent(row["share"], 0.0001)),
            Cell("yes" if row["is_finished"] else "NO"),
        )

    caption = "How games ended, out of all games of each set of policies. Nobody wins an unfinished game."
    head = ("end", "policies", "games", "share", "finished")
    frame = study.end_reasons.sort_values(
        ["is_finished", "code", "table"], ascending=[False, True, True], kind="stable"
    )
    return Table("ends", "How games end", caption, head, make(frame, cells))


def _counts(study: Study, table: int) -> Table:
    frame = of_table(study.counts, table)
    if not len(frame):
        return Table("counts", "", "", (), ())
    edge = frame[frame["group"] == "edge"].set_index("column")

    def cells(row: Any) -> tuple[Cell, ...]:
        more = edge.loc[row["column"]] if row["column"] in edge.index else None
        gap = "-" if more is None else mean_interval(more["mean"], more["se"], more["low"], more["high"])
        per = "game" if row["group"] == "game" else "seat"
        return (
            Cell(row["meaning"] or row["column"]),
            Cell(f"{row['unit']} per {per}".strip()),
            number(row["mean"], mean_interval(row["mean"], row["se"], row["low"], row["high"])),
            number(float("nan") if more is None else more["mean"], gap),
        )

    head = ("what", "unit", f"mean ({study.ask.level:g} %)", "winners minus others")
    caption = "Everything else that the rows count."
    shown = frame[frame["group"].isin(["all", "game"])]
    return Table("counts", "What happens in a game", caption, head, make(shown, cells))
