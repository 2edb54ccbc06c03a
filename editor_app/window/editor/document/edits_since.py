"""Where things of an older text stand now."""

from __future__ import annotations

from editor_app.text import Edit, Span


class EditsSince:
    """The edits made since something was known, so that it can be shown in its place meanwhile."""

    __slots__ = ("_edits",)

    def __init__(self) -> None:
        """Begin with none."""
        self._edits: list[Edit] = []

    def __bool__(self) -> bool:
        return bool(self._edits)

    def clear(self) -> None:
        """Begin anew: what is known is of the text of now."""
        self._edits.clear()

    def add(self, edit: Edit) -> None:
        """Note an edit of the text."""
        self._edits.append(edit)

    def now(self, offset: int) -> int:
        """Return where an old offset stands now."""
        for (start, end), text in self._edits:
            if offset >= end:
                offset += len(text) - (end - start)
            elif offset > start:
                offset = min(offset, start + len(text))
        return offset

    def then(self, offset: int) -> int:
        """Return about where an offset of now stood."""
        for (start, end), text in reversed(self._edits):
            if offset >= start + len(text):
                offset -= len(text) - (end - start)
            elif offset > start:
                offset = min(offset, end)
        return offset

    def span_now(self, span: Span) -> Span:
        """Return where an old span stands now."""
        return Span(self.now(span.start), self.now(span.end)) if self._edits else span
