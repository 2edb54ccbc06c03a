"""The commands and their options, as data, and how a command line is read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from editor_app.cli.failure import Failure
from editor_app.library.files.errors import quoted
from editor_app.text import nearest

PROGRAM = "foreword"
_MOST_DIGITS = 18
OPEN = "open"  # the default command, whose name may be left out


class Command(NamedTuple):
    """A command: its name, what it does in a line, and its arguments and options."""

    words: str
    options: tuple[str, ...]
    does: str
    most_words: int | None = None
    least_words: int = 0


@dataclass(frozen=True, slots=True)
class Arguments:
    """The options and arguments of a command line, those of all commands; each command reads its own."""

    words: tuple[str, ...] = ()
    library: Path | None = None
    json: bool = False
    sarif: bool = False
    strict: bool = False
    update: bool = False
    yes: bool = False
    help: bool = False
    kind: str | None = None
    set: tuple[str, ...] = ()
    values: Path | None = None
    case: str | None = None
    cwd: Path | None = None
    model: str | None = None
    conversation: str | None = None
    trust: bool = False
    allow_file: tuple[Path, ...] = ()
    at: int | None = None
    situation: str | None = None
    file: str | None = None
    no_file: bool = False
    mode: str | None = None
    no_mode: bool = False
    tool: tuple[str, ...] = ()
    no_tools: bool = False
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    order: str | None = None
    style: str | None = None
    out: Path | None = None
    format: str | None = None
    color: str | None = None
    show: int | None = None
    restore: int | None = None
    port: int | None = None
    workspace: tuple[Path, ...] = ()
    token_file: Path | None = None


_LISTS = {"words", "set", "allow_file", "tool", "holds", "fails", "workspace"}

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
    OPEN: Command("[PATH…]", ("--library",), "open the window"),
    "list": Command(
        "", ("--trust", "--library", "--json"), "list the prompts, and the other files by kind", 0
    ),
    "check": Command(
        "[PATH…]",
        ("--strict", "--kind", "--trust", "--library", "--json", "--sarif"),
        "say what is wrong in files, or in the whole library",
    ),
    "render": Command("PATH|NAME", ("--color", *_RENDER_OPTIONS), "print what the model gets", 1, 1),
    "explain": Command(
        "PATH|NAME",
        ("--at", "--color", *_RENDER_OPTIONS),
        "say why a character is there, or what is blank or left out and why",
        1,
        1,
    ),
    "assemble": Command(
        "SYSTEM_MESSAGE",
        (*SITUATION_OPTIONS, *_VALUE_OPTIONS, "--kind", "--library", "--json"),
        "put a system message together, and say what became of each block",
        1,
        1,
    ),
    "export": Command(
        "PATH…",
        ("--out", "--format", *_VALUE_OPTIONS, *SITUATION_OPTIONS, "--kind", "--library", "--json"),
        "write what the model gets into files, for the product that uses them",
        least_words=1,
    ),
    "test": Command(
        "[PATH…]",
        ("--update", *_TRUST_OPTIONS, "--library", "--json"),
        "try the cases against what they expect",
    ),
    "customize": Command("NAME", ("--library", "--json"), "copy a default prompt to make it your own", 1, 1),
    "reset": Command(
        "NAME", ("--yes", "--library", "--json"), "put your prompt away, so that the default is used", 1, 1
    ),
    "history": Command(
        "PATH|NAME",
        ("--show", "--restore", "--trust", "--library", "--json"),
        "list the kept versions of a file, also of a deleted one, or get one back",
        1,
        1,
    ),
    "serve": Command(
        "",
        ("--port", "--workspace", "--token-file", "--trust", "--library", "--json"),
        "answer programs over HTTP, on this computer only",
        0,
    ),
    "screenshot": Command("DIR", (), "make pictures of the window, without a display", 1, 1),
}


def _whole_number(option: str, word: str) -> int:
    """Return the value of an option; raises Failure, since argparse would replace a ValueError's words."""
    if not word.removeprefix("-").isdecimal() or len(word) > _MOST_DIGITS:
        raise Failure("usage", f"‘{option}’ needs a whole number, not {quoted(word)}.")
    return int(word)


# metavar: the name of the option's value in the help; None for a switch.
_OPTIONS: Mapping[str, tuple[str | None, dict[str, Any], str]] = {
    "--library": ("DIR", {"type": Path}, "the library; else FOREWORD_LIBRARY, the current folder, your own"),
    "--json": (None, {}, "print one JSON document and nothing else"),
    "--sarif": (None, {}, "print a SARIF 2.1.0 log"),
    "--strict": (None, {}, "exit with 1 for warnings too"),
    "--kind": ("KIND", {}, "what the file is, whatever its name says; ‘-’ needs it"),
    "--set": ("NAME=VALUE", {"action": "append", "default": []}, "give a value; again for more"),
    "--values": ("FILE", {"type": Path}, "take values from a JSON or YAML file"),
    "--case": ("NAME", {}, "take the values of a saved case"),
    "--cwd": ("DIR", {"type": Path}, "where variables look for files and git"),
    "--model": ("MODEL", {}, "the model’s name, for [prompt:model]"),
    "--conversation": ("ID", {}, "the conversation, for [prompt:conversation_id]"),
    "--trust": (
        None,
        {},
        "trust the workspace for this call: ask git, and read its files outside of the library",
    ),
    "--allow-file": (
        "PATH",
        {"action": "append", "default": [], "type": Path},
        "let variables read this file, though it is outside or may hold secrets",
    ),
    "--color": ("WHEN", {}, "colour what is printed: auto, only on a terminal; always or never"),
    "--at": (
        "OFFSET",
        {"type": partial(_whole_number, "--at")},
        "the character of the output to explain, counted from 0",
    ),
    "--situation": ("NAME", {}, "take a situation from the file beside the system message"),
    "--file": ("FILE", {}, "the file the system message is for, from the workspace; else it is left open"),
    "--no-file": (None, {}, "it is for no file"),
    "--mode": ("MODE", {}, "the mode; else it is left open"),
    "--no-mode": (None, {}, "there is no mode"),
    "--tool": ("TOOL", {"action": "append", "default": []}, "a tool there is; again for more"),
    "--no-tools": (None, {}, "there are no tools"),
    "--holds": (
        "KIND[=JSON]",
        {"action": "append", "default": []},
        "a condition that holds: of a kind, or of a kind with a value",
    ),
    "--fails": ("KIND[=JSON]", {"action": "append", "default": []}, "a condition that does not hold"),
    "--order": ("ORDER", {}, "the blocks’ order: file, precedence or model"),
    "--style": ("STYLE", {}, "what is put round the blocks: plain, markdown or xml"),
    "--out": ("DIR", {"type": Path}, "the folder the files go into; it is made if it is not there"),
    "--format": ("FORMAT", {}, "what is written: text"),
    "--update": (None, {}, "write what is got now as what is expected, after showing the difference"),
    "--show": (
        "N",
        {"type": partial(_whole_number, "--show")},
        "print a version exactly; N is its number in the list, 1 the newest",
    ),
    "--restore": (
        "N",
        {"type": partial(_whole_number, "--restore")},
        "make a version the file’s text; the text before goes to local history",
    ),
    "--port": (
        "N",
        {"type": partial(_whole_number, "--port")},
        "the port, 8137 if none is named; 0 takes a free one",
    ),
    "--workspace": (
        "DIR",
        {"action": "append", "default": [], "type": Path},
        "a folder that programs may name as the working directory; again for more; else the library’s",
    ),
    "--token-file": (
        "FILE",
        {"type": Path},
        "a file that keeps the token over starts; it is made if it is not there",
    ),
    "--yes": (None, {}, "do not ask"),
}


def find_command(argv: Sequence[str]) -> tuple[str, list[str]]:
    """Return the command and the other arguments; if the first word is no command, it is `open`."""
    waiting_for_value = False
    for at, argument in enumerate(argv):
        if argument == "--":
            break
        if waiting_for_value:
            waiting_for_value = False
        elif argument.startswith("-") and argument != "-":
            waiting_for_value = argument in _OPTIONS and _OPTIONS[argument][0] is not None
        elif argument in COMMANDS and argument != OPEN:
            return argument, [*argv[:at], *argv[at + 1 :]]
        else:
            break
    return OPEN, list(argv)


def read_arguments(command: str, argv: Sequence[str]) -> Arguments:
    """Return a command's arguments; raises Failure if they are wrong."""
    options = takewhile(lambda argument: argument != "--", argv)
    if any(option.startswith("-h") and option != "-h" for option in options):
        # Python 3.13 takes `-hx` for `-h -x`, older ones for `-h` with a value.
        raise Failure("usage", f"‘--help’ takes no value. {_see_help(command)}")
    try:
        read, unknown = _parser(command).parse_known_intermixed_args(argv)
    except argparse.ArgumentError as error:
        raise _misused_option(command, error) from None
    fields: dict[str, Any] = vars(read)
    for name in _LISTS & fields.keys():
        fields[name] = tuple(fields[name])
    arguments = Arguments(**fields)
    if arguments.help:
        return arguments
    if unknown:
        word = next(iter(arguments.words), "")
        is_before = word in takewhile(lambda argument: argument != unknown[0], argv)
        if command == OPEN and is_before and Path(word).name == word and not os.path.lexists(word):
            raise no_such_command(word)  # the option belongs to the command that was meant
        raise _unknown_option(command, unknown[0])
    spec = COMMANDS[command]
    count = len(arguments.words)
    if count < spec.least_words:
        raise Failure("usage", f"‘{PROGRAM} {command}’ needs {spec.words}. {_see_help(command)}")
    if spec.most_words is not None and count > spec.most_words:
        word = quoted(arguments.words[spec.most_words])
        raise Failure("usage", f"‘{PROGRAM} {command}’ has no use for {word}. {_see_help(command)}")
    if arguments.json and arguments.sarif:
        raise Failure("usage", "‘--json’ and ‘--sarif’ exclude each other. Choose one.")
    return arguments


def no_such_command(word: str) -> Failure:
    """Return the failure that a word is neither a command nor a file, and which was probably meant."""
    near = nearest(word, [name for name in COMMANDS if name != OPEN])
    meant = f" Did you mean the command ‘{near[0]}’?" if near else ""
    sentence = (
        f"There is no command and no file {quoted(word)}.{meant} ‘{PROGRAM} --help’ lists the commands."
    )
    return Failure("not-found", sentence, suggestions=near)


def usage(command: str) -> str:
    """Return the help of one command."""
    return _parser(command).format_help().rstrip("\n")


def overview(version: str) -> str:
    """Return the help that lists all commands."""
    listed = [(f"{name} {spec.words}".strip(), spec.does) for name, spec in COMMANDS.items() if name != OPEN]
    width = max(len(call) for call, _ in listed)
    return "\n".join(
        [
            f"Foreword {version}, an editor for people who write system prompts.",
            "",
            f"usage: {PROGRAM} [PATH…] [--library DIR]    open the window",
            f"       {PROGRAM} COMMAND …",
            "",
            "commands:",
            *(f"  {call:<{width}}  {does}" for call, does in listed),
            "",
            f"‘{PROGRAM} COMMAND --help’ lists its options; ‘{PROGRAM} ./list’ opens a file called list.",
            "Exit codes: 0 fine, 1 something is wrong in your text, 2 it could not be done.",
        ]
    )


@cache
def _parser(command: str) -> argparse.ArgumentParser:
    spec = COMMANDS[command]
    program = PROGRAM if command == OPEN else f"{PROGRAM} {command}"
    parser = argparse.ArgumentParser(
        prog=program,
        usage=f"{program} {spec.words}".rstrip() + " [options]",
        description=f"{spec.does[:1].upper()}{spec.does[1:]}.",
        add_help=False,
        exit_on_error=False,
        allow_abbrev=False,
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=30, width=100),
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    for name in spec.options:
        metavar, keywords, words = _OPTIONS[name]
        if metavar is None:
            parser.add_argument(name, action="store_true", help=words)
        else:
            parser.add_argument(name, metavar=metavar, help=words, **keywords)
    parser.add_argument("-h", "--help", action="store_true", help="show this and exit")
    return parser


def _misused_option(command: str, error: argparse.ArgumentError) -> Failure:
    """Return the failure that the value of a known option is missing, or that it takes none."""
    option = (error.argument_name or "").rpartition("/")[2]
    metavar = _OPTIONS[option][0] if option in _OPTIONS else None
    if metavar is None:
        return Failure("usage", f"‘{option}’ takes no value. {_see_help(command)}")
    forms = f"‘{option} {metavar}’, or ‘{option}={metavar}’ for one that begins with a hyphen"
    return Failure("usage", f"‘{option}’ needs a value: write {forms}.")


def _unknown_option(command: str, option: str) -> Failure:
    name = option.partition("=")[0]
    near = nearest(name, COMMANDS[command].options)
    meant = f" Did you mean ‘{near[0]}’?" if near else ""
    whose = f"‘{PROGRAM} {command}’" if command != OPEN else f"‘{PROGRAM}’ without a command"
    return Failure(
        "usage", f"{whose} has no option {quoted(name)}.{meant} {_see_help(command)}", suggestions=near
    )


def _see_help(command: str) -> str:
    call = PROGRAM if command == OPEN else f"{PROGRAM} {command}"
    return f"‘{call} --help’ lists what there is."
