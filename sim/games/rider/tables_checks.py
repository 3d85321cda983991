"""Checks over several entries or constants at once; what one entry alone must be is in `tables_schema`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import UserError, unknown
from sim.games.rider import codes, layout
from sim.games.rider import tables_schema as schema
from sim.tables import Resolved

Entries = Mapping[str, Sequence[Any]]

_BOX = ("warrior_cards", "game_cards", "villain_cards", "hp_cards", "rage_cards")
#: What the cards of one group share.
_SHARED = ("name", "faction", "gender")


def check_box(data: Resolved, rules: schema.Rules) -> None:
    """R-S2: the five sorts of cards add up."""
    total = sum(getattr(rules, name) for name in _BOX)
    if total != rules.components_total:
        raise UserError(
            f"{data.label('rules.components_total')}: components_total = {rules.components_total}: {' + '.join(_BOX)}"
            f" is {total}; write {total} or change them"
        )


def check_numbers(data: Resolved, rules: schema.Rules) -> None:
    """Constants against each other."""
    if rules.half_share[0] > rules.half_share[1]:
        where = data.label("rules.half_share")
        raise UserError(f"{where}: half_share = {rules.half_share}: a share is at most 1, such as [1, 2]")
    if rules.storm_low > rules.storm_high:
        where = data.label("rules.storm_low")
        raise UserError(f"{where}: storm_low = {rules.storm_low}: it is at most storm_high = {rules.storm_high}")


def check_players(data: Resolved, rules: schema.Rules, n_seats: int, is_over_10_allowed: bool) -> None:
    """R-S2: numbers of players."""
    if not 2 <= n_seats <= layout.MAX_PLAYERS:
        raise UserError(f"players = {n_seats}: rider is for 2 to {layout.MAX_PLAYERS}")
    if n_seats > rules.hp_cards and not is_over_10_allowed:
        raise UserError(
            f"players = {n_seats}: there are hp_cards = {rules.hp_cards} HP cards ({data.label('rules.hp_cards')});"
            " write at most so many, or set rulings.allow_over_10=true"
        )


# ---- roster ----


def groups_of(warriors: Sequence[schema.Warrior]) -> dict[str, list[schema.Warrior]]:
    """Warrior cards by group, both in file order."""
    groups: dict[str, list[schema.Warrior]] = {}
    for warrior in warriors:
        groups.setdefault(warrior.group, []).append(warrior)
    return groups


def check_roster(data: Resolved, rules: schema.Rules, entries: Entries, n_seats: int) -> None:
    """Factions, groups and skills of warriors."""
    warriors: Sequence[schema.Warrior] = entries["warrior"]
    _check_totals(data, rules, entries)
    known = [faction.id for faction in entries["faction"]]
    skills = [skill.id for skill in entries["skill"]]
    for warrior in warriors:
        where = f"{data.label(f'cards.{warrior.id}', 'faction')}: {warrior.id}"
        if warrior.faction not in known:
            raise UserError(f"{where}.faction: {unknown('faction', warrior.faction, known)}")
        for skill in warrior.skills:
            if skill not in skills:
                raise UserError(f"{where}.skills: {unknown('skill', skill, skills)}")
        if len(set(warrior.skills)) < len(warrior.skills):
            raise UserError(f"{where}.skills = {warrior.skills}: a skill stands twice; write it once")
    groups = groups_of(warriors)
    for name, cards in groups.items():
        _check_group(data, name, cards)
    size = rules.deal_warriors_large if n_seats >= rules.large_from else rules.deal_warriors
    if len(groups) < size * n_seats:
        raise UserError(
            f"{data.label('pack')}: [[warrior]] {len(groups)} groups: {n_seats} players are dealt {size} cards each, of"
            f" {size * n_seats} groups; write more groups"
        )


def _check_totals(data: Resolved, rules: schema.Rules, entries: Entries) -> None:
    n_cards = sum(warrior.copies for warrior in entries["warrior"])
    for key, n, what in (
        ("roster_cards", n_cards, "[[warrior]] copies"),
        ("n_factions", len(entries["faction"]), "[[faction]]"),
        ("ex_cards_n", len(entries["ex"]), "[[ex]]"),
    ):
        if getattr(rules, key) != n:
            raise UserError(
                f"{data.label('pack')}: {what} = {n} in all: {key} = {getattr(rules, key)}"
                f" ({data.label(f'rules.{key}')}); the two must be equal"
            )
    for what, n, most in (
        ("[[warrior]]", n_cards, layout.MAX_WARRIORS), ("[[skill]]", len(entries["skill"]), layout.MAX_SKILLS)
    ):  # fmt: skip
        if n > most:
            raise UserError(f"{data.label('pack')}: {what} = {n} in all: there is room for {most}")


def _check_group(data: Resolved, name: str, cards: Sequence[schema.Warrior]) -> None:
    first = cards[0]
    for card in cards:
        where = f"{data.label(f'cards.{card.id}', 'group')}: {card.id}"
        for key in _SHARED:
            if getattr(card, key) != getattr(first, key):
                raise UserError(
                    f"{where}.{key} = {getattr(card, key)}: the forms of group {name} share name, faction and gender;"
                    f" {first.id} has {getattr(first, key)}"
                )
        if sum(other.form == card.form for other in cards) > 1:
            raise UserError(f"{where}.form = {card.form}: stands twice in group {name}; write another")
    if all(card.form_source == "up" for card in cards):
        raise UserError(
            f"{data.label(f'cards.{first.id}', 'form_source')}: {first.id}.form_source = up: no base: group {name} has"
            " no card that is not an up form; add one"
        )
    if sum(card.copies for card in cards) > layout.MAX_GROUP_CARDS:
        raise UserError(
            f"{data.label(f'cards.{first.id}', 'copies')}: {first.id}.copies: group {name} has"
            f" {sum(card.copies for card in cards)} cards; there is room for {layout.MAX_GROUP_CARDS}"
        )


def notes_on_roster(entries: Entries) -> list[str]:
    """What a reader should know of a sound roster: factions of unequal size (RULES.md section 8.2)."""
    sizes = {"warrior cards": Counter[str](), "warrior groups": Counter[str]()}
    for cards in groups_of(entries["warrior"]).values():
        sizes["warrior cards"][cards[0].faction] += sum(card.copies for card in cards)
        sizes["warrior groups"][cards[0].faction] += 1
    told = []
    for what, size in sizes.items():
        ranked = sorted(entries["faction"], key=lambda faction: size[faction.id])
        least, most = ranked[0], ranked[-1]
        if size[least.id] < size[most.id]:
            told.append(f"{what} ({size[least.id]} of {least.name} to {size[most.id]} of {most.name})")
    if not told:
        return []
    return [f"Factions have unequal numbers of {' and of '.join(told)}: some may win more often for that alone."]


# ---- deck ----


def check_deck(data: Resolved, rules: schema.Rules, cards: Sequence[schema.Card]) -> None:
    """Totals, suits and ranks of the game cards."""
    where = f"{data.label('pack')}: [[card]]"
    if len(cards) != rules.game_cards:
        raise UserError(
            f"{where} = {len(cards)} cards: game_cards = {rules.game_cards} ({data.label('rules.game_cards')}); the two"
            " must be equal"
        )
    for key, words in (("suit", codes.SUITS), ("rank", tuple(range(1, 14)))):
        found = Counter(getattr(card, key) for card in cards)
        if rules.game_cards % len(words):
            continue
        wanted = rules.game_cards // len(words)
        for value in words:
            if found[value] != wanted:
                last = [card.id for card in cards if getattr(card, key) == max(found, key=lambda v: found[v])][-1]
                raise UserError(
                    f"{data.label(f'cards.{last}', key)}: [[card]] {key} = {value}: {found[value]} cards of the deck,"
                    f" but each {key} has {wanted}; {last} is one of {max(found.values())} of another {key}"
                )


def check_names(data: Resolved, cards: Sequence[schema.Card]) -> None:
    """R-A3 goes by names, kernels by kinds: a delayed kind has one name, and no other delayed kind has it."""
    names: dict[str, schema.Card] = {}
    kinds: dict[str, schema.Card] = {}
    for card in cards:
        if not codes.STORM <= codes.KINDS.index(card.kind) <= codes.CUT_OFF:
            continue
        for first in (kinds.setdefault(card.kind, card), names.setdefault(card.name, card)):
            if (first.kind, first.name) != (card.kind, card.name):
                raise UserError(
                    f"{data.label(f'cards.{card.id}', 'name')}: {card.id}.name = {card.name}, kind = {card.kind}:"
                    f" {first.id} is a {first.kind} named {first.name}; delayed cards of one kind, and only they, share"
                    " a name (R-A3); write the same name for both or another kind"
                )


def replaced_by_ex(cards: Sequence[schema.Card], ex: Sequence[schema.Ex]) -> dict[int, schema.Ex]:
    """R-S8: place in the deck -> the EX card that takes it: equal name, else equal suit and rank; lowest id first."""
    places: dict[int, schema.Ex] = {}
    for entry in ex:
        free = [i for i in range(len(cards)) if i not in places]
        same = [i for i in free if cards[i].name == entry.name]
        same = same or [i for i in free if (cards[i].suit, cards[i].rank) == (entry.suit, entry.rank)]
        if not same:
            raise UserError(f"{entry.id}.name = {entry.name}: no card of the deck has its name, or its suit and rank")
        places[same[0]] = entry
    return places
