"""The command `foreword` of a wheel finds the Python it was installed for; stand-ins say which was taken."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

COMMAND = Path(__file__).resolve().parents[2] / "packaging" / "foreword"
ITS_PYTHON = "python3.98"  # of a version that no system has


def make_python(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('#!/bin/sh\necho "${0##*/} of ${0%/*}"\nfor word; do echo "<$word>"; done\n')
    file.chmod(0o755)


def install(prefix: Path, *packages_of: str) -> Path:
    for name in packages_of:
        (prefix / "lib" / name / "site-packages" / "foreword-0.1.0.dist-info").mkdir(parents=True)
    (prefix / "bin").mkdir(parents=True, exist_ok=True)
    return shutil.copy(COMMAND, prefix / "bin" / "foreword")


def run(command: Path, path: str = "/usr/bin:/bin", **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command, "render", "two words", "*", ""],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
        **more,
    )


@pytest.mark.parametrize(
    ("beside", "packages_of", "taken"),
    [
        pytest.param(["python3", ITS_PYTHON], [ITS_PYTHON], ITS_PYTHON, id="environment"),
        pytest.param(["python3"], [], "python3", id="packages are elsewhere"),
        pytest.param(["python3"], ["python3.97"], "python3", id="its Python has no second name"),
        pytest.param([ITS_PYTHON], [ITS_PYTHON], ITS_PYTHON, id="it has no other name"),
        pytest.param([ITS_PYTHON], ["python3.97", ITS_PYTHON], ITS_PYTHON, id="an earlier Python is gone"),
    ],
)
@pytest.mark.parametrize("linked", [False, True], ids=["itself", "through a link"])
def test_the_python_beside_it_is_taken(
    tmp_path: Path, beside: list[str], packages_of: list[str], taken: str, linked: bool
) -> None:
    command = install(tmp_path / "Größe [1] ‘x’", *packages_of)
    for name in beside:
        make_python(command.with_name(name))
    if linked:
        called = tmp_path / "my programs" / "foreword"
        called.parent.mkdir()
        called.symlink_to(command)
    else:
        called = command
    done = run(called)
    assert done.stdout.splitlines() == [
        f"{taken} of {command.parent}",
        *("<-E>", "<-P>", "<-m>", "<editor_app>", "<render>", "<two words>", "<*>", "<>"),
    ]
    assert done.stderr == ""


def test_installed_for_one_user_the_python_is_found_in_the_path(tmp_path: Path) -> None:
    command = install(tmp_path / ".local", ITS_PYTHON)
    make_python(tmp_path / "my pythons" / ITS_PYTHON)
    done = run(command, f"/usr/bin:/bin:{tmp_path}/my pythons")
    assert done.stdout.splitlines()[0] == f"{ITS_PYTHON} of {tmp_path}/my pythons"


@pytest.mark.parametrize("path", [".:/usr/bin:/bin", "here:/usr/bin:/bin", ":/usr/bin:/bin"])
def test_no_python_of_the_current_folder_is_taken(tmp_path: Path, path: str) -> None:
    command = install(tmp_path / ".local", ITS_PYTHON)
    hostile = tmp_path / "hostile"
    for folder in (hostile, hostile / "here"):
        for name in (ITS_PYTHON, "python3", "readlink"):
            make_python(folder / name)
    control = subprocess.run(
        ["/bin/sh", "-c", ITS_PYTHON],
        cwd=hostile,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert control.stdout.startswith(ITS_PYTHON), "the shell would take it"
    done = run(command, path, cwd=hostile)
    assert " of " not in done.stdout
