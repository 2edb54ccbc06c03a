"""The cases of the file in front, tried on their text."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.case_outcomes import text_of_cases
from editor_app.analysis.kinds.cases import content_of
from editor_app.analysis.model_text import ModelText
from editor_app.prompts.cases.cases import Case
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.case_trials import CaseTrials, Tried, try_cases
from editor_app.window.documents.values.text_beside import TextBeside
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.runner import NO_JOB, Runner
from editor_app.window.kit.work.timers import single_shot

_PAUSE_MS: Final = 250


class CurrentCases(QObject):
    """Tries cases after each change of theirs or of their text; `case` is the chosen one.

    `changed` tells of other cases, and that all were tried, `progressed` that some were; `chosen` that
    another one is chosen, or the same has changed; `chosen_tried` that `result` is that of the chosen one.
    """

    changed = Signal()
    progressed = Signal()
    chosen = Signal()
    chosen_tried = Signal()

    def __init__(self, documents: Documents, text: TextBeside, parent: QObject | None = None) -> None:
        """Start without a file; `text` is the text beside it."""
        super().__init__(parent)
        self._files = documents.files
        self.file: OpenFile | None = None
        self.text = text
        self.case: Case | None = None
        self._wanted: str | None = None  # the name of the chosen case, which may be yet to be read
        self._or_first = False  # whether the first is chosen where none is called so, once all are read
        self.result: ModelText | None = None
        self.trials = CaseTrials(documents, self)
        self.trials.progressed.connect(self._follow_trials)
        self._links = Connections()
        self._read: object = None  # what the cases were read from last
        self._of_chosen, self._chosen_job = Runner(self), NO_JOB
        self._pause = single_shot(self, _PAUSE_MS, self.run_all)
        text.edited.connect(self._pause.start)

    def follow(self, file: OpenFile | None) -> None:
        """Try the cases of another file, or none."""
        self.cancel()
        if file is not self.file:
            self.trials.forget()
            self.case, self._wanted, self.result = None, None, None
        self.file = file
        if file is not None:
            self.run_all()

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases of the file as it is now."""
        content = content_of(self.file.analysis) if self.file is not None else None
        return content.cases if content is not None else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The variables: those of the text, then those that only cases have."""
        analysis = self.text.analysis
        known = dict.fromkeys(analysis.variable_names or analysis.names) if analysis is not None else {}
        return tuple(known | dict.fromkeys(name for case in self.cases for name in case.values))

    def result_of(self, case: Case) -> ModelText | None:
        """Return what the model gets of a case now."""
        analysis = self.text.analysis
        return (
            try_cases([case], self.trials.text_for([case], analysis))[0][2] if analysis is not None else None
        )

    def cancel(self) -> None:
        """Try no more of the cases."""
        self._pause.stop()
        self.trials.cancel()

    def look_again(self) -> None:
        """Try all cases again if their text is another one on disk by now."""
        if self.file is not None and self._find_text():
            self.run_all()

    def run_all(self) -> None:
        """Try all cases now."""
        self.cancel()
        if self.file is None:
            return
        self._find_text()
        self._links.end()
        self._links.add(self.file.analysed, self._follow_edit)
        self._read = self.file.analysis.content
        self.trials.start(self.cases, self.text.analysis)
        self.choose(self._wanted, or_first=self._or_first)
        self.changed.emit()

    def choose(self, name: str | None, *, or_first: bool = False) -> None:
        """Choose a case, or the first where none is called so, and try it before others."""
        self._chosen_job.cancel()
        self._or_first = or_first and self.file is not None and self.file.is_behind
        names = [case.name for case in self.cases]
        if or_first and not self._or_first and name not in names:
            name = next(iter(names), None)
        self._wanted = name
        before, self.case = self.case, next((case for case in self.cases if case.name == name), None)
        if before != self.case:
            self.result = None
        self.chosen.emit()
        case, analysis = self.case, self.text.analysis
        if case is None or analysis is None:
            self.chosen_tried.emit()
            return
        work = partial(try_cases, [case], self.trials.text_for([case], analysis))
        self._chosen_job = self._of_chosen.do(work, self._take_chosen)

    def _take_chosen(self, tried: list[Tried]) -> None:
        ((case, outcome, self.result),) = tried
        self.trials.keep(case, outcome)
        self.chosen_tried.emit()

    def _follow_trials(self) -> None:
        (self.progressed if self.trials.left else self.changed).emit()

    def _follow_edit(self) -> None:
        """Try the cases after a pause, if they are others by now."""
        if self.file is None or self._read is self.file.analysis.content:
            return
        self._read = self.file.analysis.content
        self._pause.start()
        self.trials.forget(but=(case.name for case in self.cases))
        wanted, or_first = self._wanted, self._or_first
        self.changed.emit()  # upon which the table may go to another row
        self.choose(wanted if or_first else self._wanted, or_first=or_first)

    def _find_text(self) -> bool:
        """Read the text of the cases; return whether it is another one by now."""
        assert self.file is not None
        return self.text.find(text_of_cases(self.file.path, self._files.library))
