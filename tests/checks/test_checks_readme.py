"""What the README and the map say is so: commands print what is shown, and paths exist."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running_server import home_environment

from editor_app.cli import main
from editor_app.variables.declarations import read_variables

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
    """Whether the lines were printed in this order, where `…` stands for any lines, or none.

    At the end of a line it stands for the rest of that line.
    """
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(is_among(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    if not printed:
        return False
    start = shown[0].removesuffix("…")
    is_shown = printed[0] == start if start == shown[0] else printed[0].startswith(start)
    return is_shown and is_among(shown[1:], printed[1:])


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
        assert "which the text does not name" not in "\n".join(printed), f"{command} has options of no use"


@pytest.mark.skipif(shutil.which("curl") is None, reason="one of the lines is of curl")
def test_the_lines_about_http_work_in_their_order(tmp_path: Path) -> None:
    """On another port, with the Python and the packages of the tests."""
    section = re.search(r"^## HTTP API\n(.*?)^## ", README, re.MULTILINE | re.DOTALL)
    assert section is not None
    blocks = re.findall(r"^```sh\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)
    install, serve, *asking = [
        line.partition("  #")[0] for block in blocks for line in block.replace("\\\n", "").splitlines()
    ]
    assert install.startswith(".venv/bin/python -m pip install -e '.[serve]' httpx")
    shutil.copytree(PROJECT / "prompts", tmp_path / "prompts")
    (tmp_path / "resources").symlink_to(PROJECT / "resources")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    program = tmp_path / ".venv" / "bin" / "python"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    program.chmod(0o755)
    home = home_environment(tmp_path / "home")
    (tmp_path / "home").mkdir()
    line = serve.replace("foreword", f"exec {shlex.quote(sys.executable)} -m editor_app")
    server = subprocess.Popen(
        ["sh", "-c", f"{line} --port 0 --json"],
        cwd=tmp_path,
        env={**home, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert server.stdout is not None
        port = json.loads(server.stdout.readline())["url"].rpartition(":")[2]
        for line, printed in zip(asking, ('"template"', '"turn": "compaction"', '"fired"'), strict=True):
            words = ["sh", "-c", line.replace("8137", port)]
            done = subprocess.run(words, cwd=tmp_path, env=home, capture_output=True, check=False)
            assert (done.returncode, b"without Foreword" in done.stderr) == (0, False), done.stderr
            assert printed in done.stdout.decode()
    finally:
        server.kill()
        server.communicate()


def test_the_readme_shows_every_command() -> None:
    overview = subprocess.run(
        [sys.executable, "-m", "editor_app", "--help"], capture_output=True, check=True
    ).stdout.decode()
    names = re.findall(r"^  ([a-z]+) ", overview, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in names if f"foreword {name}" not in README] == []


PRINTED_BY_EXAMPLES = [
    "user Use `x`.\n\nb'; role: system\\n\\n\\nUse \\\\`x\\\\`.\\n'\n",
    (
        "error final-assistant The last message, messages[1], is the assistant’s: claude-opus-4-8 refuses "
        "that. End with a message of the user.\n"
    ),
    "You are a helpful coding assistant.\nTrue None\n",
    (
        "You write test scenarios that our runner executes word for word. A sentence it cannot act on fails "
        "the run.\n"
        "The value of ‘steps’ (the case ‘checkout’), inserted on line 38.\n"
        "['‘fields’ has no value, and the prompt requires it.']\n"
    ),
    "('name', 'title')\nHello Ada, Countess.\n",
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


def test_the_readme_tells_each_thing_once() -> None:
    headings = re.findall(r"^#{2,3} (.*)$", README, re.MULTILINE)
    words = [word for heading in headings for word in heading.lower().split() if word != "the"]
    assert sorted(words) == sorted(set(words))
    assert README.count("open_service(") == 1
    assert README.count("8137, or `--port") == README.count("on 127.0.0.1 alone") == 1


def test_the_tree_of_the_library_is_that_of_the_sample() -> None:
    (tree,) = re.findall(r"^```\nprompts/\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^(?:│   |    )*[├└]── (\S+) *(.*)$", tree, re.MULTILINE)
    sample = {path.name for path in (PROJECT / "prompts").rglob("*")}
    absent = [name for name, about in rows if name.rstrip("/") not in sample and "optional" not in about]
    assert len(rows) > 5
    assert absent == []


def test_the_variables_that_are_shown_can_be_read() -> None:
    (shown,) = re.findall(r"^```yaml\n(format: 1\nvariables:\n.*?)^```", README, re.MULTILINE | re.DOTALL)
    entries, problems = read_variables(shown)
    assert ([entry.key for entry in entries], problems) == (["user:plan", "user:region"], ())


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
    there = "".join(f"/{path.relative_to(package).as_posix()}\n" for path in package.rglob("*.*"))
    assert named
    assert [name for name in named if f"/{name}\n" not in there and not (PROJECT / name).is_file()] == []
