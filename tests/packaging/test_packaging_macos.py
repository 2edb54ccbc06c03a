"""What macOS is told of the app, how its disk image looks, and its scripts with stand-ins for their tools."""

from __future__ import annotations

import os
import plistlib
import runpy
import shutil
import subprocess
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

from editor_app import __version__
from macos import info

PROJECT = Path(__file__).resolve().parents[2]
MACOS = PROJECT / "packaging" / "macos"

# Each writes its call down. What they are given must be there, in this case of letters.
RECORD = 'echo "${0##*/} $*" >>"$TOOLS/calls"\n'
NEED = 'need() { [ -e "$1" ] || { echo "missing: $1" >&2; exit 3; }; }\n'
TOOLS = {
    "uname": 'if [ "$1" = -s ]; then cat "$TOOLS/system"; else echo arm64; fi',
    "codesign": f'{RECORD}{NEED}for last; do case $last in *.plist) need "$last" ;; esac; done; need "$last"',
    "hdiutil": f'{RECORD}{NEED}need "$2"',
    "ditto": f'{RECORD}{NEED}need "$4"; : >"$5"',
    "xcrun": RECORD + '[ ! -e "$TOOLS/refused" ] || [ "$1" != stapler ]',
    "git": """
case "$*" in
*" archive "*) tar -c -C "$2" packaging ;;
*%ct*) echo 1 ;;
*kind*) echo '{"kind": "macos"}' ;;
esac""",
    # Is also the Python of the environments that it makes.
    "python": f"""{RECORD}{NEED}
shift
case "$1 $2" in
"-m venv") mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
"-m PyInstaller")
    for last; do [ "$previous" != --distpath ] || dist=$last; previous=$last; done
    need "$last"; need "${{last%/*}}/../macos/Info.plist"; need "${{last%/*}}/../../build/icons/foreword.icns"
    mkdir -p "$dist/Foreword.app/Contents/Resources" ;;
"-m dmgbuild")
    for last; do case $last in app=* | icon=*) need "${{last#*=}}" ;; *.py) need "$last" ;; esac; done
    : >"$last" ;;
"-c import sys"*) ;;
"-c "*) mkdir -p "$TOOLS/editor_app/shipped"; echo "0.9.1 $TOOLS/editor_app" ;;
*make_icons.py*) need "$1"; mkdir -p "$2"; : >"$2/foreword.icns" ;;
*info.py*) need "$1"; : >"${{1%.py}}"; mv "${{1%.py}}" "${{1%/*}}/Info.plist" ;;
*.py*) need "$1"; mkdir "$2" ;;
esac""",
}


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "system").write_text("Darwin\n")
    for name, script in TOOLS.items():
        (folder / name).write_text(f"#!/bin/sh\nset -e\n{script}\n")
        (folder / name).chmod(0o755)
    return folder


def run(tools: Path, script: Path, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    there = {"PATH": f"{tools}:{os.environ['PATH']}", "TOOLS": str(tools), "PYTHON": str(tools / "python")}
    command = ["sh", script, *map(str, words)]
    whole = {**os.environ, **there, **environment}
    return subprocess.run(command, env=whole, capture_output=True, text=True, check=False)


def calls(tools: Path, name: str) -> list[str]:
    lines = (tools / "calls").read_text().splitlines() if (tools / "calls").exists() else []
    return [line.removeprefix(f"{name} ") for line in lines if line.startswith(f"{name} ")]


@pytest.fixture
def plist(monkeypatch: pytest.MonkeyPatch) -> dict:
    """Return Info.plist as it is where Qt's wheel is for macOS 13, and another for 10.9 and 11."""
    tags = [
        "cp310-abi3-macosx_13_0_universal2",
        "cp313-cp313-macosx_10_9_x86_64\nTag: cp313-cp313-macosx_11_0_arm64",
    ]
    parts = [
        SimpleNamespace(read_text=lambda _name, tag=tag: f"Wheel-Version: 1.0\nTag: {tag}\n") for tag in tags
    ]
    monkeypatch.setattr(
        info, "distributions", lambda: [*parts, SimpleNamespace(read_text=lambda _name: None)]
    )
    monkeypatch.setattr(sysconfig, "get_platform", lambda: "macosx-10.13-universal2")
    return plistlib.loads(plistlib.dumps(info.info_plist()))


def test_the_app_says_what_it_is_and_which_system_it_needs(plist: dict) -> None:
    assert plist["CFBundleShortVersionString"] == plist["CFBundleVersion"] == __version__
    assert plist["NSHumanReadableCopyright"] in (PROJECT / "LICENSE").read_text().splitlines()
    assert plist["LSMinimumSystemVersion"] == "13.0", "as 11 is newer than 9, and 13 than both"
    assert plist["NSHighResolutionCapable"]
    assert not plist["NSRequiresAquaSystemAppearance"]
    assert not plist["LSBackgroundOnly"]


def test_the_version_of_the_app_has_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(info, "oldest_system", lambda: "13.0")
    monkeypatch.setattr(info, "__version__", "1.20.3rc1")
    assert info.info_plist()["CFBundleVersion"] == "1.20.3"


def test_it_is_offered_for_its_files_and_folders_and_claims_none(plist: dict) -> None:
    offered = plist["CFBundleDocumentTypes"]
    assert {one["CFBundleTypeRole"] for one in offered} == {"Editor"}
    assert {one["LSHandlerRank"] for one in offered} == {"Alternate"}
    assert "UTExportedTypeDeclarations" not in plist
    declared = {one["UTTypeIdentifier"]: one for one in plist["UTImportedTypeDeclarations"]}
    assert {kind for one in offered for kind in one["LSItemContentTypes"]} == {*declared, "public.folder"}
    tags = [one["UTTypeTagSpecification"] for one in declared.values()]
    endings = {ending for one in tags for ending in one["public.filename-extension"]}
    assert endings == {"markdown", "md", "tmpl"}


def test_the_disk_image_shows_all_it_holds_inside_its_window() -> None:
    settings = MACOS / "dmg_settings.py"
    given = {"app": "/somewhere/Foreword.app", "icon": "/somewhere/foreword.icns"}
    shown = runpy.run_path(str(settings), {"defines": given})
    assert shown["icon"] == given["icon"]
    assert {*shown["icon_locations"]} == {"Foreword.app", *shown["symlinks"]}
    width, height = shown["window_rect"][1]
    half = shown["icon_size"] / 2
    for x, y in shown["icon_locations"].values():
        assert half <= x <= width - half
        assert half <= y <= height - half


def test_the_scripts_are_sound() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    scripts = [*MACOS.glob("*.sh"), PROJECT / "packaging" / "release_files.sh"]
    # What build.sh has of setup.sh is not followed, which would take half a second.
    command = ["shellcheck", "--exclude=SC1091,SC2154", *scripts]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_one_command_makes_the_disk_image(tools: Path, tmp_path: Path) -> None:
    project = tmp_path / "a project"
    ignored = shutil.ignore_patterns("__pycache__", "pictures", "Info.plist")
    shutil.copytree(PROJECT / "packaging", project / "packaging", ignore=ignored)
    script = project / "packaging" / "macos" / "build.sh"
    done = run(tools, script)
    assert done.returncode == 0, done.stdout + done.stderr
    image = project / "dist" / "Foreword-0.9.1-arm64.dmg"
    assert [file.name for file in image.parent.iterdir()] == [image.name]
    assert done.stdout.endswith(f"Built {image}.\n")
    assert "signed ad hoc" in done.stdout
    assert (tools / "editor_app" / "shipped" / "build.json").read_text() == '{"kind": "macos"}\n'
    made = [words.split()[2] if " -m " in words else words for words in calls(tools, "python")]
    order = ["make_icons.py", "info.py", "PyInstaller", "licences.py", "dmgbuild"]
    places = [next(place for place, words in enumerate(made) if name in words) for name in order]
    assert places == sorted(places)
    assert [words.split()[0] for words in calls(tools, "codesign")] == ["--force", "--verify"]
    assert calls(tools, "hdiutil") == [f"verify {image}"]

    (tools / "system").write_text("Linux\n")
    elsewhere = run(tools, script)
    assert (elsewhere.returncode, elsewhere.stderr) == (
        1,
        "Apps for macOS are built on macOS; this is Linux.\n",
    )


IDENTITY = {"FOREWORD_SIGNING_IDENTITY": "Developer ID Application: Somebody"}
PROFILE = {"FOREWORD_NOTARY_PROFILE": "somebody"}


@pytest.mark.parametrize(
    ("name", "environment", "said", "signed", "notarised"),
    [
        ("Foreword.app", {}, "is signed ad hoc", ["--deep --sign - ", "--verify"], []),
        ("Foreword.dmg", {}, "is not signed", [], []),
        ("Foreword.app", IDENTITY, "and not notarised", ["--options runtime", "--verify"], []),
        (
            "Foreword.app",
            IDENTITY | PROFILE,
            "and notarised",
            ["--options runtime", "--verify"],
            ["Foreword.zip --keychain-profile somebody --wait", "stapler staple"],
        ),
        (
            "Foreword.dmg",
            IDENTITY | PROFILE,
            "and notarised",
            ["--timestamp --sign Developer", "--verify"],
            ["Foreword.dmg --keychain-profile somebody --wait", "stapler staple"],
        ),
    ],
)
def test_signing_does_what_the_environment_has_the_means_for_and_says_so(
    tools: Path, tmp_path: Path, name: str, environment: dict, said: str, signed: list, notarised: list
) -> None:
    target = tmp_path / "a folder" / name
    target.mkdir(parents=True)
    done = run(tools, MACOS / "sign.sh", target, **environment)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    for tool, expected in (("codesign", signed), ("xcrun", notarised)):
        for call, words in zip(calls(tools, tool), expected, strict=True):
            assert words in call


def test_what_cannot_be_signed_is_said(tools: Path, tmp_path: Path) -> None:
    app = tmp_path / "Foreword.app"
    script = MACOS / "sign.sh"
    assert "There is no" in run(tools, script, app).stderr
    app.mkdir()
    assert "FOREWORD_SIGNING_IDENTITY is not" in run(tools, script, app, **PROFILE).stderr
    assert "neither an app" in run(tools, script, tmp_path).stderr
    assert calls(tools, "codesign") == []
    (tools / "refused").touch()
    refused = run(tools, script, app, **IDENTITY, **PROFILE)
    assert refused.returncode != 0
    assert "notarised" not in refused.stdout
