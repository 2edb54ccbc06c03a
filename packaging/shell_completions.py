"""Completions of the command line for bash, zsh and fish, made of its own tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from editor_app.cli.colours import CHOICES
from editor_app.cli.command_table import ACTIONS, COMMANDS, OPEN, OPTIONS, Command, help_of, metavar_of
from editor_app.cli.commands import importing, run
from editor_app.cli.commands.export import FORMATS
from editor_app.library.kinds import kind_names
from editor_app.requests.parts import CacheMarks, Provider
from editor_app.runs.model.session import PROVIDERS, Strategy
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle

_CHOICES: Final[Mapping[str, Iterable[str]]] = {
    "--as": importing.KINDS,
    "--cache": CacheMarks,
    "--color": CHOICES,
    "--format": FORMATS,
    "--kind": kind_names(),
    "--order": Order,
    "--provider": Provider,
    "--strategy": (*Strategy, run.ALL),
    "--style": SystemMessageStyle,
}


class Source(StrEnum):
    """Where a shell finds what completes a word that is not one of a few."""

    FILES = "files"
    FOLDERS = "folders"
    NOTHING = ""


_SOURCES: Final[Mapping[str, Source]] = {
    "DIR": Source.FOLDERS,
    "OLD_LIBRARY": Source.FOLDERS,
    "PATH": Source.FILES,
    "FILE": Source.FILES,
    "CHAT_DIR": Source.FILES,
    "SCENARIO": Source.FILES,
    "SYSTEM_MESSAGE": Source.FILES,
}


class Value(NamedTuple):
    """What may be written for an argument or an option's value: one of the choices, else what a source has.

    `name` is what the help calls it.
    """

    name: str
    choices: tuple[str, ...]
    source: Source


class Argument(NamedTuple):
    """A word behind a command, and whether any number of them may follow."""

    name: str
    source: Source
    is_repeated: bool


def commands() -> dict[str, Command]:
    """Return all commands by what is typed for them, actions behind theirs; without that of no name."""
    return {name: command for name, command in _table().items() if name != OPEN}


def _table() -> dict[str, Command]:
    table: dict[str, Command] = {}
    for name, command in COMMANDS.items():
        table |= {
            name: command,
            **{full: action for full, action in ACTIONS.items() if full.split()[0] == name},
        }
    return table


def value_of(command: str, option: str) -> Value | None:
    """Return what the value of a command's option may be; None for a switch.

    With "" as the command it is what most commands take.
    """
    metavar = metavar_of(command, option)
    if metavar is None:
        return None
    choices = PROVIDERS if (command, option) == ("run", "--provider") else _CHOICES.get(option, ())
    return Value(metavar, tuple(map(str, choices)), Source.NOTHING if choices else _source_of(metavar))


def _source_of(name: str) -> Source:
    return _SOURCES.get(name.partition("|")[0], Source.NOTHING)


def arguments_of(command: Command) -> Iterator[Argument]:
    """Yield what follows a command, in order."""
    for word in command.words.split():
        if name := word.strip("[]…"):
            yield Argument(name, _source_of(name), is_repeated="…" in word)


def _actions(name: str) -> dict[str, str]:
    """Return the actions of a command, or with "" the commands, by their last word, and what they do."""
    table = COMMANDS if not name else ACTIONS
    start = f"{name} " if name else ""
    return {
        full.removeprefix(start): command.does
        for full, command in table.items()
        if full.startswith(start) and full != OPEN
    }


def general_options(name: str) -> dict[str, str]:
    """Return the options that are in no table, and what they do."""
    version = {"--version": "print the version and exit"} if name == OPEN else {}
    return {"--help": "show the help and exit", **version}


def _filled(script: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], script)


def _lines(lines: Iterable[str], indent: int) -> str:
    """Return lines as a part of a script, whose first has the place's own indent."""
    return f"\n{' ' * indent}".join(lines)


def _general_values() -> dict[str, Value]:
    """Return what most commands take, for each option that takes a value."""
    return {option: value for option in OPTIONS if (value := value_of("", option)) is not None}


# bash

_BASH: Final = r"""# Completions of foreword for bash.

_foreword() {
    local IFS=$' \t\n' word command= waiting= is_glued= only_words= offered= source=files
    local -i count=0
    local current=${COMP_WORDS[COMP_CWORD]}
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == [=:]* ]]; then # bash makes words of these, wherever they stand
            is_glued=1
        elif [[ $is_glued || $waiting ]]; then
            is_glued= waiting=
        elif [[ ! $only_words && $word == -- ]]; then
            only_words=1 command=${command:-@OPEN@}
        elif [[ ! $only_words && $word == -?* ]]; then
            case $word in
            @VALUE_OPTIONS@) waiting=$word ;;
            esac
        else
            case ${command:+$command }$word in
            @COMMANDS@) command=${command:+$command }$word ;;
            *) command=${command:-@OPEN@} count+=1 ;;
            esac
        fi
    done
    if [[ $current == [=:]* ]]; then
        is_glued=1 current=
    fi
    if [[ $waiting ]]; then
        case "$command $waiting" in
        @VALUES@
        *) source= ;;
        esac
    elif [[ $is_glued ]]; then
        source=
    elif [[ ! $only_words && $current == -* ]]; then
        source=
        case ${command:-@OPEN@} in
        @OPTIONS@
        esac
    else
        case "$command $count" in
        @WORDS@
        *) source= ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$offered" -- "$current"))
    case $source in
    folders) compopt +o default -o dirnames ;;
    '') compopt +o default ;;
    esac
}

complete -o default -F _foreword foreword
"""


def bash() -> str:
    """Return the script for bash."""
    options = {name: (*one.options, *general_options(name)) for name, one in _table().items()}
    parts = {
        "OPEN": OPEN,
        "VALUE_OPTIONS": " | ".join(_general_values()),
        "COMMANDS": " | ".join(map(_quoted, commands())),
        "VALUES": _lines(_bash_values(), 8),
        "OPTIONS": _lines((f"{_quoted(name)}) {_bash_offer(names)}" for name, names in options.items()), 8),
        "WORDS": _lines(_bash_words(), 8),
    }
    return _filled(_BASH, parts)


def _bash_offer(words: Iterable[str]) -> str:
    return f"offered={_quoted(' '.join(words))} ;;"


def _bash_values() -> Iterator[str]:
    """Yield a case for each option whose values are known, those of single commands first."""
    general = _general_values()
    special = {
        _quoted(f"{name} {option}"): value
        for name, command in _table().items()
        for option in command.options
        if (value := value_of(name, option)) is not None and value[1:] != general[option][1:]
    }
    for pattern, value in (
        *special.items(),
        *((f"*' {option}'", value) for option, value in general.items()),
    ):
        if value.choices:
            yield f"{pattern}) source= {_bash_offer(value.choices)}"
        elif value.source is not Source.NOTHING:
            yield f"{pattern}) source={value.source} ;;"


def _bash_words() -> Iterator[str]:
    """Yield a case for each argument that is completed, by the command and the number of those before it."""
    yield f"' 0') {_bash_offer(_actions(''))}"
    for name, command in _table().items():
        if names := _actions(name):
            yield f"{_quoted(f'{name} 0')}) source= {_bash_offer(names)}"
            continue
        for place, argument in enumerate(arguments_of(command)):
            if argument.source is not Source.NOTHING:
                pattern = f"{_quoted(f'{name} ')}*" if argument.is_repeated else _quoted(f"{name} {place}")
                yield f"{pattern}) source={argument.source} ;;"


def _quoted(text: str) -> str:
    """Return text in single quotes, as bash and zsh read it."""
    return "'" + text.replace("'", r"'\''") + "'"


# zsh

_ZSH: Final = r"""#compdef foreword
# Completions of foreword for zsh.

@FUNCTIONS@
_foreword "$@"
"""
_ZSH_FUNCTION: Final = r"""@NAME@() {
    local curcontext=$curcontext context state state_descr line ret=1
    local -A opt_args
    local -a commands
    _arguments -C -S : \
        @OPTIONS@ \
        '(-): :->command' '(-)*:: :->arguments' && ret=0
    case $state in
    (command)
        commands=(
            @COMMANDS@
        )
        _describe -t commands command commands && ret=0@FILES@
        ;;
    (arguments)
        curcontext=${curcontext%:*}-$words[1]:
        case $words[1] in
        @ARGUMENTS@
        esac
        ;;
    esac
    return ret
}
"""
_ZSH_SOURCES: Final = {Source.FILES: "_files", Source.FOLDERS: "_files -/", Source.NOTHING: " "}


def zsh() -> str:
    """Return the script for zsh, which is a function to be loaded by its name."""
    names = [name for name in COMMANDS if _actions(name)]
    return _filled(_ZSH, {"FUNCTIONS": "\n".join(map(_zsh_function, (*names, "")))})


def _zsh_function(name: str) -> str:
    """Return the function that completes a command with actions, or, for "", the whole line."""
    whose = name or OPEN
    cases = [f"({word}) {_zsh_call(f'{name} {word}'.lstrip())} && ret=0 ;;" for word in _actions(name)]
    parts = {
        "NAME": _zsh_name(name),
        "OPTIONS": _lines((f"{spec} \\" for spec in _zsh_options(whose)), 8).removesuffix(" \\"),
        "COMMANDS": _lines((_zsh_described(word, does) for word, does in _actions(name).items()), 12),
        "FILES": "" if name else "\n        _files && ret=0",
        "ARGUMENTS": _lines(cases if name else [*cases, f"(*) {_zsh_call(OPEN)} && ret=0 ;;"], 8),
    }
    return _filled(_ZSH_FUNCTION, parts)


def _zsh_name(command: str) -> str:
    return "_".join(("_foreword", *command.split()))


def _zsh_described(word: str, does: str) -> str:
    return _quoted(f"{word}:{_escaped(does)}")


def _zsh_call(name: str) -> str:
    """Return what completes the words behind a command."""
    if _actions(name):
        return _zsh_name(name)
    specs = (*_zsh_options(name), *_zsh_words(_table()[name]))
    return _lines(("_arguments -S : \\", *(f"{spec} \\" for spec in specs)), 12).removesuffix(" \\")


def _zsh_options(name: str) -> Iterator[str]:
    for option in _table()[name].options:
        described = f"{option}[{_escaped(help_of(name, option))}]"
        value = value_of(name, option)
        if value is not None:
            action = f"({' '.join(value.choices)})" if value.choices else _ZSH_SOURCES[value.source]
            again = "*" if OPTIONS[option][1].get("action") == "append" else ""
            described = f"{again}{described.replace('[', '=[', 1)}:{_escaped(value.name)}:{action}"
        yield _quoted(described)
    yield from (f"'(- *){option}[{_escaped(does)}]'" for option, does in general_options(name).items())


def _zsh_words(command: Command) -> Iterator[str]:
    for place, argument in enumerate(arguments_of(command), 1):
        where = "*" if argument.is_repeated else place
        yield _quoted(f"{where}:{_escaped(argument.name)}:{_ZSH_SOURCES[argument.source]}")


def _escaped(text: str) -> str:
    """Return text as a part of what `_arguments` and `_describe` read."""
    return re.sub(r"[\\:\[\]]", r"\\\g<0>", text)


# fish

_FISH: Final = r"""# Completions of foreword for fish.

function __foreword_at --description 'Whether a pattern matches COMMAND/ARGUMENTS as typed'
    set -l command
    set -l count 0
    set -l waiting no
    set -l only_words no
    set -l tokens (commandline -opc)
    set -e tokens[1]
    for token in $tokens
        if test $waiting = yes
            set waiting no
        else if test $only_words = no; and test "$token" = --
            set only_words yes
            set -q command[1]; or set command @OPEN@
        else if test $only_words = no; and string match -qr -- '^-.' "$token"
            contains -- "$token" @VALUE_OPTIONS@
            and set waiting yes
        else if contains -- (string trim -- "$command $token") @COMMANDS@
            set command (string trim -- "$command $token")
        else
            set -q command[1]; or set command @OPEN@
            set count (math $count + 1)
        end
    end
    for pattern in $argv
        string match -q -- $pattern "$command/$count"; and return 0
    end
    return 1
end

function __foreword_folders --description 'Print the folders that may be meant, also behind an option and ='
    __fish_complete_directories (string replace -r -- '^--[^=]*=' '' (commandline -ct))
end

complete -c foreword -f
@WORDS@
@OPTIONS@
"""
_FISH_SOURCES: Final = {
    Source.FILES: "-r -F",
    Source.FOLDERS: "-x -a '(__foreword_folders)'",
    Source.NOTHING: "-x",
}


def fish() -> str:
    """Return the script for fish."""
    parts = {
        "OPEN": OPEN,
        "VALUE_OPTIONS": " ".join(_general_values()),
        "COMMANDS": " ".join(map(_fish_quoted, commands())),
        "WORDS": "\n".join(_fish_words()),
        "OPTIONS": "\n".join(_fish_options()),
    }
    return _filled(_FISH, parts)


def _fish_words() -> Iterator[str]:
    """Yield a line for each word that is a command, and for the arguments of each source."""
    patterns: dict[Source, list[str]] = {Source.FILES: ["/0"]}
    for name, command in _table().items():
        if names := _actions(name):
            yield from (_fish_command(f"{name}/0", word, does) for word, does in names.items())
            continue
        for place, argument in enumerate(arguments_of(command)):
            where = f"{name}/{'*' if argument.is_repeated else place}"
            patterns.setdefault(argument.source, []).append(where)
    yield from (_fish_command("/0", word, does) for word, does in _actions("").items())
    for source in (Source.FILES, Source.FOLDERS):
        how = _FISH_SOURCES[source].replace("-r ", "").replace("-x", "-f")
        yield f"complete -c foreword {_fish_at(patterns.get(source, []))} {how}"


def _fish_command(where: str, word: str, does: str) -> str:
    return f"complete -c foreword {_fish_at([where])} -a {word} -d {_fish_quoted(does)}"


def _fish_options() -> Iterator[str]:
    """Yield a line for each option that means the same to some commands."""
    patterns: dict[tuple[str, str, str], list[str]] = {}
    for name, command in _table().items():
        at = [f"{name}/*"] if name != OPEN else [f"{OPEN}/*", "/*"]
        for option in command.options:
            taken = _fish_taken(value_of(name, option))
            patterns.setdefault((option, help_of(name, option), taken), []).extend(at)
        for option, does in general_options(name).items():
            patterns.setdefault((option, does, ""), []).extend(at)
    for (option, does, taken), where in patterns.items():
        described = f"-l {option.removeprefix('--')} -d {_fish_quoted(does)}"
        yield f"complete -c foreword {_fish_at(where)} {described} {taken}".rstrip()


def _fish_taken(value: Value | None) -> str:
    """Return the arguments of `complete` for what an option takes."""
    if value is None:
        return ""
    return f"-x -a {_fish_quoted(' '.join(value.choices))}" if value.choices else _FISH_SOURCES[value.source]


def _fish_at(patterns: Iterable[str]) -> str:
    """Return the condition that one of these patterns matches."""
    return f'-n "__foreword_at {" ".join(map(_fish_quoted, patterns))}"'


def _fish_quoted(text: str) -> str:
    return "'" + re.sub(r"[\\']", r"\\\g<0>", text) + "'"
