"""The set-up scripts, with stand-ins for the system’s tools that write down what is asked of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from hostile_folder import HostileFolder

PROJECT = Path(__file__).resolve().parents[2]

DPKG_QUERY = r"""#!/bin/sh
shift 2
installed=" $(tr '\n' ' ' <"$TOOLS/installed") "
for name; do
    case "$installed" in *" $name "*) printf 'installed %s\n' "$name" ;; esac
done
"""
APT_GET = r"""#!/bin/sh
echo "apt-get $*" >>"$TOOLS/calls"
[ ! -e "$TOOLS/apt-fails" ] || { echo "E: no network"; exit 100; }
for word; do echo "$word" >>"$TOOLS/installed"; done
"""
ID = r"""#!/bin/sh
cat "$TOOLS/uid"
"""
# Makes environments that hold a copy of itself, and “installs” a program that says how it was started.
# Without -I, which keeps a Python from the modules of the current folder, it says so.
PYTHON = r"""#!/bin/sh
if [ "$1" = -I ]; then shift; else echo "$*" >>"$TOOLS/not-isolated"; fi
case "$1 $2" in
"-m venv")
    echo "venv" >>"$TOOLS/calls"
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
    [ ! -e "$TOOLS/venv-fails" ] || exit 1
    ;;
"-m pip")
    echo "pip $* in $PWD" >>"$TOOLS/calls"
    echo left >"$TMPDIR/left"
    [ ! -e "$TOOLS/pip-fails" ] || { echo "ERROR: no connection"; exit 1; }
    cp "$TOOLS/foreword" "$(dirname "$0")/foreword"
    ;;
"-m pytest")
    shift 2
    for word; do echo "pytest <$word>"; done
    echo "HOME=$HOME"
    echo "TMPDIR=$TMPDIR"
    echo "screen=$QT_QPA_PLATFORM ${DISPLAY-none}"
    touch "$TMPDIR/left"
    echo "3 passed in 0.01s"
    exit "$(cat "$TOOLS/pytest-status" 2>/dev/null || echo 0)"
    ;;
"-m coverage")
    case "$*" in
    *--format=total*--include=*) cat "$TOOLS/rooms-covered" ;;
    *--format=total*) echo 91.5 ;;
    *) echo "the uncovered lines" ;;
    esac
    ;;
"--version "*) echo "Python 3.9.2" ;;
"-c "*)
    case "$2" in
    *float*) [ "${3%.*}" -ge "$4" ] ;;
    *ensurepip*) grep -qx python3-venv "$TOOLS/installed" ;;
    *pip*) [ ! -e "$TOOLS/pip-is-missing" ] ;;
    *version_info*) [ ! -e "$TOOLS/python-is-old" ] ;;
    *) cat "$TOOLS/version" ;;
    esac
    ;;
esac
"""
FOREWORD = r"""#!/bin/sh
for word; do echo "foreword <$word>"; done
echo "$* on ${QT_QPA_PLATFORM-a screen}" >>"$TOOLS/foreword-calls"
[ $# -gt 0 ] || echo "foreword window"
echo "in $PWD"
echo "data $XDG_DATA_HOME"
"""


class Machine(NamedTuple):
    """A project folder and a PATH of stand-ins."""

    project: Path
    tools: Path

    def run(
        self,
        script: str,
        *arguments: str,
        cwd: Path | None = None,
        script_path: str | None = None,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        base = {
            "PATH": f"{self.tools}:/usr/bin:/bin",
            "TOOLS": str(self.tools),
            "PYTHON": "python3",
            "HOME": str(self.tools / "home"),
        }
        return subprocess.run(
            ["/bin/sh", script_path or str(self.project / "packaging" / script), *arguments],
            cwd=cwd or self.tools,
            env=base | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=200,
        )

    def calls(self) -> list[str]:
        """Say what was asked of apt-get and Python since the last time, and forget it."""
        file = self.tools / "calls"
        calls = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return calls

    def set(self, name: str, text: str = "") -> None:
        (self.tools / name).write_text(text)

    @property
    def environment(self) -> Path:
        return self.project / ".venv"


def all_packages(name: str = "packages") -> list[str]:
    text = (PROJECT / "packaging" / "setup.sh").read_text()
    return text.split(f'\n{name}="')[1].split('"')[0].split()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a machine with everything installed, an ordinary user, and spaces in the folder’s name."""
    project = tmp_path / "my tools" / "fore ‘word’ [1]"
    tools = tmp_path / "stand-ins"
    shutil.copytree(PROJECT / "packaging", project / "packaging")
    shutil.copy(PROJECT / "pyproject.toml", project)
    tools.mkdir()
    scripts = {
        "dpkg-query": DPKG_QUERY,
        "apt-get": APT_GET,
        "id": ID,
        "python3": PYTHON,
        "foreword": FOREWORD,
    }
    for name, script in scripts.items():
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)
    machine = Machine(project, tools)
    machine.set("installed", "\n".join([*all_packages(), *all_packages("test_packages")]) + "\n")
    machine.set("uid", "1000\n")
    machine.set("version", "3.11.2\n")
    machine.set("rooms-covered", "97.0\n")
    return machine


def test_nothing_of_the_current_folder_runs(machine: Machine, tmp_path: Path) -> None:
    """Neither a program that a relative PATH finds nor, as every Python is isolated, a module."""
    hostile = HostileFolder(tmp_path / "hostile", tmp_path / "markers")
    path = f":.:{machine.tools}:/usr/bin:/bin"
    for name in ("dirname", "mkdir", "sha256sum", "dpkg-query", "id"):
        (hostile.path / name).write_bytes((hostile.path / "git").read_bytes())
        (hostile.path / name).chmod(0o755)
    subprocess.run(["/bin/sh", "-c", "dirname ."], cwd=hostile.path, env={"PATH": path}, check=True)
    assert hostile.what_ran, "the control: the shell takes them"
    for marker in (tmp_path / "markers").iterdir():
        marker.unlink()
    done = machine.run("run.sh", "list", cwd=hostile.path, PATH=path)
    assert done.stdout.endswith(
        f"foreword <list>\nin {hostile.path}\ndata {machine.project}/.foreword/data\n"
    )
    assert hostile.what_ran == set()
    assert not (machine.tools / "not-isolated").exists()


def test_the_scripts_find_their_project_from_its_own_folder(machine: Machine) -> None:
    done = machine.run("run.sh", "list", cwd=machine.project / "packaging", script_path="run.sh")
    assert f"data {machine.project}/.foreword/data\n" in done.stdout


def test_missing_packages_of_a_user_are_named_with_the_line_that_installs_them(machine: Machine) -> None:
    machine.set("installed", "\n".join(set(all_packages()) - {"python3-venv", "libegl1", "fonts-inter"}))
    before = sorted(machine.project.rglob("*"))
    done = machine.run("run.sh")
    assert done.returncode == 1
    assert "\n  sudo apt-get install python3-venv libegl1 fonts-inter\n" in done.stdout
    assert all(name in done.stdout for name in all_packages())
    assert machine.calls() == []
    assert sorted(machine.project.rglob("*")) == before


def test_root_gets_the_missing_packages_and_only_those(machine: Machine) -> None:
    machine.set("installed", "\n".join(set(all_packages()) - {"python3-venv", "libxcb-cursor0"}) + "\n")
    machine.set("uid", "0\n")
    done = machine.run("run.sh", "list")
    update, install, *rest = machine.calls()
    assert update.endswith(" update")
    assert install.endswith(" install --yes --no-install-recommends python3-venv libxcb-cursor0")
    assert [call.split()[0] for call in rest] == ["venv", "pip"]
    assert done.returncode == 0
    assert "installing with apt-get: python3-venv libxcb-cursor0\n" in done.stdout


def test_what_only_the_tests_need_is_asked_for_by_them(machine: Machine) -> None:
    machine.set("installed", "\n".join(all_packages()) + "\n")
    assert machine.run("run.sh", "list").returncode == 0
    done = machine.run("test.sh")
    assert done.returncode == 1
    assert "\n  sudo apt-get install strace xvfb\n" in done.stdout


def test_packages_count_under_their_newer_names(machine: Machine) -> None:
    machine.set("installed", "\n".join(set(all_packages()) - {"libglib2.0-0"} | {"libglib2.0-0t64"}))
    assert machine.run("run.sh", "list").returncode == 0
    assert "pip" in machine.calls()[1]


def test_an_apt_get_that_fails_is_reported_with_its_last_words(machine: Machine) -> None:
    machine.set("installed", "")
    machine.set("uid", "0\n")
    machine.set("apt-fails")
    done = machine.run("run.sh")
    assert done.returncode == 1
    assert "E: no network" in done.stderr
    assert "Check the connection" in done.stderr
    assert not machine.environment.exists()


def test_the_second_run_asks_nothing_of_pip(machine: Machine) -> None:
    assert machine.run("run.sh", "list").returncode == 0
    assert [call.split()[0] for call in machine.calls()] == ["venv", "pip"]
    done = machine.run("run.sh", "list")
    assert machine.calls() == []
    assert done.stdout == f"foreword <list>\nin {machine.tools}\ndata {machine.project}/.foreword/data\n"


@pytest.mark.parametrize("change", ["pyproject", "version"])
def test_new_requirements_or_another_python_are_installed_for(machine: Machine, change: str) -> None:
    machine.run("run.sh", "list")
    machine.calls()
    if change == "version":
        machine.set("version", "3.13.1\n")
    else:
        with (machine.project / "pyproject.toml").open("a") as file:
            file.write("# new\n")
    assert machine.run("run.sh", "list").returncode == 0
    assert [call.split()[0] for call in machine.calls()] == ["pip"]
    assert machine.run("run.sh", "list").returncode == 0
    assert machine.calls() == []


def test_tests_are_installed_for_once_and_serve_the_window_too(machine: Machine) -> None:
    machine.run("run.sh", "list")
    machine.calls()
    assert machine.run("test.sh").returncode == 0
    [call] = machine.calls()
    assert call == (
        "pip -m pip install --no-cache-dir --disable-pip-version-check --no-input --editable .[test]"
        f" in {machine.project}"
    )
    assert machine.run("run.sh", "list").returncode == 0
    assert machine.run("test.sh").returncode == 0
    assert machine.calls() == []


def test_an_interrupted_first_run_starts_over(machine: Machine) -> None:
    machine.set("pip-fails")
    done = machine.run("run.sh")
    assert done.returncode == 1
    assert "ERROR: no connection" in done.stderr
    assert "run this again" in done.stderr
    assert not list(machine.environment.glob(".ready-*"))
    assert not (machine.project / ".foreword" / "pip").exists()
    machine.calls()
    (machine.tools / "pip-fails").unlink()
    (machine.environment / "half-installed").touch()
    assert machine.run("run.sh", "list").returncode == 0
    assert [call.split()[0] for call in machine.calls()] == ["venv", "pip"]
    assert not (machine.environment / "half-installed").exists()


def test_an_environment_that_cannot_be_made_is_reported(machine: Machine) -> None:
    machine.set("venv-fails")
    done = machine.run("run.sh")
    assert done.returncode == 1
    assert "could not be made" in done.stderr


@pytest.mark.parametrize("kind", ["a file", "a link", "without Python", "without pip", "of another folder"])
def test_an_unusable_environment_is_made_anew(machine: Machine, kind: str) -> None:
    elsewhere = machine.tools / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    if kind == "a file":
        machine.environment.touch()
    elif kind == "a link":
        machine.environment.symlink_to(elsewhere)
    else:
        machine.run("run.sh", "list")
        machine.calls()
        (machine.environment / "old").touch()
    if kind == "without Python":
        (machine.environment / "bin" / "python").unlink()
    elif kind == "without pip":
        machine.set("pip-is-missing")
        machine.set("version", "3.13.1\n")
    elif kind == "of another folder":
        moved = machine.project.with_name("moved")
        machine.project.rename(moved)
        machine = machine._replace(project=moved)
    assert machine.run("run.sh", "list").returncode == 0
    assert [call.split()[0] for call in machine.calls()] == ["venv", "pip"]
    assert not machine.environment.is_symlink()
    assert not (machine.environment / "old").exists()
    assert list(elsewhere.iterdir()) == [elsewhere / "kept"]


def test_a_usable_environment_of_ones_own_is_kept(machine: Machine) -> None:
    (machine.environment / "bin").mkdir(parents=True)
    shutil.copy(machine.tools / "python3", machine.environment / "bin" / "python")
    (machine.environment / "mine").touch()
    assert machine.run("run.sh", "list").returncode == 0
    assert [call.split()[0] for call in machine.calls()] == ["pip"]
    assert (machine.environment / "mine").exists()


def test_an_old_python_is_named(machine: Machine) -> None:
    machine.set("python-is-old")
    done = machine.run("run.sh")
    assert done.returncode == 1
    assert "Foreword needs Python 3.11 or newer; this is Python 3.9.2." in done.stderr
    assert not machine.environment.exists()


def test_debians_own_python_comes_before_one_that_path_finds(machine: Machine) -> None:
    fits = ["/usr/bin/python3", "-Ic", "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))"]
    has_one = (
        Path(fits[0]).exists() and subprocess.run(fits, capture_output=True, check=False).returncode == 0
    )
    asking = [
        "sh",
        "-c",
        '. "$0" && choose_python && echo "$python"',
        machine.project / "packaging" / "setup.sh",
    ]
    for chosen, expected in ((None, fits[0] if has_one else "python3"), ("python3.12", "python3.12")):
        environment = {"PATH": os.environ["PATH"], "project": str(machine.project)}
        if chosen:
            environment["PYTHON"] = chosen
        asked = subprocess.run(asking, env=environment, capture_output=True, text=True, check=True)
        assert asked.stdout == f"{expected}\n"


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_with_a_display_the_window_opens_on_a_copy_inside_the_project(
    machine: Machine, variable: str
) -> None:
    done = machine.run("run.sh", **{variable: ":7"}, FOREWORD_LIBRARY="/elsewhere")
    state = machine.project / ".foreword"
    assert done.stdout.endswith(f"foreword window\nin {state}\ndata {state}/data\n")
    assert f"stay in {state}." in done.stdout


def test_without_a_display_the_sample_is_printed_and_pictures_are_made(machine: Machine) -> None:
    done = machine.run("run.sh")
    assert done.returncode == 0
    assert "There is no display here" in done.stdout
    assert "foreword <render>\n" in done.stdout
    assert done.stdout.endswith(f" are in {machine.project}/pictures.\n")
    last = (machine.tools / "foreword-calls").read_text().splitlines()[-1]
    names = "window-light template-light blocks-light"
    assert last == f"screenshot {machine.project}/pictures {names} on offscreen"


def test_arguments_reach_the_program_as_they_are_in_the_folder_they_were_given(machine: Machine) -> None:
    done = machine.run("run.sh", "render", "two words", "*", "")
    assert (
        f"foreword <render>\nforeword <two words>\nforeword <*>\nforeword <>\nin {machine.tools}\n"
        in done.stdout
    )


def test_the_tests_run_without_a_screen_in_a_home_that_goes_away(machine: Machine) -> None:
    done = machine.run("test.sh", DISPLAY=":7")
    assert done.returncode == 0
    words = [line for line in done.stdout.splitlines() if line.startswith("pytest ")]
    assert words[1:3] == ["pytest <-n>", "pytest <3>"]
    assert "pytest <--cov>" not in words
    assert done.stdout.endswith("3 passed in 0.01s\n")
    assert "screen=offscreen none" in done.stdout
    [home] = [line.removeprefix("HOME=") for line in done.stdout.splitlines() if line.startswith("HOME=")]
    assert not Path(home).parent.exists()


def test_chosen_tests_run_alone(machine: Machine) -> None:
    done = machine.run("test.sh", "tests/two words")
    assert "pytest <tests/two words>\n" in done.stdout
    assert "pytest <-n>" not in done.stdout


def test_all_tests_can_say_what_they_run_of_the_program(machine: Machine) -> None:
    done = machine.run("test.sh", "--coverage")
    assert done.returncode == 0
    assert "pytest <-n>\npytest <3>\n" in done.stdout
    assert "pytest <--cov>\n" in done.stdout
    assert "Coverage: 91.5 % of editor_app, 97.0 % of the rooms below the window" in done.stdout


def test_failed_tests_show_in_the_exit_code(machine: Machine) -> None:
    machine.set("pytest-status", "1")
    assert machine.run("test.sh").returncode == 1
    assert machine.run("test.sh", "tests/template").returncode == 1


@pytest.mark.parametrize(("pytest_status", "expected"), [("1", 1), ("0", 1)])
def test_failed_tests_or_too_little_coverage_show_in_the_exit_code(
    machine: Machine, pytest_status: str, expected: int
) -> None:
    machine.set("pytest-status", pytest_status)
    machine.set("rooms-covered", "93.9\n")
    done = machine.run("test.sh", "--coverage")
    assert done.returncode == expected
    assert "93.9 % of the rooms below the window (at least 95 % is asked for)" in done.stdout
    assert "the uncovered lines" in done.stdout


def test_coverage_is_no_topic_where_no_test_ran(machine: Machine) -> None:
    machine.set("pytest-status", "2")
    done = machine.run("test.sh", "--coverage")
    assert done.returncode == 2
    assert "Coverage" not in done.stdout


def test_nothing_is_written_to_the_home_of_the_user(machine: Machine) -> None:
    home = machine.tools / "home"
    home.mkdir()
    machine.run("run.sh", "list")
    machine.run("test.sh")
    assert os.listdir(home) == []
