"""The edits of the insert buttons: a tag, or a condition round a selection."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.template.braces import stays_tag
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template, parse
from editor_app.text import Edit, Span, line_end, line_start

_BLANKS = " \t"


def insert_tag(dialect: Dialect, name: str) -> str:
    """Return the tag that inserts `name` (in brackets "type:name")."""
    return f"{{{{{name}}}}}" if dialect is Dialect.BRACES else f"[{name}]"


def literal_edits(template: Template, span: Span) -> Iterator[Edit]:
    """Yield the edits that make a tag at `span` literal text; a bracket's name can hold brackets, too.

    In braces none where a backslash is before the tag, which another one would change.
    """
    source, start = template.source, span.start - template.offset
    if template.dialect is Dialect.BRACES:
        if not source.endswith("\\", 0, start):
            yield Edit(Span(span.start, span.start), "\\")
        return
    for offset, character in enumerate(span.shifted(-template.offset).of(source), span.start):
        if character == "[":
            yield Edit(Span(offset, offset + 1), "[literal:[]")


def wrap_in_condition(
    source: str, span: Span, dialect: Dialect, name: str, negated: bool
) -> tuple[Edit, ...]:
    """Return the edits that put a condition on `name` round `span`.

    The selection grows to whole tags and whole conditions. In braces, lines
    selected with their newline get the condition's tags on lines of their own.
    """
    template = parse(source, dialect)
    span = _grown(template, span)
    if dialect is Dialect.BRACKETS:
        return _round(_outside_open_ended(template, span), f"[if {'!' if negated else ''}{name}]", "[endif]")
    word = "unless" if negated else "if"
    opener, closer = f"{{{{#{word} {name}}}}}", f"{{{{/{word}}}}}"
    if "\n" in span.of(source):
        lines = _lines(source, span)
        if lines:
            first = lines.of(source)
            indent = first[: len(first) - len(first.lstrip(_BLANKS))]
            at_line_start = source.endswith("\n", 0, lines.end)
            closing = f"{indent}{closer}\n" if at_line_start else f"\n{indent}{closer}"
            return _round(lines, f"{indent}{opener}\n", closing)
    span = _outside_open_ended(template, span)
    closing = stays_tag(closer, source, span.end) if span.length else closer
    return _round(span, stays_tag(opener, source, span.start), closing)


def unwrap_condition(template: Template, offset: int) -> tuple[Edit, ...]:
    """Return the edits that take the innermost condition around an offset away; none where there is none.

    Of two sides, that of the offset stays. A line of braces with only a tag goes with its newline, as in what
    is rendered.
    """
    around = (one for one in reversed(template.conditions) if one.opening.start <= offset <= one.closing.end)
    condition = next(around, None)
    if condition is None:
        return ()
    opening, closing = _with_line(template, condition.opening), _with_line(template, condition.closing)
    if condition.otherwise is None:
        return Edit(opening, ""), Edit(closing, "")
    otherwise = _with_line(template, condition.otherwise)
    if offset <= condition.otherwise.start:
        return Edit(opening, ""), Edit(Span(otherwise.start, closing.end), "")
    return Edit(Span(opening.start, otherwise.end), ""), Edit(closing, "")


def _with_line(template: Template, tag: Span) -> Span:
    """Return a tag's span, or that of its line with the newline where the line holds nothing else."""
    source, (start, end) = template.source, tag.shifted(-template.offset)
    first, last = line_start(source, start), line_end(source, end)
    beside = source[first:start] + source[end:last]
    if template.dialect is Dialect.BRACKETS or beside.strip(_BLANKS):
        return tag
    return Span(first, min(last + 1, len(source))).shifted(template.offset)


def _round(span: Span, opening: str, closing: str) -> tuple[Edit, ...]:
    return Edit(Span(span.start, span.start), opening), Edit(Span(span.end, span.end), closing)


def _lines(source: str, span: Span) -> Span | None:
    """Return the span of the whole lines that a selection covers, blanks aside; None if it covers a part."""
    start, end = line_start(source, span.start), line_end(source, span.end)
    if source[start : span.start].strip(_BLANKS):
        return None
    if source.endswith("\n", 0, span.end):
        return Span(start, span.end)
    return None if source[span.end : end].strip(_BLANKS) else Span(start, end)


def _grown(template: Template, span: Span) -> Span:
    """Return the selection, extended to every tag and condition that it cuts through."""
    start, end = span
    for tag in template.tags_between(start, max(end, start + 1)):
        if tag.span.start < end:
            start, end = min(start, tag.span.start), max(end, tag.span.end)
    for condition in template.conditions:
        tags = (condition.opening, condition.otherwise or condition.opening, condition.closing)
        inside = [start <= tag.start and tag.end <= end for tag in tags]
        if any(inside) and not all(inside):
            start, end = min(start, condition.opening.start), max(end, condition.closing.end)
    return Span(start, end)


def _outside_open_ended(template: Template, span: Span) -> Span:
    """Return the span, its ends moved out of unclosed comments and names, which would absorb a tag."""
    start, end = span
    for unclosed in template.open_ended:
        if unclosed.start < start <= unclosed.end:
            start = unclosed.start
        if unclosed.start < end <= unclosed.end:
            end = unclosed.start
    return Span(start, end)
