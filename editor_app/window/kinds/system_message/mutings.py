"""The history of muted blocks, so that Ctrl+Z in the block tree can undo a mute."""

from __future__ import annotations

from typing import Final, NamedTuple

Muted = frozenset[str]
_NEVER: Final = -1


class _Step(NamedTuple):
    before: Muted
    after: Muted


class Mutings:
    """The undo steps of muting since the text of a system message changed; text edits are undone first."""

    def __init__(self) -> None:
        """Start with no steps."""
        self._revision = _NEVER
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    def note(self, revision: int, before: Muted, after: Muted) -> None:
        """Record a step: the muted blocks `before` and `after`, at a revision of the text."""
        if revision != self._revision:
            self._done.clear()
        self._revision = revision
        self._undone.clear()
        if before != after:
            self._done.append(_Step(before, after))

    def undo_to(self, revision: int, muted: Muted) -> Muted | None:
        """Return the muted blocks with the last step undone; None if nothing can be undone here."""
        is_last = revision == self._revision and self._done and self._done[-1].after == muted
        return self._done[-1].before if is_last else None

    def redo_to(self, revision: int, muted: Muted) -> Muted | None:
        """Return the muted blocks with the last undone step redone; None if there is none."""
        is_next = revision == self._revision and self._undone and self._undone[-1].before == muted
        return self._undone[-1].after if is_next else None

    def undo(self) -> None:
        """Record that the last step was undone."""
        self._undone.append(self._done.pop())

    def redo(self) -> None:
        """Record that a step was redone."""
        self._done.append(self._undone.pop())
