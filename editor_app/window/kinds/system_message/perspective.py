"""The perspective of system messages, built and connected when the first system message is opened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.analysis.kinds.system_message import content_of
from editor_app.analysis.model_text import ModelText
from editor_app.library.listing import list_names
from editor_app.system_messages.edits import BlockPlace
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Severity, Span
from editor_app.variables.tag_completion import complete_variables
from editor_app.window.dialogs import NameQuestion
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.value_facts import value_facts, value_fix
from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.kinds.system_message.actions import BlockWhen
from editor_app.window.kinds.system_message.commands import BlockCommands, SituationCommands, ViewCommands
from editor_app.window.kinds.system_message.current_message import CurrentSystemMessage, SystemMessagePanels
from editor_app.window.kinds.system_message.kept_view import kept_view, restore_view
from editor_app.window.kinds.system_message.linked_content import block_around
from editor_app.window.kinds.system_message.message_view import SystemMessageView, SystemMessageViews
from editor_app.window.kinds.system_message.panels.blocks import BlockAction, BlocksPanel
from editor_app.window.kinds.system_message.panels.inspector import InspectorPanel
from editor_app.window.kinds.system_message.panels.matrix import MatrixPanel
from editor_app.window.kinds.system_message.panels.situation import SituationPanel
from editor_app.window.kinds.system_message.panels.why import WhyPanel
from editor_app.window.kinds.system_message.preview import MessageLook, SystemMessagePreview
from editor_app.window.kinds.system_message.situations import Situations
from editor_app.window.kit.focus.focus_within import FocusWithin
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.perspectives.perspective import FilePart, Perspective, ShowPreview
from editor_app.window.perspectives.perspectives import Surroundings
from editor_app.window.text.stand_in import StandIn

_MOST_FILES = 5000
_SITUATION = 196
_BLOCK_ACTIONS = {
    "duplicate_block": BlockAction.DUPLICATE,
    "delete_block": BlockAction.DELETE,
    "move_block_up": BlockAction.UP,
    "move_block_down": BlockAction.DOWN,
    "nest_block": BlockAction.NEST,
    "unnest_block": BlockAction.UNNEST,
    "wrap_block": BlockAction.WRAP,
}


class SystemMessagePerspective(Perspective):
    """The panels, views and commands of system messages, with all their connections."""

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        """Build the panels, views and commands, and connect them."""
        super().__init__(parent)
        self._around = surroundings
        self.situations = Situations(
            surroundings.files.state_dir,
            surroundings.clock,
            lambda: surroundings.files.library.access,
            self,
        )
        self.views = SystemMessageViews(self)
        self.panels = SystemMessagePanels(
            BlocksPanel(self._why_not_there),
            SituationPanel(self._ask_situation_name),
            InspectorPanel(),
            WhyPanel(),
            MatrixPanel(),
        )
        self.pages = self._pages()
        self.message_preview = SystemMessagePreview(surroundings.panels.preview)
        self.preview = self.message_preview
        self._focus_in_blocks = FocusWithin(self.panels.blocks)
        self.current = CurrentSystemMessage(self.panels, self.situations, self._is_in_tree, self)
        self._make_commands()
        surroundings.tabs.insert_bar(1, self.panels.inspector)
        self._connect_panels()
        self._connect_window()

    @property
    def view(self) -> SystemMessageView | None:
        """The view of the current file, None if that is not a system message."""
        return self.views.of(self._around.current.file)

    # All open messages --------------------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Make the view of a system message that is being opened, before its tab is added."""
        self.situations.begin(file)
        view = self.views.begin(file)
        view.link.refused.connect(self._around.notifier.say)
        view.editor.set_value_facts(partial(value_facts, file), partial(value_fix, file))
        view.editor.set_complete(
            lambda offset: complete_variables(view.editor.contents.text, offset, file.analysis.catalog)
        )
        view.editor.files_dropped.connect(self._open_all)
        if not self.current.has_files:
            library = self._around.library
            only_in = None if library.is_trusted else library.root
            self.current.set_files(list_names(library.workspace, _MOST_FILES, only_in=only_in))

    def follow(self, file: OpenFile) -> None:
        """Follow a renamed system message, whose new name may have other situations saved beside it."""
        self.situations.follow(file)

    def leave(self, file: OpenFile) -> None:
        """Remove the situations from a file that is no longer a system message."""
        self.situations.end(file)

    def end(self, file: OpenFile) -> None:
        """Forget a system message that is closed."""
        self.views.end(file)

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the content editor, which takes the place of the source editor."""
        view = self.views.of(file)
        return StandIn(view.editor, "Blocks") if view is not None else None

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before its blocks can be read; None where they can be."""
        reading = content_of(file.analysis)
        if reading is None or reading.is_readable:
            return None
        errors = (one.span for one in reading.diagnostics if one.severity is Severity.ERROR)
        return next(errors, None)

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return the chosen block, the selection in its content, the muted blocks and the options."""
        view = self.views.of(file)
        return kept_view(view) if view is not None else {}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Choose the block of the session before, and mute the same blocks."""
        view = self.views.of(file)
        if view is not None:
            restore_view(view, state)

    # The current system message -----------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show another system message in the panels, or none."""
        self.current.show(self.views.of(file))

    def show_editor(self, *, stands_in: bool) -> None:
        """Show the inspector above the content of the selected block, and hide it above the source."""
        self.current.show_form(shown=stands_in)

    def refresh(self) -> None:
        """Show the current text and situation in the panels."""
        self.current.refresh()

    def show_edit(self, size: int) -> ShowPreview:
        """Update the block tree and return `SOON` if blocks were added, removed or moved, else `NOW`."""
        file = self._around.current.file
        if file is None or content_of(file.analysis) is None:
            return super().show_edit(size)
        if not self.current.has_other_blocks:
            return ShowPreview.NOW
        self.current.refresh()
        return ShowPreview.SOON

    def look(self, result: ModelText | None) -> MessageLook | None:
        """Return what the preview shows of the system message besides its text."""
        return self.current.look(result)

    @property
    def caret_offset(self) -> int:
        """The offset in the file of the content editor's caret."""
        return self.current.caret_offset or 0

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file in the content editor; return False if it is in no block's content."""
        return self.current.go_to(span)

    def part_around(self, offset: int) -> FilePart | None:
        """Return the innermost block that contains an offset of the file, None outside of blocks."""
        file = self._around.current.file
        reading = content_of(file.analysis) if file is not None else None
        path = block_around(reading, offset) if reading is not None else None
        if reading is None or path is None:
            return None
        block = next(block for block in reading.blocks if block.path == path)
        return FilePart(block.name, block.span)

    def show_source(self) -> None:
        """Bring the source to the front in place of the block's content."""
        self.view_commands.show_blocks(shown=False)

    def take_typed(self) -> None:
        """Commit to the file the text being typed in the inspector."""
        self.current.take_typed()

    def file_status(self) -> FileStatus | None:
        """Return why the content that is shown cannot be edited, None if it can."""
        return self.current.file_status()

    def choose_remedy(self, remedy: StrEnum) -> bool:
        """Edit content from an anchor, at the anchor or detached here; return False for any other link."""
        return self.view_commands.choose_remedy(remedy)

    def status_sentence(self) -> str:
        """Return how many blocks there are and how many are sent, for the status bar."""
        return self.current.in_words()

    def conditions(self) -> Collection[StrEnum]:
        """Return which conditions of the Block menu's actions hold."""
        file = self._around.current.file
        if file is None:
            return ()
        has_block = file.document.read_only_because is None and self.current.has_block
        has_blocks = content_of(file.analysis) is not None
        holding = {BlockWhen.HAS_BLOCKS: has_blocks, BlockWhen.HAS_BLOCK: has_block}
        return [when for when, holds in holding.items() if holds]

    def can_step(self, *, undoes: bool) -> bool:
        """Whether the last mute step can be undone or redone: only while the focus is in the block tree."""
        return self.current.can_step_muting(undoes=undoes)

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo the last mute step, from the block tree; return False if there is none."""
        return self.situation_commands.step_muting(undoes=undoes)

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return words for the edit undone or redone in the text `before`, "" if unknown."""
        return self.current.step_in_words(before, undoes=undoes)

    def explain_chosen(self) -> bool:
        """Show why the block selected in the tree is sent or not; return False without focus in the tree."""
        view, focus = self.view, QApplication.focusWidget()
        if view is None or view.index is None or focus is None or not is_inside(focus, self.panels.blocks):
            return False
        self._around.window.show_right("preview")
        self._around.current.show_now()
        if not self._around.panels.preview.explain_part(view.index):
            self._show_why()
        return True

    # Inside -------------------------------------------------------------------------------------------------

    def _pages(self) -> KindPages:
        panels = self.panels
        return KindPages(
            left=(Page("blocks", "Blocks", panels.blocks, panels.blocks.header_tools),),
            left_below=Page(
                "situation", "Situation", panels.situation, panels.situation.tools, usual_height=_SITUATION
            ),
            over_text=panels.inspector,
            below=(
                Page("why", "Why", panels.why),
                Page("matrix", "Matrix", panels.matrix, panels.matrix.header_tools),
            ),
            has_high_preview=True,
        )

    def _make_commands(self) -> None:
        around = self._around
        current = around.current
        self.view_commands = ViewCommands(
            front=self._front,
            tabs=around.tabs,
            follow_editor=current.show_editor,
            show_status=self.status_changed.emit,
        )
        self.block_commands = BlockCommands(
            front=self._front,
            begin_content=self.view_commands.begin_content,
            dialogs=around.dialogs,
            notifier=around.notifier,
            clock=around.clock,
        )
        self.situation_commands = SituationCommands(
            front=self._front,
            is_in_tree=self._is_in_tree,
            situations=self.situations,
            cases=around.cases,
            dialogs=around.dialogs,
            notifier=around.notifier,
        )
        self.actions = self._actions()

    def _actions(self) -> dict[str, Callable[[], object]]:
        """Return the function of each action of the Block menu, by the action's id."""
        blocks = self.block_commands
        return {
            "switch_view": self.view_commands.switch_view,
            "why_block": self._show_why,
            "show_matrix": lambda: self._around.window.show_below("matrix"),
            "add_block": self._add_block,
            **{name: partial(blocks.do_here, action) for name, action in _BLOCK_ACTIONS.items()},
            "mute_block": self.situation_commands.mute_here,
            "touch_updated": blocks.touch_updated,
        }

    def _connect_panels(self) -> None:
        panels, preview = self.panels, self.message_preview
        blocks, views, situations = self.block_commands, self.view_commands, self.situation_commands
        panels.blocks.block_chosen.connect(views.choose)
        panels.blocks.content_requested.connect(views.write_content)
        panels.blocks.mute_requested.connect(situations.toggle_mute)
        panels.blocks.unmute_requested.connect(situations.unmute_all)
        panels.blocks.edit_requested.connect(blocks.do)
        panels.situation.situation_changed.connect(situations.change_situation)
        panels.situation.situation_chosen.connect(situations.choose_situation)
        panels.situation.save_requested.connect(situations.save_situation)
        panels.situation.delete_requested.connect(situations.delete_situation)
        panels.inspector.field_changed.connect(blocks.set_field)
        panels.inspector.field_changed.connect(lambda _change: self.current.refresh())  # also after a refusal
        panels.why.block_requested.connect(views.choose_index)
        panels.matrix.cell_chosen.connect(self._choose_cell)
        panels.matrix.block_chosen.connect(views.choose)
        panels.matrix.situation_chosen.connect(situations.choose_situation)
        panels.matrix.save_requested.connect(situations.save_situation)
        preview.block_chosen.connect(views.choose_index)
        preview.order_chosen.connect(situations.choose_order)
        preview.style_chosen.connect(situations.choose_style)
        preview.drop_outranked_chosen.connect(situations.drop_outranked)
        preview.output_requested.connect(self._around.panels.preview.go_to_output)

    def _connect_window(self) -> None:
        around, inspector = self._around, self.panels.inspector
        self._focus_in_blocks.changed.connect(self.actions_changed)
        self.current.block_chosen.connect(self.look_changed)
        self.current.look_changed.connect(self.look_changed)
        self.current.content_reached.connect(self.status_changed)
        around.window.bottom_dock.page_changed.connect(lambda _key: self.current.refresh())
        around.window.right_dock.page_changed.connect(lambda _key: self.current.refresh())
        around.tabs.view_chosen.connect(lambda _document, _view: self.view_commands.go_on_in_view())
        around.tabs.room_changed.connect(inspector.set_room)
        inspector.set_room(around.tabs.room)
        self.situations.failed.connect(self._around.notifier.say)
        self.situations.saved.connect(
            lambda _file, name: self._around.notifier.say(f"Situation ‘{name}’ is saved.")
        )
        self.situations.warned.connect(self._around.warn_of_file)
        around.files.saved.connect(lambda _file: self._check_situations())
        around.files.disk_checked.connect(self._check_situations)

    def _front(self) -> SystemMessageView | None:
        return self.view

    def _is_in_tree(self) -> bool:
        return self._focus_in_blocks.is_within

    def _add_block(self) -> None:
        self._around.window.show_left("blocks")
        self.panels.blocks.show_add_menu()

    def _show_why(self) -> None:
        self._around.current.show_now()  # so that the preview has the current blocks
        block = self._around.panels.preview.part_at_caret()
        if block is not None:
            self.view_commands.choose_index(block)
        self._around.window.show_below("why")
        self.panels.why.take_focus()

    def _choose_cell(self, name: str, path: BlockPath) -> None:
        """Choose a saved situation and select a block: a click on a cell of the matrix."""
        self.situation_commands.choose_situation(name)
        self.view_commands.choose(path)

    def _check_situations(self) -> None:
        self.situations.check_disk(self._around.files.files)

    def _open_all(self, paths: object) -> None:
        for path in paths if isinstance(paths, (list, tuple)) else ():
            self._around.files.open(path)

    def _why_not_there(self, path: BlockPath, place: BlockPlace) -> str:
        return self.block_commands.why_not_there(path, place)

    def _ask_situation_name(self, _parent: QWidget, suggestion: str) -> str | None:
        question = NameQuestion(
            "Save as situation", "It is saved beside the system message.", "Save", suggestion
        )
        return self._around.dialogs.ask_name(question)


def make_perspective(surroundings: Surroundings, parent: QObject) -> SystemMessagePerspective:
    """Return the perspective of system messages for one window."""
    return SystemMessagePerspective(surroundings, parent)
