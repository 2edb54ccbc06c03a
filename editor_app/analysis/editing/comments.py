"""Lines of a file turned into comments, and back: by `#` in data and metadata, as tags in braces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.template.dialect import Dialect
from editor_app.text import Edit, Span
from editor_app.text.editing.selection_edits import SelectionEdits, lines_changed

_SHORT: Final = ("{{! ", " }}")
_LONG: Final = ("{{!-- ", " --}}")


def comments_toggled(analysis: Analysis, text: str, selections: Sequence[Span]) -> SelectionEdits | None:
    """Make the lines of selections comments, or text again where all are; None where no comment can stand.

    Of `analysis` only the kind and, near enough, where its metadata ends have to be of the text of now.
    """
    form, start = analysis.row.form, selections[0].start if selections else 0
    head = analysis.frontmatter
    in_data = form.is_data or (head is not None and start < head.body.start)
    if form.is_data and text.lstrip()[:1] in {"{", "["}:  # JSON has none
        return None
    if in_data:
        return lines_changed(text, selections, _toggle_data)
    return lines_changed(text, selections, _toggle_tags) if form.dialect is Dialect.BRACES else None


def _toggle_data(text: str, lines: Sequence[Span]) -> list[Edit]:
    inner = _without_indents(text, lines)
    if all(text.startswith("#", line.start) for line in inner):
        widths = (2 if text.startswith("# ", line.start) else 1 for line in inner)
        return [
            Edit(Span(line.start, line.start + width), "") for line, width in zip(inner, widths, strict=True)
        ]
    starts = [line.start for line in lines if line.of(text).strip()]
    column = min(line.start - start for line, start in zip(inner, starts, strict=True))
    return [Edit(Span(start + column, start + column), "# ") for start in starts]


def _toggle_tags(text: str, lines: Sequence[Span]) -> list[Edit]:
    inner = _without_indents(text, lines)
    marks = [_marks_of(line.of(text)) for line in inner]
    edits: list[Edit] = []
    if all(marks):
        for line, (opening, closing) in zip(inner, filter(None, marks), strict=True):
            edits += (
                Edit(Span(line.start, line.start + opening), ""),
                Edit(Span(line.end - closing, line.end), ""),
            )
        return edits
    for line, mark in zip(inner, marks, strict=True):
        words = line.of(text)
        if mark is None and "--}}" not in words:  # which would end the comment amid the line
            opener, closer = _LONG if "}}" in words else _SHORT
            edits += Edit(Span(line.start, line.start), opener), Edit(Span(line.end, line.end), closer)
    return edits


def _marks_of(words: str) -> tuple[int, int] | None:
    """Return how long the marks of a line are that is one comment, None for any other."""
    for opener, closer in (_LONG, _SHORT):
        bare_opener, bare_closer = opener.rstrip(), closer.lstrip()
        inside = words[len(bare_opener) : -len(bare_closer)]
        if (
            words.startswith(bare_opener)
            and words.endswith(bare_closer)
            and len(words) >= len(bare_opener) + len(bare_closer)
            and bare_closer not in inside
        ):
            has_room = len(words) >= len(opener) + len(closer)
            first = len(opener) if has_room and words.startswith(opener) else len(bare_opener)
            return first, len(closer) if has_room and words.endswith(closer) else len(bare_closer)
    return None


def _without_indents(text: str, lines: Sequence[Span]) -> list[Span]:
    """Return the lines that are not blank, without the blanks around their words."""
    words = ((line, line.of(text)) for line in lines)
    return [
        Span(line.start + len(inside) - len(inside.lstrip()), line.start + len(inside.rstrip()))
        for line, inside in words
        if inside.strip()
    ]
