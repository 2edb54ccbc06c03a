"""What the README and the manual say is so: commands print what is shown, and links lead somewhere."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_server import home_environment

from editor_app.analysis.analysis import analyse
from editor_app.cli import main
from editor_app.http_api.routes.table import ENDPOINTS
from editor_app.library.kinds import Kind
from editor_app.library.settings.table import SETTINGS
from editor_app.runs.model.session import Signal, Strategy
from editor_app.text import Severity
from editor_app.variables.catalog import TEMPLATE_CATALOG
from editor_app.variables.declarations import read_variables

PROJECT = Path(__file__).resolve().parents[2]
MANUAL = PROJECT / "resources" / "docs"
README = PROJECT / "README.md"
ARCHITECTURE = PROJECT / "editor_app" / "ARCHITECTURE.md"
LARGEST_README = 6 * 1024
MOST_WORDS = 30
"""Of a sentence in the manual."""


def text_of(name: str) -> str:
    return (MANUAL / f"{name}.md").read_text("utf-8")


PAGES = ("index", *re.findall(r"^- \[.*?\]\(([\w-]+)\.md\): ", text_of("index"), re.MULTILINE))
TEXTS = {"README": README.read_text("utf-8"), **{name: text_of(name) for name in PAGES}}


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_index_lists_every_page_once() -> None:
    assert sorted(PAGES) == sorted(page.stem for page in MANUAL.iterdir())


def shown_commands(text: str) -> list[tuple[str, list[str]]]:
    """Return each command of the console blocks, with the lines it is said to print."""
    commands: list[tuple[str, list[str]]] = []
    for block in blocks(text, "console"):
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


@pytest.mark.parametrize("page", [name for name, text in TEXTS.items() if shown_commands(text)])
def test_commands_print_what_is_shown(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(PROJECT / "prompts", tmp_path / "prompts")
    monkeypatch.chdir(tmp_path)
    for command, lines in shown_commands(TEXTS[page]):
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
    install, serve, *asking = [
        line.partition("  #")[0]
        for block in blocks(TEXTS["http-api"], "sh")
        for line in block.replace("\\\n", "").splitlines()
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


def test_the_table_of_commands_has_every_command() -> None:
    overview = subprocess.run(
        [sys.executable, "-m", "editor_app", "--help"], capture_output=True, check=True
    ).stdout.decode()
    names = re.findall(r"^  ([a-z]+) ", overview, re.MULTILINE)
    assert len(names) > 5
    rows = re.findall(r"^\| (`foreword .*?) \|", TEXTS["command-line"], re.MULTILINE)
    shown = re.findall(r"`foreword ([a-z]+)`", "\n".join(rows))
    assert sorted(shown) == sorted(names)


PRINTED_BY_EXAMPLES = [
    (
        "You write test scenarios that our runner executes word for word. A sentence it cannot act on fails "
        "the run.\n"
        "The value of ‘steps’ (the case ‘checkout’), inserted on line 38.\n"
        "['‘fields’ is not set, and the prompt requires it.']\n"
    ),
    "('name', 'title')\nHello Ada, Countess.\n",
    "user Use `x`.\n\nb'; role: system\\n\\n\\nUse \\\\`x\\\\`.\\n'\n",
    (
        "error final-assistant The last message, messages[1], is the assistant’s: claude-opus-4-8 refuses "
        "that. End with a user message.\n"
    ),
    "You are a helpful coding assistant.\nTrue None\n",
]


def test_python_examples_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(PROJECT / "prompts", tmp_path / "prompts")
    monkeypatch.chdir(tmp_path)
    printed = []
    for page, text in TEXTS.items():
        for example in blocks(text, "python"):
            exec(compile(example, f"{page}.md", "exec"), {})
            printed.append(capsys.readouterr().out)
    assert printed == PRINTED_BY_EXAMPLES


@pytest.mark.parametrize(
    ("page", "begin", "kind", "name"),
    [
        ("libraries-and-files", "name: greeting\n", Kind.PROMPT, "greeting.md"),
        ("cases", "format: 1\ncases:\n", Kind.CASES, "page-analysis.cases.yaml"),
        ("system-messages", "id: house-rules\n", Kind.SYSTEM_MESSAGE, "rules.yaml"),
        ("runs", "format: 1\ntriggers:\n", Kind.TRIGGERS, "triggers.yaml"),
        ("runs", "format: 1\nmodel:", Kind.SCENARIO, "notes.yaml"),
        ("chats", "; role: user\n", Kind.MESSAGE, "1.md"),
    ],
)
def test_files_that_are_shown_have_no_error(page: str, begin: str, kind: Kind, name: str) -> None:
    [shown] = [block for block in blocks(TEXTS[page], r"(?:yaml|text)") if block.startswith(begin)]
    source = f"---\n{shown}---\n\nHello {{{{customer}}}}.\n" if kind is Kind.PROMPT else shown
    problems = analyse(source, kind, name).diagnostics
    assert [one.message for one in problems if one.severity is Severity.ERROR] == []


def test_the_variables_that_are_shown_can_be_read() -> None:
    [shown] = [block for block in blocks(TEXTS["templates"], "yaml") if block.startswith("format: 1\n")]
    entries, problems = read_variables(shown)
    assert ([entry.key for entry in entries], problems) == (["user:plan", "user:region"], ())


def test_the_settings_of_a_library_that_are_shown_are_toml() -> None:
    [shown] = blocks(TEXTS["libraries-and-files"], "toml")
    assert set(tomllib.loads(shown)) == {"show", "defaults", "workspace", "kinds"}


def test_the_tree_of_the_library_is_that_of_the_sample() -> None:
    [tree] = re.findall(r"^```\nprompts/\n(.*?)^```", TEXTS["libraries-and-files"], re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^(?:│   |    )*[├└]── (\S+) *(.*)$", tree, re.MULTILINE)
    sample = {path.name for path in (PROJECT / "prompts").rglob("*")}
    absent = [name for name, about in rows if name.rstrip("/") not in sample and "optional" not in about]
    assert len(rows) > 5
    assert absent == []


def first_cells(page: str, header: str) -> list[str]:
    """Return the code in the first cells of a table's rows; `header` is the first cell of its head."""
    [rows] = re.findall(rf"^\| {header} \|.*\n\|[ -|]+\|\n((?:\|.*\n)+)", TEXTS[page], re.MULTILINE)
    return [code for row in rows.splitlines() for code in re.findall(r"`(.*?)`", row.split(" | ")[0])]


def test_tables_name_what_the_program_has() -> None:
    assert sorted(first_cells("http-api", "endpoint")) == sorted(
        f"{one.method} {one.path}" for one in ENDPOINTS
    )
    for one in ENDPOINTS:
        fields = [field.name if field.is_required else f"{field.name}?" for field in one.fields or ()]
        [row] = re.findall(
            rf"^\| `{one.method} {re.escape(one.path)}` \| (.*?)\|", TEXTS["http-api"], re.MULTILINE
        )
        assert re.findall(r"`(.*?)`", row) == fields
    told = TEXTS["settings-and-shortcuts"]
    assert first_cells("settings-and-shortcuts", "setting") == [one.key for one in SETTINGS]
    for one in SETTINGS:
        default = f"`{json.dumps(one.default).strip(chr(34))}`" if one.default != "" else "empty"
        assert f"| {one.label}. {one.sentence} | {one.sort.in_words} | {default} |\n" in told
    assert first_cells("runs", "strategy") == [*Strategy]
    signals = re.search(r"signal: (.*)", TEXTS["runs"])
    assert signals is not None
    assert sorted(re.findall(r"[a-z]+(?:-[a-z]+)*", re.sub(r"\(.*?\)|\bor\b", "", signals[1]))) == sorted(
        Signal
    )
    named = first_cells("templates", "tag")
    assert {name[1:-1].replace("PATH", "<path>") for name in named} == {one.key for one in TEMPLATE_CATALOG}


def test_menus_and_keys_are_those_of_the_window() -> None:
    from editor_app.window.building import all_menus

    entries = {(menu.title.replace("&", ""), action) for menu in all_menus() for action in menu.actions()}
    menus = {f"{title} ▸ {action.plain_text}" for title, action in entries}
    menus |= {
        f"{menu.title} ▸ {one.title}".replace("&", "")
        for menu in all_menus()
        for one in menu.entries
        if hasattr(one, "title")
    }
    named = {name for text in TEXTS.values() for name in re.findall(r"\*([\w ]+ ▸ [^*]+)\*", text)}
    assert len(named) > 10
    assert named - menus == set()
    keys = {action.plain_text: action.keys for _, action in entries}
    rows = re.findall(r"^\| (\S+(?:, \S+)?) \| (\*.*) \|$", TEXTS["settings-and-shortcuts"], re.MULTILINE)
    assert len(rows) > 10
    for shown, actions in rows:
        pairs = zip(shown.split(", "), re.findall(r"\*(.*?)\*", actions), strict=True)
        assert [(key, name) for key, name in pairs if key not in keys[name]] == []


def prose(text: str) -> str:
    """Return a page without its code, tables and pictures, and without where its links lead."""
    text = re.sub(r"^```.*?^```$|^<picture>.*?^</picture>$", "\n", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"^\|.*$", "", text, flags=re.MULTILINE))


def sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:- |\d+\. |#))", prose(text)):
        words = " ".join(re.sub(r"^\s*(?:- |\d+\. |#+ )", "", paragraph).split())
        yield from re.split(r"(?<=[.!?])[*”]*\s+(?=[A-Z*`\[“‘])", words)


def test_sentences_are_short() -> None:
    """The sentence about torn files is that of `python tests/faults`."""
    long = [one for text in TEXTS.values() for one in sentences(text) if len(one.split()) > MOST_WORDS]
    assert [one for one in long if not one.startswith("Counted were 0 torn files")] == []


def test_each_thing_is_told_once() -> None:
    """A sentence of many words stands at one place, in the README or on one page."""
    told = Counter(one for text in TEXTS.values() for one in sentences(text) if len(one.split()) > 8)
    assert [one for one, count in told.items() if count > 1] == []


def anchors(text: str) -> list[str]:
    """Return where a link into a page can lead, as forges make anchors of headings."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


DOCUMENTS = (README, ARCHITECTURE, *(MANUAL / f"{name}.md" for name in PAGES))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_links_and_pictures_lead_somewhere(document: Path) -> None:
    text = document.read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    dead = []
    for link in links:
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if not link.startswith("https://") and not (
            target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))
        ):
            dead.append(link)
    assert dead == []
    assert len(set(anchors(text))) == len(anchors(text)), "two headings have one anchor"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_links_to_nothing_that_is_not_installed_with_it(name: str) -> None:
    """The wheel and the packages have `resources` without its pictures, and `prompts`."""
    links = [link for link in re.findall(r"\]\(([^)#]+)", TEXTS[name]) if not link.startswith("https://")]
    leads = [(MANUAL / link).resolve().relative_to(PROJECT).parts for link in links]
    assert [parts for parts in leads if parts[0] != "resources" or parts[1] == "pictures"] == []


def test_the_readme_is_short() -> None:
    assert len(README.read_bytes()) <= LARGEST_README
