"""How charts look: colours that the page may swap for its dark mode, fonts, and SVG made fit for one HTML page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas
from matplotlib.image import imsave

from sim.store import write_atomic

INK, MUTE, GRID, BAND, PAPER = "#1b1f25", "#626b77", "#d8dde4", "#e6edf6", "#fefefe"
BLUE, ORANGE, GREEN, PURPLE, RED = "#0b6cb3", "#b35a05", "#0a7a5c", "#8a4ea3", "#b3363e"
SERIES = (BLUE, ORANGE, GREEN, PURPLE, RED, MUTE)
DASHES = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P")

#: Chart colours -> CSS variables of the page, which has a light and a dark value for each.
VARIABLES = {
    INK: "--ink",
    MUTE: "--mute",
    GRID: "--grid",
    BAND: "--band",
    PAPER: "--paper",
    BLUE: "--c1",
    ORANGE: "--c2",
    GREEN: "--c3",
    PURPLE: "--c4",
    RED: "--c5",
}
#: Inches of every chart: 360 units of SVG, so that its smallest letters keep 9 px on a phone's 390.
WIDTH = 5.0
PNG_DPI = 200
TITLE_HEIGHT = 0.35
_CJK = (
    *("Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "IPAexGothic", "TakaoGothic", "Hiragino Sans"),
    *("Yu Gothic", "MS Gothic", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Zen Hei", "Microsoft YaHei"),
)
WIDE = re.compile(r"[⺀-鿿가-힯豈-﫿︰-﹏＀-￯]")


def sign(at: int) -> dict[str, Any]:
    """Marker and colour of a series of points by its number; those after the sixth are hollow."""
    hollow = {"mfc": "none"} if at >= len(SERIES) else {}
    return {"marker": MARKERS[at % 6], "color": SERIES[at % 6], "ms": 6, "ls": "none", "elinewidth": 2, **hollow}


@cache
def cjk_font() -> str | None:
    """A font family of this machine that has Japanese and Chinese characters, or None."""
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    return next((name for name in _CJK if name in installed), None)


def needs_cjk(texts: Iterable[str]) -> bool:
    """Whether any text has characters that the plain font lacks."""
    return any(WIDE.search(text) for text in texts)


@contextmanager
def look() -> Iterator[None]:
    """Matplotlib settings of all charts."""
    font = cjk_font()
    settings: Any = {
        "font.family": ["DejaVu Sans", *([font] if font else [])],
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": GRID,
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.facecolor": "none",
        "axes.unicode_minus": False,
        "axes.grid": True,
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "xtick.color": INK,
        "ytick.color": INK,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "figure.facecolor": "none",
        "hatch.linewidth": 0.8,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "svg.fonttype": "none",
        "svg.hashsalt": "fairseat",
        "path.simplify": True,
    }
    with rc_context(settings):
        yield


def canvas(height: float) -> Canvas:
    """An empty figure of the common width; height in inches."""
    figure = Canvas(figsize=(WIDTH, height), layout="constrained")
    figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.05)
    return figure


def save(figure: Canvas, name: str, title: str, folder: Path) -> str:
    """Writes `name.png`, with its title on it, and returns the chart as SVG for the page, which has titles itself."""
    FigureCanvasSVG(figure)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    figure.set_layout_engine("none")  # the layout is found; finding it again takes as long as drawing
    head = Canvas(figsize=(WIDTH, TITLE_HEIGHT * (1 + 0.6 * title.count("\n"))))
    head.text(0.012, 0.45, title, fontsize=11, fontweight="bold", va="center")
    pixels = np.vstack([_pixels(head), _pixels(figure)])
    unsigned: Any = {"Software": None}  # no version in the file
    png = io.BytesIO()
    imsave(png, pixels, dpi=PNG_DPI, metadata=unsigned)
    write_atomic(folder / f"{name}.png", png.getvalue())
    return page_svg(text.getvalue(), name)


def _pixels(figure: Canvas) -> np.ndarray[Any, Any]:
    """The figure as RGBA pixels, shape (height, width, 4)."""
    drawing: Any = FigureCanvasAgg(figure)
    figure.set_facecolor(PAPER)
    figure.set_dpi(PNG_DPI)
    drawing.draw()
    return np.array(drawing.buffer_rgba())


def _font(found: re.Match[str]) -> str:
    """Size, weight and slant of a font without its family, which is the page's."""
    kinds = {"italic": "font-style: italic; ", "oblique": "font-style: oblique; "}
    words = (kinds.get(w) or f"font-weight: {w}; " for w in found[1].split() if w != "normal")
    return f"{''.join(words)}font-size: {found[2]}"


def page_svg(svg: str, name: str) -> str:
    """SVG without header and metadata, with ids of its own, the page's width and colours by CSS variable."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", svg)
    for colour, variable in VARIABLES.items():
        svg = re.sub(colour, f"var({variable})", svg, flags=re.I)
    svg = re.sub(r"font: ([a-z0-9 ]*?)([\d.]+px) [^;\"]*", _font, svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    label = f'<svg role="img" aria-labelledby="{name}-title" aria-describedby="{name}-alt" '
    return svg.replace("<svg ", label, 1).strip()
