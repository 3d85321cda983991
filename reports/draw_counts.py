"""Charts over several numbers of players: places and characters against the fair share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from analysis.study import Study
from reports import style
from reports.draw import Chart, save_charts, shown
from reports.model import Figure
from reports.style import BAND, INK, canvas, sign
from reports.words import frame_of, main_table, share_text
from reports.words_groups import MANY_GROUPS, group_kinds, group_of

KINDS = ("places", "characters")


def draw_counts(studies: Sequence[Study], folder: Path) -> tuple[Figure, ...]:
    """Draws and saves them; characters only where there are some to compare."""
    folder.mkdir(exist_ok=True)
    with style.look():
        return save_charts(counts_charts(studies), str(studies[0].manifest["game"]), folder)


def counts_charts(studies: Sequence[Study]) -> list[Chart]:
    """The charts, to be drawn and saved under `style.look`."""
    kinds = [kind for kind in group_kinds(studies[0]) if all(0 < _n(study, kind) <= MANY_GROUPS for study in studies)]
    return [chart for kind in (*KINDS, *kinds) if (chart := _chart(studies, kind))]


def _n(study: Study, kind: str) -> int:
    return len(group_of(study, kind, main_table(study)))


def _chart(studies: Sequence[Study], kind: str) -> Chart | None:
    frames = [frame_of(study, kind, main_table(study)) for study in studies]
    if not all(len(frame) for frame in frames):
        return None
    labels = list(dict.fromkeys(label for frame in frames for label in frame["label"]))
    figure = canvas(1.3 + (0.22 + 0.14 * len(studies)) * len(labels))
    axes = figure.add_subplot()
    margin = 100 * studies[0].ask.margin
    axes.axvspan(-margin, margin, color=BAND, lw=0)
    axes.axvline(0, color=INK, lw=1.2, ls=(0, (4, 2)))
    for at, (study, frame) in enumerate(zip(studies, frames, strict=True)):
        part = frame.set_index("label").reindex(labels)
        y = np.arange(len(labels)) + 0.6 * ((at + 0.5) / len(studies) - 0.5)
        error = [100 * (part["share"] - part["low"]), 100 * (part["high"] - part["share"])]
        seats = f"{study.manifest['n_seats']} players"
        axes.errorbar(100 * part["difference"], y, xerr=error, label=seats, **sign(at))
    axes.set_yticks(range(len(labels)), shown(labels, studies[0]))
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("win share minus fair, pp; band: margin")
    figure.legend(loc="outside upper left", ncols=3)
    told = "; ".join(
        f"{study.manifest['n_seats']} players, {row['label']} {share_text(row)}"
        for study, frame in zip(studies, frames, strict=True)
        for _, row in frame.iterrows()
    )
    first = studies[0]
    is_team = first.manifest.get("wins") == "team"
    fair = "the mean of all seats" if is_team else "one win in as many games as there are players"
    caption = (
        f"How far {kind} are from fair, by number of players, with policies {first.tables[main_table(first)]}. Fair is "
        f"{fair}. Bars are {first.ask.level:g} % intervals."
    )
    title = f"{'Place advantage' if kind == 'places' else kind.capitalize()} by number of players"
    return Chart(kind, title, caption, told, figure)
