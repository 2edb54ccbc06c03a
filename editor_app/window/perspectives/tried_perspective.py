"""The perspective of a text that cases are tried on."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject

from editor_app.analysis.case_outcomes import failures
from editor_app.analysis.kinds.cases import content_of
from editor_app.prompts.cases.cases import Case
from editor_app.text import LineIndex, Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.documents.side_files import read_beside
from editor_app.window.documents.values.case_trials import CaseTrials
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.perspective import ListedBesideFile
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices

_PAUSE_MS: Final = 250


class TriedPerspective(KindPerspective):
    """Tries the cases of the file in front, and lists those that fail among its problems."""

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Start without a file."""
        super().__init__(services, parent)
        self._tried_file: OpenFile | None = None
        self._trials = CaseTrials(self._documents, self)
        self._failed: tuple[ProblemRow, ...] = ()
        self._trials.progressed.connect(self._show_failed)
        self._try_later = single_shot(self, _PAUSE_MS, self._try)
        self._links_of_file = Connections()
        self._documents.resolver.trust.changed.connect(self._try_later.start)

    def show(self, file: OpenFile | None) -> None:
        """Try the cases of another file, or none."""
        self._links_of_file.end()
        self._trials.cancel()
        self._trials.forget()
        self._tried_file, self._failed = file, ()
        if file is not None:
            self._links_of_file.add(file.analysed, self._try_later.start)
            self._links_of_file.add(file.values_changed, self._try_later.start)
            self._try()

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed."""
        if file is self._tried_file:
            self.show(None)

    def close(self) -> None:
        """Try no more cases: the window closes."""
        self._trials.cancel()

    def listed_problems(self) -> ListedBesideFile | None:
        """Return the file's problems and its failed cases; None where none failed."""
        file = self._tried_file
        if file is None or not self._failed:
            return None
        own = problem_rows(file.analysis.diagnostics, file.analysis.lines, file.path)
        return ListedBesideFile(Sentence("window-perspectives.prompt-and-cases"), (*own, *self._failed))

    def go_to_problem(self, row: ProblemRow) -> bool:
        """Open the cases with the one that failed."""
        if not isinstance(row.subject, Case) or row.place.path is None:
            return False
        cases = self._documents.files.open(row.place.path)
        if cases is not None:
            self._shown.tabs.show_document(cases.document)
            self._shown.perspective_of(cases).restore_state(cases, {"case": row.subject.name})
        return True

    def _try(self) -> None:
        file = self._tried_file
        if file is None:
            return
        self._trials.start([case for case in self._cases(file) if case.expect], file.analysis)
        self._show_failed()

    def _cases(self, file: OpenFile) -> tuple[Case, ...]:
        """Return the cases of a file, with the unsaved changes of their tab."""
        opened = self._documents.files.find(self._documents.cases.file_of(file))
        content = content_of(opened.analysis) if opened is not None and opened.is_modified else None
        return content.cases if content is not None else file.cases

    def _show_failed(self) -> None:
        file, before = self._tried_file, self._failed
        if file is None or self._trials.left:
            return
        self._failed = ()
        failed = [tried for tried in self._trials.of(self._cases(file)) if not tried[1].has_passed]
        if failed:
            path = self._documents.cases.file_of(file)
            source = read_beside(self._documents.files, path)[0] or ""
            lines = LineIndex(source)
            self._failed = tuple(
                row._replace(place=row.place._replace(part=path.stem, order=1), subject=tried[0])
                for tried in failed
                for row in problem_rows(failures([tried], source), lines, path)
            )
        if self._failed != before:
            self.problems_changed.emit()
