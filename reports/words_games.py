"""How games go, in words: length, what is told in full, who wins as a team, how many stay unfinished."""

from __future__ import annotations

from analysis.precision import count, percent, show
from analysis.study import Study
from reports.words_groups import listed, of_table

#: So many teams are named, strongest first; winners that are no team always are.
MOST_TEAMS = 6


def course(study: Study, table: int) -> str:
    """The answer to how games go."""
    parts = [_length(study, table), _on_average(study, table), _winners(study, table), _unfinished(study, table)]
    return " ".join(part for part in parts if part)


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
