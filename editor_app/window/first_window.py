"""What is on the screen while the rest of the program loads: the window's frame, and the file's text.

Everything imported here delays the first sight of the window.
"""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QDeadlineTimer,
    QEventLoop,
    QRect,
    QSettings,
    QSize,
    QStandardPaths,
    Qt,
)
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QPlainTextEdit, QWidget

from editor_app.window.theme import Theme, load_theme

GEOMETRY_KEY = "window/geometry"
THEME_KEY = "window/theme"
LAST_FILE_KEY = "window/last"
SETTINGS_NAME = "window.ini"
USUAL_SIZE = QSize(1440, 900)
_MOST_BYTES = 200_000
_PATIENCE_MS = 300
_LEFT, _RIGHT, _MENU, _STRIP, _STATUS, _GUTTER = 288, 420, 32, 34, 26, 76


class FirstWindow(QMainWindow):
    """The top-level window for good: first a still picture of itself, then around the real one."""

    def __init__(self, settings: QSettings, text: str) -> None:
        """Stand where the window stood last, in the colours it had."""
        super().__init__()
        self.setWindowTitle("Foreword")
        geometry = settings.value(GEOMETRY_KEY)
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(USUAL_SIZE)
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        usual = "dark" if dark else "light"
        name = str(settings.value(THEME_KEY, usual))
        self.setCentralWidget(_Still(load_theme(name if name in {"light", "dark"} else usual), text))

    def wait_until_seen(self) -> None:
        """Let the window reach the screen, which may take a window manager a moment."""
        patience = QDeadlineTimer(_PATIENCE_MS)
        still = self.centralWidget()
        while isinstance(still, _Still) and not still.is_painted and not patience.hasExpired():
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)

    def take(self, content: QWidget) -> None:
        """Show the real content from now on; closing this window asks it."""
        self.setCentralWidget(content)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close if the content does."""
        content = self.centralWidget()
        if isinstance(content, QMainWindow) and not content.close():
            event.ignore()


class _Still(QWidget):
    """The places of the panels, and the text in the middle."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.is_painted = False
        self._text = QPlainTextEdit(self)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setReadOnly(True)
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text.setFont(theme.font("code"))
        self._text.setStyleSheet(f"background: {theme.colors['paper']}; color: {theme.colors['ink']}")
        self._text.document().setDocumentMargin(theme.px(12))
        self._text.setPlainText(text)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Put the text where the editor will be."""
        px = self._theme.px
        left, top = px(_LEFT + _GUTTER), px(_MENU + _STRIP * 2)
        width, height = self.width() - left - px(_RIGHT), self.height() - top - px(_STATUS)
        self._text.setGeometry(left, top, max(width, 0), max(height, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the places in their colours, with lines between them."""
        px, color = self._theme.px, self._theme.color
        width, height = self.width(), self.height()
        body = QRect(0, px(_MENU), width, height - px(_MENU + _STATUS))
        left = QRect(0, body.top(), px(_LEFT), body.height())
        right = QRect(width - px(_RIGHT), body.top(), px(_RIGHT), body.height())
        self.is_painted = True
        painter = QPainter(self)
        painter.fillRect(self.rect(), color("bg"))
        painter.fillRect(body.adjusted(0, px(_STRIP), 0, 0), color("paper"))
        for side in (left, right):
            painter.fillRect(side, color("panel"))
        for x in (left.right() + 1, right.left() - 1):
            painter.fillRect(x, body.top(), 1, body.height(), color("line"))
        painter.end()


def window_settings() -> QSettings:
    """Return the settings of the window: its place, sizes and colours."""
    return QSettings(str(state_folder() / SETTINGS_NAME), QSettings.Format.IniFormat)


def state_folder() -> Path:
    """Return where the window keeps its state, as the library room does, which takes longer to load."""
    location = QStandardPaths.StandardLocation.GenericStateLocation
    return Path(QStandardPaths.writableLocation(location)) / "foreword"


def first_text(paths: Sequence[Path], settings: QSettings) -> str:
    """Return the text that will most likely be in front, "" if that cannot be told at once."""
    last = str(settings.value(LAST_FILE_KEY, ""))
    path = paths[0] if paths else Path(last) if last else None
    if path is None:
        return ""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return ""
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return ""  # whoever opens it for good says what is wrong
