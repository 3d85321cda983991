"""Tables of what seats are or belong to, which team won, what became of seats, and when."""

from __future__ import annotations

import math
from typing import Any

from analysis.precision import percent, percent_interval, points
from analysis.study import Study
from reports.model import Cell, Table
from reports.tables_make import make, number
from reports.words import share_text
from reports.words_cards import TOO_FEW
from reports.words_games import team_word
from reports.words_groups import group_kinds, group_of, of_table, p_text


def _p(value: float) -> Cell:
    return number(value, p_text(value).removeprefix("p = ").removeprefix("p "))


def _pooled(row: Any) -> Cell:
    half = (row["pooled_high"] - row["pooled_low"]) / 4
    low, high = (points(row[name], half).removesuffix(" pp") for name in ("pooled_low", "pooled_high"))
    text = points(row["pooled"], half)
    return number(row["pooled"], f"{text} ({low} to {high})" if row["pooled"] == row["pooled"] else text)


def groups(study: Study, table: int) -> tuple[Table, ...]:
    """Win shares of each kind of groups, strongest first, those with too few games last and greyed."""
    return tuple(_group(study, kind, table) for kind in group_kinds(study))


def _group(study: Study, kind: str, table: int) -> Table:
    frame = group_of(study, kind, table)
    frame = frame.sort_values(["is_thin", "pooled", "difference"], ascending=[True, False, False], kind="stable")
    flags = [(name, _short(name)) for name in frame.columns if name.startswith("rate_")]
    options = "taken" in frame and frame["taken"].notna().any()

    def cells(row: Any) -> tuple[Cell, ...]:
        solid = not row["is_thin"]
        few = number(float("nan"), "-")
        made = [
            Cell(row["label"]),
            number(row["share"], share_text(row)),
            _pooled(row) if solid else number(float("nan"), TOO_FEW),
            *((_p(row["p_holm"]), _p(row["q_bh"])) if solid else (few, few)),
            number(row["n"]),
        ]
        if options:
            made += [number(row["taken"], percent(row["taken"], 0.01)), _offered(row)]
        return (*made, *(_rate(row, name) for name, _ in flags))

    level = f"{study.ask.level:g} %"
    head = [kind.removesuffix("s"), f"win share ({level})", "pooled difference"]
    head += ["p (Holm)", "q", "seats"]
    head += ["taken", "if offered"] if options else []
    caption = (
        "Win share of the seats of each, all places; ranked by the pooled difference from all seats. "
        "q screens many at once, p (Holm) proves one. Grey and last: fewer than 30 seats or 10 blocks."
    )
    if options:
        caption += (
            " Taken: how often whoever was offered it chose it; if offered: what all of those won, whatever they chose."
        )
    if flags:
        caption += f" Of its seats: {_meanings(study, [name for name, _ in flags])}."
    title, heads = f"Win share by {kind.removesuffix('s')}", (*head, *(short for _, short in flags))
    return Table(f"by-{kind}".replace(" ", "-"), title, caption, heads, make(frame, cells))


def _meanings(study: Study, names: list[str]) -> str:
    """What the short heads of flags stand for."""
    meaning = {c["name"]: c["meaning"] or c["name"] for c in study.manifest["columns"]}
    return ", ".join(f"{_short(name)} ({meaning[name.removeprefix('rate_')]})" for name in names)


def _offered(row: Any) -> Cell:
    return number(row["share_offered"], percent(row["share_offered"], row["se_offered"]))


def _rate(row: Any, name: str) -> Cell:
    """How often a flag of its seats is set; only exactly none has no decimals."""
    rate, n = float(row[name]), max(float(row["n"]), 1.0)
    return number(rate, percent(rate, math.sqrt(max(rate * (1 - rate), 1 / n) / n)) if rate else "0 %")


def _short(name: str) -> str:
    return name.removeprefix("rate_").replace("_", " ")


def teams(study: Study, table: int) -> Table:
    """Which team won, of the games in which it was there and of all."""

    def cells(row: Any) -> tuple[Cell, ...]:
        every = percent_interval(row["share_of_all"], row["se_of_all"], row["low_of_all"], row["high_of_all"])
        first = (Cell(row["label"]), number(row["share_of_all"], every))
        if row["is_outsider"]:
            return (*first, *(number(float("nan"), "-") for _ in range(5)))
        return (
            *first,
            number(row["share"], share_text(row)),
            number(row["difference"], points(row["difference"], row["difference_se"])),
            _p(row["p_holm"]),
            number(row["seats_there"], f"{row['seats_there']:.2f}"),
            number(row["n"]),
        )

    frame = of_table(study.teams, table)
    level = f"{study.ask.level:g} %"
    head = ("winner", f"of all games ({level})", f"where it was there ({level})", "against the mean", "p (Holm)")
    if not len(frame):
        return Table("teams", "", "", (), ())
    word = team_word(str(frame["kind"].iloc[0]))
    caption = (
        f"A {word} can win only where some seat belongs to it, so it is judged by those games, against the mean of the "
        f"{word}s. More seats there, more chances: compare the seats too. Lines with a share of all games alone are "
        "winners that no seat starts as."
    )
    return Table("teams", f"Which {word} wins", caption, (*head, "seats there", "games there"), make(frame, cells))


def flags(study: Study, table: int) -> Table:
    """How often each flag is set, and win shares with and without."""

    def cells(row: Any) -> tuple[Cell, ...]:
        games = percent(row["share_of_games"], row["se_of_games"])
        first = (Cell(row["label"]), number(row["share"], share_text(row)), number(row["share_of_games"], games))
        if not row["n_with"]:
            return (*first, *(number(float("nan"), "-") for _ in range(3)), number(row["n_with"]))
        gap = TOO_FEW if row["is_thin"] else points(row["difference"], row["difference_se"])
        return (
            *first,
            number(row["share_with"], percent(row["share_with"], max(row["se_with"], 1 / row["n_with"]))),
            number(row["share_without"], percent(row["share_without"], max(row["se_without"], 1 / row["n"]))),
            number(row["difference"], gap),
            number(row["n_with"]),
        )

    frame = of_table(study.flags, table)
    level = f"{study.ask.level:g} %"
    head = ("what", f"seats ({level})", "games with any", "win share with", "without", "difference", "seats with")
    caption = "What became of seats in finished games, and how those won. Association, not cause."
    return Table("flags", "What became of seats", caption, head, make(frame, cells))


def times(study: Study, table: int) -> Table:
    """When things happened to seats, and how those seats won."""

    def cells(row: Any) -> tuple[Cell, ...]:
        unit = str(row["unit"]).removesuffix("s")
        when = row["label"] if row["first"] != row["first"] else f"{unit} {row['label']}"
        until = "-" if row["share_until"] != row["share_until"] else percent(row["share_until"], 0.001)
        return (
            Cell(f"{row['meaning']}: {when}"),
            number(row["part"], percent_interval(row["part"], row["part_se"], row["part_low"], row["part_high"])),
            number(row["share_until"], until),
            number(row["share"], share_text(row)),
            number(row["n"]),
        )

    level = f"{study.ask.level:g} %"
    head = ("when", f"seats ({level})", "until then", f"win share of those ({level})", "seats")
    caption = "When it happened to a seat, in finished games, and what such seats won. Association, not cause."
    return Table("times", "When it happens", caption, head, make(of_table(study.times, table), cells))


def credits(study: Study, table: int) -> Table:
    """Another credit by place."""

    def cells(row: Any) -> tuple[Cell, ...]:
        return (
            Cell(row["label"]),
            number(row["share"], percent_interval(row["share"], row["se"], row["low"], row["high"])),
            number(row["difference"], points(row["difference"], row["se"])),
            _p(row["p_holm"]),
            number(row["n"]),
        )

    frame = of_table(study.credits, table)
    if not len(frame):
        return Table("credits", "", "", (), ())
    head = ("place", f"mean ({study.ask.level:g} %)", "against even", "p (Holm)", "games")
    caption = f"The second view on places: {frame['meaning'].iloc[0]}, so a win of many counts less."
    return Table("credits", "Places by shared credit", caption, head, make(frame, cells))


def told(study: Study, table: int) -> Table:
    """Counts whose spread is worth telling."""
    from reports.tables import measure_table

    names = [c["meaning"] or c["name"] for c in study.manifest["columns"] if c.get("is_told_in_full")]
    frame = of_table(study.measures, table)
    frame = frame[frame["measure"].isin(names) & (frame["group"] == "all")]
    caption = "Counts of a game, of all games; of a seat, of finished ones."
    return measure_table(study, frame, "told", "What happens, in full", caption)
