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
    Sentence,
    Severity,
    Span,
    in_file_order,
    meant,
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
    message = Sentence(
        "chats.not-utf-8",
        line=LineIndex(decoded.text).position(start).line,
        number=at + 1,
        byte=f"{data[at]:02x}",
    )
    span = Span(start, min(start + 1, len(decoded.text)))
    return Diagnostic(
        "ENCODING_ERROR", Severity.ERROR, span, message, {"suggestion": Sentence("prompts.save-as-utf-8")}
    )


def _size(text: MessageText) -> Iterator[Diagnostic]:
    if len(text.source) >= MOST_BYTES:
        message = Sentence("chats.too-large-to-send", most=MOST_BYTES)
        yield Diagnostic("large-message", Severity.ERROR, Span(0, 0), message)


def _role(text: MessageText) -> Iterator[Diagnostic]:
    line = text.parts.role_line
    if line is None or text.role is None:
        span = line.span if line is not None else Span(0, min(text.parts.header.end, 1))
        message = Sentence("chats.no-role")
        fixes = [Fix(Sentence("chats.add-role", role=role), role_edits(text, role)) for role in ROLES]
        yield Diagnostic("no-role", Severity.ERROR, span, message, {}, tuple(fixes))
    elif text.role not in ROLES:
        near = nearest(text.role, ROLES)
        message = Sentence("chats.unknown-role", role=text.role, near=meant(near))
        fixes = [
            Fix(Sentence("chats.change-to-role", role=role), role_edits(text, role)) for role in near or ROLES
        ]
        args = {"role": text.role, "nearest": near[0] if near else ""}
        yield Diagnostic("unknown-role", Severity.ERROR, line.value, message, args, tuple(fixes))
    yield from _unseparated_role(text)
    for second in text.parts.lines:
        if second.is_role and second is not line and line is not None:
            message = Sentence("chats.second-role", role=text.role or Sentence("chats.none"))
            fix = Fix(Sentence("chats.remove-line"), tuple(edits_without(text, [second])))
            yield Diagnostic("second-role", Severity.WARNING, second.span, message, {}, (fix,))


def _unseparated_role(text: MessageText) -> Iterator[Diagnostic]:
    """Yield that no line of `;` alone stands between the metadata and the role."""
    line = text.parts.role_line
    place = text.parts.lines.index(line) if line is not None else 0
    if line is None or not place or line.sort is not HeaderSort.MARKED or not text.parts.lines[place - 1].key:
        return
    start = line.span.start
    message = Sentence("chats.unseparated-role", mark=MARK)
    fix = Fix(Sentence("chats.separate", mark=MARK), (Edit(Span(start, start), f"{MARK}\n"),))
    yield Diagnostic("unseparated-role", Severity.INFORMATION, line.span, message, {}, (fix,))


def _separator(text: MessageText) -> Iterator[Diagnostic]:
    if text.parts.has_separator or not text.parts.lines:
        return  # what has no header at all gets it with its role
    end = text.parts.header.end
    message = Sentence("chats.no-separator")
    edit = Edit(Span(end, text.parts.content.start), SEPARATOR)
    fix = Fix(Sentence("chats.end-header"), (edit,))
    yield Diagnostic("no-separator", Severity.ERROR, Span(end, end), message, {}, (fix,))


def _lines(text: MessageText) -> Iterator[Diagnostic]:
    html = [line for line in text.parts.lines if line.sort is HeaderSort.HTML]
    if html:
        span = Span(html[0].span.start, html[-1].span.end)
        message = Sentence("chats.html-header")
        yield Diagnostic("html-header", Severity.WARNING, span, message, {}, _without_comment(text, html))
    for line in text.parts.lines:
        if line.sort is HeaderSort.BARE:
            message = Sentence("chats.bare-line")
            fix = Fix(Sentence("chats.begin-with-mark"), (_marked(text, line),))
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
    return (Fix(Sentence("chats.make-header"), (*edits, *edits_without(text, gone))),)


def _second_fields(text: MessageText) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for line in text.parts.lines:
        if line.key.lower() in seen:
            message = Sentence("chats.second-field", name=line.key)
            fix = Fix(Sentence("chats.remove-line"), tuple(edits_without(text, [line])))
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
    message = Sentence("chats.missing-metadata", names=missing)
    added = {name: value_for_new(name, text.role, now) for name in missing}
    fix = Fix(Sentence("chats.add-missing"), field_edits(text, {**text.metadata, **added}))
    span = Span(0, text.parts.lines[0].span.end)
    yield Diagnostic("missing-metadata", severity, span, message, {"fields": ", ".join(missing)}, (fix,))
