"""The start page: what is shown where no library is open, with the folders that were open before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSettings, QSize, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QPushButton, QWidget

from editor_app.library.paths import is_folder
from editor_app.library.settings.recent import RecentFolder
from editor_app.text import Sentence, listed
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.frame.first_window import GEOMETRY_KEY, restore_place
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.dropping import FileDrops
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.layouts import LayoutPart, column, row
from editor_app.window.kit.rows.content import Icon, RowContent, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.times import clock_time, day_of
from editor_app.window.kit.work.runner import NO_JOB, Runner

_OPEN_KEYS: Final = "Ctrl+Shift+O"
_WIDTH, _BUTTON, _NAME, _ROW = 640, 172, 180, 32
_MOST_ROWS: Final = 12
_ASKED_AT_ONCE: Final = 4  # folders, of which one on a disk that does not answer keeps no other back
_REMOVE: Final = Sentence("window-startup.remove")
_BUTTONS: Final = (
    ("folder-open", Sentence("window-startup.open-folder"), Sentence("window-startup.about-open-folder")),
    ("sparkles", Sentence("window-startup.try-sample"), Sentence("window-startup.about-sample")),
    ("folder-tree", Sentence("window-startup.new-library"), Sentence("window-startup.about-new-library")),
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A folder in the list: when it was opened, in words, and whether it is there, as far as is known."""

    folder: RecentFolder
    when: str
    is_gone: bool = False


class StartPage(Ground):
    """Buttons for a first library, and the recent folders; it announces what is chosen."""

    open_requested = Signal()
    sample_requested = Signal()
    new_requested = Signal()
    folder_chosen = Signal(Path)
    window_requested = Signal(Path)
    forget_requested = Signal(Path)

    def __init__(self) -> None:
        """Start without recent folders."""
        super().__init__(ground="paper")
        self.setAccessibleName(Sentence("window-startup.start"))
        self._runner, self._job = Runner(self, most=_ASKED_AT_ONCE), NO_JOB
        self.buttons = [with_icon(QPushButton(words), icon, "soft") for icon, words, _about in _BUTTONS]
        asked = (self.open_requested, self.sample_requested, self.new_requested)
        for button, signal in zip(self.buttons, asked, strict=True):
            button.setProperty("look", "start")
            button.setAutoDefault(True)
            button.clicked.connect(lambda _checked=False, signal=signal: signal.emit())
        self.told = PlainLabel("", "warn")
        self.told.setWordWrap(True)
        type_ = RowType(self._content, key=attrgetter("folder.path"), height=_ROW)
        self.list = RowTree(type_, Sentence("window-startup.recent-folders"))
        self.list.setProperty("look", "start")
        self.list.setMouseTracking(True)
        self.list.find_link = self._link_at
        self.list.link_chosen.connect(self.forget_requested)
        self.list.chosen.connect(lambda _row: self._choose(self.folder_chosen))
        self.list.add_key("Ctrl+Return", lambda: self._choose(self.window_requested))
        self.list.add_key("Del", lambda: self._forget())  # noqa: PLW0108  made later
        self.head = QWidget()
        drop = PlainLabel(Sentence("window-startup.drop-anywhere"), "soft")
        row(
            self.head,
            PlainLabel(Sentence("window-startup.recent-folders"), "strong"),
            ...,
            drop,
            margins=(SIDE, 0, SIDE, 0),
        )
        self.keys = PlainLabel(
            Sentence("window-startup.keys", another=native_keys("Ctrl+Enter"), forget=native_keys("Del")),
            "soft",
        )
        QShortcut(QKeySequence(_OPEN_KEYS), self, self.open_requested.emit)
        self._lay_out()
        self.say("")
        self._show_rows(())

    def show_folders(self, folders: Sequence[RecentFolder], now: datetime) -> None:
        """Show the recent folders; which of them are gone follows, as a disk may not answer at once."""
        rows = tuple(_Row(folder, _when(folder.opened, now)) for folder in folders)
        self._show_rows(rows)
        self.setFocusProxy(self.list if rows else self.buttons[0])
        for folder in folders:
            self._runner.do(partial(is_folder, folder.path), partial(self._mark, folder.path))

    def say(self, sentence: str) -> None:
        """Show what went wrong above the recent folders, "" for nothing."""
        self.told.setText(sentence)
        self.told.setVisible(bool(sentence))

    def _mark(self, path: Path, is_there: bool) -> None:
        if not is_there:
            rows = (replace(row, is_gone=row.is_gone or row.folder.path == path) for row in self.list.rows)
            self._show_rows(tuple(rows))

    def _show_rows(self, rows: tuple[_Row, ...]) -> None:
        number = max(self.list.currentIndex().row(), 0)
        self.list.show_rows(rows)
        if rows and self.list.current_row is None:  # at first, and after one that was forgotten
            self.list.setCurrentIndex(self.list.index_of(rows[min(number, len(rows) - 1)].folder.path))
        for part in (self.head, self.list, self.keys):
            part.setVisible(bool(rows))
        self.list.setFixedHeight(current_theme().px(_ROW) * min(len(rows), _MOST_ROWS))

    def _lay_out(self) -> None:
        whole = QWidget()
        lines: list[LayoutPart] = []
        for button, (_icon, _words, about) in zip(self.buttons, _BUTTONS, strict=True):
            keys = PlainLabel(native_keys(_OPEN_KEYS) if button is self.buttons[0] else "", "faint")
            label = PlainLabel(about, "soft")
            label.setWordWrap(True)
            lines += [row(None, button, (label, 1), keys, spacing=12), 12]
        about = Sentence("window-startup.about-library")
        head = (PlainLabel(Sentence("window-startup.no-library"), "title"), PlainLabel(about, "soft"), 16)
        column(whole, *head, *lines, self.told, 20, self.head, 6, self.list, 10, self.keys)
        middle = row(None, ..., whole, ...)
        layout = column(self, ..., middle, ..., margins=(24, 24, 24, 24))
        layout.setStretch(0, 1)
        layout.setStretch(2, 4)

        def take_sizes() -> None:
            whole.setFixedWidth(current_theme().px(_WIDTH))
            widths = (button.sizeHint().width() for button in self.buttons)
            width = max(current_theme().px(_BUTTON), *widths)
            for button in self.buttons:
                button.setFixedWidth(width)

        on_theme(self, take_sizes)

    def _content(self, shown: _Row) -> RowContent:
        path, is_gone = shown.folder.path, shown.is_gone
        role = "faint" if is_gone else "ink"
        state: tuple[Icon | Words, ...] = (Words(shown.when, "soft", "number"),)
        if is_gone:
            icon = Icon("triangle-alert", "warn", 14)
            state = (
                Words(_REMOVE, "acc", "number", gap=12),
                Words(Sentence("window-startup.not-found"), "warn", "number"),
                icon,
            )
        name = Words(path.name or str(path), role, room=_NAME)
        state_in_words = Sentence("window-startup.not-found") if is_gone else shown.when
        spoken = listed([path.name, str(path), state_in_words])
        words = home_relative(path)
        return RowContent(
            words, str(path), spoken, Words(words, "soft"), lead=(Icon("folder", role), name), trail=state
        )

    def _link_at(self, shown: _Row, rect: QRect, place: QPoint) -> Path | None:
        style = row_style()
        width = style.metrics["number"].horizontalAdvance(_REMOVE) + style.px(SIDE)
        return shown.folder.path if shown.is_gone and place.x() > rect.right() - width else None

    def _choose(self, asked: SignalInstance) -> None:
        """Ask for the folder of the current row once it is known to be there, unless another is asked for."""
        if self.list.current_row is None:
            return
        path = self.list.current_row.folder.path

        def take(is_there: bool) -> None:
            self._mark(path, is_there)
            if is_there:
                asked.emit(path)

        self._job.cancel()
        self._job = self._runner.do(lambda: is_folder(path), take)

    def _forget(self) -> None:
        if self.list.current_row is not None:
            self.forget_requested.emit(self.list.current_row.folder.path)


def _when(at: datetime, now: datetime) -> str:
    """Return "today 13:58", "yesterday", "2 March"."""
    at = at.astimezone(now.tzinfo)
    if at.date() == now.date():
        return Sentence("window-startup.today-at", time=clock_time(at))
    return day_of(at, now)


class StartWindow(QMainWindow):
    """The window with the start page alone; what is dropped anywhere on it is opened."""

    quit_requested = Signal()

    def __init__(self, page: StartPage, settings: QSettings) -> None:
        """Show the page at the place and in the size of the last window."""
        super().__init__()
        self._settings = settings
        self.setWindowTitle("Foreword")
        self.dropped = FileDrops(self).dropped
        self.setCentralWidget(page)
        self.setMinimumSize(QSize(640, 420))
        QShortcut(QKeySequence("Ctrl+Q"), self, self.quit_requested.emit)
        restore_place(self, settings)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the place of the window."""
        self._settings.setValue(GEOMETRY_KEY, self.saveGeometry())
        super().closeEvent(event)
