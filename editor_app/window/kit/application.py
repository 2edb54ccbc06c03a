"""Qt's application object."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget


class Application(QApplication):
    """The application object, which macOS tells what somebody opens with Foreword, in the Finder, say.

    There such files are in no command line; the first may be told of before there is a window.
    """

    def __init__(self) -> None:
        """Wait for `open_with` with what is to be opened until then."""
        super().__init__(["foreword"])
        self._paths: list[Path] = []
        self._open: Callable[[list[Path]], object] | None = None

    def take_paths(self) -> list[Path]:
        """Return what was asked for by now, which is then not opened by `open_with`."""
        self.processEvents()
        paths, self._paths = self._paths, []
        return paths

    def open_with(self, open_paths: Callable[[list[Path]], object]) -> None:
        """Have `open_paths` open what was asked for by now, and from now on."""
        self._open = open_paths
        self._hand_on()

    def event(self, event: QEvent) -> bool:
        """Take what is to be opened: each file comes in an event of its own, and all are opened together."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().event(event)
        self._paths.append(Path(event.file()))
        QTimer.singleShot(0, self._hand_on)
        return True

    def _hand_on(self) -> None:
        if self._open is not None and self._paths:
            paths, self._paths = self._paths, []
            self._open(paths)


def application() -> QApplication:
    """Return Qt's application object, created if there is none.

    Under LC_ALL=C Qt would use C.UTF-8 instead as well, and warn about it on standard error.
    """
    if os.environ.get("LC_ALL") in {"C", "POSIX"}:
        os.environ["LC_ALL"] = "C.UTF-8"
    app = QApplication.instance() or Application()
    assert isinstance(app, QApplication)
    return app


FRAME: Final = QSize(8, 40)
"""Pixels that a window manager adds around a window, by estimate."""


def screen_room(window: QWidget) -> QSize:
    """Return the largest size with which a window fits on its screen."""
    return window.screen().availableSize() - FRAME
