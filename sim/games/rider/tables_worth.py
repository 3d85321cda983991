"""A rough estimate of what cards, skills and warriors bring: for heuristic policies only.

Rules never read these numbers. They are worked out from the data when it is loaded, so that a changed skill changes its
worth, and a style plays warriors that it has never seen. The unit is one card drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.rider import codes, layout
from sim.games.rider.feature_names import FEATURE_NAMES, USUAL

Record = Any  # one np.record of a dtype of `layout`

#: Of holding a card: the contract's keep values (RULES.md section 11).
KEEP = {
    "energy": 7.0, "dodge": 5.2, "charge": 4.1, "surge": 3.9, "nullify": 3.8, "thunder_strike": 3.66,
    "fire_strike": 3.63, "strike": 3.6, "ice_strike": 3.6, "poison_strike": 3.6, "detain": 3.5, "cut_off": 3.48,
    "snatch": 3.46, "break": 3.44, "duel": 3.42, "coerce": 3.36, "barrage": 3.35, "swarm": 3.34, "link_up": 3.32,
    "rally": 3.3, "flame_burst": 3.28, "share_out": -1.0, "storm": -1.0,
}  # fmt: skip
KEEP_EQUIPMENT = 2.05
#: Of wearing equipment.
WORN = {
    "repeater": 2.2, "piercer": 1.5, "duality": 1.5, "ambusher": 1.5, "pursuer": 1.8, "combiner": 1.6, "breaker": 1.9,
    "sweeper": 1.5, "igniter": 1.5, "unseater": 1.6, "ice_blade": 1.7, "reflex_gear": 3.0, "tinder_gear": 2.2,
    "damper_gear": 1.9, "ward_gear": 2.2, "guard_bike": 2.2, "rush_bike": 1.5,
}  # fmt: skip
#: What a battle skill does to its target, for whom nullifies: harm above 0.
STING = {
    "break": 1.0, "snatch": 1.5, "surge": -2.0, "duel": 1.5, "coerce": 1.0, "swarm": 2.5, "barrage": 2.5,
    "rally": -1.6, "share_out": -0.6, "link_up": 0.2, "flame_burst": 1.0, "storm": 1.2, "detain": 2.8, "cut_off": 1.6,
}  # fmt: skip
#: The order in which useful cards are played.
IN_PLAY = (
    "surge", "link_up", "motorbike", "gear", "weapon", "break", "snatch", "swarm", "barrage", "charge", "duel",
    "coerce", "flame_burst", "strike", "share_out", "rally", "energy", "detain", "cut_off", "storm",
)  # fmt: skip

#: How often a moment comes in a round.
TIMES = {
    codes.ON_CARD_USED: 0.8, codes.ON_TARGETED: 0.8, codes.ON_DODGED: 0.35, codes.ON_DMG_DEAL: 0.45,
    codes.ON_DMG_TAKE: 0.45, codes.ON_DMG_DEALT: 0.45, codes.ON_DMG_TAKEN: 0.4, codes.ON_HP_LOST: 0.1,
    codes.ON_DYING: 0.3, codes.ON_DIED: 0.2, codes.ON_JUDGE_FLIP: 0.4, codes.ON_JUDGE_DONE: 0.25,
    codes.ON_REVEALED: 0.15, codes.ON_FORMED: 0.5, codes.ON_LINKED: 0.2, codes.ON_HAND_EMPTY: 0.3,
}  # fmt: skip
OFTEN_ONE_GAME = 0.1  # a round, of a skill that works once a game
FOE, FRIEND = 0.8, 0.4  # of an enemy's loss, of a friend's gain, against the own gain
HP = 2.0  # of an HP
#: Of a phase that is skipped.
PHASE_LOSS = {
    "prep": 0.5, "judge": -0.5, "draw": 2.0, "play": 2.8, "discard": -1.0, "end": 0.3,
}  # fmt: skip
VIEWS = {codes.ENERGY: 1.2, codes.DODGE: 0.9, codes.NULLIFY: 0.9, codes.CHARGE: 0.5, codes.SURGE: 1.0}
STATICS = {
    codes.OP_STRIKES: 0.8, codes.OP_TARGETS: 0.3, codes.OP_RANGE: 0.3, codes.OP_DIST_TO: -0.3,
    codes.OP_DIST_FROM: 0.4, codes.OP_HAND_LIMIT: 0.25,
}  # fmt: skip
WIN = 0.46  # of a pindian


def write_worth(record: Record) -> None:
    """Fill the estimates of a TABLES record whose deck, skills and warriors are written."""
    record["usual"] = [USUAL.get(name, 0.0) for name in FEATURE_NAMES]
    _write_kinds(record)
    for number in range(int(record.n_skills)):
        _write_skill(record.skills[number])
    for code in range(int(record.n_warriors)):
        _write_warrior(record, record.warriors[code])


# ---- cards ----


def _class_in_play(kind: int) -> str:
    if kind <= codes.LAST_STRIKE:
        return "strike"
    if kind <= codes.LAST_BATTLE:
        return codes.KINDS[kind]
    if kind >= codes.GUARD_BIKE:
        return "motorbike"
    return "gear" if kind >= codes.REFLEX_GEAR else "weapon"


def _write_kinds(record: Record) -> None:
    for kind, name in enumerate(codes.KINDS):
        record.keep[kind] = KEEP.get(name, KEEP_EQUIPMENT)
        record.worn[kind] = WORN.get(name, 0.0)
        record.sting[kind] = STING.get(name, 0.0)
        place = _class_in_play(kind)
        record.rank_in_play[kind] = len(IN_PLAY) - IN_PLAY.index(place) if place in IN_PLAY else 0
    kinds = record.cards["kind"][: int(record.n_cards)]
    sets = (kinds == codes.DODGE, kinds <= codes.LAST_STRIKE, kinds == codes.ENERGY)
    for k, found in enumerate(sets):
        n, hits = len(kinds), int(found.sum())
        left = [(n - hits - i) / (n - i) for i in range(layout.MAX_HAND - 1)]
        record.none_of[k] = np.concatenate(([1.0], np.cumprod(left)))


# ---- skills ----


def _share_of(suits: int) -> float:
    return bin(suits & codes.ANY_SUIT).count("1") / 4


def _gates(skill: Record) -> dict[int, float]:
    """Chance of each gate."""
    hit = 0.5
    for row in skill.rows[: int(skill.n_rows)]:
        if row.code == codes.OP_JUDGE:
            hit = _share_of(int(row.what))
    return {
        codes.GATE_NONE: 1.0, codes.GATE_WIN: WIN, codes.GATE_LOSE: 1.0 - WIN,
        codes.GATE_HIT: hit, codes.GATE_MISS: 1.0 - hit,
    }  # fmt: skip


def _write_skill(skill: Record) -> None:
    """What one use gives and takes, by whom, and its price."""
    for name in ("good", "hurt", "toggles", "price_rage", "price_cards", "price_hp", "price_other", "swaps"):
        skill[name] = 0
    skill.skips_judgement = 0
    skill.inverts = 0
    gates = _gates(skill)
    for row in skill.rows[: int(skill.n_rows)]:
        chance = gates[int(row.gate)]
        for who, good, hurt in _row(row):
            skill.good[who] += chance * good
            skill.hurt[who] += chance * hurt
        if row.code == codes.OP_LINK and row.what == codes.LINK_TOGGLE:
            skill.toggles = 0.4
        skill.inverts |= int(row.code == codes.OP_INVERT) << int(row.who)
        skill.swaps |= int(row.code == codes.OP_SWAPJUDGE)
        skill.skips_judgement |= int(row.code == codes.OP_SKIP and codes.PHASES[int(row.what)] == "judge")
    skill.reaches = sum(1 << who for who in range(len(codes.WHOS)) if skill.good[who] or skill.hurt[who])
    for cost in skill.costs[: int(skill.n_costs)]:
        code, n = int(cost.code), int(cost.n)
        if code == codes.PAY_RAGE:
            skill.price_rage += n
        elif code == codes.PAY_DISCARD:
            skill.price_cards += n
        elif code == codes.PAY_HP:
            skill.price_hp += n
        else:
            turn = PHASE_LOSS["draw"] + PHASE_LOSS["play"]
            fixed = {codes.PAY_DOWN: 0.4 * n, codes.PAY_INVERT: turn, codes.PAY_LINK: 0.4}
            skill.price_other += fixed.get(code, 0.5 * n)


def _row(row: Record) -> list[tuple[int, float, float]]:
    """(who, cards' worth given, HP taken) of one row."""
    code, who, n = int(row.code), int(row.who), float(row.n)
    me, it = codes.WHO_SELF, codes.WHO_OBJECT
    by_card = {
        codes.OP_DRAW: 1.0, codes.OP_DISCARD: -1.0, codes.OP_SHOW: -0.15, codes.OP_UPTURN: 0.3, codes.OP_DOWN: -0.5,
        codes.OP_DOWNEQ: -0.8, codes.OP_RAGE: 0.8,
    }  # fmt: skip
    if code in by_card:
        return [(who, by_card[code] * n, 0.0)]
    if code in (codes.OP_STEAL, codes.OP_GIVE):
        sign = 1.0 if code == codes.OP_GIVE else -1.0
        if code == codes.OP_STEAL and who == codes.WHO_CHOSEN:
            return [(who, -2.0 * n, 0.0)]  # by each that is picked: what is gained counts as his loss
        return [(who, sign * n, 0.0), (me, -sign * n, 0.0)]
    if code in (codes.OP_MARK_ON, codes.OP_MARK_BY):
        return [(who, (0.5, -0.3, 0.6)[int(row.what)] * n, 0.0)]
    if code in (codes.OP_DAMAGE, codes.OP_LOSEHP):
        return [(who, -0.3 if code == codes.OP_DAMAGE and row.what == codes.ICE else 0.0, n)]
    if code == codes.OP_SKIP:
        return [(who, -PHASE_LOSS[codes.PHASES[int(row.what)]], 0.0)]
    if code == codes.OP_REDIRECT:
        return [(it, 0.0, -0.55), (codes.WHO_CHOSEN, 0.0, 0.5)]
    if code == codes.OP_PINDIAN:
        return [(me, -0.5, 0.0), (codes.WHO_CHOSEN, -0.5, 0.0)]
    fixed = {
        codes.OP_SIDE: (who, -0.8, 0.0), codes.OP_RIGHT: (who, 0.8, 0.0), codes.OP_HEAL: (who, 0.0, -n),
        codes.OP_LINK: (who, (-0.4, 0.4, 0.0)[int(row.what)] if code == codes.OP_LINK else 0.0, 0.0),
        codes.OP_INVERT: (who, -2.5, 0.0), codes.OP_HIDE: (who, -1.0, 0.0), codes.OP_TURN: (who, 4.0, 0.0),
        codes.OP_NEED: (it, 0.0, 0.3 * (n - 1)), codes.OP_HIT: (it, 0.0, 1.0), codes.OP_CANCEL: (it, 0.0, -0.55),
        codes.OP_ELEMENT: (it, -0.1, 0.1), codes.OP_DMG: (it, 0.0, n), codes.OP_PREVENT: (it, 0.0, -1.0),
        codes.OP_DRAW_NUM: (me, n, 0.0), codes.OP_TAKEJUDGE: (me, 1.0, 0.0),
    }  # fmt: skip
    return [fixed[code]] if code in fixed else []


def _one_use(skill: Record) -> float:
    """A typical use: whoever is harmed is a foe, whoever is helped a friend; unused when it does not pay."""
    total = -0.7 * float(skill.price_rage) - 0.8 * float(skill.price_cards) - float(skill.price_other)
    total -= 1.6 * HP * float(skill.price_hp)
    for who in range(len(codes.WHOS)):
        harm = HP * float(skill.hurt[who]) - float(skill.good[who])
        if who == codes.WHO_SELF or (who == codes.WHO_OBJECT and harm < 0.0):
            total -= harm
        else:
            total += FOE * harm if harm > 0 else -FRIEND * harm
    total += 0.4 * float(skill.swaps) + 0.6 * float(skill.toggles) + 0.2 * float(skill.skips_judgement)
    return max(total, 0.0)


def _a_round(record: Record, skill: Record, number: int) -> float:
    """Worth of having a skill for one round."""
    if skill.mode == codes.STATIC:
        rows = skill.rows[: int(skill.n_rows)]
        per = [STATICS[int(row.code)] * (float(row.n) or 1.0) for row in rows]
        return sum(per) * (0.5 if skill.n_conditions else 1.0)
    if skill.mode == codes.VIEW_AS:
        made = [view for view in record.views if view.for_use + view.for_play and int(view.skill) == number]
        return sum(VIEWS.get(int(view.as_kind), 0.6) * (0.6 + 0.4 * _share_of(int(view.suits))) for view in made)
    times = OFTEN_ONE_GAME if skill.freq == codes.FREQ_GAME else TIMES.get(int(skill.trigger), 1.0)
    return times * _one_use(skill)


# ---- warriors ----


def _write_warrior(record: Record, row: Record) -> None:
    row.worth_skill = row.worth_up = 0.0
    row.worth_body = 1.5 * float(row.hp) + 0.35 * float(row.hand_limit) + 1.6 * float(row.draw_number)
    for k in range(int(row.n_skills)):
        number = int(row.skills[k])
        skill = record.skills[number]
        one = _a_round(record, skill, number)
        row.worth_skill += one
        if skill.mode in (codes.STATIC, codes.FORCED):
            row.worth_up += one
