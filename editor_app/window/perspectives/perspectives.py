"""The perspectives of a window, each loaded when the first file of its kind is opened, or ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, SignalInstance

from editor_app.analysis.library_facts.index import LibraryIndex
from editor_app.clock import Clock
from editor_app.library.folders import Library
from editor_app.library.kinds import Kind
from editor_app.window import kinds
from editor_app.window.dialogs import Dialogs
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.changes.joint_steps import JointSteps
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import Resolving
from editor_app.window.endpoint import EndpointKeys, KnownPlaces
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.notifier import Notifier
from editor_app.window.loading_order import loading_order
from editor_app.window.perspectives.current_file import CurrentFile, Panels
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.stand_in import SOURCE


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts of the window that a perspective may use; its commands get only what each of them uses."""

    library: Library
    files: OpenFiles
    cases: CaseValues
    current: CurrentFile
    panels: Panels
    tabs: EditorTabs
    window: MainWindow
    dialogs: Dialogs
    notifier: Notifier
    clock: Clock
    resolving: Resolving
    warn_of_file: Callable[[str, Path | None], object]
    """Says what saving a file could not keep, with a link to what local history has of it."""
    work: FileWork
    index: Callable[[], LibraryIndex]
    """Returns what the library holds, as it was last listed."""
    import_chat: Callable[[Path | None], object]
    """Makes a chat of the body of a request in a file; None asks for the file."""
    keys: EndpointKeys
    """The keys of endpoints."""
    steps: JointSteps
    """The undo steps of several texts."""
    places: KnownPlaces
    """The addresses that requests were sent to."""
    listed: SignalInstance
    """Tells that the files of the library were listed again: some may have come or gone."""


class Perspectives(QObject):
    """Knows the perspective of each open file."""

    def __init__(self, plain: Perspective, surroundings: Surroundings, parent: QObject | None = None) -> None:
        """Start with only the perspective of a `plain` text, for all kinds without one of their own."""
        super().__init__(parent)
        self._plain = plain
        self._surroundings = surroundings
        self._by_kind: dict[str, Perspective] = {}
        self._by_file: dict[OpenFile, Perspective] = {}

    def of(self, file: OpenFile | None) -> Perspective:
        """Return the perspective of an open file, that of a plain text for None."""
        return self._plain if file is None else self._by_file.get(file, self._plain)

    def begin(self, file: OpenFile) -> Perspective:
        """Return the perspective of a file that is being opened, and let it follow the file."""
        perspective = self._by_file[file] = self._of_kind(file.kind)
        perspective.begin(file)
        return perspective

    def follow_rename(self, file: OpenFile) -> None:
        """Follow a renamed file, which may be of another kind now."""
        before, now = self.of(file), self._of_kind(file.kind)
        if now is before:
            now.follow(file)
            return
        tabs = self._surroundings.tabs
        was_text = before.stand_in(file) is None
        if not was_text:
            tabs.set_alternative(file.document, None)
        before.leave(file)
        before.end(file)
        self.begin(file)
        stand_in = now.stand_in(file)
        if stand_in is not None:
            tabs.set_alternative(file.document, stand_in)
            if was_text and stand_in.editor is None:  # the text may be in the middle of being written
                tabs.show_view(file.document, SOURCE)

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed."""
        perspective = self._by_file.pop(file, None)
        if perspective is not None:
            perspective.end(file)

    def load_ahead(self, kinds: Iterable[Kind]) -> Iterator[None]:
        """Load the perspectives of some kinds before files of them are opened; yield after each module."""
        seen: set[str] = set()
        for kind in kinds:
            if kind.value in seen:
                continue
            seen.add(kind.value)
            name = _name_of(kind)
            if name in self._by_kind or _module_of(name) is None:
                continue
            for module in loading_order(_package_of(name)):
                import_module(module)
                yield
            self._of_kind(kind)
            yield

    def close(self) -> None:
        """End what runs in the background: the window closes."""
        for perspective in self._by_kind.values():
            perspective.close()

    def _of_kind(self, kind: Kind) -> Perspective:
        name = _name_of(kind)
        if name not in self._by_kind:
            module = _module_of(name)
            self._by_kind[name] = self._plain if module is None else self._made_by(module)
        return self._by_kind[name]

    def _made_by(self, module: str) -> Perspective:
        make = cast("Callable[[Surroundings, QObject], Perspective]", import_module(module).make_perspective)
        return make(self._surroundings, self)


def _name_of(kind: Kind) -> str:
    """Return which perspective a kind has: that of the folders its files make up, or one of its own."""
    names = (kind.container, kind.value) if kind.container else (kind.value,)
    return next((name for name in names if _module_of(name) is not None), kind.value)


def _module_of(kind: str) -> str | None:
    """Return the name of the module with the perspective of a kind, None if the kind has none."""
    package = _package_of(kind)
    return f"{package}.perspective" if find_spec(package) is not None else None


def _package_of(kind: str) -> str:
    return f"{kinds.__name__}.{kind.replace('-', '_')}"
