"""The view of an open system message: which block is selected, and the editor of that block's content.

And what is kept of it: the history of muted blocks, and what the next start brings back, as JSON values.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.model.entities import Block, BlockPath
from editor_app.text import Sentence, Severity, Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kinds.system_message.content_link import ContentLink, block_around
from editor_app.window.kit.positions import cursor_over
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.kit.work.connections import connect
from editor_app.window.text.code_editor import CodeEditor

Muted = frozenset[str]


class MutingHistory:
    """The undo steps of muting since the text of a system message changed; text edits are undone first."""

    def __init__(self) -> None:
        """Start with no steps."""
        self._revision = -1
        self._states: list[Muted] = []
        self._at = 0

    def note(self, revision: int, before: Muted, after: Muted) -> None:
        """Record a step: the muted blocks `before` and `after`, at a revision of the text."""
        if revision != self._revision:
            self._revision, self._states, self._at = revision, [before], 0
        if before != after:
            self._at += 1
            self._states[self._at :] = [after]

    def to(self, revision: int, *, undoes: bool) -> Muted | None:
        """Return the muted blocks with the last step undone or redone; None if nothing can be here."""
        place = self._at - 1 if undoes else self._at + 1
        is_there = revision == self._revision and 0 <= place < len(self._states)
        return self._states[place] if is_there else None

    def step(self, *, undoes: bool) -> None:
        """Record that the last step was undone or redone."""
        self._at += -1 if undoes else 1


class ContentRemedy(WordedEnum):
    """Links of the bar for a block whose content comes from a YAML anchor."""

    EDIT_ANCHOR = Sentence("window-system_message.edit-anchor")
    DETACH = Sentence("window-system_message.detach")


class SystemMessageView(QObject):
    """The view of an open system message: its selected block, kept across edits, and that block's editor."""

    block_chosen = Signal()

    def __init__(self, file: OpenFile, parent: QObject | None = None) -> None:
        """Select the first block."""
        super().__init__(parent)
        self.file = file
        self.path: BlockPath | None = None
        self.mutings = MutingHistory()
        self._source = file.text
        # by hashes of the texts before and after an edit, which undo and redo go between, too
        self._steps: dict[tuple[int, int], BlockPath | None] = {}
        self._step_words: dict[tuple[int, int], str] = {}
        self.link = ContentLink(file.document, lambda: file.analysis, self)
        self.editor = CodeEditor(self.link.document)
        self.link.connect_editor(self.editor.show_analysis, self.editor.fix_chosen)
        connect(
            (self.link.block_moved, self._move),
            (self.link.block_reached, self.choose),
            (file.analysed, self._follow),
            (file.release_requested, self.link.document.release),
        )
        self.choose(self._nearest_path())

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the message in the current text."""
        reading = content_of(self.file.analysis)
        return reading.blocks if reading is not None else ()

    @property
    def index(self) -> int | None:
        """The index of the selected block, None if there is none."""
        return next((index for index, block in enumerate(self.blocks) if block.path == self.path), None)

    def choose(self, path: BlockPath | None) -> None:
        """Select the block at `path`; None selects none."""
        if path != self.path or self.link.path != path:
            self.path = path
            self.link.show_block(path)
            self.editor.select_span(Span(0, 0))  # the focus stays in the panel where the block was selected
            self.editor.setAccessibleName(
                Sentence("window-system_message.content-of", name=self.blocks[self.index].name)
                if self.index is not None
                else Sentence("window-system_message.no-block-chosen")
            )
            self.block_chosen.emit()

    def remember_step(
        self, before: str, there: BlockPath | None, here: BlockPath | None, words: str = ""
    ) -> None:
        """Remember the block of an edit: at `there` in the text `before`, at `here` in the current text.

        Undo and redo of the edit then select that block, wherever they are asked for. `words`, such as
        "moving ‘rule-001’", describe the edit in the sentence about its undo.
        """
        old, new = hash(before), hash(self.file.text)
        self._steps[new, old], self._steps[old, new] = there, here
        self._step_words[old, new] = words

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return words for the edit undone or redone in the text `before`, "" if it is unknown.

        Two edits may go between the same two texts, such as duplicating a block and deleting the duplicate:
        `undoes` tells them apart.
        """
        was, now = hash(before), hash(self.file.text)
        return self._step_words.get((now, was) if undoes else (was, now), "")

    def choose_index(self, index: int) -> None:
        """Select a block by its index; an index out of range changes nothing."""
        if 0 <= index < len(self.blocks):
            self.choose(self.blocks[index].path)

    def choose_around(self, offset: int) -> bool:
        """Select the block around an offset of the file; return False if none is."""
        reading = content_of(self.file.analysis)
        path = block_around(reading, offset) if reading is not None else None
        if path is not None:
            self.choose(path)
        return path is not None

    def go_to(self, span: Span) -> bool:
        """Select the block whose content contains `span` of the file, and go there; return False if none."""
        if not self.choose_around(span.start):
            return False
        start = self.link.content_offset(span.start)
        if start is None:
            return False
        end = self.link.content_offset(span.end)
        self.editor.go_to(Span(start, start if end is None else end))
        return True

    @property
    def source_offset(self) -> int | None:
        """The offset in the file of the content editor's caret, None if it is not in the file."""
        return self.link.source_offset(self.editor.cursor_offset())

    def _move(self, path: BlockPath | None) -> None:
        if path is not None and path != self.path:
            self.path = path
            self.block_chosen.emit()

    def _follow(self) -> None:
        before, self._source = self._source, self.file.text
        self.link.refresh()
        path = self._steps.get((hash(before), hash(self._source))) if self._steps else None
        if path is not None:
            self.choose(path)
            self.link.stay()  # the link may have moved to that block already, and then `choose` did nothing
        if self.blocks and (self.index is None or self.link.path is None):
            self.choose(self._nearest_path())

    def _nearest_path(self) -> BlockPath | None:
        """Return the path of the block at the selected one's place, the nearest before it, or the first."""
        path, known = self.path, {block.path for block in self.blocks}
        while path:
            for last in range(path[-1], -1, -1):
                if (*path[:-1], last) in known:
                    return (*path[:-1], last)
            path = path[:-1]
        return self.blocks[0].path if self.blocks else None


def content_status_of(view: SystemMessageView) -> FileStatus | None:
    """Return why the content that is shown cannot be edited, with links that change that; None if it can."""
    reason = view.link.document.read_only_because
    if reason is None or view.file.document.read_only_because is not None:
        return None
    remedies = (ContentRemedy.EDIT_ANCHOR, ContentRemedy.DETACH) if view.link.asks_how else ()
    return FileStatus(Severity.INFORMATION, reason, remedies)


def kept_view(view: SystemMessageView) -> dict[str, object]:
    """Return the chosen block, the selection in its content, the muted blocks and the options."""
    file, options, state = view.file, view.file.options, dict[str, object]()
    if view.path is not None and view.index is not None:
        bridge, cursor = view.link.document.bridge, view.editor.textCursor()
        state["block"] = {
            "path": list(view.path),
            "id": view.blocks[view.index].id,
            "caret": bridge.offset(cursor.position()),
            "anchor": bridge.offset(cursor.anchor()),
        }
    if file.situation.muted:
        state["muted"] = sorted(file.situation.muted)
    if options is not None:
        state["order"], state["style"] = options.order.value, options.style.value
        state["drop_outranked"] = options.drop_outranked
    return state


def restore_view(view: SystemMessageView, state: Mapping[str, object]) -> None:
    """Show a system message as `kept_view` found it; what is not of its sort is passed over."""
    muted = state.get("muted")
    if isinstance(muted, list):
        names = frozenset(name for name in muted[:10_000] if isinstance(name, str))
        view.file.set_situation(replace(view.file.situation, muted=names), view.file.situation_name)
    if "order" in state or "style" in state:
        with suppress(ValueError):
            order, style = Order(str(state.get("order"))), SystemMessageStyle(str(state.get("style")))
            view.file.set_options(AssemblyOptions(order, style, state.get("drop_outranked") is True))
    chosen = state.get("block")
    if not isinstance(chosen, dict):
        return
    path = _path_of(view.blocks, chosen)
    if path is None:
        return
    view.choose(path)
    contents = view.link.document
    anchor, caret = (
        min(max(offset, 0), len(contents.text)) if isinstance(offset, int) else 0
        for offset in (chosen.get("anchor"), chosen.get("caret"))
    )
    ends = map(contents.bridge.position, (anchor, caret))
    view.editor.setTextCursor(cursor_over(view.editor.document(), *ends))


def _path_of(blocks: tuple[Block, ...], chosen: Mapping[str, object]) -> BlockPath | None:
    """Return where the chosen block is now: the file may have others before it since."""
    path, named = chosen.get("path"), chosen.get("id")
    there = next((block for block in blocks if list(block.path) == path), None)
    if there is not None and there.id == named:
        return there.path
    same = [block.path for block in blocks if named and block.id == named]
    return same[0] if same else there.path if there is not None else None
