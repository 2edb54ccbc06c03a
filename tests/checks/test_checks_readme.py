"""What the README and the map say is so: commands print what is shown, and paths exist."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from editor_app.cli import main

PROJECT = Path(__file__).resolve().parents[2]
README = (PROJECT / "README.md").read_text("utf-8")
ARCHITECTURE = (PROJECT / "editor_app" / "ARCHITECTURE.md").read_text("utf-8")


def shown_commands() -> list[tuple[str, list[str]]]:
    """Return each command of the console blocks, with the lines it is said to print."""
    commands: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            elif line:
                commands[-1][1].append(line)
    return commands


def is_among(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines were printed in this order, where `…` stands for any lines, or none."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(is_among(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and is_among(shown[1:], printed[1:])


def test_commands_print_what_the_readme_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(PROJECT / "prompts", tmp_path / "prompts")
    monkeypatch.chdir(tmp_path)
    commands = shown_commands()
    assert commands
    for command, lines in commands:
        program, *arguments = shlex.split(command)
        assert program == "foreword"
        terminal = io.TextIOWrapper(io.BytesIO())
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setattr(sys, "stderr", terminal)
        main(arguments)
        printed = terminal.buffer.getvalue().decode().splitlines()
        assert is_among(lines, printed), f"{command} printed:\n" + "\n".join(printed)


def test_the_readme_shows_every_command() -> None:
    overview = subprocess.run(
        [sys.executable, "-m", "editor_app", "--help"], capture_output=True, check=True
    ).stdout.decode()
    names = re.findall(r"^  ([a-z]+) ", overview, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in names if f"foreword {name}" not in README] == []


PRINTED_BY_EXAMPLES = [
    (
        "You write test scenarios that our runner executes word for word. A sentence it cannot act on fails "
        "the run.\n"
        "The value of ‘steps’ (the case ‘checkout’), inserted on line 38.\n"
        "['‘fields’ has no value, and the prompt requires it.']\n"
    ),
    "('name', 'title')\nHello Ada, Countess.\n",
    "True []\n",
]


def test_python_examples_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(PROJECT / "prompts", tmp_path / "prompts")
    monkeypatch.chdir(tmp_path)
    printed = []
    for example in re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        exec(compile(example, "README.md", "exec"), {})
        printed.append(capsys.readouterr().out)
    assert printed == PRINTED_BY_EXAMPLES


@pytest.mark.parametrize(("text", "folder"), [(README, PROJECT), (ARCHITECTURE, PROJECT / "editor_app")])
def test_linked_files_exist(text: str, folder: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'(?:src|srcset)="([^":]+)"', text)
    assert [link for link in links if not (folder / link).exists()] == []


def test_the_map_names_every_room_and_no_other() -> None:
    rooms = {
        folder.name for folder in (PROJECT / "editor_app").iterdir() if (folder / "__init__.py").exists()
    }
    assert set(re.findall(r"^\| `(\w+)/` \|", ARCHITECTURE, re.MULTILINE)) == rooms


def test_the_map_names_only_files_that_exist() -> None:
    named = set(re.findall(r"`((?:\w+/)*\w+\.(?:py|toml))`", ARCHITECTURE))
    package = PROJECT / "editor_app"
    assert named
    assert [name for name in named if not list(package.rglob(name)) and not (PROJECT / name).is_file()] == []
