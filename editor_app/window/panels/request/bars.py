"""The bars of the request panel: providers, views, shares, the verdict, and what can be copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.requests.structure import PartGroup, PartRow
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_button, menu_of
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.segment_bar import Segment, SegmentBar
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, WordedLabel, set_plain_tooltip
from editor_app.window.panels.request.request_view import (
    ANSWER,
    COMPARE,
    PROVIDERS,
    RAW,
    STRUCTURE,
    RequestView,
)
from editor_app.window.panels.request.words import (
    in_front_words,
    share_words,
    stable_words,
    verdicts,
)

_VIEWS: Final = {
    STRUCTURE: Sentence("window-request.structure"),
    RAW: Sentence("window-request.raw"),
    COMPARE: Sentence("window-request.comparison"),
    ANSWER: Sentence("window-request.answer"),
}
_LINKS_LEFT: Final = 7  # beside the edge of a link, which is not seen
_LAST_COPY: Final = "last-copy"
_SOURCES: Final = (
    ("file", Sentence("window-request.body-from-file")),
    ("clipboard", Sentence("window-request.body-in-clipboard")),
    ("conversation", Sentence("window-request.stored-prompt")),
    (_LAST_COPY, Sentence("window-request.last-copy")),
)


class RequestBar(Bar):
    """The switch of the providers and the menu of the views."""

    view_chosen = Signal(str)
    compare_requested = Signal(str)

    def __init__(
        self, parent: QWidget | None = None, providers: Sequence[tuple[str, str]] = PROVIDERS
    ) -> None:
        """Start with the parts; `providers` are those to choose from, as keys and words."""
        super().__init__(parent=parent, line_below=True)
        self.switch = SegmentedSwitch(Sentence("window-request.provider"), providers, self)
        self.views = menu_button(self._entries)
        self.has_answer = False
        """Whether there is a view of the answer."""
        self.can_compare = self.has_last_copy = False
        """Whether it can be chosen what a request is compared with, and if that can be the last copy."""
        add(self.row, self.switch, ..., self.views)
        self.show_view(STRUCTURE)

    def show_view(self, key: str) -> None:
        """Show which view is shown."""
        self._view = key
        self.views.setText(_VIEWS[key])
        self.views.setAccessibleName(Sentence("window-request.view", name=_VIEWS[key]))

    def fit(self, width: int) -> None:
        """Make a combo box of the switch where it has too little room."""
        room = width - self.views.sizeHint().width() - current_theme().px(32)
        is_folded = room < self.switch.full_width
        self.switch.fold(is_folded)
        self.switch.setMinimumWidth(max(0, min(current_theme().px(128), room)) if is_folded else 0)

    def _entries(self) -> Iterator[Entry]:
        """Yield the entries of the menu of views."""
        for key, words in _VIEWS.items():
            if key != ANSWER or self.has_answer:
                yield MenuEntry(words, partial(self.view_chosen.emit, key), is_checked=key == self._view)
        if self.can_compare:
            yield None
            yield self.compare_menu()

    def compare_menu(self) -> QMenu:
        """Return the menu of what a request can be compared with."""
        entries = (
            MenuEntry(
                words,
                partial(self.compare_requested.emit, key),
                is_enabled=key != _LAST_COPY or self.has_last_copy,
            )
            for key, words in _SOURCES
        )
        menu = menu_of(self, *entries)
        menu.setTitle(Sentence("window-request.compare-with"))
        return menu


class ShareStrip(Ground):
    """The bar, and under it the part in front and how much stays the same in words; `chosen` has a row."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without parts."""
        super().__init__(parent, line_below=True)
        self._shares: tuple[PartRow | PartGroup, ...] = ()
        self.bar = SegmentBar(Sentence("window-request.tokens-of-parts"), self)
        self.bar.chosen.connect(lambda at: self.chosen.emit(self._shares[at]))
        self.in_front = ElidedLabel("", "soft", parent=self)
        self.stable = PlainLabel("", "soft", self)
        column(self, self.bar, row(None, (self.in_front, 1), self.stable), margins=(12, 6, 12, 6))

    def show_view(self, view: RequestView) -> None:
        """Show the shares of a request."""
        shares = self._shares = view.structure.shares
        segments = (
            Segment(share.tokens.count, "acc" if share.is_cached else "edge", view.is_in_front(share))
            for share in shares
        )
        self.bar.show_segments(segments, lambda at: share_words(shares[at], view))
        self.in_front.setText(in_front_words(view))
        self.stable.setText(stable_words(view))
        said = [words for words in (self.in_front.text(), self.stable.text()) if words]
        self.bar.setAccessibleDescription(Sentence("window-request.strip", parts=said))


class VerdictBar(Bar):
    """Says whether the provider accepts the request, and counts warnings and notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a request."""
        super().__init__(parent=parent, line_above=True)
        self._sign = Sign(parent=self)
        self.words = WordedLabel("soft", self)
        self.counts = CountsLabel("", "soft", self)
        add(self.row, self._sign, 2, (self.words, 1), self.counts)

    def show_view(self, view: RequestView) -> None:
        """Show the verdict on a request."""
        look, name, role = ("added", "circle-check", "ok")
        if not view.has_request or view.counts.errors > 0:
            look, name, role = ("removed", "circle-alert", "err")
        elif view.lacks_model:
            look, name, role = ("soft", "info", "key")
        self.words.set_look(look)
        self.words.say(*verdicts(view))
        self.words.setAccessibleName(verdicts(view)[0])
        self._sign.show_icon(name, role)
        self.counts.show_counts(view.counts._replace(errors=0))


class CountsLabel(PlainLabel):
    """Icons and numbers of warnings and notes; its text has them in words."""

    counts = Counts()

    def show_counts(self, counts: Counts) -> None:
        """Show numbers; without any the label is hidden."""
        self.counts = counts
        self.setText(counts.in_words())
        set_plain_tooltip(self, counts.in_words())
        self.setVisible(bool(counts.total))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the icons and numbers."""
        return self.sizeHint()

    def sizeHint(self) -> QSize:
        """Return the size of the icons and numbers."""
        return QSize(row_style().counts_width(self.counts), row_style().px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icons and numbers."""
        with QPainter(self) as painter:
            row_style().counts(painter, self.rect(), self.counts)


class CopyBar(Bar):
    """The links that copy the request, and compare it."""

    copy_requested = Signal(str)
    menu_requested = Signal()
    send_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start enabled."""
        # The words of the first link stand below those above.
        super().__init__(parent=parent, sides=(_LINKS_LEFT, 8), line_above=True)
        self.json = link_button(
            Sentence("window-request.copy-json"), self, partial(self.copy_requested.emit, "json")
        )
        self.curl = link_button(
            Sentence("window-request.copy-curl"), self, partial(self.copy_requested.emit, "curl")
        )
        self.compare = link_button(Sentence("window-request.compare-with"), self, self.menu_requested.emit)
        self.send = link_button(Sentence("window-request.send"), self, self.send_requested.emit)
        add(self.row, self.json, self.curl, ..., self.compare, self.send)

    def fit(self, width: int, *, compares: bool) -> None:
        """Leave out what menus have too where there is no room: the comparison, then the second copy."""
        links = sum(part.sizeHint().width() for part in (self.json, self.curl, self.send))
        room = width - links - current_theme().px(24)
        self.compare.setVisible(compares and self.compare.sizeHint().width() <= room)
        self.curl.setVisible(room >= 0)
