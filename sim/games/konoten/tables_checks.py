"""Checks over several entries or constants at once; what one entry alone must be is in `tables_schema`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sim.errors import UserError, unknown
from sim.games.konoten import codes, layout
from sim.games.konoten import state as st
from sim.games.konoten import tables_schema as schema
from sim.games.konoten.tables_words import Effect
from sim.tables import Resolved

Entries = Mapping[str, Sequence[Any]]

#: Tokens whose gains may set off each other: three lie on the task spaces, two frames a token, ten other frames.
MAX_CHAINED = (st.MAX_FRAMES - 10) // 2 + 3


def check_rules(data: Resolved, rules: schema.Rules) -> None:
    """Constants that must fit each other."""

    def refuse(name: str, right: str) -> UserError:
        return UserError(f"{data.label(f'rules.{name}')}: {name} = {getattr(rules, name)}: {right}")

    parts = rules.start_task_tokens + rules.start_growth + rules.start_stock + rules.start_workers
    if rules.tokens_per_player != parts:
        raise refuse(
            "tokens_per_player",
            f"start_task_tokens + start_growth + start_stock + start_workers is {parts}; write {parts} or change them",
        )
    if rules.lens_cards_min > rules.lens_cards_max:
        raise refuse("lens_cards_min", f"write at most lens_cards_max = {rules.lens_cards_max}")
    held = rules.start_light + rules.start_rainbow + rules.start_stagnation
    if held > rules.grid_spaces:
        raise refuse("grid_spaces", f"write at least {held}, the items at the start")
    for track in ("ap", "creativity"):
        if getattr(rules, f"start_{track}") > (cap := getattr(rules, f"{track}_cap")):
            raise refuse(f"start_{track}", f"write at most {track}_cap = {cap}")
    if rules.dev_normal + rules.dev_vp > layout.MAX_CARDS:
        raise refuse(
            "dev_normal",
            f"with dev_vp = {rules.dev_vp} these are {rules.dev_normal + rules.dev_vp} cards; write numbers that add up"
            f" to at most {layout.MAX_CARDS} (MAX_CARDS)",
        )


def check_piles(data: Resolved, piles: Sequence[int]) -> None:
    """Base cards of all costs must not make more lenses than there is room for."""
    total = sum(int(n) for n in piles)
    if total > st.MAX_LENSES:
        raise UserError(
            f"{data.label('pack')}: [[base]] copies = {total} in all: write numbers, or constants base_cost_0 to"
            f" base_cost_{layout.MAX_BASE_COST}, that add up to at most {st.MAX_LENSES} (MAX_LENSES)"
        )


def check_cards(data: Resolved, rules: schema.Rules, entries: Entries) -> None:
    """Numbers of entries of each kind, and the growth sheets as graphs."""
    _check_decks(data, rules, entries["development"])
    _check_names(data, "base", [entry.cost for entry in entries["base"]], range(layout.MAX_BASE_COST + 1), "cost")
    _check_names(data, "facility", [entry.id for entry in entries["facility"]], codes.FACILITIES, "id")
    tasks = [f"task_{task}" for task in codes.TASKS]
    _check_names(data, "task", [entry.id for entry in entries["task"]], tasks, "id")
    _check_names(data, "character", [entry.id for entry in entries["character"]], codes.CHARACTERS, "id")
    for character in codes.CHARACTERS:
        _check_sheet(data, character, [node for node in entries["node"] if node.character == character])


def _check_decks(data: Resolved, rules: schema.Rules, cards: Sequence[Any]) -> None:
    for constant, is_vp in (("dev_normal", False), ("dev_vp", True)):
        total = sum(card.copies for card in cards if (card.kind == "vp") == is_vp)
        wanted = getattr(rules, constant)
        if total != wanted:
            sort = "vp cards" if is_vp else "cards that are not vp"
            raise UserError(
                f"{data.label('pack')}: [[development]] copies = {total} {sort}: {constant} = {wanted}"
                f" ({data.label(f'rules.{constant}')}); the two must be equal"
            )


def _check_names(data: Resolved, kind: str, found: Sequence[Any], wanted: Sequence[Any], key: str) -> None:
    for name in wanted:
        if found.count(name) != 1:
            raise UserError(
                f"{data.label('pack')}: [[{kind}]] {key} = {name}: stands {found.count(name)} times; write it once"
            )
    for name in found:
        if name not in wanted:
            raise UserError(
                f"{data.label('pack')}: [[{kind}]] {unknown(key, str(name), [str(each) for each in wanted])}"
            )


# ---- growth sheets ----


def _check_sheet(data: Resolved, character: str, nodes: Sequence[schema.Node]) -> None:
    numbers = [node.number for node in nodes]
    for node in nodes:
        where = f"{data.label(f'cards.{node.id}')}: {node.id}"
        if numbers.count(node.number) > 1:
            raise UserError(f"{where}.number = {node.number}: stands twice on the sheet of {character}; write another")
    if 0 not in numbers:
        listed = ", ".join(map(str, sorted(numbers))) or "none"
        raise UserError(f"{data.label('pack')}: [[node]] number = {listed} of {character}: write a start node 0")
    plain = {name: schema.shown(values[0]) for name, values in codes.RULINGS.items()}
    changed = dict.fromkeys((v.ruling, schema.shown(v.value)) for node in nodes for v in node.variants)
    _check_reading(data, character, nodes, plain, "")
    for ruling, value in changed:
        _check_reading(data, character, nodes, {**plain, ruling: value}, f" under {ruling} = {value}")
    _check_reading(data, character, nodes, data.rulings, " under the rulings of this run")


def _check_reading(
    data: Resolved, character: str, nodes: Sequence[schema.Node], rulings: Mapping[str, Any], says: str
) -> None:
    """A sheet as it reads with all defaults, with one ruling changed, or under the rulings of the run."""
    before = {node.number: read_node(node, rulings)[0] for node in nodes}
    ids = {node.number: node.id for node in nodes}
    for number, sources in before.items():
        where = f"{data.label(f'cards.{ids[number]}', 'from')}: {ids[number]}.from = {list(sources)}{says}"
        if number == 0 and sources:
            raise UserError(f"{where}: nothing leads to the start node; write []")
        if number != 0 and not sources:
            raise UserError(f"{where}: only the start node has none; name the nodes that lead here")
        for source in sources:
            if source not in before:
                raise UserError(f"{where}: {unknown(f'node of {character}', str(source), map(str, sorted(before)))}")
            if source == number:
                raise UserError(f"{where}: a node cannot lead to itself; name the nodes that lead here")
    _check_reach(data, before, ids, says)
    for op in ("lock", "mul_activation", "mul_total"):
        _check_single(data, character, nodes, rulings, op)
    for node in nodes:
        _check_effects(data, node, read_node(node, rulings)[1], list(before))
        _check_chains(data, node, read_node(node, rulings)[1])


def _check_single(
    data: Resolved, character: str, nodes: Sequence[schema.Node], rulings: Mapping[str, Any], op: str
) -> None:
    """Ops of which a sheet has at most one."""
    found = [node.id for node in nodes for e in read_node(node, rulings)[1] for each in e.do if each.op == op]
    if len(found) > 1:
        raise UserError(
            f"{data.label(f'cards.{found[1]}', 'effects')}: {found[1]}.effects: op = {op}: the sheet of {character} has"
            f" one in {found[0]}; write it once"
        )


def _check_reach(data: Resolved, before: Mapping[int, Sequence[int]], ids: Mapping[int, str], says: str) -> None:
    reached = {0}
    while True:
        new = {number for number, sources in before.items() if reached & set(sources)} - reached
        if not new:
            break
        reached |= new
    lost = sorted(set(before) - reached)
    if lost:
        number = lost[0]
        seen = " and ".join(ids[n] for n in lost[1:3])
        circle = f", as {seen} cannot" if seen else ""
        raise UserError(
            f"{data.label(f'cards.{ids[number]}', 'from')}: {ids[number]}.from = {list(before[number])}{says}: cannot"
            f" be reached from the start node{circle}; name a node that can"
        )


def _check_effects(
    data: Resolved, node: schema.Node, effects: Sequence[Effect], numbers: Collection[int | None]
) -> None:
    where = f"{data.label(f'cards.{node.id}', 'effects')}: {node.id}.effects"
    if sum(effect.when == "will" for effect in effects) > 1:
        raise UserError(f"{where}: when = will twice: a node has at most one will; write one effect")
    for op in (op for effect in effects for op in effect.do if op.op == "set_final_vp"):
        if op.node not in numbers:
            raise UserError(f"{where}: {unknown(f'node of {node.character}', str(op.node), map(str, numbers))}")


def _check_chains(data: Resolved, node: schema.Node, effects: Sequence[Effect]) -> None:
    """Gains of tokens that set off gains of tokens lie on each other on the stack: two frames a token."""
    gains = ("grow", "worker_unacted", "worker_acted")
    moments = ("once", "on_grow", "on_worker_gained", "on_worker_returned")
    tokens = data.rules["tokens_per_player"]
    if tokens > MAX_CHAINED and any(e.when in moments and op.op in gains for e in effects for op in e.do):
        raise UserError(
            f"{data.label(f'cards.{node.id}', 'effects')}: {node.id}.effects: a gain of tokens that gains of tokens may"
            f" set off again: tokens_per_player = {tokens} is too many for it; write at most {MAX_CHAINED}"
        )


def read_node(node: schema.Node, rulings: Mapping[str, Any]) -> tuple[Sequence[int], Sequence[Effect]]:
    """Nodes before a node, and its effects, under the rulings."""
    before, effects = node.before, node.effects
    for variant in node.variants:
        if schema.shown(rulings.get(variant.ruling)) == schema.shown(variant.value):
            before = variant.before if variant.before is not None else before
            effects = variant.effects if variant.effects is not None else effects
    return before, effects
