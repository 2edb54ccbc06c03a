"""The titles of the tabs, and that of the window."""

from __future__ import annotations

from pathlib import Path

from editor_app.library.folders import Library
from editor_app.library.paths import built_in_words
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.titles import tab_folder, titles_of
from editor_app.window.documents.value_facts import icon_of
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.perspectives.surroundings import WindowView


class TabTitles:
    """Names each tab after its file, and the window after the file in front."""

    def __init__(
        self,
        *,
        library: Library,
        open_files: OpenFiles,
        shown: WindowView,
    ) -> None:
        """Use these parts."""
        self._library = library
        self._open_files = open_files
        self._shown, self._tabs = shown, shown.tabs
        self._titles: dict[Path, str] = {}

    def title_of(self, file: OpenFile) -> str:
        """Return the title of an open file's tab."""
        return self._titles[_named(file)]

    def tooltip_of(self, file: OpenFile) -> str:
        """Return what a file's tab says when the pointer rests on it."""
        return "Not saved in a file yet" if file.is_untitled else str(_named(file))

    def update(self) -> None:
        """Set each tab's icon, and its title: its file or folder, with more folders where names are the same.

        A default always has its folder: a copy of it has the same name.
        """
        files = self._open_files.files
        paths = [_named(file) for file in files]
        self._titles = dict(titles_of(paths, [path for path in paths if self._library.is_default(path)]))
        words = {path: built_in_words(path) for path in paths}
        self._titles |= {path: name[0].upper() + name[1:] for path, name in words.items() if name}
        for file in files:
            self._tabs.set_title(file.document, self.title_of(file), self.tooltip_of(file))
            self._tabs.set_icon(file.document, icon_of(file))
        self.update_window_title()

    def update_window_title(self) -> None:
        """Set the window's title to the current file, a dot before it while unsaved, and the library."""
        file = self._shown.current.file
        names = [self.title_of(file)] if file is not None and _named(file) in self._titles else []
        title = " – ".join([*names, self._library.root.name, "Foreword"])
        if file is not None and self._shown.tab_files.unsaved_of(file):
            title = f"● {title}"
        self._shown.window.window().setWindowTitle(one_line(title))


def _named(file: OpenFile) -> Path:
    """Return the file or the folder that a file's tab is named for."""
    return tab_folder(file) or file.path
