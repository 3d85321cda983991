"""Charts for eyes that see fewer colours: a second cue beside colour everywhere, and colours that stay apart."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import synthetic
import teams
from matplotlib import colors
from matplotlib.collections import PolyCollection
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, StepPatch

from analysis.study import Study, analyse
from reports import style
from reports.draw import Chart, charts_of
from reports.draw_counts import counts_charts
from reports.draw_shares import ABOVE, BELOW, INSIDE, OPEN

Array = np.ndarray[Any, Any]

CSS = (Path(style.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
#: Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
EYES = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
#: Studies that stand alone, and numbers of players on one page: more than there are colours.
N_SINGLE, MANY_COUNTS = 2, range(3, 11)
#: Distances in Lab from which two colours are told apart at a glance.
APART = 20.0
MARK = 3.0


def _variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--\w+): (#[0-9a-f]{6})", block))


LIGHT = _variables(CSS[: CSS.index("prefers-color-scheme")])
DARK = LIGHT | _variables(CSS[CSS.index("prefers-color-scheme") : CSS.index("* {")])
SCHEMES = {"light": LIGHT, "dark": DARK}


def linear(colour: str) -> Array:
    value = np.array(colors.to_rgb(colour))
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def seen(colour: str, eye: str) -> Array:
    """Linear RGB of a colour as an eye sees it."""
    return np.clip(EYES[eye] @ linear(colour), 0, 1)


def luminance(rgb: Array) -> float:
    return float(rgb @ [0.2126, 0.7152, 0.0722])


def lab(rgb: Array) -> Array:
    """CIE Lab of linear sRGB, white D65."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    ratio = np.array(to_xyz) @ rgb / [0.9505, 1.0, 1.089]
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_measure_knows_colours_that_eyes_confuse() -> None:
    """Red and green of one lightness: apart for most, not for those who lack red or green."""
    red, green = "#b0503c", "#6b7c36"
    far = {eye: np.linalg.norm(lab(seen(red, eye)) - lab(seen(green, eye))) for eye in EYES}
    assert far["all colours"] > 2 * APART
    assert far["deuteranopia"] < APART
    white = np.ones(3)
    assert lab(white) == pytest.approx([100, 0, 0], abs=0.02)
    assert all(eye.sum(1) == pytest.approx(1, abs=1e-5) for eye in EYES.values())  # greys stay grey


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_above_and_below_stay_apart_and_all_stand_out(scheme: str, eye: str) -> None:
    """Orange and blue carry the heat map, all series carry lines and markers."""
    colour = {name: seen(value, eye) for name, value in SCHEMES[scheme].items()}
    assert np.linalg.norm(lab(colour["--c2"]) - lab(colour["--c1"])) > APART
    for name in ("--c1", "--c2", "--c3", "--c4", "--c5", "--mute", "--ink"):
        for ground in ("--paper", "--band"):
            high, low = sorted((luminance(colour[name]), luminance(colour[ground])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= MARK, (name, ground)


def test_the_page_has_the_colours_of_the_charts() -> None:
    for colour, name in style.VARIABLES.items():
        assert np.linalg.norm(lab(linear(colour)) - lab(linear(LIGHT[name]))) < 5, name
        assert name in _variables(CSS[CSS.index("prefers-color-scheme") : CSS.index("* {")])


def test_states_have_markers_of_their_own() -> None:
    assert len({marker for marker, _, _ in (INSIDE, ABOVE, BELOW, OPEN)}) == 4
    assert len(set(style.MARKERS)) == len(set(map(str, style.DASHES))) == len(style.SERIES)


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> list[Study]:
    base = tmp_path_factory.mktemp("colours")
    one = synthetic.Truth(n_blocks=40, place=(1.3, 1, 1, 0.7), character=(1, 1.5, 0.8, 0.7), ties=0.1, top_ties=0.1)
    many = teams.Teams(n_blocks=200, n_heroes=60, strength=((3, 4.0),), wolves=0.1, seed=3)
    runs = [
        synthetic.write_run(
            base / "one", one, synthetic.Truth(n_blocks=40, seed=2), synthetic.Truth(n_blocks=40, seed=3)
        ),
        teams.write_run(base / "many", many, teams.Teams(n_blocks=200, n_heroes=60, seed=4)),
        *(teams.write_run(base / str(k), teams.Teams(n_blocks=60, n_seats=k, n_heroes=2 * k)) for k in MANY_COUNTS),
    ]
    return [analyse(run, 0.01, 0.95) for run in runs]


def _charts(studies: list[Study]) -> Iterator[Chart]:
    for study in studies[: N_SINGLE + 1]:
        yield from charts_of(study, 0)
    yield from counts_charts(studies[N_SINGLE:])


def _cue(handle: Any) -> tuple[Any, ...]:
    """What a sign in a legend has beside its colour."""
    if isinstance(handle, ErrorbarContainer | BarContainer):
        return ("bars", *_cue(handle[0]))
    if isinstance(handle, Line2D):
        is_hollow = str(handle.get_markerfacecolor()) == "none"
        return ("line", handle.get_marker(), str(handle._unscaled_dash_pattern), is_hollow)  # type: ignore[attr-defined]
    assert isinstance(handle, Patch | StepPatch | PolyCollection), handle
    return ("area", handle.get_hatch(), str(handle.get_linestyle()))


def _signs(figure: Any) -> Iterator[list[tuple[str, Any]]]:
    """For each legend its words, with what was drawn for them."""
    drawn = {}
    for axes in figure.axes:
        drawn |= {label: handle for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    for legend in [*figure.legends, *(axes.get_legend() for axes in figure.axes if axes.get_legend())]:
        names = [text.get_text() for text in legend.get_texts()]
        yield [(name, drawn.get(name, own)) for name, own in zip(names, legend.legend_handles, strict=True)]


def test_no_legend_tells_things_apart_by_colour_alone(studies: list[Study]) -> None:
    n_pairs = 0
    with style.look():
        for chart in _charts(studies):
            for signs in _signs(chart.canvas):
                for (name, one), (other_name, other) in itertools.combinations(signs, 2):
                    assert _cue(one) != _cue(other), (chart.name, name, other_name)
                    n_pairs += 1
    assert n_pairs > 15
