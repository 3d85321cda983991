"""Sentences of a sweep: what each setting moves and by how much, which cells are balanced, what was not played."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.precision import count, points, show
from analysis.ranking import Moves
from analysis.settings import GRID
from analysis.sweep import Sweep
from reports.model import Item, VerdictLine
from reports.words_balance import asks_for_balance, balance_line, changed, equal
from reports.words_groups import listed, p_text
from reports.words_short import named, policies_of, short, span, upper

RULINGS = "rulings."
MARKS = {Moves.YES: "!", Moves.WITHIN: "=", Moves.SAME: "=", Moves.NONE: "?", Moves.OPEN: "?"}
#: Targets that are told on the first screen, before kinds of groups; of lengths the first alone.
FIRST = ("places", "characters", "policies", "ties", "score")
#: Pairing is told of where it saved so many times the games.
WORTH_TELLING = 1.5


def targets(sweep: Sweep) -> list[str]:
    """What is told of, in order: places, characters, ties, score, groups, and the first length."""
    if not len(sweep.frame):
        return []
    pairs = sweep.frame.drop_duplicates("target")[["target", "kind"]]
    kinds = dict(zip(pairs["target"], pairs["kind"], strict=True))
    lengths = [target for target, kind in kinds.items() if kind == "length"]
    others = [
        t for t, kind in kinds.items() if t not in FIRST and kind not in ("length", "unfinished", "score by place")
    ]
    return [t for t in FIRST if t in kinds] + others + lengths[:1]


def amount(row: Any, value: float, is_signed: bool = False) -> str:
    """An effect with its unit, to the digits that its error allows."""
    error = float(row["se"])
    if row["is_share"]:
        return points(value, error, is_signed)
    text = show(value, error, 4 if error > 0 else 2)
    return f"{'+' if is_signed and value > 0 else ''}{text} {row['unit']}".strip()


def title(sweep: Sweep, is_rulings: bool) -> str:
    """The question of the page."""
    game = sweep.manifest.get("title", sweep.manifest.get("game", "sweep"))
    if is_rulings:
        return f"{game}: which rulings matter?"
    paths = [path.name for path in sweep.design.paths]
    names = listed(paths) if len(paths) <= 2 else f"{len(paths)} settings"
    return f"{game}: what changes with {names}?"


def subtitle(sweep: Sweep) -> str:
    """What was played."""
    done = sweep.states[sweep.states["status"] == "done"]
    if not len(done):
        return f"{len(sweep.states)} cells, none of them played to its end."
    n, seats = (span(sorted(set(done[name].astype(int)))) for name in ("n_games", "n_seats"))
    lost = f" ({len(sweep.states) - len(done)} more not played to the end)" if len(done) < len(sweep.states) else ""
    styles = " and, in as many games, ".join(sweep.tables)
    seed = sweep.manifest.get("seed", "-")
    played = f"{len(done)} cells{lost} of {n} games of {seats} players; policies {styles}; seed {seed}"
    return f"{played}. All are compared with cell {sweep.design.base}."


def ranked(sweep: Sweep, at: int, target: str) -> pd.DataFrame:
    """Settings by what they do to a target with a set of policies; an empty frame where nothing is known."""
    frame = sweep.ranking
    return frame[(frame["at"] == at) & (frame["target"] == target)] if len(frame) else frame


def is_moved(sweep: Sweep, at: int, target: str) -> bool:
    """Whether any setting is shown to move a target."""
    rows = ranked(sweep, at, target)
    return len(rows) > 0 and bool(rows["is_sure"].any())


def path_text(sweep: Sweep, path: str) -> str:
    """A path, without `rulings.` where all are rulings."""
    paths = [one.name for one in sweep.design.paths]
    return path.removeprefix(RULINGS) if len(paths) > 1 and all(name.startswith(RULINGS) for name in paths) else path


def verdict_lines(sweep: Sweep) -> tuple[VerdictLine, ...]:
    """A line for each policy table, setting and target; settings that move places first."""
    lines: list[VerdictLine] = []
    if not len(sweep.frame):
        return (VerdictLine("Cells", str(Moves.OPEN), "No cell was played to its end.", "?", "Places", "all cells"),)
    for at in range(len(sweep.tables)):
        style = policies_of(sweep, at)
        lines += [balance_line(sweep, at, style)] if asks_for_balance(sweep, at) else []
        ranking = sweep.ranking[sweep.ranking["at"] == at] if len(sweep.ranking) else sweep.ranking
        shown = [target for target in targets(sweep) if len(ranking) and (ranking["target"] == target).any()]
        order = dict.fromkeys(name for target in shown for name in ranking[ranking["target"] == target]["path"])
        for path in order:
            for target in shown:
                row = ranking[(ranking["target"] == target) & (ranking["path"] == path)]
                if len(row):
                    name = path_text(sweep, str(path))
                    lines.append(_line(sweep, row.iloc[0], f"{name}, {style}" if style else name))
    return tuple(lines)


def _line(sweep: Sweep, row: Any, of: str) -> VerdictLine:
    answer = Moves(row["answer"])
    kind = str(row["target"]).capitalize()
    return VerdictLine(f"{of}: {row['target']}", str(answer), sentence(sweep, row), MARKS[answer], kind, of)


def sentence(sweep: Sweep, row: Any) -> str:
    """What a setting does to a target."""
    answer, high = Moves(row["answer"]), row["high"]
    if answer == Moves.SAME:
        return "Nothing changes: every block is the same at all values."
    most = f"at most {amount(row, high)}" if high != float("inf") else "with too few blocks for a bound"
    if answer == Moves.YES or row["is_sure"]:
        least = f"at least {amount(row, row['low'])}, " if row["low"] > 0 else ""
        less = " That is less than the margin." if answer == Moves.WITHIN else ""
        return f"{_largest(sweep, row)} ({least}{most}).{_slope_text(sweep, row)}{less}"
    seen = f"Largest seen: {_what(row)} {amount(row, row['difference'], True)} at {_at(row)}"
    if answer == Moves.WITHIN:
        return f"No effect found: {most}, within the margin."
    if answer == Moves.NONE:
        return f"No effect found: {most}."
    factor = row["factor"]
    n = float(sweep.states["n_games"].max())
    more = f" About {count(_rounded(factor * n))} games a cell would tell." if factor == factor else ""
    return f"Not shown to move, nor to stay within the margin: {most}. {seen}.{more}"


def _rounded(number: float) -> int:
    digits = max(len(str(int(number))) - 2, 0)
    return int(-(-number // 10**digits) * 10**digits)


def _what(row: Any) -> str:
    return (
        str(row["label"]) if row["target"] not in ("ties", "score") and row["kind"] != "length" else str(row["target"])
    )


def _at(row: Any) -> str:
    return short(str(row["value"]))


def _largest(sweep: Sweep, row: Any) -> str:
    against = "on average over the other settings, " if sweep.design.kind == GRID else ""
    start = short(sweep.path(str(row["path"])).base)
    moved = amount(row, row["difference"], True)
    is_word = row["kind"] in ("place", "ties", "score", "length")  # other names stay as the game writes them
    what = upper(_what(row)) if is_word else _what(row)
    return f"{what} moves most: {against}{moved} at {_at(row)} against {start}"


def _slope_text(sweep: Sweep, row: Any) -> str:
    """How much a step of a numeric path changes what moved most."""
    frame = sweep.slopes
    if not len(frame):
        return ""
    here = (frame["at"] == row["at"]) & (frame["path"] == row["path"]) & (frame["kind"] == row["kind"])
    found = frame[here & (frame["label"] == row["label"])]
    if not len(found) or found["p_holm"].iloc[0] != found["p_holm"].iloc[0]:
        return ""
    slope = found.iloc[0]
    low, high = (amount(slope, slope[name], True).split(" ")[0] for name in ("low", "high"))
    return f" A step of {slope['step']:g} gives {amount(slope, slope['slope'], True)} ({low} to {high}) on average."


def answers(sweep: Sweep) -> tuple[Item, ...]:
    """The first screen."""
    failed = sweep.states[sweep.states["status"] != "done"]
    items = [Item("What matters?", _what_matters(sweep)), Item("What does not?", _what_not(sweep))]
    items += [Item("Where are places equal?", "\n".join(equal(sweep)))] if equal(sweep) else []
    items += [Item("What is missing?", _missing(sweep, failed))] if len(failed) else []
    items += [Item("How sure is that?", _how_sure(sweep)), Item("What is assumed?", _policies(sweep))]
    return (*items, Item("What to do next?", _next(sweep)))


def _main(sweep: Sweep) -> pd.DataFrame:
    return sweep.ranking[sweep.ranking["at"] == 0] if len(sweep.ranking) else sweep.ranking


def _what_matters(sweep: Sweep) -> str:
    """For each target the settings that move it, the strongest first."""
    ranking, lines = _main(sweep), []
    for target in targets(sweep) if len(ranking) else ():
        rows = ranking[(ranking["target"] == target) & (ranking["answer"] == str(Moves.YES))]
        told = [f"{path_text(sweep, row['path'])} ({_amount_of(row)})" for _, row in rows.iterrows()]
        if told:
            lines.append(f"{target.capitalize()}: {named(told)}.")
    if lines:
        return "\n".join(lines)
    return (
        "Nothing can be said: the base cell was not played." if not len(ranking) else "No setting is shown to matter."
    )


def _amount_of(row: Any) -> str:
    what = f"{_what(row)} " if _what(row) != row["target"] and row["kind"] != "length" else ""
    return f"{what}{amount(row, row['difference'], True)}"


def _what_not(sweep: Sweep) -> str:
    ranking, lines = _main(sweep), []
    for target in targets(sweep) if len(ranking) else ():
        rows = ranking[(ranking["target"] == target) & ranking["answer"].isin([str(Moves.WITHIN), str(Moves.SAME)])]
        if len(rows):
            worst = rows.sort_values("high", kind="stable").iloc[-1]
            most = f"at most {amount(worst, worst['high'])}" if worst["high"] > 0 else "not a game differs"
            lines.append(
                f"{target.capitalize()}: {named([path_text(sweep, str(path)) for path in rows['path']])} ({most})."
            )
    return "\n".join(lines) or "Nothing is shown to be without effect."


def _missing(sweep: Sweep, failed: pd.DataFrame) -> str:
    told = []
    for _, row in failed.head(4).iterrows():
        values = changed(sweep, str(row["cell"]))
        told.append(f"{row['cell']} ({values}; {row['status']}: {short(str(row['reason']), 160)})")
    more = f"; and {len(failed) - 4} more, see the table of cells" if len(failed) > 4 else ""
    return f"{'; '.join(told)}{more}."


def _how_sure(sweep: Sweep) -> str:
    states = sweep.states[sweep.states["status"] == "done"]
    if not len(states):
        return "No cell was played to its end."
    n, blocks = (sorted(set(states[name].astype(int))) for name in ("n_games", "n_blocks"))
    apart = states[~states["is_paired"].astype(bool) & (states["cell"] != sweep.design.base)]
    luck = "all on common random numbers" if not len(apart) else f"{len(apart)} of them independent of the base"
    gain = _gain(sweep)
    return (
        f"{len(states)} cells of {span(n)} games in {span(blocks)} blocks with each set of policies, {luck}; "
        f"{sweep.level:g} % intervals.{gain} A setting's lower bound knows that its largest effect was picked; tests "
        "over many settings are corrected (Holm)."
    )


def _gain(sweep: Sweep) -> str:
    """How many times the games independent runs would need, by the median over cells and places."""
    gains = sweep.frame.loc[(sweep.frame["kind"] == "place") & (sweep.frame["at"] == 0), "gain"].dropna()
    if not len(gains) or gains.median() < WORTH_TELLING:
        return ""
    return f" Independent runs would need about {show(float(gains.median()), 1.0, 0)} times the games."


def _policies(sweep: Sweep) -> str:
    return f"Everyone plays as the policies say ({'; '.join(sweep.tables)})." if sweep.tables else "-"


def _next(sweep: Sweep) -> str:
    steps = []
    if (sweep.states["status"] != "done").any():
        steps.append("Play what is missing: the same command with --resume tries failed cells again.")
    ranking = _main(sweep)
    open_ = ranking[(ranking["answer"] == str(Moves.OPEN)) & ranking["factor"].notna()] if len(ranking) else ranking
    if len(open_):
        n = float(sweep.states["n_games"].max()) * float(open_["factor"].max())
        steps.append(f"About {count(_rounded(n))} games a cell should decide what is open.")
    if len(sweep.tables) < 2:
        steps.append("Repeat with a second play style (--policy) before believing it.")
    return " ".join(steps) or "Confirm what you pick on a fresh seed: `fairseat compare` or `fairseat fair`."


def holm_text(p: float) -> str:
    """A p value in a table."""
    return p_text(p).removeprefix("p = ").removeprefix("p ")
