"""The metadata of documents, in YAML or TOML, as python-frontmatter reads it.

That library gets only text that was read within our budget: PyYAML alone expands alias bombs and overflows
the stack. It never writes a file, since it sorts keys and drops comments.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, time
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from editor_app.prompts.checking.problems import invalid
from editor_app.structured import read_yaml
from editor_app.structured.nodes import MappingNode, Node
from editor_app.structured.values import short_value
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span
from editor_app.text.frontmatter import Frontmatter, FrontmatterFormat, split_frontmatter, unclosed_toml

if TYPE_CHECKING:  # a window that starts with a prompt needs neither
    from frontmatter.default_handlers import BaseHandler

Metadata = Mapping[str, object]

_NONE: Final[Metadata] = MappingProxyType({})
# What PyYAML raises for values that are invalid for their tag or form, such as the date 2026-13-45.
_BAD_VALUES: Final = (ValueError, ArithmeticError, LookupError, AttributeError, TypeError)
_MAY_BE_BAD: Final = re.compile(r"\d-\d|!!|[:_]\d|0[box]")  # else values are not read just to find problems


def metadata_problems(head: str) -> tuple[Diagnostic, ...]:
    """Return the problems of a document's frontmatter; `head` is the text up to the frontmatter's end."""
    frontmatter = split_frontmatter(head)
    if frontmatter is None:
        return ()
    if frontmatter.format is FrontmatterFormat.TOML:
        return _toml(head)[1]
    return _yaml_problems(head)


def read_metadata(head: str) -> Metadata:
    """Return the metadata in the frontmatter at the beginning of `head`; empty where it can't be read."""
    frontmatter = split_frontmatter(head)
    if frontmatter is None or not frontmatter.closed:
        return _NONE
    return _toml(head)[0] if frontmatter.format is FrontmatterFormat.TOML else _yaml(head)[0]


def plain_metadata(value: object) -> object:
    """Return a value of metadata as JSON has it: dates, times, bytes, NaN and infinity as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else str(key): plain_metadata(part) for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [plain_metadata(part) for part in value]
    if isinstance(value, AbstractSet):
        return sorted(map(str, value))
    return value.isoformat() if isinstance(value, date | time) else str(value)


def metadata_words(metadata: Metadata) -> tuple[tuple[str, str], ...]:
    """Return each key with its value as one line of text."""
    return tuple((str(key), _words(plain_metadata(value))) for key, value in metadata.items())


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_words(part)}" for key, part in value.items())
    return short_value("" if value is None else str(value).lower() if isinstance(value, bool) else str(value))


def unclosed_metadata(source: str) -> tuple[Diagnostic, ...]:
    """Return the note that a text begins with TOML that is never closed, and so is sent; else nothing."""
    frontmatter = unclosed_toml(source)
    if frontmatter is None:
        return ()
    mark, end = frontmatter.format.mark, frontmatter.metadata.end
    newline = "" if source[:end].endswith("\n") else "\n"
    fix = Fix(f"Close it with ‘{mark}’", (Edit(Span(end, end), f"{newline}{mark}\n"),))
    message = f"No second ‘{mark}’ line closes this frontmatter, so it is text that the model gets; close it."
    span = Span(0, len(mark))
    return (Diagnostic("unclosed-frontmatter", Severity.INFORMATION, span, message, fixes=(fix,)),)


def toml_problem(source: str, frontmatter: Frontmatter) -> Diagnostic:
    """Return the error that a prompt file's frontmatter is TOML, with the fix that writes it as YAML."""
    marks = FrontmatterFormat.TOML.mark, FrontmatterFormat.YAML.mark
    message = (
        f"The frontmatter is TOML, between ‘{marks[0]}’ lines; a prompt file’s is YAML, between ‘{marks[1]}’ "
        "lines. Write each ‘key = value’ as ‘key: value’."
    )
    return invalid(Span(0, len(marks[0])), "frontmatter", message, _as_yaml(source, frontmatter))


@lru_cache(maxsize=32)
def _yaml_problems(head: str) -> tuple[Diagnostic, ...]:
    node, found = _read_yaml(head)
    notes = tuple(replace(problem, severity=Severity.INFORMATION) for problem in found)
    if notes or node is None or not _MAY_BE_BAD.search(head):
        return notes
    return _yaml(head)[1]


@lru_cache(maxsize=32)
def _yaml(head: str) -> tuple[Metadata, tuple[Diagnostic, ...]]:
    """Return YAML metadata as PyYAML's values, with a note about a value that it cannot read."""
    node, problems = _read_yaml(head)
    if problems or not isinstance(node, MappingNode):
        return _NONE, ()
    import yaml
    from frontmatter.default_handlers import YAMLHandler

    frontmatter = split_frontmatter(head)
    assert frontmatter is not None
    try:
        values = YAMLHandler().load(frontmatter.metadata.of(head))
    except (*_BAD_VALUES, yaml.YAMLError) as error:
        reason = str(error).partition("\n")[0][:200]
        message = f"A date or another value here can’t be read: {reason}. Correct it, or put it in quotes."
        return _NONE, (Diagnostic("yaml-value", Severity.INFORMATION, node.span, message),)
    return (MappingProxyType(values), ()) if isinstance(values, dict) else (_NONE, ())


@lru_cache(maxsize=32)
def _toml(head: str) -> tuple[Metadata, tuple[Diagnostic, ...]]:
    from editor_app.structured.toml_reader import read_toml

    frontmatter = split_frontmatter(head)
    assert frontmatter is not None
    values, problems = read_toml(head, frontmatter.metadata, _toml_handler().load)
    notes = tuple(replace(problem, severity=Severity.INFORMATION) for problem in problems)
    return MappingProxyType(values), notes


def _toml_handler() -> BaseHandler:
    """Return a TOML handler for python-frontmatter that uses tomllib.

    Its own handler needs the package toml, which does not support TOML 1.0.
    """
    import tomllib

    from frontmatter.default_handlers import BaseHandler

    class TomlHandler(BaseHandler):
        """TOML between `+++` lines."""

        FM_BOUNDARY = re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE)
        START_DELIMITER = END_DELIMITER = FrontmatterFormat.TOML.mark

        def load(self, fm: str) -> dict[str, object]:
            """Return the values of TOML text."""
            return tomllib.loads(fm)

    return TomlHandler()


def _read_yaml(head: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    frontmatter = split_frontmatter(head)
    return read_yaml(head, frontmatter.metadata) if frontmatter is not None else (None, ())


def _as_yaml(source: str, frontmatter: Frontmatter) -> tuple[Fix, ...]:
    """Return the fix that writes TOML as YAML, none where a comment would be lost or it can't be read."""
    head = source[: frontmatter.closing.end]
    values = read_metadata(head)
    if not values or "#" in head:
        return ()
    import yaml

    written = yaml.safe_dump(dict(values), sort_keys=False, allow_unicode=True)
    mark = FrontmatterFormat.YAML.mark
    edits = (
        Edit(Span(0, len(mark)), mark),
        Edit(frontmatter.metadata, written),
        Edit(Span(frontmatter.closing.start, frontmatter.closing.start + len(mark)), mark),
    )
    return (Fix("Write it as YAML", edits),)
