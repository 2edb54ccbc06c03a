"""Commands that change the blocks of a system message: each edits the file's text in one undo step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from functools import partial
from typing import Final

from editor_app.clock import Clock
from editor_app.system_messages.edits.blocks import (
    add_block,
    delete_block,
    duplicate_block,
    move_block,
    move_down,
    move_up,
    nest_block,
    unnest_block,
    wrap_block,
)
from editor_app.system_messages.edits.fields import set_field, touch_updated
from editor_app.system_messages.edits.values import BlockEdit, BlockPlace, Through
from editor_app.system_messages.model.entities import BlockPath
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Sentence
from editor_app.window.frame.notices import User
from editor_app.window.kinds.system_message.actions import BlockAction
from editor_app.window.kinds.system_message.message_view import SystemMessageView
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlockRequest
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import FieldChange
from editor_app.window.kit.dialogs.question import CANCEL, Button, Question

ALIAS_QUESTION: Final[Question[Through | None]] = Question(
    Sentence("window-system_message.edit-anchor-question"),
    Sentence("window-system_message.edit-anchor-about"),
    (
        CANCEL,
        Button(Sentence("window-system_message.own-value"), Through.DETACH),
        Button(Sentence("window-system_message.edit-there"), Through.ANCHOR),
    ),
)
"""The question where to edit a value that comes from an anchor; both answers have a drawback."""

_EDITS = {
    BlockAction.DELETE: delete_block,
    BlockAction.DUPLICATE: duplicate_block,
    BlockAction.NEST: nest_block,
    BlockAction.UNNEST: unnest_block,
    BlockAction.WRAP: wrap_block,
    BlockAction.UP: move_up,
    BlockAction.DOWN: move_down,
}


class BlockCommands:
    """Changes the blocks of the current system message."""

    def __init__(
        self,
        *,
        front: Callable[[], SystemMessageView],
        begin_content: Callable[[], None],
        user: User,
        clock: Clock,
    ) -> None:
        """Use these parts; `front` returns the current view, `begin_content` focuses a block's content."""
        self._front = front
        self._begin_content = begin_content
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._clock = clock

    def do(self, request: BlockRequest) -> None:
        """Do what the tree asks for, as one undo step, and select the block concerned."""
        view, action = self._front(), request.action
        if action is BlockAction.RENAME:
            self.set_field(FieldChange(request.path, "id", request.id))
            return
        name = next((block.name for block in view.blocks if block.path == request.path), "")
        is_new, place = action is BlockAction.ADD, request.place or BlockPlace((), 0)
        source, syntax = view.file.text, syntax_of(view.file.path.name)
        if is_new:
            edit = add_block(source, syntax, place, request.type, self._clock().astimezone(UTC).date())
        elif action is BlockAction.MOVE:
            edit = move_block(source, syntax, request.path, place)
        else:
            edit = _EDITS[action](source, syntax, request.path)
        step = Sentence("window-system_message.step", action=action, name=name)
        if self._apply(edit, view.path if is_new else request.path, step):
            if is_new:
                self._begin_content()
            where = _place_in_words(view)
            self._notifier.announce(
                Sentence("window-system_message.block-done", action=action, name=name, place=where)
            )

    def do_here(self, action: BlockAction) -> None:
        """Change the selected block."""
        path = self._front().path
        if path is not None:
            self.do(BlockRequest(action, path))

    def set_field(self, change: FieldChange) -> None:
        """Write a field of a block to the file."""
        file = self._front().file
        write = partial(
            set_field, file.text, syntax_of(file.path.name), change.path, change.field, change.value
        )
        try:
            edit = write(through=Through.ASK)
        except ValueError as wrong:  # the typed value cannot be written in the file
            self._notifier.say(str(wrong))
            return
        if edit.aliased and file.document.read_only_because is None:
            through = self._dialogs.ask(ALIAS_QUESTION)
            if through is None:
                return
            edit = write(through=through)
        self._apply(edit, change.path)

    def touch_updated(self) -> None:
        """Write the current time as the message's updatedAt."""
        view = self._front()
        edit = touch_updated(view.file.text, syntax_of(view.file.path.name), self._clock())
        self._apply(edit, view.path, Sentence("window-system_message.step-updated"))

    def why_not_there(self, path: BlockPath, place: BlockPlace) -> str:
        """Return why a block cannot be dropped at a place, "" if it can."""
        file = self._front().file
        reason = file.document.read_only_because
        return reason or move_block(file.text, syntax_of(file.path.name), path, place).refused

    def _apply(self, edit: BlockEdit, about: BlockPath | None, words: str = "") -> bool:
        """Edit the block at `about` and select it, or say why that is impossible; return whether it was done.

        `words` describe the edit in the sentence about its undo, such as "moving ‘identity-1’"; "" for only
        the block's name.
        """
        view = self._front()
        document = view.file.document
        if document.read_only_because is not None:
            self._notifier.say(
                Sentence("window-system_message.nothing-changed", reason=document.read_only_because)
            )
        elif edit.refused:
            self._notifier.say(edit.refused)
        elif edit.edits:
            before = document.text
            document.apply_edits(edit.edits)
            view.remember_step(before, about, edit.path, words)
            if edit.path is not None:
                view.file.catch_up()  # so that the path is resolved in the current text
                view.choose(edit.path)
            return True
        return False


def _place_in_words(view: SystemMessageView) -> str:
    """Return the place of the selected block, such as "in ‘identity-base’, 1 of 1"."""
    path, names = view.path, {block.path: block.name for block in view.blocks}
    if not path:
        return ""
    siblings, number = sum(other[:-1] == path[:-1] for other in names), path[-1] + 1
    if path[:-1] not in names:
        return Sentence("window-system_message.place-at-top", number=number, count=siblings)
    above = names[path[:-1]]
    return Sentence("window-system_message.place-in", block=above, number=number, count=siblings)
