"""A page with the lines of a verse, which a filter narrows, over a form of three facts about it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.filtered import FilteredPages
from editor_app.window.kit.form.form import Form
from editor_app.window.kit.form.line import Line, Number
from editor_app.window.kit.layouts import column
from editor_app.window.kit.rows.content import RowContent, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.words.labels import PlainLabel

RHYMES = (Option("pairs", "Pairs"), Option("crossed", "Crossed"))


class VerseLine(NamedTuple):
    number: int
    text: str


class VerseFacts(NamedTuple):
    author: str = ""
    year: int = 1800
    rhyme: str = "pairs"


LINES = RowType(
    lambda line: RowContent(line.text, trail=(Words(str(line.number), "soft", "number"),)),
    key=lambda line: line.number,
)


class VersePage(QWidget):
    line_chosen = Signal(object)
    fact_changed = Signal(str, object)

    def __init__(self):
        super().__init__()
        self.label = PlainLabel()
        self.lines = ()
        self.filtered = FilteredPages("Filter lines", self)
        self.tree = RowTree(LINES, "Lines")
        self.filtered.hold(self.tree)
        self.form = Form()
        column(self, self.label, (self.filtered, 1), self.form)
        self.filtered.filter.textChanged.connect(self.show_matching)
        self.tree.chosen.connect(self.line_chosen)
        self.form.changed.connect(self.fact_changed)

    def show_lines(self, texts):
        self.lines = tuple(VerseLine(number, text) for number, text in enumerate(texts, 1))
        self.show_matching()

    def show_matching(self):
        shown = [line for line in self.lines if self.filtered.words.casefold() in line.text.casefold()]
        self.tree.show_rows(shown)
        self.filtered.show_page(self.tree if shown else self.filtered.no_match, can_filter=bool(self.lines))

    def show_facts(self, facts, of):
        fields = (
            Line("author", "Author", facts.author, hint="Anonymous"),
            Number("year", "Year", str(facts.year)),
            Choice("rhyme", "Rhyme", facts.rhyme, options=RHYMES),
        )
        self.form.show_fields(fields, of=of)
