"""The compaction instructions under the text of the template in front, in the editor of their own tab."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from editor_app.library.paths import COMPACTION_NAME, built_in_name
from editor_app.text import Sentence
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import Page, Section
from editor_app.window.kit.focus.panel_focus import FocusWithin
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import WordedLabel
from editor_app.window.kit.work.connections import Connections, connect
from editor_app.window.perspectives.perspective import EditedFile
from editor_app.window.perspectives.window_services import WindowView


class InstructionsSection(Section):
    """A title that folds, what the instructions are and *Make my copy* beside it, and their editor below."""

    def __init__(self) -> None:
        """Start folded, without an editor, which is somebody else's."""
        super().__init__()
        self.body = QWidget(self)
        column(self.body)
        tools = QWidget(self)
        self.state = WordedLabel("soft", tools)
        self.copy_button = QPushButton(Sentence("window-template.make-my-copy"), tools)
        self.copy_button.setProperty("look", "link")
        row(tools, (self.state, 1), self.copy_button, spacing=8)
        self.set_page(
            Page("instructions", Sentence("window-template.compaction-instructions"), self.body, tools)
        )
        self.set_folded(folded=True)


_USUAL_HEIGHT = 216
_MOST_HEIGHT = 10_000


class InstructionsUnderText(QObject):
    """Shows the instructions that the library has, or the built-in ones, under the text of a template.

    They are an open file with a tab. Their one editor is under the template while that is in front, and in
    their tab while they are.
    """

    changed = Signal()  # whether their text has the focus, its caret, or what can be done with it
    analysed = Signal()  # their problems may be others

    def __init__(self, documents: Documents, shown: WindowView, parent: QObject | None = None) -> None:
        """Start folded and hidden."""
        super().__init__(parent)
        self._files, self._work = documents.files, documents.work
        self._shown, self._tabs = shown, shown.tabs
        self._edited: EditedFile | None = None  # the instructions that are shown here
        self._height = _USUAL_HEIGHT
        self._links = Connections()
        self._is_shown = False  # whether a template is in front
        self.section = InstructionsSection()
        self.section.hide()
        shown.tabs.texts.addWidget(self.section)
        self._focus = FocusWithin(self.section.body)
        connect(
            (self.section.copy_button.clicked, self._copy),
            (self.section.fold_changed, self._follow_fold),
            (self._tabs.texts.height_dragged, self._remember_height),
            (self._focus.changed, self.changed),
            (self._files.saved, self._show_state),
            (self._files.disk.reloaded, self._show_state),
            (self._files.renamed, self._after_rename),
            (self._tabs.returned, self._after_return),
            (self._shown.window.full_page_changed, lambda _is_full: self._show_section()),
        )

    @property
    def edited_file(self) -> EditedFile | None:
        """The instructions while their text has the focus, else None."""
        return self._edited if self._is_shown and self._focus.is_within else None

    @property
    def paths(self) -> tuple[Path, ...]:
        """The path of the instructions that are shown here, () where none are."""
        return () if self._edited is None else (self._edited.file.path,)

    @property
    def kept_state(self) -> Mapping[str, object]:
        """Whether they are unfolded, and how high, as `restore` takes it; nothing where they are folded."""
        return {} if self.section.folded else {"instructions": self._height}

    def restore(self, state: Mapping[str, object]) -> None:
        """Unfold them if they were in the session before."""
        height = state.get("instructions")
        if isinstance(height, int) and 0 < height < _MOST_HEIGHT:
            self._height = height
            self.section.set_folded(folded=False)

    def follow(self, template: OpenFile | None) -> None:
        """Stand under the text of a template that is in front now; None takes them away."""
        self._is_shown = template is not None
        self._show_section()
        if self._is_shown and not self.section.folded:
            self._take(self._path)

    def follow_library(self) -> None:
        """Show other instructions if the library sends others by now: a file of its own came or went."""
        edited, path = self._edited, self._path
        if self._is_shown and not self.section.folded and edited is not None and edited.file.path != path:
            self._switch(path)
            self.changed.emit()

    def fold(self) -> None:
        """Fold to the title."""
        self.section.set_folded(folded=True)
        self.changed.emit()

    def unfold(self, path: Path) -> bool:
        """Show the instructions at `path` and focus them; return False if they cannot be shown here."""
        if self._is_shown and self._shown.window.is_full_page:
            self._shown.window.set_full_page(is_full=False)
        if not self._is_shown or path != self._path:
            return False
        self.section.set_folded(folded=False)
        if self._edited is None or self.section.folded:
            return False
        self._edited.editor.setFocus()
        return True

    @property
    def _path(self) -> Path:
        library = self._files.library
        is_own = library.has_own_text(COMPACTION_NAME)
        return (library.own_text if is_own else library.default_text)(COMPACTION_NAME)

    def _show_section(self) -> None:
        is_full = self._shown.window.is_full_page
        self.section.setVisible(self._is_shown and not is_full and not self.section.folded)

    def _follow_fold(self, folded: bool) -> None:
        if not folded and self._is_shown:
            self._take(self._path)
        self._show_section()

    def _take(self, path: Path) -> None:
        """Show the editor of the instructions at `path` here; fold where there is none to show."""
        file = self._shown.tab_files.open_behind(path)
        edited = self._edited
        if edited is None or edited.file is not file:
            self._release()
            editor = self._tabs.lend(file.document) if file is not None else None
            if file is None or editor is None:
                self.section.set_folded(folded=True)
                return
            self._edited = edited = EditedFile(file, editor)
            self._links.add(file.analysed, self._colour)
            self._links.add(editor.cursor_moved, self._tell_if_edited)
            document, texts = file.document, file.document.text_document
            of_document = document.modified_changed, document.read_only_changed
            for changed in (file.gone_changed, *of_document, texts.undoAvailable, texts.redoAvailable):
                self._links.add(changed, self._show_state)
        column = self.section.body.layout()
        assert column is not None
        column.addWidget(edited.editor)
        self.section.body.setFocusProxy(edited.editor)
        edited.editor.show()
        self._tabs.texts.set_height_under(current_theme().px(self._height))
        edited.editor.show_analysis(edited.file.analysis)
        self._show_state()

    def _release(self) -> None:
        """Forget the file, and give its editor back."""
        edited, self._edited = self._edited, None
        self._links.end()
        if edited is not None:
            self._tabs.give_back(edited.file.document)

    def _after_return(self, document: object) -> None:
        """Let go of an editor whose tab is in front or closed; fold if a template is still in front."""
        if self._edited is not None and document is self._edited.file.document:
            self._release()
            if self._is_shown:
                self.fold()

    def _after_rename(self, file: OpenFile) -> None:
        """Fold where the file has another name by now, with which it is no longer sent at a compaction."""
        if self._edited is not None and file is self._edited.file and file.path != self._path:
            self._release()
            self.fold()

    def _copy(self) -> None:
        """Make the library's own instructions of the built-in ones, and show them in their place."""
        path = self._work.customize(COMPACTION_NAME)
        if path is not None:
            self._switch(path, takes_focus=True)

    def _switch(self, path: Path, *, takes_focus: bool = False) -> None:
        """Show the instructions at `path` in place of others; built-in ones are closed: they are not sent."""
        before, takes_focus = self._edited, takes_focus or self._focus.is_within
        self._take(path)
        if before is not None and before != self._edited and built_in_name(before.file.path) is not None:
            self._files.close(before.file)
        if takes_focus and self._edited is not None:
            self._edited.editor.setFocus()

    def _colour(self) -> None:
        if self._edited is not None:
            self._edited.editor.show_analysis(self._edited.file.analysis)
            self.analysed.emit()

    def _show_state(self, _changed: object = None) -> None:
        if self._edited is None:
            return
        file = self._edited.file
        is_built_in = built_in_name(file.path) is not None
        name = Sentence("window-template.built-in") if is_built_in else file.path.name
        if file.is_unsaved:
            short = Sentence("window-template.unsaved-name", name=name)
            self.section.state.say(Sentence("window-template.programs-get-saved", name=name), short)
        else:
            self.section.state.say(Sentence("window-template.added-after", name=name), name)
        self.section.copy_button.setVisible(is_built_in)
        self._tell_if_edited()

    def _tell_if_edited(self, _offset: int = 0) -> None:
        if self.edited_file is not None:
            self.changed.emit()

    def _remember_height(self, pixels: int) -> None:
        if self._is_shown and not self.section.folded:
            self._height = max(1, round(pixels * 100 / current_theme().px(100)))
