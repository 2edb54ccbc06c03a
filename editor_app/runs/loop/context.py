"""How many tokens the context has: the last reported total, and what was stored since."""

from __future__ import annotations

from editor_app.runs.counting import CountText
from editor_app.runs.model.session import Counting
from editor_app.text.tokens import byte_length


class Context:
    """The tokens in the context as a run goes on."""

    __slots__ = ("_added", "_base", "_bytes", "_count", "_counted", "_counting", "_waiting", "is_counted")

    def __init__(self, counting: Counting, count: CountText, total: int | None = None) -> None:
        """Begin with the total that was reported before the run, None where there was none."""
        self._counting = counting
        self._count = count
        self.restart(total)

    def restart(self, total: int | None) -> None:
        """Take a reported total, which all before is in; None where nothing is known."""
        self._base = total or 0
        self._counted = 0
        self._bytes = 0
        self.is_counted = False  # whether no report has a number for something in it
        self._waiting: list[str] = []
        self._added: list[str] = []

    def add(self, *texts: str) -> None:
        """Take what was stored; it counts from the next `settle` on."""
        self._added += texts

    def settle(self) -> None:
        """Let count what was added: a check begins."""
        self._waiting += self._added
        self.is_counted = self.is_counted or any(self._added)
        if self._counting is Counting.NEAR_LIMIT:
            self._bytes += sum(map(byte_length, self._added))
        self._added.clear()

    def tokens(self) -> int:
        """Return the tokens, counting what was not counted yet, or with EVERY all of it again."""
        counted = sum(map(self._count, self._waiting))
        if self._counting is Counting.EVERY:
            return self._base + counted
        self._counted += counted
        self._bytes = 0
        self._waiting.clear()
        return self._base + self._counted

    def known_tokens(self) -> int | None:
        """Return the tokens, None where they are counted only when a threshold is near."""
        return None if self._counting is Counting.NEAR_LIMIT and self._waiting else self.tokens()

    def between(self) -> tuple[int, int]:
        """Return what the tokens lie between, for a text has no more tokens than bytes."""
        known = self._base + self._counted
        return known, known + self._bytes
