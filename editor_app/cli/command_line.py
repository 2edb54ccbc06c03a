"""How a command line is read: which command it is, its arguments and options, and the help."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from editor_app.cli.command_table import (
    ACTIONS,
    COMMANDS,
    EXCLUSIVE,
    EXIT_CODES,
    OPEN,
    OPTIONS,
    Command,
    help_of,
    metavar_of,
)
from editor_app.cli.failure import Failure
from editor_app.library.files.reading import quoted
from editor_app.text import Sentence, meant, nearest

PROGRAM = "foreword"


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
    no_trust: bool = False
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
    until_stdin_ends: bool = False
    once: bool = False
    instructions: str | None = None
    older_than: int | None = None
    system: str | None = None
    provider: str | None = None
    max_tokens: int | None = None
    cache: str | None = None
    curl: bool = False
    as_kind: str | None = None
    vectors: bool = False
    strategy: str | None = None
    triggers: Path | None = None
    request: tuple[int, ...] = ()
    record: Path | None = None
    markdown: bool = False
    ask_key: bool = False

    def has(self, option: str) -> bool:
        """Whether an option is given."""
        value = getattr(self, option.removeprefix("--").replace("-", "_"))
        return value is not None and value is not False and value != ()


_LISTS = {"words", "set", "allow_file", "tool", "holds", "fails", "workspace", "request"}


def find_command(argv: Sequence[str]) -> tuple[str, list[str]]:
    """Return the command and the other arguments; if the first word is no command, it is `open`.

    A command with actions comes with the one that the next word names, if it names one.
    """
    at = _first_word(argv)
    if at is None or argv[at] not in COMMANDS or argv[at] == OPEN:
        return OPEN, list(argv)
    command, rest = argv[at], [*argv[:at], *argv[at + 1 :]]
    action = _first_word(rest) if _actions_of(command) else None
    if action is None or f"{command} {rest[action]}" not in ACTIONS:
        return command, rest
    return f"{command} {rest[action]}", [*rest[:action], *rest[action + 1 :]]


def _first_word(argv: Sequence[str]) -> int | None:
    """Return where the first word stands that is neither an option nor an option's value."""
    waiting_for_value = False
    for at, argument in enumerate(argv):
        if argument == "--":
            break
        if waiting_for_value:
            waiting_for_value = False
        elif argument.startswith("-") and argument != "-":
            waiting_for_value = argument in OPTIONS and OPTIONS[argument][0] is not None
        else:
            return at
    return None


def _actions_of(command: str) -> list[str]:
    """Return the names of a command's actions; most have none."""
    return [name.removeprefix(f"{command} ") for name in ACTIONS if name.startswith(f"{command} ")]


def _spec(command: str) -> Command:
    return ACTIONS[command] if command in ACTIONS else COMMANDS[command]


def read_arguments(command: str, argv: Sequence[str]) -> Arguments:
    """Return a command's arguments; raises Failure if they are wrong."""
    options = list(takewhile(lambda argument: argument != "--", argv))
    if any(option.startswith("-h") and option != "-h" for option in options):
        # Python 3.13 takes `-hx` for `-h -x`, older ones for `-h` with a value.
        raise Failure("usage", Sentence("cli.takes-no-value", option="--help"), _see_help(command))
    try:
        read, unknown = _parser(command).parse_known_intermixed_args(options)
    except argparse.ArgumentError as error:
        raise _misused_option(command, error) from None
    fields: dict[str, Any] = vars(read)
    behind = argv[len(options) + 1 :]  # argparse would take some of these for options
    fields["words"] = [*fields["words"], *behind]
    for name in _LISTS & fields.keys():
        fields[name] = tuple(fields[name])
    arguments = Arguments(**fields)
    if arguments.help:
        return arguments
    if _actions_of(command):
        raise _no_such_action(command, arguments.words)
    if unknown:
        word = next(iter(arguments.words), "")
        is_before = word in takewhile(lambda argument: argument != unknown[0], argv)
        if command == OPEN and is_before and Path(word).name == word and not os.path.lexists(word):
            raise no_such_command(word)  # the option belongs to the command that was meant
        option_name = unknown[0].partition("=")[0]
        near = nearest(option_name, _spec(command).options)
        has_no = Sentence("cli.no-option", command=command, option=quoted(option_name))
        raise Failure("usage", has_no, meant(near), _see_help(command), suggestions=near)
    _check_count(command, arguments.words)
    for one, other in EXCLUSIVE:
        if arguments.has(one) and arguments.has(other):
            raise Failure("usage", Sentence("cli.exclusive", one=one, other=other))
    return arguments


def _check_count(command: str, words: Sequence[str]) -> None:
    spec = _spec(command)
    if len(words) < spec.least_words:
        raise Failure(
            "usage", Sentence("cli.needs-words", command=command, words=spec.words), _see_help(command)
        )
    if spec.most_words is not None and len(words) > spec.most_words:
        word = quoted(words[spec.most_words])
        raise Failure("usage", Sentence("cli.no-use-for", command=command, word=word), _see_help(command))


def no_such_command(word: str) -> Failure:
    """Return the failure that a word is neither a command nor a file, and which was probably meant."""
    near = nearest(word, [name for name in COMMANDS if name != OPEN])
    return Failure(
        "not-found",
        Sentence("cli.no-command", word=quoted(word)),
        Sentence("cli.meant-command", name=near[0]) if near else "",
        Sentence("cli.help-lists-commands"),
        suggestions=near,
    )


def _no_such_action(command: str, words: Sequence[str]) -> Failure:
    actions = _actions_of(command)
    if not words:
        return Failure("usage", Sentence("cli.needs-action", command=command, actions=actions))
    near = nearest(words[0], actions)
    return Failure(
        "usage",
        Sentence("cli.no-action", command=command, word=quoted(words[0])),
        meant(near),
        Sentence("cli.actions-are", actions=actions),
        suggestions=near,
    )


def usage(command: str) -> str:
    """Return the help of one command."""
    help_of_options = _parser(command).format_help().rstrip("\n")
    actions = _actions_of(command)
    if not actions:
        return help_of_options
    rows = _rows((action, _spec(f"{command} {action}")) for action in actions)
    more = Sentence("cli.help-of-action", command=command)
    return "\n".join([help_of_options, "", Sentence("cli.actions"), *rows, "", more])


def overview(version: str) -> str:
    """Return the help that lists all commands."""
    codes = [f"{code} {meaning}" for code, meaning in EXIT_CODES.items()]
    return "\n".join(
        [
            Sentence("cli.about", version=version),
            "",
            Sentence("cli.usage", call=f"{PROGRAM} COMMAND …"),
            Sentence("cli.usage-of-window", call=f"{PROGRAM} [PATH…] [--library DIR]"),
            "",
            Sentence("cli.commands"),
            *_rows((name, spec) for name, spec in COMMANDS.items() if name != OPEN),
            "",
            Sentence("cli.help-of-command"),
            Sentence("cli.exit-codes", codes=codes),
        ]
    )


def _rows(commands: Iterable[tuple[str, Command]]) -> Iterator[str]:
    """Yield a line for each command: how it is called, and what it does."""
    listed = [(f"{name} {spec.words}".rstrip(), spec.does) for name, spec in commands]
    width = max(len(call) for call, _ in listed)
    return (f"  {call:<{width}}  {does}" for call, does in listed)


@cache
def _parser(command: str) -> argparse.ArgumentParser:
    spec = _spec(command)
    call = Sentence("cli.usage", call=f"{_called(command)} {spec.words}".rstrip() + " [options]")
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS,
        description=f"{call}\n\n{spec.does[:1].upper()}{spec.does[1:]}.",
        add_help=False,
        exit_on_error=False,
        allow_abbrev=False,
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(
            prog, max_help_position=30, width=100
        ),
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    options = parser.add_argument_group(Sentence("cli.options"))
    for name in spec.options:
        _, keywords, _ = OPTIONS[name]
        words = help_of(command, name)
        metavar = metavar_of(command, name)
        if metavar is None:
            options.add_argument(name, action="store_true", help=words)
        else:
            options.add_argument(name, metavar=metavar, help=words, **keywords)
    options.add_argument("-h", "--help", action="store_true", help=Sentence("cli.option-help"))
    return parser


def _misused_option(command: str, error: argparse.ArgumentError) -> Failure:
    """Return the failure that the value of a known option is missing, or that it takes none."""
    option = (error.argument_name or "").rpartition("/")[2]
    metavar = metavar_of(command, option) if option in OPTIONS else None
    if metavar is None:
        return Failure("usage", Sentence("cli.takes-no-value", option=option), _see_help(command))
    return Failure("usage", Sentence("cli.needs-value", option=option, value=metavar))


def _called(command: str) -> str:
    return PROGRAM if command == OPEN else f"{PROGRAM} {command}"


def _see_help(command: str) -> str:
    return Sentence("cli.see-help", call=_called(command))
