"""Checked entries -> the arrays of the TABLES record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import UserError
from sim.games.rider import codes, layout
from sim.games.rider.clauses import CODES, EFFECT_0
from sim.games.rider.tables_checks import groups_of, replaced_by_ex
from sim.games.rider.tables_schema import Card, Ex, Skill, Warrior
from sim.games.rider.tables_skills import Read

Record = Any  # one np.record of a dtype of `layout`

#: Static rows: op -> field of a warrior.
_STATIC_FIELDS = {
    codes.OP_STRIKES: "strikes", codes.OP_TARGETS: "targets", codes.OP_RANGE: "reach", codes.OP_DIST_TO: "dist_to",
    codes.OP_DIST_FROM: "dist_from", codes.OP_HAND_LIMIT: "limit",
}  # fmt: skip


def deck_of(cards: Sequence[Card], ex: Sequence[Ex], rulings: Mapping[str, Any]) -> list[Card]:
    """The cards that are played with, by code: relabelling and EX cards are done."""
    deck = list(cards)
    if rulings["relabel"] == "none":
        deck = [card.model_copy(update={"kind": card.public_kind or card.kind}) for card in deck]
    if rulings["ex_cards"]:
        for place, entry in replaced_by_ex(cards, ex).items():
            deck[place] = entry.model_copy(update={"id": cards[place].id})
    return deck


def write_deck(record: Record, deck: Sequence[Card]) -> None:
    """Cards, and the sets of them by kind and suit."""
    record.n_cards = len(deck)
    for code, card in enumerate(deck):
        row = record.cards[code]
        row.kind, row.suit = codes.KINDS.index(card.kind), codes.SUITS.index(card.suit)
        row.rank, row.reach = card.rank, card.range or 0
        w, bit = code // layout.WORD_BITS, 1 << code % layout.WORD_BITS
        record.kind_sets[row.kind, w] |= bit
        if row.kind <= codes.LAST_STRIKE:
            record.strike_set[w] |= bit
        for suits in range(16):
            if suits >> int(row.suit) & 1:
                record.suit_sets[suits, w] |= bit


def warrior_rows(warriors: Sequence[Warrior]) -> list[tuple[int, Warrior]]:
    """Each warrior card with the place of its entry, copies repeated."""
    return [(place, warrior) for place, warrior in enumerate(warriors) for _ in range(warrior.copies)]


def write_warriors(record: Record, warriors: Sequence[Warrior], factions: Sequence[str], skills: Sequence[str]) -> None:
    """Warrior cards and their groups. Skills must have been written before."""
    rows = warrior_rows(warriors)
    groups = list(groups_of(warriors))
    record.n_warriors, record.n_groups, record.n_factions = len(rows), len(groups), len(factions)
    for code, (place, warrior) in enumerate(rows):
        row = record.warriors[code]
        group = groups.index(warrior.group)
        row.group, row.form, row.source = group, warrior.form, codes.SOURCES.index(warrior.form_source)
        row.price, row.can_change, row.can_up = warrior.rage_price, warrior.icon_change, warrior.icon_up
        row.faction, row.gender = 1 + factions.index(warrior.faction), codes.GENDERS.index(warrior.gender)
        row.hp, row.hand_limit, row.draw_number, row.supply = (
            warrior.hp, warrior.hand_limit, warrior.draw, warrior.supply,
        )  # fmt: skip
        row.row = place
        record.group_cards[group, int(record.group_n[group])] = code
        record.group_n[group] += 1
        _write_skills_of(record, row, warrior.id, [skills.index(skill) for skill in warrior.skills])


def _write_skills_of(record: Record, row: Record, warrior: str, skills: Sequence[int]) -> None:
    """The skills of one warrior, and what they add up to."""
    row.n_skills = len(skills)
    row["static_notes"] = -1
    for k, number in enumerate(skills):
        skill = record.skills[number]
        row.skills[k] = number
        if skill.mode in (codes.FORCED, codes.ASKED):
            row.triggers |= 1 << int(skill.trigger)
        elif skill.mode == codes.ACTIVE:
            row.has_active = 1
        elif skill.mode == codes.VIEW_AS:
            _add_views(record, row, warrior, number)
        elif skill.n_conditions:
            row.has_conditional = 1
        else:
            row.static_notes[k] = skill.note
            row.static_effects[k] = skill.rows[0].note
            _add_statics(row, skill)


def _add_views(record: Record, row: Record, warrior: str, number: int) -> None:
    """The rows of a view-as skill among those of its warrior."""
    for view in range(layout.MAX_VIEWS):
        entry = record.views[view]
        if entry.for_use + entry.for_play and entry.skill == number:
            if row.n_views == layout.MAX_VIEWS_OF_ONE:
                raise UserError(
                    f"{warrior}.skills: more than {layout.MAX_VIEWS_OF_ONE} view-as rows; name fewer skills"
                )
            row.views[int(row.n_views)] = view
            row.n_views += 1
            row.view_kinds |= 1 << int(entry.as_kind)


def _add_statics(row: Record, skill: Record) -> None:
    for i in range(int(skill.n_rows)):
        static = skill.rows[i]
        if static.code == codes.OP_HAND_LIMIT and static.what:
            row.limit_marks = 1
        field = _STATIC_FIELDS[int(static.code)]
        row[field] += static.n


def write_skills(record: Record, skills: Sequence[Skill], reads: Sequence[Read]) -> None:
    """Skills as numbers."""
    record.n_skills = len(skills)
    n_views = 0
    for number, (skill, read) in enumerate(zip(skills, reads, strict=True)):
        row = record.skills[number]
        row.mode, row.trigger = codes.MODES.index(skill.mode), codes.TRIGGERS.index(skill.trigger)
        row.freq = codes.FREQS.index(skill.freq)
        row.note = CODES.get(skill.id, CODES["skill of another pack"])
        row.picks = sum(1 << codes.PICKS.index(pick) for pick in set(skill.pick))
        row.pick_max = skill.pick_max
        row.about_people = read.is_about_people
        row.steals = any(part.code == codes.OP_STEAL and part.who == codes.WHO_CHOSEN for part in read.rows)
        row.names_actor = any(part.who == codes.WHO_ACTOR for part in read.rows)
        row.names_object = any(part.who == codes.WHO_OBJECT or part.code == codes.OP_NEED for part in read.rows)
        _write_parts(row, read)
        for view in read.views:
            if n_views == layout.MAX_VIEWS:
                raise UserError(f"skill: more than {layout.MAX_VIEWS} view-as rows in all, the capacity MAX_VIEWS")
            entry = record.views[n_views]
            n_views += 1
            entry.skill, entry.as_kind, entry.zone, entry.suits = number, view.kind, view.zone, view.suits
            entry.for_use, entry.for_play = view.for_use, view.for_play


def _write_parts(row: Record, read: Read) -> None:
    row.n_conditions, row.n_costs, row.n_rows = len(read.conditions), len(read.costs), len(read.rows)
    for k, part in enumerate(read.conditions):
        target = row.conditions[k]
        target.code, target.who, target.what, target.n = part.code, part.who, part.what, part.n
    for k, part in enumerate(read.costs):
        target = row.costs[k]
        target.code, target.n, target.suits = part.code, part.n, part.what
    for k, part in enumerate(read.rows):
        target = row.rows[k]
        target.code, target.who, target.n, target.what, target.gate = part.code, part.who, part.n, part.what, part.gate
        target.note = EFFECT_0 + part.code
