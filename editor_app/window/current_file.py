"""The file in front, shown in every panel: what is typed is shown at once, what is slow after a pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer, Signal

from editor_app.analysis import ModelText
from editor_app.library import FileError, Kind, read_file
from editor_app.text import Severity, Span, decode
from editor_app.window.actions import Actions, When
from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.info_bar import InfoBar
from editor_app.window.main_window import MainWindow
from editor_app.window.panels.library import LibraryPanel
from editor_app.window.panels.outline import OutlinePanel
from editor_app.window.panels.preview import AsIf, Comparison, PreviewPanel
from editor_app.window.panels.problems import ProblemsPanel
from editor_app.window.panels.values import ValuesPanel
from editor_app.window.panels.variables import VariableBar
from editor_app.window.row_style import Counts
from editor_app.window.session.case_values import CaseValues
from editor_app.window.session.library_state import LibraryState, counts
from editor_app.window.session.open_file import OpenFile
from editor_app.window.session.resolving import Resolving
from editor_app.window.session.rows import button_specs, field_rows, outline_rows, problem_rows
from editor_app.window.session.standing import Remedy, standing_of, status_sentence

_PREVIEWED_AT_ONCE = 300_000
_FOLLOWED_CLOSELY = 20_000
_MOST_OUTLINED = 40_000  # texts and tags; more would keep the window waiting
_SOON_MS = 80
_PAUSE_MS = 250


@dataclass(frozen=True, slots=True)
class Panels:
    """Everything that shows something of the current file."""

    library: LibraryPanel
    outline: OutlinePanel
    problems: ProblemsPanel
    preview: PreviewPanel
    values: ValuesPanel
    variables: VariableBar
    bar: InfoBar


class CurrentFile(QObject):
    """Follows one open file and shows it; `remedy_requested` brings what a link of the bar asks for."""

    remedy_requested = Signal(object)

    def __init__(
        self,
        panels: Panels,
        window: MainWindow,
        actions: Actions,
        cases: CaseValues,
        library: LibraryState,
        resolving: Resolving,
    ) -> None:
        """Show nothing yet."""
        super().__init__(window)
        self.file: OpenFile | None = None
        self.editor: CodeEditor | None = None
        self._panels = panels
        self._window = window
        self._actions = actions
        self._cases = cases
        self._library = library
        self._resolving = resolving
        self._saved_at: WeakKeyDictionary[OpenFile, datetime] = WeakKeyDictionary()
        self._beside = QTimer(self, singleShot=True)
        self._beside.timeout.connect(self._show_beside)
        self._preview_later = QTimer(self, singleShot=True)
        self._preview_later.timeout.connect(self._show_preview)

    def show(self, file: OpenFile | None, editor: CodeEditor | None) -> None:
        """Show another file, or none."""
        if self.file is not None:
            self.file.analysed.disconnect(self._after_analysis)
            self.file.values_changed.disconnect(self._after_values)
            self.file.document.modified_changed.disconnect(self._after_modified)
            self.file.document.read_only_changed.disconnect(self.show_standing)
            self.file.document.text_document.undoAvailable.disconnect(self._show_actions)
            self.file.document.text_document.redoAvailable.disconnect(self._show_actions)
        if self.editor is not None:
            self.editor.cursor_moved.disconnect(self._after_cursor)
        self.file, self.editor = file, editor
        if file is None or editor is None:
            self._show_nothing()
            return
        file.analysed.connect(self._after_analysis)
        file.values_changed.connect(self._after_values)
        file.document.modified_changed.connect(self._after_modified)
        file.document.read_only_changed.connect(self.show_standing)
        file.document.text_document.undoAvailable.connect(self._show_actions)
        file.document.text_document.redoAvailable.connect(self._show_actions)
        editor.cursor_moved.connect(self._after_cursor)
        editor.show_analysis(file.analysis)
        self._panels.library.show_current(file.path)
        self._show_beside()
        self._show_preview()
        self._after_cursor(editor.cursor_offset())
        self.show_standing()

    def mark_saved(self, file: OpenFile) -> None:
        """Remember when a file was saved, and say so."""
        self._saved_at[file] = datetime.now().astimezone()
        if file is self.file:
            self.show_standing()

    def show_standing(self) -> None:
        """Say in the bar and below whether callers get the file, and whether it is saved."""
        file = self.file
        if file is None:
            return
        prompt = self._library.prompt_of(file.path)
        standing = standing_of(file, prompt)
        if standing is None:
            self._panels.bar.clear()
        else:
            links = [(remedy.value, self._asker(remedy)) for remedy in standing.remedies]
            self._panels.bar.say(standing.severity, standing.sentence, links)
        status = self._window.status
        status.show_sentence(
            status_sentence(file, prompt, _home_relative(self._resolving.circumstances.folder))
        )
        newlines = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}[file.document.newlines.dominant]
        mixed = " mixed" if file.document.newlines.exceptions else ""
        bom = " with BOM" if file.text_format.bom else ""
        dialect = file.analysis.dialect
        status.show_file(
            dialect.value.capitalize() if dialect is not None else "",
            file.text_format.encoding.upper() + bom,
            newlines + mixed,
        )
        status.show_saved(self._saved_words(file))
        self._show_actions()

    def show_now(self) -> None:
        """Show what was to be shown after a pause."""
        if self._preview_later.isActive():
            self._show_preview()

    def gets_of_default(self) -> str | None:
        """Return what the model would get from the default, with the values of now."""
        prompt = self._library.prompt_of(self.file.path) if self.file is not None else None
        if self.file is None or prompt is None or prompt.default_path is None:
            return None
        try:
            decoded = decode(read_file(prompt.default_path).data)
        except FileError:
            return None  # it is no longer there to be compared with
        return _text(self.file.gets_from(decoded.text))

    # What happens to the file -------------------------------------------------------------------------------

    def _after_analysis(self) -> None:
        file, editor = self.file, self.editor
        if file is None or editor is None:
            return
        editor.show_analysis(file.analysis)
        size = len(file.text)
        if size <= _PREVIEWED_AT_ONCE:
            self._show_preview()
        else:
            self._preview_later.start(_PAUSE_MS)
        if size > _FOLLOWED_CLOSELY:
            self._beside.start(_PAUSE_MS)
        elif not self._beside.isActive():  # so that it comes while somebody goes on typing, too
            self._beside.start(_SOON_MS)

    def _after_values(self) -> None:
        self._show_beside()
        self._show_preview()

    def _after_modified(self, _is_modified: bool) -> None:
        self.show_standing()

    def _after_cursor(self, offset: int) -> None:
        if self.file is not None:
            before = self.file.text[:offset]  # cheaper than an index of all lines at every keystroke
            self._window.status.show_position(before.count("\n") + 1, offset - before.rfind("\n"))
            self._panels.outline.show_cursor(offset)

    # What is shown ------------------------------------------------------------------------------------------

    def _show_nothing(self) -> None:
        panels = self._panels
        self._beside.stop()
        self._preview_later.stop()
        panels.library.show_current(None)
        panels.outline.show_rows(())
        panels.problems.show_file_problems(())
        panels.preview.show_nothing("Nothing open", "Open a prompt to see here what the model gets from it.")
        panels.values.show_nothing("Open a prompt or a template to fill in its values.")
        panels.variables.show_buttons(())
        panels.bar.clear()
        self._window.show_counts(Counts())
        self._window.status.clear()
        self._show_actions()

    def _show_beside(self) -> None:
        """Show problems, outline, buttons and the form."""
        file = self.file
        if file is None:
            return
        self._beside.stop()
        analysis = file.analysis
        self._panels.problems.show_file_problems(
            problem_rows(analysis.diagnostics, analysis.lines, file.path)
        )
        self._window.show_counts(counts(analysis.diagnostics))
        size = len(file.text)
        gets = file.gets if size <= _PREVIEWED_AT_ONCE else None  # what is left out takes a map of all
        pieces = len(analysis.template.listed) if analysis.template is not None else 0
        self._panels.outline.show_rows(outline_rows(analysis, gets) if pieces <= _MOST_OUTLINED else ())
        self._panels.variables.show_buttons(button_specs(analysis, file.values, file.snapshot))
        self._show_values(file, file.gets)
        self.show_standing()

    def _show_values(self, file: OpenFile, gets: ModelText | None) -> None:
        values = self._panels.values
        if gets is None:
            values.show_nothing("This kind of file has no values to fill in.")
            return
        values.show_rows(field_rows(file.analysis, gets, file.values), resolves=file.kind is Kind.TEMPLATE)
        names = [case.name for case in file.cases]
        values.show_cases(names, file.case_name, edited=self._cases.is_edited(file))

    def _show_preview(self) -> None:
        file = self.file
        if file is None:
            return
        self._preview_later.stop()
        preview, gets = self._panels.preview, file.gets
        if gets is None:
            preview.show_nothing("Not sent to a model", "This kind of file has no preview.")
            return
        preview.show_model(
            gets, file.path.name, origins=file.value_origins(), max_tokens=file.analysis.max_tokens
        )
        preview.show_context(self._as_if(file))
        preview.show_comparisons(self._comparisons(file))

    def _as_if(self, file: OpenFile) -> AsIf | None:
        if file.kind is not Kind.TEMPLATE or file.snapshot is None:
            return None
        now = self._resolving.circumstances_of(file)
        return AsIf(
            _home_relative(now.folder),
            file.snapshot.taken_at,
            now.model,
            now.conversation_id,
            frozen=now.clock is not None,
            whole_folder=str(now.folder),
        )

    def _comparisons(self, file: OpenFile) -> Sequence[Comparison]:
        comparisons = [Comparison("the last save", lambda: _text(file.gets_from(file.saved_text)))]
        prompt = self._library.prompt_of(file.path)
        if prompt is not None and prompt.default_path is not None and prompt.default_path != file.path:
            comparisons.insert(0, Comparison("the default", self.gets_of_default))
        for case in file.cases:
            if case.name != file.case_name:
                values = dict(case.values)
                made = partial(_text_with, file, values)
                comparisons.append(Comparison(f"case “{case.name}”", made))
        return comparisons

    def _show_actions(self, _available: bool = False) -> None:
        self._actions.set_holding(set(self._conditions()))

    def _conditions(self) -> Sequence[When]:
        file = self.file
        if file is None:
            return (When.LIBRARY,)
        document = file.document
        is_writable = document.read_only_because is None
        prompt = self._library.prompt_of(file.path)
        has_default = prompt is not None and prompt.default_path is not None
        is_mine = prompt is not None and prompt.user_path == file.path
        holding = {
            When.LIBRARY: True,
            When.DOCUMENT: True,
            When.WRITABLE: is_writable,
            When.UNSAVED: file.is_modified,
            When.CAN_UNDO: is_writable and document.text_document.isUndoAvailable(),
            When.CAN_REDO: is_writable and document.text_document.isRedoAvailable(),
            When.HAS_VARIABLES: file.analysis.template is not None,
            When.HAS_PROBLEMS: bool(file.analysis.diagnostics),
            When.IS_DEFAULT: has_default and prompt is not None and prompt.user_path is None,
            When.IS_COPY: has_default and is_mine,
        }
        return [when for when, holds in holding.items() if holds]

    def _saved_words(self, file: OpenFile) -> str:
        if file.document.read_only_because is not None:
            return "Read-only"
        if file.is_modified:
            return "Unsaved"
        saved_at = self._saved_at.get(file)
        return f"Saved {saved_at:%H:%M}" if saved_at is not None else "Saved"

    def _asker(self, remedy: Remedy) -> Callable[[], object]:
        return lambda: self.remedy_requested.emit(remedy)

    def first_error(self) -> Span | None:
        """Return where the first error of the file stands."""
        if self.file is None:
            return None
        diagnostics = self.file.analysis.diagnostics
        return next((one.span for one in diagnostics if one.severity is Severity.ERROR), None)


def _text(gets: ModelText | None) -> str | None:
    return gets.text if gets is not None else None


def _text_with(file: OpenFile, values: dict[str, str | None]) -> str | None:
    return _text(file.gets_with(values))


def _home_relative(folder: Path) -> str:
    try:
        return f"~/{folder.relative_to(Path.home()).as_posix()}" if folder != Path.home() else "~"
    except ValueError:
        return str(folder)
