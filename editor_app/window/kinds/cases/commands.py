"""Commands on the cases of the file in front: each is one edit of its text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from editor_app.prompts.cases.case_edits import case_edits, new_cases_edits, setting_edits
from editor_app.prompts.cases.cases import Case
from editor_app.prompts.cases.expectation_edits import expectation_edits
from editor_app.prompts.cases.expectations import Expectation, ExpectationKind
from editor_app.text import Edit, Sentence
from editor_app.window.frame.notices import User
from editor_app.window.kinds.cases.current_cases import CurrentCases
from editor_app.window.kinds.cases.expectation_field import NEW, WrittenExpectation
from editor_app.window.kinds.cases.paste_question import PasteQuestion

MakeEdits: TypeAlias = Callable[[str], tuple[Edit, ...]]


class CaseCommands:
    """Changes cases."""

    def __init__(
        self, run: CurrentCases, user: User, edit: Callable[[MakeEdits, str, Collection[str]], None]
    ) -> None:
        """Change the cases that are tried; `edit` changes their file as one step, and chooses."""
        self._run, self._edit = run, edit
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._expects = ""  # the case that is to expect what it gives, once that is there
        run.chosen_tried.connect(self._expect_given)

    def paste(self) -> None:
        """Ask for rows, and make cases of them."""
        analysis = self._run.text.analysis
        known = tuple(analysis.variable_names or analysis.names) if analysis is not None else ()
        made = self._dialogs.ask(PasteQuestion(known, tuple(case.name for case in self._run.cases)))
        if made:
            self.append(made)

    def give(self, case: Case, variable: str, value: str | None) -> None:
        """Give a case another value; None is not given."""
        values = {name: given for name, given in case.values.items() if name != variable or value is not None}
        if value is not None:
            values[variable] = value
        if values != case.values:
            self._edit(lambda source: case_edits(source, Case(case.name, values)), "", (case.name,))

    def set(self, case: Case, setting: str, text: str | None) -> None:
        """Give a case another clock, folder or model; None takes it away."""
        file = self._run.file
        if file is None or text == case.setting(setting):
            return
        edits, problem = setting_edits(file.text, case.name, setting, text)
        if problem:
            self._notifier.say_of_file(Sentence("window-cases.nothing-changed", problem=problem))
        else:
            self._edit(lambda _source: edits, "", ())

    def expect_now(self) -> None:
        """Make the text that the chosen case gives now what it must equal, once it was tried."""
        run = self._run
        if run.file is not None:
            run.file.catch_up()
        run.look_again()
        self._expects = run.case.name if run.case is not None else ""
        run.choose(self._expects or None)

    def _expect_given(self) -> None:
        case, result, wanted_of = self._run.case, self._run.result, self._expects
        self._expects = ""
        if case is None or case.name != wanted_of:
            return
        if result is None:
            self._notifier.say_of_file(
                self._run.text.trouble or Sentence("window-cases.the-case-gives-no-text")
            )
            return
        wanted = [expect for expect in case.expect if expect.kind is not ExpectationKind.EQUALS]
        places = [at for at, expect in enumerate(case.expect) if expect.kind is ExpectationKind.EQUALS]
        equal = Expectation(ExpectationKind.EQUALS, f"{result.text}\n")
        wanted.insert(places[0] if places else len(wanted), equal)
        self._expect(wanted)

    def add_expectation(self) -> None:
        """Add an expectation that is yet to be written."""
        case = self._run.case
        if case is not None:
            self._expect((*case.expect, NEW.expectation))

    def change_expectation(self, key: str, value: WrittenExpectation) -> None:
        """Change one of the expectations of the chosen case."""
        case, number, wanted = self._run.case, int(key), value.expectation
        if case is None or number >= len(case.expect):
            return
        if case.expect[number].text.endswith("\n") and wanted.text:  # it does not count, and is not shown
            wanted = replace(wanted, text=f"{wanted.text}\n")
        self._expect((*case.expect[:number], wanted, *case.expect[number + 1 :]))

    def remove_expectation(self, key: str) -> None:
        """Remove one of the expectations of the chosen case."""
        case, number = self._run.case, int(key)
        if case is not None:
            self._expect((*case.expect[:number], *case.expect[number + 1 :]))

    def _expect(self, wanted: Iterable[Expectation]) -> None:
        case = self._run.case
        if case is not None:
            self._edit(lambda source: expectation_edits(source, case.name, tuple(wanted)), "", (case.name,))

    def append(self, cases: Sequence[Case]) -> None:
        """Write new cases at the end; the last of them is chosen then."""
        last = [case.name for case in self._run.cases[-1:]]
        self._edit(lambda source: new_cases_edits(source, cases), cases[-1].name, last)
