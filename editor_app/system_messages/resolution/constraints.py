"""Whether a block's constraints (scope targets and conditions) hold in a situation, with sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from editor_app.system_messages.model.entities import BlockCondition, Scope
from editor_app.system_messages.model.scopes import covers_tool, matches_file, matches_glob
from editor_app.system_messages.resolution.outcome import ConstraintState, Target
from editor_app.system_messages.situations.situation import OPEN, ConditionKey, Situation
from editor_app.text import Span

_MOST_SHOWN = 40
_MOST_LISTED = 4


class ConstraintResult(NamedTuple):
    """Whether a constraint holds in a situation, with its sentence; a `Reason` without the block."""

    target: Target
    state: ConstraintState
    sentence: str
    short: str
    strong: tuple[Span, ...]


def scope_constraints(scope: Scope, situation: Situation) -> tuple[ConstraintResult, ...]:
    """Return whether each kind of target that a scope limits (mode, tools, file) holds in a situation."""
    found = []
    if scope.modes:
        found.append(_mode(scope, situation))
    if scope.tools:
        found.append(_tools(scope, situation))
    if scope.apply_to or scope.files:
        found.append(_file(scope, situation))
    return tuple(found)


def condition_constraint(condition: BlockCondition, situation: Situation) -> ConstraintResult:
    """Return whether a condition holds in a situation; a key with its value overrides one for its kind."""
    value = "" if condition.value == "{}" else f" {cut(condition.value)}"
    name = f"{condition.kind}{value}"
    for key in (ConditionKey(condition.kind, condition.value), ConditionKey(condition.kind)):
        if key in situation.fails:
            return _said(
                Target.CONDITION,
                ConstraintState.CONTRADICTS,
                "its condition fails",
                "condition ",
                name,
                " fails",
            )
        if key in situation.holds:
            return _said(
                Target.CONDITION, ConstraintState.HOLDS, "its condition holds", "condition ", name, " holds"
            )
    return _said(
        Target.CONDITION,
        ConstraintState.OPEN,
        "its condition is left open",
        "condition ",
        name,
        " is left open",
    )


MUTED = ConstraintResult(
    Target.MUTED, ConstraintState.CONTRADICTS, "It is muted, in this view only.", "muted", ()
)


def listed(names: Sequence[str], word: str = "and") -> list[str]:
    """Return names for a sentence, at odd indexes, with the words between them; after four, how many more."""
    shown, rest = names[:_MOST_LISTED], len(names) - _MOST_LISTED
    pieces = [""]
    for at, name in enumerate(shown):
        if at:
            pieces.append(f" {word} " if at == len(shown) - 1 and rest <= 0 else ", ")
        pieces.append(cut(name))
    return [*pieces, f" {word} {rest} more" if rest > 0 else ""]


def cut(text: str, most: int = _MOST_SHOWN) -> str:
    """Return a text on one line, shortened to so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _mode(scope: Scope, situation: Situation) -> ConstraintResult:
    mode, target = situation.mode, Target.MODE
    if mode is OPEN:
        return _said(target, ConstraintState.OPEN, "the mode is left open", "the mode is left open")
    if mode is None:
        return _not_for(target, "no mode", ("no mode is given",), scope.modes)
    if mode in scope.modes:
        return _said(target, ConstraintState.HOLDS, f"mode is {cut(mode)}", "mode is ", cut(mode), "")
    return _not_for(target, f"mode is {cut(mode)}", ("mode is ", cut(mode), ""), scope.modes)


def _tools(scope: Scope, situation: Situation) -> ConstraintResult:
    tools, target = situation.tools, Target.TOOL
    if tools is OPEN:
        return _said(target, ConstraintState.OPEN, "the tools are left open", "the tools are left open")
    if not tools:
        return _not_for(target, "no tool", ("no tool is given",), scope.tools)
    for tool in tools:
        for entry in scope.tools:
            if covers_tool(entry, tool):
                ending = (" is listed",) if entry == tool else (" belongs to ", cut(entry), "")
                return _said(target, ConstraintState.HOLDS, f"tool {cut(tool)}", "tool ", cut(tool), *ending)
    start = ("tool is ", cut(tools[0]), "") if len(tools) == 1 else _behind("tools are ", listed(tools))
    return _not_for(target, "".join(start), start, scope.tools)


def _file(scope: Scope, situation: Situation) -> ConstraintResult:
    file, target = situation.file, Target.FILE
    if file is OPEN:
        return _said(target, ConstraintState.OPEN, "the file is left open", "the file is left open")
    wanted = (*scope.apply_to, *scope.files)
    if file is None:
        return _not_for(target, "no file", ("no file is given",), wanted)
    shown = cut(file, 80)
    for name in scope.files:
        if matches_file(name, file):
            return _said(target, ConstraintState.HOLDS, f"{shown} is named", "", shown, " is named")
    for glob in scope.apply_to:
        if matches_glob(glob, file):
            return _said(
                target,
                ConstraintState.HOLDS,
                f"{shown} matches {cut(glob)}",
                "",
                shown,
                " matches ",
                cut(glob),
                "",
            )
    if not scope.apply_to:
        return _not_for(target, f"file is {shown}", ("file is ", shown, ""), wanted)
    verb = " does not match " if len(wanted) == 1 else " matches none of "
    pieces = ("", shown, *_behind(verb, listed(wanted)))
    return _said(target, ConstraintState.CONTRADICTS, "".join(pieces), *pieces)


def _not_for(target: Target, short: str, start: Sequence[str], wanted: Sequence[str]) -> ConstraintResult:
    for_them = _behind(", and this is for ", listed(wanted, "or"))
    return _said(
        target, ConstraintState.CONTRADICTS, short, *start[:-1], start[-1] + for_them[0], *for_them[1:]
    )


def _behind(text: str, pieces: Sequence[str]) -> tuple[str, ...]:
    return (text + pieces[0], *pieces[1:])


def _said(target: Target, state: ConstraintState, short: str, *pieces: str) -> ConstraintResult:
    """Return a result whose sentence is made of pieces; those at odd indexes are strong."""
    strong, at = [], 0
    for place, piece in enumerate(pieces):
        if place % 2:
            strong.append(Span(at, at + len(piece)))
        at += len(piece)
    text = "".join(pieces)
    start = text[:1].upper() if pieces[0] else text[:1]
    return ConstraintResult(target, state, f"{start}{text[1:]}.", short, tuple(strong))
