"""Write the manual page and the completions of the shells: `python packaging/command_docs.py DIR`.

The day of the manual page is that of SOURCE_DATE_EPOCH, else today.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from editor_app import __version__
from editor_app.cli.command_line import PROGRAM
from editor_app.cli.command_table import COMMANDS, EXIT_CODES, OPEN, OPTIONS, help_of
from editor_app.cli.running import INTERRUPTED
from editor_app.conversations.service import DATABASE_NAME
from editor_app.library.finding import LIBRARY_VARIABLE
from editor_app.library.paths import CONFIG_NAME
from editor_app.library.sample import LIBRARY_FOLDER
from editor_app.library.settings.settings import SETTINGS_NAME
from shell_completions import Value, bash, commands, fish, general_options, value_of, zsh

_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\(rs",
        "-": r"\-",
        "'": r"\(aq",
        "^": r"\(ha",
        "`": r"\(ga",
        "~": r"\(ti",
        "‘": r"\(oq",
        "’": r"\(cq",
        "…": "...",
    }
)
_ABOUT: Final = f"""\
Foreword is a desktop editor for people who write system prompts. It shows what a model gets, as you type,
and can say of every character why it is there. Without a command it opens the window; the commands do the
same work for terminals and scripts.

Results go to standard output, problems and warnings to standard error. A file is named by its path from the
current folder or, as ‘{PROGRAM} list’ prints it, from the library. Standard input is read where the path is
‘-’, by check, render, explain, assemble, request, run and import.

A first word that is no command is a file to open: ‘{PROGRAM} ./list’ opens a file called list. What follows
‘--’ are arguments. The value of an option follows as a word of its own or behind ‘=’.

Before you trust a folder, git is not asked there and no file outside of the library is read: see --trust
and --allow-file."""
_ENVIRONMENT: Final = {
    LIBRARY_VARIABLE: "the library, where --library names none",
    "NO_COLOR": "if it is set, nothing is printed in colours, unless --color says so",
    "XDG_CONFIG_HOME": "the folder that is used instead of ~/.config",
    "XDG_DATA_HOME": "the folder that is used instead of ~/.local/share",
    "XDG_STATE_HOME": "the folder that is used instead of ~/.local/state",
}
_FILES: Final = {
    f"~/.config/foreword/{SETTINGS_NAME}": "the settings; the window writes them, and they may be edited",
    f"~/.local/share/foreword/{LIBRARY_FOLDER}/": "your own library, made from a sample at first use",
    f"~/.local/share/foreword/{DATABASE_NAME}": "the prompts that were constructed for conversations",
    "~/.local/state/foreword/": "local history, unsaved text and what you trust",
    CONFIG_NAME: "in the folder of a library: what is different there; it may be left out",
}
_EXAMPLES: Final = {
    f"{PROGRAM} ~/prompts": "open a folder of prompts in the window",
    f"{PROGRAM} check": "say what is wrong in the library around the current folder",
    f"{PROGRAM} render greeting --set name=Ada": "print what the model gets of the prompt ‘greeting’",
    f"{PROGRAM} check --strict --sarif > {PROGRAM}.sarif": "write the problems to a file, for other programs",
}


def manual(day: datetime) -> str:
    """Return the manual page of section 1 as roff, in ASCII."""
    library = _option("--library", value_of(OPEN, "--library"))
    lines = [
        f'.TH {PROGRAM.upper()} 1 {day:%Y-%m-%d} "Foreword {__version__}" "User Commands"',
        ".nh",
        ".ad l",
        ".SH NAME",
        rf"{PROGRAM} \- desktop editor for people who write system prompts",
        ".SH SYNOPSIS",
        f"{_bold(PROGRAM)} {_italic_names(COMMANDS[OPEN].words)} [{library}]",
        ".br",
        rf"{_bold(PROGRAM)} \fICOMMAND\fR ...",
        ".SH DESCRIPTION",
        "\n.PP\n".join("\n".join(_filled(_roff(text))) for text in _ABOUT.split("\n\n")),
        ".SH COMMANDS",
        *_commands(),
        ".SH OPTIONS",
        "Each command takes those that are listed with it.",
        *_options(),
        ".SH EXIT STATUS",
        *_entries({_bold(str(code)): meaning for code, meaning in EXIT_CODES.items()}),
        *_entry(_bold(str(INTERRUPTED)), "it was interrupted by Ctrl-C"),
        ".SH ENVIRONMENT",
        *_entries({_bold(name): meaning for name, meaning in _ENVIRONMENT.items()}),
        ".SH FILES",
        *_entries({rf"\fI{_roff(name)}\fR": meaning for name, meaning in _FILES.items()}),
        ".SH EXAMPLES",
        *_entries({_bold(call): meaning for call, meaning in _EXAMPLES.items()}),
    ]
    return "\n".join(lines) + "\n"


def _commands() -> Iterator[str]:
    for name, command in commands().items():
        yield from _entry(
            f"{_bold(f'{PROGRAM} {name}')} {_italic_names(command.words)}".rstrip(), command.does
        )
        if command.options:
            yield ".br"
            yield from _filled(f"Options: {', '.join(map(_bold, command.options))}.")


def _options() -> Iterator[str]:
    """Yield an entry for each option, and one more where it is another to some commands."""
    for option in OPTIONS:
        usual = (_option(option, value_of("", option)), _explained("", option))
        meanings: dict[tuple[str, str], dict[str, None]] = {usual: {}}
        for name, command in commands().items():
            if option in command.options:
                heading = _option(option, value_of(name, option))
                meanings.setdefault((heading, _explained(name, option)), {})[name.split()[0]] = None
        for (heading, meaning), names in meanings.items():
            whose = "" if (heading, meaning) == usual else f" ({', '.join(map(_bold, names))})"
            if names:
                yield from _entry(f"{heading}{whose}", meaning)
    for option, meaning in general_options(OPEN).items():
        yield from _entry(_bold("-h, --help" if option == "--help" else option), meaning)


def _explained(command: str, option: str) -> str:
    """Return the help of an option, with the choices that it does not name itself."""
    words, value = help_of(command, option), value_of(command, option)
    if value is None or all(choice in words for choice in value.choices):
        return words
    return f"{words}. Choices: {', '.join(value.choices)}"


def _entries(meanings: Mapping[str, str]) -> Iterator[str]:
    for heading, meaning in meanings.items():
        yield from _entry(heading, meaning)


def _entry(heading: str, meaning: str) -> Iterator[str]:
    """Yield a heading, which is roff already, and the sentence below it."""
    yield from (".TP", heading, *_filled(_roff(f"{meaning[:1].upper()}{meaning[1:]}.")))


def _filled(roff: str) -> list[str]:
    return textwrap.wrap(roff, 79, break_long_words=False, break_on_hyphens=False)


def _option(option: str, value: Value | None) -> str:
    return _bold(option) if value is None else f"{_bold(option)} {_italic_names(value.name)}"


def _italic_names(words: str) -> str:
    parts = re.findall(r"([\w|.]+)|([^\w|.]+)", words)
    return "".join(rf"\fI{_roff(name)}\fR" if name else _roff(between) for name, between in parts)


def _bold(text: str) -> str:
    return rf"\fB{_roff(text)}\fR"


def _roff(text: str) -> str:
    """Return the roff of a text: ASCII, and none of its lines is a request, however they are broken."""
    escaped = re.sub(r"[^\x00-\x7f]", lambda char: f"\\[u{ord(char[0]):04X}]", text.translate(_ESCAPES))
    return re.sub(r"(?<!\S)\.", r"\\&.", escaped)


def main(arguments: list[str]) -> None:
    """Write the files into the folder that is named, which is made if it is not there."""
    if len(arguments) != 1:
        sys.exit("usage: python packaging/command_docs.py DIR")
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    texts = {
        f"{PROGRAM}.1": manual(day),
        f"{PROGRAM}.bash": bash(),
        f"_{PROGRAM}": zsh(),
        f"{PROGRAM}.fish": fish(),
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
