"""The perspective of system messages, built and connected when the first system message is opened."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from editor_app.analysis.kinds.system_message import content_of
from editor_app.library.listing import list_names
from editor_app.system_messages.edits.values import Through
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Sentence, Severity, Span
from editor_app.variables.tag_completion import complete_variables
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.value_facts import value_facts, value_fix
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kinds.system_message.actions import MENU, BlockActionCondition
from editor_app.window.kinds.system_message.block_commands import BlockCommands
from editor_app.window.kinds.system_message.content_link import block_around
from editor_app.window.kinds.system_message.current_message import CurrentSystemMessage, SystemMessagePanels
from editor_app.window.kinds.system_message.message_preview import SystemMessagePreview
from editor_app.window.kinds.system_message.message_view import (
    ContentRemedy,
    SystemMessageView,
    content_status_of,
    kept_view,
    restore_view,
)
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlocksPanel
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import MODES, InspectorPanel
from editor_app.window.kinds.system_message.panels.matrix import MatrixPanel
from editor_app.window.kinds.system_message.panels.situation.situation_panel import SituationPanel
from editor_app.window.kinds.system_message.panels.why import WhyPanel
from editor_app.window.kinds.system_message.situations import Situations
from editor_app.window.kit.focus.panel_focus import FocusWithin, is_inside
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.kit.work.connections import connect
from editor_app.window.perspectives.perspective import FilePart, InPlaceOfSource
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices
from editor_app.window.text.open_documents import PART, SOURCE, StandIn

_THROUGH = {ContentRemedy.EDIT_ANCHOR: Through.ANCHOR, ContentRemedy.DETACH: Through.DETACH}


class SystemMessagePerspective(KindPerspective, InPlaceOfSource):
    """The panels, views and commands of system messages, with all their connections."""

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build the panels, views and commands, and connect them."""
        super().__init__(services, parent)
        self.in_place = self
        self._views: dict[OpenFile, SystemMessageView] = {}
        self.panels = SystemMessagePanels(
            BlocksPanel(lambda path, place: self.block_commands.why_not_there(path, place)),  # noqa: PLW0108  made later
            SituationPanel(),
            InspectorPanel(),
            WhyPanel(),
            MatrixPanel(),
        )
        panels = self.panels
        self.pages = KindPages(
            menu=MENU.title,
            left=(
                Page(
                    "blocks",
                    Sentence("window-system_message.blocks"),
                    panels.blocks,
                    panels.blocks.header_tools,
                ),
            ),
            left_below=Page(
                "situation",
                Sentence("window-system_message.tried-for"),
                panels.situation,
                panels.situation.tools,
                usual_height=224,
            ),
            over_text=panels.inspector,
            below=(
                Page("why", Sentence("window-system_message.why"), panels.why),
                Page(
                    "matrix",
                    Sentence("window-system_message.compare"),
                    panels.matrix,
                    panels.matrix.header_tools,
                ),
            ),
            right=RightSide(has_high_preview=True),
        )
        self.message_preview = SystemMessagePreview(self._shown.panels.preview)
        self._focus_in_blocks = FocusWithin(self.panels.blocks)
        self.current = self.preview = CurrentSystemMessage(self.panels, self.message_preview, self)
        self.situations = Situations(
            front=lambda: self.front,
            is_in_tree=lambda: self._focus_in_blocks.is_within,
            documents=self._documents,
            user=self._user,
            warn=services.warn_of_file,
        )
        self.block_commands = BlockCommands(
            front=lambda: self.front,
            begin_content=self._begin_content,
            user=self._user,
            clock=self._documents.clock,
        )
        panels.inspector.tools.addWidget(self._shown.panels.variables.button_elsewhere())
        self._shown.tabs.insert_bar(1, panels.inspector)
        self._connect()

    @property
    def view(self) -> SystemMessageView | None:
        """The view of the current file, None if that is not a system message."""
        file = self._shown.current.file
        return self._views.get(file) if file is not None else None

    @property
    def front(self) -> SystemMessageView:
        """The view of the current file, where that is a system message, as for all its panels and actions."""
        assert self.view is not None, "a system message is in front"
        return self.view

    # All open messages --------------------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Make the view of a system message that is being opened, before its tab is added."""
        self.situations.begin(file)
        view = self._views[file] = SystemMessageView(file, self)
        view.link.refused.connect(self._user.notifier.say)
        view.editor.set_value_facts(partial(value_facts, file), partial(value_fix, file))
        view.editor.completing.complete = lambda offset: complete_variables(
            view.editor.contents.text, offset, file.analysis.catalog
        )
        if not self.current.files:
            library = self._documents.library.library
            only_in = None if library.is_trusted else library.root
            self.current.files = tuple(list_names(library.workspace, 5000, only_in=only_in))

    def follow(self, file: OpenFile) -> None:
        """Follow a renamed system message, whose new name may have other situations saved beside it."""
        self.situations.follow(file)

    def end(self, file: OpenFile) -> None:
        """Forget a file; one that stays open, and is no system message any more, has no situations."""
        if file in self._documents.files.files:
            self.situations.end(file)
        view = self._views.pop(file, None)
        if view is not None:
            view.deleteLater()

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the content editor, which takes the place of the source editor."""
        view = self._views.get(file)
        return StandIn(view.editor, Sentence("window-system_message.blocks")) if view is not None else None

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before its blocks can be read; None where they can be."""
        reading = content_of(file.analysis)
        if reading is None or reading.is_readable:
            return None
        return next((error.span for error in reading.diagnostics if error.severity is Severity.ERROR), None)

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return the chosen block, the selection in its content, the muted blocks and what is unfolded."""
        view = self._views.get(file)
        return {**kept_view(view), "unfolded": self.panels.inspector.is_unfolded} if view is not None else {}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Choose the block of the session before, and mute the same blocks."""
        view = self._views.get(file)
        if view is not None:
            restore_view(view, state)
            if state.get("unfolded") is True:
                self.panels.inspector.unfold(unfolded=True)

    # The current system message -----------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show another system message in the panels, or none."""
        self.current.show(self._views.get(file) if file is not None else None)

    def show_editor(self, *, stands_in: bool) -> None:
        """Show the inspector above the content of the selected block, and hide it above the source."""
        self.current.show_form(shown=stands_in)

    @property
    def caret_offset(self) -> int:
        """The offset in the file of the content editor's caret."""
        view = self.view
        return (view.source_offset if view is not None else None) or 0

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file in the content editor; return False if it is in no block's content."""
        return self.view is not None and self.view.go_to(span)

    def choose_part(self, span: Span) -> bool:
        """Choose the block around a span of the file, and focus its content; return False without one."""
        is_chosen = self.view is not None and self.view.choose_around(span.start)
        if is_chosen:
            self.front.editor.setFocus()
        return is_chosen

    def part_around(self, offset: int) -> FilePart | None:
        """Return the innermost block that contains an offset of the file, None outside of blocks."""
        file = self._shown.current.file
        reading = content_of(file.analysis) if file is not None else None
        path = block_around(reading, offset) if reading is not None else None
        blocks = reading.blocks if reading is not None else ()
        return next((FilePart(block.name, block.span) for block in blocks if block.path == path), None)

    def show_source(self) -> None:
        """Bring the source to the front in place of the block's content."""
        self._show_blocks(shown=False)

    def take_typed(self) -> None:
        """Commit to the file the text being typed in the inspector."""
        self.panels.inspector.commit()

    def file_status(self) -> FileStatus | None:
        """Return why the content that is shown cannot be edited, None if it can."""
        return content_status_of(self.view) if self.view is not None else None

    def choose_remedy(self, remedy: WordedEnum) -> bool:
        """Edit content from an anchor, at the anchor or detached here; return False for any other link."""
        through = _THROUGH.get(remedy) if isinstance(remedy, ContentRemedy) else None
        if through is None:
            return False
        self.front.link.choose(through)
        self.status_changed.emit()
        self.front.editor.setFocus()
        return True

    def status_sentence(self) -> str:
        """Return how many blocks there are and how many are sent, for the status bar."""
        return self.current.in_words()

    def conditions(self) -> Collection[StrEnum]:
        """Return which conditions of the Block menu's actions hold."""
        file, view = self._shown.current.file, self.view
        if file is None:
            return ()
        is_chosen = view is not None and view.index is not None
        holding = {
            BlockActionCondition.HAS_BLOCKS: content_of(file.analysis) is not None,
            BlockActionCondition.HAS_BLOCK: file.document.read_only_because is None and is_chosen,
        }
        return [when for when, holds in holding.items() if holds]

    def can_step(self, *, undoes: bool) -> bool:
        """Whether the last mute step can be undone or redone: only while the focus is in the block tree."""
        return self.view is not None and self.situations.muting_to_step_to(undoes=undoes) is not None

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo the last mute step, from the block tree; return False if there is none."""
        return self.view is not None and self.situations.step_muting(undoes=undoes)

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return words for the edit undone or redone in the text `before`, "" if unknown."""
        return self.view.step_in_words(before, undoes=undoes) if self.view is not None else ""

    def explain_chosen(self) -> bool:
        """Show why the block selected in the tree is sent or not; return False without focus in the tree."""
        view, focus = self.view, QApplication.focusWidget()
        if view is None or view.index is None or focus is None or not is_inside(focus, self.panels.blocks):
            return False
        self._shown.window.show_right("preview")
        self._shown.current.show_now()
        if not self._shown.panels.preview.explain_part(view.index):
            self.show_why()
        return True

    # Inside -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        panels, preview = self.panels, self.message_preview
        blocks, situations = self.block_commands, self.situations
        connect(
            (panels.blocks.block_chosen, self._choose),
            (panels.blocks.content_requested, self._choose),
            (panels.blocks.content_requested, self._focus_content),
            (panels.blocks.mute_requested, situations.toggle_mute),
            (panels.blocks.unmute_requested, situations.unmute_all),
            (panels.blocks.edit_requested, blocks.do),
            (panels.situation.situation_changed, situations.change),
            (panels.situation.situation_chosen, situations.choose),
            (panels.situation.save_requested, situations.save),
            (panels.situation.delete_requested, situations.delete),
            (panels.inspector.field_changed, blocks.set_field),
            (panels.inspector.field_changed, lambda _change: self.current.refresh()),  # also after a refusal
            (panels.why.block_requested, self._choose_index),
            (panels.matrix.cell_chosen, self._choose_cell),
            (panels.matrix.block_chosen, self._choose),
            (panels.matrix.situation_chosen, situations.choose),
            (panels.matrix.save_requested, situations.save),
            (preview.block_chosen, self._choose_index),
            (preview.options_chosen, situations.set_options),
            (preview.output_requested, self._shown.panels.preview.go_to_output),
            (self._focus_in_blocks.changed, self.actions_changed),
            (self.current.look_changed, self.look_changed),
            (self.current.content_reached, self.status_changed),
            (self._shown.window.bottom_dock.page_changed, lambda _key: self.current.refresh()),
            (self._shown.window.right_dock.page_changed, lambda _key: self.current.refresh()),
            (self._shown.tabs.view_chosen, lambda _document, _view: self._go_on_in_view()),
            (self._shown.tabs.room_changed, panels.inspector.set_room),
        )
        panels.inspector.set_room(self._shown.tabs.room)
        self._documents.files.saved.connect(lambda _file: situations.check_disk())
        self._documents.files.disk.ended.connect(situations.check_disk)

    def edit_fields(self) -> None:
        """Go to the first field of who gets the block; from the fields, fold them and go to the content."""
        inspector, focus = self.panels.inspector, QApplication.focusWidget()
        if inspector.is_unfolded and focus is not None and is_inside(focus, inspector):
            inspector.unfold(unfolded=False)
            self._focus_content()
            return
        self._show_blocks()
        inspector.unfold(unfolded=True)
        first = first_stop(inspector.field(MODES))
        if first is not None:
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def add_block(self) -> None:
        """Offer the blocks that can be added."""
        self._shown.window.show_left("blocks")
        self.panels.blocks.show_add_menu()

    def show_why(self) -> None:
        """Show why the block at the caret of the preview, or the selected one, is sent or not."""
        self._shown.current.show_now()  # so that the preview has the current blocks
        block = self._shown.panels.preview.part_at_caret()
        if block is not None:
            self._choose_index(block)
        self._shown.window.show_below("why")
        self.panels.why.take_focus()

    def show_matrix(self) -> None:
        """Show which blocks are sent in which situation."""
        self._shown.window.show_below("matrix")

    def _choose_cell(self, name: str, path: BlockPath) -> None:
        """Choose a saved situation and select a block: a click on a cell of the matrix."""
        self.situations.choose(name)
        self._choose(path)

    def _choose(self, path: BlockPath | None) -> None:
        self.front.choose(path)

    def _choose_index(self, index: int) -> None:
        self.front.choose_index(index)

    def _focus_content(self) -> None:
        self._show_blocks()
        self.front.editor.setFocus()

    def _begin_content(self) -> None:
        """Focus the content with its placeholder sentence selected, so that typing replaces it."""
        self._focus_content()
        self.front.editor.selectAll()

    def _show_blocks(self, *, shown: bool = True) -> None:
        """Bring the content of the selected block to the front, or the source."""
        tabs = self._shown.tabs
        tabs.show_view(self.front.file.document, PART if shown else SOURCE)
        self._shown.current.show_editor(tabs.current_editor)

    def switch_view(self) -> None:
        """Switch between the content of a block and its place in the source."""
        self._show_blocks(shown=not self._shown.tabs.shows_alternative(self.front.file.document))
        self._go_on_in_view()

    def _go_on_in_view(self) -> None:
        """Move the caret of the editor that has come to the front to where that of the other is."""
        view, tabs = self.view, self._shown.tabs
        source = tabs.editor_of(view.file.document) if view is not None else None
        if view is None or source is None:
            return
        self._shown.current.show_editor(tabs.current_editor)
        if tabs.shows_alternative(view.file.document):
            offset = source.cursor_offset()
            view.go_to(Span(offset, offset))
            view.editor.setFocus()
            return
        place = view.source_offset
        if place is not None:
            source.go_to(Span(place, place))
        source.setFocus()


make_perspective = SystemMessagePerspective  # found by its name in perspectives/perspectives.py
