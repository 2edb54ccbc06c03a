"""The panel for triggers files: it evaluates the trigger under the caret."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor_app.analysis.kinds.triggers import content_of
from editor_app.runs.reading.triggers_file import trigger_at
from editor_app.runs.triggers.built_in import trigger_set, variables_named
from editor_app.text import Sentence, Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.trigger.trigger_panel import TriggerPanel
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices
from editor_app.window.text.code_editor import CodeEditor


class TriggersPerspective(KindPerspective):
    """The triggers of the file in front and the built-in ones, one of them evaluated in the panel.

    It is the one in whose lines the caret is. One chosen in the panel stays until the caret moves.
    """

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build the panel."""
        super().__init__(services, parent)
        self.panel = TriggerPanel()
        self.pages = KindPages(
            menu=Sentence("window-scenario.menu"),
            right=RightSide(
                (Page("trigger", Sentence("window-trigger.trigger"), self.panel, is_high=True),),
                has_high_preview=True,
                leads=True,
            ),
        )
        self._file: OpenFile | None = None
        self._editor: CodeEditor | None = None
        self._follows_caret = True
        self._links = Connections()
        self._update_timer = single_shot(self, 200, self._show_triggers)
        self._values = FolderValues(self._documents.files, self._documents.resolver.sources_in, self)
        self._values.resolved.connect(self._show_triggers)
        self._documents.resolver.trust.changed.connect(self._values.forget)
        self._documents.resolver.trust.changed.connect(self._show_triggers)
        self.panel.trigger_chosen.connect(self._stop_following_caret)
        self.panel.place_requested.connect(lambda offset: self._shown.current.go_to(Span(offset, offset)))

    def show(self, file: OpenFile | None) -> None:
        """Show the triggers of another file, None for no file."""
        self._update_timer.stop()
        self._links.end()
        self._file = file
        self._editor = None if file is None else self._shown.tabs.editor_of(file.document)
        if file is None:
            return
        self._follows_caret = True
        self._values.forget()  # the time and the branch may be others by now
        self._links.add(file.analysed, self._update_timer.start)
        self._show_triggers()
        if self._editor is not None:
            self._links.add(self._editor.cursor_moved, self._follow_caret)

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed, and its editor."""
        if file is self._file:
            self.show(None)

    def _show_triggers(self) -> None:
        file = self._file
        if file is None:
            return
        reading = content_of(file.analysis)
        triggers = trigger_set(reading.entries if reading is not None else ()).triggers
        values = self._values.values(variables_named(triggers), self._documents.resolver.folder_of(file))
        self.panel.show_triggers(triggers, values=values)
        if self._follows_caret and self._editor is not None:
            self._choose_at(self._editor.cursor_offset())

    def _follow_caret(self, offset: int) -> None:
        self._follows_caret = True
        self._choose_at(offset)

    def _choose_at(self, offset: int) -> None:
        """Choose the trigger in whose lines an offset is; where there is none, the chosen one stays."""
        file = self._file
        reading = content_of(file.analysis) if file is not None else None
        if file is None or reading is None:
            return
        trigger = trigger_at(reading, file.text, offset)
        if trigger is not None and (self.panel.trigger is None or trigger != self.panel.trigger.id):
            self.panel.choose(trigger)

    def _stop_following_caret(self, _id: object) -> None:
        self._follows_caret = False


make_perspective = TriggersPerspective  # found by its name in perspectives/perspectives.py
