"""The main window, which only places the panels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSplitter, QWidget

from editor_app.window.frame.dock import HEADER, Dock, KindPages, Page, Section, WindowParts
from editor_app.window.frame.first_window import restore_place
from editor_app.window.frame.layout_memory import (
    HIGH_FROM,
    LayoutMemory,
    Room,
    room_for,
    set_last_size,
    set_sizes,
)
from editor_app.window.frame.notices import Notices
from editor_app.window.frame.side_handle import SideHandle
from editor_app.window.frame.status_bar import StatusBar
from editor_app.window.kit.actions import Action, Actions, Check, Entries, Menu
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_focus import focus_next, is_inside
from editor_app.window.kit.focus.panel_keys import opens_menu
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.menu_style import menu_style
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.timers import single_shot

_MENUS = ("&File", "&Edit", "&View", "&Insert", "", "&Prompt", "&Tools", "&Help")  # "" are those of kinds
_MENU_BAR = 32
_LEAST = (640, 420)
_LEAST_LEFT, _LEAST_RIGHT, _LEAST_CENTRE = 200, 300, 280
_LEAST_PROBLEMS = 124
_LEAST_LIBRARY = 300
_OPEN_DELAY_MS = 1200
_SAVE_DELAY_MS = 1_000


class MainWindow(QMainWindow):
    """Library above outline, editor above problems, preview above values; a status bar at the bottom."""

    full_page_changed = Signal(bool)

    def __init__(self, parts: WindowParts, actions: Actions, settings: QSettings) -> None:
        """Place the widgets with the sizes in the settings."""
        super().__init__()
        self.may_close: Callable[[], bool] = lambda: True
        self._parts = parts
        self._actions = actions
        self._memory = LayoutMemory(settings)
        self.room = Room.WIDE  # the window's current width class
        self._kind = KindPages()
        self._is_high = True
        self._fitted_both = True
        self._counts = Counts()
        self._library_counts: Counts | None = None
        self._asked_for_problems = False
        self._asked_for_outline = False
        # Whether the window shows the open files, their buttons and the preview alone.
        self.is_full_page = self._memory.is_full_page
        self._has_values_section = False
        self._page_before = parts.preview.key  # in front at the right before the full page
        self._open_later = single_shot(self, _OPEN_DELAY_MS, self._apply_open)
        self._save_later = single_shot(self, _SAVE_DELAY_MS, self._save_geometry)
        self.left_dock = Dock()
        self.outline_section = Section()
        self.bottom_dock = Dock(closable=True)
        self.right_dock = Dock()
        self.values_section = Section()
        self._handles = {
            "left": SideHandle(at_left=True),
            "right": SideHandle(at_left=False),
        }
        self.status = StatusBar()
        self._centre = QWidget()
        self.notices = Notices(self._centre)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._left = QSplitter(Qt.Orientation.Vertical)
        self._middle = QSplitter(Qt.Orientation.Vertical)
        self._right = QSplitter(Qt.Orientation.Vertical)
        self._build()
        self._scale = 0.0  # of the sizes that the parts were placed with
        on_theme(self, self._take_sizes)
        restore_place(self, settings)
        self.room = room_for(self.width())
        self._place_parts()

    def show_kind(self, pages: KindPages) -> None:
        """Show the pages of one kind of file beside those of all kinds; a library with the focus keeps it."""
        if pages == self._kind:
            return
        self._kind = pages
        is_in_library = self.is_in_library
        self._place_parts()
        if not is_in_library:
            self.show_left_of_kind()
        if pages.right.leads and pages.right.pages:
            self.right_dock.show_page(pages.right.pages[0].key)

    @property
    def is_in_library(self) -> bool:
        """Whether the library has the focus."""
        focus = QApplication.focusWidget()
        return focus is not None and is_inside(focus, self._parts.library.widget)

    @property
    def page_with_focus(self) -> str:
        """The key of the page in which, or in whose header, this window has the focus; "" for none."""
        focus = self.window().focusWidget()
        places: tuple[tuple[QWidget, Page | None], ...] = (
            *((dock, dock.front) for dock in (self.left_dock, self.bottom_dock, self.right_dock)),
            (self.outline_section, self._left_below),
            (self.values_section, self._parts.values),
        )
        keys = (page.key for place, page in places if focus and page and is_inside(focus, place))
        return next(keys, "")

    def show_left_of_kind(self) -> None:
        """Bring the first page at the left of the current kind of file to the front."""
        self.left_dock.show_page(self._first_left.key)

    def show_below(self, key: str) -> None:
        """Bring a page of the lower docks to the front, wherever it is at this width."""
        self._set_open("problems", is_open=True)
        (self.bottom_dock if self.room is Room.WIDE else self.right_dock).show_page(key)

    def show_counts(self, counts: Counts) -> None:
        """Show the current document's problem counts in the status bar, and beside the tab that lists it."""
        self._counts = counts
        self._show_listed_counts()
        self.status.show_counts(counts)
        focus = QApplication.focusWidget()
        if focus is not None and is_inside(focus, self._centre):
            self._open_later.start()  # a half-written tag is a problem only while it is being typed
        else:
            self._apply_open()

    def show_library_counts(self, counts: Counts | None) -> None:
        """Show the whole library's problem counts beside the tab; None where the document's are listed."""
        self._library_counts = counts
        self._show_listed_counts()

    def show_problems(self) -> None:
        """Open and focus the problems panel, wherever it is at this width."""
        self._set_open("problems", is_open=True)
        self._parts.problems.widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_left(self, key: str) -> None:
        """Open the left side with a page in front: "library", or another key of its pages."""
        if self.is_full_page or not self._memory.is_open("left", self.room):
            self._set_open("left", is_open=True)
        self.left_dock.show_page(key)

    def show_right(self, key: str) -> None:
        """Open the right side with a page in front: "preview", "values", or another key of its pages."""
        if self.is_full_page and key != self._parts.preview.key:
            self.set_full_page(is_full=False)
        if not self._memory.is_open("right", self.room):
            self._set_open("right", is_open=True)
        self.right_dock.show_page(key)

    def set_full_page(self, *, is_full: bool) -> None:
        """Hide everything but the open files, their buttons and the preview, or show all again as it was."""
        focus = QApplication.focusWidget()
        under_text = () if self._kind.under_text is None else (self._kind.under_text,)
        hidden = (self._left, self.bottom_dock, self.values_section, self.status, *under_text)
        loses_focus = is_full and focus is not None and any(is_inside(focus, part) for part in hidden)
        self.is_full_page = is_full
        self._memory.keep_full_page(is_full=is_full)
        self._actions.check("full_page", checked=is_full)
        self._size_menu_bar()
        if is_full:
            self._page_before = self.right_dock.current
        self._place_parts()
        self.full_page_changed.emit(is_full)
        if not is_full:
            self.right_dock.show_page(self._page_before)
            announce(self, "Everything else is back.")
        if loses_focus:
            self._parts.centre.setFocus()
        self._say_full_page()

    def toggle(self, name: str) -> None:
        """Show or hide a side, the outline or the problems."""
        self._set_open(name, is_open=not self._is_shown(name))

    def go_to_panel(self, step: int = 1) -> None:
        """Focus the next panel that is shown and accepts the focus, or the previous one with `step` -1."""
        focus_next(self._parts.stops(self._kind, self.notices), step)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self._size_menu_bar()
        self._left.setMinimumWidth(px(_LEAST_LEFT))
        self._right.setMinimumWidth(px(_LEAST_RIGHT))
        self._middle.setMinimumWidth(px(_LEAST_CENTRE))
        self.bottom_dock.setMinimumHeight(px(_LEAST_PROBLEMS))
        self.left_dock.setMinimumHeight(px(HEADER * 4))
        self.right_dock.setMinimumHeight(px(HEADER * 4))
        self.setMinimumSize(px(_LEAST[0]), px(_LEAST[1]))
        if (old := self._scale) != current_theme().scale:
            self._scale = current_theme().scale
        if old not in {0.0, self._scale}:
            self.room, self._is_high = room_for(self.width()), self.height() >= px(HIGH_FROM)
            self._place_parts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold panels that do not fit, and unfold them again; sides that were squeezed grow back."""
        super().resizeEvent(event)
        self._save_later.start()
        room = room_for(self.width())
        was_high, self._is_high = self._is_high, self.height() >= current_theme().px(HIGH_FROM)
        if room is not self.room:
            self.room = room
            self._place_parts()
        else:
            if self._is_high is not was_high or self._fits_both is not self._fitted_both:
                self._apply_open()
            self._apply_sizes()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in the order on the screen, for Tab and for widgets that pass it on."""
        return focus_beside(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open menus, and underline their mnemonics while Alt is held."""
        if event.key() == Qt.Key.Key_Alt:
            self._underline(shown=True)
        if not opens_menu(event, self):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Remove the underlines."""
        if event.key() == Qt.Key.Key_Alt:
            self._underline(shown=False)
        super().keyReleaseEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Set the widths of the sides, now that the window has its size."""
        super().showEvent(event)
        self._is_high = self.height() >= current_theme().px(HIGH_FROM)
        self._apply_open()
        self._apply_sizes()
        self._say_full_page()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close if the owner of the documents agrees, and save the window's position and size."""
        if not self.may_close():
            event.ignore()
            return
        self._save_later.stop()
        self._memory.save_window(self.window())
        super().closeEvent(event)

    def _save_geometry(self) -> None:
        """Save position and size a while after each resizing: a crash does not reach the end."""
        if self.window().isVisible():
            self._memory.save_window(self.window())

    def _say_full_page(self) -> None:
        """Say how everything comes back: the menu that has the key is hidden, too."""
        if self.is_full_page:
            keys = self._actions.action("full_page").shortcut()
            key = keys.toString(QKeySequence.SequenceFormat.NativeText)
            until = (self.full_page_changed,)
            self.notices.say(f"Full page: {key} brings everything else back.", until=until)

    def _size_menu_bar(self) -> None:
        bar = self.menuBar()
        if not bar.isNativeMenuBar():  # hidden, its actions would lose their shortcuts
            bar.setFixedHeight(0 if self.is_full_page else current_theme().px(_MENU_BAR))

    def _underline(self, *, shown: bool) -> None:
        menu_style().underlines = shown
        self.menuBar().update()

    def _build(self) -> None:
        parts = self._parts
        self.setWindowTitle("Foreword")
        self._actions.fill(self.menuBar(), in_bar(self._actions.menus))
        for entry in self.menuBar().actions():
            menu = entry.menu()
            if isinstance(menu, QMenu):
                menu.aboutToHide.connect(partial(self._underline, shown=False))  # it consumed Alt's release
        whole = QWidget(self)
        self.setCentralWidget(whole)
        columns = row(None, self._handles["left"], self._columns, self._handles["right"])
        column(whole, (columns, 1), self.status)
        stacks = (  # from the outside in: a widget's whole content gets its style again with each parent
            (self._columns, (self._left, self._middle, self._right)),
            (self._left, (self.left_dock, self.outline_section)),
            (self._middle, (self._centre, self.bottom_dock)),
            (self._right, (self.right_dock, self.values_section)),
        )
        for splitter, widgets in stacks:
            for widget in widgets:
                splitter.addWidget(widget)
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
            splitter.setStretchFactor(0, int(splitter is not self._columns))
        self._columns.setStretchFactor(1, 1)
        column(self._centre, parts.centre)
        self.left_dock.set_pages([parts.library])
        self.outline_section.set_page(parts.outline)
        self._connect()

    def _connect(self) -> None:
        self._columns.splitterMoved.connect(self._keep_dragged_side)
        for stack in (self._left, self._middle, self._right):
            stack.splitterMoved.connect(lambda *_, stack=stack: self._keep_dragged_below(stack))
        self.bottom_dock.closed.connect(lambda: self._set_open("problems", is_open=False))
        self.outline_section.fold_changed.connect(self._follow_fold)
        self.values_section.fold_changed.connect(lambda _folded: self._size_lower(self._right))
        self.right_dock.page_changed.connect(lambda _key: self._follow_right_page())
        self.status.counts.clicked.connect(self.show_problems)
        self._actions.connect_to(PANEL_ACTIONS, lambda: self)
        for name, handle in self._handles.items():
            handle.clicked.connect(partial(self._unhide, name))
        self._actions.check("full_page", checked=self.is_full_page)

    def _place_parts(self) -> None:
        """Move values and problems to their docks at this width.

        The focus stays where it is, and a page in front at the right is so again below.
        """
        parts, focus, front = self._parts, QApplication.focusWidget(), self.right_dock.current
        wide, kind = self.room is Room.WIDE, self._kind
        self.left_dock.set_pages([parts.library, *kind.left], stays=self.is_in_library)
        self.outline_section.set_page(self._left_below)
        below = [*parts.below, *kind.below]
        has_section = wide and kind.right.has_values and not kind.right.has_high_preview
        self.values_section.set_page(parts.values if has_section else None)
        has_tab = kind.right.has_values and not has_section
        right = [
            *([parts.preview] if kind.right.has_preview else []),
            *([parts.values] if has_tab else []),
        ]
        right = [*kind.right.pages, *right] if kind.right.leads else [*right, *kind.right.pages]
        if self.is_full_page:
            right = [parts.preview] if kind.right.has_preview else list(kind.right.pages)
        elif not wide:
            right = [*right, *below]
        self.right_dock.set_pages(right)
        if wide:
            self.bottom_dock.set_pages(below)
            self.bottom_dock.show_page(front)
        self._has_values_section = has_section
        self._show_listed_counts()
        self.status.set_roomy(roomy=wide)
        self._apply_open()
        self._apply_sizes()
        if focus is not None and focus.isVisible():
            focus.setFocus()

    def _show_listed_counts(self) -> None:
        counts = self._counts if self._library_counts is None else self._library_counts
        self.bottom_dock.show_counts("problems", counts)
        self.right_dock.show_counts("problems", counts)

    def _apply_open(self) -> None:
        """Show and hide panels as the user and the width want it."""
        self._fitted_both = self._fits_both
        is_open = {name: self._memory.is_open(name, self.room) for name in self._handles}
        is_full = self.is_full_page
        is_open["left"] = not is_full and is_open["left"] and (self._fitted_both or not is_open["right"])
        self._handles["left"].set_name(self._first_left.title)
        right = self._kind.right
        first = right.pages[0] if right.leads and right.pages else self._parts.preview
        self._handles["right"].set_name(first.title)
        for name, side in (("left", self._left), ("right", self._right)):
            side.setVisible(is_open[name])
            self._handles[name].setVisible(not is_full and not is_open[name])
        hidden_before = self.bottom_dock.isHidden()
        wanted = self.room is Room.WIDE and self._memory.is_open("problems", self.room)
        has_use = self._is_high or self._counts.total > 0 or self._asked_for_problems
        self.bottom_dock.setVisible(not is_full and wanted and has_use)
        self.values_section.setVisible(self._shows_values_section)
        self.status.setVisible(not is_full)
        if hidden_before and not self.bottom_dock.isHidden():
            self._size_lower(self._middle)
        self._fold_outline()
        self._show_open()

    def _fold_outline(self) -> None:
        unfolded = self._memory.is_open("outline", self.room) and (
            self._asked_for_outline or self._has_room_for_outline
        )
        was_folded = self.outline_section.folded
        with QSignalBlocker(self.outline_section):
            self.outline_section.set_folded(folded=not unfolded)
        if was_folded is unfolded:
            self._size_lower(self._left)

    def _apply_sizes(self) -> None:
        """Give sides and sections the sizes that the user chose, as far as there is room."""
        self._size_sides()
        self._size_lower(self._left)
        if self.room is Room.WIDE:
            self._size_lower(self._right)
            self._size_lower(self._middle)

    def _size_sides(self) -> None:
        left, right = self._memory.sides(self.room, self.width())
        left = 0 if self._left.isHidden() else left
        right = 0 if self._right.isHidden() else right
        handles = sum(handle.sizeHint().width() for handle in self._handles.values() if not handle.isHidden())
        set_sizes(self._columns, [left, max(1, self.width() - handles - left - right - 2), right])

    def _lower(self, stack: QSplitter) -> tuple[Page, bool]:
        """Return the lower page of a stack, and whether it is folded; the dock below has one height."""
        if stack is self._left:
            return self._left_below, self.outline_section.folded
        if stack is self._right:
            return self._parts.values, self.values_section.folded
        return self._parts.problems, False

    def _size_lower(self, stack: QSplitter) -> None:
        """Give what is below in a stack its saved height, or when folded that of its title."""
        page, is_folded = self._lower(stack)
        height = current_theme().px(HEADER) if is_folded else self._height_of(page)
        set_last_size(stack, height)

    @property
    def _shows_values_section(self) -> bool:
        front = self.right_dock.front
        is_high = self.is_full_page or (front is not None and front.is_high)
        return self._has_values_section and not is_high

    def _follow_right_page(self) -> None:
        """Give a page all the height if nothing may stand below it."""
        was_hidden = self.values_section.isHidden()
        self.values_section.setVisible(self._shows_values_section)
        if was_hidden and not self.values_section.isHidden():
            self._size_lower(self._right)
        self._show_open()

    def _follow_fold(self, folded: bool) -> None:
        """Save that the outline was folded by its title, and give its height to the panel above."""
        self._set_open("outline", is_open=not folded)
        self._size_lower(self._left)

    def _keep_dragged_side(self, _place: int, handle: int) -> None:
        """Save the width of a side that the user dragged; widths forced by a small window are not saved."""
        left, _, right = self._columns.sizes()
        old_left, old_right = self._memory.sides(self.room, self.width())
        sides = (left, old_right) if handle == 1 else (old_left, right)
        self._memory.keep_sides(self.room, *sides)

    def _keep_dragged_below(self, splitter: QSplitter) -> None:
        """Save the height that the user dragged the lower page to."""
        page, is_folded = self._lower(splitter)
        if not is_folded:
            self._memory.keep_below(page.key, splitter.sizes()[-1])

    @property
    def _first_left(self) -> Page:
        """The page at the left that is in front when a kind of file becomes the current one."""
        return next(iter(self._kind.left), self._parts.library)

    @property
    def _left_below(self) -> Page:
        return self._kind.left_below or self._parts.outline

    def _height_of(self, page: Page) -> int:
        """Return the height of a page below another: the saved one, or its default."""
        return self._memory.below(page.key, page.usual_height)

    def _set_open(self, name: str, *, is_open: bool) -> None:
        if self.is_full_page and is_open and name != "right":
            self.set_full_page(is_full=False)
        if name == "problems":
            self._asked_for_problems = is_open
        if name == "outline":
            self._asked_for_outline = is_open and not self._has_room_for_outline
        if name == "problems" and self.room is not Room.WIDE:
            right = self._kind.right
            other = self._parts.preview if right.has_preview else right.pages[0]
            self.right_dock.show_page("problems" if is_open else other.key)
            name, is_open = "right", True
        self._memory.keep_open(name, self.room, is_open=is_open)
        if name == "left" and is_open and not self._fits_both:
            self._memory.keep_open("right", self.room, is_open=False)
        self._apply_open()
        if name in {"left", "right"}:
            self._apply_sizes()
        if name == "outline" and is_open:
            self.outline_section.set_folded(folded=False)
        self._show_open()

    def _unhide(self, name: str) -> None:
        """Show a side again, and move the focus into it from its handle, which is hidden then."""
        had_focus = self._handles[name].hasFocus()
        self._set_open(name, is_open=True)
        if had_focus:
            dock = self.left_dock if name == "left" else self.right_dock
            dock.focus_page()

    @property
    def _has_room_for_outline(self) -> bool:
        needed = current_theme().px(HEADER * 2 + _LEAST_LIBRARY) + self._height_of(self._left_below)
        return self._is_high or self._columns.height() >= needed

    @property
    def _fits_both(self) -> bool:
        """Whether both sides fit beside the editor."""
        return self.width() >= current_theme().px(_LEAST_LEFT + _LEAST_CENTRE + _LEAST_RIGHT)

    def _is_shown(self, name: str) -> bool:
        if name == "outline":
            return not self.outline_section.folded and not self._left.isHidden()
        if name == "problems":
            in_tab = not self._right.isHidden() and self.right_dock.current == "problems"
            return in_tab if self.room is not Room.WIDE else not self.bottom_dock.isHidden()
        return not (self._left if name == "left" else self._right).isHidden()

    def _show_open(self) -> None:
        for name, action_id in _TOGGLES.items():
            self._actions.check(action_id, checked=self._is_shown(name))


PANEL_ACTIONS: Entries[MainWindow] = (
    Action(
        "toggle_library", "&Library", ("Ctrl+B",), act=lambda window: window.toggle("left"), check=Check()
    ),
    Action(
        "toggle_outline",
        "&Outline",
        ("Ctrl+Shift+B",),
        act=lambda window: window.toggle("outline"),
        check=Check(),
    ),
    Action(
        "toggle_preview",
        "&Preview and values",
        ("Ctrl+Shift+E",),
        act=lambda window: window.toggle("right"),
        check=Check(),
    ),
    Action(
        "toggle_problems",
        "P&roblems",
        ("Ctrl+J",),
        act=lambda window: window.toggle("problems"),
        check=Check(),
    ),
    Action(
        "full_page",
        "&Full page",
        ("F11",),
        act=lambda window: window.set_full_page(is_full=not window.is_full_page),
        check=Check(says_itself=True),
    ),
    None,
    Action("next_panel", "&Next panel", ("F6",), act=lambda window: window.go_to_panel()),
    Action("previous_panel", "Pre&vious panel", ("Shift+F6",), act=lambda window: window.go_to_panel(-1)),
)
"""The actions that only place panels, which the window handles itself."""
_TOGGLES = {
    "left": "toggle_library",
    "outline": "toggle_outline",
    "right": "toggle_preview",
    "problems": "toggle_problems",
}


def in_bar(menus: Iterable[Menu]) -> list[Menu]:
    """Return menus in the order of the menu bar: those of single kinds of file come after *Insert*."""
    return sorted(menus, key=lambda menu: _MENUS.index(menu.title if menu.title in _MENUS else ""))
