"""What an action of konoten set off, as phrases of the line at work: one function for each fact of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sim.games.konoten import codes
from sim.games.konoten.view_line import Cost
from sim.games.konoten.view_names import amount, amounts, listed

if TYPE_CHECKING:
    from sim.games.konoten.view_story import Story

#: Moments of abilities that act by themselves: what is gained next is theirs.
_TRIGGERS = ("once", "round_end", *(when for when in codes.WHENS if when.startswith("on_")))

Entry = Mapping[str, Any]
Record = Mapping[str, Any]


class Memory:
    """What was noted and waits for the fact that it belongs to.

    Attributes
    ----------
    causes
        By seat: why it gains what is noted next; empty = no reason of its own.
    run_causes
        Abilities that add to the VP of the lens that is being run.
    supplied
        By seat: AP of the supply.
    over
        By seat: AP or creativity above the cap.
    run
        Seat and lens that is being run, (0, 0) = none; set when its gains begin.
    is_scored
        Whether the next VP are those of the run.
    stagnation
        By seat: VP for stagnation at the end.
    has_flipped
        By seat: whether it was told that losses become gains.
    """

    def __init__(self, n_seats: int) -> None:
        self.causes = [""] * (n_seats + 1)
        self.run_causes: list[str] = []
        self.supplied = [0] * (n_seats + 1)
        self.over = [0] * (n_seats + 1)
        self.stagnation = [0] * (n_seats + 1)
        self.run = (0, 0)
        self.is_scored = False
        self.has_flipped = [False] * (n_seats + 1)

    def why(self, seat: int) -> str:
        """The cause of a seat in brackets."""
        return f" ({self.causes[seat]})" if self.causes[seat] else ""

    def clear_causes(self) -> None:
        """Nothing that is gained next has a reason of its own."""
        self.causes = [""] * len(self.causes)
        self.run_causes = []

    def forget_caps(self, story: Story, after: Record, but: int = 0) -> None:
        """At the end of a line or record: what nothing else told is lost above a cap, `but` for a seat."""
        for seat, n in enumerate(self.over):
            if seat == but:
                continue
            if n:
                has_full_ap = after["seats"][seat - 1]["ap"] >= story.rules["ap_cap"]
                what = amount(n, "ap" if has_full_ap else "creativity")
                story.line.say(seat, f"loses {what} above the cap{self.why(seat)}")
            self.over[seat] = 0

    def tell_supply(self, story: Story, seat: int, after: Record) -> None:
        """N-R3: what a seat has after the supply."""
        lost = int(story.rules["supply_ap"]) - self.supplied[seat]
        lost_creativity = self.over[seat] - lost
        now = after["seats"][seat - 1]
        self.supplied[seat] = self.over[seat] = 0
        ap = amount(now["ap"], "ap") + (f" ({lost} lost above the cap)" if lost else "")
        creativity = f"{now['creativity']} creativity" + (f" ({lost_creativity} lost)" if lost_creativity else "")
        story.line.say(seat, f"has {ap} and {creativity}")

    def tell_end(self, story: Story, seat: int, after: Record) -> None:
        """N-E3: a seat's stagnation; its nodes follow."""
        story.end_line()
        held, n = after["seats"][seat - 1]["items"]["stagnation"], self.stagnation[seat]
        story.scored = seat
        story.line.say(seat, f"has {story.vp[seat - 1] - n} VP")
        if n:
            story.line.add(seat, "gains" if n > 0 else "loses", [f"{abs(n)} VP ({held} stagnation)"])


def tell_fact(story: Story, entry: Entry, record: Record, is_supply: bool, is_final: bool) -> None:
    """One entry of the log as phrases of the story's line."""
    fact = entry["fact"]
    if fact == "ap" and is_supply and not story.memory.causes[entry["seat"]]:
        story.memory.supplied[entry["seat"]] = entry["n"]
    elif fact == "over_cap":
        story.memory.over[entry["seat"]] += entry["n"]
    elif is_final and fact == "ability":
        _final_ability(story, entry)
    elif is_final and fact == "vp" and not story.memory.is_scored and not story.memory.causes[entry["seat"]]:
        story.vp[entry["seat"] - 1] += entry["n"]
        story.memory.stagnation[entry["seat"]] = entry["n"]
    elif fact in _TELL:
        _TELL[fact](story, entry, record)


def _character(story: Story, seat: int) -> str:
    return str(story.state["seats"][seat - 1]["character"])


def _ability(story: Story, entry: Entry, record: Record) -> None:
    """An ability acts: the cause of what is gained next, or of a lower cost."""
    seat, node = entry["seat"], entry["node"]
    character = _character(story, seat)
    name = story.sheets.name(character, node)
    passive = {op.op for op in story.sheets.ops(character, node, "passive")}
    if passive & {"ap_less", "take_free"}:
        if name not in story.cost.reasons:
            story.cost.reasons.append(name)
    elif story.memory.run[0] == seat and story.sheets.ops(character, node, "on_activate"):
        story.memory.run_causes.append(name)
    elif any(story.sheets.ops(character, node, when) for when in _TRIGGERS):
        story.memory.causes[seat] = name


def _final_ability(story: Story, entry: Entry) -> None:
    """At final scoring an ability acts alone: it is the only cause."""
    seat, node = entry["seat"], entry["node"]
    character = _character(story, seat)
    ops = {op.op for op in story.sheets.ops(character, node)}
    name = story.sheets.name(character, node)
    if "flip_losses" in ops:
        if not story.memory.has_flipped[seat]:
            story.line.say(seat, f"turns losses into gains ({name})")
        story.memory.has_flipped[seat] = True
    elif "set_final_vp" in ops or story.sheets.ops(character, node, "final_add"):
        story.memory.causes[seat] = name


def _vp(story: Story, entry: Entry, record: Record) -> None:
    seat, n = entry["seat"], entry["n"]
    is_run, story.memory.is_scored = story.memory.is_scored, False
    num, den, scope, node = story.sheets.factor(record["state"]["seats"][seat - 1])
    text = _run_vp(story, seat, n) if is_run else amount(abs(n), "vp") + story.memory.why(seat)
    story.line.add(seat, "gains" if n > 0 else "loses", [text])
    story.vp[seat - 1] += n
    if num and n > 0 and (is_run or scope == "all_vp"):
        more = -(-n * num // den) - n
        story.vp[seat - 1] += more
        story.line.add(seat, "gains", [f"{more} VP more ({story.sheets.name(_character(story, seat), node)})"])


def _run_vp(story: Story, seat: int, n: int) -> str:
    """VP of a run: of the lens, and of abilities."""
    lens = _lens(story, story.memory.run[1])
    blades = story.cards.side(lens["right"])["vp"]
    causes = list(dict.fromkeys(story.memory.run_causes))
    if n == blades:
        return amount(n, "vp")
    own = f"{blades} of the lens, {n - blades} by " if blades else ""
    return f"{amount(n, 'vp')} ({own}{listed(causes)})"


def _lens(story: Story, number: int) -> Mapping[str, Any]:
    lens: Mapping[str, Any] = story.state["lenses"][number - 1]
    return lens


def _items(story: Story, entry: Entry, record: Record) -> None:
    if str(record.get("action", "")).startswith("give ") and entry["seat"] != record["seat"]:
        return  # said with the gift
    things = amounts({kind: entry[kind] for kind in codes.MATERIALS})
    why = story.memory.why(entry["seat"])
    if things:
        story.line.add(entry["seat"], "gains", [*things[:-1], things[-1] + why])


def _ap(story: Story, entry: Entry, record: Record) -> None:
    seat = entry["seat"]
    lost, story.memory.over[seat] = story.memory.over[seat], 0
    more = f" ({lost} more lost above the cap)" if lost else ""
    story.line.add(seat, "gains", [amount(entry["n"], "ap") + story.memory.why(seat) + more])


def _pay(story: Story, entry: Entry, record: Record) -> None:
    """A worker stands on a lens (or a final run begins): what the left side and the hub take."""
    seat = entry["seat"]
    paid = amounts({kind: n for kind, n in _left(story, entry["lens"]).items() if kind not in ("lobby", "growth")})
    is_free = "activate" not in record["action"] and "chain" not in record["action"] and not story.takes_pay_base
    story.cost.base = 0 if is_free else int(story.state["lenses"][entry["lens"] - 1]["base"])
    ap: list[str | Cost] = [story.cost] if story.cost.seat == seat else []
    story.line.add(seat, "pays", [*ap, *paid])
    story.memory.run, story.memory.causes[seat] = (0, 0), ""


def _left(story: Story, number: int) -> dict[str, int]:
    lenses = story.state["lenses"]
    return story.cards.side(lenses[number - 1]["left"])


def _gains(story: Story, entry: Entry, record: Record) -> None:
    """N-L7: the right side; creativity is told here, the rest has facts of its own."""
    seat = entry["seat"]
    story.memory.run = (seat, entry["lens"])
    story.memory.clear_causes()
    n = story.cards.side(_lens(story, entry["lens"])["right"])["creativity"]
    lost, story.memory.over[seat] = story.memory.over[seat], 0
    if n > lost:
        story.line.add(seat, "gains", [f"{n - lost} creativity"])
    if lost:
        story.line.say(seat, f"loses {lost} creativity above the cap")


def _scored(story: Story, entry: Entry, record: Record) -> None:
    story.memory.is_scored = entry["n"] != 0
    if entry["n"] == 0:
        story.memory.run = (0, 0)


def _owner(story: Story, entry: Entry, record: Record) -> None:
    story.memory.run = (0, 0)
    story.memory.causes[entry["seat"]] = "as its owner"


def _made(story: Story, entry: Entry, record: Record) -> None:
    lens = next(row for row in record["state"]["lenses"] if row["lens"] == len(story.state["lenses"]) + 1)
    ap = amount(int(story.rules["polish_ap"]), "ap")
    text = f"polishes lens {lens['lens']} for {ap}: {story.cards.lens(lens)}, base {lens['base']}"
    story.line.say(entry["seat"], f"{text} ({story.cards.made_of(lens)})")


def _worker(story: Story, entry: Entry, record: Record) -> None:
    story.line.add(entry["seat"], "gains", ["an acted worker" if entry["is_acted"] else "a new worker"])


def _node(story: Story, entry: Entry, record: Record) -> None:
    story.memory.causes[entry["seat"]] = ""


def _refill(story: Story, entry: Entry, record: Record) -> None:
    story.line.say(0, f"{story.cards(entry['card'])} comes up")


def _no_refill(story: Story, entry: Entry, record: Record) -> None:
    story.line.say(0, "its place stays empty")


def _task(story: Story, entry: Entry, record: Record) -> None:
    n = story.rules[f"task_{entry['task']}"]
    what = f"{n} lenses" if entry["task"] == "lens" else f"{n} {entry['task']}"
    story.line.say(entry["seat"], f"meets the task of {what}")
    story.memory.causes[entry["seat"]] = ""


def _short(story: Story, entry: Entry, record: Record) -> None:
    story.line.say(entry["seat"], f"goes without {entry['n']} that the supply lacks")


def _steal(story: Story, entry: Entry, record: Record) -> None:
    """N-C3: the others hand over what they have of it."""
    taken = []
    for old, new in zip(story.state["seats"], record["state"]["seats"], strict=True):
        lost = {kind: old["items"][kind] - new["items"][kind] for kind in codes.MATERIALS}
        if old["seat"] != entry["seat"] and any(n > 0 for n in lost.values()):
            what = listed(amounts({kind: max(n, 0) for kind, n in lost.items()}))
            taken.append(f"{what} from {story.names[old['seat'] - 1]}")
    story.memory.causes[entry["seat"]] = ""
    story.line.say(entry["seat"], f"takes {', '.join(taken)}" if taken else "finds nothing to take")


def _multiplied(story: Story, entry: Entry, record: Record) -> None:
    seat, n = entry["seat"], entry["n"]
    story.end_line()
    story.line.say(seat, f"has {story.vp[seat - 1]} VP")
    story.scored = seat
    story.vp[seat - 1] += n
    sheet = story.state["seats"][seat - 1]
    name = next(
        (story.sheets.name(sheet["character"], node) for node in sheet["nodes"]
         if any(op.op == "mul_total" for op in story.sheets.ops(sheet["character"], node))),
        "",
    )  # fmt: skip
    story.line.add(seat, "gains" if n >= 0 else "loses", [f"{amount(abs(n), 'vp')} ({name})"])


def _says(words: str) -> Callable[[Story, Entry, Record], None]:
    return lambda story, entry, record: story.line.say(entry["seat"], words)


_TELL: Mapping[str, Callable[[Story, Entry, Record], None]] = {
    "ability": _ability,
    "ap": _ap,
    "empty_stock": _says("has no token in stock to take"),
    "final_lens": _pay,
    "gains": _gains,
    "items": _items,
    "lens": _pay,
    "made": _made,
    "multiplied": _multiplied,
    "no_growth": _says("can grow nothing"),
    "no_refill": _no_refill,
    "node": _node,
    "no_worker": _says("has no token in stock for a worker"),
    "owner": _owner,
    "refill": _refill,
    "scored": _scored,
    "short": _short,
    "steal": _steal,
    "task": _task,
    "vp": _vp,
    "worker": _worker,
}
