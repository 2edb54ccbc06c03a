"""The picture on the screen while the program loads, and the keys that are typed at it.

Everything imported here delays it; so does a class's first enumeration, which PySide creates with all others
of that class: for `Qt` alone that is a hundred.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QDeadlineTimer,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QSettings,
    QSize,
    QStandardPaths,
    Qt,
    QThread,
)
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFont,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWindow,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMainWindow, QPlainTextEdit, QWidget

from editor_app.window.frame.first_sight import FirstSight
from editor_app.window.kit.application import FRAME, screen_room
from editor_app.window.kit.work.timers import single_shot

if TYPE_CHECKING:
    from editor_app.window.kit.theme.theme import Theme

GEOMETRY_KEY = "window/geometry"
LOOK_KEY = "window/look"
BESIDE_VARIABLE = "FOREWORD_BESIDE_WINDOW"
"""Set by a window for the one that it opens, which begins beside it."""
_STEP = 32  # how far a window steps aside
USUAL_SIZE = QSize(1440, 900)
_PATIENCE_MS = 300
_TURN_MS = 10
_TURNS = 5  # of the event loop: painting comes before keys that are already there, in one turn or the next
_LEFT, _RIGHT, _MENU, _STRIP, _STATUS, _GUTTER = 288, 420, 32, 34, 26, 76


def restore_place(window: QWidget, settings: QSettings) -> None:
    """Restore the window's last position and size, or use the default ones."""
    geometry = settings.value(GEOMETRY_KEY)
    if not isinstance(geometry, QByteArray) or not window.restoreGeometry(geometry):
        window.resize(USUAL_SIZE.boundedTo(screen_room(window)))


def step_aside(window: QWidget) -> None:
    """Move a window that would cover another one exactly; whole on the screen, and smaller if need be."""
    if window.isMaximized() or window.isFullScreen():
        return
    room, step = window.screen().availableGeometry(), QPoint(_STEP, _STEP)
    size = (window.size() + FRAME).boundedTo(room.size() - QSize(_STEP, _STEP))
    at, is_at_corner = window.pos() + step, (window.pos() - room.topLeft()).manhattanLength() < _STEP
    if not room.contains(QRect(at, size)):
        at = room.topLeft() + step if is_at_corner else room.topLeft()
    window.resize(size - FRAME)
    window.move(at)


class FirstWindow(QMainWindow):
    """The top-level window: shows a still picture of the content first, then the content itself."""

    def __init__(self, settings: QSettings, sight: FirstSight | None) -> None:
        """Use the last position, size and colours of the window; show the text of `sight`, if there is one.

        Keys typed at the window are held until `give_keys`.
        """
        super().__init__()
        self.setWindowTitle("Foreword")
        restore_place(self, settings)
        if os.environ.pop(BESIDE_VARIABLE, ""):
            step_aside(self)
        self.setCentralWidget(_StillPicture(last_look(settings), sight.text if sight is not None else ""))
        self._sight = sight
        self.winId()  # makes the window's handle, to which keys come
        self.keys = EarlyKeys(self.windowHandle(), self)

    def wait_until_seen(self) -> None:
        """Wait until the window manager has shown the window, but not long."""
        patience = QDeadlineTimer(_PATIENCE_MS)
        still = self.centralWidget()
        while isinstance(still, _StillPicture) and not still.is_painted and not patience.hasExpired():
            QCoreApplication.processEvents()
            QThread.msleep(1)

    def take(self, content: QWidget) -> None:
        """Show the real content from now on, which also decides about closing."""
        self.setCentralWidget(content)

    def give_keys(self, editor: QAbstractScrollArea | None, now: FirstSight | None) -> None:
        """Let keys through once `editor` is on the screen.

        It gets those that were typed before if the picture showed the file and text that it has `now`.
        """
        self.keys.end_at(editor, is_same=now is not None and now == self._sight)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close if the content agrees."""
        content = self.centralWidget()
        if isinstance(content, QMainWindow) and not content.close():
            event.ignore()


class EarlyKeys(QObject):
    """Holds the keys that come to a window, until the text at which they were typed can have them.

    However late they come, it is in the order of typing: what is typed at a window that is loading waits.
    """

    holds = False  # whether keys are still held, which is asked of one that is being destroyed, too

    def __init__(self, window: QWindow, parent: QObject) -> None:
        """Hold from now on what is typed at the window."""
        super().__init__(parent)
        self._window = window
        self._held: list[QKeyEvent] = []
        self._editor: QAbstractScrollArea | None = None
        self._is_same = False
        self._turns_left = _TURNS
        self._turn = single_shot(self, _TURN_MS, self._take_turn)
        self.holds = True
        window.installEventFilter(self)

    def end_at(self, editor: QAbstractScrollArea | None, *, is_same: bool) -> None:
        """Hold keys until `editor` is painted, or without one until those typed by now have come.

        It gets them if its text `is_same` as the one at which they were typed; else nobody does.
        """
        self._editor, self._is_same = editor, is_same
        if editor is None:
            self._turn.start()
        else:
            editor.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold keys, and wait for the first painting."""
        if not self.holds:
            return False
        if watched is self._window and isinstance(event, QKeyEvent):
            event.accept()  # else a shortcut would go on
            if event.type() == QEvent.Type.KeyPress:
                self._held.append(
                    QKeyEvent(
                        event.type(), event.key(), event.modifiers(), event.text(), event.isAutoRepeat()
                    )
                )
            return True
        if watched is not self._window and isinstance(event, QPaintEvent | QHideEvent):
            watched.removeEventFilter(self)
            self._turn.start()
        return False

    def _take_turn(self) -> None:
        self._turns_left -= 1
        if self._turns_left:
            self._turn.start()
        else:
            self._end()

    def _end(self) -> None:
        """Give the keys to the editor, up to the first command: what follows that is not for this text."""
        self.holds = False
        self._window.removeEventFilter(self)
        editor, held = self._editor, self._held
        self._editor, self._held = None, []
        if editor is None or not self._is_same:
            return
        modifier = Qt.KeyboardModifier
        for event in held:
            if event.modifiers() & (modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier):
                return
            QCoreApplication.sendEvent(editor, event)


class PictureTheme(NamedTuple):
    """The parts of a theme that the first window needs: colours as "#rrggbb", the font family, the scale."""

    bg: str
    panel: str
    paper: str
    ink: str
    line: str
    family: str
    scale: float

    def px(self, length: float) -> int:
        """Return a length of the design in pixels, in the user's text scale."""
        return round(length * self.scale)


def keep_look(settings: QSettings, look: PictureTheme) -> None:
    """Save the look for the next start."""
    settings.setValue(LOOK_KEY, "|".join(map(str, look)))


def last_look(settings: QSettings) -> PictureTheme:
    """Return the look of the last session; at the very first start that of the theme, which takes longer."""
    words = str(settings.value(LOOK_KEY, "")).split("|")
    try:
        bg, panel, paper, ink, line, family, scale = words
        return PictureTheme(bg, panel, paper, ink, line, family, float(scale))
    except ValueError:
        from editor_app.window.kit.theme.theme import load_theme

        is_dark = QGuiApplication.styleHints().colorScheme().name == "Dark"
        return look_of(load_theme("dark" if is_dark else "light"))


def look_of(theme: Theme) -> PictureTheme:
    """Return the part of a theme that the first window needs."""
    colors = theme.colors
    family = theme.font("code").family()
    bg, panel, paper, ink, line = (colors[role] for role in ("bg", "panel", "paper", "ink", "line"))
    return PictureTheme(bg, panel, paper, ink, line, family, theme.scale)


class _StillPicture(QWidget):
    """The still picture: areas of the panels, and the text in the middle."""

    def __init__(self, look: PictureTheme, text: str) -> None:
        super().__init__()
        self._look = look
        self.is_painted = False
        font = QFont(look.family)
        font.setPixelSize(look.px(13))
        self._text = QPlainTextEdit(self, readOnly=True)
        self._text.setFont(font)
        self._text.setStyleSheet(f"background: {look.paper}; color: {look.ink}")
        self._text.setFrameStyle(0)
        self._text.document().setDocumentMargin(look.px(12))
        self._text.setPlainText(text)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Place the text where the editor will be."""
        px = self._look.px
        left, top = px(_LEFT + _GUTTER), px(_MENU + _STRIP * 2)
        width, height = self.width() - left - px(_RIGHT), self.height() - top - px(_STATUS)
        self._text.setGeometry(left, top, max(width, 0), max(height, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the panels' areas in their colours, with lines between them."""
        look, px = self._look, self._look.px
        width, height = self.width(), self.height()
        body = QRect(0, px(_MENU), width, height - px(_MENU + _STATUS))
        left = QRect(0, body.top(), px(_LEFT), body.height())
        right = QRect(width - px(_RIGHT), body.top(), px(_RIGHT), body.height())
        self.is_painted = True
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(look.bg))
            painter.fillRect(body.adjusted(0, px(_STRIP), 0, 0), QColor(look.paper))
            for side in (left, right):
                painter.fillRect(side, QColor(look.panel))
            for x in (left.right() + 1, right.left() - 1):
                painter.fillRect(x, body.top(), 1, body.height(), QColor(look.line))


def state_folder() -> Path:
    """Return the state folder, the same as the library package does, which takes longer to import."""
    location = QStandardPaths.StandardLocation.GenericStateLocation
    return Path(QStandardPaths.writableLocation(location)) / "foreword"
