"""The second editor of a document, shown in place of its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from editor_app.window.text.code_editor import CodeEditor

PART: Final = "part"
SOURCE: Final = "source"


class ViewTitle(NamedTuple):
    """A view of a document, and its title in the switch beside the tabs."""

    name: str
    title: str


def _nothing(*_editor: CodeEditor) -> None:
    """Place no editor."""


@dataclass(frozen=True, slots=True)
class EditorSurface:
    """A view that shows a second editor among other things, such as a message among those of its chat.

    The editor is in `widget` from `take` until `release`. Where a document has no second editor, the view
    shows only the other things, such as the run of a scenario.
    """

    name: str
    title: str
    widget: QWidget
    take: Callable[[CodeEditor], object] = _nothing
    release: Callable[[], object] = _nothing


@dataclass(frozen=True, slots=True)
class StandIn:
    """A second editor of a document, for a part of it, with the titles of the views in the switch.

    With a `surface`, there is a third view, which shows this editor in place. Without an editor, the surface
    is the only view beside the source.
    """

    editor: CodeEditor | None
    title: str = ""
    source_title: str = "Source"
    surface: EditorSurface | None = None

    @property
    def views(self) -> tuple[ViewTitle, ...]:
        """The views of the document, in the order of the switch."""
        part = () if self.editor is None else (ViewTitle(PART, self.title),)
        surface = () if self.surface is None else (ViewTitle(self.surface.name, self.surface.title),)
        return (*part, *surface, ViewTitle(SOURCE, self.source_title))
