"""Words for adjusted effects: what the model adds to the win shares, and what it cannot tell."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.interactions import plural
from analysis.precision import count, points
from analysis.study import Study
from reports.model import Item
from reports.words_groups import listed, of_table, p_text

#: A cell of an interaction is no level of its own.
CROSS = " x "
#: The adjusted differences repeat the raw ones where none moves by more than this part of its error.
_SAME = 0.5


def mains(study: Study, table: int) -> pd.DataFrame:
    """Rows of `effects` without interactions."""
    frame = of_table(study.effects, table)
    return frame[~frame["kind"].str.contains(CROSS)] if len(frame) else frame


def tells(study: Study, table: int) -> bool:
    """Whether the model has more to say than the win shares.

    It has where the plan is not balanced, where policies meet, where a kind lies within another (a warrior is then held
    against his faction), and where any adjusted difference is elsewhere than the one that was seen.
    """
    frame = mains(study, table)
    if not len(frame):
        return False
    is_fixed = str(study.manifest.get("seating", "")) == "fixed"
    is_uneven = frame[frame["kind"] == "character"]["n"].nunique() > 1
    is_mixed = bool((frame["kind"] == "policy").any() or (frame["within"] != "").any())
    return is_fixed or is_uneven or is_mixed or not _is_same(moved(study, table))


def is_told(study: Study, table: int) -> bool:
    """Whether the model holds more than one kind of effects: with places alone it is the win shares once more."""
    frame = of_table(study.effects, table)
    return bool(len(frame)) and frame["kind"].nunique() > 1


def _is_same(frame: pd.DataFrame) -> bool:
    """Whether every adjusted difference is the one that was seen, but for a part of its error."""
    return bool((frame["moved"] <= _SAME * frame["difference_se"]).all()) if len(frame) else True


def moved(study: Study, table: int) -> pd.DataFrame:
    """Main rows with enough games, by how far the adjusted difference is from the raw one, farthest first."""
    frame = mains(study, table)
    frame = frame[~frame["is_thin"] & frame["difference"].notna()] if len(frame) else frame
    if not len(frame):
        return frame
    by = (frame["difference"] - frame["raw"]).abs()
    return frame.assign(moved=by).sort_values("moved", ascending=False, kind="stable")


def fit_row(study: Study, table: int) -> Any:
    return of_table(study.effects_fit, table).iloc[0]


def what_it_adds(study: Study, table: int) -> str:
    """One sentence on what the adjusted differences are beside the raw ones."""
    frame = moved(study, table)
    if not len(frame):
        return ""
    kinds = listed([plural(kind) for kind in dict.fromkeys(mains(study, table)["kind"])])
    if _is_same(frame):
        is_fixed = str(study.manifest.get("seating", "")) == "fixed"
        why = ", to less than their error." if is_fixed else ": the plan is balanced."
        return f"A model of {kinds} at once gives the differences that the win shares show{why}"
    clearest = int((frame["moved"] / frame["difference_se"]).to_numpy().argmax())  # not the one of which least is known
    far = frame.iloc[clearest]
    adjusted, raw = (points(far[name], far["difference_se"]) for name in ("difference", "raw"))
    if adjusted == raw:
        return f"A model of {kinds} at once gives the differences that the win shares show, to the digits shown."
    what = "" if far["kind"] == "place" else f"{far['kind']} "
    return (
        f"A model of {kinds} at once moves some differences; most clearly that of {what}{far['label']}, {raw} as seen, "
        f"{adjusted} adjusted."
    )


def alike(study: Study, table: int) -> str:
    """Whether place matters alike for all, in a sentence; empty where it was not asked."""
    tests = of_table(study.effect_tests, table)
    tests = tests[tests["kind"].str.contains(CROSS)] if len(tests) else tests
    found = []
    for _, row in tests.iterrows():
        p = row["p_value"]
        first, second = str(row["kind"]).split(CROSS)
        if p != p:
            found.append(f"Whether {first} matters alike for every {second} takes more blocks to say.")
        elif p < 1 - study.ask.level / 100:
            where = ": see the table by place and character" if (first, second) == ("place", "character") else ""
            found.append(
                f"{_upper(first)} does not matter alike for every {second} ({p_text(p)}){where}; one effect for all is "
                "an average."
            )
        else:
            found.append(f"No sign that {first} matters more for one {second} than for another ({p_text(p)}).")
    return " ".join(found)


def doubts(study: Study, table: int) -> str:
    """What the model leaves out and what is open in it."""
    fit = fit_row(study, table)
    lines = []
    for n, what in ((fit["n_unfinished"], "unfinished"), (fit["n_unwon"], "unwon")):
        if n:
            games = f"1 {what} game is" if n == 1 else f"{count(n)} {what} games are"
            lines.append(f"{games} left out of the model.")
    warnings = str(fit["warnings"] or "") if fit["warnings"] == fit["warnings"] else ""
    return " ".join([*lines, *([warnings] if warnings else [])])


def notes_of_effects(study: Study, table: int) -> list[str]:
    """Lines for the notes: what the model adds where that is more than the shares, and whether place matters alike."""
    warnings = str(fit_row(study, table).get("warnings") or "")
    adds = what_it_adds(study, table) if tells(study, table) else ""
    said = [*([adds] if adds else []), *([more] if (more := alike(study, table)) else [])]
    found = [" ".join(said)] if said else []
    return [*found, *([f"Adjusted effects: {warnings}"] if warnings and len(mains(study, table)) else [])]


def effect_words(study: Study) -> tuple[Item, ...]:
    """The words of the tables of adjusted effects."""
    if not len(study.effects) or study.effects["kind"].nunique() < 2:
        return ()
    return (
        Item(
            "adjusted",
            "From a model that holds place, character, policy and what else seats differ in at once: what one of them "
            "is worth at a table that is otherwise average.",
        ),
        Item("log-odds", "The scale of the model, from the average of a kind: +0.1 is about +2 pp at 25 %."),
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
