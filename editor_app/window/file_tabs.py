"""The tabs of the open files: made, removed, named, and kept as the files are."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Qt

from editor_app.library.paths import built_in_words
from editor_app.text import Sentence
from editor_app.window.building import build_binary_page
from editor_app.window.commands.commands import Commands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import binary_in_words
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.titles import tab_folder, titles_of
from editor_app.window.documents.value_facts import icon_of, value_facts, value_fix
from editor_app.window.frame.first_sight import LAST_FILE_KEY
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.perspectives.perspective import InPlaceOfSource
from editor_app.window.perspectives.perspectives import Perspectives
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.open_documents import SOURCE


class FileTabs:
    """Gives each open file a tab, follows what happens to it, and names the window after the current one."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        commands: Commands,
        perspectives: Perspectives,
        settings: QSettings,
    ) -> None:
        """Use these parts."""
        self._documents, self._files = documents, documents.files
        self._shown, self._tabs, self._current = shown, shown.tabs, shown.current
        self._commands = commands
        self._perspectives = perspectives
        self._titles: dict[Path, str] = {}
        self._settings = settings
        shown.second.made.connect(self.begin_editing)
        shown.second.focus_moved.connect(self.follow_focus)
        shown.tabs.close_requested.connect(commands.files.close_tabs)
        shown.tabs.history_requested.connect(lambda one: commands.versions.show(self._files.of(one).path))
        shown.tabs.beside_requested.connect(lambda one: commands.files.show_beside(self._files.of(one)))

    def add(self, file: OpenFile) -> None:
        """Add a tab for a file that is being opened; if that fails, the file is closed and no tab remains."""
        try:
            self._build_tab(file)
        except BaseException:
            self._files.close(file)
            raise

    def _build_tab(self, file: OpenFile) -> None:
        self._documents.cases.begin(file)
        perspective = self._perspectives.begin(file)
        self._update_titles()
        in_place = perspective.in_place
        error = in_place.error_to_mend(file) if in_place is not None else None
        editor = self._tabs.add(
            file.document,
            self._titles[_named(file)],
            _tooltip_of(file),
            icon_of(file),
            alternative=in_place.stand_in(file) if in_place is not None else None,
            begins_in_source=error is not None,
            page=self._page_of(file),
            group=tab_folder(file),
        )
        self.begin_editing(file, editor)
        self._shown.tab_files.follow(file)
        if error is not None:
            editor.go_to(error)
        elif in_place is not None and file.is_behind:
            go = partial(self._go_to_error, file, in_place)
            file.analysed.connect(go, Qt.ConnectionType.SingleShotConnection)
        self._documents.resolver.begin(file)

    def _go_to_error(self, file: OpenFile, in_place: InPlaceOfSource) -> None:
        """Show the source where it must be corrected, once that is known."""
        error, editor = in_place.error_to_mend(file), self._tabs.editor_of(file.document)
        if error is not None and editor is not None:
            self._tabs.show_view(file.document, SOURCE)
            editor.go_to(error)

    def begin_editing(self, file: OpenFile, editor: CodeEditor) -> None:
        """Let an editor of a file's whole text fix, complete and rename."""
        editor.fix_chosen.connect(partial(self._commands.problems.apply_fix_in, file))
        self._commands.begin_editing(file, editor)
        editor.set_suffix_of_file(lambda: file.path.suffix.lower())  # noqa: PLW0108  of the path of then
        editor.set_value_facts(partial(value_facts, file), partial(value_fix, file))

    def follow_focus(self) -> None:
        """Show in all panels the file of the text that got the focus: the one in front, or that beside."""
        second = self._shown.second
        if not second.has_focus or second.file is None:
            front = self._tabs.current_document
            if any(file.document is front for file in self._files.files):  # it is not just being closed
                self.show_document(front)
            return
        self._current.show(second.file, second.editor, self._perspectives.of(second.file))
        self.update_window_title()
        self._commands.versions.follow()

    def _page_of(self, file: OpenFile) -> EmptyPlace | None:
        """Return the page to show in place of a file that is not text, None for text."""
        if file.binary_sort is None:
            return None
        page = build_binary_page(file.path.name, binary_in_words(file))
        page.chosen.connect(lambda: self._commands.library.reveal(file.path))
        return page

    def remove(self, file: OpenFile) -> None:
        """Remove the tab of a file that is closed."""
        self._documents.resolver.end(file)
        self._tabs.remove(file.document)
        self._perspectives.end(file)
        self._shown.tab_files.update()
        self._update_titles()

    def show_document(self, document: object) -> None:
        """Show in all panels the file whose document has come to the front; None for no file."""
        self._shown.second.has_focus = False
        file = self._files.of(document) if document is not None else None
        editor = self._tabs.editor_of(file.document) if file is not None else None
        self._current.show(file, editor, self._perspectives.of(file), front=self._tabs.current_editor)
        centre = self._tabs.parentWidget()
        if centre is not None:
            centre.setFocusProxy(self._tabs.current_place)  # type: ignore[arg-type]  # None takes it away
        self.update_window_title()
        self._commands.versions.follow()
        if file is not None and not file.is_untitled:
            self._settings.setValue(LAST_FILE_KEY, str(file.path))

    def follow_reload(self, file: OpenFile) -> None:
        """Show what a file that was read again is now: text, or none."""
        self._tabs.set_page(file.document, self._page_of(file))
        if file is self._current.file:
            self._current.show_status()

    def follow_rename(self, file: OpenFile) -> None:
        """Show a file under its new name, which may be of another kind."""
        self._documents.cases.read(file)
        self._documents.resolver.end(file)
        self._documents.resolver.begin(file)
        self._perspectives.follow_rename(file)
        self._tabs.set_group(file.document, tab_folder(file))
        self._shown.tab_files.update()
        self._update_titles()
        if file is self._current.file:
            self.show_document(file.document)

    def follow_save(self, file: OpenFile) -> None:
        """Say that a file is saved, and use what it holds now elsewhere."""
        self._current.mark_saved(file)
        self._tabs.keep(file.document)
        if not self._commands.files.saving.has_several:
            self._shown.window.notices.announce(Sentence("window.saved", name=file.path.name))
        self._documents.library.reload_prompt(file.path)
        self._documents.cases.take_saved(file)
        self._current.show_status()

    def _update_titles(self) -> None:
        """Set each tab's icon, and its title: its file or folder, with more folders where names are the same.

        A default always has its folder: a copy of it has the same name.
        """
        files = self._files.files
        paths = [_named(file) for file in files]
        self._titles = dict(
            titles_of(paths, [path for path in paths if self._documents.library.library.is_default(path)])
        )
        words = {path: built_in_words(path) for path in paths}
        self._titles |= {path: name[0].upper() + name[1:] for path, name in words.items() if name}
        for file in files:
            self._tabs.set_title(file.document, self._titles[_named(file)], _tooltip_of(file))
            self._tabs.set_icon(file.document, icon_of(file))
        self.update_window_title()

    def update_window_title(self) -> None:
        """Set the window's title to the current file, a dot before it while unsaved, and the library."""
        file = self._shown.current.file
        names = [self._titles[_named(file)]] if file is not None and _named(file) in self._titles else []
        title = " – ".join([*names, self._documents.library.library.root.name, "Foreword"])
        if file is not None and self._shown.tab_files.unsaved_of(file):
            title = f"● {title}"
        self._shown.window.window().setWindowTitle(one_line(title))


def _named(file: OpenFile) -> Path:
    """Return the file or the folder that a file's tab is named for."""
    return tab_folder(file) or file.path


def _tooltip_of(file: OpenFile) -> str:
    return Sentence("window.not-in-a-file") if file.is_untitled else str(_named(file))
