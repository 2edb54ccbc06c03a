"""The second editor of a document, shown in place of its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from editor_app.window.editor.code_editor import CodeEditor

PART: Final = "part"
SOURCE: Final = "source"


class ViewTitle(NamedTuple):
    """A view of a document, and its title in the switch beside the tabs."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class EditorSurface:
    """A view that shows a second editor among other things, such as a message among those of its chat.

    The editor is in `widget` from `take` until `release`.
    """

    name: str
    title: str
    widget: QWidget
    take: Callable[[CodeEditor], object]
    release: Callable[[], object]


@dataclass(frozen=True, slots=True)
class StandIn:
    """A second editor of a document, for a part of it, with the titles of the views in the switch.

    With a `surface`, there is a third view, which shows this editor in place.
    """

    editor: CodeEditor
    title: str
    source_title: str = "Source"
    surface: EditorSurface | None = None

    @property
    def views(self) -> tuple[ViewTitle, ...]:
        """The views of the document, in the order of the switch."""
        surface = () if self.surface is None else (ViewTitle(self.surface.name, self.surface.title),)
        return (ViewTitle(PART, self.title), *surface, ViewTitle(SOURCE, self.source_title))
