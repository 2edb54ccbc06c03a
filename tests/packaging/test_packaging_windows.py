"""The installer for Windows holds what it is given, the same each time; its scripts name what there is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from editor_app.library.build import build_in_words

PROJECT = Path(__file__).resolve().parents[2]
WINDOWS = PROJECT / "packaging" / "windows"
SCRIPT, BUILD = WINDOWS / "foreword.nsi", WINDOWS / "build.ps1"
FILES = ("foreword.exe", "foreword-window.exe", "_internal/Größe & Maß/a b.txt", "licences/PARTS.txt")
# Where the scripts say a path of the project, by what stands in front of it.
ROOTS = {r"$packaging": "packaging", r"$sources": "."}
MADE = {"build/icons", "build/icons/foreword.ico"}


def made(folder: Path, name: str) -> Path:
    """Make an installer of a small program that lies in a folder of this name."""
    if shutil.which("makensis") is None:
        pytest.skip("makensis is not installed (NSIS)")
    dist = folder / name
    for file in FILES:
        (dist / file).parent.mkdir(parents=True, exist_ok=True)
        (dist / file).write_text(file)
        os.utime(dist / file, (len(name) * 10**7, len(name) * 10**7))  # they were made at another time
    installer = folder / f"{name}-setup.exe"
    command = [
        "makensis",
        "-WX",
        "-V2",
        "-DVERSION=0.9.1",
        f"-DDIST={dist}",
        f"-DOUT={installer}",
        str(SCRIPT),
    ]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1700000000"}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout + said.stderr) == (0, "")
    return installer


def test_it_holds_the_program_and_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = made(tmp_path, "first"), made(tmp_path, "zweite Übung")
    assert first.read_bytes() == second.read_bytes()
    if shutil.which("7z") is None:
        pytest.skip("7z is not installed, which lists what an installer holds (p7zip-full)")
    listed = subprocess.run(
        ["7z", "l", "-slt", "-sccUTF-8", first], capture_output=True, text=True, check=True
    )
    names = {name.replace("\\", "/") for name in re.findall(r"^Path = (.+)$", listed.stdout, re.MULTILINE)}
    assert names - {str(first)} >= {*FILES, "foreword-uninstall.exe"}
    assert not [name for name in names if ".." in name]


def test_every_path_that_the_build_names_is_there_in_this_case_of_letters() -> None:
    named = re.findall(r"(\$(?:packaging|sources))((?:\\[\w.-]+)+)", BUILD.read_text("ascii"))
    paths = {Path(ROOTS[root], *place.split("\\")[1:]).as_posix() for root, place in named}
    assert {"packaging/windows/foreword.nsi", "packaging/bundle/foreword.spec"} <= paths, "the control"
    assert [name for name in paths - MADE if not (PROJECT / name).is_file()] == []
    assert "packaging\\windows\\build.ps1" in BUILD.read_text("ascii"), "how it is called"


def test_the_installer_gets_every_word_that_it_asks_for_and_is_of_the_programs_of_the_bundle() -> None:
    script, build = SCRIPT.read_text("ascii"), BUILD.read_text("ascii")
    defined = set(re.findall(r"!define (\w+)", script)) | {"UN", "MACRO", "EXTENSION", "BREAK"}
    asked = set(re.findall(r"\$\{([A-Z_]+)\}", script)) - defined - {"HWND_BROADCAST", "WM_SETTINGCHANGE"}
    asked -= {"FOLDER_MENU", "ON_PATH"}  # sections
    assert asked | {"ICON"} == set(re.findall(r'"-D([A-Z]+)=', build))
    spec = (PROJECT / "packaging" / "bundle" / "foreword.spec").read_text("utf-8")
    programs = {f"{name}.exe" for name in re.findall(r'program\("([\w-]+)"', spec)}
    assert programs == set(re.findall(r"foreword(?:-window)?\.exe", script))


def test_it_builds_with_the_same_libraries_as_the_other_packages_and_says_which_package_it_is(
    tmp_path: Path,
) -> None:
    build = BUILD.read_text("ascii")
    wanted = re.findall(r"pyinstaller[<>=.,\d]+|\[[a-z,]+\](?=\")", build)
    for other in ("build.sh", "macos/build.sh"):
        text = (PROJECT / "packaging" / other).read_text("utf-8")
        assert [word for word in wanted if word not in text] == []
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    assert {extra for word in wanted if word.startswith("[") for extra in word[1:-1].split(",")} <= set(
        extras
    )
    [kind] = re.findall(r"kind = '(\w+)'", build)
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "build.json").write_text(f'{{"kind": "{kind}"}}')
    assert build_in_words(tmp_path) == "the Windows installer"


def test_what_is_written_for_one_user_is_taken_away_again() -> None:
    installed, removed = SCRIPT.read_text("ascii").split('Section "Uninstall"')
    keys = re.findall(r'WriteReg\w+ HKCU "([^"]+)"(?: "([^"]*)")?', installed)
    assert keys
    gone = re.findall(r'DeleteRegKey HKCU "([^"]+)"', removed)
    gone += re.findall(r'DeleteRegKey /ifempty HKCU "([^"]+)"', installed)
    assert [key for key, _ in keys if not key.startswith(tuple(gone))] == []
    assert "HKLM" not in installed + removed
    assert "RequestExecutionLevel user" in installed
    stays = re.findall(r"(?:RMDir /r|Delete) \"([^\"]+)\"", installed + removed)
    assert [path for path in stays if not path.startswith(("$INSTDIR\\", "$SMPROGRAMS\\Foreword.lnk"))] == []
