"""The event phase (section E)."""

from __future__ import annotations

from . import events, flow
from .choices import Steps, ask
from .state import Seat, State


def event_phase(g: State) -> Steps[None]:
    """Contest, counting of the bag, choice of slots, today's winner."""
    g.phase = "event"
    yield from contest(g)
    for player in g.seats:
        player.slot = 0
        if g.rulings["ponkotsu_reset"] == "daily":
            player.is_ponkotsu = False
    vigour = count_bag(g)
    order = [g.seats[s] for s in vigour_order(vigour, g.start)]
    for player in order:
        player.slot = yield from flow.choose_slot(g, player)
        player.slots_chosen.append(player.slot)
        if vigour[player.seat] >= 1:
            g.add_points(player, sum(g.dice_on(player)), "pts_slots")
    crown(g, order[0], is_all_zero=not any(vigour))
    for player in g.seats:
        player.scores.append(player.score)
    g.fire("K-E8", "K-E9", "K-E10", "K-E11", "K-E12", "K-E13")


def contest(g: State) -> Steps[None]:
    """K-E1 to K-E7."""
    counts = {p.seat: g.dice_on(p).count(g.today) for p in g.seats if not p.is_ponkotsu}
    first, second = ranks(counts, [p.seat for p in g.turn_order()], g.rulings)
    g.counts["days_no_match"] += not any(counts.values())
    g.counts["days_tie_most"] += len(first) >= 2
    g.counts["days_tie_second"] += len(second) >= 2
    rights = [(s, g.rules["contest_first"]) for s in first] + [(s, g.rules["contest_second"]) for s in second]
    g.rights.append(dict(rights))
    for rank, seats in (("first", first), ("second", second)):
        for seat in seats:
            g.seats[seat].counts[f"rights_{rank}"] += 1
            yield from throw(g, g.seats[seat], rank)
    g.fire("K-E1", "K-E2" if first else "K-E6")
    if second:
        g.fire("K-E3")


def ranks(counts: dict[int, int], turn_order: list[int], rulings: dict[str, str]) -> tuple[list[int], list[int]]:
    """K-E2 to K-E4: seats of the first and of the second rank, in turn order; `counts` by seat that may take part."""
    least = 0 if rulings["contest_zero"] == "zero_counts" else 1
    able = {seat: n for seat, n in counts.items() if n >= least}
    if rulings["contest_ties"] == "tail_first":
        best = sorted(able, key=lambda seat: (-able[seat], -turn_order.index(seat)))
        return best[:1], best[1:2]
    levels = sorted(set(able.values()), reverse=True)
    first, second = ([s for s in turn_order if able.get(s) == level] for level in [*levels, -1, -1][:2])
    if rulings["contest_ties"] == "share_skips_second" and len(first) >= 2:
        second = []
    return first, second


def throw(g: State, player: Seat, rank: str) -> Steps[None]:
    """K-E5, K-E7: one player's tokens into the bag."""
    source = g.rulings["contest_token_source"]
    most = min(g.rules[f"contest_{rank}"], player.held if source == "own" else player.stock)
    least = most if g.rulings["contest_throw"] == "full" else 0
    n = yield from ask(player, "D3", {f"throw n={i}": i for i in range(least, most + 1)})
    g.put_in_bag(player, n, source)
    player.counts["tokens_bag_contest"] += n
    g.fire("K-E5", "K-E7")
    events.meet(g, player, "contest", rank=rank)
    if n:
        events.meet(g, player, "bag")
    yield from events.serve(g)


def count_bag(g: State) -> list[int]:
    """K-E9, K-E11: vigour by seat; the tokens leave the bag."""
    vigour = [p.bag for p in g.seats]
    for player in g.seats:
        after = g.rulings["bag_tokens_after"]
        if after == "to_stock":
            player.stock += player.bag
        elif after == "removed":
            player.removed += player.bag
        else:
            player.held += player.bag
        player.bag = 0
        player.counts["zero_vigour_days"] += vigour[player.seat] == 0
    g.vigours.append(vigour)
    g.counts["days_all_zero"] += not any(vigour)
    return vigour


def vigour_order(vigour: list[int], start: int) -> list[int]:
    """K-E10: seats, highest vigour first, ties in favour of the later place in turn order."""
    return sorted(range(4), key=lambda seat: (-vigour[seat], -((seat - start) % 4)))


def crown(g: State, winner: Seat, is_all_zero: bool) -> None:
    """K-E13, K-E14: marker, event card, tomorrow's start player."""
    if is_all_zero:
        g.fire("K-E14")
    if not (is_all_zero and g.rulings["all_zero_winner"] == "no_winner"):
        winner.events.append(g.event)
        g.marker = g.start = winner.seat
    g.event = 0
