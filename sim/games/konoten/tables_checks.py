"""Checks over several entries or constants at once; what one entry alone must be is in `tables_schema`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import UserError
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
    parts = rules.start_task_tokens + rules.start_growth + rules.start_stock + rules.start_workers
    if rules.tokens_per_player != parts:
        raise UserError(
            f"{data.label('rules.tokens_per_player')}: tokens_per_player = {rules.tokens_per_player}: start_task_tokens"
            f" + start_growth + start_stock + start_workers is {parts}; the two must be equal."
        )
    if rules.lens_cards_min > rules.lens_cards_max:
        raise UserError(
            f"{data.label('rules.lens_cards_min')}: lens_cards_min = {rules.lens_cards_min} is more than"
            f" lens_cards_max = {rules.lens_cards_max}."
        )
    piles = [getattr(rules, f"base_cost_{cost}") for cost in range(layout.MAX_BASE_COST + 1)]
    if sum(piles) > st.MAX_LENSES:
        raise UserError(
            f"{data.label('rules.base_cost_0')}: {sum(piles)} base cards in all: at most {st.MAX_LENSES} (MAX_LENSES)."
        )
    for name, held in (("grid_spaces", rules.start_light + rules.start_rainbow + rules.start_stagnation),):
        if held > rules.grid_spaces:
            raise UserError(
                f"{data.label('rules.grid_spaces')}: {name} = {rules.grid_spaces} is less than the {held} items at the"
                " start."
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
                f"{data.label('pack')}: [[development]]: {total} {sort}, but {constant} = {wanted}"
                f" ({data.label(f'rules.{constant}')})."
            )
    if rules.dev_normal + rules.dev_vp > layout.MAX_CARDS:
        raise UserError(
            f"{data.label('rules.dev_normal')}: {rules.dev_normal + rules.dev_vp} development cards in all: at most"
            f" {layout.MAX_CARDS} (MAX_CARDS)."
        )


def _check_names(data: Resolved, kind: str, found: Sequence[Any], wanted: Sequence[Any], key: str) -> None:
    for name in wanted:
        if found.count(name) != 1:
            raise UserError(
                f"{data.label('pack')}: [[{kind}]]: {found.count(name)} with {key} = {name}; there must be 1."
            )
    for name in found:
        if name not in wanted:
            raise UserError(
                f"{data.label('pack')}: [[{kind}]]: {key} = {name}: known are {', '.join(map(str, wanted))}."
            )


# ---- growth sheets ----


def _check_sheet(data: Resolved, character: str, nodes: Sequence[schema.Node]) -> None:
    numbers = [node.number for node in nodes]
    for node in nodes:
        where = f"{data.label(f'cards.{node.id}')}: {node.id}"
        if numbers.count(node.number) > 1:
            raise UserError(f"{where}.number = {node.number} stands twice on the sheet of {character}.")
    if 0 not in numbers:
        raise UserError(f"{data.label('pack')}: the sheet of {character} has no start node: a node with number = 0.")
    readings = {(): {}} | {(v.ruling, v.value): {} for node in nodes for v in node.variants}
    for reading in readings:
        _check_reading(data, character, nodes, reading)


def _check_reading(data: Resolved, character: str, nodes: Sequence[schema.Node], reading: tuple[str, ...]) -> None:
    """A sheet as it reads with all defaults, or with one ruling changed."""
    rulings = {reading[0]: reading[1]} if reading else {}
    before = {node.number: read_node(node, rulings)[0] for node in nodes}
    ids = {node.number: node.id for node in nodes}
    says = f" under {reading[0]} = {reading[1]}" if reading else ""
    for number, sources in before.items():
        where = f"{data.label(f'cards.{ids[number]}')}: {ids[number]}.from = {list(sources)}"
        if number == 0 and sources:
            raise UserError(f"{where}: the start node has no node before it; write [].")
        if number != 0 and not sources:
            raise UserError(f"{where}{says}: only the start node has none; name the nodes that lead here.")
        for source in sources:
            if source not in before:
                raise UserError(f"{where}{says}: {character} has no node {source}; known are {sorted(before)}.")
            if source == number:
                raise UserError(f"{where}{says}: a node cannot lead to itself.")
    _check_reach(data, before, ids, says)
    locks = [node.id for node in nodes for e in read_node(node, rulings)[1] for op in e.do if op.op == "lock"]
    if len(locks) > 1:
        raise UserError(f"{data.label(f'cards.{locks[1]}')}: {locks[1]}: {character} has a lock node, {locks[0]}.")
    for node in nodes:
        _check_effects(data, node, read_node(node, rulings)[1])
        _check_chains(data, node, read_node(node, rulings)[1])


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
            f"{data.label(f'cards.{ids[number]}')}: {ids[number]}.from = {list(before[number])}{says}: the node cannot"
            f" be reached from the start node{circle}; lead an arrow to it from one that can."
        )


def _check_effects(data: Resolved, node: schema.Node, effects: Sequence[Effect]) -> None:
    where = f"{data.label(f'cards.{node.id}')}: {node.id}.effects"
    if sum(effect.when == "will" for effect in effects) > 1:
        raise UserError(f"{where}: a node has at most one will.")


def _check_chains(data: Resolved, node: schema.Node, effects: Sequence[Effect]) -> None:
    """Gains of tokens that set off gains of tokens lie on each other on the stack: two frames a token."""
    gains = ("grow", "worker_unacted", "worker_acted")
    moments = ("once", "on_grow", "on_worker_gained", "on_worker_returned")
    tokens = data.rules["tokens_per_player"]
    if tokens > MAX_CHAINED and any(e.when in moments and op.op in gains for e in effects for op in e.do):
        raise UserError(
            f"{data.label(f'cards.{node.id}')}: {node.id}: a gain of tokens at a gain of tokens needs tokens_per_player"
            f" of at most {MAX_CHAINED}, not {tokens}."
        )


def read_node(node: schema.Node, rulings: Mapping[str, Any]) -> tuple[Sequence[int], Sequence[Effect]]:
    """Nodes before a node, and its effects, under the rulings."""
    before, effects = node.before, node.effects
    for variant in node.variants:
        if str(rulings.get(variant.ruling)) == variant.value:
            before = variant.before if variant.before is not None else before
            effects = variant.effects if variant.effects is not None else effects
    return before, effects
