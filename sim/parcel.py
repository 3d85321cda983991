"""A user's own files as bytes: a game by path, or a file with policies, on its way to another machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.errors import UserError

#: Bytes that a game's folder, or a policy file, may hold on its way to a cluster: what a game plays by is far smaller.
MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class Parcel:
    """Files of a folder, or one file.

    Attributes
    ----------
    place
        Full path at home: of the folder, or of the file.
    files
        (path inside the folder, content), sorted; of one file its own name.
    is_folder
        Whether `place` is the folder.
    """

    place: str
    files: tuple[tuple[str, bytes], ...]
    is_folder: bool

    @property
    def digest(self) -> str:
        """Digest of names and contents, 24 hex digits; where they lie does not matter."""
        digest = hashlib.sha256()
        for name, content in self.files:
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()[:24]

    def unpack(self, into: Path) -> Path:
        """Write the files below `into`, in a folder named by the digest; returns what stands for `place` there."""
        base = into / f"fairseat-{self.digest}" / Path(self.place).name
        for name, content in self.files:
            file = base / name if self.is_folder else base
            if not file.is_file() or file.read_bytes() != content:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        return base


def pack(place: Path) -> Parcel:
    """A folder or a file as a parcel; hidden files, and what Python keeps of its own, stay at home.

    Raises
    ------
    UserError
        It holds more than MOST_BYTES.
    """
    place = place.resolve()
    inside = sorted(_inside(place)) if place.is_dir() else [place]
    n_bytes = sum(file.stat().st_size for file in inside)
    if n_bytes > MOST_BYTES:
        raise UserError(
            f"{place}: {n_bytes / 1e6:.0f} MB do not travel to a cluster, at most {MOST_BYTES / 1e6:.0f} MB do; "
            "move out what the game does not need, or play with --backend threading"
        )
    home = place if place.is_dir() else place.parent
    files = tuple((file.relative_to(home).as_posix(), file.read_bytes()) for file in inside)
    return Parcel(str(place), files, place.is_dir())


def _inside(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        parts = file.relative_to(folder).parts
        if file.is_file() and "__pycache__" not in parts and not any(part.startswith(".") for part in parts):
            yield file
