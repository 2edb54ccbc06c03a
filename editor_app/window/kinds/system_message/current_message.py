"""The system message in front, shown in the panels that only a message has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis import AssembledText, ModelText
from editor_app.analysis.kinds.system_message import assembled, content_of
from editor_app.system_messages import Block, BlockPath, Outcome, resolve_blocks, syntax_of
from editor_app.system_messages.edits import prepare
from editor_app.text import Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.kinds.system_message.message_view import SystemMessageView, content_status_of
from editor_app.window.kinds.system_message.panels.blocks import BlocksPanel
from editor_app.window.kinds.system_message.panels.inspector import InspectorPanel
from editor_app.window.kinds.system_message.panels.matrix import MatrixPanel, MatrixRows
from editor_app.window.kinds.system_message.panels.situation import SituationPanel
from editor_app.window.kinds.system_message.panels.why import WhyPanel
from editor_app.window.kinds.system_message.preview import MessageLook
from editor_app.window.kinds.system_message.rows.block_rows import RowMemory, tree_rows
from editor_app.window.kinds.system_message.rows.inspector_fields import inspector_fields
from editor_app.window.kinds.system_message.rows.message_look import message_look, moved_look
from editor_app.window.kinds.system_message.rows.situation_rows import matrix_rows, situation_choices
from editor_app.window.kinds.system_message.rows.why_rows import why_rows
from editor_app.window.kinds.system_message.situations import Situations
from editor_app.window.widgets.timers import single_shot

_SOON_MS = 80
_PAUSE_MS = 250
_PREPARED_MS = 400
_NOTHING_TO_EXPLAIN = ("Nothing to explain yet", "For each block, this panel says why it is sent or not.")
_LOOKED_AT_AT_ONCE = 100  # blocks


class _Look(NamedTuple):
    """How the preview shows a message, and what that was made for."""

    result: AssembledText
    asked: tuple[object, ...]
    look: MessageLook


@dataclass(frozen=True, slots=True)
class SystemMessagePanels:
    """Everything that shows something of a system message only."""

    blocks: BlocksPanel
    situation: SituationPanel
    inspector: InspectorPanel
    why: WhyPanel
    matrix: MatrixPanel


class CurrentSystemMessage(QObject):
    """Follows one open message: the tree at once, what explains it after a short pause.

    The tree of a large message that has other blocks now comes in an event of its own, or when it is used.

    `block_chosen` tells that another block is chosen, which the preview shows too.
    """

    block_chosen = Signal()
    look_changed = Signal()
    content_reached = Signal()  # a content that others use too, and it has to be said what editing it changes

    def __init__(
        self,
        panels: SystemMessagePanels,
        situations: Situations,
        is_in_tree: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Show nothing yet; `is_in_tree` says whether the focus is in the tree of blocks."""
        super().__init__(parent)
        self._is_in_tree = is_in_tree
        self._panels = panels
        self._situations = situations
        self._view: SystemMessageView | None = None
        self._files: tuple[str, ...] = ()
        self._last: _Look | None = None
        self._outcome: Outcome | None = None
        self._rows = RowMemory()
        self._has_form = False
        self._cell: tuple[str | None, BlockPath | None] = (None, None)
        self._later = single_shot(self, _SOON_MS)
        self._later.timeout.connect(self._show_beside)
        self._rows_later = single_shot(self, 0)
        self._rows_later.timeout.connect(self._show_rows)
        panels.blocks.rows_needed.connect(self._catch_up)
        self._prepare_later = single_shot(self, _PREPARED_MS)
        self._prepare_later.timeout.connect(self._prepare)

    @property
    def has_block(self) -> bool:
        """Whether a block is chosen."""
        return self._view is not None and self._view.index is not None

    def can_step_muting(self, *, undoes: bool) -> bool:
        """Whether the last muting of a block can be taken back, or made again, where the focus is."""
        view = self._view
        return view is not None and self._is_in_tree() and view.muting_to_step_to(undoes=undoes) is not None

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Say what the step undone, or redone, in the text `before` did to a block; "" if nobody knows."""
        return self._view.step_in_words(before, undoes=undoes) if self._view is not None else ""

    @property
    def caret_offset(self) -> int | None:
        """Where the caret of the content stands in the file."""
        return self._view.source_offset if self._view is not None else None

    @property
    def has_files(self) -> bool:
        """Whether the situation has files of the workspace to offer."""
        return bool(self._files)

    def show(self, view: SystemMessageView | None) -> None:
        """Show another message, or none."""
        if self._view is not None:
            self._view.block_chosen.disconnect(self._show_block)
            self._view.link.alias_reached.disconnect(self.content_reached)
        self._view = view
        self._rows = RowMemory()
        self._last = None
        self._later.stop()
        self._rows_later.stop()
        self._prepare_later.stop()
        self._panels.blocks.set_selected(None)
        if view is None:
            self._show_nothing()
            return
        view.block_chosen.connect(self._show_block)
        view.link.alias_reached.connect(self.content_reached)
        self._show_beside()
        if len(view.blocks) > _LOOKED_AT_AT_ONCE:
            self._prepare_later.start()

    def show_form(self, *, shown: bool) -> None:
        """Show the fields of the chosen block, which belong over its content, or hide them."""
        if shown is not self._has_form:
            self._has_form = shown
            self._show_fields()

    def take_typed(self) -> None:
        """Take into the file what is being typed in the form."""
        self._panels.inspector.commit()

    def set_files(self, files: Sequence[str]) -> None:
        """Offer these files of the workspace in the situation."""
        self._files = tuple(files)
        self._panels.situation.set_files(self._files)

    def go_to(self, span: Span) -> bool:
        """Go to a place of the file in a block's content; say False where it lies in none."""
        return self._view is not None and self._view.go_to(span)

    def file_status(self) -> FileStatus | None:
        """Return what there is to say about the content that is shown."""
        return content_status_of(self._view) if self._view is not None else None

    def in_words(self) -> str:
        """Say how many blocks there are, and how many are sent; "" without a message.

        Of a large message that has other blocks now, it is what the preview still shows.
        """
        result = self._last.result if self._last is not None and self.has_other_blocks else self._result
        if result is None:
            return ""
        states = [file_status.state.is_in for file_status in result.outcome.block_outcomes]
        out = len(states) - sum(states)
        blocks = f"{len(states)} block" if len(states) == 1 else f"{len(states)} blocks"
        return f"{blocks}, {sum(states)} in, {out} out"

    @property
    def has_other_blocks(self) -> bool:
        """Whether a large message has other blocks, or in other places, than the preview shows."""
        view, last = self._view, self._last
        before = content_of(last.result.analysis) if last is not None else None
        if view is None or before is None or len(view.blocks) <= _LOOKED_AT_AT_ONCE:
            return False
        if before is content_of(view.file.analysis):
            return False
        return not all(map(_is_in_its_place, before.blocks, view.blocks)) or len(before.blocks) != len(
            view.blocks
        )

    def look(self, result: ModelText | None) -> MessageLook | None:
        """Return what the preview shows beside the text, None for what is no message."""
        view, last = self._view, self._last
        result = assembled(result)
        if view is None or result is None:
            return None
        asked = (view.index, result.situation, result.options)
        if last is not None and last.asked == asked and _may_wait(last.result, result):
            return moved_look(last.look, last.result.text, result.text)  # that of now follows after a pause
        if last is not None and last.result is result and last.asked[1:] == asked[1:]:
            shown = replace(last.look, selected=view.index)
        else:
            shown = message_look(result, view.index)
        self._last = _Look(result, asked, shown)
        return self._last.look

    def refresh(self) -> None:
        """Show what the text or the situation has become."""
        if self._view is not None:
            if self.has_other_blocks:
                self._prepare_later.start()
                self._rows_later.start()
            else:
                self._refresh_tree()
            if not self._later.isActive():  # so that it comes while somebody goes on typing, too
                is_large = len(self._view.blocks) > _LOOKED_AT_AT_ONCE
                self._later.start(_PAUSE_MS if is_large else _SOON_MS)

    # What is shown ------------------------------------------------------------------------------------------

    def _show_nothing(self) -> None:
        panels = self._panels
        panels.blocks.show_nothing()
        panels.inspector.show_block(None)
        panels.why.show_nothing()
        panels.matrix.show_matrix(MatrixRows())

    def _show_tree(self) -> None:
        view, result = self._view, self._result
        if view is None or result is None:
            return
        reading = content_of(result.analysis)
        assert reading is not None
        if not reading.is_readable:
            self._panels.blocks.show_nothing(
                "Not readable",
                "The file cannot be read as it is now. Mend it under Source.",
            )
            return
        self._outcome = result.outcome
        rows = tree_rows(
            reading.blocks, result.outcome, result.situation, result.analysis.diagnostics, memory=self._rows
        )
        self._panels.blocks.show_rows(rows, read_only=view.file.document.read_only_because is not None)
        self._panels.blocks.set_selected(view.path)

    def _catch_up(self) -> None:
        if self._rows_later.isActive():
            self._show_rows()

    def _show_rows(self) -> None:
        """Show the blocks of now, which one is chosen, and why that is sent or not."""
        self._rows_later.stop()
        self._refresh_tree()
        if self._view is not None:
            self._panels.blocks.set_selected(self._view.path)
        self._show_why()

    def _refresh_tree(self) -> None:
        result = self._result
        if result is not None and result.outcome is not self._outcome:
            self._show_tree()

    def _show_block(self) -> None:
        """Show the chosen block in the tree, the form and the sentences."""
        if self._view is not None:
            self._show_fields()
            self._choose_cell()
            if self.has_other_blocks:
                self._rows_later.start()  # and the preview will show the block with the others
            else:
                self._panels.blocks.set_selected(self._view.path)
                self._show_why()
                self.block_chosen.emit()

    def _show_beside(self) -> None:
        self._later.stop()
        self._rows_later.stop()
        self._show_tree()
        self._show_fields()
        self._show_why()
        self._show_situation()
        self._show_matrix()
        self._show_look()

    def _prepare(self) -> None:
        """Read the file for the next edit of the tree, which then takes as long as what it changes."""
        if self._view is not None:
            file = self._view.file
            prepare(file.text, syntax_of(file.path.name))

    def _show_look(self) -> None:
        """Let the preview show the look of now, where it shows that of a moment ago."""
        result, last = self._result, self._last
        if self._view is not None and result is not None and last is not None and last.result is not result:
            self._last = None
            self.look_changed.emit()

    def _show_fields(self) -> None:
        view = self._view
        if view is None:
            return
        analysis, index = view.file.analysis, view.index
        reading = content_of(analysis)
        if reading is None or index is None or not self._has_form:
            self._panels.inspector.show_block(None)
            return
        reason = view.file.document.read_only_because
        fields = inspector_fields(reading, index, analysis.diagnostics, read_only_because=reason)
        self._panels.inspector.show_block(fields)

    def _show_why(self) -> None:
        view, result = self._view, self._result
        if view is not None and not view.blocks:
            self._panels.why.show_nothing(*_NOTHING_TO_EXPLAIN)
        elif view is None or result is None or view.index is None:
            self._panels.why.show_nothing()
        else:
            rows = why_rows(result.assembly.blocks, result.outcome, view.index, result.left_out_blocks)
            self._panels.why.show_why(rows)

    def _show_situation(self) -> None:
        view = self._view
        if view is None:
            return
        file, blocks = view.file, view.blocks
        names = [saved.name for saved in file.situations]
        panel = self._panels.situation
        panel.show_choices(situation_choices(blocks, self._files))
        edited = self._situations.is_edited(file)
        panel.show_situation(file.situation, names, file.situation_name, edited=edited)

    def _show_matrix(self) -> None:
        view = self._view
        panel = self._panels.matrix
        if view is None or not panel.isVisible():
            return
        reading = content_of(view.file.analysis)
        if reading is not None:
            outcomes = [
                (saved.name, resolve_blocks(reading.blocks, saved.situation, reading.priority_model))
                for saved in view.file.situations
            ]
            panel.show_matrix(matrix_rows(reading.blocks, outcomes))
            self._choose_cell()

    def _choose_cell(self) -> None:
        """Let the matrix follow to another block or situation; arrows go about in it otherwise."""
        view = self._view
        cell = (view.file.situation_name, view.path) if view is not None else (None, None)
        if cell != self._cell and self._panels.matrix.isVisible():
            self._cell = cell
            self._panels.matrix.set_selected(*cell)

    @property
    def _result(self) -> AssembledText | None:
        result = self._view.file.result if self._view is not None else None
        return assembled(result)


def _is_in_its_place(before: Block, now: Block) -> bool:
    return (before.body is now.body and before.path is now.path) or (before.id, before.path) == (
        now.id,
        now.path,
    )


def _may_wait(before: AssembledText, now: AssembledText) -> bool:
    """Whether a large message has the blocks it had before, so that they look much the same."""
    number = len(now.assembly.blocks)
    return now is not before and number > _LOOKED_AT_AT_ONCE and number == len(before.assembly.blocks)
