"""konoten as told at the table: lines of turns, supply, ends of rounds and final scoring."""

from __future__ import annotations

import random

import pytest

from sim.games.konoten import codes
from sim.games.konoten.view import VIEW
from sim.games.konoten.view_end import tell_ranking
from sim.games.konoten.view_line import Cost, Line
from sim.games.konoten.view_names import Cards
from sim.games.konoten.view_story import Story

from .situations import FOCUS, NEGOTIATE, POLISH, SPIRIT
from .told import ToldTable, data_of, played, short_sheets

SETS = {"shipped": (), "short sheets": short_sheets()}


def random_sets(seed: int) -> tuple[tuple[str, str], ...]:
    """Rulings drawn at random, and short sheets."""
    rng = random.Random(f"story {seed}")
    drawn = tuple((f"rulings.{name}", str(rng.choice(values)).lower()) for name, values in codes.RULINGS.items())
    return drawn + short_sheets()


@pytest.mark.parametrize(
    ("n_seats", "seed", "sets"),
    [(2, 1, ()), (3, 2, ()), (4, 3, ()), (4, 7, short_sheets()), *((3, s, random_sets(s)) for s in range(3))],
)
def test_told_vp_add_up(n_seats: int, seed: int, sets: tuple[tuple[str, str], ...]) -> None:
    """The gains and losses of the story give the VP of the state, after every action."""
    data = data_of(n_seats, sets)
    for records in played(n_seats, seed, 6, sets):
        story = Story(data, records[0]["state"], False)
        for record in records:
            story.add(record)
            assert story.vp == [seat["vp"] for seat in record["state"]["seats"]], record.get("action")
        assert story.close()


def test_a_story_has_no_codes() -> None:
    """No bare number of a card or code word of an action; nothing gained that is nothing; no empty brackets."""
    for records in played(4, 3, 6):
        text = "\n".join(VIEW.tell(data_of(4), records, True))
        for odd in ("card=", "lens=", "node=", "worker=", "()", "gains 0", "pays -", "None", "[", "{", "\n\n\n"):
            assert odd not in text, odd
        assert [line for line in text.splitlines() if len(line) > 110 and line[:2] != "  "] == []
        for n in range(1, 5):
            assert f"\nROUND {n}\n" in text
        assert text.count("FINAL SCORING") == 1


# ---- lines ----


def last(table: ToldTable) -> str:
    """The last line told."""
    return table.told()[-1]


def test_collecting_says_what_comes_up() -> None:
    table = ToldTable("red", "orange")
    table.apply("collect card=2")
    assert last(table) == (
        "Red collects Stage Lamp (2 light) for 2 AP; Glass Wedge (1 rainbow, left 1 / right 3, 5/2) comes up."
    )
    table = ToldTable("red", "orange")
    table.empty_deck(1).apply("collect card=40")
    assert last(table) == "Red collects Patent (15 VP) for 2 AP; its place stays empty."


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (SPIRIT, "Red gathers spirit and gains 1 AP and 1 stagnation."),
        (FOCUS, "Red focuses for 1 creativity and gains 1 light."),
        (NEGOTIATE, "Red negotiates and gains 1 light."),
        ("end", "Red is done for the round."),
        ("will node=0", "Red uses Spark for 1 creativity and gains 1 light."),
    ],
)
def test_short_turns(action: str, line: str) -> None:
    table = ToldTable("red", "orange")
    table.apply(action)
    assert last(table) == line


def test_what_does_not_fit_is_said() -> None:
    table = ToldTable("red", "orange")
    table.hold(1, light=6, rainbow=4, stagnation=2).put(1, ap=10).apply(SPIRIT)
    table.settle()
    assert last(table) == "Red gathers spirit, loses 1 AP above the cap and has no room for 1 stagnation."


def test_a_task_stands_in_the_line_that_met_it() -> None:
    table = ToldTable("red", "orange")
    table.hold(1, light=6).do(FOCUS, "task light worker")
    assert table.told()[0] == (
        "Red focuses for 1 creativity, gains 1 light, meets the task of 7 light and gains a new worker."
    )


def test_polish_is_one_line() -> None:
    """The opening of RULES.md section 10: 10 left, 40 right, base 0, run at once."""
    table = ToldTable("red", "orange")
    table.hand(1, 10, 40).do(POLISH, "lens base=0", "chain yes worker=lobby")
    assert table.told()[0] == (
        "Red polishes lens 1 for 1 AP: 2 rainbow -> 15 VP, base 0 (left Twin Prism 9; right Patent 8; needs base 0),"
        " gains 2 VP, runs it at once, pays 2 rainbow and gains 15 VP."
    )


def test_persuading_is_one_line() -> None:
    """RULES.md section 10: 15 + 2 VP for orange, 2 VP for the owner; here with a base of 1."""
    table = ToldTable("red", "orange")
    table.lay(1, left=[10], right=[40], base=1).stand(1, 1).turn(2).apply("persuade lens=1 worker=lobby")
    assert last(table) == (
        "Orange persuades Red's worker on Red's lens 1, pays 2+1 AP and 2 rainbow and gains 17 VP (15 of the lens, 2 by"
        " Good Guest); Red gains 2 VP (as its owner)."
    )


def test_persuading_with_abilities_on_both_sides() -> None:
    """N-C201 makes it cheaper, N-C205 pays; the ousted worker was un-acted."""
    table = ToldTable("red", "orange")
    table.fill(2, 1, 5).lay(1, left=[10], right=[1]).stand(1, 1, is_acted=False).turn(2)
    table.apply("persuade lens=1 worker=lobby")
    assert last(table) == (
        "Orange persuades Red's un-acted worker on Red's lens 1, pays 1 AP (Smooth Talker) and 2 rainbow and gains"
        " 2 VP (Winning Argument), 1 light and 2 VP (Good Guest); Red gains 2 VP (as its owner)."
    )
    table = ToldTable("orange", "red")
    table.fill(1, 3).lay(1, left=[10], right=[1]).stand(1, 1).turn(2).apply("persuade lens=1 worker=lobby")
    assert last(table) == (
        "Red persuades Orange's worker on Orange's lens 1 and pays 2 AP and 2 rainbow; Orange gains 2 VP and"
        " 1 stagnation (Well Paid Retreat); Red gains 1 light; Orange gains 2 VP (as its owner)."
    )


def test_restarting_names_the_worker() -> None:
    table = ToldTable("red", "orange")
    table.lay(1, left=[10], right=[1], base=2).stand(1, 1).apply("restart lens=1 worker=lobby")
    assert last(table) == "Red restarts its own lens 1, pays 3+2 AP and 2 rainbow and gains 1 light."


def test_workers_and_growth_as_price_and_gain() -> None:
    table = ToldTable("red", "orange")
    table.fill(1, 3).lay(1, left=[28, 35], right=[31, 33])
    table.do("activate lens=1 worker=lobby", "spend growth node=0", "grow node=0")
    assert table.told()[0].startswith(
        "Red runs its own lens 1, sends an un-acted worker to the stock, gives up Spark (node S), gains an acted"
        " worker, grows Spark (node S; will for 1 creativity: 1 light) and gains 1 rainbow (Bright Shoots)."
    )


def test_a_factor_stands_behind_the_sum() -> None:
    """RULES.md section 10: 12 VP of blades and nodes 501, 505, 510 are 18, and 27 by N-C508; here 15 + 2 -> 26."""
    table = ToldTable("blue", "orange")
    table.fill(1, 1, 8).lay(1, left=[10], right=[40]).apply("activate lens=1 worker=lobby")
    assert last(table) == (
        "Blue runs its own lens 1, pays 2 rainbow and gains 17 VP (15 of the lens, 2 by Own Bench) and 9 VP more"
        " (Resonance)."
    )


@pytest.mark.parametrize(
    ("character", "node", "answers", "line"),
    [
        ("green", 0, ["will collect card=2"], "Green uses Free Sample for 1 creativity and collects Stage Lamp (2"
         " light) without AP; Glass Wedge (1 rainbow, left 1 / right 3, 5/2) comes up."),
        ("green", 4, ["will stagnation=2"], "Green uses Sludge Trade for 1 creativity and gains 2"
         " stagnation and 4 VP."),
        ("blue", 0, [], "Blue uses Second Wind for 1 creativity and gains 1 AP (1 more lost above the cap)."),
        ("red", 9, ["will gain worker"], "Red uses Last Ember for 1 creativity and gains an acted worker."),
        ("white", 6, [], "White uses Dark Thesis for 3 creativity and gains 13 VP."),
        ("yellow", 8, ["convert none"], "Yellow uses Boundless Shelf for 2 creativity and gains a new worker."),
    ],
)  # fmt: skip
def test_wills(character: str, node: int, answers: list[str], line: str) -> None:
    table = ToldTable(character, "orange")
    table.fill(1, node).do(f"will node={node}", *answers)
    assert table.told()[0] == line


def test_taking_over_by_a_will() -> None:
    """N-C207: no AP on top, the base is paid."""
    table = ToldTable("orange", "red")
    table.fill(1, 7).lay(2, left=[10], right=[40], base=1).stand(1, 2).lay(2, left=[2], right=[43]).stand(2, 2)
    table.hold(1, light=2, rainbow=2).do("will node=7", "will persuade lens=1 worker=lobby")
    assert table.told()[0] == (
        "Orange uses Friendly Takeover for 1 creativity, persuades Red's worker on Red's lens 1, pays 1 AP and 2"
        " rainbow and gains 17 VP (15 of the lens, 2 by Good Guest); Red gains 2 VP (as its owner)."
    )


def test_robbery_names_the_robbed() -> None:
    """N-C105: one light and one rainbow of everybody else, then a worker of each."""
    table = ToldTable("white", "orange", "red", begin="setup", sets=(("cards.white_5.from", "[0]"),))
    table.hold(3, stagnation=2).apply("supply grow node=5")
    table.settle()
    assert table.told()[0].startswith("White")
    assert "takes 1 light and 1 rainbow from Orange" in table.told()[0]
    assert "gains 1 light and 1 rainbow; Orange sends an un-acted worker to the stock; Red sends" in table.told()[0]


def test_supply_says_what_the_caps_took() -> None:
    """N-R3, N-M6: 9 AP were left, 7 come, 10 is the cap."""
    table = ToldTable("red", "orange").put(1, ap=9).put(2, ap=0)
    table.end_round()
    table.do("supply worker", "supply grow node=2")
    lines = table.told()
    assert "Red has 10 AP (6 lost above the cap) and 4 creativity and gains a new worker." in lines
    assert (
        "Orange has 7 AP and 4 creativity and grows Sealed Calendar (node 2; no more growth; at the end of the game: 10"
        " VP)." in lines
    )


def test_what_growth_loses_stands_in_its_own_line() -> None:
    """N-C503 at a full track: 2 AP are lost in blue's line, not in the next seat's."""
    table = ToldTable("blue", "orange").put(1, ap=10)
    table.fill(1, 3).end_round()
    table.do("supply grow node=1", "supply worker")
    lines = [line for line in table.told() if line.startswith("Blue has")]
    assert lines == [
        "Blue has 10 AP (7 lost above the cap) and 4 creativity, grows Own Bench (node 1; running a lens of its own:"
        " 2 VP) and loses 2 AP above the cap (Growing Pains)."
    ]
    assert "Orange has 10 AP (6 lost above the cap) and 4 creativity and gains a new worker." in table.told()


def test_the_round_ends_and_begins() -> None:
    table = ToldTable("yellow", "red")
    table.fill(1, 9).hold(1, light=3).hold(2, light=0).put(1, vp=4).do("end", NEGOTIATE)
    table.end_round()
    table.apply("give light to=2")
    lines = table.told()
    at = lines.index("End of round 1: Yellow gives Red one light and gains 3 VP (Open Purse).")
    assert lines[at + 1 : at + 4] == [
        "VP after round 1: Yellow 7, Red 0.",
        "ROUND 2",
        "Red, who negotiated, starts, then Yellow.",
    ]


def test_a_round_begins_with_the_table() -> None:
    table = ToldTable("red", "orange")
    table.hand(2, 10, 40).lay(1, left=[2], right=[43], base=4).apply("end")
    lines = [line.strip() for line in VIEW.tell(table.data, table.records, False)]
    assert lines[-5:] == [
        "2 Orange   0   9       3      2       2       2      4      4     0     2  S      light, rainbow, lens",
        "Lens 1 (Red, base 4): 2 light -> 14 VP; free",
        "Orange holds Twin Prism (2 rainbow) and Patent (15 VP).",
        "",
        "Red is done for the round.",
    ]


def test_the_limit_of_turns_is_told() -> None:
    """N-R15."""
    table = ToldTable("red", "orange", sets=(("rules.turn_limit", "3"),))
    table.do(SPIRIT, SPIRIT, SPIRIT)
    lines = table.told()
    assert lines[2] == "Red gathers spirit, gains 1 stagnation and loses 1 AP above the cap."
    assert lines[3] == "The limit of turns is reached: all seats end."
    assert "VP after round 1: Red 0, Orange 0." in lines
    assert lines[-2:] == [
        "Red has 0 VP and loses 8 VP (4 stagnation): -8 VP.",
        "Orange has 0 VP and loses 6 VP (3 stagnation): -6 VP.",
    ]


def test_several_ends_share_a_line() -> None:
    table = ToldTable("red", "orange", "white")
    table.do("end", "end", "end")
    assert "Red, Orange and White are done for the round." in table.told()


# ---- the end ----


def test_whites_end() -> None:
    """RULES.md section 10: S, 1, 3 stagnation: -10 - 5 - 6 = -21, or +21 with node 9."""
    for nodes, line in (
        ((1,), "White has 0 VP and loses 6 VP (3 stagnation), 10 VP (Cold Reception) and 5 VP (Thin Walls): -21 VP."),
        ((1, 9), "White has 0 VP, gains 6 VP (3 stagnation), 10 VP (Cold Reception) and 5 VP (Thin Walls) and turns"
         " losses into gains (Everything Reversed): 21 VP."),
    ):  # fmt: skip
        table = ToldTable("white", "red").phase(4)
        table.fill(1, *nodes).hold(1, stagnation=3).finish()
        assert line in table.told()


def test_oranges_end() -> None:
    """RULES.md section 10: N-C209 turns 11 into 17."""
    table = ToldTable("orange", "red").phase(4)
    table.fill(1, 9).hold(1).put(1, vp=11).finish()
    assert "Orange has 11 VP: 11 VP." in table.told()
    assert "Orange has 11 VP and gains 6 VP (Head of the Society): 17 VP." in table.told()


def test_greens_last_runs() -> None:
    """N-E2: no AP, no executing worker."""
    table = ToldTable("green", "red").phase(4)
    table.fill(1, 9).lay(1, left=[10], right=[40], base=2).hold(1, rainbow=3).do("end", "end", "final lens=1")
    table.settle()
    assert "Green runs its own lens 1 once more, pays 2 rainbow and gains 15 VP." in table.told()
    assert "Green has 15 VP: 15 VP." in table.told()


def test_ties_are_explained() -> None:
    table = ToldTable("red", "orange", "white")
    cards = Cards(table.data)
    state = VIEW.state_json(table.state, table.data)
    assert list(tell_ranking(state, cards)) == [
        "Red and Orange share their place: 0 VP, and equal in lenses, cards and result values.",
        "Orange and White share their place: 0 VP, and equal in lenses, cards and result values.",
    ]
    table.lay(2, left=[10], right=[40]).lay(3, left=[2], right=[43]).put(1, vp=-1)
    state = VIEW.state_json(table.state, table.data)
    assert list(tell_ranking(state, cards)) == [
        "Orange and White share their place: 0 VP, and equal in lenses, cards and result values."
    ]
    table.lay(3, right=[1, 5])
    state = VIEW.state_json(table.state, table.data)
    assert list(tell_ranking(state, cards)) == ["White and Orange both have 0 VP; White is ahead by lenses (2 to 1)."]


# ---- tables ----


def test_table_after_every_turn() -> None:
    table = ToldTable("red", "orange")
    table.hand(1, 10, 40).lay(2, left=[2], right=[43], base=4).stand(1, 1).station(2, "spirit")
    table.do("collect card=1", SPIRIT)
    lines = table.told(with_tables=True)
    assert "  Lens 1 (Orange, base 4): 2 light -> 14 VP; Red's acted worker" in lines
    assert "  At work: spirit: Orange 1." in lines
    hands = [line for line in lines if line.startswith("  Red's hand: ")]
    assert hands[-1] == (
        "  Red's hand: Thin Condenser (1 light, left 1 / right 3, 2/1); Twin Prism (2 rainbow, left 1 / right 3, 9/4);"
        " Patent (15 VP, right 1, -/8)."
    )
    assert sum(line.startswith("  Open cards: ") for line in lines) == len(hands)


# ---- phrases ----


def test_lines_join_what_a_seat_does() -> None:
    line = Line(["Red", "White"])
    cost = Cost(1)
    line.say(1, "runs lens 1")
    line.add(1, "pays", [cost, "1 light"])
    line.add(1, "gains", ["2 VP"])
    line.add(1, "gains", ["1 rainbow"])
    line.say(2, "waits")
    line.say(0, "it rains")
    assert line.text() == "Red runs lens 1, pays 1 light and gains 2 VP and 1 rainbow; White waits; it rains."
    cost.ap, cost.base = 5, 3
    assert "pays 2+3 AP and 1 light" in line.text()
    assert Line([]).text() == ""
