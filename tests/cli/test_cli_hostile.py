"""Every command, given every hostile file: it says what is wrong, and never more or less than it should."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath

import pytest
from hostile_files import (
    CASES,
    FILES,
    KINDS,
    PLACES,
    PROMPT,
    SETTINGS,
    SITUATIONS,
    TEMPLATE,
    VARIABLES,
    YAML_MESSAGE,
    make_place,
    write_file,
    write_library,
)
from named_cases import in_case

# Results are exact; what is said about them has no characters that could steer a terminal.
_EXACT = {("render",), ("assemble",)}
_EXACT |= {("conversation", action) for action in ("construct", "preview", "get", "compact")}
_steering = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]").search


def commands_of_a_file(path: str) -> Iterator[tuple[str, ...]]:
    yield "check", path
    yield "check", path, "--sarif"
    yield "test", path
    yield "run", path, "--strategy", "all"
    yield "run", path, "--request", "0"
    yield "import", path, "--as", "scenario", "--out", "../out/a.yaml"
    yield "render", path
    yield "explain", path
    yield "explain", path, "--at", "0"
    yield "assemble", path
    yield "export", path, "--out", "../out", "--format", "text"
    yield "render", "greeting", "--values", path


COMMANDS_OF_A_LIBRARY: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("check",),
    ("check", "--sarif"),
    ("test",),
)
COMMANDS_OF_OTHER_FILES: tuple[tuple[str, ...], ...] = (
    ("render", "greeting", "--case", "plain"),
    ("assemble", YAML_MESSAGE, "--situation", "plain"),
    ("customize", "greeting"),
    ("reset", "greeting", "--yes"),
    ("history", "greeting", "--restore", "1"),
)
COMMANDS_OF_CONVERSATIONS: tuple[tuple[str, ...], ...] = (
    ("conversation", "construct", "c-1"),
    ("conversation", "compact", "c-1"),
    ("conversation", "list"),
)
COMMANDS = (*COMMANDS_OF_A_LIBRARY, *COMMANDS_OF_OTHER_FILES, *COMMANDS_OF_CONVERSATIONS)

# What the other commands read as well; all they do depends on the first two.
READ_BY_OTHERS = {SETTINGS, VARIABLES, PROMPT, CASES, YAML_MESSAGE, SITUATIONS}
READ_BY_CONVERSATIONS = {SETTINGS, VARIABLES, TEMPLATE}
OF_ANY_NUMBER = {*KINDS.values()} - {SETTINGS, VARIABLES}


def told(ran, arguments: tuple[str, ...]) -> None:
    """Assert that a command ended as every command has to."""
    assert ran.code in {0, 1, 2}
    assert "Foreword has a fault" not in ran.err + ran.out.decode("utf-8", "replace")
    assert not _steering(ran.err)
    assert ran.err.count("\n") == len(ran.err.splitlines())
    if "--json" in arguments or ("--sarif" in arguments and ran.code != 2):
        document = json.loads(ran.out)  # one, and nothing behind it
        assert isinstance(document, dict)
        assert ran.err == "" or "--sarif" in arguments
        assert ("error" in document) == (ran.code == 2)
    if not {arguments[:1], arguments[:2]} & _EXACT or "--json" in arguments:
        assert not _steering(ran.out.decode())


# A short run gives each file to `check` and to a sixth of the other commands, each of them in turn.
_LATER = [pytest.param(turn, marks=pytest.mark.long) for turn in range(1, 12)]
IN_TURN = pytest.mark.parametrize("turn", [0, *_LATER])


def run_all(foreword, library: Path, commands: Iterable[tuple[str, ...]], monkeypatch, turn: int) -> None:
    """Run commands in a library, in turn for people and with `--json`; in the other turn the other way."""
    monkeypatch.chdir(library)
    for number, arguments in enumerate(commands, turn):
        more = ("--json",) if number % 2 and "--sarif" not in arguments else ()
        told(foreword(*arguments, *more), (*arguments, *more))


def some_of(commands: Sequence[tuple[str, ...]], turn: int) -> list[tuple[str, ...]]:
    """Return the first of commands, which looks into everything, and each sixth of the others."""
    return [commands[0], *commands[1 + turn % 6 :: 6]]


def commands_of(library: Path, path: Path) -> Iterator[tuple[str, ...]]:
    word = str(path.relative_to(library))
    return commands_of_a_file(f"./{word}" if word.startswith("-") else word)


def test_the_exact_result_is_exact_and_what_is_said_of_it_is_not(foreword, here: Path):
    """The control: what would steer a terminal is there, and reaches the result."""
    text = "\x1b[31m\x9b\x7f\u202e"
    path = here / f"{text}.md"
    path.write_text(text, "utf-8")
    assert foreword("render", path).text == text
    ran = foreword("explain", path, "--at", "0")
    assert ran.text.startswith("\\x1b[31m\\x9b\\x7f\\u202e.md:1:1: ")
    assert not _steering(ran.text)
    assert _steering(text)


def test_a_newline_in_a_name_begins_no_line(foreword, library: Path):
    cases = 'cases:\n  - name: "a\\n0 passed"\n    expect:\n      - contains: "x\\ny\\e[2J"\n'
    (library / "a.tmpl").write_text("Hello")
    (library / "a.cases.yaml").write_text(cases)
    ran = foreword("test")
    assert ran.code == 1
    assert ran.text.splitlines()[0] == "FAILED prompts/a.cases.yaml ‘a\\n0 passed’"
    assert ran.text.splitlines()[-1] == "0 passed, 1 failed"
    assert not _steering(ran.text)


@pytest.mark.parametrize("place", ["content", "id", "a key", "type"])
def test_half_a_surrogate_pair_is_a_problem_at_its_place(foreword, folder: Path, monkeypatch, place: str):
    library = write_library(folder)
    path = write_file(library, FILES[f"half a surrogate pair in {place}"])
    column = path.read_text().index("\\ud") + 1
    line = f"system-messages/message.json:1:{column}: error json-value ‘\\ud"
    monkeypatch.chdir(library)
    for command in ("render", "assemble", "explain", "check"):
        with in_case(command):
            ran = foreword(command, path, "--json")
            assert ran.code == 1
            document = json.loads(ran.out)
            found = [one for one in document["problems"] if one["code"] == "json-value"]
            assert [(one["line"], one["column"], one["endColumn"]) for one in found] == [
                (1, column, column + 6)
            ]
            assert found[0]["suggestions"] == ["Remove it"]
            said = foreword(command, path)
            assert line in (said.text if command == "check" else said.err)


IN_JSON_AS_WELL = pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.long)])
WORDS = [
    "n" * 300, "a/" * 3000, "a\nb\x1b[31mred\u202e\x9b", "..", "/", " ", "", "\udcff", "\ud800",
    "a\0b", "/dev/zero", "/proc/self/mem", "defaults", "~", "-", "--", "*",
]  # fmt: skip


@IN_JSON_AS_WELL
@pytest.mark.parametrize("word", WORDS, ids=lambda word: ascii(word[:20]))
def test_words_of_the_command_line(foreword, folder: Path, monkeypatch, word: str, turn: int):
    monkeypatch.chdir(write_library(folder))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    path = "system-messages/message.yaml"
    commands = (
        *((command, word) for command in ("check", "render", "explain", "assemble", "test", "customize")),
        ("reset", word, "--yes"),
        ("history", word),
        ("history", word, "--restore", "1"),
        ("history", "greeting", "--show", word),
        ("export", word, "--out", "../out", "--format", "text"),
        ("export", "greeting", "--out", word, "--format", "text"),
        *(("assemble", path, option, word) for option in ("--situation", "--file", "--mode", "--tool")),
        *(("assemble", path, option, word) for option in ("--holds", "--fails", "--order", "--cwd")),
        *(("render", "greeting", option, word) for option in ("--set", "--values", "--case", "--kind")),
        *(("conversation", action, word) for action in ("construct", "get", "compact", "delete", "adopt")),
        ("conversation", word),
        ("conversation", "delete", "--older-than", word),
        *(("conversation", "construct", "c", option, word) for option in ("--cwd", "--model", "--set")),
        ("conversation", "compact", "c", "--instructions", word),
        ("list", "--library", word),
        ("check", f"--{word}"),
    )
    for number, arguments in enumerate(commands, turn + WORDS.index(word)):
        if word not in {"--", "/"} or arguments[0] == "render":
            more = ("--json",) if number % 2 else ()
            told(foreword(*arguments[:1], *more, *arguments[1:]), (*arguments, *more))


def new_folder(path: Path) -> Path:
    """Make the folder of a library, in a repository so that nothing above it counts."""
    (path / "prompts" / ".git").mkdir(parents=True)
    return path / "prompts"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


@IN_TURN
@pytest.mark.parametrize("path", sorted({file.path for file in FILES.values()}))
def test_files(path: str, foreword, tmp_path: Path, monkeypatch, turn: int):
    for number, (name, file) in enumerate(FILES.items()):
        if file.path == path:
            with in_case(name):
                library = write_library(new_folder(tmp_path / str(number)))
                commands = [*commands_of(library, write_file(library, file))]
                if path not in OF_ANY_NUMBER:
                    commands += COMMANDS_OF_A_LIBRARY
                if path in READ_BY_OTHERS:
                    commands += COMMANDS_OF_OTHER_FILES
                if path in READ_BY_CONVERSATIONS:
                    commands += COMMANDS_OF_CONVERSATIONS
                turned = number + turn
                run_all(foreword, library, some_of(commands, turned), monkeypatch, turned)


@IN_JSON_AS_WELL
@pytest.mark.parametrize("path", sorted(OF_ANY_NUMBER))
def test_files_of_a_kind_in_one_library(path: str, foreword, folder: Path, monkeypatch, turn: int):
    """What is done with a whole library is done with all of them at once."""
    library = write_library(folder)
    belongs_to = {CASES: PROMPT, SITUATIONS: YAML_MESSAGE}.get(path, path)
    for name, file in FILES.items():
        if file.path == path:
            beside = (library / belongs_to).with_name(own_name(belongs_to, name))
            beside.write_bytes((library / belongs_to).read_bytes())
            (library / path).with_name(own_name(path, name)).write_bytes(file.make())
    run_all(foreword, library, COMMANDS, monkeypatch, turn)


def own_name(path: str, what: str) -> str:
    """Return a name that tells what stands in the file, and has the same kind."""
    stem, _, suffix = PurePath(path).name.partition(".")
    return f"{stem}-{re.sub('[^a-zA-Z0-9]+', '-', what)}.{suffix}"


@IN_TURN
def test_places(foreword, tmp_path: Path, monkeypatch, turn: int):
    for number, (name, place) in enumerate(PLACES.items()):
        with in_case(name):
            library = write_library(new_folder(tmp_path / str(number)), leave_out=[place.path])
            commands = [*commands_of(library, make_place(library, place)), *COMMANDS]
            run_all(foreword, library, some_of(commands, number + turn), monkeypatch, number + turn)
