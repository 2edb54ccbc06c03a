"""A page that has the lines of the file in front, and counts them when it is asked to."""

from __future__ import annotations

from collections import defaultdict

from editor_app.window.kinds.toy_verse.actions import MENU, VerseWhen
from editor_app.window.kinds.toy_verse.page import VerseFacts, VersePage

from editor_app.text import Span
from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.perspectives.perspective import Perspective


class VersePerspective(Perspective):
    def __init__(self, services, parent=None):
        super().__init__(parent)
        self._go_to = services.shown.current.go_to
        self.page = VersePage()
        self.label = self.page.label
        self.open_files = []
        self.facts = defaultdict(VerseFacts)
        self.pages = KindPages(left=(Page("verse", "Verse", self.page),), menu=MENU.title)
        self._file = None
        self.page.line_chosen.connect(self._go_to_line)
        self.page.fact_changed.connect(self._keep_fact)

    def begin(self, file):
        self.open_files.append(file.path.name)
        file.analysed.connect(self._show_page)

    def end(self, file):
        self.open_files.pop()
        file.analysed.disconnect(self._show_page)

    def show(self, file):
        self._file = file
        self.label.setText("Not counted" if file is not None else "")
        self._show_page()

    def conditions(self):
        return (VerseWhen.IS_VERSE,)

    def status_sentence(self):
        return f"A verse: {self.label.text()}"

    def count(self):
        self.label.setText(f"{self._file.text.count(chr(10))} lines")
        self.status_changed.emit()

    def _show_page(self):
        if self._file is not None:
            self.page.show_lines(self._file.text.splitlines())
            self.page.show_facts(self.facts[self._file.path], of=self._file)

    def _go_to_line(self, line):
        start = sum(map(len, self._file.text.splitlines(keepends=True)[: line.number - 1]))
        self._go_to(Span(start, start))

    def _keep_fact(self, key, value):
        self.facts[self._file.path] = self.facts[self._file.path]._replace(**{key: value})
        self._show_page()


make_perspective = VersePerspective
