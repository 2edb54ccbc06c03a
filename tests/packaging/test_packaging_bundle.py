"""The bundle that installers hold: how it starts and its licences; and the Debian package, built and used."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess

from editor_app import __version__
from editor_app.window.server.own_process import foreword_process

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


@pytest.fixture
def write_licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Return what writes the licences of Foreword and Qt, and of what else is installed in `tmp_path`."""
    write = runpy.run_path(str(BUNDLE / "licences.py"))["write_licences"]
    for info in Path(sysconfig.get_path("purelib")).glob("*.dist-info"):
        if info.name.lower().startswith(("foreword-", "pyside6_essentials-")):
            (tmp_path / info.name).symlink_to(info)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return write


def install(folder: Path, name: str, licence: str, **texts: str) -> None:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    files = {"METADATA": f"Name: {name}\nVersion: 1.0\n{licence}\n", **texts}
    for place, text in files.items():
        (info / place).parent.mkdir(parents=True, exist_ok=True)
        (info / place).write_text(text)
    (info / "RECORD").write_text("".join(f"{info.name}/{place},,\n" for place in files))


def test_the_licence_of_each_part_is_there_with_its_text(
    tmp_path: Path, write_licences: Callable[[Path], None]
):
    install(tmp_path, "b", "License-Expression: MIT", **{"licenses/src/COPYING": "of b"})
    install(tmp_path, "A_a", "Classifier: License :: OSI Approved :: MIT License", **{"LICENCE.md": "of a"})
    install(tmp_path, "pyinstaller_hooks_contrib", "License: GPL")  # which only builds
    licences = tmp_path / "licences"
    write_licences(licences)
    python, *parts = (licences / "PARTS.txt").read_text("utf-8").splitlines()
    assert python == "Python {}.{}.{}: PSF-2.0".format(*sys.version_info)
    assert (licences / "Python" / "LICENSE.txt").stat().st_size
    assert parts[:3] == ["A_a 1.0: MIT License", "b 1.0: MIT", f"foreword {__version__}: MIT"]
    assert re.fullmatch(r"PySide6_Essentials [\d.]+: LGPL-3\.0.*", parts[3])
    assert len(parts) == 4
    assert (licences / "A_a/LICENCE.md").read_text() == "of a"
    assert (licences / "b/src/COPYING").read_text() == "of b"
    assert "Lucide" in (licences / "foreword/resources/icons/LICENSE").read_text("utf-8")
    texts_of_qt = (text.name for text in (licences / "PySide6_Essentials").iterdir())
    assert sorted(texts_of_qt) == ["GPL-3.0.txt", "LGPL-3.0.txt"]


def test_a_licence_without_its_text_is_said_with_what_to_do(
    tmp_path: Path, write_licences: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
):
    install(tmp_path, "bare", "License-Expression: MIT")
    with pytest.raises(FileNotFoundError, match=r"^bare brings no text of its licence \(MIT\)\. Put one "):
        write_licences(tmp_path / "licences")
    monkeypatch.setitem(write_licences.__globals__, "_OF_PYTHON", (tmp_path, tmp_path / "other"))
    with pytest.raises(FileNotFoundError, match=f"^Python has no .* in {tmp_path} or {tmp_path}/other. Put "):
        write_licences(tmp_path / "licences")


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
