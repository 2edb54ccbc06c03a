"""Start Foreword on a file; end at the first sight of its text (`first`) or when all is live (`ready`)."""

import os
import sys

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QPlainTextEdit

from editor_app.window.kit.application import application


class Painted(QObject):
    """Ends the process at the first event after the text was painted in the window that was asked for."""

    seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if Painted.seen:
            os._exit(0)
        if event.type() == QEvent.Type.Paint and isinstance(watched.parent(), QPlainTextEdit):
            is_first = type(watched.parent()) is QPlainTextEdit
            Painted.seen = is_first if sys.argv[2] == "first" else not is_first
        return False


app = application()
painted = Painted()
app.installEventFilter(painted)

from editor_app.cli import main  # noqa: E402  what comes before is the same in the bare window

sys.exit(f"It ended before the text was painted, with {main([sys.argv[1]])}.")
