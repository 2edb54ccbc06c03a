"""The perspective of templates: the conversations that are constructed from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Qt

from editor_app.text import Sentence
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kinds.template.actions import MENU, TemplateCondition
from editor_app.window.kinds.template.commands import ConversationCommands
from editor_app.window.kinds.template.conversation.conversation_panel import ConversationPanel
from editor_app.window.kinds.template.conversation_display import ConversationDisplay
from editor_app.window.kinds.template.conversations import Conversations, ServiceAccess
from editor_app.window.kinds.template.instructions import InstructionsUnderText
from editor_app.window.kinds.template.panels.conversations.conversations_panel import ConversationsPanel
from editor_app.window.kit.application import application
from editor_app.window.kit.work.connections import connect
from editor_app.window.perspectives.tried_perspective import TriedPerspective
from editor_app.window.perspectives.window_services import WindowServices


class TemplatePerspective(TriedPerspective):
    """The compaction instructions under the text, the list of conversations below, and one at the right."""

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build the panels and commands, and connect them; nothing is asked before a panel is shown."""
        super().__init__(services, parent)
        self.listed = ConversationsPanel()
        self.page = ConversationPanel()
        self.instructions = self.beside = InstructionsUnderText(self._documents, self._shown, self)
        self.pages = KindPages(
            menu=MENU.title,
            under_text=self.instructions.section.body,
            right=RightSide(
                (
                    Page(
                        "conversation",
                        Sentence("window-template.conversation"),
                        self.page,
                        self.page.header_tools,
                        tools_may_go=True,
                        is_high=True,
                    ),
                ),
            ),
            below=(
                Page(
                    "conversations",
                    Sentence("window-template.conversations"),
                    self.listed,
                    self.listed.header_tools,
                    takes_keys=True,
                ),
            ),
        )
        access = ServiceAccess(
            self._documents.library.library.root, self._documents.files.state_dir, self._documents.clock
        )
        self.conversations = Conversations(access, self._documents.resolver.sources_in, self)
        self.shown = ConversationDisplay(
            conversations=self.conversations,
            listed=self.listed,
            page=self.page,
            documents=self._documents,
            window=self._shown.window,
            choose_file=self._user.dialogs.choose_file,
        )
        self.commands = ConversationCommands(
            shown=self.shown,
            listed=self.listed,
            page=self.page,
            documents=self._documents,
            user=self._user,
        )
        files = self._documents.files
        connect(
            (self.shown.status_changed, self.status_changed),
            (self.instructions.changed, self.status_changed),
            (self.instructions.analysed, self.actions_changed),
            (self._documents.library.listed, self.instructions.follow_library),
            (self.page.source_requested, self._shown.current.go_to),
            (files.saved, lambda _file: self.shown.refresh()),
            (files.disk.reloaded, lambda _file: self.shown.refresh()),
            (self._documents.resolver.resolved, lambda _file: self.shown.refresh()),
            (files.disk.ended, self.shown.check_store),
            (application().applicationStateChanged, self._refresh_when_active),
        )

    def show(self, file: OpenFile | None) -> None:
        """Show the conversations of another template, or none, and the instructions under its text."""
        super().show(file)
        self.shown.follow(file)
        self.instructions.follow(file)

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
        return () if self._shown.current.file is None else (TemplateCondition.IS_TEMPLATE,)

    def _refresh_when_active(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive:
            self.shown.refresh()

    def show_list(self) -> None:
        """Focus the list of conversations."""
        self._shown.window.show_below("conversations")
        self.listed.setFocus()

    def build(self) -> None:
        """Ask for a conversation, and construct its prompt."""
        self._shown.window.show_below("conversations")
        self.commands.build()


make_perspective = TemplatePerspective  # found by its name in perspectives/perspectives.py
