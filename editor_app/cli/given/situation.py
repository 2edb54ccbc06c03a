"""The situation a system message is assembled for: a saved one, overridden by the command line's options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import TypeVar

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word, show_path
from editor_app.library.files.errors import quoted
from editor_app.library.files.reading import read_file
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.order import Order
from editor_app.system_messages.assembly.styles import SystemMessageStyle
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.situations.choices import conditions_of, modes_of
from editor_app.system_messages.situations.situation import (
    EMPTY_SITUATION,
    ConditionKey,
    NamedSituation,
    Situation,
)
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.text import LineIndex, Severity, decode, nearest
from editor_app.variables.access import FileAccess

_Choice = TypeVar("_Choice", bound=StrEnum)


def assembly_options(arguments: Arguments) -> AssemblyOptions:
    """Return the assembly options of the command line: order, style and dropping outranked blocks."""
    return AssemblyOptions(
        order=_chosen("--order", arguments.order, Order, Order.FILE),
        style=_chosen("--style", arguments.style, SystemMessageStyle, SystemMessageStyle.PLAIN),
    )


def given_situation(
    arguments: Arguments, path: Path | None, workspace: Path, access: FileAccess | None = None
) -> Situation:
    """Return the saved situation that is named, overridden by the other options.

    `path` is that of the system message, None for standard input; `access` is as for `read_file`.
    """
    situation = EMPTY_SITUATION
    if arguments.situation is not None:
        situation = _saved(arguments.situation, path, access)
    for name, value in (("file", arguments.file), ("mode", arguments.mode), ("tools", arguments.tool)):
        if value and getattr(arguments, f"no_{name}"):
            option = "tool" if name == "tools" else name
            raise Failure("usage", f"‘--{option}’ and ‘--no-{name}’ exclude each other. Choose one.")
    if arguments.file is not None or arguments.no_file:
        file = None if arguments.file is None else _from_workspace(arguments.file, workspace)
        situation = replace(situation, file=file)
    if arguments.mode is not None or arguments.no_mode:
        situation = replace(situation, mode=arguments.mode)
    if arguments.tool or arguments.no_tools:
        situation = replace(situation, tools=tuple(dict.fromkeys(arguments.tool)))
    return _with_conditions(situation, arguments)


def unknown_conditions(arguments: Arguments, blocks: tuple[Block, ...]) -> Iterator[str]:
    """Yield a warning for each mode or condition that no block has, but that is near one of the blocks'."""
    modes = modes_of(blocks)
    if arguments.mode is not None and arguments.mode not in modes:
        near = nearest(arguments.mode, modes)
        if near:
            yield f"No block is for the mode {quoted(arguments.mode)}. Did you mean ‘{near[0]}’?"
    kinds = dict.fromkeys(key.kind for key in conditions_of(blocks))
    for option in (*arguments.holds, *arguments.fails):
        kind = _condition("", option).kind
        if kind not in kinds:
            near = nearest(kind, kinds)
            meant = f" Did you mean ‘{near[0]}’?" if near else ""
            yield f"No block has a condition {quoted(kind)}.{meant}"


def _saved(name: str, path: Path | None, access: FileAccess | None) -> Situation:
    if path is None:
        raise Failure(
            "usage", "Standard input has no saved situations. Name a file, or describe the situation."
        )
    beside = situations_path(path)
    if not os.path.lexists(beside):
        raise Failure("not-found", f"There is no situations file ‘{show_path(beside)}’.", path=beside)
    source = decode(read_file(beside, access=access).data).text
    situations, problems = read_situations(source)
    for problem in problems:
        if problem.severity is Severity.ERROR:  # unreadable fields would silently be left open
            line = LineIndex(source).position(problem.span.start).line
            where = f"The situations in {quoted(show_path(beside))}, line {line}, cannot be used."
            raise Failure("values", f"{where} {problem.message}", path=beside)
    found = next((saved for saved in situations if saved.name == name), None)
    if found is None:
        raise _no_situation(name, beside, situations)
    return found.situation


def _no_situation(name: str, path: Path, situations: Iterable[NamedSituation]) -> Failure:
    names = [saved.name for saved in situations]
    near = nearest(name, names)
    meant = f" Did you mean ‘{near[0]}’?" if near else ""
    if not meant:
        meant = f" It has {', '.join(map(quoted, names))}." if names else " It has none."
    sentence = f"No situation {quoted(name)} in {show_path(path)}.{meant}"
    return Failure("not-found", sentence, path=path, suggestions=near)


def _from_workspace(word: str, workspace: Path) -> str:
    """Return a file's path for globs: relative to the workspace, with slashes."""
    path = PurePosixPath(word.replace("\\", "/"))
    if path.is_absolute():
        whole = path_of_word(word)
        if not whole.is_relative_to(workspace):
            sentence = f"{quoted(word)} is not in the workspace ‘{show_path(workspace)}’."
            raise Failure("usage", f"{sentence} Name a file from there, or choose another with ‘--cwd’.")
        path = PurePosixPath(whole.relative_to(workspace).as_posix())
    if ".." in path.parts or not path.parts:
        raise Failure(
            "usage", f"{quoted(word)} is no file of the workspace. Name it from there, without ‘..’."
        )
    return path.as_posix()


def _with_conditions(situation: Situation, arguments: Arguments) -> Situation:
    """Return the situation with its conditions overridden by those of the command line."""
    holds = {_condition("--holds", option) for option in arguments.holds}
    fails = {_condition("--fails", option) for option in arguments.fails}
    for kind, _ in holds & fails:
        raise Failure("usage", f"The condition {quoted(kind)} cannot hold and fail at once. Choose one.")
    return replace(
        situation,
        holds=frozenset(_still_said(situation.holds, fails) | holds),
        fails=frozenset(_still_said(situation.fails, holds) | fails),
    )


def _still_said(saved: Iterable[ConditionKey], against: Iterable[ConditionKey]) -> set[ConditionKey]:
    """Return the saved conditions that the command line does not contradict."""
    opposite = set(against)
    whole_kinds = {kind for kind, value in opposite if value is None}
    return {key for key in saved if key not in opposite and key.kind not in whole_kinds}


def _condition(option: str, written: str) -> ConditionKey:
    """Read `KIND` or `KIND=JSON`."""
    import json

    kind, equals, text = written.partition("=")
    if not kind.strip():
        raise Failure(
            "usage", f"{quoted(written)} is no condition. Write ‘{option} KIND’ or ‘{option} KIND=JSON’."
        )
    if not equals:
        return ConditionKey(kind.strip())
    try:
        value = json.loads(text)
        canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        sentence = f'The value in {quoted(written)} is not JSON. Text needs quotes: ‘{option} KIND="text"’.'
        raise Failure("usage", sentence) from None
    return ConditionKey(kind.strip(), canonical)


def _chosen(option: str, word: str | None, choices: type[_Choice], otherwise: _Choice) -> _Choice:
    if word is None:
        return otherwise
    if word in set(choices):
        return choices(word)
    near = nearest(word, choices)
    meant = f" Did you mean ‘{near[0]}’?" if near else f" It is one of {', '.join(choices)}."
    raise Failure("usage", f"‘{option}’ cannot be {quoted(word)}.{meant}", suggestions=near)
