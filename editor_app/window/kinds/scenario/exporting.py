"""The run in front as a file or on the clipboard: as `foreword run` prints it, in JSON or Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from editor_app.library.files.operations import create_file
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.model.session import End, Strategy
from editor_app.runs.reading.linked_files import LinkedScenario
from editor_app.text import Sentence, together
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_files import DEFAULT_IS_READ_ONLY
from editor_app.window.frame.notices import User
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.inputs import PlayedRun, played_in_slices
from editor_app.window.kinds.scenario.view.run_view import SIDE_BY_SIDE
from editor_app.window.kit.dialogs.file_filters import JSON_FILES, MARKDOWN_FILES, file_filters
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.work.slicer import Slicer
from editor_app.wire.problems import JsonObject, Problem, problems_of, to_json_pieces
from editor_app.wire.run_reports.report import ReportedRun, report_lines
from editor_app.wire.runs import (
    endpoint_facts,
    linked_problems,
    problems_of_played,
    problems_to_tell,
    run_document,
    runs_document,
)

_FILTERS: Final = file_filters(MARKDOWN_FILES, JSON_FILES)
_PIECES_IN_SLICE: Final = 2_000


class RunForm(StrEnum):
    """The forms of a run outside of the window, each the end of its file’s name."""

    MARKDOWN = ".md"
    JSON = ".json"


@dataclass(frozen=True, slots=True)
class _Export:
    """A run that is to be written; with `is_compared`, all strategies."""

    path: Path
    played: PlayedRun
    is_compared: bool


class RunExporter:
    """Writes or copies a run; its text is made in slices, so that the window never waits for a long one."""

    def __init__(
        self,
        *,
        run: CurrentRun,
        documents: Documents,
        user: User,
        parent: QObject,
    ) -> None:
        """Use these parts."""
        self._run = run
        self._files, self._documents = documents.files, documents
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._folder: Path | None = None
        self.slicer = Slicer(parent)

    def export(self) -> None:
        """Ask for a file, and write the run into it; the end of its name says in which form."""
        file = self._run.file
        if file is None or self._run.played is None:
            return
        start = (self._folder or file.path.parent) / f"{file.path.stem}-run{RunForm.MARKDOWN}"
        path = self._dialogs.choose_new_file(Sentence("window-scenario.export-title"), start, _FILTERS)
        export = self._export()
        if path is None or export is None:
            return
        why_not = self._why_not(path)
        if why_not:
            self._notifier.say(why_not, (Sentence("window-scenario.choose-again"), self.export))
            return
        self._folder = path.parent
        self.slicer.start(_text_in_slices(export, RunForm(path.suffix.lower())), partial(self._write, path))

    def copy(self) -> None:
        """Copy the report of the run in Markdown."""
        export = self._export()
        if export is not None:
            self.slicer.start(_text_in_slices(export, RunForm.MARKDOWN), self._copy)

    def _export(self) -> _Export | None:
        file, played = self._run.file, self._run.played
        if file is None or played is None:
            return None
        is_compared = self._run.shown.strategy == SIDE_BY_SIDE and played.inputs.scenario.model.is_scripted
        return _Export(file.path, played, is_compared)

    def _why_not(self, path: Path) -> str:
        name = quoted(path.name)
        if path.suffix.lower() not in {*RunForm}:
            return Sentence("window-scenario.unknown-form", name=name)
        if self._files.find(path) is not None:
            return Sentence("window-scenario.open-in-tab", name=name)
        if self._files.library.is_default(path):
            return Sentence("window-scenario.not-written", name=name, why=DEFAULT_IS_READ_ONLY)
        return ""

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(for_qt(text))
        self._notifier.say(Sentence("window-scenario.report-copied"))

    def _write(self, path: Path, text: str) -> None:
        data, state_dir = text.encode(), self._files.state_dir
        sentence = Sentence("window-scenario.run-is-in", name=quoted(path.name))
        access = self._files.library.access
        there = stamp_now(path, access)
        if there is None:
            self._documents.work.do(
                lambda: create_file(path, data, state_dir=state_dir, sentence=sentence), path
            )
            return
        try:
            saved = save_file(
                path, data, expected=there, state_dir=state_dir, now=self._documents.clock(), access=access
            )
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        warnings = saved.warnings or (Sentence("window-scenario.old-text-in-history"),)
        self._notifier.say(together((sentence, *warnings)))


def _text_in_slices(export: _Export, form: RunForm) -> Iterator[str | None]:
    """Yield None between slices, and last the text."""
    runs = {export.played.result.settings.strategy: export.played}
    if export.is_compared:
        for strategy in Strategy:
            for played in played_in_slices(export.played.inputs, strategy):
                if played is not None:
                    runs[strategy] = played
                yield None
    pieces = _markdown(export, runs) if form is RunForm.MARKDOWN else _json(export, runs)
    text: list[str] = []
    while piece := "".join(islice(pieces, _PIECES_IN_SLICE)):
        text.append(piece)
        yield None
    yield "".join(text)


def _markdown(export: _Export, runs: dict[Strategy, PlayedRun]) -> Iterator[str]:
    played, inputs = export.played, export.played.inputs
    linked = inputs.linked or LinkedScenario(inputs.scenario, inputs.triggers)
    strategies = {key: runs[key].result for key in Strategy} if export.is_compared else {}
    problems = _problems(export, played, played.expectations)
    return report_lines(
        ReportedRun(export.path, linked, played.result, played.expectations, problems, strategies)
    )


def _json(export: _Export, runs: dict[Strategy, PlayedRun]) -> Iterator[str]:
    own = export.played.result.settings.strategy
    if not export.is_compared:
        return to_json_pieces(_document(export, export.played))
    documents = (_document(export, runs[key], is_own=key is own) for key in Strategy)
    return to_json_pieces(runs_document(documents))


def _document(export: _Export, played: PlayedRun, *, is_own: bool = True) -> JsonObject:
    result, scenario = played.result, played.inputs.scenario
    expectations = played.expectations if is_own else ()
    document = run_document(result, expectations, _problems(export, played, expectations))
    model = scenario.model
    if model.endpoint is None:
        return document
    from editor_app.runs.endpoint.addresses import origin_of

    error = ("endpoint", result.message) if result.end is End.ERROR else None
    return {**document, **endpoint_facts(result, origin_of(model.endpoint), model.name or "", None, error)}


def _problems(
    export: _Export, played: PlayedRun, expectations: Iterable[CheckedExpectation]
) -> tuple[Problem, ...]:
    """Return the problems of the scenario, of all it names, and of a run of it."""
    inputs, path = played.inputs, str(export.path)
    linked, analysis = inputs.linked, inputs.analysis
    if linked is None or analysis is None:
        return ()
    of_text = problems_of(analysis.diagnostics, path, analysis.lines)
    problems = problems_to_tell((*of_text, *linked_problems(linked, path, analysis.lines)))
    return (*problems, *problems_of_played(played.result, expectations, linked, path, analysis.lines))
