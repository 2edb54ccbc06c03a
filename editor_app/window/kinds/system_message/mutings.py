"""Which blocks were muted one after the other, so that Ctrl+Z in the tree can take that back."""

from __future__ import annotations

from typing import Final, NamedTuple

Muted = frozenset[str]
_NEVER: Final = -1


class _Step(NamedTuple):
    before: Muted
    after: Muted


class Mutings:
    """The mutings of a message since its text was last changed; a change of the text is taken back first."""

    def __init__(self) -> None:
        """Have none."""
        self._revision = _NEVER
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    def note(self, revision: int, before: Muted, after: Muted) -> None:
        """Remember what was muted at a revision of the text, before something was done and after it."""
        if revision != self._revision:
            self._done.clear()
        self._revision = revision
        self._undone.clear()
        if before != after:
            self._done.append(_Step(before, after))

    def undo_to(self, revision: int, muted: Muted) -> Muted | None:
        """Return what is muted with the last step taken back; None if something else came after it."""
        is_last = revision == self._revision and self._done and self._done[-1].after == muted
        return self._done[-1].before if is_last else None

    def redo_to(self, revision: int, muted: Muted) -> Muted | None:
        """Return what is muted with the step made again that was taken back last; None if there is none."""
        is_next = revision == self._revision and self._undone and self._undone[-1].before == muted
        return self._undone[-1].after if is_next else None

    def undo(self) -> None:
        """Remember that the last step was taken back."""
        self._undone.append(self._done.pop())

    def redo(self) -> None:
        """Remember that a step was made again."""
        self._done.append(self._undone.pop())
