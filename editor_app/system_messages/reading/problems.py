"""The problems of a system message: their places in the file, and what limits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from editor_app.structured.fields.checked_values import MOST_GLOBS, TEXT_WANTED, CheckedValue, problem
from editor_app.structured.fields.reader import FieldReader
from editor_app.structured.nodes import SequenceNode
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Span

FREE_ID = "\0id:"  # begins a placeholder in a fix's text for an unused id; the block's type and "\1" follow

MOST_ENTRIES = 1000


class SpentBudget(NamedTuple):
    """How many names were compared, and how many globs were read, braces expanded."""

    compared: int = 0
    globs: int = 0


NOTHING_SPENT: Final = SpentBudget()


def filled(fields: FieldReader, part: CheckedValue, if_blank: str, fixes: tuple[Fix, ...] = ()) -> str:
    """Return a text as it is spelled; one that is blank, or no text, is a problem."""
    if part.value is None:
        fields.wrong(part, TEXT_WANTED, fixes)
    elif not part.value.strip():
        fields.problems.append(part.problem("empty-field", if_blank, fixes))
    return part.spelling


def entries_of(part: CheckedValue, problems: list[Diagnostic]) -> Iterator[CheckedValue]:
    """Go through the entries of a list, as far as they are read."""
    for index, item in enumerate(part.items()):
        if index >= MOST_ENTRIES:
            problems.append(too_many(part, index))
            return
        yield item


def too_many(part: CheckedValue, index: int) -> Diagnostic:
    """Return the error that a list is longer than is read, at the first entry that is not read."""
    assert isinstance(part.node, SequenceNode)
    message = Sentence("system_messages.too-many-entries", name=part.name, most=MOST_ENTRIES)
    if part.path.endswith("applyTo"):
        message = Sentence("system_messages.too-many-globs", name=part.name, most=MOST_ENTRIES)
    return problem("message-limit", part.node.items[index].span, part.path, message)


def more_globs(part: CheckedValue, span: Span) -> Diagnostic:
    """Return the error that a file has more globs than are read, at the first that is not read."""
    message = Sentence("system_messages.too-many-globs", name=part.name, most=MOST_GLOBS)
    return problem("message-limit", span, part.path, message)


def with_places(problem: Diagnostic, place_of: Callable[[Span], Span]) -> Diagnostic:
    """Return a problem with the spans that `place_of` gives for its own and those of its fixes."""
    fixes = tuple(
        Fix(fix.title, tuple(Edit(place_of(edit.span), edit.text) for edit in fix.edits))
        for fix in problem.fixes
    )
    return replace(problem, span=place_of(problem.span), fixes=fixes)


def problem_in_file(problem: Diagnostic, start: int, label: str, free_id: Mapping[str, str]) -> Diagnostic:
    """Return a block's problem with spans and path in the file; `free_id` gives an unused id by type.

    A sentence that begins with the path in the block begins with that in the file then.
    """
    field = problem.args["field"]
    path = f"{label}.{field}" if label and field else label or field
    placed = with_places(problem, lambda span: span.shifted(start)) if start else problem

    def completed(edit: Edit) -> Edit:
        before, mark, behind = edit.text.partition(FREE_ID)
        if not mark:
            return edit
        type_, _, behind = behind.partition("\1")
        return Edit(edit.span, f"{before}{free_id[type_]}{behind}")

    fixes = tuple(Fix(fix.title, tuple(map(completed, fix.edits))) for fix in placed.fixes)
    message = problem.message
    if label and isinstance(message, Sentence):
        names = (key for key in ("name", "field", "path") if message.parameters.get(key) == field)
        message = message.having(**dict.fromkeys(names, path))
    return replace(placed, message=message, args={**problem.args, "field": path}, fixes=fixes)
