"""The bundle that installers hold: how it starts and its licences; and the Debian package, built and used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess

from editor_app.window.startup.own_process import foreword_process

PROJECT = Path(__file__).resolve().parents[2]
BUNDLE = PROJECT / "packaging" / "bundle"
MOST_BYTES = 45_000_000
START = f"""
import json, os, runpy
from editor_app import __main__ as program
program.main = lambda: print(json.dumps(dict(os.environ)))
try:
    runpy.run_path({str(BUNDLE / "start.py")!r})
except SystemExit as end:
    assert end.code is None
"""


@pytest.mark.parametrize(
    ("inherited", "left"),
    [
        ({"LD_LIBRARY_PATH": "/bundle"}, None),
        ({"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/opt/ours"}, "/opt/ours"),
        ({}, None),
    ],
)
def test_children_of_a_bundle_find_the_libraries_of_the_system(inherited: dict[str, str], left: str | None):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LD_LIBRARY")}
    command = [sys.executable, "-c", START]
    ran = subprocess.run(
        command, cwd=PROJECT, env=environment | inherited, capture_output=True, text=True, check=True
    )
    given = json.loads(ran.stdout)
    assert given.get("LD_LIBRARY_PATH") == left
    assert "LD_LIBRARY_PATH_ORIG" not in given


def test_a_process_of_a_bundle_is_the_program_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def arguments(process: QProcess) -> list[str]:
        assert process.program() == sys.executable
        return process.arguments()

    from_sources = arguments(foreword_process(["serve", "--port", "0"], tmp_path))
    assert from_sources == ["-P", "-m", "editor_app", "serve", "--port", "0"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert arguments(foreword_process(["serve", "--port", "0"], tmp_path)) == ["serve", "--port", "0"]


def test_the_licence_of_each_part_is_there_with_its_text(tmp_path: Path):
    command = [sys.executable, str(BUNDLE / "licences.py"), str(tmp_path / "licences")]
    subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (tmp_path / "licences" / "PARTS.txt").read_text("utf-8").splitlines()
    licences = dict(line.split(": ", 1) for line in lines)
    assert licences["Python {}.{}.{}".format(*sys.version_info)] == "PSF-2.0"
    [of_qt] = [licence for part, licence in licences.items() if part.startswith("PySide6_Essentials ")]
    assert of_qt.startswith("LGPL-3.0")
    texts = {part.split()[0]: list((tmp_path / "licences" / part.split()[0]).rglob("*")) for part in licences}
    assert [part for part, found in texts.items() if not any(text.stat().st_size for text in found)] == []
    assert "Lucide" in (tmp_path / "licences/foreword/resources/icons/LICENSE").read_text("utf-8")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build the Debian package of the last commit twice, in clones with other paths."""
    if os.geteuid() != 0 or shutil.which("dpkg-deb") is None:
        pytest.skip("a Debian package is built here by root on Debian, who may install what that needs")
    built = []
    for name in ("one", "another place"):
        clone = tmp_path_factory.mktemp("clones") / name
        subprocess.run(["git", "clone", "--quiet", PROJECT, clone], check=True)
        subprocess.run(["sh", "packaging/build.sh", "deb"], cwd=clone, check=True)
        built += (clone / "dist").glob("*.deb")
    return built


@pytest.mark.long
@pytest.mark.timeout(0)
def test_the_debian_package_is_small_and_the_same_wherever_it_was_built(packages: list[Path]):
    one, another = packages
    assert one.stat().st_size <= MOST_BYTES
    assert one.read_bytes() == another.read_bytes()


@pytest.mark.long
@pytest.mark.timeout(0)
def test_debian_finds_no_error_in_its_package(packages: list[Path]):
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not installed")
    command = ["lintian", "--allow-root", "--fail-on", "error", packages[0]]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.long
@pytest.mark.timeout(0)
def test_the_package_is_installed_used_upgraded_and_removed_in_a_bare_debian(
    packages: list[Path], tmp_path: Path
):
    missing = [name for name in ("debootstrap", "Xvfb", "openbox", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    command = [sys.executable, "packaging/walk_debian.py", packages[0], tmp_path / "pictures"]
    ran = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
