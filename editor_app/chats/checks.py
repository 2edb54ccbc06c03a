"""The problems of a message file, each with its place and, where an edit helps, a fix."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from editor_app.chats.header_table import FIELDS, HEADER, ROLES, HeaderReader, value_for_new
from editor_app.chats.reading import MessageText, edits_without, field_edits, role_edits
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
from editor_app.text.message_parts import MARK, SEPARATOR, UUID_KEY, HeaderLine, HeaderSort, is_uuid

MOST_BYTES: Final = 5_000_000
"""A message file of so many bytes, or characters, is too large."""


def problems_of(text: MessageText, now: datetime | None = None) -> tuple[Diagnostic, ...]:
    """Return the problems of a message file's text, in file order; fixes write `now`, where it is known."""
    return in_file_order(
        [
            *_size(text),
            *_role(text),
            *_separator(text),
            *_lines(text),
            *_second_fields(text),
            *_fields(text, now),
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
    line = text.parts.role_line
    place = text.parts.lines.index(line) if line is not None else 0
    if line is None or not place or line.sort is not HeaderSort.MARKED or not text.parts.lines[place - 1].key:
        return
    start = line.span.start
    message = f"A line of ‘{MARK}’ alone separates the role from the metadata above; there is none."
    fix = Fix(f"Put a line of ‘{MARK}’ before it", (Edit(Span(start, start), f"{MARK}\n"),))
    yield Diagnostic("unseparated-role", Severity.INFORMATION, line.span, message, {}, (fix,))


def _separator(text: MessageText) -> Iterator[Diagnostic]:
    if text.parts.has_separator or not text.parts.lines:
        return  # what has no header at all gets it with its role
    end = text.parts.header.end
    message = "Nothing ends the header: two empty lines, and no fewer, stand between it and the content."
    edit = Edit(Span(end, text.parts.content.start), SEPARATOR)
    fix = Fix("Put two empty lines behind the header", (edit,))
    yield Diagnostic("no-separator", Severity.ERROR, Span(end, end), message, {}, (fix,))


def _lines(text: MessageText) -> Iterator[Diagnostic]:
    html = [line for line in text.parts.lines if line.sort is HeaderSort.HTML]
    if html:
        span = Span(html[0].span.start, html[-1].span.end)
        message = "This header is an HTML comment; its lines should begin with ‘;’ instead."
        yield Diagnostic("html-header", Severity.WARNING, span, message, {}, _without_comment(text, html))
    for line in text.parts.lines:
        if line.sort is HeaderSort.BARE:
            message = "This line of the header does not begin with ‘;’."
            fix = Fix("Put ‘;’ before it", (_marked(text, line),))
            yield Diagnostic("bare-header-line", Severity.WARNING, line.span, message, {}, (fix,))


def _marked(text: MessageText, line: HeaderLine) -> Edit:
    """Return the edit that makes a line one of the header."""
    written = line.span.of(text.source)
    start, stripped = line.span.start, written.lstrip(" \t")
    spaces = Span(start, start + len(written) - len(stripped))
    if stripped.startswith(MARK):
        return Edit(spaces, "")
    is_bare_uuid = line.key == UUID_KEY and is_uuid(stripped.rstrip(" \t"))
    return Edit(spaces, f"{MARK} {UUID_KEY}: " if is_bare_uuid else f"{MARK} ")


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


def _second_fields(text: MessageText) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for line in text.parts.lines:
        if line.key.lower() in seen:
            message = f"‘{line.key}’ is given twice; the first counts."
            fix = Fix("Remove this line", tuple(edits_without(text, [line])))
            args = {"field": line.key}
            yield Diagnostic("second-field", Severity.WARNING, line.span, message, args, (fix,))
        elif line.key and not line.is_role:
            seen.add(line.key.lower())


def _fields(text: MessageText, now: datetime | None) -> Iterator[Diagnostic]:
    if not text.parts.lines:
        return
    problems: list[Diagnostic] = []
    header = HeaderReader(text, problems, now)
    header.values(HEADER)
    yield from problems
    missing = [name for name in FIELDS if name not in header.parts]
    if not missing:
        return
    severity = Severity.WARNING if header.parts else Severity.INFORMATION
    message = f"The header has no {_listed(missing)}."
    added = {name: value_for_new(name, text.role, now) for name in missing}
    fix = Fix("Add what is missing", field_edits(text, {**text.metadata, **added}))
    span = Span(0, text.parts.lines[0].span.end)
    yield Diagnostic("missing-metadata", severity, span, message, {"fields": ", ".join(missing)}, (fix,))


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
