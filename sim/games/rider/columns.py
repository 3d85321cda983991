"""The outcome columns of rider (RULES.md section 7)."""

from sim.game import Column, Role
from sim.games.rider import state as st
from sim.games.rider.layout import MAX_SKILLS

ELEMENTS = ("plain", "fire", "thunder", "ice", "poison")

#: Counters of the game that go to the row as they are: name -> unit, meaning.
GAME_COUNTS = {
    "winners_n": ("players", "winners"), "survivors_n": ("players", "living at the end"),
    "faction_size_max": ("players", "largest faction of living at any time"),
    "villains_n": ("players", "villains by reveal"), "villains_link_n": ("times", "villains made by linking"),
    "faction_changes_n": ("times", "effective factions changed by linking or reset"),
    "rounds": ("rounds", "rounds begun"), "skipped_turns": ("turns", "turns skipped because inverted"),
    "stack_max": ("frames", "deepest stack"), "deaths_n": ("deaths", "deaths"),
    "first_death_round": ("rounds", "round of the first death"),
    "reshuffles_n": ("times", "discard pile shuffled into a draw pile"), "nullify_n": ("cards", "nullifies used"),
    "judge_n": ("judgements", "judgements"), "pindian_n": ("times", "pindians"),
    "chain_n": ("times", "damage passed on to linked ones"), "cancel_n": ("times", "targets cancelled"),
    **{f"dmg_{e}": ("HP", f"{e} damage") for e in ELEMENTS}, "hp_lost_total": ("HP", "HP lost, not by damage"),
}  # fmt: skip

#: Counters of a seat: name -> unit, meaning.
SEAT_COUNTS = {
    "reveal_turn": ("turns", "turn of the first reveal"),
    "reveal_round": ("rounds", "round of the first reveal"),
    "death_round": ("rounds", "round of death"),
    "kills": ("kills", "kills"), "kills_own": ("kills", "kills in the own faction"),
    "reward_cards": ("cards", "cards drawn as rewards"),
    **{f"dealt_{e}": ("HP", f"{e} damage dealt") for e in ELEMENTS},
    **{f"taken_{e}": ("HP", f"{e} damage taken") for e in ELEMENTS},
    "hp_lost": ("HP", "HP lost, not by damage"), "healed": ("HP", "HP healed"), "hp_end": ("HP", "HP at the end"),
    "form_caps": ("HP", "HP cut off by the limit of a new form"),
    "rescues": ("cards", "energies used on the dying"),
    "rage_gained": ("rage", "rage gained"), "rage_spent": ("rage", "rage spent"),
    "rage_strikes": ("cards", "cards turned into strikes for rage"),
    "rage_charges": ("cards", "cards turned into charges for rage"),
    "forms_change": ("times", "changes of form"), "forms_up": ("times", "ups"), "forms_down": ("times", "downs"),
    "supply_drawn": ("cards", "cards drawn as supply"), "strikes": ("cards", "strikes used"),
    "hits": ("times", "strikes that hit"), "dodges": ("times", "dodges"),
    "battle_skills": ("cards", "battle skills used"), "equips": ("cards", "equipment used"),
    "drawn": ("cards", "cards drawn"), "discarded": ("cards", "cards discarded"),
    "down_turned": ("cards", "cards turned face down"), "linked_n": ("times", "became linked"),
    "inverted_n": ("times", "was inverted"), "skill_uses": ("uses", "skills used"),
}  # fmt: skip

#: Counters that are -1 where it never happened, and those whose spread is worth telling.
TIMES = {"first_death_round", "reveal_turn", "reveal_round", "death_round"}
TOLD = {"rounds", "deaths_n", "villains_n", "kills"}


def counter(name: str, dtype: str, words: tuple[str, str], is_per_seat: bool) -> Column:
    """The column of a counter."""
    never = -1 if name in TIMES else None
    return Column(name, dtype, Role.COUNT, *words, is_per_seat, never=never, is_told_in_full=name in TOLD)


COLUMNS = (
    Column("n_seats", "i1", Role.COUNT, "players", "players in the game"),
    Column("first_seat", "i1", Role.ID, "", "seat that had the first turn"),
    Column("winner_faction", "i2", Role.ID, "", "faction that won", winner_of="faction_printed"),
    Column("turn_limit", "i1", Role.FLAG, "", "the game was stopped by the round cap, or by rulings.empty_piles"),
    *(counter(name, "i4", words, False) for name, words in GAME_COUNTS.items()),
    Column("warnings", "u4", Role.MASK, "", "warnings of the simulation"),
    Column("credit", "f8", Role.SHARE, "", "1/k for each of k winners", True),
    Column("survived", "i1", Role.FLAG, "", "lives at the end", True),
    Column("villain", "i1", Role.FLAG, "", "became a villain at the first reveal", True),
    Column("hidden_end", "i1", Role.FLAG, "", "was never revealed", True),
    Column("warrior_start", "i2", Role.ID, "", "warrior kept", True, compares="warrior"),
    Column("warrior_end", "i2", Role.ID, "", "warrior at the end", True),
    Column("group", "i2", Role.ID, "", "group of the warrior kept", True, is_bare=True),
    Column("faction_printed", "i2", Role.ID, "", "icon of the warrior kept", True, compares="faction"),
    Column("faction_end", "i2", Role.ID, "", "effective faction at the end or death", True),
    Column("offer", "i2", Role.ID, "", "warriors to choose from", True, st.MAX_OFFERS, options_of="warrior_start"),
    Column("reveal_how", "i1", Role.ID, "", "how the first reveal came", True),
    Column("killer_seat", "i1", Role.ID, "", "seat of the killer", True, is_bare=True),
    *(counter(name, "i2", words, True) for name, words in SEAT_COUNTS.items()),
    Column(
        "round_hp",
        "i2",
        Role.COUNT,
        "HP",
        "HP (at least 0)",
        True,
        st.N_ROUND_HP,
        names=tuple(f"after round {k}" for k in range(1, st.N_ROUND_HP + 1)),
    ),
    Column("skills_used", "u8", Role.MASK, "skills", "skills used", True, MAX_SKILLS // 64),
    Column("kinds_worn", "u8", Role.MASK, "kinds", "kinds of equipment worn", True),
)
