"""Whether a skill may be used now: conditions, frequency, cost, picks, who must be alive (R-I2, R-I3)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider.bits import count_common
from sim.games.rider.numbers import holds, is_number, meets_alone
from sim.games.rider.people import diff_faction, differ_in_gender, same_faction
from sim.games.rider.space import distance, is_in_range
from sim.games.rider.zones import is_living
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def is_unused(seat, skill, freq):
    """Whether the frequency allows another use."""
    w, bit = skill // 32, skill % 32
    if freq == codes.FREQ_TURN:
        return (int(seat.used_turn[w]) >> bit) & 1 == 0
    if freq == codes.FREQ_PHASE:
        return (int(seat.used_phase[w]) >> bit) & 1 == 0
    return freq == codes.FREQ_ANY or (int(seat.used_game[w]) >> bit) & 1 == 0


@kernel
def note_use(state, tables, p, skill):
    """A skill is used: counters and frequency."""
    seat = state.seats[p]
    w, bit = skill // 32, 1 << (skill % 32)
    seat.used_turn[w] |= bit
    seat.used_phase[w] |= bit
    seat.used_game[w] |= bit
    seat.skills_used[w] |= bit
    seat.skill_uses += 1
    note(state.core, int(tables.skills[skill].note), p, skill)


# ---- conditions ----


@kernel
def party(who, owner, event):
    """Seat that a condition speaks about; -1 = nobody."""
    if who == codes.WHO_SELF:
        return owner
    return int(event.seat) if who == codes.WHO_ACTOR else int(event.other)


@small_kernel
def class_of(kind):
    if kind <= codes.LAST_BASIC:
        return codes.CLASS_BASIC
    return codes.CLASS_BATTLE if kind <= codes.LAST_BATTLE else codes.CLASS_EQUIPMENT


@kernel
def meets_card(state, row, event):
    """Conditions about the card or damage of an event."""
    code, what = int(row.code), int(row.what)
    if event.cause < 0:
        return False
    cause = state.frames[int(event.cause)]
    kind = int(cause.kind)
    if code == codes.IF_PLAIN:
        return cause.element == codes.NO_ELEMENT
    if code == codes.IF_ELEMENT:
        return cause.element == what
    if code == codes.IF_SUIT or code == codes.IF_COLOUR:
        return cause.suit >= 0 and (what >> int(cause.suit)) & 1 == 1
    if kind < 0:
        return False
    if code == codes.IF_KIND:
        return kind <= codes.LAST_STRIKE if what == codes.STRIKE else kind == what
    return class_of(kind) == what


@kernel
def meets_event(state, tables, owner, row, event):
    """Conditions about the parties of an event."""
    code = int(row.code)
    actor, other = int(event.seat), int(event.other)
    if code == codes.IF_ACTOR_SELF:
        return actor == owner
    if code == codes.IF_OBJECT_SELF:
        return other == owner
    if code == codes.IF_OBJECT_OTHER:
        return other != owner
    if code == codes.IF_HAS_ACTOR:
        return actor >= 0
    if code == codes.IF_UNLINKED:
        p = party(int(row.who), owner, event)
        return p >= 0 and state.seats[p].is_linked == 0
    if code == codes.IF_HAS:
        return holds(state, party(int(row.who), owner, event), int(row.what))
    if code == codes.IF_OTHER_GENDER or code == codes.IF_SAME_FACTION:
        p = actor if other == owner else other
        if p < 0:
            return False
        if code == codes.IF_OTHER_GENDER:
            return differ_in_gender(state, tables, owner, p)
        return state.seats[p].effective != 0 and state.seats[p].effective == state.seats[owner].effective
    return meets_card(state, row, event)


@kernel
def meets_all(state, tables, owner, skill, event_at):
    """Whether all conditions of a skill hold; `event_at` is the place of the EVENT frame, -1 without one."""
    row = tables.skills[skill]
    for k in range(int(row.n_conditions)):
        condition = row.conditions[k]
        if event_at < 0 or is_number(int(condition.code)):
            is_met = meets_alone(state, owner, condition)
        else:
            is_met = meets_event(state, tables, owner, condition, state.frames[event_at])
        if not is_met:
            return False
    return True


# ---- costs ----


@kernel
def can_pay(state, tables, p, skill):
    """Whether the full cost can be paid."""
    seat = state.seats[p]
    row = tables.skills[skill]
    cards = 0
    for k in range(int(row.n_costs)):
        cost = row.costs[k]
        code, n = int(cost.code), int(cost.n)
        if code == codes.PAY_RAGE:
            is_met = seat.rage >= n
        elif code == codes.PAY_DISCARD:
            cards += n
            is_met = count_common(seat.hand, tables.suit_sets[int(cost.suits)]) >= n
        elif code == codes.PAY_HP:
            is_met = seat.hp > n
        elif code == codes.PAY_DOWN:
            cards += n
            is_met = True
        elif code == codes.PAY_INVERT:
            is_met = seat.is_inverted == 0 and is_living(state, p)
        elif code == codes.PAY_LINK:
            is_met = seat.is_linked == 0 and is_living(state, p)
        else:
            is_met = (int(seat.n_on) if code == codes.PAY_MARK_ON else int(seat.n_by)) >= n
        if not is_met:
            return False
    return cards <= seat.n_hand


# ---- picks ----


@small_kernel
def has_down_to_take(tables, row, seat):
    """A face-down card will do where the skill takes it."""
    return row.steals != 0 and seat.n_down > 0 and tables.down_reach == 0


@kernel
def is_pick(state, tables, owner, q, skill, event_at):
    """Whether a living seat q may be picked."""
    row = tables.skills[skill]
    picks = int(row.picks)
    seat = state.seats[q]
    if picks & ~1 == 0:
        return True
    if picks >> codes.PICK_OTHER & 1 and q == owner:
        return False
    if picks >> codes.PICK_LINKED & 1 and seat.is_linked == 0:
        return False
    if picks >> codes.PICK_UNLINKED & 1 and seat.is_linked != 0:
        return False
    if picks >> codes.PICK_HAS_HAND & 1 and seat.n_hand == 0 and not has_down_to_take(tables, row, seat):
        return False
    if picks >> codes.PICK_HAS_DOWN & 1 and seat.n_down == 0:
        return False
    if picks >> codes.PICK_FACE_UP & 1 and seat.is_up == 0:
        return False
    if picks >> codes.PICK_WOUNDED & 1 and seat.hp >= seat.hp_max:
        return False
    return is_far_pick(state, tables, owner, q, picks, event_at)


@kernel
def is_far_pick(state, tables, owner, q, picks, event_at):
    """The rarer and dearer filters of picks."""
    seat = state.seats[q]
    if picks >> codes.PICK_HAS_SET & 1 and not int(seat.slot_lies[0]) | int(seat.slot_lies[1]) | int(seat.slot_lies[2]):
        return False
    if picks >> codes.PICK_NOT_ACTOR & 1 and event_at >= 0 and state.frames[event_at].seat == q:
        return False
    if picks >> codes.PICK_IN_RANGE & 1 or picks >> codes.PICK_DIST1 & 1:
        if q == owner or not is_living(state, owner):
            return False
        if picks >> codes.PICK_IN_RANGE & 1 and not is_in_range(state, tables, owner, q):
            return False
        if picks >> codes.PICK_DIST1 & 1 and distance(state, tables, owner, q) > 1:
            return False
    if picks >> codes.PICK_SAME_FACTION & 1 and (same_faction(state, owner) >> q) & 1 == 0:
        return False
    if picks >> codes.PICK_DIFF_FACTION & 1 and (diff_faction(state, owner) >> q) & 1 == 0:
        return False
    return not (picks >> codes.PICK_OTHER_GENDER & 1) or differ_in_gender(state, tables, owner, q)


@kernel
def pick_seats(state, tables, owner, skill, event_at):
    """Set of living seats that a skill may pick; a redirection picks no present target."""
    seats = 0
    for q in range(int(state.core.n_seats)):
        if is_living(state, q) and is_pick(state, tables, owner, q, skill, event_at):
            seats |= 1 << q
    if tables.skills[skill].trigger == codes.ON_TARGETED and event_at >= 0:
        seats &= ~present_targets(state, tables, skill, event_at)
    return seats


@kernel
def present_targets(state, tables, skill, event_at):
    """Targets of the card, if the skill redirects it."""
    row = tables.skills[skill]
    for k in range(int(row.n_rows)):
        if row.rows[k].code == codes.OP_REDIRECT:
            return int(state.frames[int(state.frames[event_at].cause)].mask)
    return 0


@kernel
def is_offered(state, tables, owner, skill, event_at):
    """R-I3: conditions, frequency, full cost, a legal pick, and the seats that its rows name alive."""
    row = tables.skills[skill]
    seat = state.seats[owner]
    if not is_unused(seat, skill, int(row.freq)):
        return False
    if row.about_people != 0 and seat.determined == 0:
        note(state.core, c.R_F8, owner, skill)
        return False
    if not meets_all(state, tables, owner, skill, event_at) or not can_pay(state, tables, owner, skill):
        return False
    if event_at >= 0:
        event = state.frames[event_at]
        if row.names_actor != 0 and (event.seat < 0 or not is_living(state, int(event.seat))):
            return False
        if row.names_object != 0 and (event.other < 0 or not is_living(state, int(event.other))):
            return False
    return row.picks == 0 or pick_seats(state, tables, owner, skill, event_at) != 0
