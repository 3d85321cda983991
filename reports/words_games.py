"""How games go, in words: length, what is told in full, who wins as a team, how many stay unfinished."""

from __future__ import annotations

from analysis.leads import BEHIND, CHANGES
from analysis.precision import count, percent, show
from analysis.study import Study
from reports.words_groups import listed, of_table

#: So many teams are named, strongest first; winners that are no team always are.
MOST_TEAMS = 6


def course(study: Study, table: int) -> str:
    """The answer to how games go."""
    parts = [_length(study, table), _on_average(study, table), _winners(study, table), _unfinished(study, table)]
    sentences = " ".join(part for part in parts if part)
    return "\n".join(part for part in (sentences, leads(study, table)) if part)


def leads(study: Study, table: int) -> str:
    """How early a game is decided, how often the lead passes on, and who comes back; empty without scores by round."""
    frame = of_table(study.leads, table)
    if not len(frame):
        return ""
    middle = frame.iloc[(len(frame) - 1) // 2]
    measures = of_table(study.measures, table)
    changes, behind = (measures[measures["measure"] == name].iloc[0] for name in (CHANGES, BEHIND))
    leader, last = percent(middle["share"], middle["se"]), percent(middle["last"], middle["last_se"])
    decided = percent(middle["decided"], middle["decided_se"])
    unit = str(behind["unit"]).removesuffix("s") if behind["q50"] == 1 else behind["unit"]
    return (
        f"Whoever leads after round {middle['round']:.0f} of {len(frame)} wins {leader} of the games, who is last then "
        f"{last}; {decided} are decided by then (winners lead from there to the end). The lead passes on "
        f"{show(changes['mean'], changes['se'], 2)} times a game. Half of the winners have been {behind['q50']:g} "
        f"{unit} behind or more, one in twenty {behind['q95']:g}."
    )


def _length(study: Study, table: int) -> str:
    frame = of_table(study.measures, table)
    turns = frame[frame["measure"] == "turns"].iloc[0]
    if turns["q05"] == turns["q95"]:
        return f"A game takes {turns['q50']:g} turns."
    return f"Half of the games take up to {turns['q50']:g} turns, 90 % take {turns['q05']:g} to {turns['q95']:g}."


def _on_average(study: Study, table: int) -> str:
    """Means of the counts of a game whose spread the report tells."""
    names = [c["meaning"] or c["name"] for c in study.manifest["columns"] if c.get("is_told_in_full")]
    frame = of_table(study.measures, table)
    told = frame[frame["measure"].isin(names) & (frame["label"] == "all games")]
    means = [f"{show(row['mean'], row['se'], 2)} {row['measure']}" for _, row in told.iterrows()]
    return f"On average: {', '.join(means)}." if means else ""


def _winners(study: Study, table: int) -> str:
    frame = of_table(study.teams, table)
    if not len(frame):
        return ""
    ranked = frame.sort_values("share_of_all", ascending=False, kind="stable")
    teams, others = ranked[~ranked["is_outsider"]], ranked[ranked["is_outsider"]]
    said = [
        f"{row['label']} {percent(row['share_of_all'], row['se_of_all'])}"
        for part in (teams.head(MOST_TEAMS), others)
        for _, row in part.iterrows()
    ]
    more = f" (of {len(teams)} {_word(study, table)}s, the first {MOST_TEAMS})" if len(teams) > MOST_TEAMS else ""
    return f"Games are won by {listed(said)}{more}."


def _unfinished(study: Study, table: int) -> str:
    games = of_table(study.games, table).iloc[0]
    n, of = int(games["n_unfinished"]), int(games["n_games"])
    if not n:
        return f"None of {count(of)} games was left unfinished."
    was = "was" if n == 1 else "were"
    return f"{count(n)} of {count(of)} games ({percent(n / of, n**0.5 / of)}) {was} left unfinished."


def _word(study: Study, table: int) -> str:
    return team_word(str(of_table(study.teams, table)["kind"].iloc[0]))


def team_word(kind: str) -> str:
    """What a game calls its teams, out of the kind of their rows."""
    return kind.removeprefix("winning ").removesuffix("s")
