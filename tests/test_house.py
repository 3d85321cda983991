"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("sim", "analysis", "reports", "scripts")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files() -> list[Path]:
    """Files of the project as Git knows them."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=True
    ).stdout
    names = [name for name in listed.split("\0") if name and not name.startswith(".venv/")]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def sources(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))


def imported_names(path: Path) -> set[str]:
    """Dotted names of all modules that a file imports, wherever the import stands."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return names


def test_every_package_has_sources() -> None:
    assert all(sources(package) for package in PACKAGES)


def test_random_numbers_come_from_rng_only() -> None:
    """No np.random and no `random` in what plays games: both depend on hidden state (threads, call order)."""
    found = []
    for path in sources("sim"):
        imports = imported_names(path)
        uses = [n for n in nodes(path) if isinstance(n, ast.Attribute) and n.attr == "random"]
        named = [n for n in uses if isinstance(n.value, ast.Name) and n.value.id in ("np", "numpy")]
        if named or any(name == "random" or name.startswith(("random.", "numpy.random")) for name in imports):
            found.append(path.relative_to(ROOT))
    assert found == []


def test_numba_is_decorated_in_one_place() -> None:
    """Compile options live in sim/kernel.py, Numba's private interfaces there and in three modules beside it."""
    private_places = {ROOT / "sim" / name for name in ("kernel.py", "linking.py", "cache.py", "bits.py")}
    found = []
    for path in sources(*PACKAGES):
        imports = imported_names(path)
        is_private = any(name.startswith("numba.core") for name in imports)
        is_decorating = bool(imports & {"numba.njit", "numba.jit", "numba.vectorize", "numba.cfunc"})
        if (is_private and path not in private_places) or (is_decorating and path != ROOT / "sim" / "kernel.py"):
            found.append(path.relative_to(ROOT))
    assert found == []


def test_nothing_turns_on_fastmath_or_numbas_own_cache() -> None:
    """fastmath makes rows differ between machines; `cache=True` returns stale code."""
    found = [
        (path.relative_to(ROOT), node.lineno)
        for path in sources(*PACKAGES)
        for node in nodes(path)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "fastmath"
        or (keyword.arg == "cache" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True)
    ]
    assert found == []


def test_sim_does_not_print() -> None:
    found = [
        (path.relative_to(ROOT), node.lineno)
        for path in sources("sim", "analysis")
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert found == []


def test_reading_the_clock_stays_out_of_results() -> None:
    """Rows, manifests and reports carry no clock; only the kernel cache and timings may ask for the time."""
    clocks = {"time.time", "datetime.datetime", "datetime.date"}
    allowed = {ROOT / "sim" / "cache.py"}
    found = []
    for path in sources("sim", "analysis", "reports"):
        reads = {
            f"{n.value.id}.{n.attr}"
            for n in nodes(path)
            if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)
        }
        if path not in allowed and clocks & (reads | imported_names(path)):
            found.append(path.relative_to(ROOT))
    assert found == []


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"(?<![\w-])shared" + "/", "the project stands on its own"),
        ("/" + r"work/", "no path of one machine"),
        ("pypi" + r"\.org|python" + "hosted|index" + "-url", "where packages come from is the user's choice"),
        ("<" * 7 + "|" + ">" * 7, "merge marker"),
    ],
)
def test_no_file_says(pattern: str, why: str) -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in re.finditer(pattern, text)]
    assert found == [], why


def test_every_clone_has_what_it_needs() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in tracked_files()}
    needed = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", ".ci/run", "constraints.txt"}
    assert needed <= names
    assert all((ROOT / name).stat().st_size > 0 for name in needed)
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def requirements() -> list[Requirement]:
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    texts = [*project["dependencies"], *extras["cluster"], *extras["dev"]]
    return [found for found in map(Requirement, texts) if found.name != project["name"]]


def test_constraints_pin_every_requirement_inside_its_bounds() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    pinned = {canonicalize_name(name): number for name, number in pins.items()}
    for requirement in requirements():
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement


def test_heavy_imports_happen_inside_commands() -> None:
    """`fairseat --help` is quick because nothing heavy is imported for it."""
    code = (
        "import sys; from scripts.main import main; main(['--help'])\n"
        "heavy = {'numba', 'numpy', 'pandas', 'matplotlib', 'scipy', 'rich', 'pydantic', 'joblib', 'distributed'}\n"
        "print('heavy:', sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown.splitlines()[-1] == "heavy: []"


@pytest.mark.parametrize("module", ["sim.run", "sim.registry", "sim.trace"])
def test_playing_games_imports_no_frames_and_no_plots(module: str) -> None:
    code = f"import sys, {module}; print(sorted({{'pandas', 'matplotlib', 'statsmodels', 'rich'}} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown.strip() == "[]"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from a copy of the tracked files."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked_files():
        target = folder / "source" / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), "-q"]
    done = subprocess.run([*command, str(folder / "source")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_wheel_holds_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    wanted = {
        path.relative_to(ROOT).as_posix() for path in tracked_files() if path.relative_to(ROOT).parts[0] in PACKAGES
    }
    assert wanted <= names
    assert {Path(name).parts[0] for name in names} == {*PACKAGES, f"fairseat-{version('fairseat')}.dist-info"}


def test_wheel_installs_the_command(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "fairseat = scripts.main:run" in wheel.read(entry).decode()


def test_changelog_tells_what_changes_results() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    current = text.split(f"## {PROJECT['project']['version']}")[1].split("\n## ")[0]
    assert "### Results-changing" in current
