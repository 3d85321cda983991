"""Pictures of runs on their way to docs/figures: only those that a page shows, small."""

from __future__ import annotations

import shutil
from pathlib import Path

from PIL import Image

from . import plays

#: Pixels across, and colours of a picture.
WIDTH, COLOURS = 1000, 64


class Album:
    """The pictures of one page, each taken once."""

    def __init__(self, page: str, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.used: dict[str, Path] = {}

    def figure(self, name: str, alt: str, run: str = "study", part: str = "") -> str:
        """Markdown of a picture of a run, in the folder of one of several numbers of players if `part` names it."""
        kept = "-".join(word for word in (run if run != "study" else "", part, name) if word) + ".png"
        if kept in self.used:
            raise ValueError(f"{self.page}: {kept} is on the page twice")
        self.used[kept] = plays.folder(self.page, run) / part / "figures" / f"{name}.png"
        return f"![{alt}](figures/{self.page}/{kept})"

    def save(self) -> None:
        """Replace what is in the folder by the pictures that were used."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name, source in self.used.items():
            small(source).save(self.folder / name, optimize=True)


def small(source: Path) -> Image.Image:
    """A picture of a report with fewer pixels and colours."""
    with Image.open(source) as opened:
        picture = opened.convert("RGB")
    if picture.width > WIDTH:
        height = round(picture.height * WIDTH / picture.width)
        picture = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
    return picture.quantize(COLOURS, dither=Image.Dither.NONE)
