"""Mapping offsets of an older text to the current one."""

from __future__ import annotations

from editor_app.text import Edit, Span


class EditsSince:
    """The edits since an analysis, to show its results in their places until the next one."""

    __slots__ = ("_edits",)

    def __init__(self) -> None:
        """Begin without edits."""
        self._edits: list[Edit] = []

    def __bool__(self) -> bool:
        return bool(self._edits)

    def clear(self) -> None:
        """Forget the edits: there is an analysis of the current text."""
        self._edits.clear()

    def add(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._edits.append(edit)

    def now(self, offset: int) -> int:
        """Return the current offset of an offset in the old text."""
        for (start, end), text in self._edits:
            if offset >= end:
                offset += len(text) - (end - start)
            elif offset > start:
                offset = min(offset, start + len(text))
        return offset

    def then(self, offset: int) -> int:
        """Return the offset in the old text of a current one, approximate inside edits."""
        for (start, end), text in reversed(self._edits):
            if offset >= start + len(text):
                offset -= len(text) - (end - start)
            elif offset > start:
                offset = min(offset, end)
        return offset

    def span_now(self, span: Span) -> Span:
        """Return the current span of a span in the old text."""
        return Span(self.now(span.start), self.now(span.end)) if self._edits else span
