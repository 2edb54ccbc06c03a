"""Files made to hurt, of every kind, and places on the disk that are no plain files.

`FILES` has what is only bytes: a path in a library and what stands in it. `PLACES` has what only a disk can
hold: names no one should have, pipes, folders and links where files belong. `write_library` makes a library
in which one or all of them lie.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple


class HostileFile(NamedTuple):
    """A file by its path in the library, whose name and folder decide its kind, and its bytes."""

    path: str
    make: Callable[[], bytes]


class HostilePlace(NamedTuple):
    """What is made on the disk: `make` takes the path it should stand at."""

    path: str | bytes
    make: Callable[[Path], object]


PROMPT = "greeting.md"
DOCUMENT = "docs/notes.md"
TEMPLATE = "system-prompt.tmpl"
YAML_MESSAGE = "system-messages/message.yaml"
JSON_MESSAGE = "system-messages/message.json"
CASES = "greeting.cases.yaml"
SITUATIONS = "system-messages/message.situations.yaml"
VARIABLES = "variables.yaml"
SETTINGS = "foreword.toml"
SCENARIO = "runs/scenario.yaml"
TRIGGERS = "runs/triggers.yaml"
STEPS = "runs/scenario.steps.jsonl"

KINDS = {
    "prompt": PROMPT,
    "document": DOCUMENT,
    "template": TEMPLATE,
    "system message": YAML_MESSAGE,
    "system message in JSON": JSON_MESSAGE,
    "cases": CASES,
    "situations": SITUATIONS,
    "variables": VARIABLES,
    "settings": SETTINGS,
    "scenario": SCENARIO,
    "triggers": TRIGGERS,
    "steps": STEPS,
}

HEAD = "---\nname: greeting\nversion: 1.0.0\ndescription: Greets\nmax_tokens: 100\nvariables: []\n---\n\n"
MESSAGE_HEAD = (
    "id: message\nversion: 1.0.0\nrole: system\n"
    "createdAt: 2026-01-28T09:00:00Z\nupdatedAt: 2026-02-11T14:30:00Z\nblocks:\n"
)
BLOCK = "  - id: {id}\n    type: mode\n    priority: 1\n    content: {content}\n"
_SURROGATE_PLACES = {
    "content": {"content": r"before \ud800 behind"},
    "id": {"id": r"a\ud800"},
    "a key": {r"a\ud800": "x"},
    "type": {"type": r"mode\udfff"},
}


def text(source: str) -> Callable[[], bytes]:
    """Return a maker of UTF-8."""
    return lambda: source.encode("utf-8")


def repeated(piece: str, count: int, *, before: str = "", behind: str = "") -> Callable[[], bytes]:
    """Return a maker of a text that is long, so that it is not kept."""
    return lambda: (before + piece * count + behind).encode("utf-8")


def json_message(fields: Mapping[str, str] = {}, raw: Mapping[str, str] = {}) -> str:
    """Return a message of one block; `fields` are texts as they are spelled in JSON, `raw` is any JSON."""
    block = {"id": "a", "type": "mode", "content": "Hi", **fields}
    parts = [f'"{key}": "{value}"' for key, value in block.items() if key not in raw]
    parts += [f'"{key}": {value}' for key, value in {"priority": "1", **raw}.items()]
    head = '"id": "message", "version": "1.0.0", "role": "system"'
    times = '"createdAt": "2026-01-28T09:00:00Z", "updatedAt": "2026-02-11T14:30:00Z"'
    return f'{{{head}, {times}, "blocks": [{{{", ".join(parts)}}}]}}\n'


def alias_bomb() -> str:
    """Return lists of lists: nine levels of nine aliases each are a billion items."""
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    return f"a0: &a0 [x, x, x, x, x, x, x, x, x]\n{levels}"


def merge_bomb() -> str:
    """Return mappings merged into each other, each twice: 400 bytes on which PyYAML needs seconds."""
    levels = "".join(f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}]}}\n" for n in range(1, 24))
    return f"m0: &m0 {{a: 1, b: 2}}\n{levels}"


_BYTES: Mapping[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "only a byte order mark": lambda: b"\xef\xbb\xbf",
    "only CR": lambda: b"\r" * 5000,
    "only NUL": lambda: b"\0" * 5000,
    "invalid UTF-8": lambda: b"---\nname: \xff\xfe\xc3\n\x80\n",
    "UTF-16 with a byte order mark": lambda: "---\nname: greeting\n---\nHi\n".encode("utf-16"),
    "UTF-32 with a byte order mark": lambda: "---\nname: greeting\n---\nHi\n".encode("utf-32"),
    "a surrogate in UTF-8": lambda: b"a\xed\xa0\x80b\n",
    "a NUL in the text": lambda: b"a\0b: [c\0d]\n",
    "terminal escapes": text("\x1b[2J\x1b]0;title\x07\x9b31m\x7f\x85\u2028\u2029\u202e\u2066a: b\n"),
}

_SOURCES: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    **{
        f"half a surrogate pair in {place}": (JSON_MESSAGE, text(json_message(fields)))
        for place, fields in _SURROGATE_PLACES.items()
    },
    "half a surrogate pair in a scope": (
        JSON_MESSAGE,
        text(
            json_message(raw={"scope": r'{"modes": ["\ud800"], "applyTo": ["\udc00*"], "tools": ["\ud800"]}'})
        ),
    ),
    "half a surrogate pair in a condition": (
        JSON_MESSAGE,
        text(json_message(raw={"conditions": r'[{"kind": "k\ud800", "value": {"\ud800": "\udc00"}}]'})),
    ),
    "half a surrogate pair twice as a key": (JSON_MESSAGE, text(r'{"\ud800": 1, "\ud800": 2}')),
    "half a surrogate pair and nothing else": (JSON_MESSAGE, text(r'"\ud800"')),
    "two halves in the wrong order": (JSON_MESSAGE, text(json_message({"content": r"\udc00\ud800"}))),
    "half a surrogate pair in YAML": (
        YAML_MESSAGE,
        text(MESSAGE_HEAD + BLOCK.format(id="a", content=r'"\ud800"')),
    ),
    "half a surrogate pair in a case": (
        CASES,
        text('format: 1\ncases:\n  - name: "a\\ud800"\n    values: {"\\ud800": "\\udc00"}\n'),
    ),
    "half a surrogate pair in a situation": (
        SITUATIONS,
        text('format: 1\nsituations:\n  - name: "a\\ud800"\n    values: {"\\ud800": "\\udc00"}\n'),
    ),
    "half a surrogate pair in the frontmatter": (PROMPT, text(HEAD.replace("Greets", '"\\ud800"') + "Hi\n")),
    "half a surrogate pair in settings": (SETTINGS, text('defaults = "\\ud800"\n')),
    "escapes of a terminal in JSON": (
        JSON_MESSAGE,
        text(json_message({"id": r"a\u001b[31m\u0007\u009b", "content": r"\u001b]0;x\u0007\u007f\u202e"})),
    ),
    "a NUL in JSON": (JSON_MESSAGE, text(json_message({"content": r"a\u0000b", "id": r"\u0000"}))),
    "deep lists in JSON": (JSON_MESSAGE, repeated("[", 100_000)),
    "deep objects in JSON": (JSON_MESSAGE, repeated('{"a":', 100_000)),
    "deep blocks in JSON": (JSON_MESSAGE, repeated('{"blocks": [{"children": [', 5000)),
    "a huge integer in JSON": (JSON_MESSAGE, text(json_message(raw={"priority": "9" * 20_000}))),
    "a huge exponent in JSON": (JSON_MESSAGE, text(json_message(raw={"priority": "1e999999"}))),
    "NaN in JSON": (JSON_MESSAGE, text(json_message(raw={"priority": "NaN"}))),
    "Infinity in JSON": (JSON_MESSAGE, text(json_message(raw={"priority": "-Infinity"}))),
    "keys that stand twice in JSON": (
        JSON_MESSAGE,
        text('{"role": "system", "role": "system", "blocks": []}'),
    ),
    "a million quotes in JSON": (JSON_MESSAGE, repeated('"', 1_000_000)),
    "deep lists in YAML": (YAML_MESSAGE, repeated("[", 100_000)),
    "deep mappings in YAML": (YAML_MESSAGE, repeated("{a: ", 5000)),
    "deep dashes in YAML": (YAML_MESSAGE, repeated("- ", 50_000)),
    "deep question marks in YAML": (YAML_MESSAGE, repeated("? ", 20_000)),
    "an alias bomb": (YAML_MESSAGE, text(MESSAGE_HEAD + alias_bomb())),
    "a merge bomb": (YAML_MESSAGE, text(MESSAGE_HEAD + merge_bomb())),
    "an alias of itself": (YAML_MESSAGE, text("&a [*a, {b: *a}]\n")),
    "a merge of itself": (YAML_MESSAGE, text("&a\nrole: system\nblocks: []\n<<: *a\n")),
    "a huge integer in YAML": (
        YAML_MESSAGE,
        text(MESSAGE_HEAD + BLOCK.format(id="a", content="Hi").replace("1", "9" * 20_000)),
    ),
    "sixties in YAML": (YAML_MESSAGE, text(f"role: system\nblocks: {':59' * 5000}\n")),
    "NaN in YAML": (YAML_MESSAGE, text("role: .nan\nblocks: [-.inf]\n")),
    "Python tags in YAML": (YAML_MESSAGE, text("role: !!python/object/apply:os.system [true]\nblocks: []\n")),
    "many documents in YAML": (YAML_MESSAGE, repeated("---\na: 1\n", 5000)),
    "a date that is none in YAML": (YAML_MESSAGE, text("role: 2025-99-99\nblocks: 2025-02-30T99:99:99Z\n")),
    "keys that are lists in YAML": (YAML_MESSAGE, text("? [a, b]\n: c\n? {d: e}\n: f\n")),
    "many blocks without anything": (YAML_MESSAGE, repeated("  - {}\n", 100, before=MESSAGE_HEAD)),
    "an alias bomb in the frontmatter": (PROMPT, text(f"---\n{alias_bomb()}---\nHi\n")),
    "a merge bomb in the frontmatter": (PROMPT, text(f"---\n{merge_bomb()}---\nHi\n")),
    "a huge integer in the frontmatter": (PROMPT, text(HEAD.replace("100", "9" * 20_000) + "Hi\n")),
    "deep lists in the frontmatter": (PROMPT, text("---\nname: " + "[" * 20_000 + "\n---\nHi\n")),
    "a frontmatter without end": (PROMPT, repeated("a: b\n", 5000, before="---\n")),
    "an alias bomb in cases": (CASES, text(f"format: 1\ncases: []\n{alias_bomb()}")),
    "a merge bomb in cases": (CASES, text(f"format: 1\ncases: []\n{merge_bomb()}")),
    "a format of many digits": (CASES, text(f"format: {'9' * 20_000}\ncases: []\n")),
    "a merge bomb in situations": (SITUATIONS, text(f"format: 1\nsituations: []\n{merge_bomb()}")),
    "deep lists in situations": (SITUATIONS, repeated("[", 20_000, before="situations: ")),
    "a merge bomb in variables": (VARIABLES, text(f"variables: []\n{merge_bomb()}")),
    "a TOML of brackets": (SETTINGS, repeated("[", 5000, before="kinds = ")),
    "a TOML of dots": (SETTINGS, repeated("a.", 90_000, behind="b = 1\n")),
    "a glob of many stars in settings": (SETTINGS, text(f"[kinds]\n'{'**/a' * 40}' = 'prompt'\n")),
    "settings that lead out": (SETTINGS, text("defaults = '../../..'\nworkspace = '/'\n")),
    "100 000 openers": (DOCUMENT, repeated("{{", 100_000)),
    "100 000 openers in a prompt": (PROMPT, repeated("{{", 100_000, before=HEAD)),
    "100 000 openers in a template": (TEMPLATE, repeated("[git:", 100_000)),
    "200 conditions without end": (DOCUMENT, repeated("{{#if a}} x ", 200)),
    "200 conditions in each other": (
        DOCUMENT,
        text("{{#if a}}x" * 200 + "{{/if}}" * 200),
    ),
    "5 000 bidi overrides": (DOCUMENT, repeated("\u202e", 5000)),
    "200 bidi overrides in tags": (TEMPLATE, repeated("[git:\u202ex] ", 200)),
    "5 000 bidi overrides in a message": (
        YAML_MESSAGE,
        repeated("\u202e", 5000, before=MESSAGE_HEAD + BLOCK.format(id="a", content="'"), behind="'\n"),
    ),
    "a line of a million characters": (DOCUMENT, repeated("x", 1_000_000, behind="\n")),
    "200 001 empty lines": (DOCUMENT, repeated("\n", 200_001)),
    "noncharacters and private characters": (
        DOCUMENT,
        text("\ufdd0\ufffe\uffff\ue000\U0010ffff{{a\ufdd0}}\n"),
    ),
    "names with newlines and escapes": (
        TEMPLATE,
        text("[git:\nx] [git:\x1b[31mred] [file:\x1b]0;x\x07] [a\x9b:b]\n"),
    ),
    "a case with the name of a terminal escape": (
        CASES,
        text(
            'cases:\n  - name: "\\e[31m\\x9b\\x7f\\u202e\\n"\n'
            '    values: {"\\e]0;\\a": "\\e[2J"}\n    wrong: 1\n'
        ),
    ),
}

FILES: Mapping[str, HostileFile] = {
    **{
        f"{what}, as {kind}": HostileFile(path, make)
        for what, make in _BYTES.items()
        for kind, path in KINDS.items()
    },
    **{what: HostileFile(path, make) for what, (path, make) in _SOURCES.items()},
}

_LONG = "n" * 246  # with a suffix it is one of the longest names a disk takes


def _link_in_a_circle(path: Path) -> None:
    other = path.with_name("the-other-link.md")
    path.symlink_to(other.name)
    other.symlink_to(path.name)


def _folder_linked_into_itself(path: Path) -> None:
    path.mkdir()
    (path / "again").symlink_to("..", target_is_directory=True)
    (path / "inside.md").write_text("Hi\n")


def _document(path: Path) -> int:
    return path.write_bytes(b"Hi {{name}}\n")


def _unreadable(path: Path) -> None:
    _document(path)
    path.chmod(0)


PLACES: Mapping[str, HostilePlace] = {
    "a name of 246 characters": HostilePlace(f"docs/{_LONG}.md", _document),
    "a prompt with a name of 246 characters": HostilePlace(f"{_LONG}.md", _document),
    "a name of 82 characters of three bytes": HostilePlace(f"docs/{'あ' * 82}.md", _document),
    "a name with a newline": HostilePlace("docs/one\ntwo.md", _document),
    "a name with a terminal escape": HostilePlace("docs/\x1b[31mred\x07.md", _document),
    "a name with C1, DEL and a bidi mark": HostilePlace("docs/a\x9b31m\x7f\u202eb.md", _document),
    "a name that is not UTF-8": HostilePlace(b"docs/\xff\xfe.md", _document),
    "a folder whose name is not UTF-8": HostilePlace(b"docs/\xff", _folder_linked_into_itself),
    "a name that begins with a dash": HostilePlace("docs/--json.md", _document),
    "a name of blanks": HostilePlace("docs/ .md", _document),
    "a folder called like a prompt": HostilePlace("folder.md", Path.mkdir),
    "a folder called like cases": HostilePlace("greeting.cases.yaml", Path.mkdir),
    "a folder called like situations": HostilePlace(SITUATIONS, Path.mkdir),
    "a folder called like settings": HostilePlace(SETTINGS, Path.mkdir),
    "a folder called like variables": HostilePlace(VARIABLES, Path.mkdir),
    "a folder called .gitignore": HostilePlace(".gitignore", Path.mkdir),
    "a pipe called like a prompt": HostilePlace("pipe.md", os.mkfifo),
    "a pipe called like cases": HostilePlace(CASES, os.mkfifo),
    "a pipe called like situations": HostilePlace(SITUATIONS, os.mkfifo),
    "a pipe called like settings": HostilePlace(SETTINGS, os.mkfifo),
    "a pipe called like variables": HostilePlace(VARIABLES, os.mkfifo),
    "a pipe called .gitignore": HostilePlace(".gitignore", os.mkfifo),
    "links in a circle": HostilePlace("docs/link.md", _link_in_a_circle),
    "a link to nothing": HostilePlace("docs/nowhere.md", lambda path: path.symlink_to("not-there.md")),
    "a link to a device": HostilePlace("docs/zero.md", lambda path: path.symlink_to("/dev/zero")),
    "a link to a folder outside": HostilePlace("outside", lambda path: path.symlink_to("/proc/self")),
    "a folder that is linked into itself": HostilePlace("docs/loop", _folder_linked_into_itself),
    "a file nobody may read": HostilePlace("docs/secret.md", _unreadable),
}


def write_file(library: Path, file: HostileFile) -> Path:
    """Write a hostile file where it belongs in a library; return its path."""
    path = library / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.make())
    return path


def make_place(library: Path, place: HostilePlace) -> Path:
    """Make a hostile place in a library; return its path."""
    path = library / os.fsdecode(place.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    place.make(path)
    return path


def write_library(folder: Path, leave_out: Iterable[str] = ()) -> Path:
    """Make a sound library, a file of each kind in it, for hostile ones to stand in; return its folder.

    `leave_out` are paths that are not written.
    """
    sound = {
        "defaults/greeting.md": HEAD + "Hello\n",
        PROMPT: HEAD + "Hello again\n",
        CASES: "format: 1\ncases:\n  - name: plain\n    values: {}\n    expect:\n      - contains: Hello\n",
        DOCUMENT: "Notes for {{name}}\n",
        TEMPLATE: "It is [system:date].\n",
        YAML_MESSAGE: MESSAGE_HEAD + BLOCK.format(id="a", content="Hi"),
        JSON_MESSAGE: json_message(),
        SITUATIONS: "format: 1\nsituations:\n  - name: plain\n    mode: a\n",
        SCENARIO: "format: 1\nsteps:\n  - user: Hi\n    text: Hello\nexpect: [prefix kept]\n",
        TRIGGERS: "format: 1\ntriggers:\n  - {id: one, signal: steps, at: 1, text: Go on}\n",
        STEPS: '{"user": "Hi"}\n',
    }
    for path, source in sound.items():
        if path not in set(leave_out):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(source, "utf-8")
    return folder
