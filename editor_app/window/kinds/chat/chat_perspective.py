"""The perspective of messages: the chat in front, what goes first, and the request of both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPoint

from editor_app.analysis.chat_requests.settings import NO_SYSTEM
from editor_app.requests.parts import Finding, RequestPart
from editor_app.text import Sentence, Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.documents.titles import tab_folder
from editor_app.window.endpoint.sending import Sending
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kinds.chat.actions import MENU, ChatCondition
from editor_app.window.kinds.chat.commands import MessageCommands
from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kinds.chat.current_chat import ChatPanels, CurrentChat
from editor_app.window.kinds.chat.message_rows import following_role
from editor_app.window.kinds.chat.message_view import MessageView
from editor_app.window.kinds.chat.navigation import CONVERSATION, MessageNavigation
from editor_app.window.kinds.chat.open_chat import OpenChat
from editor_app.window.kinds.chat.panels.header.header_panel import HeaderBar
from editor_app.window.kinds.chat.panels.messages.messages_panel import MessagesPanel
from editor_app.window.kinds.chat.panels.system import SystemTextPanel
from editor_app.window.kinds.chat.problem_rows import ChatProblemSubject
from editor_app.window.kinds.chat.request_commands import RequestCommands, explained_system
from editor_app.window.kinds.chat.system_text import ChatSystemText
from editor_app.window.kit.focus.panel_focus import FocusWithin
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.perspectives.perspective import InPlaceOfSource, ListedBesideFile
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices
from editor_app.window.text.open_documents import SOURCE, EditorSurface, StandIn

_START: Final = Span(0, 0)
_SYSTEM: Final = 172
_VIEW: Final = "view"
_CARET: Final = "caret"


class ChatPerspective(KindPerspective, InPlaceOfSource):
    """The panels, views and commands of messages and their chats, with all their connections.

    All messages of a chat share a tab, in which one of them is in front. A message that was opened and not
    touched is closed again when another one comes to the front.
    """

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build the panels and commands, and connect them."""
        super().__init__(services, parent)
        self._endpoints, self._import_chat = services.endpoints, services.import_chat
        self.in_place = self
        self._subjects: dict[OpenFile, Path] = {}  # whose answer is shown with each: its chat's, or its own
        self.chat = OpenChat(self._documents.files, self._documents.clock, self)
        self.panels = ChatPanels(
            MessagesPanel(),
            SystemTextPanel(),
            HeaderBar(),
            RequestPanel(explain=lambda part, within: explained_system(self.system.now, part, within)),
            ConversationView(),
        )
        self.system = ChatSystemText(
            library=lambda: self._documents.files.library,
            text_of=self._documents.files.text_of,
            context=lambda: self._documents.resolver.context,
            sources_in=self._documents.resolver.sources_in,
            stored=self._stored_text,
            parent=self,
        )
        root = self._documents.library.library.root
        self.current = CurrentChat(
            self.panels, self.chat, self.system, lambda: self._documents.library.index, root, self
        )
        self.navigation = MessageNavigation(services, self.current, self.panels.conversation, self)
        self.found_in = self.navigation
        self.pages = self._pages()
        self._focus_in_messages = FocusWithin(self.panels.messages)
        self._shown.tabs.insert_bar(1, self.panels.header)
        self._make_commands()
        self._connect_panels()
        self._connect_request()
        self._connect_window()

    # All open messages --------------------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Make the content editor of a message that is being opened."""
        self.navigation.views[file] = MessageView(file, self)
        self._subjects[file] = self._subject_of(file)

    def follow(self, file: OpenFile) -> None:
        """Follow a renamed message."""
        view = self.navigation.views[file]
        before, view.folder = view.folder, file.path.parent
        if before != view.folder:
            self.current.move_settings(before, view.folder)
        subject = self._subjects.pop(file)
        after = self._subjects[file] = self._subject_of(file)
        if subject != after and subject not in self._subjects.values():
            self.sending.move(subject, after)  # its last open message is in a folder of another name
        view.name_editor()
        if self.panels.conversation.live_editor is view.editor:
            self.panels.conversation.expect_rename(file.path)

    def end(self, file: OpenFile) -> None:
        """Forget a message that is closed."""
        view = self.navigation.views.pop(file, None)
        if view is not None:
            view.deleteLater()
        subject = self._subjects.pop(file, None)
        if subject is not None and subject not in self._subjects.values():
            self.sending.forget(subject)
        self.navigation.note_closed(file)

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the content editor, which takes the place of the source, by itself and among the others."""
        view = self.navigation.views.get(file)
        if view is None:
            return None
        conversation = self.panels.conversation
        lends, takes_back = self.navigation.lend_editor, conversation.release_editor
        surface = EditorSurface(
            CONVERSATION, Sentence("window-chat.conversation"), conversation, lends, takes_back
        )
        return StandIn(view.editor, Sentence("window-chat.message"), Sentence("window-chat.file"), surface)

    def close(self) -> None:
        """Cancel the requests that are being answered."""
        self.sending.close()

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return the caret in a message, the view of its tab, and what its chat's request is made with."""
        state = dict(self.current.kept_state(file))
        if file in self.navigation.views:
            state[_CARET] = self.navigation.views[file].editor.cursor_offset()
        view = self._shown.tabs.view_of(file.document)
        if view == CONVERSATION:
            state[_VIEW] = view
        return state

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Show a message as in the session before."""
        self.current.restore_state(file, state)
        shown, caret = self.navigation.views.get(file), state.get(_CARET)
        if shown is not None and type(caret) is int and 0 <= caret <= len(shown.link.document.text):
            shown.editor.select_span(Span(caret, caret))
        if state.get(_VIEW) == CONVERSATION:
            self._shown.tabs.show_view(file.document, CONVERSATION)

    # The message in front -----------------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show another message, or none, and its chat."""
        document = file.document if file is not None else None
        self.current.shows_conversation = self._shown.tabs.view_of(document) == CONVERSATION
        self.current.show(file)
        self.sending.show(self._subjects.get(file) if file is not None else None)
        self.navigation.untouched.start()

    def show_editor(self, *, stands_in: bool) -> None:
        """Show the header above the content, and hide it above the file's source."""
        self.current.shows_header = stands_in
        self.current.show_header()

    @property
    def caret_offset(self) -> int:
        """The offset in the file of the content editor's caret."""
        view = self.navigation.view
        return view.source_offset if view is not None else 0

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file in the content editor; return False if it is in the header."""
        view = self.navigation.view
        if view is None or not view.go_to(span):
            return False
        if self.current.shows_conversation:
            self.panels.conversation.show_caret()
        return True

    def show_source(self) -> None:
        """Bring the file's source to the front."""
        self.navigation.show_view(SOURCE)

    def take_typed(self) -> None:
        """Commit to the file and to the request what is being typed in a form."""
        self.panels.header.take_typed()
        self.panels.system.take_typed()

    def status_sentence(self) -> str:
        """Return which message of which chat is in front."""
        return self.current.sentence

    def conditions(self) -> Collection[ChatCondition]:
        """Return which conditions of the Chat menu's actions hold."""
        file = self._shown.current.file
        if file is None:
            return ()
        request = self.current.request
        holding = {
            ChatCondition.IS_MESSAGE: True,
            ChatCondition.IN_CHAT: self.chat.folder is not None,
            ChatCondition.IS_WRITABLE_MESSAGE: file.document.read_only_because is None,
            ChatCondition.HAS_REQUEST: request is not None and request.request is not None,
        }
        return [when for when, holds in holding.items() if holds]

    def can_step(self, *, undoes: bool) -> bool:
        """Whether the last change of files can be undone: only while the focus is in the list of messages."""
        return undoes and self.commands.can_undo and self._focus_in_messages.is_within

    def step(self, *, undoes: bool) -> bool:
        """Undo the last change of files, from the list of messages; return False if there is none."""
        if not self.can_step(undoes=undoes):
            return False
        self.commands.undo()
        return True

    def listed_problems(self) -> ListedBesideFile | None:
        """Return the problems of the whole chat, once it was read."""
        if not self.chat.is_read or self.chat.folder is None:
            return None
        return ListedBesideFile(Sentence("window-chat.this-chat"), self.current.problem_rows())

    def go_to_problem(self, row: ProblemRow) -> bool:
        """Go to the place of a problem of the chat."""
        subject = row.subject
        if not isinstance(subject, ChatProblemSubject):
            return False
        path = subject.path
        if path in self.chat.paths and path is not None:
            self.navigation.write_at(path, subject.diagnostic.span)
        elif path is not None and path != self.chat.folder:
            self.navigation.bring(path, subject.diagnostic.span)
        else:
            self._shown.window.show_right("request")
        return True

    def fix_problem(self, row: ProblemRow) -> bool:
        """Make the fix of a problem of the chat."""
        subject = row.subject
        if not isinstance(subject, ChatProblemSubject):
            return False
        if subject.fix is not None:
            self.commands.apply(subject.fix)
        elif subject.path is not None and subject.diagnostic.fixes:
            fix = subject.diagnostic.fixes[0]
            if fix.rename is not None:
                self._documents.work.apply_rename(subject.path, fix.rename)
            else:
                self.commands.apply_edits(subject.path, subject.diagnostic)
        else:
            self.go_to_problem(row)
        return True

    # Inside -------------------------------------------------------------------------------------------------

    def _pages(self) -> KindPages:
        messages, system, request = self.panels.messages, self.panels.system, self.panels.request
        tools = request.header_tools
        shown_request = Page(
            "request", Sentence("window-chat.request"), request, tools, tools_may_go=True, is_high=True
        )
        return KindPages(
            menu=MENU.title,
            left=(Page("messages", Sentence("window-chat.messages"), messages, messages.header_tools),),
            left_below=Page(
                "system", Sentence("window-chat.system-message"), system, system.tools, usual_height=_SYSTEM
            ),
            over_text=self.panels.header,
            right=RightSide(pages=(shown_request,), has_values=False, leads=True),
        )

    def _make_commands(self) -> None:
        self.commands = MessageCommands(
            current=self.current,
            documents=self._documents,
            navigation=self.navigation,
            open_behind=self._shown.tab_files.open_behind,
            take_typed=self.take_typed,
            notifier=self._user.notifier,
        )
        self.request_commands = RequestCommands(
            current=self.current,
            panel=self.panels.request,
            dialogs=self._user.dialogs,
            notifier=self._user.notifier,
            library=lambda: self._documents.files.library,
            stored=self._stored_text,
        )
        self.sending = Sending(
            panel=self.panels.request,
            user=self._user,
            endpoints=self._endpoints,
            take_typed=self.take_typed,
            parent=self,
        )
        self.panels.request.answer.offers_adding = True

    def _connect_panels(self) -> None:
        panels, commands, go = self.panels, self.commands, self.navigation
        messages, conversation, header = panels.messages, panels.conversation, panels.header
        connect(
            (messages.message_chosen, go.show_message),
            (messages.text_requested, lambda path: go.write_at(path, None)),
            (messages.new_requested, commands.new),
            (messages.move_requested, commands.move),
            (messages.delete_requested, commands.delete),
            (messages.branch_requested, commands.branch),
            (messages.role_requested, commands.change_role),
            (messages.body_dropped, self._import_chat),
            (messages.body_wanted, lambda: self._import_chat(None)),
            (header.role_chosen, self.change_role_here),
            (header.field_changed, commands.change_field),
            (header.field_removed, commands.remove_field),
            (header.fields_requested, commands.add_missing_fields),
            (panels.system.settings_changed, self.current.change_settings),
            (panels.system.open_requested, lambda path: go.bring(path, _START)),
            (conversation.place_requested, lambda path, at: go.write_content(path, Span(at, at))),
            (conversation.role_requested, commands.change_role),
            (conversation.new_requested, self._new_at),
            (conversation.menu_requested, self._open_menu),
            (conversation.neighbour_requested, go.go_to_neighbour),
            (conversation.zoom_changed, self._shown.tabs.set_zoom),
        )

    def _connect_request(self) -> None:
        request = self.panels.request
        connect(
            (request.provider_chosen, self.current.choose_provider),
            (request.part_requested, self._go_to_part),
            (request.link_activated, self._edit_value),
            (request.fix_requested, self._fix_finding),
            (request.copy_requested, self.request_commands.copy),
            (request.compare_requested, self.request_commands.compare),
            (request.explained, self._user.notifier.announce),
            (self.sending.add_requested, self.commands.add_answer),
        )

    def _connect_window(self) -> None:
        current, files = self.current, self._documents.files
        connect(
            (self._focus_in_messages.changed, self.actions_changed),
            (current.changed, self.problems_changed),
            (current.changed, self.status_changed),  # with the actions
            (self._shown.tabs.view_chosen, lambda _document, _view: self.navigation.follow_view()),
            (self._documents.work.undone, self.navigation.follow_undo),
            (files.disk.ended, current.refresh),
            (self._documents.library.listed, current.refresh),
            (files.saved, lambda _file: current.refresh()),
            (self._documents.resolver.trust.changed, self.system.resolve),
        )

    def _subject_of(self, file: OpenFile) -> Path:
        """Return the chat of a message, or its path where it is in none."""
        return tab_folder(file) or file.path

    def _go_to_part(self, origin: Path | None, within: int) -> None:
        """Go to where a character of the request comes from: a message, or the text that goes first."""
        if origin in self.chat.paths and origin is not None:
            self.navigation.write_content(origin, Span(within, within))
        elif origin is not None:
            explanation = self.request_commands.explain_system(within)
            span = explanation.span if explanation is not None else None
            self.navigation.bring(origin, span or _START)

    def _edit_value(self, _link: str, part: RequestPart, within: int) -> None:
        """Open the text that goes first at the field of the value that a character is of."""
        explanation = self.request_commands.explain_system(within)
        name = explanation.name if explanation is not None else None
        self._go_to_part(part.origin, within)
        if name and self._shown.panels.values.has_value(name):
            self._shown.window.show_right("values")
            self._shown.panels.values.focus_value(name)

    # What panels ask for ------------------------------------------------------------------------------------

    def _new_at(self, place: int) -> None:
        """Make a message at a place, from the role that follows those before it."""
        row = self.panels.messages.rows[place - 1] if place > 0 else None
        self.commands.new(place, following_role(row))

    def new_here(self) -> None:
        """Make a message behind the one in front, or at the end of a chat in which none was chosen yet."""
        file, place = self.current.file, len(self.chat.messages)
        index = self.chat.index_of(file.path) if file is not None else None
        is_in_list = self._focus_in_messages.is_within
        if file is not None and index is not None:
            is_chosen = index > 0 or is_in_list or self.navigation.is_chosen(file)
            place = index + 1 if is_chosen else place
        self._new_at(place)

    def _open_menu(self, path: Path, place: QPoint) -> None:
        messages = self.panels.messages
        messages.menu_for(next((row for row in messages.rows if row.path == path), None)).popup(place)

    def show_request(self) -> None:
        """Focus the request."""
        self._shown.window.show_right("request")
        self.panels.request.setFocus()

    def _fix_finding(self, finding: Finding) -> None:
        request = self.current.request
        fix = request.fix_of(finding) if request is not None else None
        if fix is not None:
            self.commands.apply(fix)
        elif request is not None and request.is_of_blank_system(finding):
            self.current.choose_system(NO_SYSTEM)

    def change_role_here(self, role: str) -> None:
        """Give the message in front another role."""
        self.do_here(lambda path: self.commands.change_role(path, role))
        self.current.show_header()  # a switch that was refused goes back

    def do_here(self, act: Callable[[Path], object]) -> None:
        """Do something with the path of the message in front."""
        if self.current.file is not None:
            act(self.current.file.path)

    def _stored_text(self, conversation_id: str) -> str | None:
        """Return what a conversation of the library got; None where that is nothing, or cannot be read."""
        from editor_app.conversations.building import Permissions
        from editor_app.conversations.results import ConversationError
        from editor_app.conversations.service import ConversationService, Setup

        files = self._documents.files
        setup = Setup(clock=self._documents.clock, permissions=Permissions(files.state_dir))
        try:
            stored = ConversationService(files.library.root, setup).stored(conversation_id)
        except ConversationError as error:
            self._user.notifier.say(error.sentence)
            return None
        return stored.text if stored is not None else None


make_perspective = ChatPerspective  # found by its name in perspectives/perspectives.py
