"""The perspective of triggers files: Try one trigger beside the text."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor_app.analysis.kinds.triggers import content_of
from editor_app.runs import trigger_set
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.panels.trigger import TriggerPanel
from editor_app.window.perspective import Perspective
from editor_app.window.perspectives import Surroundings
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.timers import single_shot

_PAUSE_MS = 200


class TriggersPerspective(Perspective):
    """The triggers of the file in front and the built-in ones, one of them tried."""

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        """Build the panel."""
        super().__init__(parent)
        theme = surroundings.theme()
        self.panel = TriggerPanel(theme)
        self.pages = KindPages(
            right=(Page("trigger", "Trigger", self.panel, is_high=True),),
            has_high_preview=True,
            leads_right=True,
        )
        self._file: OpenFile | None = None
        self._later = single_shot(self, _PAUSE_MS)
        self._later.timeout.connect(self._show_triggers)

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self.panel.apply_theme(theme)

    def show(self, file: OpenFile | None) -> None:
        """Try the triggers of another file."""
        if self._file is not None:
            self._file.analysed.disconnect(self._later.start)
        self._file = file
        if file is not None:
            file.analysed.connect(self._later.start)
            self._show_triggers()

    def _show_triggers(self) -> None:
        reading = content_of(self._file.analysis) if self._file is not None else None
        self.panel.show_triggers(trigger_set(reading.entries if reading is not None else ()).triggers)


def make_perspective(surroundings: Surroundings, parent: QObject) -> TriggersPerspective:
    """Return the perspective of triggers files for one window."""
    return TriggersPerspective(surroundings, parent)
