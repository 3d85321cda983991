"""The alternatives of section 3: what differs from the default, on tables set up by hand."""

from __future__ import annotations

import pytest

from .situations import FOCUS, NEGOTIATE, POLISH, SPIRIT, Table


def final(table: Table) -> Table:
    """The table is scored now: round 4, everybody ends."""
    return table.phase(4).end_round()


def growable(table: Table) -> list[int]:
    """Nodes that seat 1 may grow in its next supply phase."""
    table.end_round()
    if table.actor != 1:  # a worker was the only option
        return []
    return [int(text.removeprefix("supply grow node=")) for text in table.offers("supply grow")]


# ---- lenses and workers ----


@pytest.mark.parametrize("is_required", [True, False])
def test_require_result_blade(is_required: bool) -> None:
    """N-B6: false: a lens of material blades alone may be built; it yields nothing."""
    table = Table("white", "red", require_result_blade=is_required).hand(1, 1, 4)
    table.apply(POLISH)
    table.apply("lens add card=1 side=left")
    assert ("lens add card=4 side=left" in table.legal) != is_required
    if not is_required:
        table.do("lens add card=4 side=left", "lens base=0", "chain yes worker=lobby")
        assert (table.items(1), table.vp()) == ((0, 2, 2), [2, 0])


@pytest.mark.parametrize(
    ("value", "piles", "bases"),
    [
        ("any_sufficient", (6, 5, 2, 1, 1), [3, 4]),
        ("cheapest_sufficient", (6, 5, 2, 1, 1), [3]),
        ("cheapest_sufficient", (6, 5, 2, 0, 1), [4]),
    ],
)
def test_base_choice(value: str, piles: tuple[int, ...], bases: list[int]) -> None:
    """N-B8: the cheapest pile that is left and suffices; 8 left and 43 right need 3."""
    table = Table("white", "red", base_choice=value).piles(*piles).hand(1, 8, 43)
    table.apply(POLISH)
    while table.decision == "N-D3":
        table.apply(table.legal[0])
    assert table.legal == [f"lens base={cost}" for cost in bases]


def test_take_pays_base() -> None:
    """N-A15, N-A16: false: persuading and restarting cost 2 and 3 AP alone; plain activation pays the base."""
    table = Table("red", "white", take_pays_base=False).lay(1, (), (40,), 4).stand(1, 1)
    assert table.run(1, 1).seat(1).ap == 6
    assert table.run(2, 1).seat(2).ap == 7
    table.lens(1).worker = -1
    assert table.run(1, 1).seat(1).ap == 2


def test_take_pays_base_with_nodes() -> None:
    """N-C207, N-C509: false: the will and blue's own lenses cost no AP at all."""
    table = Table("orange", "red", take_pays_base=False).fill(1, 7).lay(2, (), (40,), 4).stand(1, 2).put(1, ap=0)
    assert table.do("will node=7").vp()[0] == 15 + 2
    table = Table("blue", "red", take_pays_base=False).fill(1, 9).lay(1, (), (40,), 4).stand(1, 2).put(1, ap=0)
    assert table.run(1, 1).vp()[0] == 15


def bound() -> Table:
    """Seat 1 has an un-acted worker on lens 2 and none in the lobby; its worker on lens 3 is acted."""
    table = Table("red", "white", worker_source="lobby_or_lens").lay(2, (), (40,)).lay(2, (), (41,)).lay(2, (), (39,))
    return table.stand(2, 1, is_acted=False).stand(3, 1).put(1, unacted=0)


def test_worker_source() -> None:
    """N-A5, N-A15, N-A16: an un-acted worker may move off a lens; not an acted one, and not onto its own lens."""
    table = bound()
    assert [t for t in table.legal if "worker=" in t] == [
        *(f"activate facility={name} worker=lens:2" for name in ("focus", "negotiate", "spirit")),
        "activate lens=1 worker=lens:2", "restart lens=3 worker=lens:2",
    ]  # fmt: skip
    table.do("activate lens=1 worker=lens:2")
    assert ([int(table.lens(n).worker) for n in (1, 2, 3)], table.lens(1).is_acted) == ([0, -1, 0], 1)
    assert bound().do("activate facility=spirit worker=lens:2").lens(2).worker == -1


def test_worker_source_of_the_chain() -> None:
    """N-B14: and both where both wait."""
    table = bound().put(1, unacted=2).hand(1, 10, 42).do(POLISH, "lens base=0")
    assert table.legal == ["chain no", "chain yes worker=lobby", "chain yes worker=lens:2"]


def test_negotiate_reopens() -> None:
    """N-A10: true: free again once its worker is spent; the last one starts."""
    table = Table("red", "white", negotiate_reopens=True).lay(1, (27,), (40,)).do(NEGOTIATE)
    assert NEGOTIATE not in table.legal
    table.run(1, 1, "spend worker from=facility:negotiate")
    assert table.actor == 2
    table.do(NEGOTIATE)
    assert (table.items(2), table.state.next_start) == ((3, 2, 2), 1)
    table.end_round()
    assert table.state.start_seat == 1


@pytest.mark.parametrize(("value", "start"), [("stay", 0), ("first_to_end", 2), ("rotate", 1)])
def test_start_fallback(value: str, start: int) -> None:
    """N-R13: nobody negotiated; seat 3 ended first."""
    table = Table("red", "white", "blue", start_fallback=value).do(SPIRIT, SPIRIT, "end").end_round()
    assert (table.state.start_seat, table.actor) == (start, start + 1)


@pytest.mark.parametrize("value", ["first_to_end", "rotate"])
def test_start_fallback_is_none_when_somebody_negotiated(value: str) -> None:
    """N-R13: the negotiator starts."""
    table = Table("red", "white", "blue", start_fallback=value).do(NEGOTIATE).end_round()
    assert table.state.start_seat == 0


# ---- tasks and growth ----


def test_task_timing_waits_for_the_action() -> None:
    """N-T2: the growth of the lens comes first, then the token of the task."""
    table = Table("red", "white", task_timing="end_of_action").lay(1, (), (7, 33)).hold(1, light=5).run(1, 1)
    assert table.decision == "N-D8"
    table.do("grow node=1")
    assert (table.decision, table.legal[0]) == ("N-D7", "task light worker")


@pytest.mark.parametrize(("value", "is_paid"), [("any_moment", True), ("end_of_action", False)])
def test_task_timing_forgets_what_is_gone(value: str, is_paid: bool) -> None:
    """N-T2: yellow has seven light during the run and turns one into rainbow before its end."""
    table = Table("yellow", "white", task_timing=value).lay(1, (), (7, 27)).hold(1, light=5).run(1, 1)
    if is_paid:
        table.do("task light grow node=4")
    table.do("convert light")
    assert (table.items(1), table.actor) == ((6, 1, 0), 2)
    assert (int(table.seat(1).tasks) & 1 == 0) == is_paid


def test_allow_spend_start_node() -> None:
    """N-G6: false: S is not offered, and does not make a lens payable."""
    table = Table("red", "white", allow_spend_start_node=False).lay(1, (33,), (40,))
    assert table.offers("activate lens") == []
    assert table.fill(1, 1, 3).run(1, 1).legal == ["spend growth node=1", "spend growth node=3"]
    assert Table("red", "white").lay(1, (33,), (40,)).offers("activate lens") != []


@pytest.mark.parametrize(("value", "nodes"), [("while_filled", [1, 2, 3]), ("permanent", [])])
def test_growth_lock(value: str, nodes: list[int]) -> None:
    """N-G2: permanent: also after the lock node is spent."""
    table = Table("red", "white", growth_lock=value).fill(1, 2).lay(1, (33,), (40,))
    table.run(1, 1, "spend growth node=2")
    assert growable(table) == nodes


@pytest.mark.parametrize(("value", "rainbow"), [(False, 2), (True, 3)])
def test_grow_trigger_self_red(value: bool, rainbow: int) -> None:
    """N-G4: true: red 3 fires on its own placing, once."""
    table = Table("red", "white", grow_trigger_self=value).lay(1, (), (33,)).run(1, 1, "grow node=3")
    assert table.items(1) == (2, rainbow, 2)


@pytest.mark.parametrize(("value", "ap"), [(False, 1), (True, 3)])
def test_grow_trigger_self_blue(value: bool, ap: int) -> None:
    """N-G4: so does blue 3."""
    table = Table("blue", "white", grow_trigger_self=value).lay(1, (), (33,)).put(1, ap=1).run(1, 1, "grow node=3")
    assert table.seat(1).ap == ap


# ---- growth sheets ----


@pytest.mark.parametrize(
    ("value", "own_run", "owner", "bystander"),
    [("activator", 3 + 4, 0, 0), ("activator_or_owner", 3 + 4, 3 + 4, 0), ("anyone", 3 + 4, 3 + 4, 3 + 4)],
)
def test_green_scope(value: str, own_run: int, owner: int, bystander: int) -> None:
    """N-C403, N-C408: green runs it; owns it; only looks on. Base 3, four cards."""
    for owned_by, run_by, wanted in ((3, 1, own_run), (1, 2, owner), (3, 2, bystander)):
        table = Table("green", "red", "white", green_scope=value).fill(1, 3, 8).lay(owned_by, (1,), (13, 17, 15), 3)
        assert table.run(run_by, 1).part(1, "vp_triggers") == wanted


def test_green_scope_is_no_part_of_the_runners_sum() -> None:
    """N-C403: blue's factor is for blue; green's VP come at once after them."""
    table = Table("green", "blue", green_scope="anyone").fill(1, 3).fill(2, 8).lay(2, (), (40,), 3).run(2, 1)
    assert table.vp() == [3, 23]


@pytest.mark.parametrize(("value", "vp"), [("placed", 1), ("printed", 3)])
def test_green5_counts(value: str, vp: int) -> None:
    """N-C405: printed: units that the grid could not take count too."""
    table = Table("green", "red", green5_counts=value).fill(1, 5).lay(1, (), (18,)).hold(1, stagnation=11).run(1, 1)
    assert table.vp()[0] == vp


@pytest.mark.parametrize(("nodes", "vp"), [((0,), -10), ((0, 1), -5), ((1,), 0), ((0, 1, 4, 9), 15)])
def test_white1_effect(nodes: tuple[int, ...], vp: int) -> None:
    """N-C101: S costs 5 instead of 10; nothing of its own, and nothing without S."""
    table = Table("white", "red", white1_effect="s_becomes_minus_5").fill(1, *nodes).hold(1)
    if 0 not in nodes:
        table.clear(1, 0)
    assert final(table).vp()[0] == vp


@pytest.mark.parametrize(
    ("left", "right", "vp"),
    [((1,), (7,), 0), ((1,), (7, 17), 2), ((1,), (13,), 2), ((1, 17), (7, 15), 0), ((), (7,), 2)],
)
def test_white2_mismatch(left: tuple[int, ...], right: tuple[int, ...], vp: int) -> None:
    """N-C102: sets_differ: a kind may be on both sides as long as the sets are not the same."""
    table = Table("white", "red", white2_mismatch="sets_differ").fill(1, 2).lay(1, left, right).run(1, 1)
    assert table.vp()[0] == vp


@pytest.mark.parametrize(("value", "vp"), [("all_workers", 12), ("lobby_only", 9)])
def test_white7_scope(value: str, vp: int) -> None:
    """N-C107: a worker on a lens does not count; one on a facility is home by then."""
    table = Table("white", "red", white7_scope=value).fill(1, 7).lay(2, (), (1,)).stand(1, 1).do(SPIRIT)
    assert final(table).part(1, "vp_end_nodes") == -10 + vp


@pytest.mark.parametrize(("value", "vp"), [("all_end_losses", 15 + 6), ("nodes_only", 15 - 6)])
def test_white9_scope(value: str, vp: int) -> None:
    """N-C109, N-E4: nodes_only: stagnation stays a loss."""
    assert final(Table("white", "red", white9_scope=value).fill(1, 1, 9).hold(1, stagnation=3)).vp()[0] == vp


@pytest.mark.parametrize(("worker", "nodes", "ap"), [(2, (), 2), (1, (), 3), (2, (1,), 1), (1, (1,), 3)])
def test_orange7_ap(worker: int, nodes: tuple[int, ...], ap: int) -> None:
    """N-C207: normal: 2 or 3 AP besides the base, N-C201 takes one off persuading."""
    table = Table("orange", "red", orange7_ap="normal").fill(1, 7, *nodes).lay(2, (), (40,), 1).stand(1, worker)
    assert "will node=7" not in table.put(1, ap=ap).legal
    assert table.put(1, ap=ap + 1).do("will node=7").seat(1).ap == 0
    free = Table("orange", "red").fill(1, 7, *nodes).lay(2, (), (40,), 1).stand(1, worker).put(1, ap=1)
    assert free.do("will node=7").seat(1).ap == 0


@pytest.mark.parametrize(
    ("value", "filled", "wanted"),
    [("from_7_and_6", (7,), 8), ("from_7_and_6", (6,), 9), ("from_6_and_8", (6,), 8), ("from_6_and_8", (8,), 9)],
)
def test_yellow_links(value: str, filled: tuple[int, ...], wanted: int) -> None:
    """N-C308, N-C309: which node leads to 8 and 9."""
    table = Table("yellow", "red", yellow_links=value).fill(1, *filled).clear(1, 0).put(1, stock=4)
    assert [node for node in growable(table) if node in (8, 9)] == [wanted]


def test_yellow_7_8_merged() -> None:
    """N-C307, N-C308: 7 lifts the limit and has the will; 8 is blank; no light for a worker returned."""
    table = Table("yellow", "red", yellow_7_8="merged").fill(1, 4, 7).lay(1, (27,), (12,)).hold(1, stagnation=12)
    table.run(1, 1)
    assert table.items(1) == (0, 3, 12)
    table.turn(1).put(1, creativity=2).do("will node=7", "convert none")
    assert table.workers(1)[0] == 4 - 1 - 1 + 1
    table = Table("yellow", "red", yellow_7_8="merged").fill(1, 8).hold(1, stagnation=12)
    assert "will node=8" not in table.legal
    assert table.do(FOCUS).items(1) == (0, 0, 12)


def test_yellow9_gifts() -> None:
    """N-C309: one_per_kind: asked again for the other kinds, until none."""
    table = Table("yellow", "red", "blue", yellow9_gifts="one_per_kind").fill(1, 9).hold(1, 3, 3, 3).hold(2).hold(3)
    table.end_round().do("give rainbow to=3")
    assert (table.decision, table.legal) == (
        "N-D16", ["give none", *(f"give {kind} to={n}" for kind in ("light", "stagnation") for n in (2, 3))]
    )  # fmt: skip
    table.do("give light to=3", "give none")
    assert (table.vp(), table.items(3), table.decision) == ([5 + 3, 0, 0], (1, 1, 0), "N-D1")


def test_blue8_scope_raises_every_gain() -> None:
    """N-C508: all_vp: 2 for the cards is 3, the run's sum once, 2 of the owner's bonus 3, 10 at the end 15."""
    table = Table("blue", "red", blue8_scope="all_vp").fill(1, 1, 2, 8).hand(1, 10, 40)
    table.do(POLISH, "lens base=0", "chain yes worker=lobby")
    assert table.vp()[0] == 3 + 26
    table.hold(2, rainbow=2).run(2, 1)
    assert table.vp()[0] == 3 + 26 + 3
    final(table.hold(1, stagnation=1))
    assert (table.vp()[0], table.part(1, "vp_stagnation")) == (3 + 26 + 3 + 15 - 2, -2)
    assert table.part(1, "vp_multiplier") == 1 + 9 + 1 + 5


def test_blue8_scope_does_not_raise_a_handicap() -> None:
    """N-C508: it is no gain."""
    table = Table("blue", "red", blue8_scope="all_vp", begin="setup", handicap=[4, 0, 0, 0]).fill(1, 8).hold(1)
    assert table.finish().vp()[0] == 4


@pytest.mark.parametrize(
    ("value", "filled", "is_open"),
    [("node_4", 4, True), ("node_4", 7, False), ("node_7", 4, False), ("node_7", 7, True), ("node_4_or_7", 4, True),
     ("node_4_or_7", 7, True)],
)  # fmt: skip
def test_red6_prereq(value: str, filled: int, is_open: bool) -> None:
    """N-C606: from 4, from 7, or from either."""
    assert (6 in growable(Table("red", "white", red6_prereq=value).fill(1, filled))) == is_open


@pytest.mark.parametrize(("rainbow", "vp"), [(6, 0), (7, 30), (8, 0)])
def test_red8_count(rainbow: int, vp: int) -> None:
    """N-C608: exactly: seven, no more."""
    assert final(Table("red", "white", red8_count="exactly").fill(1, 8).hold(1, rainbow=rainbow)).vp()[0] == vp
