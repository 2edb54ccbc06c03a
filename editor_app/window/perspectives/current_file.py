"""The current file, shown in every panel: fast updates at once, slow ones after a pause in typing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from PySide6.QtCore import QObject, QPoint, QRect, Signal

from editor_app.template.dialect import Dialect
from editor_app.text import Sentence, Severity, Span
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import (
    FileStatus,
)
from editor_app.window.documents.library_state import counts
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import problem_rows
from editor_app.window.frame.dock import KindPages
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notices import WritingArea
from editor_app.window.kit.actions import Actions
from editor_app.window.kit.focus.announcing import CountAnnouncements
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.outline import outline_rows
from editor_app.window.panels.problems.problem_list import counts_of
from editor_app.window.panels.values.value_rows import field_rows
from editor_app.window.panels.variables.button_specs import button_specs
from editor_app.window.perspectives.panels import Panels
from editor_app.window.perspectives.perspective import (
    EditedFile,
    FileCondition,
    Perspective,
    ShowPreview,
    conditions_of,
    pages_for,
    preview_after_edit,
    takes_insertions,
)
from editor_app.window.perspectives.preview_display import PreviewDisplay
from editor_app.window.perspectives.status_display import StatusDisplay
from editor_app.window.text.code_editor import CodeEditor

_MARKED_AT_ONCE = 300_000
_FOLLOWED_CLOSELY = 20_000
_FEW_PROBLEMS = 200
_MOST_OUTLINED = 4_000  # texts and tags; an outline of more would block the window
_SOON_MS = 80
_PAUSE_MS = 250


class CurrentFile(QObject):
    """Shows one open file in all panels, together with the perspective of its kind.

    `editor` is the one in front, which may stand in for the source editor, as that of a block's content does;
    offsets are always those of the file. `remedy_requested` has the remedy of a clicked link of the bar.
    `unsaved_in_tab` returns the unsaved files that a file's tab shows, `other_conditions` those conditions of
    actions that hold whatever the file is.
    """

    moved = Signal()  # the caret, maybe to another file
    remedy_requested = Signal(object)
    pasted = Signal(object)  # the span, in the text of `editor`
    editor_changed = Signal(object)  # the editor in front, None without one

    def __init__(
        self,
        documents: Documents,
        panels: Panels,
        window: MainWindow,
        actions: Actions,
        plain: Perspective,
    ) -> None:
        """Start without a file; `plain` is the perspective while no file is open."""
        super().__init__(window)
        self.file: OpenFile | None = None
        self.editor: CodeEditor | None = None
        self._source_editor: CodeEditor | None = None
        self.perspective = plain
        self._panels = panels
        self._window = window
        self.actions = actions
        self._documents, self._library = documents, documents.library
        self._preview = PreviewDisplay(documents, panels.preview, lambda: self.caret_offset)
        self.callers = self._preview.callers
        self.status = StatusDisplay(documents, panels.bar, window.status, self._choose_remedy)
        self.unsaved_in_tab: Callable[[OpenFile], Sequence[OpenFile]] = lambda _file: ()
        self.other_conditions: Callable[[], Collection[StrEnum]] = tuple
        self._is_written_elsewhere = False  # whether the status bar is about something beside the source
        self._panels_later = single_shot(self, 0, self._show_panels)
        self._preview_later = single_shot(self, 0, self._show_preview)
        self._pages: KindPages | None = None
        self._values_later = single_shot(self, 0, self._show_values)
        self._counts_heard = CountAnnouncements(window)
        self._to_file, self._to_editor, self._to_perspective = Connections(), Connections(), Connections()
        self._connect_perspective(plain)

    def show(
        self,
        file: OpenFile | None,
        source_editor: CodeEditor | None,
        perspective: Perspective,
        *,
        front: CodeEditor | None = None,
    ) -> None:
        """Show another file, or none; its kind has a perspective, and maybe another editor in `front`."""
        self._to_file.end()
        if file is not self.file:
            self._window.notices.dismiss_of_file()
        self._follow_editor(None)
        self._counts_heard.begin()
        self._panels.preview.text.follow_again()
        self.file, self._source_editor = file, source_editor
        if perspective is not self.perspective:
            self._to_perspective.end()
            self.perspective.show(None)
            self._connect_perspective(perspective)
        self.perspective = perspective
        perspective.show(file)
        self._show_pages()
        if file is None or source_editor is None:
            self._show_nothing()
            self.editor_changed.emit(None)
            return
        document, add = file.document, self._to_file.add
        add(file.analysed, self._after_analysis)
        add(file.values_changed, self._show_panels, self._show_preview)
        add(document.modified_changed, self.show_status)
        add(document.read_only_changed, self.show_status)
        add(document.text_document.undoAvailable, self.show_actions)
        add(document.text_document.redoAvailable, self.show_actions)
        self._follow_editor(front or source_editor)
        self._panels.library.show_current(file.path)
        if _takes_long(file):  # the text first, and each of these panels in an event of its own
            self.show_status()
            self._preview_later.start(0)
            self._panels_later.start(0)
            return
        self._show_panels()
        self._show_preview()

    def _connect_perspective(self, perspective: Perspective) -> None:
        add = self._to_perspective.add
        add(perspective.status_changed, self.show_status)
        add(perspective.actions_changed, self.show_actions)
        add(perspective.problems_changed, self._show_problems)
        add(perspective.look_changed, self._show_look)

    def show_editor(self, editor: CodeEditor | None) -> None:
        """Follow the caret of another editor of the file, which has come to the front."""
        if editor is not None and editor is self.editor:
            return
        self._follow_editor(editor)
        if self.editor is not None and self.file is not None:
            self.show_status()

    def _follow_editor(self, editor: CodeEditor | None) -> None:
        self._to_editor.end()
        self.editor = editor
        stands_in = editor is not None and editor is not self._source_editor
        self._panels.variables.set_elsewhere(elsewhere=stands_in)
        if self.perspective.in_place is not None:
            self.perspective.in_place.show_editor(stands_in=stands_in)
        if editor is None or self.file is None:
            return
        self._to_editor.add(editor.cursor_moved, self._after_cursor)
        self._to_editor.add(editor.key_taken, self._panels.preview.text.follow_again)
        self._to_editor.add(editor.pasted, self.pasted)
        self._to_editor.add(editor.verticalScrollBar().valueChanged, self._window.notices.make_way)
        if editor is self._source_editor:
            editor.show_analysis(self.file.analysis)
        self._after_cursor(editor.cursor_offset())
        self.editor_changed.emit(editor)

    @property
    def caret_offset(self) -> int:
        """The caret's offset in the file."""
        editor, in_place = self.editor, self.perspective.in_place
        if editor is None:
            return 0
        if editor is self._source_editor or in_place is None:
            return editor.cursor_offset()
        return in_place.caret_offset

    @property
    def edited_file(self) -> EditedFile | None:
        """The file whose text is being written: the current one, or one beside it that has the focus."""
        beside = self.perspective.beside.edited_file if self.perspective.beside is not None else None
        if beside is not None or self.file is None or self.editor is None:
            return beside
        return EditedFile(self.file, self.editor)

    def _file_edited(self, file: OpenFile) -> OpenFile:
        """Return the file whose text is being written, where `file` is the current one."""
        edited = self.edited_file
        return edited.file if edited is not None else file

    def go_to(self, span: Span) -> None:
        """Go to a span of the file, in the editor in front if that shows it, else in the source."""
        editor, in_place = self.editor, self.perspective.in_place
        if editor is None:
            return
        if in_place is not None:
            if editor is not self._source_editor and in_place.go_to(span):
                return
            in_place.show_source()
        if self._source_editor is not None:
            self._source_editor.go_to(span)

    def go_to_part(self, span: Span) -> None:
        """Show the part around a span where parts are shown, else go to the span."""
        in_place = self.perspective.in_place
        shows_part = in_place is not None and self.editor not in {None, self._source_editor}
        if in_place is None or not shows_part or not (in_place.go_to(span) or in_place.choose_part(span)):
            self.go_to(span)

    def caret_area(self) -> WritingArea | None:
        """Return the place on the screen where the user is writing, which notices must not cover; or None."""
        edited = self.edited_file
        if edited is None or not edited.editor.isVisible():
            return None
        editor = edited.editor
        viewport = editor.viewport()
        return WritingArea(QRect(viewport.mapToGlobal(QPoint(0, 0)), viewport.size()), editor.caret_row())

    def mark_saved(self, file: OpenFile) -> None:
        """Show the time at which a file was saved."""
        self.status.mark_saved(file)
        if file is self.file:
            self.show_status()

    def show_status(self, _changed: object = None) -> None:
        """Show in the bar and the status bar whether callers get the file, and whether it is saved."""
        file = self.file
        if file is None:
            return
        takes_text = self.editor is not None and not self.editor.isReadOnly()
        self._panels.variables.setEnabled(takes_text and takes_insertions(file, self._file_edited(file)))
        prompt = self._library.prompt_of(file.path)
        self.status.show_bar(file, prompt, self._status_of_kind)
        self.status.show_sentence(file, self.perspective.status_sentence())
        edited = self._file_edited(file)
        facts = self._facts
        if not facts and (self._is_written_elsewhere or edited is not file):  # else as the caret moves
            self._show_position()
            self._window.notices.make_way()
        self._is_written_elsewhere = edited is not file or bool(facts)
        self.status.show_written(edited, self.unsaved_in_tab(file))
        if facts:
            self._window.status.show_facts(facts)
        if file.binary_sort is not None:
            self._window.status.show_no_text()
        if self.callers.choice(file) != self._preview.choice:
            self._preview_later.start(0)
        self.show_actions()

    def _status_of_kind(self) -> FileStatus | None:
        """Return what is to be said of what stands in, and over the source only if no editor stands in."""
        in_place = self.perspective.in_place
        if in_place is None or (self.editor is self._source_editor and in_place.has_editor):
            return None
        return in_place.file_status()

    @property
    def _facts(self) -> tuple[str, ...]:
        """What the status bar says in place of the position and the encoding, () for these."""
        return self.perspective.in_place.status_facts() if self.perspective.in_place is not None else ()

    def _show_position(self) -> None:
        edited = self.edited_file
        if edited is not None and not self._facts:
            offset = edited.editor.cursor_offset()
            text = edited.editor.contents.text
            before = text[:offset]  # faster than an index of all lines after every key
            self._window.status.show_position(before.count("\n") + 1, offset - before.rfind("\n"))

    def show_now(self) -> None:
        """Make the updates that wait for a pause now."""
        if self._preview_later.isActive():
            self._show_preview()

    def first_error(self) -> Span | None:
        """Return the span of the first error of the file, None if there is none."""
        if self.file is None:
            return None
        diagnostics = self.file.analysis.diagnostics
        return next((problem.span for problem in diagnostics if problem.severity is Severity.ERROR), None)

    @property
    def _front(self) -> OpenFile:
        """The current file: what follows is done while there is one."""
        assert self.file is not None
        return self.file

    # What happens to the file -------------------------------------------------------------------------------

    def _after_analysis(self) -> None:
        file = self._front
        if self.editor is not None and self.editor is self._source_editor:
            self.editor.show_analysis(file.analysis)
        size = len(file.text)
        of_kind = self.perspective.preview
        when = of_kind.show_edit(size) if of_kind is not None else preview_after_edit(size)
        if when is ShowPreview.NOW:
            self._show_preview()
        elif when is ShowPreview.AFTER_PAUSE:
            self._preview_later.start(_PAUSE_MS)
        elif not self._preview_later.isActive():
            self._preview_later.start(_SOON_MS)
        if size > _FOLLOWED_CLOSELY:
            self._panels_later.start(_PAUSE_MS)
        elif not self._panels_later.isActive():  # not restarted, so that the update also comes during typing
            self._panels_later.start(_SOON_MS)

    def _after_cursor(self, _offset: int) -> None:
        if self.editor is not None:
            self._show_position()
            caret = self.caret_offset
            self._panels.outline.show_cursor(caret)
            self._window.notices.make_way()
            self._preview.follow_caret(self.file, caret)
            self.moved.emit()

    # What is shown ------------------------------------------------------------------------------------------

    def _show_nothing(self) -> None:
        panels = self._panels
        for waiting in (self._panels_later, self._preview_later, self._values_later):
            waiting.stop()
        panels.library.show_current(None)
        panels.outline.show_rows(())
        panels.problems.show_file_problems((), without=Sentence("window-perspectives.open-for-problems"))
        panels.preview.show_nothing(
            Sentence("window-perspectives.nothing-open"), Sentence("window-perspectives.open-for-preview")
        )
        panels.values.show_nothing(Sentence("window-perspectives.open-for-values"))
        panels.variables.show_buttons(())
        panels.bar.clear()
        self._window.show_counts(Counts())
        self._window.status.clear()
        self.show_actions()

    def _show_pages(self) -> None:
        """Show the pages of the kind that have something to say of the file."""
        pages = pages_for(self.file, self.perspective.pages)
        if pages != self._pages:
            self._pages = pages
            self._window.show_kind(pages)

    def _show_panels(self) -> None:
        """Show problems, outline, buttons and the values form."""
        file = self._front
        self._panels_later.stop()
        self._show_pages()
        analysis = file.analysis
        self._show_problems()
        size = len(file.text)
        result = file.result if size <= _MARKED_AT_ONCE else None  # what is left out needs a map of the text
        pieces = len(analysis.template.listed) if analysis.template is not None else 0
        if self.perspective.pages.left_below is None:
            if pieces <= _MOST_OUTLINED:
                self._panels.outline.show_rows(outline_rows(analysis, result))
            else:
                self._panels.outline.show_nothing(
                    Sentence("window-perspectives.too-many-tags-to-list", count=_MOST_OUTLINED // 2)
                )
        buttons = button_specs(analysis, file.values, file.snapshot)
        self._panels.variables.show_buttons(buttons)
        if _takes_long(file):
            self._values_later.start(0)
        else:
            self._show_values()
        self.show_status()

    def _show_problems(self) -> None:
        """List the problems of the file, or of what it is a part of."""
        file = self._front
        problems, listed = self._panels.problems, self.perspective.listed_problems()
        now = counts(file.analysis.diagnostics)
        if file.binary_sort is not None:
            problems.show_file_problems((), without=Sentence("window-perspectives.no-text-to-check"))
        elif listed is not None:
            problems.show_file_problems(listed.rows, listed.title)
            now = counts_of(listed.rows)
        else:
            analysis = file.analysis
            problems.show_file_problems(problem_rows(analysis.diagnostics, analysis.lines, file.path))
        self._window.show_counts(now)
        self._counts_heard.show(now)

    def _show_values(self) -> None:
        file, values = self._front, self._panels.values
        result = file.result
        if result is None or file.analysis.dialect is None:
            values.show_nothing(Sentence("window-perspectives.no-values"))
            return
        resolves = file.analysis.dialect is Dialect.BRACKETS
        values.show_rows(field_rows(file.analysis, result, file.values), resolves=resolves)
        names = [case.name for case in file.cases]
        values.show_cases(names, file.case_name, edited=self._documents.cases.is_edited(file))

    def _show_preview(self) -> None:
        self._preview_later.stop()
        self._preview.show(self._front, self.perspective.preview)

    def _show_look(self) -> None:
        """Show what the preview shows besides the text, and enable the actions on it."""
        self._preview.show_look(self._front, self.perspective.preview)
        self.show_status()

    def show_actions(self, _available: bool = False) -> None:
        """Enable the actions whose conditions hold."""
        file, holding = self.file, set[StrEnum]((FileCondition.LIBRARY,))
        holding.update(self.other_conditions())
        if file is not None:
            edited, prompt = self._file_edited(file), self._library.prompt_of(file.path)
            has_unsaved = bool(self.unsaved_in_tab(file))
            holding.update(conditions_of(file, edited, prompt, self.perspective, has_unsaved=has_unsaved))
            holding.update(self.perspective.conditions())
        self.actions.set_holding(holding)

    def _choose_remedy(self, remedy: WordedEnum) -> None:
        in_place = self.perspective.in_place
        if in_place is None or not in_place.choose_remedy(remedy):
            self.remedy_requested.emit(remedy)


def _takes_long(file: OpenFile) -> bool:
    """Whether updating all panels for a file at once would block the window."""
    return len(file.text) > _FOLLOWED_CLOSELY or len(file.analysis.diagnostics) > _FEW_PROBLEMS
