"""Facts of a sweep in words: what to know before quoting, health, how to get the same numbers, glossary."""

from __future__ import annotations

from analysis.precision import percent
from analysis.settings import GRID, Path
from analysis.sweep import Sweep
from reports.model import Check, Item
from reports.words_facts import assumed, deals_text, has_cards
from reports.words_short import named, short, span

BEST = (
    "The best of many cells looks better than it is. Bands around curves hold for all points at once; single intervals "
    "are for a point that was chosen beforehand. Confirm what you pick on a fresh seed."
)
ONE_BY_ONE = "One setting at a time is changed: what two of them do together was not played."
FAMILIES = (
    "Tests are corrected for all settings of one target and one set of policies, not for the whole page: with several "
    "targets and policies, now and then one of its findings is chance."
)
AVERAGED = "Effects of one setting are means over the values of the others that were played with both of its values."
#: More unfinished games than this are worth a warning.
MOST_UNFINISHED = 0.001


def notes(sweep: Sweep, is_rulings: bool) -> tuple[str, ...]:
    """What the reader must know before quoting a number."""
    lines = [str(sweep.manifest["notes_on_data"])] if sweep.manifest.get("notes_on_data") else []
    lines += [str(note) for note in sweep.manifest.get("data_notes") or ()]
    for why, rows in sweep.states[sweep.states["why_not"] != ""].groupby("why_not", sort=False):
        names = named([str(cell) for cell in rows["cell"]])
        lines.append(f"Not paired with the base ({why}): {names}. Differences there are of independent samples.")
    if any(path.name == "players" for path in sweep.design.paths):
        lines.append("A fair share depends on the number of players: win shares are not ranked by it.")
    if len(sweep.design.paths) > 1:
        lines.append(AVERAGED if sweep.design.kind == GRID else ONE_BY_ONE)
    lines += [FAMILIES, BEST] if len(sweep.design.paths) > 1 else [BEST]
    if is_rulings:
        lines.append("A ruling without an effect here may still matter to people, or with other cards or policies.")
    return tuple(lines)


def checks(sweep: Sweep) -> tuple[Check, ...]:
    """Health of the sweep as a whole."""
    states = sweep.states
    done = states[states["status"] == "done"]
    is_all = len(done) == len(states)
    found = [Check("cells done", f"{len(done)} of {len(states)}", "others failed or ran out of time", is_all)]
    if not len(done):
        return tuple(found)
    found += [check for check in (_unfinished(sweep), _credits(sweep)) if check]
    others = done[done["cell"] != sweep.design.base]
    n_same = int((others["run_digest"] == _base_digest(sweep)).sum())
    told = "another value must change the data"
    found.append(Check("cells differ from the base", f"{len(others) - n_same} of {len(others)}", told, not n_same))
    n_paired = int(done["is_paired"].astype(bool).sum())
    found.append(Check("shared chance", f"{n_paired} of {len(done)} cells", "paired with the base, by block", True))
    found.append(Check("shards verified", f"{len(done)} runs", "sizes and checksums of their files", True))
    return tuple(found)


def _base_digest(sweep: Sweep) -> str:
    found = sweep.states.loc[sweep.states["cell"] == sweep.design.base, "run_digest"]
    return str(found.iloc[0]) if len(found) else ""


def _unfinished(sweep: Sweep) -> Check | None:
    frame = sweep.frame[sweep.frame["kind"] == "unfinished"].sort_values("estimate", kind="stable")
    if not len(frame):
        return None
    worst = frame.iloc[-1]
    share = float(worst["estimate"])
    text = f"at most {percent(share, max(float(worst['se']), 1e-5))} ({worst['cell']})" if share else "none"
    return Check("unfinished games", text, "below 0.1 % in every cell", share < MOST_UNFINISHED)


def _credits(sweep: Sweep) -> Check | None:
    """Of games with single winners: the places' shares and the unfinished games make 1."""
    if sweep.manifest.get("wins", "single") != "single":
        return None
    parts = sweep.frame[sweep.frame["kind"].isin(["place", "unfinished"])]
    off = float((parts.groupby(["at", "cell"])["estimate"].sum() - 1).abs().max())
    text = f"off by {off:.1g} at most" if off > 1e-12 else "exactly"
    return Check("credits add up", text, "win shares of the places and unfinished games make 1", off < 1e-9)


def reproduce(sweep: Sweep, command: str) -> tuple[Item, ...]:
    """Everything that one needs to get the same numbers."""
    m, done = sweep.manifest, sweep.states[sweep.states["status"] == "done"]
    versions = ", ".join(f"{name} {value}" for name, value in sorted((m.get("versions") or {}).items()))
    cards = (Item("card pack", str(m.get("pack", "-"))), Item("assumed card data", assumed(m)))
    n, blocks = (span(sorted(set(done[name].astype(int)))) if len(done) else "0" for name in ("n_games", "n_blocks"))
    digests = ("rules", "cards", "policies", "source", "run")
    return (
        Item("command", command),
        Item("design", f"{sweep.design.kind}: {len(sweep.states)} cells, compared with {sweep.design.base}"),
        Item("varied", "; ".join(_varied(path) for path in sweep.design.paths)),
        Item("seed", str(m.get("seed", "-"))),
        Item("policies", "; ".join(sweep.tables) or "-"),
        Item("games", f"{n} in each cell with each set of policies"),
        Item("blocks", f"{blocks} of {m.get('block_size', '-')} games, {m.get('seating', '-')}"),
        Item("deals", deals_text(m)),
        *(cards if has_cards(m) else ()),
        *(Item(f"{name} digest", str(m.get(f"{name}_digest", "-"))) for name in digests),
        Item("other cells", "these digests are the base's; those of each cell are in tables/states.csv"),
        Item("versions", versions or "-"),
    )


def _varied(path: Path) -> str:
    values = [short(value, 24) for value in path.values]
    some = values if len(values) <= 8 else [*values[:4], "...", values[-1]]
    return f"{path.name} = {', '.join(some)}"


def glossary(sweep: Sweep) -> tuple[Item, ...]:
    """The words of the page."""
    level, margin = f"{sweep.level:g} %", f"{100 * sweep.margin:g} pp"
    sure = f"shown not to be 0, at {level} with all settings tested at once (Holm)"
    return (
        Item("base", "What all cells are compared with: the values that ship, unless the command says otherwise."),
        Item(
            "common random numbers", "Block k has the same deal and luck in every cell: what differs is the setting's."
        ),
        Item("place", "Place in turn order: place 1 is first to play."),
        Item("pp", "Percentage point: the difference between 25 % and 26 % is 1 pp."),
        Item("moves", f"The largest effect of the setting is {sure}."),
        Item("within margin", f"Every effect of the setting is shown to be smaller than {margin} (equivalence)."),
        Item("same games", "Every block came out the same at all values."),
        Item("not shown", "No change is shown; the upper bound says how large one could still be."),
        Item("not enough games", "Neither a change nor that it is within the margin is shown yet."),
        Item("at least", f"Lower {level} bound of a setting's largest effect; it knows that the largest was picked."),
        Item("at most", f"Upper {level} bound of a setting's largest effect."),
        Item("single interval", f"In {level} of sweeps it holds the true value of a point chosen beforehand."),
        Item("band", f"In {level} of sweeps all points of the curve lie in it at once."),
        Item("imbalance", "Root mean square distance of the places from the fair share, without what luck adds."),
    )
