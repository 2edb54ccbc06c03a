"""The main window, which only places the panels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QWidget

from editor_app.text import Sentence
from editor_app.window.frame.columns import Columns
from editor_app.window.frame.dock import HEADER, Dock, KindPages, Page, Section, WindowParts
from editor_app.window.frame.first_window import restore_place
from editor_app.window.frame.layout_memory import HIGH_FROM, LayoutMemory, Room, room_for
from editor_app.window.frame.menu_bar import MenuBar
from editor_app.window.frame.notices import Notices
from editor_app.window.frame.status_bar import StatusBar
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_focus import focus_next, is_inside
from editor_app.window.kit.focus.panel_keys import native_keys, opens_menu
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot

_LEAST = (640, 420)
_LEAST_PROBLEMS, _LEAST_LIBRARY = 124, 300
_OPEN_DELAY_MS, _SAVE_DELAY_MS = 1_200, 1_000


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
        self._is_high = self._fitted_both = True
        self._counts = Counts()
        self._library_counts: Counts | None = None
        self._asked_for_problems = self._asked_for_outline = self._has_values_section = False
        self.is_full_page = self._memory.is_full_page  # the open files, their buttons and the preview alone
        self._page_before = parts.preview.key  # in front at the right before the full page
        self._open_later = single_shot(self, _OPEN_DELAY_MS, self._apply_open)
        self._save_later = single_shot(self, _SAVE_DELAY_MS, self._save_geometry)
        self.left_dock = Dock()
        self.outline_section = Section()
        self.bottom_dock = Dock(closable=True)
        self.right_dock = Dock()
        self.values_section = Section()
        self.status = StatusBar()
        self._centre = QWidget()
        self.notices = Notices(self._centre)
        self.columns = Columns(self._memory, self._lower)
        self._menus = MenuBar(actions)
        self.addActions(actions.every())  # a key works where no menu that is shown has the action
        self._build()
        self._scale = 0.0  # of the sizes that the parts were placed with
        on_theme(self, self._take_sizes)
        restore_place(self, settings)
        self.room = room_for(self.width())
        self._place_parts()

    def show_kind(self, pages: KindPages) -> None:
        """Show the pages of one kind of file beside those of all kinds; a library with the focus keeps it."""
        before, self._kind = self._kind, pages
        self._menus.show_kind(pages.menu)
        is_in_library = self.is_in_library
        self._place_parts()
        if not is_in_library and pages.left != before.left:
            self.show_left_of_kind()
        if pages.right.leads and pages.right.pages != before.right.pages:
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
        places: dict[QWidget, str] = {
            **{dock: dock.current for dock in (self.left_dock, self.bottom_dock, self.right_dock)},
            self.outline_section: self._left_below.key,
            self.values_section: self._parts.values.key,
        }
        return next((key for place, key in places.items() if focus and is_inside(focus, place)), "")

    def show_left_of_kind(self) -> None:
        """Bring the first page at the left of the current kind of file to the front."""
        self.left_dock.show_page(self._first_left.key)

    def show_below(self, page: str | Page) -> None:
        """Bring a page of the lower docks to the front, wherever it is at this width; a new one is added."""
        if isinstance(page, Page):
            self._parts = self._parts.with_below(page)
            self._place_parts()
        self._set_open("problems", is_open=True)
        dock = self.bottom_dock if self.room is Room.WIDE else self.right_dock
        dock.show_page(page.key if isinstance(page, Page) else page)

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
        self.is_full_page = is_full
        self._memory.keep_full_page(is_full=is_full)
        self._actions.check("full_page", checked=is_full)
        self._menus.fold(folded=self.is_full_page)
        if is_full:
            self._page_before = self.right_dock.current
        self._place_parts()
        self.full_page_changed.emit(is_full)
        if not is_full:
            self.right_dock.show_page(self._page_before)
            announce(self, Sentence("window-frame.full-page-ended"))
        if focus is not None and not focus.isVisible():
            self._parts.centre.setFocus()
        self._say_full_page()

    def toggle(self, name: str) -> None:
        """Show or hide a side, the outline or the problems."""
        self._set_open(name, is_open=not self._is_shown(name))
        self.bottom_dock.show_page(name)

    def go_to_panel(self, step: int = 1) -> None:
        """Focus the next panel that is shown and accepts the focus, or the previous one with `step` -1."""
        focus_next(self._parts.stops(self._kind, self.notices), step)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self._menus.fold(folded=self.is_full_page)
        self.bottom_dock.setMinimumHeight(px(_LEAST_PROBLEMS))
        self.left_dock.setMinimumHeight(px(HEADER * 4))
        self.right_dock.setMinimumHeight(px(HEADER * 4))
        self.setMinimumSize(px(_LEAST[0]), px(_LEAST[1]))
        old, self._scale = self._scale, current_theme().scale
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
            if self._is_high is not was_high or self.columns.fit(self.width()) is not self._fitted_both:
                self._apply_open()
            self._apply_sizes()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in the order on the screen, for Tab and for widgets that pass it on."""
        return focus_beside(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open menus, and underline their mnemonics while Alt is held."""
        if event.key() == Qt.Key.Key_Alt:
            self._menus.underline(shown=True)
        if not opens_menu(event, self):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Remove the underlines."""
        if event.key() == Qt.Key.Key_Alt:
            self._menus.underline(shown=False)
        super().keyReleaseEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Set the widths of the sides, now that the window has its size."""
        super().showEvent(event)
        self._is_high = self.height() >= current_theme().px(HIGH_FROM)
        self._apply_open()
        self._apply_sizes()
        self._say_full_page()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back or forward by the buttons of the mouse for that."""
        if event.button() in {Qt.MouseButton.BackButton, Qt.MouseButton.ForwardButton}:
            is_back = event.button() == Qt.MouseButton.BackButton
            self._actions.action("go_back" if is_back else "go_forward").trigger()

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
            key = native_keys("".join(self._actions.keys_of("full_page")[:1]))
            self.notices.say(Sentence("window-frame.full-page", key=key), until=(self.full_page_changed,))

    def _build(self) -> None:
        parts = self._parts
        self.setWindowTitle("Foreword")
        self.setMenuBar(self._menus)
        whole = QWidget(self)
        self.setCentralWidget(whole)
        columns, handles = self.columns, self.columns.handles
        column(whole, (row(None, handles["left"], columns, handles["right"]), 1), self.status)
        columns.fill(
            (self.left_dock, self.outline_section),
            (self._centre, self.bottom_dock),
            (self.right_dock, self.values_section),
        )
        column(self._centre, parts.centre)
        connect(
            (columns.splitterMoved, lambda _x, side: columns.keep_side(self.room, self.width(), side)),
            (self.bottom_dock.closed, lambda: self._set_open("problems", is_open=False)),
            (self.outline_section.fold_changed, self._follow_fold),
            (self.values_section.fold_changed, lambda _folded: columns.size_lower(columns.right)),
            (self.bottom_dock.page_changed, lambda _key: self._show_open()),
            (self.right_dock.page_changed, lambda _key: self._follow_right_page()),
            (self.status.counts.clicked, self.show_problems),
            *((handle.clicked, partial(self._unhide, name)) for name, handle in handles.items()),
        )
        self._actions.check("full_page", checked=self.is_full_page)

    def _place_parts(self) -> None:
        """Move values and problems to their docks at this width; the focus and the page in front stay so."""
        parts, focus, front = self._parts, QApplication.focusWidget(), self.right_dock.current
        wide, kind = self.room is Room.WIDE, self._kind
        self.left_dock.set_pages([parts.library, *kind.left], stays=self.is_in_library)
        self.outline_section.set_page(self._left_below if self._has_left_below else None)
        below = (*parts.below, *kind.below)
        self._has_values_section = wide and kind.right.has_values and not kind.right.has_high_preview
        self.values_section.set_page(parts.values if self._has_values_section else None)
        if self.is_full_page:
            self.right_dock.set_pages([parts.preview] if kind.right.has_preview else kind.right.pages)
        else:
            of_all = kind.right.with_shared(parts, has_values_tab=not self._has_values_section)
            self.right_dock.set_pages(of_all if wide else (*of_all, *below))
        if wide:
            self.bottom_dock.set_pages(below)
            self.bottom_dock.show_page(front)
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
        self._fitted_both = self.columns.fit(self.width())
        is_open = {name: self._memory.is_open(name, self.room) for name in self.columns.sides}
        is_full, has_right = self.is_full_page, self.right_dock.front is not None
        is_open["right"] = is_open["right"] and has_right
        is_open["left"] = not is_full and is_open["left"] and (self._fitted_both or not is_open["right"])
        self.columns.handles["left"].set_name(self._first_left.title)
        leading = self._kind.right.pages if self._kind.right.leads else ()
        self.columns.handles["right"].set_name((*leading, self._parts.preview)[0].title)
        for name, shown in is_open.items():
            can_show = not is_full and (has_right or name == "left")
            self.columns.show_side(name, shown=shown, can_show=can_show)
        hidden_before = self.bottom_dock.isHidden()
        wanted = self.room is Room.WIDE and self._memory.is_open("problems", self.room)
        has_use = self._is_high or self._counts.total > 0 or self._asked_for_problems
        self.bottom_dock.setVisible(not is_full and wanted and has_use)
        self.values_section.setVisible(self._shows_values_section)
        self.outline_section.setVisible(self._has_left_below)
        self.status.setVisible(not is_full)
        if hidden_before and not self.bottom_dock.isHidden():
            self.columns.size_lower(self.columns.middle)
        unfolded = self._memory.is_open("outline", self.room) and (
            self._asked_for_outline or self._has_room_for_outline
        )
        was_folded = self.outline_section.folded
        with QSignalBlocker(self.outline_section):
            self.outline_section.set_folded(folded=not unfolded)
        if was_folded is unfolded:
            self.columns.size_lower(self.columns.left)
        self._show_open()

    def _apply_sizes(self) -> None:
        """Give sides and sections the sizes that the user chose, as far as there is room."""
        self.columns.size_sides(self.room, self.width())
        self.columns.size_lower(self.columns.left)
        if self.room is Room.WIDE:
            self.columns.size_lower(self.columns.right)
            self.columns.size_lower(self.columns.middle)

    def _lower(self, stack: QSplitter) -> tuple[Page, bool]:
        """Return the lower page of a column, and whether it is folded; the dock below has one height."""
        if stack is self.columns.left:
            return self._left_below, self.outline_section.folded
        if stack is self.columns.right:
            return self._parts.values, self.values_section.folded
        return self._parts.problems, False

    @property
    def _shows_values_section(self) -> bool:
        front = self.right_dock.front
        return self._has_values_section and not (self.is_full_page or (front is not None and front.is_high))

    def _follow_right_page(self) -> None:
        """Give a page all the height if nothing may stand below it."""
        was_hidden = self.values_section.isHidden()
        self.values_section.setVisible(self._shows_values_section)
        if was_hidden and not self.values_section.isHidden():
            self.columns.size_lower(self.columns.right)
        self._show_open()

    def _follow_fold(self, folded: bool) -> None:
        """Save that the outline was folded by its title, and give its height to the panel above."""
        self._set_open("outline", is_open=not folded)
        self.columns.size_lower(self.columns.left)

    @property
    def _first_left(self) -> Page:
        """The page at the left that is in front when a kind of file becomes the current one."""
        return next(iter(self._kind.left), self._parts.library)

    @property
    def _left_below(self) -> Page:
        return self._kind.left_below or self._parts.outline

    @property
    def _has_left_below(self) -> bool:
        return self._kind.left_below is not None or self._kind.has_outline

    def _set_open(self, name: str, *, is_open: bool) -> None:
        if self.is_full_page and is_open and name != "right":
            self.set_full_page(is_full=False)
        if name == "problems":
            self._asked_for_problems = is_open
        if name == "outline":
            self._asked_for_outline = is_open and not self._has_room_for_outline
        if name == "problems" and self.room is not Room.WIDE:
            self.right_dock.show_page((["problems"] if is_open else self.right_dock.keys)[0])
            name, is_open = "right", True
        self._memory.keep_open(name, self.room, is_open=is_open)
        if name == "left" and is_open and not self.columns.fit(self.width()):
            self._memory.keep_open("right", self.room, is_open=False)
        self._apply_open()
        if name in {"left", "right"}:
            self._apply_sizes()
        if name == "outline" and is_open:
            self.outline_section.set_folded(folded=False)

    def _unhide(self, name: str) -> None:
        """Show a side again, and move the focus into it from its handle, which is hidden then."""
        had_focus = self.columns.handles[name].hasFocus()
        self._set_open(name, is_open=True)
        if had_focus:
            (self.left_dock if name == "left" else self.right_dock).focus_page()

    @property
    def _has_room_for_outline(self) -> bool:
        needed = current_theme().px(HEADER * 2 + _LEAST_LIBRARY) + self.columns.height_of(self._left_below)
        return self._is_high or self.columns.height() >= needed

    def _is_shown(self, name: str) -> bool:
        if name == "outline":
            return not self.outline_section.folded and not self.columns.left.isHidden()
        if name == "problems":
            dock = self.bottom_dock if self.room is Room.WIDE else self.right_dock
            return dock.current == name and dock.isVisibleTo(self)
        return not self.columns.sides[name].isHidden()

    def _show_open(self) -> None:
        for name, panel in _TOGGLES.items():
            self._actions.check(f"toggle_{panel}", checked=self._is_shown(name))


_TOGGLES = {"left": "library", "outline": "outline", "right": "preview", "problems": "problems"}
