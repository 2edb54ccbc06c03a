"""The perspectives of a window, each loaded when the first file of its kind is opened, or ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import cast

from PySide6.QtCore import QObject

from editor_app.library.kinds import Kind
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.actions import Menu
from editor_app.window.kit.focus.panel_keys import PanelKey
from editor_app.window.perspectives.perspective import Perspective
from editor_app.window.perspectives.window_services import WindowServices
from editor_app.window.text.open_documents import SOURCE


class Perspectives(QObject):
    """Knows the perspective of each open file."""

    def __init__(
        self,
        kinds: ModuleType,
        plain: Perspective,
        services: WindowServices,
        parent: QObject | None = None,
    ) -> None:
        """Start with only the perspective of a `plain` text, for all kinds without a folder in `kinds`."""
        super().__init__(parent)
        self._kinds = kinds.__name__
        self._plain = plain
        self._services = services
        self._by_package: dict[str, Perspective] = {}
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
        tabs = self._services.shown.tabs
        was_text = before.in_place is None
        if not was_text:
            tabs.set_alternative(file.document, None)
        before.end(file)
        self.begin(file)
        stand_in = now.in_place.stand_in(file) if now.in_place is not None else None
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
        """Load the perspectives of some kinds before files of them are opened; yield after each part."""
        for kind in dict.fromkeys(kinds):
            package = self._package_of(kind)
            if package is None or package in self._by_package:
                continue
            for module in (*getattr(import_module(package), "AHEAD", ()), _perspective_of(package)):
                import_module(module)
                yield
            self._of_kind(kind)
            yield

    def close(self) -> None:
        """End what runs in the background: the window closes."""
        for perspective in self._by_package.values():
            perspective.close()

    def _of_kind(self, kind: Kind) -> Perspective:
        package = self._package_of(kind)
        if package is None:
            return self._plain
        if package not in self._by_package:
            module = import_module(_perspective_of(package))
            make = cast("Callable[[WindowServices, QObject], Perspective]", module.make_perspective)
            self._by_package[package] = make(self._services, self)
        return self._by_package[package]

    def _package_of(self, kind: Kind) -> str | None:
        """Return where the perspective of a kind is: of the folders that its files make up, or its own."""
        names = (name.replace("-", "_") for name in (kind.part_of.container, kind.value) if name)
        packages = (f"{self._kinds}.{name}" for name in names)
        return next((package for package in packages if find_spec(package) is not None), None)


def _perspective_of(package: str) -> str:
    """Return the module in which a kind's package has its perspective."""
    return f"{package}.{package.rpartition('.')[2]}_perspective"


def menus_of(kinds: ModuleType) -> tuple[Menu, ...]:
    """Return the menus of single kinds of file."""
    return tuple(replace(module.MENU, is_of_kind=True) for module in _actions_of(kinds))


def keys_of(kinds: ModuleType) -> tuple[PanelKey, ...]:
    """Return the keys of the panels of single kinds of file."""
    return tuple(key for module in _actions_of(kinds) for key in getattr(module, "KEYS", ()))


def _actions_of(kinds: ModuleType) -> tuple[ModuleType, ...]:
    """Return the modules `actions` in the folders of a package, for those kinds that have one."""
    packages = (module for module in iter_modules(kinds.__path__, f"{kinds.__name__}.") if module.ispkg)
    names = (f"{name}.actions" for name in sorted(package.name for package in packages))
    return tuple(import_module(name) for name in names if find_spec(name) is not None)
