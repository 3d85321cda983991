"""Reveal, determination, links, resets and victory (R-F, R-V, R-W)."""

from __future__ import annotations

from . import events, moves
from .choices import Steps
from .state import VILLAINS, WARN_VILLAINS, Event, GameOverError, Seat, State


def passes_half_rule(g: State, p: Seat, faction: int) -> bool:
    """R-F3: whether p, not counted himself, may be of a faction."""
    known = [q for q in g.seats if q is not p and (q.is_alive or g.rulings["cap_counts"] == "with_dead")]
    k = sum(q.faction == faction for q in known)
    n = len(g.living) if g.rulings["cap_base"] == "living" else len(g.seats)
    part, whole = g.rules["half_share"]
    if g.rulings["cap_test"] == "self_over_floor":
        return bool(k + 1 <= n * part // whole)
    return bool(k * whole < n * part)


def new_villain(g: State, p: Seat) -> int:
    """R-F4, R-F11, R-F14: a fresh id; the caller makes it his faction."""
    g.villains.append(p.seat)
    return VILLAINS + len(g.villains)


def _note_sizes(g: State) -> None:
    """The largest faction, and warning bit 2."""
    living = [q for q in g.living if q.was_revealed]
    sizes = [sum(q.faction == p.faction for q in living) for p in living]
    g.counts["faction_size_max"] = max([g.counts["faction_size_max"], *sizes])
    ids = {f for q in living for f in (q.determined, q.faction) if f > VILLAINS}
    if len(ids) > g.rules["villain_cards"]:
        g.counts["warnings"] |= WARN_VILLAINS
        g.fire("R-F14")


def reveal(g: State, p: Seat, how: int) -> Steps[bool]:
    """R-W2 up to the `revealed` skills; True if supply is still due (supply_time = after_skill)."""
    p.is_up = True
    g.fire("R-W2")
    wake(g, p)
    is_first = not p.was_revealed
    if is_first:
        p.was_revealed = True
        p.facts |= {"reveal_turn": g.counts["turns"], "reveal_round": g.round, "reveal_how": how}
        determine(g, p)
    else:
        g.fire("R-W5")
    is_late = is_first and g.rulings["supply_time"] == "after_skill"
    if is_first and not is_late:
        supply(g, p)
    yield from events.emit(g, Event("revealed", object=p))
    return is_late


def wake(g: State, p: Seat) -> None:
    """Static skills without condition act from here on; a face-down warrior's sleep (R-W3)."""
    if not p.is_up and p.card.skills:
        g.fire("R-W3")
    for skill in g.skills(p, "S"):
        if p.is_up and not skill.if_:
            g.fire(skill.id, f"do {skill.do[0][0]}")


def determine(g: State, p: Seat) -> None:
    """R-F2 to R-F4, and the victory check."""
    g.fire("R-F2")
    if passes_half_rule(g, p, p.card.faction):
        p.determined = p.faction = p.card.faction
        g.fire("R-F3")
    else:
        p.determined = p.faction = new_villain(g, p)
        p.facts["villain"] = 1
        g.counts["villains_n"] += 1
        g.fire("R-F4")
    _note_sizes(g)
    if p.link and g.rulings["link_reveal"] == "join":
        join(g, p)
    elif p.link:
        g.fire("R-F13")
    check_victory(g, is_quiet=True)


def supply(g: State, p: Seat) -> None:
    """R-W4."""
    if p.card.supply > 0:
        n = moves.draw(g, p, max(0, p.card.supply - p.n_hand))
        p.counts["supply_drawn"] += n
        g.fire("R-W4")


def link(g: State, p: Seat) -> Steps[None]:
    """R-W7, R-F9 to R-F13: one becomes linked; nothing if he is."""
    if p.link:
        return
    g.n_links += 1
    p.link = g.n_links
    p.counts["linked_n"] += 1
    g.fire("R-W7")
    if p.was_revealed:
        if join(g, p):
            check_victory(g, is_quiet=True)
    else:
        g.fire("R-F13")
    yield from events.emit(g, Event("linked", object=p))


def join(g: State, p: Seat) -> bool:
    """R-F9 to R-F11: a linked, determined one meets the others; whether his faction changed."""
    if g.rulings["link_faction"] == "off":
        return False
    others = [q for q in g.living if q is not p and q.link and q.was_revealed]
    if not others:
        return False
    leader = min(others, key=lambda q: q.link)
    if leader.faction == p.faction:
        return False
    if passes_half_rule(g, p, leader.faction):
        p.faction, p.leader = leader.faction, leader
        g.fire("R-F9")
        if leader.faction > VILLAINS:
            g.fire("R-F10")
    else:
        p.faction, p.leader = new_villain(g, p), None
        g.counts["villains_link_n"] += 1
        g.fire("R-F11")
    g.counts["faction_changes_n"] += 1
    if g.rulings["link_faction"] == "permanent":
        p.determined = p.faction
    _note_sizes(g)
    return True


def unlink(g: State, p: Seat) -> None:
    """R-F12: his own link ends, and with it the faction that he took."""
    if not p.link:
        return
    p.link, p.leader = 0, None
    changed = _fall_back(g, p) + _dissolve(g, p)
    if changed:
        check_victory(g)


def _fall_back(g: State, p: Seat) -> int:
    if p.faction == p.determined:
        return 0
    p.faction = p.determined
    g.counts["faction_changes_n"] += 1
    g.fire("R-F12")
    _note_sizes(g)
    return 1


def _dissolve(g: State, p: Seat) -> int:
    """leader_reset = dissolve: those who took their faction from him lose it."""
    changed = 0
    if g.rulings["leader_reset"] == "dissolve":
        for q in g.others(p):
            if q.leader is p:
                q.leader = None
                changed += _fall_back(g, q)
    return changed


def leave_ring(g: State, p: Seat) -> None:
    """R-K2: link and inversion of a dead one end, his faction of this moment is kept."""
    p.link, p.leader, p.is_inverted = 0, None, False
    _dissolve(g, p)


def reset(g: State, p: Seat, state: str) -> None:
    """R-W6: the warrior card upright and straight (`reset_scope`); `state` is link or inversion."""
    is_all = g.rulings["reset_scope"] == "all_states"
    g.fire("R-W6")
    if is_all or state == "inversion":
        p.is_inverted = False
    if is_all or state == "link":
        unlink(g, p)


def invert(g: State, p: Seat) -> None:
    """R-W6: an inverted one is reset instead."""
    if p.is_inverted:
        reset(g, p, "inversion")
    else:
        p.is_inverted = True
        p.counts["inverted_n"] += 1


def side_of(g: State, p: Seat) -> int:
    """Faction kept by a dead one, by the icon of a hidden one where a ruling says so; 0: none."""
    return p.faction if p.was_revealed or g.rulings["hidden_dead"] != "printed" else p.card.faction


def side_of_living(g: State, p: Seat) -> int:
    """Effective faction of one who lives or stands for the living, hidden ones by the ruling's icon; 0: none."""
    return p.faction if p.was_revealed or g.rulings["win_hidden"] != "printed_icon" else p.card.faction


def check_victory(g: State, is_quiet: bool = False) -> None:
    """R-V1, R-V2; a quiet check must not end a game under the default rulings (R-V4)."""
    g.fire("R-V2")
    living = g.living or g.dead[-1:]
    sides = {side_of_living(g, p) for p in living}
    if len(living) > 1 and (len(sides) > 1 or 0 in sides):
        return
    usual = (("cap_base", "living"), ("cap_counts", "living"), ("win_hidden", "determined_only"))
    is_half = g.rules["half_share"] == [1, 2]
    is_settled = all("buried" in p.facts for p in g.dead)  # inside a death somebody may have become the last one
    if is_quiet and is_half and is_settled and all(g.rulings[name] == word for name, word in usual):
        raise AssertionError("R-V4: a reveal or a link ended the game")
    _win(g, living)
    raise GameOverError


def _win(g: State, living: list[Seat]) -> None:
    """R-V3."""
    side = side_of_living(g, living[0])
    g.end_reason = 0 if len(living) > 1 else 1
    g.winners = list(living)
    if side:
        shares = g.rulings["dead_share"] == "at_death"
        g.winners += [p for p in g.dead if shares and p not in living and side_of(g, p) == side]
    g.winner = side if 0 < side <= VILLAINS else 300 + living[0].seat + 1
    if side > VILLAINS:
        g.winner = VILLAINS + g.villains[side - VILLAINS - 1] + 1
    g.fire("R-V1", "R-V3")
