"""Actions in the canonical text of RULES.md section 4, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from sim.errors import UserError
from sim.games.konoten import codes

_FORMS = codes.FORMS
_EXAMPLES = "`collect card=12`, `will node=0`, `activate facility=polish worker=lobby`, `persuade lens=4 worker=lobby`"
#: Forms with a lens and the place of the worker that runs it.
_RUNS = ("activate", "persuade", "restart", "will persuade", "will restart")
#: What an alternative of N-D15 is called that gives no material.
_CHOICES = {
    codes.OP_WORKER_ACTED: "worker",
    codes.OP_WORKER_UNACTED: "fresh_worker",
    codes.OP_VP: "vp",
    codes.OP_VP_PER: "vp_each",
    codes.OP_GROW: "growth",
}


def split(action: int) -> tuple[str, int, int]:
    """Form, a and low word of an action code."""
    return _FORMS[action >> 24], action >> 16 & 0xFF, action & 0xFFFF


def action_text(state: Any, tables: Any, action: int) -> str:
    """The canonical text of an action code."""
    form, a, low = split(int(action))
    if form in _RUNS:
        return f"{form} lens={a + 1} worker={_source(low)}"
    if form in ("collect", "will collect"):
        return f"{form} card={int(state['display'][a]) + 1}"
    if form == "will gain":
        return f"{form} {choices(state, tables)[a]}"
    tell = _TEXTS.get(form)
    return tell(a, low) if tell else form


def _source(low: int) -> str:
    return "lobby" if low == 0 else f"lens:{low}"


def _keep(a: int, low: int) -> str:
    return "keep " + " ".join(f"{kind}={low >> 5 * k & 31}" for k, kind in enumerate(codes.MATERIALS))


def _spend(a: int, low: int) -> str:
    places = ("lobby_unacted", "lobby_acted", f"facility:{codes.FACILITIES[low & 3]}", f"lens:{low + 1}")
    return f"spend worker from={places[a]}"


_TEXTS: dict[str, Callable[[int, int], str]] = {
    "supply grow": lambda a, low: f"supply grow node={a}",
    "will": lambda a, low: f"will node={a}",
    "activate facility": lambda a, low: f"activate facility={codes.FACILITIES[a]} worker={_source(low)}",
    "lens add left": lambda a, low: f"lens add card={a + 1} side=left",
    "lens add right": lambda a, low: f"lens add card={a + 1} side=right",
    "lens base": lambda a, low: f"lens base={a}",
    "chain yes": lambda a, low: f"chain yes worker={_source(low)}",
    "keep": _keep,
    "task worker": lambda a, low: f"task {codes.TASKS[a]} worker",
    "task grow": lambda a, low: f"task {codes.TASKS[a]} grow node={low}",
    "grow": lambda a, low: f"grow node={a}",
    "spend growth": lambda a, low: f"spend growth node={a}",
    "spend worker": _spend,
    "convert": lambda a, low: f"convert {codes.MATERIALS[a]}",
    "will pick": lambda a, low: f"will {codes.MATERIALS[a]}={low}",
    "give": lambda a, low: f"give {codes.MATERIALS[a]} to={low + 1}",
    "final lens": lambda a, low: f"final lens={a + 1}",
}


def choices(state: Any, tables: Any) -> list[str]:
    """What the alternatives of the `choose` that is asked now are called: by the first material, or by the gain."""
    op = tables["ops"][int(state["frames"][int(state["depth"]) - 1]["pc"])]
    start, count = int(op["start"]), int(op["count"])
    return [_choice(tables["ops"][place]) for place in range(start, start + count)]


def _choice(op: Any) -> str:
    if int(op["op"]) == codes.OP_GAIN:
        return next(kind for kind, n in zip(codes.MATERIALS, op["items"], strict=True) if n)
    return _CHOICES.get(int(op["op"]), "ap")


# ---- back ----

_MATERIAL = "|".join(codes.MATERIALS)
_N = r"(0|[1-9][0-9]{0,2})"
_WORKER = r"worker=(lobby|lens:[1-9][0-9]?)"
#: A pattern for each group of forms.
_PATTERNS = (
    (rf"(supply grow|will|grow|spend growth) node={_N}", lambda m: (m[1], int(m[2]), 0)),
    (rf"activate facility=({'|'.join(codes.FACILITIES)}) {_WORKER}",
     lambda m: ("activate facility", codes.FACILITIES.index(m[1]), _place(m[2]))),
    (rf"({'|'.join(_RUNS)}) lens={_N} {_WORKER}", lambda m: (m[1], int(m[2]) - 1, _place(m[3]))),
    (rf"lens add card={_N} side=(left|right)", lambda m: (f"lens add {m[2]}", int(m[1]) - 1, 0)),
    (rf"lens base={_N}", lambda m: ("lens base", int(m[1]), 0)),
    (rf"keep light={_N} rainbow={_N} stagnation={_N}",
     lambda m: ("keep", 0, int(m[1]) | int(m[2]) << 5 | int(m[3]) << 10)),
    (rf"task ({'|'.join(codes.TASKS)}) worker", lambda m: ("task worker", codes.TASKS.index(m[1]), 0)),
    (rf"task ({'|'.join(codes.TASKS)}) grow node={_N}", lambda m: ("task grow", codes.TASKS.index(m[1]), int(m[2]))),
    (r"spend worker from=lobby_(unacted|acted)",
     lambda m: ("spend worker", codes.FROM_LOBBY_UNACTED + (m[1] == "acted"), 0)),
    (rf"spend worker from=facility:({'|'.join(codes.FACILITIES)})",
     lambda m: ("spend worker", codes.FROM_FACILITY, codes.FACILITIES.index(m[1]))),
    (rf"spend worker from=lens:{_N}", lambda m: ("spend worker", codes.FROM_LENS, int(m[1]) - 1)),
    (rf"will ({_MATERIAL})={_N}", lambda m: ("will pick", codes.MATERIALS.index(m[1]), int(m[2]))),
    (rf"give ({_MATERIAL}) to={_N}", lambda m: ("give", codes.MATERIALS.index(m[1]), int(m[2]) - 1)),
    (rf"final lens={_N}", lambda m: ("final lens", int(m[1]) - 1, 0)),
)  # fmt: skip
_BARE = ("supply worker", "end", "lens finish", "chain no", "convert none", "give none", "final stop")


def _place(worker: str) -> int:
    return 0 if worker == "lobby" else int(worker.removeprefix("lens:"))


def parse_action(state: Any, tables: Any, text: str) -> int:
    """The action code of a text form; a card that is collected is looked for in the display.

    Raises
    ------
    UserError
        If the text is no action form, or names a card, choice or lens that is not there.
    """
    words = " ".join(text.split())
    form, a, low = _parsed(state, tables, words)
    if not 0 <= a <= 255 or not 0 <= low <= 0x7FFF:
        _refuse(text)
    return _FORMS.index(form) << 24 | a << 16 | low


def _parsed(state: Any, tables: Any, words: str) -> tuple[str, int, int]:
    if words in _BARE:
        return words, 0, 0
    for pattern, read in _PATTERNS:
        if match := re.fullmatch(pattern, words):
            return read(match)
    if match := re.fullmatch(_WORKER_OF_CHAIN, words):
        return "chain yes", int(state["n_lenses"]) - 1, _place(match[1])
    if match := re.fullmatch(rf"(collect|will collect) card={_N}", words):
        return match[1], _in_display(state, words, int(match[2])), 0
    if match := re.fullmatch(rf"convert ({_MATERIAL})", words):
        return "convert", *_pair(state, tables, words, codes.MATERIALS.index(match[1]))
    if match := re.fullmatch(r"will gain (\w+)", words):
        return "will gain", _number_of(choices(state, tables), words, match[1]), 0
    return _refuse(words)


_WORKER_OF_CHAIN = rf"chain yes {_WORKER}"


def _in_display(state: Any, text: str, card: int) -> int:
    shown = [int(code) + 1 for code in state["display"]]
    if card < 1 or card not in shown:
        known = ", ".join(str(number) for number in shown if number)
        raise UserError(f"action {text!r}: card {card} does not lie open; open are {known}.")
    return shown.index(card)


def _pair(state: Any, tables: Any, text: str, source: int) -> tuple[int, int]:
    """The material, and the number of the pair that turns it into something."""
    op = tables["ops"][int(state["frames"][int(state["depth"]) - 1]["pc"])]
    for number in range(int(op["n_pairs"])):
        if int(op["pairs"][number, 0]) == source:
            return source, number
    raise UserError(f"action {text!r}: nothing turns {codes.MATERIALS[source]} into something here.")


def _number_of(known: list[str], text: str, name: str) -> int:
    if name not in known:
        raise UserError(f"action {text!r}: there is no choice {name!r}; there are {', '.join(known)}.")
    return known.index(name)


def _refuse(text: str) -> NoReturn:
    raise UserError(f"action {text!r} is not known; write it as {_EXAMPLES}.")
