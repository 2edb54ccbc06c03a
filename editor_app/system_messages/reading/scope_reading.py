"""Reading a block's scope."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.library.globs import single_choices, without_braces
from editor_app.structured.fields.checked_values import TEXT_WANTED, CheckedValue, item_removal, removal_fix
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import NAME_SCHEMA, list_of
from editor_app.structured.nodes import Node, ScalarNode, SequenceNode, short_value
from editor_app.system_messages.model.entities import Scope
from editor_app.system_messages.model.scopes import glob_problem, never_closed, normal_glob, size_of
from editor_app.system_messages.reading.problems import MOST_ENTRIES, more_globs, too_many
from editor_app.text import Diagnostic, Sentence, Severity


def read_scope(fields: FieldReader, part: CheckedValue) -> Scope | None:
    """Read the scope of a block."""
    inner = fields.inner(part)
    if inner is None:
        remove = removal_fix(part.text, fields.mapping, part.path)
        fields.wrong(part, Sentence("system_messages.a-scope"), remove)
        return None
    lists = inner.read(SCOPE).values()
    targets = [inner.parts[key].node for key in SCOPE.keys if key in inner.parts]
    if not any(not isinstance(node, SequenceNode) or node.items for node in targets):
        message = Sentence("system_messages.scope-is-empty", name=part.name)
        remove = removal_fix(part.text, fields.mapping, part.path)
        fields.problems.append(part.problem("empty-scope", message, remove))
    return Scope(*lists) if any(lists) else None


def _names(fields: FieldReader, part: CheckedValue, *, is_glob: bool = False) -> tuple[str, ...]:
    """Read a list of names or globs; a single text is read as a list of one."""
    node = part.node
    if not isinstance(node, SequenceNode):
        value = part.spelling.strip()
        fixes = part.change(f"[{part.text.written(value)}]", Sentence("prompts.make-list")) if value else ()
        fields.wrong(part, Sentence("structured.list"), fixes)
        if is_glob and _size(part, node) is None:
            fields.problems.append(more_globs(part, part.span))
            return ()
        return (value,) if value else ()
    names: dict[str, None] = {}
    size = 0
    for index, inner in enumerate(part.items()):
        own = _size(part, inner.node) if is_glob else 1
        if own is None:
            fields.problems.append(more_globs(part, inner.node.span))
            break
        size += own
        if size > MOST_ENTRIES:
            fields.problems.append(too_many(part, index))
            break
        fields.place(inner)
        value = inner.spelling.strip()
        if not value or (is_glob and glob_problem(value) is not None):
            remove = item_removal(part.text, node, index, Sentence("system_messages.remove-entry"))
            if inner.value is None:
                fields.wrong(inner, TEXT_WANTED, remove)
            elif not value:
                fields.problems.append(
                    inner.problem(
                        "empty-field", Sentence("system_messages.entry-is-empty", name=inner.name), remove
                    )
                )
            else:
                message = Sentence(
                    "system_messages.cannot-match", name=inner.name, reason=glob_problem(value) or ""
                )
                fields.problems.append(inner.problem("invalid-glob", message, remove))
        elif is_glob:
            fields.problems += _odd_glob(inner, value)
        if value:
            names[normal_glob(value) if is_glob else value] = None
    return tuple(names)


def _odd_glob(inner: CheckedValue, glob: str) -> Iterator[Diagnostic]:
    """Yield the warning that a glob can’t mean what is written."""
    if sign := never_closed(glob):
        closer = "]" if sign == "[" else "}"
        message = Sentence("system_messages.open-glob", name=inner.name, sign=sign, closer=closer)
        yield inner.problem("open-glob", message, severity=Severity.WARNING)
    elif braces := single_choices(glob):
        first = short_value(braces[0].of(glob))
        message = Sentence("system_messages.single-choice", name=inner.name, braces=first)
        better = without_braces(glob, braces)
        is_usable = better.strip() and glob_problem(better) is None and not never_closed(better)
        fixes = inner.change_text(better) if is_usable else ()
        yield inner.problem("single-choice-glob", message, fixes, Severity.WARNING)


def _size(part: CheckedValue, item: Node) -> int | None:
    """Return how many globs an entry stands for, braces expanded; None where the budget is used up."""
    effort = part.text.effort
    if effort.globs > 0:
        size = size_of(item.value) if isinstance(item, ScalarNode) and item.value else 1
        effort.globs -= size
        if effort.globs >= 0:
            return size
    effort.globs = -1
    return None


_NAMES = FieldType(_names, list_of(NAME_SCHEMA))
_GLOBS = FieldType(lambda at, part: _names(at, part, is_glob=True), list_of(NAME_SCHEMA))
SCOPE = Table(
    "",
    (
        Field(
            "applyTo",
            Sentence("system_messages.field-apply-to"),
            _GLOBS,
            default=(),
            more=Sentence("system_messages.field-apply-to-more"),
        ),
        Field("modes", Sentence("system_messages.field-modes"), _NAMES, default=()),
        Field("tools", Sentence("system_messages.field-tools"), _NAMES, default=()),
        Field(
            "files",
            Sentence("system_messages.field-files"),
            _NAMES,
            default=(),
            more=Sentence("system_messages.field-files-more"),
        ),
    ),
)
