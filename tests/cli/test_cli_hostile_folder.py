"""Started in a folder that brings modules and programs of its own, Foreword runs none of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_folder import AT_START, INSTALLED, STANDARD, HostileFolder

PROMPT = (
    "---\nname: letter\nversion: 1.0.0\ndescription: A letter\nmax_tokens: 100\nvariables: []\n---\n\nHello\n"
)
SCRIPT = [str(Path(sys.executable).with_name("foreword"))]
EARLY = (*INSTALLED, *STANDARD, *AT_START, "functools", "re")
MODULE = [sys.executable, "-m", "editor_app"]
GUARDED = """
import sys
import editor_app.__main__ as main
main.forget_untrusted_folders()
import json
from editor_app.cli import main as run
sys.exit(any([run(words) for words in json.loads(sys.argv[1])]))
"""
WITHOUT_GUARD = [sys.executable, "-c", "import sys; from editor_app.cli import main; sys.exit(main())"]
COMMANDS = (
    ("check", "--json"),
    ("render", "letter"),
    ("assemble", "system-messages/one.yaml"),
)


def fill_library(folder: Path) -> None:
    (folder / "letter.md").write_text(PROMPT)
    (folder / "letter.cases.yaml").write_text("format: 1\ncases: []\n")
    (folder / "defaults").mkdir()
    (folder / "foreword.toml").write_text('[kinds]\n"x/**" = "document"\n')
    (folder / "system-prompt.tmpl").write_text("[if git:status]Git was asked.[endif]")
    (folder / "system-messages").mkdir()
    (folder / "system-messages" / "one.yaml").write_text(
        "id: one\nversion: 1.0.0\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\n"
        "updatedAt: 2026-02-11T14:30:00Z\nblocks:\n  - {id: a, type: mode, priority: 1, content: Hi}\n"
    )
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)


@pytest.fixture
def hostile(tmp_path: Path) -> HostileFolder:
    """A library in a repository that is hostile, too."""
    folder = HostileFolder(tmp_path / "work", tmp_path / "markers")
    fill_library(folder.path)
    return folder


def run(
    command: list[str], folder: Path, arguments: tuple[str, ...], **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_command_runs_anything_of_the_current_folder(hostile: HostileFolder):
    path = os.pathsep.join(["", ".", str(hostile.path), os.environ["PATH"]])
    done = run(MODULE, hostile.path, ("render", "./system-prompt.tmpl", "--trust"), PATH=path)
    assert hostile.what_ran == set()
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Git was asked."
    done = run([sys.executable, "-c", GUARDED], hostile.path, (json.dumps(COMMANDS),), PATH=path)
    assert hostile.what_ran == set()
    assert done.returncode == 0, done.stderr


def test_the_script_runs_nothing_of_it_either(hostile: HostileFolder):
    assert run(SCRIPT, hostile.path, ("check",), PATH=f":{os.environ['PATH']}").returncode == 0
    assert hostile.what_ran == set()


def test_without_the_guard_modules_of_the_current_folder_run(hostile: HostileFolder):
    """The control of the test above."""
    run(WITHOUT_GUARD, hostile.path, ("check",))
    assert hostile.what_ran


def test_without_the_guard_the_git_of_the_current_folder_runs(hostile: HostileFolder):
    """The control of the test above."""
    run(["/bin/sh", "-c", "git status"], hostile.path, (), PATH=f".:{os.environ['PATH']}")
    assert hostile.what_ran == {"git"}


@pytest.fixture
def inherited(tmp_path: Path) -> HostileFolder:
    """What PYTHONPATH names, without the modules that Python itself imports before it starts anything."""
    return HostileFolder(tmp_path / "inherited", tmp_path / "marks", (*INSTALLED, "argparse", "json"))


@pytest.mark.parametrize("command", [SCRIPT, MODULE], ids=["script", "module"])
def test_nothing_is_imported_from_an_inherited_pythonpath_and_python_itself_still_is(
    inherited: HostileFolder, tmp_path: Path, command: list[str]
):
    library = tmp_path / "library"
    library.mkdir()
    fill_library(library)
    named = os.pathsep.join([str(inherited.path), os.path.dirname(os.__file__)])
    done = run(command, library, ("check",), PYTHONPATH=named)
    assert inherited.what_ran == set()
    assert done.returncode == 0, done.stderr


def test_the_script_lets_in_nothing_that_python_imports_before_it_either(tmp_path: Path):
    folder = HostileFolder(tmp_path / "inherited", tmp_path / "marks", EARLY)
    library = tmp_path / "library"
    library.mkdir()
    fill_library(library)
    done = run(SCRIPT, library, ("check",), PYTHONPATH=str(folder.path))
    assert folder.what_ran == set()
    assert done.returncode == 0, done.stderr
    run([sys.executable, "-P", "-m", "editor_app"], library, ("--version",), PYTHONPATH=str(folder.path))
    assert folder.what_ran, "the control: Python itself runs them"


@pytest.mark.parametrize("named", ["{here}", ":"])
def test_a_pythonpath_that_means_the_current_folder_is_no_way_in(inherited: HostileFolder, named: str):
    fill_library(inherited.path)
    pythonpath = named.format(here=inherited.path)
    assert run(MODULE, inherited.path, ("check",), PYTHONPATH=pythonpath).returncode == 0
    assert inherited.what_ran == set()
    run([*WITHOUT_GUARD[:1], "-P", *WITHOUT_GUARD[1:]], inherited.path, ("check",), PYTHONPATH=pythonpath)
    assert inherited.what_ran, "the control: without the guard they run"


WHERE = """
import os, sys
import editor_app.__main__ as main
main.forget_untrusted_folders()
print(os.environ["PATH"], os.environ.get("QT_PLUGIN_PATH"), os.environ.get("PYTHONPATH"), sep="\\n")
"""


@pytest.mark.parametrize(
    ("path", "plugins", "kept"),
    [
        ("/usr/bin::.:bin:{here}/bin:{here}:/bin", "plugins", ["/usr/bin:/bin", "None", "None"]),
        ("{here}", ".:/usr/lib/qt", [os.defpath, "/usr/lib/qt", "None"]),
        ("", "", [os.defpath, "None", "None"]),
        ("{here}-too:/bin", "/x", ["{here}-too:/bin", "/x", "None"]),
    ],
)
def test_what_other_programs_search_names_the_current_folder_no_more(
    tmp_path: Path, path: str, plugins: str, kept: list[str]
):
    here = tmp_path / "here"
    here.mkdir()
    environment = {"PATH": path.format(here=here), "QT_PLUGIN_PATH": plugins, "PYTHONPATH": "x"}
    done = run([sys.executable, "-P", "-c", WHERE], here, (), **environment)
    assert done.stdout.splitlines() == [entry.format(here=here) for entry in kept], done.stderr


def test_in_the_home_folder_its_own_programs_are_found(own_home: Path):
    path = f"{own_home}:{own_home}/bin:/bin"
    done = run([sys.executable, "-P", "-c", WHERE], own_home, (), PATH=path)
    assert done.stdout.splitlines()[0] == f"{own_home}/bin:/bin"


def test_a_current_folder_that_is_gone_stops_nothing(tmp_path: Path):
    library = tmp_path / "library"
    library.mkdir()
    fill_library(library)
    script = 'cd "$1"; rmdir "$1"; shift; exec "$@"'
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(["/bin/sh", "-c", script, "sh", str(gone), *MODULE], library, ("--version",))
    assert done.returncode == 0, done.stderr
