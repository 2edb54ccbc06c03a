"""The messages one under the other: their places, and their texts laid out where they are in view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from editor_app.window.kinds.chat.conversation.heights import Growth, Heights, anchored
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kinds.chat.conversation.message_text import MessageText
from editor_app.window.kinds.chat.message_rows import MessageRow

_SLICE: Final = 8_000  # in the cost of `MessageText.measure_next`: some milliseconds
_ROUNDS: Final = 8  # exact heights may bring further messages into view


class MessageStack(Heights):
    """The messages of a chat in order; one may be in the live editor, with a height of its own."""

    def __init__(self, look: ConversationLook) -> None:
        """Begin without messages."""
        super().__init__()
        self.look = look
        self.items: list[MessageRow] = []
        self.texts: list[MessageText] = []
        self.live_index: int | None = None
        """The index of the message in the live editor."""
        self._live_height = 0
        self._indices: dict[Path, int] = {}
        self._next = 0
        self._painted: set[MessageText] = set()

    def show(self, items: Sequence[MessageRow], live_path: Path | None) -> None:
        """Take other messages, one in the live editor; those that were there keep what is known of them."""
        known = {item.path: text for item, text in zip(self.items, self.texts, strict=True)}
        self.items = list(items)
        self._indices = {item.path: index for index, item in enumerate(items)}
        self.texts = [self._text_for(item, known.get(item.path)) for item in items]
        self.live_index = self.index_of(live_path)
        self._estimate()

    def update(self, item: MessageRow) -> Growth:
        """Take another state of one message, and return what that changed."""
        index = self._indices[item.path]
        self.items[index] = item
        self.texts[index] = self._text_for(item, self.texts[index])
        self._next = min(self._next, index)
        return self._refresh(index)

    def take_look(self, look: ConversationLook) -> None:
        """Take other sizes; all heights are estimated anew."""
        self.look = look
        for text in self.texts:
            text.take_look(look)
        self._estimate()

    def set_live(self, index: int | None, height: int = 0) -> list[Growth]:
        """Let a message have the height of the live editor's text, or none with None."""
        changed = sorted({place for place in (self.live_index, index) if place is not None})
        self.live_index, self._live_height = index, height
        return [self._refresh(place) for place in changed]

    @property
    def live_path(self) -> Path | None:
        """The path of the message in the live editor."""
        return self.items[self.live_index].path if self.live_index is not None else None

    def index_of(self, path: Path | None) -> int | None:
        """Return the index of a message, None if it is not here."""
        return self._indices.get(path) if path is not None else None

    def text_top(self, index: int) -> int:
        """Return the top of a message's text, with the room above its first row."""
        return self.top(index) + self.look.heading

    def rows_top(self, index: int) -> int:
        """Return the top of the first row of a message's text."""
        return self.text_top(index) + self.look.padding

    def between(self, top: float, bottom: float) -> range:
        """Return the indices of the messages between two heights."""
        return range(self.at(top), self.at(max(bottom - 1, top)) + 1) if self.items else range(0)

    def painted_between(self, top: float, bottom: float) -> list[int]:
        """Return the indices of the messages between two heights that are not in the live editor."""
        live = self.live_index
        return [index for index in self.between(top, bottom) if index != live]

    def settle(self, top: int, bottom: int) -> list[Growth]:
        """Measure all between two heights, which move along with what grows above; return what changed."""
        growths: list[Growth] = []
        for _ in range(_ROUNDS):
            changes: list[Growth] = []
            for index in self.painted_between(top, bottom):
                rows_top = self.rows_top(index)
                measured = self.texts[index].measure_between(top - rows_top, bottom - rows_top)
                changes += self._applied(index, list(measured))
            if not changes:
                break
            height = bottom - top
            top = anchored(top, changes)
            bottom = top + height
            growths += changes
        return growths

    def measure_some(self) -> tuple[list[Growth], bool]:
        """Measure some lines that were not in view; return what changed, and whether more are left."""
        growths: list[Growth] = []
        cost, live = 0, self.live_index
        while self._next < len(self.items) and cost < _SLICE:
            text = self.texts[self._next]
            if text.is_measured or self._next == live:
                self._next += 1
                cost += 1
            else:
                growth, chunk_cost = text.measure_next()
                growths += self._applied(self._next, [growth])
                cost += chunk_cost
        return growths, self._next < len(self.items)

    def forget_layouts(self, top: int, bottom: int) -> None:
        """Drop the layouts of all that is not between two heights."""
        in_view = {self.texts[index]: self.rows_top(index) for index in self.painted_between(top, bottom)}
        for text in self._painted.difference(in_view):
            text.forget_layouts()
        for text, rows_top in in_view.items():
            text.forget_layouts((top - rows_top, bottom - rows_top))
        self._painted = set(in_view)

    def _text_for(self, item: MessageRow, known: MessageText | None) -> MessageText:
        return known if known is not None and known.text == item.text else MessageText(item.text, self.look)

    def _estimate(self) -> None:
        self._next = 0
        around = self.look.heading + self.look.padding + self.look.below
        self.set_heights(around + text.height for text in self.texts)
        if self.live_index is not None:
            self._refresh(self.live_index)

    def _refresh(self, index: int) -> Growth:
        look = self.look
        painted = look.padding + self.texts[index].height
        height = self._live_height if index == self.live_index else painted
        return self.change(index, look.heading + height + look.below)

    def _applied(self, index: int, changes: list[Growth]) -> list[Growth]:
        """Return changes of a text as those of the whole, once its height is corrected."""
        rows_top = self.rows_top(index)
        growths = [Growth(rows_top + growth.top, growth.by) for growth in changes if growth.by]
        if growths:
            self._refresh(index)
        return growths
