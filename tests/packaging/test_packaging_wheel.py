"""An installed wheel has what ships beside the code, and finds it."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import setuptools

PROJECT = Path(__file__).resolve().parents[2]
WHERE = """
import sys
sys.path.insert(0, sys.argv[1])
from editor_app.library.places import resource_path, sample_dir
print(resource_path("icons/file.svg"))
print(sample_dir())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the sources, without the network, and unpack it."""
    if int(setuptools.__version__.split(".")[0]) < 77:
        pytest.skip(f"the wheel needs setuptools 77 to build; this environment has {setuptools.__version__}")
    sources, wheels, unpacked = (tmp_path_factory.mktemp(name) for name in ("sources", "wheels", "installed"))
    for name in ("editor_app", "packaging", "prompts", "resources"):
        shutil.copytree(PROJECT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "LICENSE", "README.md"):
        shutil.copy(PROJECT / name, sources)
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(wheels)!r})"
    command = [sys.executable, "-P", "-c", build]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = wheels.glob("foreword-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked


def shipped_files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and "pictures" not in file.parts and "__pycache__" not in file.parts
    }


@pytest.mark.parametrize("name", ["prompts", "resources"])
def test_the_wheel_has_every_shipped_file(installed: Path, name: str) -> None:
    there = shipped_files(installed / "editor_app" / "shipped" / name)
    assert there
    assert there == shipped_files(PROJECT / name)


def test_the_wheel_has_every_module_and_nothing_of_the_tests(installed: Path) -> None:
    modules = {file.relative_to(PROJECT).as_posix() for file in (PROJECT / "editor_app").rglob("*.py")}
    assert modules <= {file.relative_to(installed).as_posix() for file in installed.rglob("*.py")}
    tops = {entry.name for entry in installed.iterdir() if entry.suffix not in {".dist-info", ".data"}}
    assert tops == {"editor_app"}
    [command] = installed.glob("foreword-*.data/scripts/*")
    assert command.read_bytes() == (PROJECT / "packaging" / "foreword").read_bytes()


def test_the_wheel_publishes_the_lexers(installed: Path) -> None:
    [published] = installed.glob("foreword-*.dist-info/entry_points.txt")
    entries = configparser.ConfigParser()
    entries.read_string(published.read_text("utf-8"))
    assert dict(entries["pygments.lexers"]) == {
        "foreword-braces": "editor_app.highlighting.lexers:BracesLexer",
        "foreword-brackets": "editor_app.highlighting.lexers:BracketsLexer",
    }


def test_the_installed_program_finds_them(installed: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", WHERE, str(installed)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    icon, sample = (Path(line) for line in done.stdout.splitlines())
    assert icon.is_file()
    assert icon.is_relative_to(installed)
    assert (sample / "page-analysis.md").is_file()
    assert sample.is_relative_to(installed)
