"""The view in place of a cases file's text: the table of cases, and what the chosen one must give."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from editor_app.analysis.case_outcomes import CaseOutcome
from editor_app.prompts.cases.cases import Case
from editor_app.text import Sentence, Severity
from editor_app.window.kinds.cases.expectation_field import ExpectationField, WrittenExpectation
from editor_app.window.kit.card.controls import Sign, link_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.editable_table import EditableTable
from editor_app.window.kit.form.field import Access, Remark
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.layouts import column, row, scrolled, stacked
from editor_app.window.kit.rows.content import Icon, RowContent, Words
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.kit.words.plain_text import one_line

_LONG: Final = 200
_NOT_GIVEN: Final = "–"
_RUN_ALL: Final = "\u2009" + Sentence("window-cases.run-all")
_CUT: Final = Qt.TextElideMode.ElideRight
HINT: Final = Sentence("window-cases.hint")
SETTING_HEADS: Final = {
    "clock": Sentence("window-cases.clock"),
    "cwd": Sentence("window-cases.folder"),
    "model": Sentence("window-cases.model"),
}
"""The heads of the columns with the settings of cases, by their keys."""


def setting_of(head: str) -> str | None:
    """Return the key of the setting that a column has, None for one with a variable, also of such a name."""
    return next((key for key, own in SETTING_HEADS.items() if own is head), None)


def value_content(value: str | None) -> RowContent:
    """Return how a value is shown in a cell: itself, "–" for none, or how long it is."""
    if value is None:
        return RowContent(
            _NOT_GIVEN, spoken=Sentence("window-cases.not-given"), main=Words(_NOT_GIVEN, "faint")
        )
    if not value:
        empty = Sentence("window-cases.empty-text")
        return RowContent(empty, main=Words(empty, "soft", "small"))
    stripped = value.rstrip("\n")
    if "\n" in stripped or len(stripped) > _LONG:
        words = Sentence("text.characters", count=len(value))
        return RowContent(
            words,
            one_line(value),
            Sentence("window-cases.characters-of", characters=words, text=one_line(value)),
            Words(words, "soft"),
        )
    return RowContent(stripped, stripped, main=Words(stripped, "soft", elide=_CUT))


def result_icon(outcome: CaseOutcome | None) -> Icon:
    """Return the icon of what came of a case."""
    if outcome is None:
        return Icon("circle-dashed", "soft", 14, 8)
    return Icon("circle-check", "ok", 14, 8) if outcome.has_passed else Icon("circle-alert", "err", 14, 8)


def result_content(outcome: CaseOutcome | None, expected: int) -> RowContent:
    """Return how many expectations of a case are met."""
    if not expected:
        nothing = Sentence("window-cases.nothing")
        return RowContent(nothing, main=Words(nothing, "faint", "small"))
    if outcome is None:
        return RowContent(
            "…", spoken=Sentence("window-cases.not-tried-yet"), main=Words("…", "faint", is_right=True)
        )
    words = Sentence("window-cases.held", count=outcome.held, expected=expected)
    why = outcome.problem or "\n".join(filter(None, outcome.failures))
    role = "soft" if outcome.has_passed else "err"
    return RowContent(
        words,
        why,
        Sentence("window-cases.met", count=outcome.held, expected=expected, why=one_line(why)),
        Words(words, role, is_right=True),
    )


def first_line(failure: str) -> str:
    """Return the sentence of a failure without the difference below it."""
    return failure.partition("\n")[0]


class CasesView(QWidget):
    """Shows cases, what came of them, and the expectations of the chosen one; the table has the rest."""

    expectation_changed = Signal(str, object)
    expectation_removed = Signal(str)

    def __init__(self, table: EditableTable) -> None:
        """Start with an empty table."""
        super().__init__(accessibleName=Sentence("window-cases.cases"))
        self.table = table
        self.run = with_icon(QPushButton(_RUN_ALL, self), "play", "ink")
        self.failed, self.passed = PlainLabel("", "error", self), ElidedLabel("", "soft", parent=self)
        self.signs = Sign("circle-alert", "err", self), Sign("circle-check", "ok", self)
        self.cancel = link_button(Sentence("window-cases.cancel"), self, lambda: None)
        self.add = link_button(Sentence("window-cases.new-case"), self, lambda: None)
        self.paste = link_button(Sentence("window-cases.from-json-or-csv"), self, lambda: None)
        parts = self.signs[0], self.failed, 8, self.signs[1], self.passed, self.cancel
        self.bar = Bar(self.run, 8, *parts, ..., self.add, 8, self.paste, parent=self, line_below=True)
        self.title = ElidedLabel("", "strong")
        self.compare = link_button(Sentence("window-cases.show-difference"), self, lambda: None)
        self.expect_now = link_button(Sentence("window-cases.expect-now"), self, lambda: None)
        self.head = Bar((self.title, 1), self.compare, 12, self.expect_now, line_above=True, line_below=True)
        self.form = Form(FormLook(line_gap=6))
        self.more = with_icon(
            QPushButton("\u2009" + Sentence("window-cases.expectation"), self), "plus", "ink"
        )
        self.sorts = PlainLabel(Sentence("window-cases.sorts"), "soft")
        self.foot = QWidget(self)
        row(self.foot, self.more, self.sorts, ..., margins=(36, 0, 12, 12), spacing=8)
        below = QWidget(self)
        column(below, self.form, self.foot, ...)
        self.page = QWidget(self)
        column(self.page, self.bar, self.table, self.head, (scrolled(below, self.page), 1))
        self.empty = EmptyPlace(button=Sentence("window-cases.show-source"), parent=self)
        self._pages = stacked(self, self.page, self.empty)
        column(self, (self._pages, 1))
        self.setFocusProxy(self.table)
        self.form.changed.connect(self.expectation_changed)
        self.form.removed.connect(self.expectation_removed)
        on_theme(self, self._fit)

    def show_results(self, failed: int, passed: int, trouble: str) -> None:
        """Show how many cases failed and passed."""
        self.failed.setText(trouble or (Sentence("window-cases.failed", count=failed) if failed else ""))
        self.passed.setText(Sentence("window-cases.passed", count=passed) if passed else "")
        self.signs[0].setVisible(bool(self.failed.text()))
        self.signs[1].setVisible(bool(self.passed.text()))
        self._fit()

    def show_left(self, left: int, *, can_run: bool) -> None:
        """Show how many cases are still to be tried."""
        self.cancel.setVisible(left > 0)
        self.run.setText(Sentence("window-cases.left", count=left) if left else _RUN_ALL)
        self.run.setEnabled(can_run and not left)
        self.table.viewport().update()

    def show_case(
        self, case: Case | None, outcome: CaseOutcome | None, *, of: object, is_writable: bool
    ) -> None:
        """Show what a case must give, and what came of it."""
        self.head.setVisible(case is not None)
        self.form.setVisible(case is not None)
        self.foot.setVisible(case is not None and is_writable)
        if case is None:
            return
        self.title.setText(Sentence("window-cases.case-must-give", name=one_line(case.name)))
        failures = outcome.failures if outcome is not None else ()
        access = Access.WRITE if is_writable else Access.READ
        fields = []
        for number, expect in enumerate(case.expect):
            failure = failures[number] if number < len(failures) else None
            holds = failure is None if number < len(failures) else None
            remark = Remark(first_line(failure), Severity.ERROR, about=failure) if failure else None
            written = WrittenExpectation.of(expect)
            fields.append(
                ExpectationField(
                    str(number),
                    "",
                    written,
                    name=Sentence("window-cases.expectation-number", number=number + 1),
                    remark=remark,
                    access=access,
                    is_removable=is_writable,
                    holds=holds,
                )
            )
        self.form.show_fields(fields, of=of)
        self.compare.setVisible(
            any(failure and "\n" in failure for failure in failures)  # of a whole text
        )
        self.expect_now.setVisible(is_writable)

    def say_instead(self, title: str, sentence: str) -> None:
        """Show a sentence in place of the table, "" for the table."""
        self.empty.say(title, sentence)
        self._pages.setCurrentWidget(self.empty if title else self.page)

    def take_typed(self) -> None:
        """Take what is being typed."""
        self.table.take_typed()
        self.form.commit()

    def resizeEvent(self, _event: object) -> None:
        """Give the table up to half of the height."""
        self._fit()

    def _fit(self) -> None:
        most = max(current_theme().px(120), self.height() // 2)
        self.table.setFixedHeight(min(self.table.sizeHint().height(), most))
