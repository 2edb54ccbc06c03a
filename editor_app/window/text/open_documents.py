"""The documents of the editor's tabs: what stands in for their sources, and which of them share a tab."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

PART: Final = "part"
SOURCE: Final = "source"


class TabSort(StrEnum):
    """How a tab is kept: until it is closed, until the next file is previewed, or beside those to close."""

    KEPT = "kept"
    PREVIEW = "preview"
    PINNED = "pinned"


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
    source_title: str = Sentence("window-text.source")
    surface: EditorSurface | None = None

    @property
    def views(self) -> tuple[ViewTitle, ...]:
        """The views of the document, in the order of the switch."""
        part = () if self.editor is None else (ViewTitle(PART, self.title),)
        surface = () if self.surface is None else (ViewTitle(self.surface.name, self.surface.title),)
        return (*part, *surface, ViewTitle(SOURCE, self.source_title))


@dataclass(eq=False, slots=True)
class OpenDocument:
    """A document, its source editor and tab; those of one group share a tab, without a group it is alone.

    `alternative` and `page` are shown in place of its text; `is_lent` tells that its editor is elsewhere.
    """

    document: EditorDocument
    editor: CodeEditor
    tab: Tab
    group: Hashable | None
    alternative: StandIn | None = None
    page: EmptyPlace | None = None
    is_lent: bool = False

    @property
    def views(self) -> tuple[ViewTitle, ...]:
        """The views of the document in the order of the switch, none without a second editor."""
        return () if self.alternative is None else self.alternative.views

    @property
    def view(self) -> str:
        """The view that is shown, the first one until another is chosen."""
        return SOURCE if self.alternative is None else self.tab.view or self.alternative.views[0].name

    @property
    def second_editor(self) -> CodeEditor | None:
        """The editor in place of the source's, None where the document has none."""
        return None if self.alternative is None else self.alternative.editor

    @property
    def editor_in_front(self) -> CodeEditor:
        """The editor of the view; the source's where the view has none."""
        return (None if self.view == SOURCE else self.second_editor) or self.editor

    @property
    def surface_in_front(self) -> EditorSurface | None:
        """The surface whose view is shown, None for a page and for other views."""
        surface = None if self.alternative is None or self.page is not None else self.alternative.surface
        return surface if surface is not None and surface.name == self.view else None


@dataclass(eq=False, slots=True)
class Tab:
    """A tab by its key in the bar: its documents, of which one is in front, and the view of all of them."""

    key: int
    members: list[OpenDocument] = field(default_factory=list)
    _front: OpenDocument | None = None
    view: str | None = None

    @property
    def front(self) -> OpenDocument:
        """The document in front, the first one until another is brought there."""
        return self._front or self.members[0]

    @front.setter
    def front(self, opened: OpenDocument) -> None:
        self._front = opened

    @property
    def documents(self) -> tuple[EditorDocument, ...]:
        """The documents of the tab, the one in front first."""
        others = (opened.document for opened in self.members if opened is not self.front)
        return (self.front.document, *others)

    def remove(self, opened: OpenDocument) -> None:
        """Remove a document; where it was in front, the one beside it is in front then."""
        index, was_front = self.members.index(opened), self.front is opened
        self.members.remove(opened)
        if was_front and self.members:
            self._front = self.members[min(index, len(self.members) - 1)]
