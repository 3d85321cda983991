"""Sentences: verdicts, the answers of the first screen, what to know before quoting a number, the words."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from analysis.health import unfinished_text
from analysis.precision import count, percent, percent_interval, points
from analysis.study import Study
from analysis.verdict import MIN_BLOCKS, Answer, Verdict
from reports import words_playtests, words_until
from reports.model import Item, VerdictLine
from reports.words_effects import effect_words, notes_of_effects
from reports.words_facts import block, worth_text
from reports.words_games import course
from reports.words_groups import (
    group_kinds,
    group_of,
    group_words,
    has_judged,
    judged,
    listed,
    named,
    next_of_groups,
    of_table,
    p_text,
    q_word,
    spread_text,
    with_games,
)

KINDS = (("policies", "policies_won"), ("places", "places"), ("characters", "characters_won"))
#: So many places or characters are named in a sentence; the tables have them all.
MOST_NAMED = 4
#: What is said of policies that meet in one table; they need not be equal, so no margin judges them.
TOLD_APART, NOT_TOLD_APART = "told apart", "not told apart"
MARKS = {Answer.BALANCED: "=", Answer.UNBALANCED: "!", Answer.UNDECIDED: "?"}

ASSOCIATION = "Winners had the card more often; that it made them win is not shown."


def main_table(study: Study) -> int:
    """The policy table of the headline: the first one played."""
    return int(study.games["table"].iloc[0])


def margin_text(study: Study) -> str:
    return f"{100 * study.ask.margin:g} pp"


def share_text(row: Any) -> str:
    """`26.1 % (25.9 to 26.3)` of a row of shares."""
    return percent_interval(row["share"], row["se"], row["low"], row["high"])


def frame_of(study: Study, kind: str, table: int) -> pd.DataFrame:
    if kind == "policies":
        return policies_met(study, table)
    if kind not in dict(KINDS):
        return group_of(study, kind, table)
    frame: pd.DataFrame = getattr(study, dict(KINDS)[kind])
    return of_table(with_games(frame), table)


def verdict_lines(study: Study) -> tuple[VerdictLine, ...]:
    """For each policy table, in order: which policy wins how much, where several meet; then one line a kind."""
    lines = []
    for table in map(int, study.games["table"]):
        style = f"policies {study.tables[table]}" if len(study.games) > 1 else ""
        of = f", {style}" if style else ""
        if len(met := policies_met(study, table)):
            answer, mark = (TOLD_APART, ">") if len(_ahead(study, met)) else (NOT_TOLD_APART, "?")
            lines.append(VerdictLine("Policies" + of, answer, _policies_sentence(met), mark, "Policies", style))
        for (at, kind), verdict in study.verdicts.items():
            if at == table:
                sentence = _verdict_sentence(study, kind, table, verdict)
                name, mark = kind.capitalize(), MARKS[verdict.answer]
                lines.append(VerdictLine(name + of, str(verdict.answer), sentence, mark, name, style))
    return tuple(lines)


def policies_met(study: Study, table: int) -> pd.DataFrame:
    """Win shares of the policies of a table, best first; empty unless several meet there."""
    frame = of_table(study.policies_won, table)
    return frame.sort_values("share", ascending=False, kind="stable") if len(frame) > 1 else frame.iloc[:0]


def _policies_sentence(met: pd.DataFrame) -> str:
    told = [f"{row['label']} wins {share_text(row)}" for _, row in met.iterrows()]
    return f"Of a seat's games, {listed(told)}; fair is {percent(float(met['fair'].iloc[0]), 0.003)}."


def _more_games(study: Study, kind: str, table: int, verdict: Verdict) -> str:
    games = study.games.loc[study.games["table"] == table, "n_blocks"]
    if int(games.iloc[0]) < MIN_BLOCKS:
        return f"A verdict needs {MIN_BLOCKS} blocks: play about {count(verdict.more_games or 0)} more games."
    if kind == "places" and words_until.stops(study):
        return words_until.verdict_open(study, table, verdict, of_table(study.places, table))
    if verdict.more_games is None:
        why = "the estimate lies near the edge of the margin, or nothing varied"
        return f"No sensible number of games would settle it: {why}."
    return f"About {count(verdict.more_games)} more games would settle it, if the estimates are true."


def _verdict_sentence(study: Study, kind: str, table: int, verdict: Verdict) -> str:
    frame = frame_of(study, kind, table)
    fair, margin = float(frame["fair"].iloc[0]), margin_text(study)
    if verdict.answer == Answer.BALANCED:
        if kind == "places" and words_until.stops(study):
            return words_until.verdict_balanced(study, percent(fair, 0.003), margin)
        level = 2 * study.ask.level - 100
        thin = int(frame["is_thin"].sum()) if kind in group_kinds(study) else 0
        more = f" Not judged, as they have too few games: {count(thin)} of {count(len(frame))}." if thin else ""
        return f"Every {level:g} % interval lies within {margin} of the fair {percent(fair, 0.003)}.{more}"
    labels = _labels(study, kind, frame)
    if verdict.answer == Answer.UNBALANCED:
        off = [i for i in verdict.off if i in labels.index]
        if kind not in dict(KINDS):
            off.sort(key=lambda i: -abs(labels[_ranked_by(labels)][i]))
        found = [off_text(labels.loc[i]) for i in off[:MOST_NAMED]]
        more = f"; and {len(verdict.off) - MOST_NAMED} more" if len(verdict.off) > MOST_NAMED else ""
        sure = f"even with all {kind} judged at once, at {study.ask.level:g} %"
        told = "; ".join(found)
        told = told if kind in group_kinds(study) else _upper(told)  # names out of the game's data stay as written
        return f"{told}{more}. That is beyond the margin of {margin}, {sure}."
    worst = labels.loc[verdict.worst] if verdict.worst in labels.index else frame.iloc[0]
    games = _more_games(study, kind, table, verdict)
    return f"Farthest from fair: {off_text(worst)}; the margin is {margin}. {games}"


def _labels(study: Study, kind: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Rows indexed by the code that verdicts use (characters that never played have no row)."""
    if kind == "places" or kind not in dict(KINDS):
        return frame
    codes = {name: code for code, name in enumerate(study.characters)}
    return frame.set_axis([codes[name] for name in frame["label"]], axis=0)


def off_text(row: Any) -> str:
    if row["difference"] == 0:
        return f"{row['label']} wins {share_text(row)}, just what is fair"
    side = "above" if row["difference"] > 0 else "below"
    gap = points(abs(row["difference"]), row["difference_se"], is_signed=False)
    return f"{row['label']} wins {share_text(row)}, {gap} {side} fair"


def _upper(text: str) -> str:
    """A sentence with a capital; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def _grouped(text: str) -> str:
    """A sentence of the engine with its numbers as the report writes them: 100,008; and of one game."""
    text = re.sub(r"^1 games\b", "1 game", text)
    return re.sub(r"\b\d{4,}\b", lambda found: f"{int(found[0]):,}", text)


def answers(study: Study) -> tuple[Item, ...]:
    """The questions of the first screen; a line of its own for each kind of who may be ahead."""
    table = main_table(study)
    return (
        Item("Who is ahead?", _who(study, table)),
        Item("By how much?", _how_much(study, table)),
        Item("How sure is that?", _how_sure(study, table)),
        *words_playtests.agreement(study, table),
        Item("What is assumed?", _policies(study, table)),
        Item("How do games go?", course(study, table)),
        Item("What to do next?", _next(study, table)),
    )


def _leaders(study: Study, table: int) -> list[tuple[str, pd.DataFrame]]:
    """For each kind the rows that are clearly above fair, farthest first."""
    frames = {kind: frame_of(study, kind, table) for kind in [*dict(KINDS), *group_kinds(study)]}
    return [(kind, _ahead(study, frame)) for kind, frame in frames.items() if len(frame)]


def _ahead(study: Study, frame: pd.DataFrame) -> pd.DataFrame:
    """Rows that are clearly above fair (Holm over all rows), farthest first."""
    clear = frame[(frame["p_holm"] < 1 - study.ask.level / 100) & (frame["difference"] > 0)]
    return clear.sort_values(_ranked_by(clear), ascending=False, kind="stable")


def _ranked_by(frame: pd.DataFrame) -> str:
    """What ranks the rows: of many groups the pooled difference, so that few games make no extreme."""
    return "pooled" if "pooled" in frame else "difference"


def _who(study: Study, table: int) -> str:
    sentences = []
    for kind, ahead in _leaders(study, table):
        if not has_judged(study, kind, table):
            sentences.append(f"Of {kind}, none has enough games to be judged.")
        elif not len(ahead):
            sentences.append(f"Among {kind}, nobody is clearly ahead.")
        else:
            verdict = study.verdicts.get((table, kind))
            is_small = verdict is not None and verdict.answer == Answer.BALANCED
            by = f", by less than the margin of {margin_text(study)}" if is_small else ""
            names = [str(label) for label in ahead["label"]]
            if len(names) > MOST_NAMED:
                names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
            sentences.append(f"Among {kind}, {listed(names)} {'is' if len(names) == 1 else 'are'} ahead{by}.")
    return "\n".join(sentences)


def _how_much(study: Study, table: int) -> str:
    """Who is ahead and who is farthest behind, with intervals; where nobody is ahead, who is farthest from fair."""
    sentences = []
    for kind, ahead in _leaders(study, table):
        if not has_judged(study, kind, table):
            continue
        frame = judged(frame_of(study, kind, table))
        if not len(ahead):
            row = frame.iloc[int(frame["difference"].abs().argmax())]
            sentences.append(f"Farthest from fair among {kind}: {off_text(row)}.")
            continue
        last = frame.sort_values(_ranked_by(frame), kind="stable").iloc[0]
        told = [off_text(row) for _, row in ahead.head(MOST_NAMED - 1).iterrows()]
        sentence = "; ".join([*told, f"last is {last['label']} with {share_text(last)}"]) + "."
        # a policy's name stays as written, and so does what the game's data name
        sentences.append(_upper(sentence) if kind in ("places", "characters") else sentence)
    sentences += [text for kind in group_kinds(study) if (text := spread_text(study, kind, table))]
    return "\n".join(sentences)


def _how_sure(study: Study, table: int) -> str:
    games = of_table(study.games, table).iloc[0]
    tests = of_table(study.tests, table)
    tested = "; ".join(
        f"{str(row['question']).removeprefix('equal ')} {p_text(row['p_value'])}"
        for _, row in tests.iterrows()
        if row["p_value"] == row["p_value"]
    )
    blocks = "one block" if games["n_blocks"] == 1 else f"{count(games['n_blocks'])} blocks"
    sentence = f"{count(games['n_games'])} games in {blocks}; {study.ask.level:g} % intervals."
    sentence += worth_text(study, table)
    spreads = of_table(study.group_tests, table)
    more = [f"{r['kind']} {p_text(r['p_value'])}" for _, r in spreads.iterrows() if r["p_value"] == r["p_value"]]
    tested = "; ".join([*([tested] if tested else []), *more])
    tests_text = f" Tests that all are equal: {tested}." if tested else ""
    failed = study.health[~study.health["is_ok"]]
    named = " ({})" if len(study.games) > 1 else ""
    bad = [row["check"] + named.format(study.tables[int(row["table"])]) for _, row in failed.iterrows()]
    warn = f" Run health fails: {', '.join(bad)}; read it first." if bad else " Run health is sound."
    return sentence + tests_text + warn


def tables_text(names: list[str]) -> str:
    """Policy tables in a row; semicolons where one of them is a list itself."""
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def _policies(study: Study, table: int) -> str:
    others = [study.tables[int(t)] for t in study.games["table"] if int(t) != table]
    compared = f"; also played with {tables_text(others)}" if others else "; no other play style was tried"
    return f"Everyone plays as the policies say (here {study.tables[table]}{compared})."


def _next(study: Study, table: int) -> str:
    verdicts = {kind: verdict for (at, kind), verdict in study.verdicts.items() if at == table}
    steps = []
    more = [v.more_games for v in verdicts.values() if v.answer == Answer.UNDECIDED and v.more_games]
    if more:
        total = int(of_table(study.games, table)["n_games"].iloc[0]) + max(more)
        how = "with a smaller --until: " if words_until.stops(study) and words_until.is_precise(study) else ""
        steps.append(f"Play on: {how}about {count(total)} games in all should decide what is open.")
    if any(v.answer == Answer.UNDECIDED and not v.more_games for v in verdicts.values()):
        steps.append(
            "What is open lies near the edge of the margin: more games may not settle it, another margin would."
        )
    if verdicts["places"].answer == Answer.UNBALANCED:
        weakest = 1 + int(frame_of(study, "places", table)["difference"].argmin())
        rules = (study.manifest.get("document") or {}).get("rules") or {}
        how = f": `--set rules.handicap.{weakest}=N`" if "handicap" in rules else ""
        steps.append(f"Give place {weakest}, the weakest, a head start and play the same seed again{how}.")
    if "characters" in verdicts and verdicts["characters"].answer == Answer.UNBALANCED:
        frame = frame_of(study, "characters", table)
        strongest = frame.iloc[int(frame["difference"].argmax())]["label"]
        steps.append(f"Weaken a card of {strongest}, the strongest, and play again: `--cards FILE`.")
    for kind in group_kinds(study):
        if kind in verdicts and verdicts[kind].answer == Answer.UNBALANCED:
            steps.append(next_of_groups(study, kind, table))
    if len(study.games) < 2:
        steps.append("Repeat with a second play style (--policy) before believing it.")
    elif len(study.sensitivity) and bool(study.sensitivity["is_flipped"].any()):
        flipped = list(dict.fromkeys(study.sensitivity[study.sensitivity["is_flipped"]]["label"]))
        steps.append(
            f"Between play styles the sign changes for {named(flipped)}: find out which style is like your players."
        )
    return " ".join(steps) or "Nothing is open at this margin; a smaller --margin asks a harder question."


def notes(study: Study) -> tuple[str, ...]:
    """What the reader must know before quoting a number."""
    lines = [str(study.manifest["notes_on_data"])] if study.manifest.get("notes_on_data") else []
    lines += [str(note) for note in study.manifest.get("data_notes") or ()]
    lines += [f"{_upper(_grouped(str(note)))}." for note in study.manifest.get("plan_notes") or ()]
    if study.manifest.get("sees_all"):
        lines.append(
            f"{', '.join(map(str, study.manifest['sees_all']))} plays on the true state, hidden cards and chance to "
            "come included (sees_all = True): no person at the table could play like that."
        )
    lines += words_until.notes(study)
    lines += [_unfinished_note(study, row) for _, row in study.games.iterrows() if row["n_unfinished"]]
    lines += [_idle_note(study, idle) for idle in [_idle(study)] if idle]
    if len(study.sensitivity):
        lines.append(_sensitivity_note(study))
    else:
        lines.append("One set of policies was played: conclusions hold for it, and may not for other players.")
    effects = notes_of_effects(study, main_table(study))
    return (*lines, *effects, *words_playtests.notes(study), *study.absent)


def _idle(study: Study) -> list[str]:
    """Characters without a game under any policies."""
    if not len(study.characters_won):
        return []
    n = study.characters_won.groupby("label", sort=False)["n"].sum()
    return [str(label) for label in n.index[n == 0]]


def _idle_note(study: Study, idle: list[str]) -> str:
    names = listed(idle) if len(idle) <= MOST_NAMED else listed([*idle[: MOST_NAMED - 1], f"{len(idle) - 3} more"])
    verb, why = ("has", "it was") if len(idle) == 1 else ("have", "they were")
    return f"{names} {verb} no games: {why} not in play here. Nothing is said of {'it' if len(idle) == 1 else 'them'}."


def _unfinished_note(study: Study, games: Any) -> str:
    table, n = int(games["table"]), games["n_unfinished"]
    how = unfinished_text(of_table(study.end_reasons, table))
    kept = "game with policies {} is kept" if n == 1 else "games with policies {} are kept"
    return (
        f"{count(n)} unfinished {kept.format(study.tables[table])} "
        f"({100 * n / games['n_games']:.3f} % of {count(games['n_games'])}: {how}). Unfinished games count in every "
        "denominator of win shares, ties and length, and give nobody a win; scores are of finished games."
    )


def _sensitivity_note(study: Study) -> str:
    frame = study.sensitivity
    flipped = list(dict.fromkeys(frame[frame["is_flipped"]]["label"]))
    changed = list(dict.fromkeys(frame[frame["is_verdict_changed"]]["kind"]))
    if not flipped and not changed:
        return "No headline changes its sign, and no verdict changes, between the policies played."
    parts = [f"the sign changes for {named(flipped)}"] if flipped else []
    parts += [f"the verdict on {' and on '.join(changed)} changes"] if changed else []
    return f"Between the policies played, {'; '.join(parts)}. See the table of play styles."


def _credit(study: Study) -> str:
    if study.manifest.get("wins") == "team":
        return "1 for each member of a winning team"
    return "1 for a win, 1/k for a win shared by k"


def glossary(study: Study) -> tuple[Item, ...]:
    """The words of the report."""
    level = f"{study.ask.level:g} %"
    return (
        Item("place", "Place in turn order: place 1 is first to play."),
        Item("win share", f"Mean win credit of a game: {_credit(study)}; unfinished games give 0."),
        Item("fair", "The win share if all were equal: the mean of all seats."),
        Item("pp", "Percentage point: the difference between 25 % and 26 % is 1 pp."),
        block(study.manifest),
        Item("interval", f"In {level} of studies like this one, such an interval holds the true value."),
        Item("effective games", "The number of independent games that would be as precise."),
        Item("design effect", "Variance from block means over the variance of as many independent games."),
        Item("balanced", f"All win shares are shown to lie within {margin_text(study)} of fair (equivalence test)."),
        Item("unbalanced", f"Some win share is shown to lie more than {margin_text(study)} from fair."),
        Item("not enough games", "Neither is shown yet."),
        Item("Holm", "Correction for judging many at once: the chance of any false alarm stays as stated."),
        *words_until.glossary(study),
        *effect_words(study),
        *([q_word()] if len(study.groups) or len(study.cards) or len(study.own) else ()),
        *(group_words() if len(study.groups) else ()),
        *words_playtests.words(study),
        *([Item("association", ASSOCIATION)] if len(study.cards) or len(study.own) else []),
    )
