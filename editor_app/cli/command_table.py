"""The commands and their options, as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from editor_app.cli.failure import Failure
from editor_app.library.files.reading import quoted
from editor_app.text import Sentence

_MOST_DIGITS = 18
OPEN = "open"  # the default command, whose name may be left out
EXIT_CODES: Mapping[int, str] = {
    0: Sentence("cli.exit-fine"),
    1: Sentence("cli.exit-wrong"),
    2: Sentence("cli.exit-not-done"),
}


class Command(NamedTuple):
    """A command: its name, what it does in a line, and its arguments and options."""

    words: str
    options: tuple[str, ...]
    does: str
    most_words: int | None = None
    least_words: int = 0


VALUE, TYPED_VALUE = "NAME=VALUE", "TYPE:NAME=VALUE"
_TRUST_OPTIONS = ("--trust", "--allow-file")
_VALUE_OPTIONS = ("--set", "--values", "--cwd", "--model", "--conversation", *_TRUST_OPTIONS)
SITUATION_OPTIONS = (
    *("--situation", "--file", "--no-file", "--mode", "--no-mode", "--tool", "--no-tools"),
    *("--holds", "--fails", "--order", "--style"),
)
_RENDER_OPTIONS = (
    *("--set", "--values", "--case", *_VALUE_OPTIONS[2:]),
    *SITUATION_OPTIONS,
    *("--kind", "--library", "--json"),
)

COMMANDS: Mapping[str, Command] = {
    OPEN: Command("[PATH…]", ("--library",), Sentence("cli.does-open")),
    "list": Command("", (*_TRUST_OPTIONS, "--library", "--json"), Sentence("cli.does-list"), 0),
    "check": Command(
        "[PATH…]",
        ("--strict", "--kind", *_TRUST_OPTIONS, "--library", "--json", "--sarif"),
        Sentence("cli.does-check"),
    ),
    "render": Command("PATH|NAME", ("--color", *_RENDER_OPTIONS), Sentence("cli.does-render"), 1, 1),
    "explain": Command(
        "PATH|NAME",
        ("--at", "--color", *_RENDER_OPTIONS),
        Sentence("cli.does-explain"),
        1,
        1,
    ),
    "assemble": Command(
        "SYSTEM_MESSAGE",
        (*SITUATION_OPTIONS, *_VALUE_OPTIONS, "--kind", "--library", "--json"),
        Sentence("cli.does-assemble"),
        1,
        1,
    ),
    "request": Command(
        "CHAT_DIR|BODY.json",
        (
            *("--system", "--provider", "--max-tokens", "--cache", "--curl", "--strict"),
            *_RENDER_OPTIONS[:-3],
            *("--library", "--json"),
        ),
        Sentence("cli.does-request"),
        1,
        1,
    ),
    "run": Command(
        "SCENARIO",
        (
            *("--strategy", "--provider", "--triggers", "--request", "--record", "--ask-key", "--kind"),
            *(*_TRUST_OPTIONS, "--library", "--markdown", "--json"),
        ),
        Sentence("cli.does-run"),
        1,
        1,
    ),
    "import": Command(
        "FILE",
        ("--as", "--out", "--library", "--json"),
        Sentence("cli.does-import"),
        1,
        1,
    ),
    "export": Command(
        "PATH…",
        (
            "--out",
            "--format",
            "--vectors",
            *_VALUE_OPTIONS,
            *SITUATION_OPTIONS,
            "--kind",
            "--library",
            "--json",
        ),
        Sentence("cli.does-export"),
        least_words=1,
    ),
    "test": Command(
        "[PATH…]",
        ("--update", *_TRUST_OPTIONS, "--library", "--json"),
        Sentence("cli.does-test"),
    ),
    "customize": Command("NAME", ("--library", "--json"), Sentence("cli.does-customize"), 1, 1),
    "reset": Command("NAME", ("--yes", "--library", "--json"), Sentence("cli.does-reset"), 1, 1),
    "history": Command(
        "PATH|NAME",
        ("--show", "--restore", *_TRUST_OPTIONS, "--library", "--json"),
        Sentence("cli.does-history"),
        1,
        1,
    ),
    "serve": Command(
        "",
        (
            *("--port", "--workspace", "--token-file", "--until-stdin-ends"),
            *(*_TRUST_OPTIONS, "--no-trust", "--library", "--json"),
        ),
        Sentence("cli.does-serve"),
        0,
    ),
    "conversation": Command("ACTION …", ("--library", "--json"), Sentence("cli.does-conversation")),
    "screenshot": Command("DIR [NAME…]", (), Sentence("cli.does-screenshot"), None, 1),
}

_CONSTRUCT_OPTIONS = ("--cwd", "--model", "--set", *_TRUST_OPTIONS)
_STORE_OPTIONS = ("--library", "--json")

ACTIONS: Mapping[str, Command] = {
    "conversation construct": Command(
        "ID",
        (*_CONSTRUCT_OPTIONS, "--once", *_STORE_OPTIONS),
        Sentence("cli.does-construct"),
        1,
        1,
    ),
    "conversation preview": Command(
        "ID", (*_CONSTRUCT_OPTIONS, *_STORE_OPTIONS), Sentence("cli.does-preview"), 1, 1
    ),
    "conversation get": Command("ID", _STORE_OPTIONS, Sentence("cli.does-get"), 1, 1),
    "conversation compact": Command(
        "ID",
        (*_CONSTRUCT_OPTIONS, "--instructions", *_STORE_OPTIONS),
        Sentence("cli.does-compact"),
        1,
        1,
    ),
    "conversation list": Command(
        "",
        (*_TRUST_OPTIONS, *_STORE_OPTIONS),
        Sentence("cli.does-list-conversations"),
        0,
    ),
    "conversation delete": Command(
        "[ID…]",
        ("--older-than", "--yes", *_STORE_OPTIONS),
        Sentence("cli.does-delete"),
    ),
    "conversation adopt": Command(
        "OLD_LIBRARY",
        _STORE_OPTIONS,
        Sentence("cli.does-adopt"),
        1,
        1,
    ),
}
"""What the words behind a command decide, by both words; `COMMANDS` has these commands too."""


EXCLUSIVE = (
    *(("--json", "--sarif"), ("--json", "--curl"), ("--markdown", "--json"), ("--markdown", "--request")),
    *(("--show", "--restore"), ("--trust", "--no-trust")),
    *(("--file", "--no-file"), ("--mode", "--no-mode"), ("--tool", "--no-tools")),
)
"""Options of which only one may be given."""


def metavar_of(command: str, option: str) -> str | None:
    """Return what the help of a command calls the value of an option; None for a switch.

    The values of a conversation are those of a template, whose names have a type.
    """
    if option == "--set" and command.split()[:1] == ["conversation"]:
        return TYPED_VALUE
    if option == "--out" and command == "import":
        return "PATH"
    return OPTIONS[option][0]


def help_of(command: str, option: str) -> str:
    """Return what an option of a command does."""
    return _HELP_OF.get((command, option), OPTIONS[option][2])


_HELP_OF: Mapping[tuple[str, str], str] = {
    ("run", "--provider"): Sentence("cli.option-run-provider"),
    ("import", "--out"): Sentence("cli.option-import-out"),
}


def _whole_number(option: str, word: str) -> int:
    """Return the value of an option; raises Failure, since argparse would replace a ValueError's words."""
    if not word.removeprefix("-").isdecimal() or len(word) > _MOST_DIGITS:
        raise Failure("usage", Sentence("cli.needs-number", option=option, word=quoted(word)))
    return int(word)


# metavar: the name of the option's value in the help; None for a switch.
OPTIONS: Mapping[str, tuple[str | None, dict[str, Any], str]] = {
    "--library": (
        "DIR",
        {"type": Path},
        Sentence("cli.option-library"),
    ),
    "--json": (None, {}, Sentence("cli.option-json")),
    "--markdown": (None, {}, Sentence("cli.option-markdown")),
    "--sarif": (None, {}, Sentence("cli.option-sarif")),
    "--strict": (None, {}, Sentence("cli.option-strict")),
    "--kind": ("KIND", {}, Sentence("cli.option-kind")),
    "--set": (VALUE, {"action": "append", "default": []}, Sentence("cli.option-set")),
    "--values": ("FILE", {"type": Path}, Sentence("cli.option-values")),
    "--case": ("NAME", {}, Sentence("cli.option-case")),
    "--cwd": ("DIR", {"type": Path}, Sentence("cli.option-cwd")),
    "--model": ("MODEL", {}, Sentence("cli.option-model")),
    "--conversation": ("ID", {}, Sentence("cli.option-conversation")),
    "--trust": (
        None,
        {},
        Sentence("cli.option-trust"),
    ),
    "--no-trust": (None, {}, Sentence("cli.option-no-trust")),
    "--allow-file": (
        "PATH",
        {"action": "append", "default": [], "type": Path},
        Sentence("cli.option-allow-file"),
    ),
    "--color": ("WHEN", {}, Sentence("cli.option-color")),
    "--at": (
        "OFFSET",
        {"type": partial(_whole_number, "--at")},
        Sentence("cli.option-at"),
    ),
    "--situation": ("NAME", {}, Sentence("cli.option-situation")),
    "--file": ("FILE", {}, Sentence("cli.option-file")),
    "--no-file": (None, {}, Sentence("cli.option-no-file")),
    "--mode": ("MODE", {}, Sentence("cli.option-mode")),
    "--no-mode": (None, {}, Sentence("cli.option-no-mode")),
    "--tool": ("TOOL", {"action": "append", "default": []}, Sentence("cli.option-tool")),
    "--no-tools": (None, {}, Sentence("cli.option-no-tools")),
    "--holds": (
        "KIND[=JSON]",
        {"action": "append", "default": []},
        Sentence("cli.option-holds"),
    ),
    "--fails": ("KIND[=JSON]", {"action": "append", "default": []}, Sentence("cli.option-fails")),
    "--order": ("ORDER", {}, Sentence("cli.option-order")),
    "--style": ("STYLE", {}, Sentence("cli.option-style")),
    "--system": ("PATH|NAME", {}, Sentence("cli.option-system")),
    "--provider": (
        "NAME",
        {},
        Sentence("cli.option-provider"),
    ),
    "--max-tokens": (
        "N",
        {"type": partial(_whole_number, "--max-tokens")},
        Sentence("cli.option-max-tokens"),
    ),
    "--cache": ("TIME", {}, Sentence("cli.option-cache")),
    "--curl": (None, {}, Sentence("cli.option-curl")),
    "--as": ("KIND", {"dest": "as_kind"}, Sentence("cli.option-as")),
    "--out": (
        "DIR",
        {"type": Path},
        Sentence("cli.option-out"),
    ),
    "--format": ("FORMAT", {}, Sentence("cli.option-format")),
    "--vectors": (None, {}, Sentence("cli.option-vectors")),
    "--strategy": (
        "NAME",
        {},
        Sentence("cli.option-strategy"),
    ),
    "--triggers": ("FILE", {"type": Path}, Sentence("cli.option-triggers")),
    "--request": (
        "STEP",
        {"action": "append", "default": [], "type": partial(_whole_number, "--request")},
        Sentence("cli.option-request"),
    ),
    "--record": (
        "FILE",
        {"type": Path},
        Sentence("cli.option-record"),
    ),
    "--ask-key": (
        None,
        {},
        Sentence("cli.option-ask-key"),
    ),
    "--update": (None, {}, Sentence("cli.option-update")),
    "--show": (
        "N",
        {"type": partial(_whole_number, "--show")},
        Sentence("cli.option-show"),
    ),
    "--restore": (
        "N",
        {"type": partial(_whole_number, "--restore")},
        Sentence("cli.option-restore"),
    ),
    "--port": (
        "N",
        {"type": partial(_whole_number, "--port")},
        Sentence("cli.option-port"),
    ),
    "--workspace": (
        "DIR",
        {"action": "append", "default": [], "type": Path},
        Sentence("cli.option-workspace"),
    ),
    "--until-stdin-ends": (
        None,
        {},
        Sentence("cli.option-until-stdin-ends"),
    ),
    "--token-file": (
        "FILE",
        {"type": Path},
        Sentence("cli.option-token-file"),
    ),
    "--once": (None, {}, Sentence("cli.option-once")),
    "--instructions": ("FILE", {}, Sentence("cli.option-instructions")),
    "--older-than": (
        "DAYS",
        {"type": partial(_whole_number, "--older-than")},
        Sentence("cli.option-older-than"),
    ),
    "--yes": (None, {}, Sentence("cli.option-yes")),
}
