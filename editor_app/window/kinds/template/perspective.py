"""The perspective of templates: the conversations that are constructed from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.frame.layout_memory import Room
from editor_app.window.kinds.template.actions import TemplateWhen
from editor_app.window.kinds.template.commands import ConversationCommands
from editor_app.window.kinds.template.conversation import ConversationPanel
from editor_app.window.kinds.template.conversations import Conversations
from editor_app.window.kinds.template.instructions import InstructionsBeside
from editor_app.window.kinds.template.panels.conversations import ConversationsPanel
from editor_app.window.kinds.template.service_access import ServiceAccess
from editor_app.window.kinds.template.showing import ShownConversations
from editor_app.window.perspectives.perspective import EditedFile, Perspective
from editor_app.window.perspectives.perspectives import Surroundings


class TemplatePerspective(Perspective):
    """The compaction instructions under the text, the list of conversations below, and one at the right."""

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        """Build the panels and commands, and connect them; nothing is asked before a panel is shown."""
        super().__init__(parent)
        self._around = surroundings
        self.listed = ConversationsPanel()
        self.page = ConversationPanel()
        self.instructions = InstructionsBeside(
            library=lambda: surroundings.files.library,
            files=surroundings.files,
            tabs=surroundings.tabs,
            work=surroundings.work,
            parent=self,
        )
        self.pages = KindPages(
            under_text=self.instructions.section.body,
            right=(
                Page(
                    "conversation",
                    "Conversation",
                    self.page,
                    self.page.header_tools,
                    tools_may_go=True,
                    is_high=True,
                ),
            ),
            below=(
                Page(
                    "conversations", "Conversations", self.listed, self.listed.header_tools, takes_keys=True
                ),
            ),
        )
        access = ServiceAccess(surroundings.library.root, surroundings.files.state_dir, surroundings.clock)
        self.conversations = Conversations(access, surroundings.resolving.sources_in, self)
        self.shown = ShownConversations(
            conversations=self.conversations,
            listed=self.listed,
            page=self.page,
            library=lambda: surroundings.files.library,
            clock=surroundings.clock,
            show_page=lambda: surroundings.window.show_right("conversation"),
            show_page_beside=self._show_page_beside,
            choose_file=surroundings.dialogs.choose_file,
            status_changed=self.status_changed.emit,
        )
        self.commands = ConversationCommands(
            conversations=self.conversations,
            shown=self.shown,
            resolving=surroundings.resolving,
            dialogs=surroundings.dialogs,
            notifier=surroundings.notifier,
            library=surroundings.library.root,
        )
        self.actions = {"show_conversations": self._show_list, "build_and_freeze": self._build}
        self._connect()

    def show(self, file: OpenFile | None) -> None:
        """Show the conversations of another template, or none, and the instructions under its text."""
        self.shown.follow(file)
        self.instructions.follow(file)

    def show_beside(self, path: Path) -> bool:
        """Unfold the compaction instructions under the text, if `path` is theirs."""
        if self._around.window.is_full_page and self._around.current.file is not None:
            self._around.window.set_full_page(is_full=False)
        return self.instructions.unfold(path)

    def fold_beside(self) -> bool:
        """Fold the compaction instructions while their text has the focus, which goes to the template's."""
        if self.instructions.edited_file is None:
            return False
        self.instructions.fold()
        editor = self._around.current.editor
        if editor is not None:
            editor.setFocus()
        return True

    @property
    def edited_beside(self) -> EditedFile | None:
        """The compaction instructions while their text has the focus."""
        return self.instructions.edited_file

    def files_beside(self, file: OpenFile) -> Collection[Path]:
        """Return the compaction instructions that stand under the text."""
        del file  # they stand under whichever is in front
        return self.instructions.paths

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return whether the compaction instructions are unfolded, and how high."""
        del file  # they are the same for all templates
        return self.instructions.kept_state

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Unfold the compaction instructions if they were."""
        del file
        self.instructions.restore(state)

    def status_sentence(self) -> str:
        """Return how many conversations would get something else now, "" where that is not known."""
        return self.shown.status

    def conditions(self) -> Collection[StrEnum]:
        """Return that the document is a template, where it is."""
        return () if self._around.current.file is None else (TemplateWhen.IS_TEMPLATE,)

    def _connect(self) -> None:
        around, shown = self._around, self.shown
        shown.connect()
        self.instructions.changed.connect(self.status_changed)
        self.instructions.analysed.connect(self.actions_changed)
        self.instructions.set_full_page(is_full=around.window.is_full_page)
        around.window.full_page_changed.connect(
            lambda is_full: self.instructions.set_full_page(is_full=is_full)
        )
        around.listed.connect(self.instructions.follow_library)
        self.commands.connect(self.listed, self.page)
        self.page.source_requested.connect(around.current.go_to)
        around.files.saved.connect(lambda _file: shown.refresh())
        around.files.reloaded.connect(lambda _file: shown.refresh())
        around.files.disk_checked.connect(shown.check_store)
        around.resolving.resolved.connect(lambda _file: shown.refresh())
        QGuiApplication.instance().applicationStateChanged.connect(self._follow_focus)  # type: ignore[union-attr]  # there is one

    def _follow_focus(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self.shown.refresh()

    def _show_page_beside(self) -> None:
        window = self._around.window
        if window.room is Room.WIDE:
            window.show_right("conversation")

    def _show_list(self) -> None:
        self._around.window.show_below("conversations")
        self.listed.setFocus()

    def _build(self) -> None:
        self._around.window.show_below("conversations")
        self.commands.build()


def make_perspective(surroundings: Surroundings, parent: QObject) -> TemplatePerspective:
    """Return the perspective of templates for one window."""
    return TemplatePerspective(surroundings, parent)
