"""The metadata of documents: YAML as python-frontmatter reads it, TOML as tomllib does.

That library gets only text that was read within our budget: PyYAML alone expands alias bombs and overflows
the stack. It never writes a file, since it sorts keys and drops comments.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, datetime, time
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from editor_app.prompts.checking.fields import invalid
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, read_as, short_value
from editor_app.structured.reading import read_yaml
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, apply_edits
from editor_app.text.frontmatter import Frontmatter, FrontmatterFormat, split_frontmatter, unclosed_toml

Metadata = Mapping[str, object]

_NONE: Final[Metadata] = MappingProxyType({})
# What PyYAML raises for values that are invalid for their tag or form, such as the date 2026-13-45.
_BAD_VALUES: Final = (ValueError, ArithmeticError, LookupError, AttributeError, TypeError)
_STANDARD: Final = "tag:yaml.org,2002:"
_is_integer = re.compile(r"0|-?[1-9][0-9]{0,60}").fullmatch
_is_date = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?"
).fullmatch
_is_float = re.compile(r"[0-9]{1,20}\.[0-9]{1,20}").fullmatch
_LONGEST_NUMBER: Final = 10_000  # characters; one in sixties takes PyYAML time by the square of its length
_MOST_BITS: Final = 2_000  # of a number that is given as one; str() refuses one of many digits
_MOST_SHOWN: Final = 60  # characters of a longer number
_LONGEST_REWRITTEN: Final = 2_000  # characters: writing TOML as YAML takes some milliseconds, at each key


def metadata_problems(head: str) -> tuple[Diagnostic, ...]:
    """Return the problems of a document's frontmatter; `head` is the text up to the frontmatter's end."""
    frontmatter = split_frontmatter(head)
    if frontmatter is None:
        return ()
    if frontmatter.format is FrontmatterFormat.TOML:
        return _toml(head)[1]
    return _checked_yaml(head)[1]


def read_metadata(head: str) -> Metadata:
    """Return the metadata in the frontmatter at the beginning of `head`; empty where it can't be read."""
    frontmatter = split_frontmatter(head)
    if frontmatter is None or not frontmatter.closed:
        return _NONE
    return _toml(head)[0] if frontmatter.format is FrontmatterFormat.TOML else _yaml(head)


def plain_metadata(value: object) -> object:
    """Return a value of metadata as JSON has it: dates, times, bytes, NaN and infinity as text.

    A number of hundreds of digits is text as well: its beginning.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= _MOST_BITS else _as_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else _as_text(key): plain_metadata(part)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [plain_metadata(part) for part in value]
    if isinstance(value, AbstractSet):
        return sorted(map(_as_text, value))
    return value.isoformat() if isinstance(value, date | time) else str(value)


def metadata_words(metadata: Metadata) -> tuple[tuple[str, str], ...]:
    """Return each key with its value as one line of text."""
    return tuple((_as_text(key), _words(plain_metadata(value))) for key, value in metadata.items())


def _as_text(value: object) -> str:
    """Return a value as text; of a very large number the beginning, in hexadecimal digits."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return hex(value)[:_MOST_SHOWN] + "…"
    return str(value)


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
    fix = Fix(Sentence("prompts.close-with", mark=mark), (Edit(Span(end, end), f"{newline}{mark}\n"),))
    message = Sentence("prompts.metadata-open", mark=mark)
    span = Span(0, len(mark))
    return (Diagnostic("unclosed-frontmatter", Severity.INFORMATION, span, message, fixes=(fix,)),)


def toml_problem(source: str, frontmatter: Frontmatter) -> Diagnostic:
    """Return the error that a prompt file's frontmatter is TOML, with the fix that writes it as YAML."""
    marks = FrontmatterFormat.TOML.mark, FrontmatterFormat.YAML.mark
    message = Sentence("prompts.frontmatter-is-toml", mark=marks[0])
    return invalid(
        Span(0, len(marks[0])), "frontmatter", message, _as_yaml(source[: frontmatter.closing.end])
    )


@lru_cache(maxsize=32)
def _checked_yaml(head: str) -> tuple[bool, tuple[Diagnostic, ...]]:
    """Return whether the YAML is a mapping that PyYAML can read, and notes about what is wrong with it."""
    frontmatter = split_frontmatter(head)
    if frontmatter is None:
        return False, ()
    node, problems = read_yaml(head, frontmatter.metadata)
    notes = tuple(replace(problem, severity=Severity.INFORMATION) for problem in problems)
    if notes or not isinstance(node, MappingNode):
        return False, notes
    typed = tuple(_typed(node, is_key=False))
    bad_values = (_bad_value(value, is_key=is_key) for value, is_key in typed)
    note = next(filter(None, bad_values), None)
    if note is None and any(not isinstance(value, ScalarNode) for value, _ in typed):
        note = _load_yaml(head, frontmatter, node)[1]
    return note is None, () if note is None else (note,)


def _typed(node: Node, *, is_key: bool) -> Iterator[tuple[Node, bool]]:
    """Yield what is not plainly a text, list or mapping, from `node` on, each with whether it is a key."""
    if isinstance(node, ScalarNode):
        if node.tag != "str":
            yield node, is_key
        return
    if node.written_tag:
        yield node, is_key
    if isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.tag != "str":
                yield key, True
            if not isinstance(value, ScalarNode) or value.tag != "str":
                yield from _typed(value, is_key=False)
    else:
        for item in node.items:
            yield from _typed(item, is_key=False)


def _bad_value(node: Node, *, is_key: bool) -> Diagnostic | None:
    """Return the note that PyYAML can't read a scalar, which the tree alone does not tell."""
    if not isinstance(node, ScalarNode) or node.tag == "null" or _is_usual(node):
        return None
    if node.tag == "value" and is_key:  # as a key, ‘=’ is a text
        return None
    kind = Sentence("structured.true-or-false") if node.tag == "bool" else read_as(node)
    value, shown = node.value or "", short_value(node.value or "")
    if node.tag in {"int", "float"} and len(value) > _LONGEST_NUMBER:
        return _unreadable(node, Sentence("prompts.number-too-long", value=shown, most=_LONGEST_NUMBER))
    import yaml

    try:
        yaml.constructor.SafeConstructor().construct_object(yaml.ScalarNode(_STANDARD + node.tag, value))
    except ValueError as error:
        if node.tag == "timestamp":
            message = Sentence("prompts.unreadable-because", value=shown, kind=kind, reason=str(error))
            return _unreadable(node, message)
        return _unreadable(node, Sentence("prompts.unreadable-as", value=shown, kind=kind))
    except (*_BAD_VALUES, yaml.YAMLError):
        return _unreadable(node, Sentence("prompts.unreadable-as", value=shown, kind=kind))
    return None


def _is_usual(node: ScalarNode) -> bool:
    """Return whether a value is so usual that it can be read; for that PyYAML is not loaded."""
    value = node.value or ""
    if node.written_tag:
        return False
    if node.tag == "int":
        return _is_integer(value) is not None
    if node.tag == "float":
        return _is_float(value) is not None
    if node.tag == "timestamp" and _is_date(value):
        try:
            return bool(date.fromisoformat(value[:10]))
        except ValueError:  # not in the calendar
            return False
    return node.tag == "bool"


def _unreadable(node: ScalarNode, message: str) -> Diagnostic:
    return Diagnostic("yaml-value", Severity.INFORMATION, node.span, message)


def _load_yaml(
    head: str, frontmatter: Frontmatter, node: Node | None = None
) -> tuple[Metadata, Diagnostic | None]:
    """Return YAML metadata as PyYAML's values, with a note at `node` where it can't read a value."""
    import yaml
    from frontmatter.default_handlers import YAMLHandler

    try:
        values = YAMLHandler().load(frontmatter.metadata.of(head))
    except (*_BAD_VALUES, yaml.YAMLError) as error:
        reason = str(error).partition("\n")[0][:200]
        message = Sentence("prompts.value-unreadable", reason=reason)
        span = frontmatter.metadata if node is None else node.span
        return _NONE, Diagnostic("yaml-value", Severity.INFORMATION, span, message)
    return (MappingProxyType(values) if isinstance(values, dict) else _NONE), None


@lru_cache(maxsize=32)
def _yaml(head: str) -> Metadata:
    """Return YAML metadata as PyYAML's values; only for who shows them, as they are composed once more."""
    is_readable, _ = _checked_yaml(head)
    frontmatter = split_frontmatter(head)
    return _load_yaml(head, frontmatter)[0] if is_readable and frontmatter is not None else _NONE


@lru_cache(maxsize=32)
def _toml(head: str) -> tuple[Metadata, tuple[Diagnostic, ...]]:
    import tomllib

    from editor_app.structured.toml_reader import read_toml

    frontmatter = split_frontmatter(head)
    assert frontmatter is not None
    values, problems = read_toml(head, frontmatter.metadata, tomllib.loads)
    notes = tuple(replace(problem, severity=Severity.INFORMATION) for problem in problems)
    return MappingProxyType(values), notes


@lru_cache(maxsize=32)
def _as_yaml(head: str) -> tuple[Fix, ...]:
    """Return the fix that writes the TOML of `head` as YAML, none where anything would be lost by it.

    Comments would; so would a time of day, which YAML has not, and characters that its writer changes.
    """
    frontmatter = split_frontmatter(head)
    if frontmatter is None or len(head) > _LONGEST_REWRITTEN or "#" in head:
        return ()
    values = read_metadata(head)
    if not values:
        return ()
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    try:
        written = yaml.dump(dict(values), Dumper=dumper, sort_keys=False, allow_unicode=True)
    except (*_BAD_VALUES, yaml.YAMLError):  # such as a time of day
        return ()
    mark = FrontmatterFormat.YAML.mark
    edits = (
        Edit(Span(0, len(mark)), mark),
        Edit(frontmatter.metadata, written),
        Edit(Span(frontmatter.closing.start, frontmatter.closing.start + len(mark)), mark),
    )
    is_same = _is_same(dict(values), dict(read_metadata(apply_edits(head, edits))))
    return (Fix(Sentence("prompts.write-as-yaml"), edits),) if is_same else ()


def _is_same(value: object, other: object) -> bool:
    """Return whether two values of metadata are equal and of the same types, in the same order."""
    if type(value) is not type(other):
        return False
    if isinstance(value, dict) and isinstance(other, dict):
        return list(value) == list(other) and all(map(_is_same, value.values(), other.values()))
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_is_same, value, other))
    if isinstance(value, float | datetime):
        return repr(value) == repr(other)  # also of NaN, of zero with its sign, and of a time's zone
    return value == other
