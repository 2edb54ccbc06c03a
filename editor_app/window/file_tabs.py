"""The tabs of the open files: made, removed, and kept as the files are."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSettings

from editor_app.window.building import build_binary_page
from editor_app.window.commands.commands import Commands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import binary_in_words
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.titles import tab_folder
from editor_app.window.documents.value_facts import icon_of, value_facts, value_fix
from editor_app.window.frame.first_sight import LAST_FILE_KEY
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.perspectives.perspectives import Perspectives
from editor_app.window.perspectives.surroundings import WindowView
from editor_app.window.perspectives.tab_titles import TabTitles


class FileTabs:
    """Gives each open file a tab, and follows what happens to it."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        commands: Commands,
        perspectives: Perspectives,
        titles: TabTitles,
        settings: QSettings,
    ) -> None:
        """Use these parts."""
        self._documents, self._files = documents, documents.files
        self._shown, self._tabs, self._current = shown, shown.tabs, shown.current
        self._commands = commands
        self._perspectives = perspectives
        self._titles = titles
        self._settings = settings

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
        self._titles.update()
        in_place = perspective.in_place
        error = in_place.error_to_mend(file) if in_place is not None else None
        editor = self._tabs.add(
            file.document,
            self._titles.title_of(file),
            self._titles.tooltip_of(file),
            icon_of(file),
            alternative=in_place.stand_in(file) if in_place is not None else None,
            begins_in_source=error is not None,
            page=self._page_of(file),
            group=tab_folder(file),
        )
        editor.fix_chosen.connect(partial(self._commands.problems.apply_fix_in, file))
        editor.files_dropped.connect(lambda paths: [self._commands.files.open(path) for path in paths])
        self._commands.begin_editing(file, editor)
        editor.set_value_facts(partial(value_facts, file), partial(value_fix, file))
        self._shown.tab_files.follow(file)
        if error is not None:
            editor.go_to(error)
        self._documents.resolving.begin(file)

    def _page_of(self, file: OpenFile) -> EmptyPlace | None:
        """Return the page to show in place of a file that is not text, None for text."""
        if file.binary_sort is None:
            return None
        page = build_binary_page(file.path.name, binary_in_words(file))
        page.chosen.connect(lambda: self._commands.library.reveal(file.path))
        return page

    def remove(self, file: OpenFile) -> None:
        """Remove the tab of a file that is closed."""
        self._documents.resolving.end(file)
        self._tabs.remove(file.document)
        self._perspectives.end(file)
        self._shown.tab_files.update()
        self._titles.update()

    def show_document(self, document: object) -> None:
        """Show in all panels the file whose document has come to the front; None for no file."""
        file = self._files.of(document) if document is not None else None
        editor = self._tabs.editor_of(file.document) if file is not None else None
        self._current.show(file, editor, self._perspectives.of(file), front=self._tabs.current_editor)
        centre = self._tabs.parentWidget()
        if centre is not None:
            centre.setFocusProxy(self._tabs.current_place)  # type: ignore[arg-type]  # None takes it away
        self._titles.update_window_title()
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
        self._documents.resolving.end(file)
        self._documents.resolving.begin(file)
        self._perspectives.follow_rename(file)
        self._tabs.set_group(file.document, tab_folder(file))
        self._shown.tab_files.update()
        self._titles.update()
        if file is self._current.file:
            self.show_document(file.document)

    def follow_save(self, file: OpenFile) -> None:
        """Say that a file is saved, and use what it holds now elsewhere."""
        self._current.mark_saved(file)
        if not self._commands.files.saving.has_several:
            self._shown.window.notices.announce(f"‘{file.path.name}’ is saved.")
        self._documents.library.reload_prompt(file.path)
        self._documents.cases.take_saved(file)
        self._current.show_status()
