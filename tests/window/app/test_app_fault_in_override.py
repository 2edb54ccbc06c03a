"""An exception in what Qt calls of ours is told like any other; the process goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FAILS_IN_OVERRIDE = """
import sys
from pathlib import Path
from PySide6.QtCore import QEvent, QTimer, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit
from editor_app.window.startup import running, starting
from editor_app.window.startup.faults import Faults

class Layout(QPlainTextDocumentLayout):
    fails = False

    def blockBoundingRect(self, block):
        if self.fails:
            self.fails = False
            return [][1]
        return super().blockBoundingRect(block)

class Editor(QPlainTextEdit):
    def keyPressEvent(self, event):
        self.document().documentLayout().fails = True
        super().keyPressEvent(event)

def run_window(app, first, *_paths, **_places):
    first.hide()
    editor, faults = Editor(), Faults()
    editor.document().setDocumentLayout(Layout(editor.document()))
    editor.show()
    faults.happened.connect(lambda sentence, details: print(sentence, details))
    faults.install()
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
    QTimer.singleShot(0, lambda: app.postEvent(editor, key))
    QTimer.singleShot(200, app.quit)
    code = app.exec()
    print("written:", editor.toPlainText())
    return code

running.run_window = run_window
sys.exit(starting.run([], Path(sys.argv[1])))
"""


def test_a_wrong_index_in_an_override_does_not_end_the_process(root: Path, tmp_path: Path):
    places = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", FAILS_IN_OVERRIDE, str(root)],
        env={**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "That did not work: " in done.stdout
    assert "list index out of range" in done.stdout
    assert "in blockBoundingRect" in done.stdout
    assert "During handling" not in done.stdout, "nothing is said of what it did not come of"
    assert "written: a" in done.stdout
