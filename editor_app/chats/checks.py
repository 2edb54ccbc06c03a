"""The problems of a message file, each with its place and, where an edit helps, a fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Final
from uuid import uuid4

from editor_app.chats.reading import (
    MessageText,
    edits_without,
    field_edits,
    role_edits,
    separator_edit,
    value_edit,
)
from editor_app.text import (
    Decoded,
    Diagnostic,
    Edit,
    Fix,
    LineIndex,
    Severity,
    Span,
    did_you_mean,
    in_file_order,
    nearest,
)
from editor_app.text.message_parts import MARK, UUID_KEY, HeaderLine, HeaderSort, is_uuid
from editor_app.text.readable_json import utc_text

ROLES: Final = ("user", "assistant", "system")
FIELDS: Final = (UUID_KEY, "Component", "Version", "Description", "Language", "Created-at", "Authors")
MOST_BYTES: Final = 5_000_000
"""A message file of so many bytes, or characters, is too large."""

_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)


def problems_of(text: MessageText, now: datetime | None = None) -> tuple[Diagnostic, ...]:
    """Return the problems of a message file's text, in file order; fixes write `now`, where it is known."""
    return in_file_order(
        [
            *_size(text),
            *_role(text),
            *_separator(text),
            *_lines(text),
            *_fields(text, now),
            *_missing(text, now),
        ]
    )


def encoding_problem(data: bytes, decoded: Decoded) -> Diagnostic:
    """Return the problem of a file that is not in its encoding."""
    at = decoded.bad_byte or 0
    offset = decoded.text.find("\ufffd")
    start = max(offset, 0)
    message = (
        f"The file is not UTF-8: byte {at + 1} is 0x{data[at]:02x}, "
        f"on line {LineIndex(decoded.text).position(start).line}."
    )
    span = Span(start, min(start + 1, len(decoded.text)))
    return Diagnostic(
        "ENCODING_ERROR", Severity.ERROR, span, message, {"suggestion": "Save the file as UTF-8."}
    )


def values_for_new(role: str | None, now: datetime | None) -> dict[str, Callable[[], str]]:
    """Return what gives the value of each field that can be known without asking."""
    known: dict[str, Callable[[], str]] = {
        UUID_KEY: lambda: str(uuid4()),
        "Component": lambda: f"{(role if role in ROLES else 'user').capitalize()}Message",
        "Version": lambda: "1.0.0",
        "Language": lambda: "markdown",
    }
    return known if now is None else {**known, "Created-at": lambda: utc_text(now)}


def is_time(text: str) -> bool:
    """Whether a text is an RFC 3339 date-time with its zone."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    year, month, day, hour, minute, second, zone_hour, zone_minute = (
        int(part or 0) for part in found.groups()
    )
    try:
        date(year, month, day)
    except ValueError:
        return False
    return hour < 24 and minute < 60 and second <= 60 and zone_hour < 24 and zone_minute < 60


_CHECKS: Final[Mapping[str, tuple[Callable[[str], bool], str]]] = {
    UUID_KEY: (is_uuid, "a UUID, such as 32d9afc7-aeac-4a67-ba94-0c92678604a1"),
    "Version": (lambda text: _VERSION.fullmatch(text) is not None, "three numbers, such as 1.0.0"),
    "Created-at": (is_time, "a date and time with its zone, such as 2026-03-04T12:00:00Z"),
}
_KNOWN: Final = {field.lower(): field for field in FIELDS}


def _size(text: MessageText) -> Iterator[Diagnostic]:
    if len(text.source) >= MOST_BYTES:
        message = f"This message is too large to be sent: a message file has less than {MOST_BYTES:,} bytes."
        yield Diagnostic("large-message", Severity.ERROR, Span(0, 0), message)


def _role(text: MessageText) -> Iterator[Diagnostic]:
    line = text.parts.role_line
    if line is None or text.role is None:
        span = line.span if line is not None else Span(0, min(text.parts.header.end, 1))
        message = "This message has no role. Add a line such as ‘; role: user’ to its header."
        fixes = [Fix(f"Add the role {role}", role_edits(text, role)) for role in ROLES]
        yield Diagnostic("no-role", Severity.ERROR, span, message, {}, tuple(fixes))
    elif text.role not in ROLES:
        meant = nearest(text.role, ROLES)
        message = (
            f"‘{text.role}’ is no role; a message is from user, assistant or system.{did_you_mean(meant)}"
        )
        fixes = [Fix(f"Change it to {role}", role_edits(text, role)) for role in meant or ROLES]
        args = {"role": text.role, "nearest": meant[0] if meant else ""}
        yield Diagnostic("unknown-role", Severity.ERROR, line.value, message, args, tuple(fixes))
    yield from _unseparated_role(text)
    for second in text.parts.lines:
        if second.is_role and second is not line and line is not None:
            message = f"The role is given twice; the first line counts: {text.role or 'none'}."
            fix = Fix("Remove this line", tuple(edits_without(text, [second])))
            yield Diagnostic("second-role", Severity.WARNING, second.span, message, {}, (fix,))


def _unseparated_role(text: MessageText) -> Iterator[Diagnostic]:
    """Yield that no line of `;` alone stands between the metadata and the role."""
    line, before = text.parts.role_line, None
    for one in text.parts.lines:
        if one is line:
            break
        before = one
    if line is None or before is None or line.sort is not HeaderSort.MARKED or not before.key:
        return
    at = line.span.start
    message = f"A line of ‘{MARK}’ alone separates the role from the metadata above; there is none."
    fix = Fix(f"Put a line of ‘{MARK}’ before it", (Edit(Span(at, at), f"{MARK}\n"),))
    yield Diagnostic("unseparated-role", Severity.INFORMATION, line.span, message, {}, (fix,))


def _separator(text: MessageText) -> Iterator[Diagnostic]:
    if text.parts.has_separator or not text.parts.lines:
        return  # what has no header at all gets it with its role
    end = text.parts.header.end
    message = "Nothing ends the header: two empty lines, and no fewer, stand between it and the content."
    fix = Fix("Put two empty lines behind the header", (separator_edit(text),))
    yield Diagnostic("no-separator", Severity.ERROR, Span(end, end), message, {}, (fix,))


def _lines(text: MessageText) -> Iterator[Diagnostic]:
    html = [line for line in text.parts.lines if line.sort is HeaderSort.HTML]
    if html:
        span = Span(html[0].span.start, html[-1].span.end)
        message = "This header is an HTML comment; its lines should begin with ‘;’ instead."
        yield Diagnostic("html-header", Severity.WARNING, span, message, {}, _without_comment(text, html))
    for line in text.parts.lines:
        if line.sort is not HeaderSort.BARE:
            continue
        start = line.span.start
        message = "This line of the header does not begin with ‘;’."
        fix = Fix("Put ‘;’ before it", (Edit(*_marked(text, line)),))
        yield Diagnostic(
            "bare-header-line", Severity.WARNING, Span(start, line.span.end), message, {}, (fix,)
        )


def _marked(text: MessageText, line: HeaderLine) -> tuple[Span, str]:
    """Return where to put what makes a line one of the header, and what."""
    start = line.span.start
    written = line.span.of(text.source)
    spaces = len(written) - len(written.lstrip(" \t"))
    if written[spaces:].startswith(MARK):
        return Span(start, start + spaces), ""
    is_bare_uuid = line.key == UUID_KEY and is_uuid(written.strip(" \t"))
    return Span(start, start + spaces), f"{MARK} {UUID_KEY}: " if is_bare_uuid else f"{MARK} "


def _without_comment(text: MessageText, lines: list[HeaderLine]) -> tuple[Fix, ...]:
    """Return the fix that makes each line of an HTML comment one of the header, and drops its marks."""
    edits: list[Edit] = []
    gone: list[HeaderLine] = []
    for line in lines:
        inner = line.span.of(text.source).strip(" \t").removeprefix("<!--").removesuffix("-->").strip(" \t")
        if inner:
            edits.append(Edit(line.span, inner if inner.startswith(MARK) else f"{MARK} {inner}"))
        else:
            gone.append(line)
    if len(gone) == len(text.parts.lines):
        return ()
    return (Fix("Make it a header of lines with ‘;’", (*edits, *edits_without(text, gone))),)


def _fields(text: MessageText, now: datetime | None) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for line in text.parts.lines:
        if not line.key or line.is_role:
            continue
        name = _KNOWN.get(line.key.lower())
        value = text.value_of(line).strip(" \t")
        if line.key.lower() in seen:
            message = f"‘{line.key}’ is given twice; the first counts."
            fix = Fix("Remove this line", tuple(edits_without(text, [line])))
            yield Diagnostic(
                "second-field", Severity.WARNING, line.span, message, {"field": line.key}, (fix,)
            )
            continue
        seen.add(line.key.lower())
        if name is None:
            continue
        fixes = _value_fixes(text, line, name, now)
        if not value:
            message = f"‘{name}’ has no value."
            yield Diagnostic("blank-field", Severity.WARNING, line.span, message, {"field": name}, fixes)
        elif name in _CHECKS and not _CHECKS[name][0](value):
            message = f"‘{name}’ is not {_CHECKS[name][1]}."
            yield Diagnostic("invalid-field", Severity.WARNING, line.value, message, {"field": name}, fixes)


def _value_fixes(text: MessageText, line: HeaderLine, name: str, now: datetime | None) -> tuple[Fix, ...]:
    make = values_for_new(text.role, now).get(name)
    if make is None:
        return ()
    titles = {UUID_KEY: "Give it a new UUID", "Created-at": "Set it to now"}
    value = make()
    return (Fix(titles.get(name, f"Set it to {value}"), (value_edit(text, line, value),)),)


def _missing(text: MessageText, now: datetime | None) -> Iterator[Diagnostic]:
    lines = text.parts.lines
    if not lines:
        return
    given = {line.key.lower() for line in lines}
    missing = [name for name in FIELDS if name.lower() not in given]
    if not missing:
        return
    has_role_only = not any(line.key and not line.is_role for line in lines)
    severity = Severity.INFORMATION if has_role_only else Severity.WARNING
    message = f"The header has no {_listed(missing)}."
    makers = values_for_new(text.role, now)
    added = {name: makers[name]() if name in makers else "" for name in missing}
    fix = Fix("Add what is missing", field_edits(text, {**text.metadata, **added}))
    span = Span(0, lines[0].span.end)
    yield Diagnostic("missing-metadata", severity, span, message, {"fields": ", ".join(missing)}, (fix,))


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
