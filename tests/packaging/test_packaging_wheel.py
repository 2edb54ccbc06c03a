"""What the source distribution and the wheel have in them, and that an installed wheel finds what ships."""

from __future__ import annotations

import configparser
import email.message
import email.parser
import email.policy
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
import setuptools
from packaging.specifiers import SpecifierSet

from editor_app import __version__

PROJECT = Path(__file__).resolve().parents[2]
FOLDERS = ("editor_app", "packaging", "prompts", "resources", "tests", ".ci", ".github")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "LICENSE", "README.md", ".gitignore")
JUNK = shutil.ignore_patterns("__pycache__")
SHIPPED = ("prompts", "resources")
LICENCES = ("LICENSE", "resources/icons/LICENSE")
BUILD_JSON = "editor_app/shipped/build.json"
# setuptools writes these into a source distribution.
WRITTEN = {"PKG-INFO", "setup.cfg"} | {
    f"foreword.egg-info/{name}"
    for name in (
        "PKG-INFO",
        "SOURCES.txt",
        "dependency_links.txt",
        "entry_points.txt",
        "requires.txt",
        "top_level.txt",
    )
}
BUILD = """
import sys
from setuptools.build_meta import build_sdist, build_wheel
{"sdist": build_sdist, "wheel": build_wheel}[sys.argv[1]](sys.argv[2])
"""
WHERE = """
import sys
sys.path.insert(0, sys.argv[1])
from editor_app.library.paths import resource_path, sample_dir
print(resource_path("icons/file.svg"))
print(sample_dir())
"""


class Built(NamedTuple):
    """A copy of the project, the files of its source distribution, and the wheel of that, unpacked."""

    sources: Path
    files: set[str]
    sdist: set[str]
    wheel: Path
    said: str


def files_in(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def build(what: str, sources: Path, folder: Path) -> str:
    # With it setuptools would warn that it compiles nothing.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", BUILD, what, str(folder)],
        cwd=sources,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build as `python -m build` does: the wheel from the source distribution; without the network."""
    if int(setuptools.__version__.split(".")[0]) < 77:
        pytest.skip(f"the wheel needs setuptools 77 to build; this environment has {setuptools.__version__}")
    sources, made, unpacked, wheel = (
        tmp_path_factory.mktemp(name) for name in ("sources", "made", "unpacked", "installed")
    )
    for name in FOLDERS:
        shutil.copytree(PROJECT / name, sources / name, ignore=JUNK)
    for name in FILES:
        shutil.copy(PROJECT / name, sources)
    (sources / BUILD_JSON).parent.mkdir(exist_ok=True)
    (sources / BUILD_JSON).write_text("{}")
    files = files_in(sources)
    cache = sources / "tests" / "faults" / "__pycache__"  # as in a checkout that was used
    cache.mkdir()
    (cache / "faults.cpython-311.pyc").touch()
    said = build("sdist", sources, made)
    with tarfile.open(made / f"foreword-{__version__}.tar.gz") as archive:
        # Python 3.11.2 has no filters yet, and later ones want to be told of one.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(unpacked)
    root = unpacked / f"foreword-{__version__}"
    sdist = files_in(root)
    said += build("wheel", root, made)
    with zipfile.ZipFile(made / f"foreword-{__version__}-py3-none-any.whl") as archive:
        archive.extractall(wheel)
    return Built(sources, files, sdist, wheel, said)


def test_they_are_built_without_a_warning(built: Built) -> None:
    assert [line for line in built.said.splitlines() if "warning:" in line.lower()] == []


def test_the_source_distribution_has_every_file_of_the_project_and_no_other(built: Built) -> None:
    assert built.sdist == built.files | WRITTEN


def shipped_files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and "pictures" not in file.parts and "__pycache__" not in file.parts
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_the_wheel_has_every_shipped_file(built: Built, name: str) -> None:
    there = shipped_files(built.wheel / "editor_app" / "shipped" / name)
    assert there
    assert there == shipped_files(built.sources / name)


def test_the_wheel_has_the_program_its_licences_and_nothing_else(built: Built) -> None:
    """No tests, pictures, caches, nor notes for developers."""
    info = f"foreword-{__version__}.dist-info"
    expected = {name for name in built.files if name.startswith("editor_app/") and name.endswith(".py")}
    expected |= {
        f"editor_app/shipped/{name}/{file}"
        for name in SHIPPED
        for file in shipped_files(built.sources / name)
    }
    expected |= {
        f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt")
    }
    expected |= {f"{info}/licenses/{name}" for name in LICENCES}
    command = f"foreword-{__version__}.data/scripts/foreword"
    assert files_in(built.wheel) == expected | {BUILD_JSON, command}
    assert (built.wheel / command).read_bytes() == (PROJECT / "packaging" / "foreword").read_bytes()
    for name in LICENCES:
        assert (built.wheel / info / "licenses" / name).read_bytes() == (PROJECT / name).read_bytes()


def test_the_wheel_says_what_it_is(built: Built) -> None:
    said = metadata(built)
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT"
    assert said.get_all("License-File") == list(LICENCES)
    assert said["Summary"]
    assert "system prompts" in said["Keywords"].split(",")
    assert said["Description-Content-Type"] == "text/markdown"
    assert said.get_payload() == (PROJECT / "README.md").read_text("utf-8")
    pythons = SpecifierSet(said["Requires-Python"])
    classified = [name.split(" :: ") for name in said.get_all("Classifier")]
    versions = [
        name[2] for name in classified if name[:2] == ["Programming Language", "Python"] and "." in name[2]
    ]
    assert versions
    assert all(pythons.contains(version) for version in versions)
    assert not [name for name in classified if name[0] == "License"], "the licence expression stands for them"


def test_the_extras_for_users_are_in_it(built: Built) -> None:
    assert {"run", "serve", "tokens"} <= set(metadata(built).get_all("Provides-Extra"))


def metadata(built: Built) -> email.message.EmailMessage:
    file = built.wheel / f"foreword-{__version__}.dist-info" / "METADATA"
    return email.parser.Parser(policy=email.policy.default).parsestr(file.read_text("utf-8"))


def test_the_wheel_publishes_the_lexers(built: Built) -> None:
    [published] = built.wheel.glob("foreword-*.dist-info/entry_points.txt")
    entries = configparser.ConfigParser()
    entries.read_string(published.read_text("utf-8"))
    assert dict(entries["pygments.lexers"]) == {
        "foreword-braces": "editor_app.highlighting.lexers:BracesLexer",
        "foreword-brackets": "editor_app.highlighting.lexers:BracketsLexer",
    }


def test_the_installed_program_finds_what_ships(built: Built, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", WHERE, str(built.wheel)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    icon, sample = (Path(line) for line in done.stdout.splitlines())
    assert icon.is_file()
    assert icon.is_relative_to(built.wheel)
    assert (sample / "page-analysis.md").is_file()
    assert sample.is_relative_to(built.wheel)


@pytest.mark.long
def test_the_same_bytes_are_made_elsewhere_later_and_by_another_user(tmp_path: Path) -> None:
    """The script, in two clones; it gets setuptools, build and twine from pip's index of packages."""
    if not (PROJECT / ".git").exists() or not shutil.which("faketime"):
        pytest.skip("there is no clone here, or no faketime, which sets the clock ahead")
    digests = []
    for clone, before in ((tmp_path / "a", "umask 022;"), (tmp_path / "ä b", "umask 077; faketime -f +40d")):
        subprocess.run(["git", "clone", "-q", PROJECT, clone], check=True)
        build_both = ["/bin/sh", "-c", f'{before} sh packaging/build_wheel.sh "$0"', clone / "made here"]
        subprocess.run(build_both, cwd=clone, check=True)
        made = (clone / "made here").iterdir()
        digests.append({file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in made})
    assert len(digests[0]) == 2
    assert digests[0] == digests[1]
