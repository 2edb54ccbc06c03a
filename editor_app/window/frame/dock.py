"""The frames of panels: docks with tabs, and foldable sections; their headers align across the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QStackedWidget, QWidget

from editor_app.text import Sentence
from editor_app.window.frame.dock_tabs import DockTabs
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import BAR_HEIGHT, Bar
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.layouts import column
from editor_app.window.kit.rows.menus import MenuEntry, menu_of
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.labels import menu_words

HEADER = BAR_HEIGHT
_SIGN_GAP = 4  # pixels beyond the header's own margin, so that the icons of tabs and sections align
_RING = 2
_RING_GAP = 6  # pixels between the focus ring and the word in it


@dataclass(frozen=True, slots=True)
class Page:
    """A panel as a dock shows it.

    `tools` is at the right of the header while the page is shown; if the tabs leave no room it moves below
    them, or is hidden with `tools_may_go`. Below another page it has `usual_height` until the user changes
    it. With `takes_keys` a click on its tab moves the focus into it; with `is_high` nothing stands
    below it while it is in front.
    """

    key: str
    title: str
    widget: QWidget
    tools: QWidget | None = None
    tools_may_go: bool = False
    usual_height: int = 188
    takes_keys: bool = False
    is_high: bool = False


@dataclass(frozen=True, slots=True)
class RightSide:
    """What one kind of file has at the right: pages of its own, and preview and values if it has them.

    With `has_high_preview` the values are a tab beside the preview, not a section below it. Without
    `has_values` they are not shown, as the kind's text takes none, nor the preview without `has_preview`, as
    the kind shows what the model gets. With `leads`, its pages come before those of all kinds, else after
    them, and the first of them is in front when a file of the kind becomes current.
    """

    pages: tuple[Page, ...] = ()
    has_high_preview: bool = False
    has_values: bool = True
    has_preview: bool = True
    leads: bool = False

    def with_shared(self, parts: WindowParts, *, has_values_tab: bool) -> tuple[Page, ...]:
        """Return its pages with those of all kinds that it has, the values only as a tab beside them."""
        preview = (parts.preview,) if self.has_preview else ()
        values = (parts.values,) if self.has_values and has_values_tab else ()
        shared = (*preview, *values)
        return (*self.pages, *shared) if self.leads else (*shared, *self.pages)


@dataclass(frozen=True, slots=True)
class KindPages:
    """The pages that one kind of file adds to the docks.

    `left` are beside the library, the first of them in front when a file of the kind becomes current;
    `left_below` replaces the outline, `over_text` is a bar above the text and `under_text` is what is written
    below it, `below` come after the pages of all kinds. `menu` is the title of the kind's menu, "" for that
    of kinds without one. The outline is not there without `has_outline`.
    """

    left: tuple[Page, ...] = ()
    left_below: Page | None = None
    over_text: QWidget | None = None
    under_text: QWidget | None = None
    right: RightSide = RightSide()
    below: tuple[Page, ...] = ()
    menu: str = ""
    has_outline: bool = True


class DockPanel(QWidget):
    """A panel that is as wide as a dock at first, and not much narrower than that ever."""

    def sizeHint(self) -> QSize:
        """Return the default size of a dock."""
        return QSize(current_theme().px(420), current_theme().px(480))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the narrowest dock."""
        return QSize(current_theme().px(200), current_theme().px(160))


class Dock(QWidget):
    """A header of tabs above the pages they select; `closed` is emitted on a click on its cross."""

    page_changed = Signal(str)
    closed = Signal()

    def __init__(self, *, closable: bool = False) -> None:
        """Start empty; the page in front gives the accessible name."""
        super().__init__()
        self._pages: list[Page] = []
        self._away: list[str] = []  # pages that went while in front; each is so again when back
        self.tabs = DockTabs()
        self._stack = QStackedWidget(self)
        self._close = icon_button("x", Sentence("window-frame.close"), self, self.closed.emit)
        self._close.setVisible(closable)
        self.more_button = icon_button(
            "chevron-down",
            Sentence("window-frame.more-tabs"),
            self,
            lambda: pop_up(self.more_menu(), below(self.more_button)),
        )
        self.more_button.hide()
        self._header = Bar(self.tabs, self.more_button, ..., self._close, parent=self, line_below=True)
        self._header.row.setAlignment(self.tabs, Qt.AlignmentFlag.AlignBottom)
        spaced(self._header.row, margins=(SIDE, 0, 8, 0), spacing=4)  # the active tab covers the line
        self._second = Bar(..., parent=self, line_below=True)
        self._second.hide()
        column(self, self._header, self._second, (self._stack, 1))
        self.tabs.currentChanged.connect(self._show_page)
        self.tabs.clicked.connect(self._take_click)

    @property
    def front(self) -> Page | None:
        """The page in front, None if there is none."""
        index = self.tabs.currentIndex()
        return self._pages[index] if 0 <= index < len(self._pages) else None

    @property
    def keys(self) -> list[str]:
        """The keys of the pages, from the first."""
        return [page.key for page in self._pages]

    @property
    def current(self) -> str:
        """The key of the page in front, "" if there is none."""
        return self.front.key if self.front is not None else ""

    def set_pages(self, pages: Sequence[Page], *, stays: bool = False) -> None:
        """Show these pages as tabs; the current one stays current if it is among them.

        One that was current when it went, as with its kind of file, is so again when it is back, unless the
        current one `stays`.
        """
        if list(pages) == self._pages and all(self._stack.indexOf(page.widget) >= 0 for page in pages):
            self._place_tools()
            return
        current = self.current
        for page in self._pages:
            if page not in pages and page.tools is not None and self.isAncestorOf(page.tools):
                page.tools.hide()
        keys = [page.key for page in pages]
        if current and current not in keys:
            self._away = [*(key for key in self._away if key != current), current]
        if not stays:
            current = next((key for key in reversed(self._away) if key in keys), current)
        self._away = [key for key in self._away if key not in keys]
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            self._pages = list(pages)
            for page in self._pages:
                self.tabs.addTab(page.title)
                if self._stack.indexOf(page.widget) < 0:  # else Qt would remove it and insert it again
                    self._stack.addWidget(page.widget)
            self.tabs.setCurrentIndex(keys.index(current) if current in keys else 0)
        self.tabs.updateGeometry()
        self._show_page()

    def show_page(self, key: str) -> None:
        """Bring a page to the front."""
        for index, page in enumerate(self._pages):
            if page.key == key:
                self.tabs.setCurrentIndex(index)

    def focus_page(self) -> None:
        """Focus the page in front."""
        page = self._stack.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_counts(self, key: str, counts: Counts) -> None:
        """Show problem counts beside a page's title."""
        for index, page in enumerate(self._pages):
            if page.key == key and self.tabs.set_counts(index, counts):
                self._place_tools()

    def event(self, event: QEvent) -> bool:
        """Place the tools again when their width changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_tools()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the tools below the tabs where they do not fit beside them."""
        super().resizeEvent(event)
        self._place_tools()

    def more_menu(self) -> QMenu:
        """Return a menu of the pages whose tabs are hidden for want of room."""
        return menu_of(self, *map(self._entry, self.tabs.hidden))

    def _entry(self, index: int) -> MenuEntry:
        title, counts = self._pages[index].title, self.tabs.counts_in_words(index)
        named = Sentence("window-frame.title-with-counts", title=title, counts=counts) if counts else title
        return MenuEntry(menu_words(named), partial(self._choose, index))

    def _choose(self, index: int) -> None:
        self.tabs.setCurrentIndex(index)
        self._take_click()

    def _take_click(self) -> None:
        if self.front is not None and self.front.takes_keys:
            self.focus_page()

    def _show_page(self) -> None:
        front = self.front
        for page in self._pages:
            if page.tools is not None and page is not front:
                page.tools.hide()  # the current page's tools get a parent first, else they open as a window
        if front is not None:
            for named in (self, self.tabs):
                named.setAccessibleName(front.title)
            self._close.setAccessibleName(Sentence("window-frame.close-panel", name=front.title))
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self._stack.isAncestorOf(focus)
            if had_focus and front.widget is not self._stack.currentWidget() and len(self._pages) > 1:
                self.tabs.setFocus()  # else Qt gives it to the first field of the page, whatever that changes
            self._stack.setCurrentWidget(front.widget)
            self._place_tools()
            self.page_changed.emit(front.key)

    def _place_tools(self) -> None:
        spacing = self._header.row.spacing()
        room = self.width() - current_theme().px(SIDE + 8)
        if not self._close.isHidden():
            room -= self._close.sizeHint().width() + spacing
        menu = self.more_button.sizeHint().width() + spacing
        self.tabs.fit(room, menu)
        self.more_button.setVisible(bool(self.tabs.hidden))
        room -= menu if self.tabs.hidden else 0
        page = self.front
        tools = page.tools if page else None
        if page is None or tools is None:
            self._second.hide()
            return
        needed = tools.sizeHint().width()
        fits = needed <= 0 or self.tabs.words_width + 3 * spacing + needed <= room
        row = self._header.row if fits else self._second.row
        if row.indexOf(tools) < 0:
            row.insertWidget(3 if fits else 1, tools)
        self._second.setVisible(not fits and not page.tools_may_go)
        tools.setVisible(fits or not page.tools_may_go)


class Section(QWidget):
    """A panel below another: a title with tools at the right; a click on the title folds it."""

    fold_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._page: Page | None = None
        self.folded = False  # to its header
        self._header = _SectionHeader(self)
        self._body = column(None)
        column(self, self._header, (self._body, 1))
        self._header.title.clicked.connect(lambda is_open: self.set_folded(folded=not is_open))
        on_theme(self, self._apply_fold)

    def set_page(self, page: Page | None) -> None:
        """Show another panel; None shows none."""
        if page is self._page:
            return
        if self._page is not None:
            for part, place in ((self._page.widget, self._body), (self._page.tools, self._header.row)):
                if part is not None:
                    part.hide()
                    place.removeWidget(part)
        self._page = page
        if page is None:
            return
        self.setAccessibleName(page.title)
        self._header.title.name(page.title)
        self._body.addWidget(page.widget)
        if page.tools is not None:
            self._header.row.addWidget(page.tools)
        self._apply_fold()

    def set_folded(self, *, folded: bool) -> None:
        """Fold the section to its header, or unfold it."""
        if folded != self.folded:
            self.folded = folded
            self._apply_fold()
            self.fold_changed.emit(folded)

    def _apply_fold(self) -> None:
        if self._page is not None:
            self._page.widget.setVisible(not self.folded)
            if self._page.tools is not None:
                self._page.tools.setVisible(not self.folded)
        self._header.title.setChecked(not self.folded)
        self._header.title.setToolTip(Sentence("window-frame.show") if self.folded else "")
        header = current_theme().px(HEADER)
        self.setMinimumHeight(header if self.folded else current_theme().px(HEADER + 62))
        self.setMaximumHeight(header if self.folded else 16_777_215)


class _SectionHeader(Bar):
    """The header of a section: title and tools; a click beside them folds the section too."""

    def __init__(self, parent: QWidget) -> None:
        title = _SectionTitle()
        super().__init__((title, 1), parent=parent, sides=(SIDE - _RING_GAP, 8))
        self.title = title

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.title.click()


class _SectionTitle(FoldButton):
    """The title of a section, with an arrow at the right while it is folded."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        on_theme(self, self._keep_room)

    def name(self, title: str) -> None:
        """Set the title and the accessible name."""
        self.setText(title)
        self.setAccessibleName(title)
        self._keep_room()

    def _keep_room(self) -> None:
        """Set the minimum width, so that the tools never squeeze the title."""
        self.setMinimumWidth(self.sizeHint().width())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the title."""
        metrics = row_style().metrics["small strong"]
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * row_style().px(_RING_GAP), metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the title, the arrow, and the focus ring."""
        with QPainter(self) as painter:
            style, px = row_style(), row_style().px
            style.text(
                painter, self.rect().adjusted(px(_RING_GAP), 0, 0, 0), self.text(), "ink", "small strong"
            )
            if not self.isChecked():
                side = px(14)
                place = QRect(self.width() - side - px(_SIGN_GAP), (self.height() - side) // 2, side, side)
                paint_icon(painter, place, "chevron-up", style.theme, "soft")
            if self.hasFocus():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(style.theme.color("acc"), _RING))
                painter.drawRoundedRect(self.rect().adjusted(1, px(5), -1, -px(5)), px(4), px(4))


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The widgets that the window is made of."""

    library: Page
    outline: Page
    bar: QWidget
    centre: QWidget
    preview: Page
    values: Page
    problems: Page
    others: tuple[Page, ...] = ()

    @property
    def below(self) -> tuple[Page, ...]:
        """The pages below the text that all kinds of file have."""
        return (self.problems, *self.others)

    def with_below(self, page: Page) -> WindowParts:
        """Return the same with one more page below the text, unless it is there already."""
        return self if page in self.others else replace(self, others=(*self.others, page))

    def stops(self, kind: KindPages, notices: QWidget) -> tuple[QWidget, ...]:
        """Return the panels in the order in which F6 goes through them, with those of one kind of file."""
        below = () if kind.left_below is None else (kind.left_below,)
        behind = (*self.below, *kind.below, self.preview, *kind.right.pages, self.values)
        return (
            *(page.widget for page in (self.library, *kind.left, *below, self.outline)),
            *(() if kind.over_text is None else (kind.over_text,)),  # before what contains both
            self.bar,  # before it as well, while it has links
            *(() if kind.under_text is None else (kind.under_text,)),
            self.centre,
            notices,
            *(page.widget for page in behind),
        )
