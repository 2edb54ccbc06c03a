"""The commands and their options, as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from editor_app.cli.failure import Failure
from editor_app.library.files.reading import quoted

_MOST_DIGITS = 18
OPEN = "open"  # the default command, whose name may be left out
EXIT_CODES: Mapping[int, str] = {0: "fine", 1: "something is wrong in your text", 2: "it could not be done"}


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
    OPEN: Command("[PATH…]", ("--library",), "open the window"),
    "list": Command(
        "", (*_TRUST_OPTIONS, "--library", "--json"), "list the prompts, and the other files by kind", 0
    ),
    "check": Command(
        "[PATH…]",
        ("--strict", "--kind", *_TRUST_OPTIONS, "--library", "--json", "--sarif"),
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
    "request": Command(
        "CHAT_DIR|BODY.json",
        (
            *("--system", "--provider", "--max-tokens", "--cache", "--curl", "--strict"),
            *_RENDER_OPTIONS[:-3],
            *("--library", "--json"),
        ),
        "print the whole request of a chat, and say what would be refused",
        1,
        1,
    ),
    "run": Command(
        "SCENARIO",
        (
            *("--strategy", "--provider", "--triggers", "--request", "--record", "--ask-key", "--kind"),
            *(*_TRUST_OPTIONS, "--library", "--markdown", "--json"),
        ),
        "play a scenario: what is sent at which step, and whether that is what is expected",
        1,
        1,
    ),
    "import": Command(
        "FILE",
        ("--as", "--out", "--library", "--json"),
        "make a chat or a scenario of what another program wrote, and say what is lost",
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
        "write what the model gets into files, for the product that uses them",
        least_words=1,
    ),
    "test": Command(
        "[PATH…]",
        ("--update", *_TRUST_OPTIONS, "--library", "--json"),
        "try the cases and scenarios against what they expect",
    ),
    "customize": Command("NAME", ("--library", "--json"), "copy a default prompt to make it your own", 1, 1),
    "reset": Command(
        "NAME", ("--yes", "--library", "--json"), "put your prompt away, so that the default is used", 1, 1
    ),
    "history": Command(
        "PATH|NAME",
        ("--show", "--restore", *_TRUST_OPTIONS, "--library", "--json"),
        "list the kept versions of a file, also of a deleted one, or get one back",
        1,
        1,
    ),
    "serve": Command(
        "",
        (
            *("--port", "--workspace", "--token-file", "--until-stdin-ends"),
            *(*_TRUST_OPTIONS, "--no-trust", "--library", "--json"),
        ),
        "answer programs over HTTP, on this computer only",
        0,
    ),
    "conversation": Command(
        "ACTION …", ("--library", "--json"), "construct, read and compact the prompts of conversations"
    ),
    "screenshot": Command("DIR [NAME…]", (), "take pictures of the window, without a display", None, 1),
}

_CONSTRUCT_OPTIONS = ("--cwd", "--model", "--set", *_TRUST_OPTIONS)
_STORE_OPTIONS = ("--library", "--json")

ACTIONS: Mapping[str, Command] = {
    "conversation construct": Command(
        "ID",
        (*_CONSTRUCT_OPTIONS, "--once", *_STORE_OPTIONS),
        "construct a conversation’s prompt from the template as saved now, store it and print it",
        1,
        1,
    ),
    "conversation preview": Command(
        "ID", (*_CONSTRUCT_OPTIONS, *_STORE_OPTIONS), "print what construct would; nothing is stored", 1, 1
    ),
    "conversation get": Command("ID", _STORE_OPTIONS, "print the prompt that is stored", 1, 1),
    "conversation compact": Command(
        "ID",
        (*_CONSTRUCT_OPTIONS, "--instructions", *_STORE_OPTIONS),
        "construct afresh, store that, and print it with the instructions of the compaction",
        1,
        1,
    ),
    "conversation list": Command(
        "",
        (*_TRUST_OPTIONS, *_STORE_OPTIONS),
        "list the conversations of this library, and which would get another prompt now",
        0,
    ),
    "conversation delete": Command(
        "[ID…]",
        ("--older-than", "--yes", *_STORE_OPTIONS),
        "delete conversations, with all that is kept of them",
    ),
    "conversation adopt": Command(
        "OLD_LIBRARY",
        _STORE_OPTIONS,
        "give the library that is named, or in the current folder, the conversations of one that was moved",
        1,
        1,
    ),
}
"""What the words behind a command decide, by both words; `COMMANDS` has these commands too."""


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
    ("run", "--provider"): "whose request: openai, anthropic or google; else the scenario’s",
    ("import", "--out"): "the folder of the chat, or the file of the scenario; it is made if it is not there",
}


def _whole_number(option: str, word: str) -> int:
    """Return the value of an option; raises Failure, since argparse would replace a ValueError's words."""
    if not word.removeprefix("-").isdecimal() or len(word) > _MOST_DIGITS:
        raise Failure("usage", f"‘{option}’ needs a whole number, not {quoted(word)}.")
    return int(word)


# metavar: the name of the option's value in the help; None for a switch.
OPTIONS: Mapping[str, tuple[str | None, dict[str, Any], str]] = {
    "--library": (
        "DIR",
        {"type": Path},
        "the library; else FOREWORD_LIBRARY, the one around the current folder, your own",
    ),
    "--json": (None, {}, "print one JSON document and nothing else"),
    "--markdown": (None, {}, "print a report in Markdown"),
    "--sarif": (None, {}, "print a SARIF 2.1.0 log"),
    "--strict": (None, {}, "exit with 1 for warnings too"),
    "--kind": ("KIND", {}, "what the file is, whatever its name says; ‘-’ needs it"),
    "--set": (VALUE, {"action": "append", "default": []}, "give a value; again for more"),
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
    "--no-trust": (None, {}, "trust nothing, also not what you trust in the window"),
    "--allow-file": (
        "PATH",
        {"action": "append", "default": [], "type": Path},
        "let variables and links lead to this file, though it is outside or may hold secrets",
    ),
    "--color": ("WHEN", {}, "colour what is printed: auto, only on a terminal; always or never"),
    "--at": (
        "OFFSET",
        {"type": partial(_whole_number, "--at")},
        "the character of the output to explain, counted from 0",
    ),
    "--situation": ("NAME", {}, "take a situation from the file beside the system message"),
    "--file": ("FILE", {}, "the file the system message is for, from the workspace; else any"),
    "--no-file": (None, {}, "it is for no file"),
    "--mode": ("MODE", {}, "the mode; else any"),
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
    "--system": ("PATH|NAME", {}, "the system text: a system message, the template or a prompt"),
    "--provider": (
        "NAME",
        {},
        "whose request: openai, openai-responses, anthropic or google; else openai, or that of the body",
    ),
    "--max-tokens": (
        "N",
        {"type": partial(_whole_number, "--max-tokens")},
        "the limit of the reply; else that of the prompt that is the system text",
    ),
    "--cache": ("TIME", {}, "the cache marks: 5m, 1h or off"),
    "--curl": (None, {}, "print a shell line that sends it, the key as a variable of the environment"),
    "--as": ("KIND", {"dest": "as_kind"}, "what is made of it: chat or scenario"),
    "--out": (
        "DIR",
        {"type": Path},
        "the folder the files go into; it is made if it is not there",
    ),
    "--format": ("FORMAT", {}, "what is written: text, json, openai, openai-responses, anthropic or google"),
    "--vectors": (None, {}, "also write NAME.vectors.json: each case or situation, to test another renderer"),
    "--strategy": (
        "NAME",
        {},
        "where triggers are checked: message-only, hints, multi-step, hybrid; all shows them side by side",
    ),
    "--triggers": ("FILE", {"type": Path}, "use this triggers file instead of the scenario’s"),
    "--request": (
        "STEP",
        {"action": "append", "default": [], "type": partial(_whole_number, "--request")},
        "print what the model gets at this step, counted from 0; again for more",
    ),
    "--record": (
        "FILE",
        {"type": Path},
        "write the run as a scenario that plays to the same requests; one of many steps has them beside it",
    ),
    "--ask-key": (
        None,
        {},
        "ask for the endpoint’s key, unseen, or read it from standard input; it is kept once it is taken",
    ),
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
    "--until-stdin-ends": (
        None,
        {},
        "end when standard input ends, as it does with the program that started this",
    ),
    "--token-file": (
        "FILE",
        {"type": Path},
        "a file that keeps the token over starts; it is made if it is not there",
    ),
    "--once": (None, {}, "leave a prompt that is stored already as it is, and print that"),
    "--instructions": ("FILE", {}, "the instructions of the compaction; else the library’s compaction.md"),
    "--older-than": (
        "DAYS",
        {"type": partial(_whole_number, "--older-than")},
        "all that were last constructed longer ago",
    ),
    "--yes": (None, {}, "do not ask"),
}
