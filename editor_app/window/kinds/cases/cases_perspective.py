"""The perspective of cases files: the table in place of the text, the problems, and a preview of the case."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from editor_app.analysis.case_outcomes import CASE_FAILED, failures
from editor_app.analysis.kinds.cases import content_of
from editor_app.prompts.cases.cases import RECORDS, Case
from editor_app.prompts.cases.expectations import ExpectationKind
from editor_app.text import Diagnostic, Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.documents.values.case_trials import AT_ONCE
from editor_app.window.kinds.cases.actions import MENU, CasesCondition
from editor_app.window.kinds.cases.cases_view import (
    HINT,
    SETTING_HEADS,
    CasesView,
    result_content,
    result_icon,
    setting_of,
    value_content,
)
from editor_app.window.kinds.cases.commands import CaseCommands
from editor_app.window.kinds.cases.current_cases import CurrentCases
from editor_app.window.kit.form.editable_table import EditableTable
from editor_app.window.kit.rows.content import RowContent, Words
from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.panels.preview.views import DIFFERENCE
from editor_app.window.perspectives.perspective import ListedBesideFile
from editor_app.window.perspectives.table_perspective import PREVIEW, TablePerspective
from editor_app.window.perspectives.window_services import WindowServices

MUST_EQUAL = Sentence("window-cases.what-it-must-equal")
_MOST_COMPARED = 100
_SHOW_DIFFERENCE = Sentence("window-cases.show-difference")


class CasesPerspective(TablePerspective):
    """The cases of the file in front, what came of them, and what the model gets of the chosen one."""

    record_file = RECORDS

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build view and preview, and connect them."""
        table = EditableTable(Sentence("window-cases.cases"), self._content, self._value)
        super().__init__(services, table, Sentence("window-cases.cases"), MENU.title, parent)
        self.run = CurrentCases(self._documents, self.text, self)
        self.view = CasesView(self.table)
        self._chosen: WeakKeyDictionary[OpenFile, str] = WeakKeyDictionary()  # to come back to
        self._wants_difference = False  # once the text of the chosen case is there
        self.commands = CaseCommands(self.run, self._user, self.edit)
        self._connect()

    @property
    def surface(self) -> QWidget:
        """The table with what is above and below it."""
        return self.view

    def has_records(self, file: OpenFile) -> bool:
        """Whether a file has cases that can be shown."""
        content = content_of(file.analysis)
        return content is not None and bool(content.cases)

    # The current file --------------------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show and try the cases of another file, or none."""
        if file is not self.file:
            self.table.end_writing()
        self.file = file
        before = self._chosen.get(file) if file is not None else None
        self.run.follow(file)
        self._show_all()
        if file is not None:
            self.run.choose(before, or_first=True)

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed."""
        if file is self.run.file:
            self.run.follow(None)

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return which case is chosen."""
        return {"case": self._chosen[file]} if file in self._chosen else {}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Choose the case of the session before."""
        self._chosen[file] = str(state.get("case", ""))
        if file is self.file:
            self.show(file)

    def close(self) -> None:
        """Try no more cases: the window closes."""
        self.run.cancel()

    def take_typed(self) -> None:
        """Take what is being typed in the table and below it."""
        self.view.take_typed()

    def status_sentence(self) -> str:
        """Return how many of the cases that expect something failed; a table’s bar says it by itself."""
        cases = self.run.cases
        expecting = sum(bool(case.expect) for case in cases)
        if self.run.text.trouble or not cases:
            return "" if self.shows_table else self.run.text.trouble
        if not expecting:
            return Sentence("window-cases.nothing-expected")
        outcomes = [outcome for _, outcome in self.run.trials.of(cases)]
        left = max(expecting - len(outcomes), min(self._long_left, expecting))
        failed, passed = sum(not outcome.has_passed for outcome in outcomes), expecting - left
        came, tried = [], Sentence("text.cases", count=len(outcomes) if failed else passed)
        if self.shows_table:
            left = 0 if self._long_left else left  # which its button counts down
        elif failed:
            came.append(Sentence("window-cases.some-failed", failed=failed, cases=tried))
        elif passed:
            extent = "all" if passed == len(cases) > 1 else "some"
            came.append(Sentence("window-cases.some-passed", extent=extent, cases=tried))
        if left:
            came.append(Sentence("window-cases.left-to-try", count=left))
        return Sentence("window-cases.came-of-cases", came=came)

    def conditions(self) -> Collection[StrEnum]:
        """Return that there are cases, and whether one is chosen and can be changed."""
        holds = {
            CasesCondition.IS_CASES: self.run.file is not None,
            CasesCondition.WRITABLE: self.is_writable,
            CasesCondition.HAS_CASE: self.is_writable and self.run.case is not None,
        }
        return [condition for condition, is_so in holds.items() if is_so]

    def listed_problems(self) -> ListedBesideFile | None:
        """Return the problems of the cases, of what came of them, and of their text."""
        file, text, path = self.run.file, self.run.text.analysis, self.run.text.path
        if file is None:
            return None
        rows = [
            row._replace(fix_title=_SHOW_DIFFERENCE if self._differs(row) else row.fix_title)
            for row in problem_rows(file.analysis.diagnostics, file.analysis.lines, file.path)
        ]
        if text is not None and path is not None:
            rows += [
                row._replace(place=row.place._replace(part=path.stem, order=1))
                for row in problem_rows(text.diagnostics, text.lines, path)
            ]
        return ListedBesideFile(Sentence("window-cases.prompt-and-cases"), tuple(rows))

    def go_to_problem(self, row: ProblemRow) -> bool:
        """Choose the case that failed, with the expectation that is not met."""
        case, number = self._failed(row)
        if case is None or not self.shows_table:
            return False
        self._choose(case.name)
        if number is not None:
            self.view.form.cell(str(number)).widget.setFocus()
        return True

    def fix_problem(self, row: ProblemRow) -> bool:
        """Show the difference of a case that failed."""
        case, _number = self._failed(row)
        if case is not None:
            self._choose(case.name)
            self.show_difference()
        return case is not None

    def _failed(self, row: ProblemRow) -> tuple[Case | None, int | None]:
        """Return the case that a row says failed, and the number of its expectation, None for all."""
        if row.code != CASE_FAILED or not isinstance(row.subject, Diagnostic):
            return None, None
        at = row.subject.span.start
        case = next((case for case in self.run.cases if case.span.start <= at <= case.span.end), None)
        numbers = (
            number for number, expect in enumerate(case.expect if case else ()) if expect.span.start == at
        )
        return case, next(numbers, None)

    def _differs(self, row: ProblemRow) -> bool:
        case, number = self._failed(row)
        return case is not None and number is not None and case.expect[number].kind is ExpectationKind.EQUALS

    # What is done with cases ------------------------------------------------------------------------------

    def write(self, record: Case, column: int, value: str | None) -> None:
        """Give a case another value, or another clock, folder or model."""
        head = self.table.cells.heads[column]
        setting = setting_of(head)
        if setting is None:
            self.commands.give(record, head, value)
        else:
            self.commands.set(record, setting, value)

    def add(self, record: Case) -> None:
        """Write a new case at the end, and choose it."""
        self.commands.append([record])

    @property
    def records(self) -> tuple[Case, ...]:
        """The cases of the file, as it was read last."""
        return self.run.cases

    def new_record(self, name: str) -> Case:
        """Return a case without values."""
        return Case(name)

    def choose_named(self, name: str) -> None:
        """Choose the case of a name, which may be yet to be read."""
        self.run.choose(name)

    def blanks(self, column: int) -> tuple[tuple[str, str | None], ...]:
        """Return the values that are not typed."""
        is_setting = setting_of(self.table.cells.heads[column]) is not None
        return (
            ((Sentence("window-cases.value-not-given"), None),)
            if is_setting
            else (
                (Sentence("window-cases.value-not-given"), None),
                (Sentence("window-cases.value-empty-text"), ""),
            )
        )

    def look_again(self) -> None:
        """Try the cases again if their text is another one by now."""
        self.run.look_again()

    def show_difference(self) -> None:
        """Show how the text differs from what it must equal."""
        self._shown.window.show_right(PREVIEW)
        self.text_preview.choose_view(DIFFERENCE)
        self._wants_difference = True
        if self.run.result is not None:
            self._show_chosen()

    # Inside -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        view, table, run = self.view, self.table, self.run
        run.changed.connect(self._show_all)
        run.progressed.connect(self._show_left)
        run.chosen.connect(self._show_case)
        run.chosen_tried.connect(self._show_chosen)
        table.selectionModel().currentRowChanged.connect(lambda index, _before: self._choose_row(index.row()))
        view.run.clicked.connect(run.run_all)
        view.cancel.clicked.connect(run.cancel)
        view.cancel.clicked.connect(self._show_all)
        view.add.clicked.connect(self.begin_row)
        view.paste.clicked.connect(self.commands.paste)
        view.compare.clicked.connect(self.show_difference)
        view.expect_now.clicked.connect(self.commands.expect_now)
        view.more.clicked.connect(self._add_expectation)
        view.expectation_changed.connect(self.commands.change_expectation)
        view.expectation_removed.connect(self.commands.remove_expectation)
        view.empty.chosen.connect(self.show_source)
        self._documents.resolver.trust.changed.connect(run.run_all)

    def _show_all(self) -> None:
        """Show the cases, and what came of them."""
        run, file = self.run, self.run.file
        if file is None:
            return
        error = self.error_to_mend(file)
        line = file.analysis.lines.position(error.start)[0] if error is not None else 0
        self.view.say_instead(
            Sentence("window-cases.unreadable-line", line=line) if line else "",
            Sentence("window-cases.mend-in-source"),
        )
        tried = tuple(run.trials.of(run.cases))
        file.set_found(tuple(failures(tried, file.analysis.source)))
        outcomes = [outcome for _, outcome in tried]
        failed = sum(not outcome.has_passed for outcome in outcomes)
        self.table.show_table(
            run.cases,
            (Sentence("window-cases.case"), *run.names, *self._settings(), Sentence("window-cases.expects")),
        )
        self.view.show_results(failed, len(outcomes) - failed, run.text.trouble)
        self._show_left()
        self.view.add.setVisible(self.is_writable)
        self.view.paste.setVisible(self.is_writable)
        self._show_form()
        self.status_changed.emit()
        self.problems_changed.emit()

    def _settings(self) -> Iterator[str]:
        """Yield the heads of the settings that the text looks at, or that a case has."""
        text = self.run.text.analysis
        resolves = text is not None and text.row.sending.resolves_variables
        for key, head in SETTING_HEADS.items():
            if resolves or any(case.setting(key) is not None for case in self.run.cases):
                yield head

    @property
    def _long_left(self) -> int:
        return self.run.trials.left if len(self.run.cases) > AT_ONCE else 0

    def _show_left(self) -> None:
        """Show how many cases are still to be tried, unless they take no time."""
        self.view.show_left(self._long_left, can_run=not self.run.text.trouble)

    def _show_case(self) -> None:
        """Select the row of the chosen case, and show what it must give."""
        case, index = self.run.case, self.table.currentIndex()
        if case is not None and self.file is not None:
            self._chosen[self.file] = case.name
        names = [other.name for other in self.run.cases]
        if case is not None and case.name in names and index.row() != names.index(case.name):
            self.table.show_cell(names.index(case.name), max(0, index.column()))
        self._show_form()
        self.actions_changed.emit()

    def _show_form(self) -> None:
        case = self.run.case
        outcome = self.run.trials.outcome(case) if case is not None else None
        of = (self.run.file, case.name if case is not None else None)
        self.view.show_case(case, outcome, of=of, is_writable=self.is_writable)

    def _show_chosen(self) -> None:
        """Show what the model gets of the chosen case, and what came of it."""
        run, preview, case = self.run, self.text_preview, self.run.case
        if case is None or run.result is None or run.text.path is None:
            preview.show_nothing(
                Sentence("window-cases.no-text"), run.text.trouble or Sentence("window-cases.choose-a-case")
            )
        else:
            origins = dict.fromkeys(case.values, Sentence("window-cases.of-case", name=case.name))
            preview.show_model(run.result, run.text.path.name, origins=origins)
            preview.show_comparisons(lambda: tuple(self._comparisons(case)))
            if self._wants_difference:
                self._wants_difference = False
                preview.comparison.choose(MUST_EQUAL)
        self._show_form()
        self.table.viewport().update()

    def _comparisons(self, case: Case) -> Iterator[Comparison]:
        """Yield the texts to compare with: what must be equal, and those of other cases."""
        for expect in case.expect:
            if expect.kind is ExpectationKind.EQUALS:
                yield Comparison(MUST_EQUAL, partial(replace, expect, text=expect.text.rstrip("\n")))
                break
        for other in self.run.cases[:_MOST_COMPARED]:
            if other.name != case.name:
                yield Comparison(
                    Sentence("window-cases.of-case", name=other.name), partial(self.run.result_of, other)
                )

    def _content(self, case: Case | None, column: int) -> RowContent:
        if case is None:
            return RowContent(HINT, main=Words(HINT, "soft", "small"))
        outcome = self.run.trials.outcome(case) if case.expect else None
        if column == 0:
            return RowContent(case.name, case.name, lead=(result_icon(outcome),))
        if column == len(self.table.cells.heads) - 1:
            return result_content(outcome, len(case.expect))
        return value_content(self._value(case, column))

    def _value(self, case: Case, column: int) -> str | None:
        head = self.table.cells.heads[column]
        setting = setting_of(head)
        if setting is not None:
            return case.setting(setting)
        return case.values.get(head) if column else case.name

    def _choose_row(self, number: int) -> None:
        cases = self.run.cases
        name = cases[number].name if 0 <= number < len(cases) else None
        if self.run.case is None or self.run.case.name != name:
            self.run.choose(name)

    def _choose(self, name: str) -> None:
        names = [case.name for case in self.run.cases]
        if name in names:
            self.table.show_cell(names.index(name), 0)
            self.table.scrollTo(self.table.currentIndex())

    def _add_expectation(self) -> None:
        self.commands.add_expectation()
        for cell in self.view.form.cells[-1:]:
            cell.widget.setFocus()


make_perspective = CasesPerspective  # found by its name in perspectives/perspectives.py
