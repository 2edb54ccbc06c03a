"""The values a text is rendered with, and the situation a system message is assembled for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import VALUE
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.paths import path_of_word, show_path
from editor_app.library.files.reading import quoted, read_file
from editor_app.prompts.cases.cases import Case, read_cases
from editor_app.structured.nodes import MappingNode, ScalarNode
from editor_app.structured.reading import read_json, read_yaml
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.situations.choices import situation_choices
from editor_app.system_messages.situations.situation import (
    EMPTY_SITUATION,
    ConditionKey,
    Situation,
)
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.text import LineIndex, Sentence, Severity, decode, meant, nearest
from editor_app.variables.access import FileAccess

Values = Mapping[str, str | None]


def given_values(
    arguments: Arguments, case: Case | None, form: str = VALUE
) -> tuple[Values, Mapping[str, str]]:
    """Return the values, and where each comes from, in words.

    Values of `--set` override those of `--values`, which override those of `--case`. `form` is what one of
    `--set` looks like.
    """
    values: dict[str, str | None] = {}
    origins: dict[str, str] = {}
    if case is not None:
        values |= case.values
        origins |= dict.fromkeys(case.values, Sentence("cli.the-case", name=case.name))
    if arguments.values is not None:
        read = read_values_file(path_of_word(arguments.values))
        values |= read
        origins |= dict.fromkeys(read, show_path(path_of_word(arguments.values)))
    for setting in arguments.set:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise Failure("usage", Sentence("cli.not-a-value", word=quoted(setting), form=form))
        values[name] = value
        origins[name] = "--set"
    for name, text in values.items():
        try:
            f"{name}{text or ''}".encode()
        except UnicodeEncodeError:
            raise Failure("values", Sentence("cli.value-not-utf-8", name=quoted(name))) from None
    return values, origins


def find_case(name: str, path: Path, access: FileAccess | None = None) -> Case:
    """Return the saved case of that name from a cases file; raises Failure if it has none."""
    decoded = decode(read_file(path, access=access).data)
    cases, problems = read_cases(decoded.text)
    case = cases.find(name)
    if case is not None:
        return case
    has_errors = any(problem.severity is Severity.ERROR for problem in problems)
    missing = Sentence("cli.no-case", name=quoted(name), path=show_path(path))
    more = Sentence("cli.cases-with-problems") if has_errors else ""
    raise _not_saved(missing, name, path, [saved.name for saved in cases.cases], more)


def read_values_file(path: Path) -> Values:
    """Read names and values from a JSON or YAML file; null becomes None, numbers keep their spelling."""
    source = decode(read_file(path).data).text
    is_json = path.suffix.lower() == ".json"
    node, problems = read_json(source, most=len(source)) if is_json else read_yaml(source)
    lines = LineIndex(source)
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise _unusable(path, problem.message, lines.position(problem.span.start).line)
    if node is None or (isinstance(node, ScalarNode) and node.value is None):
        return {}
    if not isinstance(node, MappingNode):
        raise _unusable(path, Sentence("cli.not-names"), lines.position(node.span.start).line)
    values: dict[str, str | None] = {}
    for key, value in node.all_entries():
        if not isinstance(value, ScalarNode):
            line = lines.position(value.span.start).line
            raise _unusable(path, Sentence("cli.value-not-text", name=quoted(key.value or "")), line)
        values[key.value or ""] = value.value
    return values


def _unusable(path: Path, reason: str, line: int) -> Failure:
    unusable = Sentence("cli.values-unusable", name=quoted(show_path(path)), line=line)
    return Failure("values", unusable, reason, path=path)


def _not_saved(sentence: str, name: str, path: Path, names: Sequence[str], more: str = "") -> Failure:
    """Return the failure that a file has no case or situation of a name, and which were probably meant."""
    near = nearest(name, names)
    has = Sentence("cli.has-saved", count=len(names), names=[quoted(saved) for saved in names])
    return Failure("not-found", sentence, meant(near, has), more, path=path, suggestions=near)


def assembly_options(arguments: Arguments) -> AssemblyOptions:
    """Return the assembly options of the command line: order and style."""
    check_choice("--order", arguments.order, Order)
    check_choice("--style", arguments.style, SystemMessageStyle)
    return AssemblyOptions(
        order=Order(arguments.order or Order.FILE),
        style=SystemMessageStyle(arguments.style or SystemMessageStyle.PLAIN),
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

    if arguments.file is not None or arguments.no_file:
        file = None if arguments.file is None else _from_workspace(arguments.file, workspace)
        situation = replace(situation, file=file)
    if arguments.mode is not None or arguments.no_mode:
        situation = replace(situation, mode=arguments.mode)
    if arguments.tool or arguments.no_tools:
        situation = replace(situation, tools=tuple(dict.fromkeys(arguments.tool)))
    holds = {_condition("--holds", option) for option in arguments.holds}
    fails = {_condition("--fails", option) for option in arguments.fails}
    for kind, _ in holds & fails:
        raise Failure("usage", Sentence("cli.yes-and-no", kind=quoted(kind)))
    return replace(
        situation,
        holds=frozenset(_still_said(situation.holds, fails) | holds),
        fails=frozenset(_still_said(situation.fails, holds) | fails),
    )


def unknown_conditions(arguments: Arguments, blocks: tuple[Block, ...]) -> Iterator[str]:
    """Yield a warning for each mode or condition that no block has, but that is near one of the blocks'."""
    choices = situation_choices(blocks)
    if arguments.mode is not None and arguments.mode not in choices.modes:
        near = nearest(arguments.mode, choices.modes)
        if near:
            yield Sentence("cli.no-block-for-mode", mode=quoted(arguments.mode), meant=meant(near))
    kinds = dict.fromkeys(key.kind for key in choices.conditions)
    for option in (*arguments.holds, *arguments.fails):
        kind = _condition("", option).kind
        if kind not in kinds:
            near = nearest(kind, kinds)
            yield Sentence("cli.no-block-with-condition", kind=quoted(kind), meant=meant(near))


def _saved(name: str, path: Path | None, access: FileAccess | None) -> Situation:
    if path is None:
        raise Failure("usage", Sentence("cli.input-without-situations"))
    beside = situations_path(path)
    if not os.path.lexists(beside):
        missing = Sentence("cli.no-situations-file", name=show_path(beside))
        raise Failure("not-found", missing, path=beside)
    source = decode(read_file(beside, access=access).data).text
    situations, problems = read_situations(source)
    for problem in problems:
        if problem.severity is Severity.ERROR:  # unreadable fields would silently be left open
            line = LineIndex(source).position(problem.span.start).line
            unusable = Sentence("cli.situations-unusable", name=quoted(show_path(beside)), line=line)
            raise Failure("values", unusable, problem.message, path=beside)
    saved_situation = next((saved for saved in situations if saved.name == name), None)
    if saved_situation is None:
        missing = Sentence("cli.no-situation", name=quoted(name), path=show_path(beside))
        raise _not_saved(missing, name, beside, [saved.name for saved in situations])
    return saved_situation.situation


def _from_workspace(word: str, workspace: Path) -> str:
    """Return a file's path for globs: relative to the workspace, with slashes."""
    path = PurePosixPath(word.replace("\\", "/"))
    if path.is_absolute():
        whole = path_of_word(word)
        if not whole.is_relative_to(workspace):
            outside = Sentence("cli.outside", name=quoted(word), workspace=show_path(workspace))
            raise Failure("usage", outside, Sentence("cli.name-file-inside"))
        path = PurePosixPath(whole.relative_to(workspace).as_posix())
    if ".." in path.parts or not path.parts:
        raise Failure("usage", Sentence("cli.not-of-workspace", name=quoted(word)))
    return path.as_posix()


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
        raise Failure("usage", Sentence("cli.not-a-condition", word=quoted(written), option=option))
    if not equals:
        return ConditionKey(kind.strip())
    try:
        canonical = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        not_json = Sentence("cli.condition-not-json", word=quoted(written), form=f'{option} KIND="text"')
        raise Failure("usage", not_json) from None
    return ConditionKey(kind.strip(), canonical)
