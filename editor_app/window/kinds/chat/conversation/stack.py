"""The messages one under the other: their places, and their texts laid out where they are in view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path
from typing import Final

from editor_app.window.kinds.chat.conversation.heights import Growth, Heights, anchored
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kinds.chat.conversation.message_text import MessageText
from editor_app.window.kinds.chat.message_rows import MessageRow

_SLICE: Final = 8_000  # in the cost of `MessageText.measure_next`: some milliseconds
_ROUNDS: Final = 8  # exact heights may bring further messages into view


class MessageStack:
    """The messages of a chat in order; one may be in the live editor, with a height of its own."""

    def __init__(self, look: ConversationLook) -> None:
        """Begin without messages."""
        self.look = look
        self.items: list[MessageRow] = []
        self.texts: list[MessageText] = []
        self._places: dict[Path, int] = {}
        self._heights = Heights()
        self._live: tuple[int, int] | None = None  # index and height
        self._next = 0
        self._painted: list[MessageText] = []

    def show(self, items: Sequence[MessageRow]) -> None:
        """Take other messages; those that were there keep what is known of their texts."""
        known = {item.path: text for item, text in zip(self.items, self.texts, strict=True)}
        self.items = list(items)
        self._places = {item.path: index for index, item in enumerate(items)}
        self.texts = [self._text_for(item, known.get(item.path)) for item in items]
        self._live = None
        self._measure_all()

    def update(self, item: MessageRow) -> Growth:
        """Take another state of one message, and return what that changed."""
        index = self._places[item.path]
        self.items[index] = item
        self.texts[index] = self._text_for(item, self.texts[index])
        self._next = min(self._next, index)
        return self._refresh(index)

    def take_look(self, look: ConversationLook) -> None:
        """Take other sizes; all heights are estimated anew."""
        self.look = look
        for text in self.texts:
            text.take_look(look)
        self._measure_all()

    def set_live(self, index: int | None, height: int = 0) -> list[Growth]:
        """Let the message at `index` have the height of the live editor's text, or none with None."""
        before = self._live
        self._live = (index, height) if index is not None else None
        changed = {index, before[0] if before is not None else None} - {None}
        return [self._refresh(place) for place in sorted(place for place in changed if place is not None)]

    def place_of(self, path: Path | None) -> int | None:
        """Return the index of a message, None if it is not here."""
        return self._places.get(path) if path is not None else None

    @property
    def total(self) -> int:
        """The height of all messages."""
        return self._heights.total

    def top(self, index: int) -> int:
        """Return the top of a message's heading; of the one behind the last, the end of all."""
        return self._heights.top(index)

    def height(self, index: int) -> int:
        """Return the height of a message with its heading."""
        return self._heights[index]

    def text_top(self, index: int) -> int:
        """Return the top of a message's text, with the room above its first row."""
        return self.top(index) + self.look.heading

    def rows_top(self, index: int) -> int:
        """Return the top of the first row of a message's text."""
        return self.text_top(index) + self.look.padding

    def at(self, y: float) -> int:
        """Return the index of the message at a height."""
        return self._heights.at(y)

    def between(self, top: float, bottom: float) -> range:
        """Return the indices of the messages between two heights."""
        if not self.items:
            return range(0)
        return range(self.at(top), self.at(max(bottom - 1, top)) + 1)

    def is_live(self, index: int) -> bool:
        """Whether a message is in the live editor."""
        return self._live is not None and self._live[0] == index

    def settle(self, top: int, bottom: int) -> list[Growth]:
        """Measure all between two heights, which move along with what grows above; return what changed."""
        growths: list[Growth] = []
        for _ in range(_ROUNDS):
            found: list[Growth] = []
            for index in self.between(top, bottom):
                if not self.is_live(index):
                    rows_top = self.rows_top(index)
                    measured = list(self.texts[index].measure_between(top - rows_top, bottom - rows_top))
                    found += self._applied(index, measured)
            if not found:
                break
            height = bottom - top
            top = reduce(anchored, found, top)
            bottom = top + height
            growths += found
        return growths

    def measure_some(self) -> tuple[list[Growth], bool]:
        """Measure some lines that were not in view; return what changed, and whether more are left."""
        growths: list[Growth] = []
        cost = 0
        while self._next < len(self.items) and cost < _SLICE:
            text = self.texts[self._next]
            if text.is_measured or self.is_live(self._next):
                self._next += 1
                cost += 1
                continue
            found: list[Growth] = []
            cost += text.measure_next(found)
            growths += self._applied(self._next, found)
        return growths, self._next < len(self.items)

    def forget_layouts(self, top: int, bottom: int) -> None:
        """Drop the layouts of all that is not between two heights."""
        in_view = [index for index in self.between(top, bottom) if not self.is_live(index)]
        painted = [self.texts[index] for index in in_view]
        for text in self._painted:
            if text not in painted:
                text.forget_layouts()
        for index in in_view:
            rows_top = self.rows_top(index)
            self.texts[index].forget_layouts((top - rows_top, bottom - rows_top))
        self._painted = painted

    def _text_for(self, item: MessageRow, known: MessageText | None) -> MessageText:
        is_known = known is not None and known.text == item.text
        return known if known is not None and is_known else MessageText(item.text, self.look)

    def _measure_all(self) -> None:
        self._heights = Heights(map(self._height_of, range(len(self.items))))
        self._next = 0

    def _height_of(self, index: int) -> int:
        look = self.look
        if self._live is not None and self._live[0] == index:
            return look.heading + self._live[1] + look.below
        return look.heading + look.padding + self.texts[index].height + look.below

    def _refresh(self, index: int) -> Growth:
        return self._heights.change(index, self._height_of(index))

    def _applied(self, index: int, found: Iterable[Growth]) -> list[Growth]:
        """Return changes of a text as those of the whole, once its height is corrected."""
        rows_top = self.rows_top(index)
        growths = [Growth(rows_top + growth.top, growth.by) for growth in found if growth.by]
        if growths:
            self._refresh(index)
        return growths
