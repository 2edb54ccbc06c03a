"""The scrolling surface of messages one under the other: places, painting, measuring."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollBar, QWidget

from editor_app.window.kinds.chat.conversation.headings import Headings, Spot
from editor_app.window.kinds.chat.conversation.heights import Growth, anchored
from editor_app.window.kinds.chat.conversation.hosted_editor import HostedEditor
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kinds.chat.conversation.stack import MessageStack
from editor_app.window.kit.focus.panel_keys import is_key
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.work.timers import repeating
from editor_app.window.text.code_editor import CodeEditor

_PAST_END: Final = 3  # a third of the view's height may stay empty below the last message


class MessageSurface(QAbstractScrollArea):
    """Paints the messages in view; what is out of view is measured between events.

    One of them may be in the live editor, which a subclass is lent.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without messages."""
        super().__init__(parent)
        self._zoom = 0
        self.current: Path | None = None
        """The path of the message in front."""
        self._is_moving = False
        self.spot: Spot | None = None
        """What is under the pointer."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBar(_QuietScrollBar(Qt.Orientation.Vertical, self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self._hosted = HostedEditor(self.viewport())
        look = ConversationLook(0, self.viewport().width())
        self.stack = MessageStack(look)
        self.headings = Headings(look)
        self.measuring = repeating(self, 0, self.measure_some)
        """Runs while some heights are estimates."""

    def scroll_to(self, path: Path) -> None:
        """Scroll as little as shows a message, from its heading on."""
        index = self.stack.index_of(path)
        if index is None:
            return
        self._settle()
        for _ in range(2):  # what comes into view may turn out higher
            top, bottom = self.stack.top(index), self.stack.top(index + 1)
            room = self.viewport().height()
            if bottom - self.offset > room:
                self._scroll(min(top, bottom - room))
            if top < self.offset:
                self._scroll(top)

    def measure_some(self) -> None:
        """Measure some of the text that is out of view, as the window does between events."""
        growths, has_more = self.stack.measure_some()
        if not has_more:
            self.measuring.stop()
        if growths:
            self._follow_growths(growths)

    @property
    def offset(self) -> int:
        """The height of the messages at which the view begins."""
        return self.verticalScrollBar().value()

    def heading_rect(self, index: int) -> QRect:
        """Return the rectangle of a heading in the viewport; behind the last message that of the last row."""
        top = self.stack.top(index) - self.offset
        return QRect(0, top, self.viewport().width(), self.stack.look.heading)

    def offset_at(self, index: int, point: QPoint) -> int:
        """Return the offset in the text of a painted message that is nearest to a point of the viewport."""
        y = point.y() + self.offset - self.stack.rows_top(index)
        return self.stack.texts[index].offset_at(point.x(), y)

    @property
    def live_editor(self) -> CodeEditor | None:
        """The live editor, None without one."""
        return self._hosted.editor

    @property
    def live_index(self) -> int | None:
        """The index of the message in the live editor."""
        return self.stack.live_index

    def caret_top(self) -> int:
        """Return the top of the caret's row in the viewport, 0 without a live editor."""
        index = self.live_index
        return self._hosted.caret_top() + self.stack.text_top(index) - self.offset if index is not None else 0

    def follow_pointer(self) -> None:
        """Look again what is under the pointer, after messages moved; a subclass knows."""

    # Qt's events --------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the messages that the event touches, without the text in the live editor."""
        painter, clip, scroll = QPainter(self.viewport()), QRectF(event.rect()), self.offset
        painter.fillRect(clip, current_theme().color("paper"))
        place, part = self.spot or (None, None)
        last = len(self.stack.items)
        for index in self.stack.between(scroll + clip.top(), scroll + clip.bottom() + 1):
            item = self.stack.items[index]
            if index != self.live_index:
                self.stack.texts[index].paint(painter, self.stack.rows_top(index) - scroll, clip)
            self.headings.paint(
                painter,
                item,
                self.heading_rect(index),
                is_first=index == 0,
                is_current=item.path == self.current,
                under_pointer=part if place == index else None,
            )
        if last:
            self.headings.paint_last(painter, self.heading_rect(last), hovered=place == last)
        painter.end()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Lay out what came into view and move the live editor along."""
        if not self._is_moving:
            self._settle()

    def showEvent(self, event: QShowEvent) -> None:
        """Place everything: a hidden view measures nothing."""
        super().showEvent(event)
        self._settle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll where there is no live editor, which has the keys otherwise.

        Qt knows no Home and End, and takes arrows with any modifiers, which are for others.
        """
        bar = self.verticalScrollBar()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        elif is_key(event, "Home"):
            bar.setValue(bar.minimum())
        elif is_key(event, "End"):
            bar.setValue(bar.maximum())
        else:
            super().keyPressEvent(event)

    # Inside -------------------------------------------------------------------------------------------------

    def _take_live_height(self, index: int | None) -> list[Growth]:
        """Give a message the height of the live editor's text, as painted while it is being filled."""
        height, editor = self._hosted.height, self._hosted.editor
        if index is not None and editor is not None and editor.contents.is_filling:
            height = max(height, self.stack.look.padding + self.stack.texts[index].height)
        return self.stack.set_live(index, height)

    def _take_look(self, lines: int | None = None) -> None:
        anchor = self._anchor()
        lines = self.stack.look.lines if lines is None else lines
        look = ConversationLook(self._zoom, self.viewport().width(), lines)
        self.headings = Headings(look)
        self.stack.take_look(look)
        self._hosted.take_width(lines)
        self._take_live_height(self.live_index)
        self._restore(anchor)
        self.measuring.start()

    def _fit_gutter(self, lines: int) -> None:
        """Let all messages begin at one edge, behind the longest line number."""
        if not self.stack.look.has_room_for(lines):
            self._take_look(lines)

    def _anchor(self) -> tuple[Path, float] | None:
        """Return the message at the top, and which part of it is out of view."""
        if not self.stack.items:
            return None
        index = self.stack.at(self.offset)
        part = (self.offset - self.stack.top(index)) / self.stack.height(index)
        return self.stack.items[index].path, part

    def _restore(self, anchor: tuple[Path, float] | None) -> None:
        index = self.stack.index_of(anchor[0]) if anchor is not None else None
        self._settle()
        if index is not None and anchor is not None:
            self._scroll(self.stack.top(index) + round(anchor[1] * self.stack.height(index)))

    def _follow_growths(self, growths: Iterable[Growth]) -> None:
        self._move_to(anchored(self.offset, growths))
        self._settle()

    def _settle(self) -> None:
        """Lay out what is in view, so that its height is exact, and place the live editor."""
        if not self.isVisible():
            return
        room = self.viewport().height()
        growths = self.stack.settle(self.offset, self.offset + room)
        self._move_to(anchored(self.offset, growths))
        live = self.live_index
        if live is not None:
            self._hosted.place(self.stack.text_top(live) - self.offset, self.viewport().width(), room)
        self.stack.forget_layouts(self.offset, self.offset + room)
        self.follow_pointer()
        self.viewport().update()

    def _scroll(self, to: int) -> None:
        self._move_to(to)
        self._settle()

    def _move_to(self, scroll: int) -> None:
        """Set the range of the scroll bar and its value, without following it."""
        room, bar = self.viewport().height(), self.verticalScrollBar()
        past = room // _PAST_END + self.stack.look.heading if self.stack.items else 0
        self._is_moving = True
        bar.setRange(0, max(0, self.stack.total + past - room))
        bar.setPageStep(room)
        bar.setSingleStep(self.stack.look.code.line_height)
        bar.setValue(scroll)
        self._is_moving = False


class _QuietScrollBar(QScrollBar):
    """A scroll bar that draws nothing while all is in view; the width of the text does not change with it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar if there is something to scroll."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)
