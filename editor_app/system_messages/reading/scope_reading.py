"""Reading a block's scope."""

from __future__ import annotations

from collections.abc import Sequence

from editor_app.library.globs import single_choices, without_braces
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, short_value
from editor_app.system_messages.model.entities import Scope
from editor_app.system_messages.model.scopes import glob_problem, never_closed, normal_glob, size_of
from editor_app.system_messages.reading.problems import (
    MOST_ENTRIES,
    PATH,
    CheckedValue,
    item_removal,
    message_problem,
    more_globs,
    removal_fix,
    too_many,
    unknown_keys,
    wrong_value_type,
)
from editor_app.text import Diagnostic, Severity, Span

SCOPE_KEYS = ("applyTo", "modes", "tools", "files")


def read_scope(
    part: CheckedValue, block: MappingNode, places: dict[str, Span], problems: list[Diagnostic]
) -> Scope | None:
    """Read a scope; the spans of its parts are added to `places`, its problems to `problems`."""
    mapping = part.node
    if not isinstance(mapping, MappingNode):
        remove = removal_fix(part.text, block, "scope")
        problems.append(wrong_value_type(part, "a mapping of ‘applyTo’, ‘modes’, ‘tools’ or ‘files’", remove))
        return None
    lists: dict[str, tuple[str, ...]] = {}
    has_target = False
    for key, node in mapping.entries if not mapping.merged else mapping.all_entries():
        name = key.value or ""
        if key.tag != "str" or name not in SCOPE_KEYS or name in lists:
            continue
        inner = part.inner(name, key, node)
        places[inner.path] = inner.span
        lists[name] = _read_names(inner, places, problems)
        has_target |= not isinstance(node, SequenceNode) or bool(node.items)
    problems += unknown_keys(part.text, mapping, SCOPE_KEYS, "scope.")
    if not has_target:
        message = f"‘{PATH}’ names no target; fill in ‘applyTo’, ‘modes’, ‘tools’ or ‘files’, or remove it."
        remove = removal_fix(part.text, block, "scope")
        problems.append(message_problem("empty-scope", part.span, part.path, message, remove))
    if not any(lists.values()):
        return None
    return Scope(*(lists.get(name, ()) for name in SCOPE_KEYS))


def _read_names(part: CheckedValue, places: dict[str, Span], problems: list[Diagnostic]) -> tuple[str, ...]:
    """Read a list of names or globs; a single text is read as a list of one."""
    node = part.node
    is_glob = part.path == "scope.applyTo"
    if not isinstance(node, SequenceNode):
        value = part.spelling.strip()
        fixes = part.change(f"[{part.text.written(value)}]", "Make it a list") if value else ()
        problems.append(wrong_value_type(part, "a list", fixes))
        if is_glob and _size(part, node) is None:
            problems.append(more_globs(part, part.span))
            return ()
        return (value,) if value else ()
    names: dict[str, None] = {}
    size = 0
    for index, item in enumerate(node.items):
        own = _size(part, item) if is_glob else 1
        if own is None:
            problems.append(more_globs(part, item.span))
            break
        size += own
        if size > MOST_ENTRIES:
            problems.append(too_many(part, index))
            break
        inner = CheckedValue(part.text, f"{part.path}[{index}]", None, item)
        places[inner.path] = item.span
        value = inner.spelling.strip()
        remove = "Remove this entry"
        if not isinstance(item, ScalarNode) or item.value is None:
            problems.append(wrong_value_type(inner, "text", item_removal(part.text, node, index, remove)))
            continue
        if not value:
            message = f"‘{PATH}’ is empty; remove it."
            fixes = item_removal(part.text, node, index, remove)
            problems.append(message_problem("empty-field", inner.span, inner.path, message, fixes))
            continue
        if is_glob:
            complaint = glob_problem(value)
            if complaint is not None:
                message = f"‘{PATH}’ can’t be matched. {complaint}"
                fixes = item_removal(part.text, node, index, remove)
                problems.append(message_problem("invalid-glob", inner.span, inner.path, message, fixes))
            elif sign := never_closed(value):
                problems.append(_open_glob(inner, sign))
            elif braces := single_choices(value):
                problems.append(_braces_without_comma(inner, value, braces))
            value = normal_glob(value)
        names[value] = None
    return tuple(names)


def _open_glob(inner: CheckedValue, sign: str) -> Diagnostic:
    """Return the warning that a bracket or brace of a glob is never closed."""
    message = (
        f"‘{PATH}’ has a ‘{sign}’ that is never closed, so it stands for itself and matches hardly any file. "
        f"Close it with ‘{']' if sign == '[' else '}'}’."
    )
    return message_problem("open-glob", inner.span, inner.path, message, severity=Severity.WARNING)


def _braces_without_comma(inner: CheckedValue, glob: str, braces: Sequence[Span]) -> Diagnostic:
    """Return the warning that braces of a glob have no comma, so that they are literal."""
    first = short_value(braces[0].of(glob))
    more = f" and {len(braces) - 1} more" if len(braces) > 1 else ""
    message = (
        f"‘{PATH}’ has no comma in its braces ‘{first}’{more}, so they stand for themselves "
        "and match hardly any file. Write it without these braces, or add a choice behind a comma."
    )
    better = without_braces(glob, braces)
    is_usable = better.strip() and glob_problem(better) is None and not never_closed(better)
    fixes = inner.change_text(better) if is_usable else ()
    return message_problem("single-choice-glob", inner.span, inner.path, message, fixes, Severity.WARNING)


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
