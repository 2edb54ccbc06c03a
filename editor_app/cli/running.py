"""Running a command line: reads its arguments, runs its command, and returns the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from editor_app import __version__
from editor_app.cli.command_line import (
    Arguments,
    find_command,
    overview,
    read_arguments,
    usage,
)
from editor_app.cli.command_table import OPEN
from editor_app.cli.failure import Failure
from editor_app.cli.paths import is_path
from editor_app.cli.streams import Streams
from editor_app.library.files.reading import FileError, NotAllowed
from editor_app.text import Sentence, together

_MODULES = {"import": "importing", "conversation": "conversation.actions"}
_TAKE_NAMES = {"render", "explain", "history"}
_TAKE_LISTED = {"check", "assemble", "run", "export", "test", "request", *_TAKE_NAMES}
NOT_DONE = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run `foreword` with these arguments, those of the process by default; return its exit code.

    0: success. 1: the user's text has problems. 2: the command could not be done. 130: Ctrl-C.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    streams = Streams(is_json="--json" in _before_dashes(arguments))
    try:
        return _run(arguments, streams)
    except Failure as failure:
        return _report(failure, streams)
    except FileError as error:
        return _report(Failure("file", _told(error), path=error.path), streams)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _report(_fault(error), streams)


def _run(argv: Sequence[str], streams: Streams) -> int:
    command, rest = find_command(argv)
    if command == OPEN and "--version" in _before_dashes(rest):
        streams.print(f"foreword {__version__}")
        return 0
    arguments = read_arguments(command, rest)
    if arguments.help:
        streams.print(*(overview(__version__) if command == OPEN else usage(command)).split("\n"))
        return 0
    run: Callable[[Arguments, Streams], int]
    name, _, action = command.partition(" ")
    module = import_module(f"editor_app.cli.commands.{_MODULES.get(name, name)}")  # and only its engine
    run = module.ACTIONS[action] if action else module.run
    if command in _TAKE_LISTED:
        arguments = _with_listed_paths(command, arguments)
    return run(arguments, streams)


def _with_listed_paths(command: str, arguments: Arguments) -> Arguments:
    """Return the arguments with paths in place of what `list` prints; what is a path already stays."""

    def path_of(word: str, *, may_be_name: bool = False) -> str:
        path = Path(word)
        if is_path(word) or not word or word[0] == "-" or "\0" in word:
            return word
        if path.is_absolute() or ".." in path.parts:
            return word
        from editor_app.library.finding import find_library
        from editor_app.library.folders import open_library
        from editor_app.library.paths import is_file, is_folder

        library, _ = open_library(find_library(arguments.library, os.environ, Path.cwd(), Path.cwd))
        listed = library.root / word
        if may_be_name:  # those without a folder the command looks for itself
            return str(listed) if len(path.parts) > 1 and is_file(listed) else word
        files = (*(folder / f"{word}.md" for folder in library.prompt_dirs), listed)
        return next((str(file) for file in files if is_file(file) or is_folder(file)), word)

    may_be_name = command in _TAKE_NAMES
    words = (path_of(word, may_be_name=may_be_name) for word in arguments.words)
    system, triggers = arguments.system, arguments.triggers
    return replace(
        arguments,
        words=arguments.words if command == "request" else tuple(words),
        system=None if system is None else path_of(system, may_be_name=True),
        triggers=None if triggers is None else Path(path_of(str(triggers))),
    )


def _report(failure: Failure, streams: Streams) -> int:
    if failure.code == "output":
        streams.is_json = False  # standard output can't be written to, so no document is printed
    if not streams.is_json:
        streams.tell(failure.sentence)
        return NOT_DONE
    from editor_app.wire.documents import error_document
    from editor_app.wire.problems import to_json

    path = None if failure.path is None else str(failure.path)
    document = error_document(failure.code, failure.sentence, path, failure.suggestions, failure.type)
    try:
        streams.write(to_json(document))
    except Failure as no_output:
        return _report(no_output, streams)
    return NOT_DONE


def _told(error: FileError) -> str:
    """Return the sentence of an error, with the options that let a path lead where it does."""
    if not isinstance(error, NotAllowed):
        return error.sentence
    from editor_app.cli.blanks import ADVICE

    return together((error.sentence, ADVICE.on_refusal(error.refusal)))


def _fault(error: Exception) -> Failure:
    """Return an unexpected exception as a failure, with module and line, so that it can be reported."""
    frame = extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    fault = Sentence("cli.fault", error=type(error).__name__, place=place, told=str(error))
    return Failure("fault", fault)


def _before_dashes(arguments: Sequence[str]) -> Sequence[str]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments
