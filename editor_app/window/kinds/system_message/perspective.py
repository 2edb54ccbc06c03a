"""What the window has only for system messages: built, and connected, when the first is opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.clock import Clock
from editor_app.library import Kind, list_names
from editor_app.system_messages import BlockPath
from editor_app.system_messages.edits import BlockPlace
from editor_app.text import Severity, Span
from editor_app.window.commands.session import Session
from editor_app.window.dialogs import NameQuestion
from editor_app.window.dock import Page
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.value_facts import value_facts
from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.focus_within import FocusWithin
from editor_app.window.kinds.system_message.commands.blocks import BlockCommands
from editor_app.window.kinds.system_message.current_message import CurrentMessage, MessagePanels
from editor_app.window.kinds.system_message.message_view import MessageView, MessageViews
from editor_app.window.kinds.system_message.panels.blocks import BlocksPanel, Deed
from editor_app.window.kinds.system_message.panels.inspector import InspectorPanel
from editor_app.window.kinds.system_message.panels.matrix import MatrixPanel
from editor_app.window.kinds.system_message.panels.situation import SituationPanel
from editor_app.window.kinds.system_message.panels.why import WhyPanel
from editor_app.window.kinds.system_message.situations import Situations
from editor_app.window.main_window import MessageParts
from editor_app.window.panel_focus import is_inside
from editor_app.window.theme import Theme

_MOST_FILES = 5000
_DEEDS = {
    "duplicate_block": Deed.DUPLICATE,
    "delete_block": Deed.DELETE,
    "move_block_up": Deed.UP,
    "move_block_down": Deed.DOWN,
    "nest_block": Deed.NEST,
    "unnest_block": Deed.UNNEST,
    "wrap_block": Deed.WRAP,
}


class MessagePart(QObject):
    """The panels, views and commands of system messages, with every connection they need."""

    def __init__(self, session: Session, theme: Theme, clock: Clock, parent: QObject | None = None) -> None:
        """Build all of it."""
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.situations = Situations(session.files.state_dir, clock, self)
        self.views = MessageViews(self)
        self.panels = MessagePanels(
            BlocksPanel(theme, self._why_not_there),
            SituationPanel(theme, self._ask_situation_name),
            InspectorPanel(theme),
            WhyPanel(theme),
            MatrixPanel(theme),
        )
        self._focus_in_blocks = FocusWithin(self.panels.blocks)
        self.commands = BlockCommands(session, self.situations, self.views, clock, self._is_in_tree)
        self.current = CurrentMessage(self.panels, self.situations, self._is_in_tree, self)
        session.tabs.insert_bar(1, self.panels.inspector)
        session.window.add_message_parts(self._parts())
        session.current.set_message(self.current)
        self._connect()

    @property
    def actions(self) -> dict[str, Callable[[], object]]:
        """What each action of the Block menu does."""
        commands, window = self.commands, self._session.window
        return {
            "switch_view": commands.switch_view,
            "why_block": self._show_why,
            "show_matrix": lambda: window.show_below("matrix"),
            "add_block": self._add_block,
            **{name: partial(commands.do_here, deed) for name, deed in _DEEDS.items()},
            "mute_block": commands.mute_here,
            "touch_updated": commands.touch_updated,
        }

    def begin(self, file: OpenFile) -> None:
        """Follow a message that is being opened, before its tab is there."""
        self.situations.begin(file)
        self._begin_view(file)
        if not self.current.has_files:
            self.current.set_files(self._workspace_files())

    def editor_of(self, file: OpenFile) -> CodeEditor | None:
        """Return the editor for the content of one block, of a message that `begin` was told of."""
        view = self.views.of(file)
        return view.editor if view is not None else None

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source of a message has to be mended before it can be read; None where it can."""
        reading = file.analysis.message if file.kind is Kind.SYSTEM_MESSAGE else None
        if reading is None or reading.is_readable:
            return None
        errors = (one.span for one in reading.diagnostics if one.severity is Severity.ERROR)
        return next(errors, None)

    def _begin_view(self, file: OpenFile) -> None:
        view = self.views.begin(file, self._theme)
        if view is None:
            return
        view.link.refused.connect(self._session.say)
        view.editor.set_value_facts(partial(value_facts, file))
        view.editor.files_dropped.connect(self._open_all)

    def view_of(self, file: OpenFile | None) -> MessageView | None:
        """Return how an open message is looked at."""
        return self.views.of(file)

    def follow_rename(self, file: OpenFile) -> None:
        """Follow a file to its new name, which may have made it a message, or something else."""
        is_message, view = file.kind is Kind.SYSTEM_MESSAGE, self.views.of(file)
        if is_message and view is not None:
            self.situations.follow(file)
        elif is_message:
            self.begin(file)
            self._session.tabs.set_alternative(file.document, self.editor_of(file))
        elif view is not None:
            self._session.tabs.set_alternative(file.document, None)
            self.situations.end(file)
            self.end(file)

    def end(self, file: OpenFile) -> None:
        """Forget a message that is closed."""
        self.views.end(file)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        panels = self.panels
        for panel in (panels.blocks, panels.situation, panels.inspector, panels.why, panels.matrix):
            panel.apply_theme(theme)

    def _parts(self) -> MessageParts:
        panels = self.panels
        return MessageParts(
            Page("blocks", "Blocks", panels.blocks, panels.blocks.header_tools),
            Page("situation", "Situation", panels.situation, panels.situation.tools),
            panels.inspector,
            Page("why", "Why", panels.why),
            Page("matrix", "Matrix", panels.matrix, panels.matrix.header_tools),
        )

    def _is_in_tree(self) -> bool:
        return self._focus_in_blocks.is_within

    def _connect(self) -> None:
        panels, commands, session = self.panels, self.commands, self._session
        self._focus_in_blocks.changed.connect(session.current.show_actions)
        preview = session.panels.preview
        panels.blocks.block_chosen.connect(commands.choose)
        panels.blocks.content_requested.connect(commands.write_content)
        panels.blocks.mute_requested.connect(commands.toggle_mute)
        panels.blocks.unmute_requested.connect(commands.unmute_all)
        panels.blocks.edit_requested.connect(commands.do)
        panels.situation.situation_changed.connect(commands.change_situation)
        panels.situation.situation_chosen.connect(commands.choose_situation)
        panels.situation.save_requested.connect(commands.save_situation)
        panels.situation.delete_requested.connect(commands.delete_situation)
        panels.inspector.field_changed.connect(commands.set_field)
        panels.inspector.field_changed.connect(lambda _change: self.current.refresh())  # if it was refused
        panels.why.block_requested.connect(commands.choose_index)
        panels.matrix.cell_chosen.connect(commands.choose_cell)
        panels.matrix.block_chosen.connect(commands.choose)
        panels.matrix.situation_chosen.connect(commands.choose_situation)
        panels.matrix.save_requested.connect(commands.save_situation)
        preview.block_requested.connect(commands.choose_index)
        preview.order_chosen.connect(commands.choose_order)
        preview.style_chosen.connect(commands.choose_style)
        preview.drop_outranked_chosen.connect(commands.drop_outranked)
        session.window.bottom_dock.page_changed.connect(lambda _key: self.current.refresh())
        session.window.right_dock.page_changed.connect(lambda _key: self.current.refresh())
        session.tabs.view_chosen.connect(lambda _document, _view: commands.go_on_in_view())
        session.tabs.room_changed.connect(panels.inspector.set_room)
        panels.inspector.set_room(session.tabs.room)
        session.current.remedy_requested.connect(commands.remedy)
        session.current.source_requested.connect(lambda _span: commands.show_blocks(shown=False))
        self.situations.failed.connect(session.say)
        self.situations.saved.connect(lambda _file, name: session.say(f"Situation ‘{name}’ is saved."))
        self.situations.warned.connect(session.say)
        session.files.saved.connect(lambda _file: self._check_situations())
        session.files.disk_checked.connect(self._check_situations)

    def _add_block(self) -> None:
        self._session.window.show_left("blocks")
        self.panels.blocks.show_add_menu()

    def _show_why(self) -> None:
        self._session.current.show_now()  # so that the preview has the blocks of now
        block = self._session.panels.preview.block_at_caret()
        if block is not None:
            self.commands.choose_index(block)
        self._session.window.show_below("why")
        self.panels.why.take_focus()

    def explain_chosen(self) -> bool:
        """Say lastingly why the block chosen in the tree is sent, or not; say False away from the tree."""
        view, focus = self.view_of(self._session.current.file), QApplication.focusWidget()
        if view is None or view.index is None or focus is None or not is_inside(focus, self.panels.blocks):
            return False
        self._session.window.show_right("preview")
        self._session.current.show_now()
        if not self._session.panels.preview.explain_block(view.index):
            self._show_why()
        return True

    def _check_situations(self) -> None:
        self.situations.check_disk(self._session.files.files)

    def _open_all(self, paths: object) -> None:
        for path in paths if isinstance(paths, (list, tuple)) else ():
            self._session.files.open(path)

    def _why_not_there(self, path: BlockPath, place: BlockPlace) -> str:
        return self.commands.why_not_there(path, place)

    def _ask_situation_name(self, _parent: QWidget, suggestion: str) -> str | None:
        question = NameQuestion("Save as situation", "It is saved beside the message.", "Save", suggestion)
        return self._session.dialogs.ask_name(question)

    def _workspace_files(self) -> tuple[str, ...]:
        return list_names(self._session.library.library.workspace, _MOST_FILES)
