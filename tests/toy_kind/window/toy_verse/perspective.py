"""A page that counts the lines of the file in front when it is asked to."""

from __future__ import annotations

from editor_app.window.kinds.toy_verse.actions import VerseWhen

from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.perspectives.perspective import Perspective


class VersePerspective(Perspective):
    def __init__(self, surroundings, parent=None):
        super().__init__(parent)
        self.label = PlainLabel()
        self.open_files = []
        self.pages = KindPages(left=(Page("verse", "Verse", self.label),))
        self._file = None

    def begin(self, file):
        self.open_files.append(file.path.name)

    def end(self, file):
        self.open_files.pop()

    def show(self, file):
        self._file = file
        self.label.setText("Not counted" if file is not None else "")

    def conditions(self):
        return (VerseWhen.IS_VERSE,)

    def status_sentence(self):
        return f"A verse: {self.label.text()}"

    def count(self):
        self.label.setText(f"{self._file.text.count(chr(10))} lines")
        self.status_changed.emit()


make_perspective = VersePerspective
