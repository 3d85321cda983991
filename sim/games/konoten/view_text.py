"""Actions in the canonical text of RULES.md section 4, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.errors import UserError
from sim.games.konoten import codes

_FORMS = codes.FORMS


def _source(low: int) -> str:
    return "lobby" if low == 0 else f"lens:{low}"


def _keep(low: int) -> str:
    return " ".join(f"{kind}={(low >> (5 * k)) & 31}" for k, kind in enumerate(codes.MATERIALS))


def _spend(place: int, low: int) -> str:
    names = ("lobby_unacted", "lobby_acted", f"facility:{codes.FACILITIES[min(low, 3)]}", f"lens:{low + 1}")
    return f"spend worker from={names[place]}"


def action_text(state: Any, tables: Any, action: int) -> str:
    """The canonical text of an action code."""
    form, a, low = action >> 24, (action >> 16) & 0xFF, action & 0xFFFF
    word = _FORMS[form]
    kind = codes.MATERIALS[a] if a < 3 else ""
    task = codes.TASKS[a] if a < 3 else ""
    texts: Mapping[str, str] = {
        "supply grow": f"supply grow node={a}",
        "will": f"will node={a}",
        "activate facility": f"activate facility={codes.FACILITIES[a & 3]} worker={_source(low)}",
        "lens add left": f"lens add card={a + 1} side=left",
        "lens add right": f"lens add card={a + 1} side=right",
        "lens base": f"lens base={a}",
        "chain yes": f"chain yes worker={_source(low)}",
        "keep": f"keep {_keep(low)}",
        "task worker": f"task {task} worker",
        "task grow": f"task {task} grow node={low}",
        "grow": f"grow node={a}",
        "spend growth": f"spend growth node={a}",
        "convert": f"convert {kind}",
        "will pick": f"will {kind}={low}",
        "give": f"give {kind} to={low + 1}",
        "final lens": f"final lens={a + 1}",
    }
    if word in texts:
        return texts[word]
    if word in ("activate", "persuade", "restart", "will persuade", "will restart"):
        return f"{word} lens={a + 1} worker={_source(low)}"
    if word in ("collect", "will collect"):
        return f"{word} card={int(state['display'][a]) + 1}"
    if word == "spend worker":
        return _spend(a, low)
    if word == "will gain":
        return f"will gain {_choice(tables, state, a)}"
    return word


def _choice(tables: Any, state: Any, number: int) -> str:
    """What an alternative of N-D15 gives: the first material, or a worker."""
    frame = state["frames"][int(state["depth"]) - 1]
    op = tables["ops"][int(tables["ops"][int(frame["pc"])]["start"]) + number]
    if int(op["op"]) == codes.OP_GAIN:
        return next(kind for kind, n in zip(codes.MATERIALS, op["items"], strict=True) if n)
    words = {codes.OP_WORKER_ACTED: "worker", codes.OP_WORKER_UNACTED: "fresh_worker", codes.OP_VP: "vp"}
    return words.get(int(op["op"]), "ap")


def parse_action(legal: Mapping[str, int], text: str) -> int:
    """The code of a text among the legal actions."""
    wanted = " ".join(text.split())
    if wanted not in legal:
        raise UserError(f"action {text!r}: not legal here; legal are {', '.join(legal)}")
    return legal[wanted]
