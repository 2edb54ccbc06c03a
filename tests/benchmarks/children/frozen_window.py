"""Show a file in a window that has nothing but a QPlainTextEdit, until the process is told to end."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit

app = QApplication([])
window = QMainWindow()
editor = QPlainTextEdit()
editor.setPlainText(Path(sys.argv[1]).read_text(encoding="utf-8"))
window.setCentralWidget(editor)
window.resize(1440, 900)
window.show()
sys.exit(app.exec())
