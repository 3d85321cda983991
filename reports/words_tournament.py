"""A tournament in words: verdicts, answers, notes, facts and tables."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from analysis.precision import count, mean_interval, percent, percent_interval, show
from analysis.ratings import FEW_WINS
from analysis.tournament import Tournament
from reports.model import Item, VerdictLine
from reports.words_facts import assumed, block, deals_text, has_cards, of_data
from reports.words_groups import listed
from sim.pairing import ALL_WAYS_SEATS

#: So many rings, open pairs and misfits are named in a sentence.
MAX_NAMED = 5
Row = Any  # of a frame: its columns by name


def ranked(found: Tournament) -> pd.DataFrame:
    """Ratings, strongest first."""
    return found.ratings.sort_values("rating", ascending=False, kind="stable")


def rating_text(row: Row) -> str:
    """`+98 (93 to 103)`."""
    sign = "+" if float(row["rating"]) > 0 else ""
    return sign + mean_interval(row["rating"], row["se"], row["low"], row["high"])


def ranks_text(row: Row) -> str:
    """`1`, or `2 to 4`: the ranks that are possible."""
    low, high = int(row["rank_low"]), int(row["rank_high"])
    return str(low) if low == high else f"{low} to {high}"


def share_of(row: Row) -> str:
    """Share of a pair's first style with its interval."""
    return percent_interval(row["share"], row["se"], row["low"], row["high"])


def seen_from(pairs: pd.DataFrame, policy: str, other: str) -> dict[str, Any]:
    """The row of a pair as its style `policy` sees it."""
    is_first = (pairs["first"] == policy) & (pairs["second"] == other)
    row = dict(pairs[is_first | ((pairs["first"] == other) & (pairs["second"] == policy))].iloc[0])
    if row["first"] == policy:
        return row
    for low, high in (("low", "high"), ("low_all", "high_all")):
        row[low], row[high] = 1 - row[high], 1 - row[low]
    row |= {"first": policy, "second": other, "share": 1 - row["share"], "expected": 1 - row["expected"]}
    return row | {"misfit": -row["misfit"], "score": -row["score"]}


def verdict_lines(found: Tournament) -> tuple[VerdictLine, ...]:
    """Who leads, which pairs are decided, whether one scale does, and rings."""
    lines = [_strongest(found), _pairs(found), _scale(found), _rings(found)]
    if found.ratings["is_thin"].any():
        lines.append(_gaps(found))
    return tuple(lines)


def _line(kind: str, answer: str, mark: str, sentence: str) -> VerdictLine:
    return VerdictLine(kind, answer, sentence, mark, kind)


def _strongest(found: Tournament) -> VerdictLine:
    rows, level = ranked(found), f"{found.level:g} %"
    first, best = rows[rows["rank_low"] == 1], rows[rows["n_ahead"] == len(rows) - 1]
    beats = f" {best['policy'].iloc[0]} surely beats each of the others in their own games." if len(best) else ""
    if len(first) == 1:
        row = first.iloc[0]
        said = f"{row['policy']} is rated {rating_text(row)} and takes {mean_share_text(row)} of the wins on average"
        return _line("Strongest", "clear", "✓", f"{said}; no other can be first at {level}, all judged at once.{beats}")
    named = listed([f"{row['policy']} {rating_text(row)}" for _, row in first.iterrows()])
    return _line(
        "Strongest", "open", "?", f"Each of these can be first at {level}, all judged at once: {named}.{beats}"
    )


def _pairs(found: Tournament) -> VerdictLine:
    pairs, unsure = found.pairs, found.pairs[found.pairs["answer"] == "open"]
    sure = f"{len(pairs) - len(unsure)} of {len(pairs)} pairs surely differ at {found.level:g} %, all judged at once"
    if not len(unsure):
        return _line("Pairs", "all decided", "✓", f"{sure}.")
    named = [f"{row['first']} and {row['second']} ({share_of(row)})" for _, row in unsure.head(MAX_NAMED).iterrows()]
    more = f"; and {len(unsure) - MAX_NAMED} more" if len(unsure) > MAX_NAMED else ""
    return _line("Pairs", "some open", "?", f"{sure}; open: {'; '.join(named)}{more}.")


def _scale(found: Tournament) -> VerdictLine:
    fit = found.fit.iloc[0]
    if math.isnan(fit["p_value"]):
        return _line(
            "One scale", "no test", "?", f"Whether ratings tell all of the matrix is not tested: {fit['method']}."
        )
    p = p_text(fit["p_value"])
    if fit["p_value"] > 1 - found.level / 100:
        return _line("One scale", "holds", "✓", f"The ratings explain the whole matrix within its errors ({p}).")
    pairs = found.pairs.iloc[found.pairs["misfit"].abs().fillna(0).to_numpy().argsort()[::-1][:2]]
    named = [_misfit(row) for _, row in pairs.iterrows()]
    said = f"No single scale explains the matrix ({p}): read pairs in the matrix, not off the ratings. "
    return _line("One scale", "does not hold", "✗", f"{said}Farthest off: {'; '.join(named)}.")


def p_text(p: float) -> str:
    """`p = 0.03`, `p < 0.0001`, or "-"."""
    return "-" if math.isnan(p) else "p < 0.0001" if p < 1e-4 else f"p = {p:.2g}"


def _misfit(row: Row) -> str:
    expected = percent(row["expected"], row["se"])
    return (
        f"{row['first']} against {row['second']}, {percent(row['share'], row['se'])} where the ratings say {expected}"
    )


def _rings(found: Tournament) -> VerdictLine:
    sure = f"with all pairs judged at once at {found.level:g} %"
    if not len(found.cycles):
        return _line("Rings", "none", "✓", f"No style beats another that beats a third that beats the first, {sure}.")
    named = [ring_text(found, text) for text in found.cycles["policies"].head(MAX_NAMED)]
    more = f"; and {len(found.cycles) - MAX_NAMED} more" if len(found.cycles) > MAX_NAMED else ""
    return _line("Rings", f"{len(found.cycles)} found", "✗", f"{'; '.join(named)}{more}: {sure}.")


def ring_text(found: Tournament, text: str) -> str:
    """`a beats b (54.1 %), b beats c (...), c beats a (...)`."""
    ring = text.split(" > ")
    links = []
    for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
        row = seen_from(found.pairs, one, other)
        links.append(f"{one} beats {other} ({percent(row['share'], row['se'])})")
    return ", ".join(links)


def _gaps(found: Tournament) -> VerdictLine:
    """Whose distance to the others the games leave open."""
    rows = ranked(found)
    apart, few = rows[rows["is_thin"] & (rows["group"] > 0)], rows[rows["is_thin"] & (rows["group"] == 0)]
    said = []
    if len(apart):
        groups = [list(map(str, rows[rows["group"] == name]["policy"])) for name in dict.fromkeys(rows["group"])]
        named = " | ".join(listed(group) for group in groups)
        said.append(
            f"Between these no wins went both ways, so games do not bound how far apart they are: {named}. The gaps "
            "shown come from the prior; possible ranks say what is known of the order."
        )
    if len(few):
        said.append(f"{listed(list(map(str, few['policy'])))}: fewer than {FEW_WINS} wins or losses, rated roughly.")
    return _line("Gaps", "not all known", "?", " ".join(said))


def answers(found: Tournament) -> tuple[Item, ...]:
    """The first screen."""
    rows, pairs = ranked(found), found.pairs
    order = ", ".join(f"{row['policy']} {signed(row['rating'], row['se'])}" for _, row in rows.iterrows())
    half = 100 * float(((pairs["high"] - pairs["low"]) / 2).max())
    games = f"{count(pairs['n_games'].iloc[0])} games for each of {pairs_text(found)}"
    worth = "400 points are a factor of ten in wins: who is 100 ahead takes 64 % of the wins per seat, 200 ahead 76 %."
    return (
        Item("Who is strongest?", f"Elo points from the mean, strongest first: {order}."),
        Item("What is a point worth?", worth),
        Item("How sure is that?", f"{games}; shares are known to ±{show(half, half / 10, 2)} pp or better."),
        Item("What is assumed?", of_data(found.manifest)),
    )


def signed(value: float, error: float) -> str:
    """A value with its sign, to the digits that its error allows."""
    text = show(value, error, 2)
    return f"+{text}" if text != "-" and float(text) > 0 else text


def mean_share_text(row: Row) -> str:
    """Mean share of a style; one that blocks agree on is shown to a tenth of a percent."""
    return percent(row["mean_share"], max(row["mean_share_se"], 0.0005))


def pairs_text(found: Tournament) -> str:
    """`15 pairs`, `1 pair`."""
    return "1 pair" if len(found.pairs) == 1 else f"{len(found.pairs)} pairs"


def notes(found: Tournament) -> tuple[str, ...]:
    """What the reader must know."""
    m, n_seats = found.manifest, int(found.manifest["n_seats"])
    said = [
        "A rating holds for these styles against each other: another field, other ratings. A share of a pair does not "
        "depend on who else takes part."
    ]
    said.append(_seats_note(n_seats, len(m.get("characters_in_play") or m["characters"]) > 1))
    if m.get("wins") == "team":
        said.append(
            "Winners win together, each in full, also seats of both styles. A share is that of all wins that went to "
            "a style's seats; of two equal styles it is one half. Comrades of the other style win with one, so "
            "shares lie nearer to one half than those of a game with one winner."
        )
    n_shared = int(found.pairs["n_shared"].sum())
    if n_shared and m.get("wins") != "team":
        part = n_shared / found.pairs["n_games"].sum()
        said.append(
            f"{percent(part, part / 20)} of games were won by seats of both styles; a shared win is split equally."
        )
    unfinished = int(found.pairs["n_unfinished"].sum())
    if unfinished:
        games = "1 game was" if unfinished == 1 else f"{count(unfinished)} games were"
        said.append(f"{games} not finished: nobody wins such a game, and shares are of the others.")
    sees_all = [str(name) for name in m.get("sees_all") or ()]
    said += [f"Sees what is hidden: {listed(sees_all)}."] if sees_all else []
    said += [f"{note[:1].upper()}{note[1:]} (of each policy table)." for note in m.get("plan_notes") or ()]
    return tuple(said)


def _seats_note(n_seats: int, has_characters: bool) -> str:
    where = "in every place and as every character" if has_characters else "in every place"
    if n_seats == 2:
        return f"Both styles play {where} equally often."
    half = f"{n_seats // 2} seats each" if n_seats % 2 == 0 else f"{n_seats // 2} and {n_seats // 2 + 1} seats in turn"
    said = f"In each game two styles hold {half}, {where} equally often"
    if n_seats <= ALL_WAYS_SEATS:
        return f"{said}, with every way of sharing out {'seats and characters' if has_characters else 'seats'}."
    return f"{said}; of the ways of sharing out the participants two are played."


def glossary(found: Tournament) -> tuple[Item, ...]:
    """The words."""
    return (
        Item("share", "Of the wins per seat in the games of two styles, the part that went to the seats of one."),
        Item(
            "rating",
            "Elo points by Bradley and Terry's model of wins per seat; 0 is the mean of the styles, each "
            "weighted by what its games tell of it. Errors are by block.",
        ),
        Item("all judged at once", "Bounds so wide that all of them hold together with the stated level (Bonferroni)."),
        Item("rank", "Possible ranks: whoever is surely rated above is before, whoever is surely below is after."),
        Item("ring", "Styles of which each surely takes more than half from the next, and the last from the first."),
        Item("misfit", "Share of a pair minus the share that the two ratings give."),
        Item("beyond", "What a style wins from a place beyond what the style and the place win on average."),
        block(found.manifest),
        Item(
            "errors from",
            "How blocks differ; or, where there are many, cycles of blocks, in which every style plays every character "
            "equally often.",
        ),
    )


def reproduce(found: Tournament, command: str) -> tuple[Item, ...]:
    """Everything that one needs to get the same numbers; no clock, host or path."""
    m, pairs = found.manifest, found.pairs
    versions = ", ".join(f"{name} {value}" for name, value in sorted((m.get("versions") or {}).items()))
    cards = (
        Item("card pack", str(m.get("pack", "-"))),
        Item("assumed card data", assumed(m)),
        Item("cards digest", str(m.get("cards_digest", "-"))),
    )
    tables = len(m["tables"])
    return (
        Item("command", command),
        Item("seed", str(m.get("seed", "-"))),
        Item("policies", ", ".join(found.policies)),
        Item("games", f"{count(pairs['n_games'].sum())}: {count(pairs['n_games'].iloc[0])} of each pair"),
        Item("blocks", f"{count(m['n_blocks'])} of {m['block_size']} games for each of {tables} policy tables"),
        Item("errors from", found.units),
        Item("deals", deals_text(m)),
        Item("unfinished games", count(pairs["n_unfinished"].sum())),
        Item("rules digest", str(m.get("rules_digest", "-"))),
        *(cards if has_cards(m) else ()),
        Item("policies digest", str(m.get("policies_digest", "-"))),
        Item("source digest", str(m.get("source_digest", "-"))),
        Item("run digest", str(m.get("run_digest", "-"))),
        Item("versions", versions or "-"),
    )
