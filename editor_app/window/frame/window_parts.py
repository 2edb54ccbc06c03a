"""The widgets that the main window places."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from editor_app.window.frame.dock import KindPages, Page


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The widgets that the window is made of."""

    library: Page
    outline: Page
    bar: QWidget
    centre: QWidget
    preview: Page
    values: Page
    problems: Page
    history: Page | None = None

    @property
    def below(self) -> tuple[Page, ...]:
        """The pages below the text that all kinds of file have."""
        return (self.problems, self.history) if self.history is not None else (self.problems,)

    def stops(self, kind: KindPages, notices: QWidget) -> tuple[QWidget, ...]:
        """Return the panels in the order in which F6 goes through them, with those of one kind of file."""
        below = () if kind.left_below is None else (kind.left_below,)
        behind = (*self.below, *kind.below, self.preview, *kind.right.pages, self.values)
        return (
            *(page.widget for page in (self.library, *kind.left, *below, self.outline)),
            *(() if kind.over_text is None else (kind.over_text,)),  # before what contains both
            self.bar,  # before it as well, while it has links
            *(() if kind.under_text is None else (kind.under_text,)),
            self.centre,
            notices,
            *(page.widget for page in behind),
        )
