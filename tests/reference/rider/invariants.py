"""What must hold at every decision and at the end (section 9)."""

from __future__ import annotations

from .data import ELEMENTS, slot_of
from .game import Game
from .outcome import outcome
from .state import VILLAINS, Seat, State


class Watcher:
    """A game whose every step is checked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        check(game.state)

    def take(self, text: str) -> None:
        """Take an option, then check."""
        assert len(set(self.game.options())) == len(self.game.options()) >= 2
        self.game.take(text)
        check(self.game.state)

    def end(self) -> None:
        """Checks of a finished game."""
        check_end(self.game.state)


def check(g: State) -> None:
    """Everything that must hold between decisions."""
    check_places(g)
    started = g.phase != "setup"
    for p in g.seats:
        if started:
            check_seat(g, p)
    used = [p.warrior.number for p in g.seats if p.warrior]
    assert sorted([*used, *g.side]) == list(range(len(g.data.warriors))), "2: warriors"
    if g.rulings["deal_forms"] != "all_cards":
        groups = [p.warrior.group for p in g.seats if p.warrior]
        assert len(set(groups)) == len(groups), "2: one group at two seats"
    assert g.draw or not g.discard, "11: draw pile"
    ids = [p.determined for p in g.seats if p.determined > VILLAINS]
    if g.rulings["link_faction"] != "permanent":
        assert len(set(ids)) == len(ids), "9: villain ids"
    if g.rulings["link_faction"] == "off" and g.rulings["cap_test"] == "others_half" and usual_cap(g):
        assert len(g.villains) <= len(g.seats) // 2, "9: villains"


def usual_cap(g: State) -> bool:
    """The half rule in its default form."""
    return bool(g.rulings["cap_counts"] == "living" and g.rulings["cap_base"] == "living")


def check_places(g: State) -> None:
    """1: every card in exactly one place."""
    places = [*g.draw, *g.discard, *g.resolving]
    for p in g.seats:
        places += [*p.hand, *p.down, *p.equipment, *p.judgement, *p.mark_on, *p.mark_by]
    assert sorted(places) == list(range(len(g.cards))), "1: cards"


def check_seat(g: State, p: Seat) -> None:
    """3 to 7 and 14 for one seat."""
    assert 0 <= p.rage <= g.rules["rage_cap"], "3: rage"
    assert p.hp <= p.card.hp, "4: HP limit"
    assert not p.is_alive or p.hp >= 1 or p.is_dying, "4: HP"
    for slot, card in p.slots.items():
        assert card is None or slot_of(g.cards[card].kind) == slot, "5: slots"
    names = [g.cards[card].name for card in p.judgement]
    assert len(set(names)) == len(names), "5: judgement"
    assert p.visible <= p.hand, "6: flags"
    assert p.sideways | p.face_down <= set(p.equipment), "6: flags"
    assert not p.sideways & p.face_down, "6: flags"
    assert (p.faction == 0) == (not p.was_revealed) == (p.determined == 0), "7: faction"
    if p.is_alive and not p.link and g.rulings["leader_reset"] == "keep":
        is_joined = g.rulings["link_faction"] == "permanent"
        assert is_joined or p.faction == p.determined, "7: effective faction"
    assert p.is_up <= p.was_revealed, "7: face up"
    if "buried" in p.facts:
        assert not [*p.hand, *p.down, *p.equipment, *p.judgement, *p.mark_on, *p.mark_by], "dead"
        assert not p.link, "dead"
    c = p.counts
    lost = sum(c[f"taken_{e}"] for e in ELEMENTS) + c["hp_lost"] + c["form_caps"]
    assert g.data.warriors[p.facts["warrior_start"]].hp + c["healed"] - lost == p.hp, "14: HP"


def check_end(g: State) -> None:
    """15 and 17."""
    row = outcome(g, 0)
    total = sum(seat["win_share"] for seat in row["seats"])
    assert abs(total - (0 if row["end_reason"] == 2 else 1)) < 1e-9, "15: shares"
    assert sum(seat["rank"] for seat in row["seats"]) == len(g.seats) * (len(g.seats) + 1) / 2, "ranks"
    with_killer = sum("killer_seat" in p.facts for p in g.dead)
    assert sum(seat["kills"] for seat in row["seats"]) == with_killer, "17: kills"
    if row["end_reason"] in (0, 1):
        sides = {p.faction for p in g.living}
        assert len(sides) <= 1 or g.rulings["win_hidden"] == "printed_icon", "one faction"
