"""The current system message, shown in the panels that only system messages have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.assembled_text import AssembledText
from editor_app.analysis.kinds.system_message import assembled, content_of
from editor_app.analysis.model_text import ModelText
from editor_app.system_messages.edits.reparsing import prepare
from editor_app.system_messages.model.entities import BlockPath
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.system_messages.situations.choices import situation_choices
from editor_app.text import Sentence
from editor_app.window.kinds.system_message.block_rows import tree_rows
from editor_app.window.kinds.system_message.message_preview import (
    MessageLook,
    SystemMessagePreview,
    message_look,
    moved_look,
)
from editor_app.window.kinds.system_message.message_view import SystemMessageView
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlocksPanel
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import (
    InspectorPanel,
    inspector_fields,
)
from editor_app.window.kinds.system_message.panels.matrix import (
    MatrixPanel,
    MatrixRows,
    matrix_in_slices,
)
from editor_app.window.kinds.system_message.panels.situation.situation_panel import SituationPanel
from editor_app.window.kinds.system_message.panels.why import WhyPanel, why_rows
from editor_app.window.kinds.system_message.situations import is_edited
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.perspective import ShowPreview, preview_after_edit

_SOON_MS = 80
_PAUSE_MS = 250
_LOOKED_AT_AT_ONCE = 100  # blocks; the look of a larger message follows after a pause


class _Look(NamedTuple):
    """The look that was computed last for the preview, and the inputs it was computed from."""

    result: AssembledText
    inputs: tuple[object, ...]
    look: MessageLook


@dataclass(frozen=True, slots=True)
class SystemMessagePanels:
    """The panels that only system messages have."""

    blocks: BlocksPanel
    situation: SituationPanel
    inspector: InspectorPanel
    why: WhyPanel
    matrix: MatrixPanel


class CurrentSystemMessage(QObject):
    """Shows one open system message in its panels: the tree at once, reasons and matrix after a short pause.

    After an edit that changes which blocks a large message has, the tree follows in a later event, or when it
    is used.

    `look_changed` is emitted when another block is selected, too, which the preview shows.
    """

    look_changed = Signal()
    content_reached = Signal()  # shared content from an anchor: the bar must say what editing it changes

    def __init__(
        self,
        panels: SystemMessagePanels,
        extras: SystemMessagePreview,
        parent: QObject | None = None,
    ) -> None:
        """Start without a system message."""
        super().__init__(parent)
        self.extras = extras
        self._panels = panels
        self._view: SystemMessageView | None = None
        self._links = Connections()
        self.files: tuple[str, ...] = ()
        """Those of the workspace, which the situation form offers."""
        self._last: _Look | None = None
        self._outcome: Outcome | None = None
        self._has_form = False
        self._cell: tuple[str | None, BlockPath | None] = (None, None)
        self._matrix = Slicer(self)
        self._later = single_shot(self, _SOON_MS, self._show_beside)
        self._rows_later = single_shot(self, 0, self._show_rows)
        panels.blocks.tree.rows_needed.connect(self._catch_up)
        # so that the next edit of blocks takes only as long as its change
        self._prepare_later = single_shot(
            self, 400, lambda: prepare(self._front.file.text, syntax_of(self._front.file.path.name))
        )

    def show(self, view: SystemMessageView | None) -> None:
        """Show another system message; None shows none."""
        self._links.end()
        self._view = view
        self._matrix.stop()
        self._last = None
        self._later.stop()
        self._rows_later.stop()
        self._prepare_later.stop()
        self._panels.blocks.set_selected(None)
        if view is None:
            self._panels.inspector.show_block(None)
            return
        self._links.add(view.block_chosen, self._show_block)
        self._links.add(view.link.alias_reached, self.content_reached)
        self._show_beside()
        if len(view.blocks) > _LOOKED_AT_AT_ONCE:
            self._prepare_later.start()

    def show_form(self, *, shown: bool) -> None:
        """Show or hide the inspector, which is shown above the content of the selected block."""
        if shown is not self._has_form:
            self._has_form = shown
            self._show_fields()

    def in_words(self) -> str:
        """Return how many blocks there are and how many are sent; "" without a system message.

        While the tree of a large message waits for its update, these are the numbers of the text in the
        preview.
        """
        result = self._last.result if self._last is not None and self.has_other_blocks else self._result
        if result is None:
            return ""
        states = [block_outcome.state.is_in for block_outcome in result.outcome.block_outcomes]
        return Sentence("window-system_message.blocks-sent", count=len(states), sent=sum(states))

    @property
    def has_other_blocks(self) -> bool:
        """Whether a large message has other blocks, or blocks in other places, than the preview shows."""
        view, last = self._view, self._last
        before = content_of(last.result.analysis) if last is not None else None
        if view is None or before is None or len(view.blocks) <= _LOOKED_AT_AT_ONCE:
            return False
        if before is content_of(view.file.analysis):
            return False
        return len(before.blocks) != len(view.blocks) or not all(
            (old.body is new.body and old.path is new.path) or (old.id, old.path) == (new.id, new.path)
            for old, new in zip(before.blocks, view.blocks, strict=True)
        )

    def look(self, result: ModelText | None) -> MessageLook | None:
        """Return what the preview shows besides the text, None if the file is not a system message."""
        view, last = self._view, self._last
        result = assembled(result)
        if view is None or result is None:
            return None
        inputs = (view.index, result.situation, result.options)
        if last is not None and last.inputs == inputs and _may_wait(last.result, result):
            return moved_look(last.look, last.result.text, result.text)  # the new look follows after a pause
        if last is not None and last.result is result and last.inputs[1:] == inputs[1:]:
            look = replace(last.look, selected=view.index)
        else:
            look = message_look(result, view.index)
        self._last = _Look(result, inputs, look)
        return look

    def show_edit(self, size: int) -> ShowPreview:
        """Update the block tree and return `SOON` if blocks were added, removed or moved, else `NOW`."""
        view = self._view
        if view is None or content_of(view.file.analysis) is None:
            return preview_after_edit(size)
        if not self.has_other_blocks:
            return ShowPreview.NOW
        self.refresh()
        return ShowPreview.SOON

    def refresh(self) -> None:
        """Show the current text and situation."""
        if self._view is None:
            return
        if self.has_other_blocks:
            self._prepare_later.start()
            self._rows_later.start()
        else:
            self._refresh_tree()
        if not self._later.isActive():  # not restarted, so that it also comes during typing
            is_large = len(self._view.blocks) > _LOOKED_AT_AT_ONCE
            self._later.start(_PAUSE_MS if is_large else _SOON_MS)

    # What is shown ------------------------------------------------------------------------------------------

    @property
    def _front(self) -> SystemMessageView:
        """The view that is shown: what follows is done while there is one."""
        assert self._view is not None
        return self._view

    def _show_tree(self) -> None:
        view, result = self._front, self._result
        if result is None:
            return
        reading = content_of(result.analysis)
        assert reading is not None
        if not reading.is_readable:
            self._panels.blocks.show_unreadable()
            return
        self._outcome = result.outcome
        rows = tree_rows(reading.blocks, result.outcome, result.situation, result.analysis.diagnostics)
        self._panels.blocks.show_rows(rows, read_only=view.file.document.read_only_because is not None)
        self._panels.blocks.set_selected(view.path)

    def _catch_up(self) -> None:
        if self._rows_later.isActive():
            self._show_rows()

    def _show_rows(self) -> None:
        """Show the current blocks, the selected one, and why that is sent or not."""
        self._rows_later.stop()
        self._refresh_tree()
        self._panels.blocks.set_selected(self._front.path)
        self._show_why()

    def _refresh_tree(self) -> None:
        result = self._result
        if result is not None and result.outcome is not self._outcome:
            self._show_tree()

    def _show_block(self) -> None:
        """Show the selected block in the tree, the inspector and the Why panel."""
        self._show_fields()
        self._choose_cell()
        if self.has_other_blocks:
            self._rows_later.start()  # and the preview shows the block when it shows the others
        else:
            self._panels.blocks.set_selected(self._front.path)
            self._show_why()
            self.look_changed.emit()

    def _show_beside(self) -> None:
        self._later.stop()
        self._rows_later.stop()
        self._show_tree()
        self._show_fields()
        self._show_why()
        file, panel = self._front.file, self._panels.situation
        names = [saved.name for saved in file.situations]
        panel.show_choices(situation_choices(self._front.blocks, self.files))
        panel.show_situation(file.situation, names, file.situation_name, edited=is_edited(file))
        reading = content_of(file.analysis)
        if reading is not None and self._panels.matrix.isVisible():
            self._matrix.start(matrix_in_slices(reading, file.situations), self._take_matrix)
            self._matrix.advance()
        if self._result is not None and self._last is not None and self._last.result is not self._result:
            self._last = None
            self.look_changed.emit()  # the preview shows the look from before

    def _show_fields(self) -> None:
        if self._view is None or not self._has_form:
            self._panels.inspector.show_block(None)
            return
        file, index = self._view.file, self._view.index
        reading = content_of(file.analysis)
        reason = file.document.read_only_because
        self._panels.inspector.show_block(
            inspector_fields(reading, index, file.analysis.diagnostics, read_only_because=reason)
            if reading is not None and index is not None
            else None
        )

    def _show_why(self) -> None:
        view, result = self._front, self._result
        if result is None or view.index is None:
            self._panels.why.show_nothing(has_blocks=bool(view.blocks))
        else:
            rows = why_rows(result.assembly.blocks, result.outcome, view.index, result.left_out_blocks)
            self._panels.why.show_why(rows)

    def _take_matrix(self, rows: MatrixRows) -> None:
        self._panels.matrix.show_matrix(rows)
        self._choose_cell()

    def _choose_cell(self) -> None:
        """Select the current block and situation in the matrix, if they changed since the last call."""
        cell = (self._front.file.situation_name, self._front.path)
        if cell != self._cell and self._panels.matrix.isVisible():
            self._cell = cell
            self._panels.matrix.set_selected(*cell)

    @property
    def _result(self) -> AssembledText | None:
        return assembled(self._view.file.result) if self._view is not None else None


def _may_wait(before: AssembledText, now: AssembledText) -> bool:
    """Whether a large message has as many blocks as before, so that its look may be updated after a pause."""
    number = len(now.assembly.blocks)
    return now is not before and number > _LOOKED_AT_AT_ONCE and number == len(before.assembly.blocks)
