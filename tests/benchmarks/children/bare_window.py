"""Show a file in a bare QPlainTextEdit, and end when it is painted."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QPlainTextEdit


class Painted(QObject):
    """Ends the process at the first event after the text was painted."""

    seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if Painted.seen:
            os._exit(0)
        Painted.seen = event.type() == QEvent.Type.Paint and isinstance(watched.parent(), QPlainTextEdit)
        return False


app = QApplication([])
painted = Painted()
app.installEventFilter(painted)
editor = QPlainTextEdit()
editor.setPlainText(Path(sys.argv[1]).read_text(encoding="utf-8"))
editor.resize(1440, 900)
editor.show()
app.exec()
