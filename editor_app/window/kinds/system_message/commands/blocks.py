"""What is done with the blocks of a system message, and the situations it is tried in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from functools import partial

from editor_app.clock import Clock
from editor_app.library import Kind
from editor_app.system_messages import (
    AssemblyOptions,
    BlockPath,
    MessageStyle,
    Order,
    Situation,
    syntax_of,
)
from editor_app.system_messages.edits import (
    BlockEdit,
    BlockPlace,
    Through,
    add_block,
    can_move,
    delete_block,
    duplicate_block,
    move_block,
    move_down,
    move_up,
    nest_block,
    set_field,
    touch_updated,
    unnest_block,
    wrap_block,
)
from editor_app.text import Span
from editor_app.window.commands.session import Session
from editor_app.window.dialogs import AliasAnswer, NameQuestion
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kinds.system_message.message_view import MessageView, MessageViews
from editor_app.window.kinds.system_message.mutings import Muted
from editor_app.window.kinds.system_message.panels.blocks import BlockIntent, Deed
from editor_app.window.kinds.system_message.panels.inspector import FieldChange
from editor_app.window.kinds.system_message.situations import Situations

_DEEDS = {
    Deed.DELETE: delete_block,
    Deed.DUPLICATE: duplicate_block,
    Deed.NEST: nest_block,
    Deed.UNNEST: unnest_block,
    Deed.WRAP: wrap_block,
    Deed.UP: move_up,
    Deed.DOWN: move_down,
}


class BlockCommands:
    """Changes blocks in the file's text, and the situation in the window only."""

    def __init__(
        self,
        session: Session,
        situations: Situations,
        views: MessageViews,
        clock: Clock,
        is_in_tree: Callable[[], bool],
    ) -> None:
        """Take what to act on; `is_in_tree` says whether the focus is in the tree of blocks."""
        self._session = session
        self._clock = clock
        self._is_in_tree = is_in_tree
        self._situations = situations
        self._views = views

    # The file ----------------------------------------------------------------------------------------------

    def do(self, intent: BlockIntent) -> None:
        """Do what the tree asks for, as one undo step, and choose the block that it was about."""
        view = self.view
        if intent.deed is Deed.RENAME:
            self.set_field(FieldChange(intent.path, "id", intent.id))
        elif view is not None:
            name = next((block.name for block in view.blocks if block.path == intent.path), "")
            is_new = intent.deed is Deed.ADD
            about = view.path if is_new else intent.path
            what = _doing(intent.deed, name)
            if not self._apply(view, self._edit_for(view.file, intent), about, what):
                return
            if is_new:
                self._begin_content(view)
            self._session.announce(_said(intent.deed, name, _place_in_words(view)))

    def do_here(self, deed: Deed) -> None:
        """Do something with the chosen block."""
        if self.view is not None and self.view.path is not None:
            self.do(BlockIntent(deed, self.view.path))

    def set_field(self, change: FieldChange) -> None:
        """Write a field of a block."""
        view = self.view
        if view is None:
            return
        file = view.file
        write = partial(
            set_field, file.text, syntax_of(file.path.name), change.path, change.field, change.value
        )
        try:
            edit = write(through=Through.ASK)
        except ValueError as wrong:  # what was typed can't stand in the file
            self._session.say(str(wrong))
            return
        if edit.aliased and file.document.read_only_because is None:
            through = self._ask_through()
            if through is None:
                return
            edit = write(through=through)
        self._apply(view, edit, change.path)

    def touch_updated(self) -> None:
        """Write the time of now as the message's updatedAt."""
        view = self.view
        if view is not None:
            file = view.file
            edit = touch_updated(file.text, syntax_of(file.path.name), self._clock())
            self._apply(view, edit, view.path, "writing the time of now as updatedAt")

    def why_not_there(self, path: BlockPath, place: BlockPlace) -> str:
        """Say why a block cannot be dropped somewhere, "" if it can."""
        view = self.view
        if view is None:
            return "No message is open."
        reason = view.file.document.read_only_because
        return reason or can_move(view.file.text, syntax_of(view.file.path.name), path, place)

    def _edit_for(self, file: OpenFile, intent: BlockIntent) -> BlockEdit:
        source, syntax = file.text, syntax_of(file.path.name)
        place = intent.place or BlockPlace((), 0)
        if intent.deed is Deed.ADD:
            return add_block(source, syntax, place, intent.type, self._clock().astimezone(UTC).date())
        if intent.deed is Deed.MOVE:
            return move_block(source, syntax, intent.path, place)
        return _DEEDS[intent.deed](source, syntax, intent.path)

    def _begin_content(self, view: MessageView) -> None:
        """Let what is typed next replace the sentence that holds the place of the content."""
        self.show_blocks()
        view.editor.selectAll()
        view.editor.setFocus()

    def _apply(self, view: MessageView, edit: BlockEdit, about: BlockPath | None, what: str = "") -> bool:
        """Make an edit of the block at `about` and choose it, or say why not; return whether it was made.

        `what` is what undo says of it, where it says more than that it is about the block.
        """
        document = view.file.document
        if document.read_only_because is not None:
            self._session.say(f"Nothing was changed: {document.read_only_because}")
        elif edit.refused:
            self._session.say(edit.refused)
        elif edit.edits:
            before = document.text
            document.apply_edits(edit.edits)
            view.remember_step(before, about, edit.path, what)
            if edit.path is not None:
                view.file.catch_up()  # the path is one of the text as it is now
                view.choose(edit.path)
            return True
        return False

    def _ask_through(self) -> Through | None:
        """Ask whether a value that stands elsewhere is changed there, or here apart from it."""
        answers = {AliasAnswer.THERE: Through.ANCHOR, AliasAnswer.HERE: Through.DETACH}
        return answers.get(self._session.dialogs.ask_alias())

    def remedy(self, remedy: Remedy) -> None:
        """Let a content that stands elsewhere be edited, there or here."""
        through = {Remedy.EDIT_ANCHOR: Through.ANCHOR, Remedy.DETACH: Through.DETACH}.get(remedy)
        view = self.view
        if view is not None and through is not None:
            view.link.choose(through)
            self._session.current.show_status()
            view.editor.setFocus()

    # Going to places ---------------------------------------------------------------------------------------

    @property
    def view(self) -> MessageView | None:
        """How the current file is looked at, if it is a system message."""
        return self._views.of(self._session.current.file)

    def choose(self, path: BlockPath | None) -> None:
        """Choose a block."""
        if self.view is not None:
            self.view.choose(path)

    def choose_index(self, index: int) -> None:
        """Choose a block that a panel names by its index."""
        if self.view is not None:
            self.view.choose_index(index)

    def write_content(self, path: BlockPath) -> None:
        """Choose a block and go on writing in its content."""
        view = self.view
        if view is not None:
            view.choose(path)
            self.show_blocks()
            view.editor.setFocus()

    def show_blocks(self, *, shown: bool = True) -> None:
        """Show blocks, or the source."""
        view = self.view
        if view is not None:
            self._session.tabs.show_alternative(view.file.document, shown=shown)
            self._session.current.show_editor(self._session.tabs.current_editor)

    def switch_view(self) -> None:
        """Go from the content of a block to its source, or back."""
        view = self.view
        if view is not None:
            self.show_blocks(shown=not self._session.tabs.shows_alternative(view.file.document))
            self.go_on_in_view()

    def go_on_in_view(self) -> None:
        """Put the caret of the view that has come to the front where that of the other stands."""
        view = self.view
        if view is None:
            return
        tabs, document = self._session.tabs, view.file.document
        source = tabs.editor_of(document)
        if source is None:
            return
        self._session.current.show_editor(tabs.current_editor)
        if tabs.shows_alternative(document):
            offset = source.cursor_offset()
            view.go_to(Span(offset, offset))
            view.editor.setFocus()
            return
        place = view.source_offset
        if place is not None:
            source.go_to(Span(place, place))
        source.setFocus()

    # The situation -----------------------------------------------------------------------------------------

    def change_situation(self, situation: Situation) -> None:
        """Try the message in another situation."""
        file = self._message
        if file is not None:
            file.set_situation(situation, file.situation_name)

    def choose_situation(self, name: str | None) -> None:
        """Try the message in a saved situation, or with everything left open."""
        file = self._message
        if file is not None:
            self._session.cases.type(file, {})  # what was typed was for the situation before
            self._situations.choose(file, name)

    def save_situation(self, name: str | None = None) -> None:
        """Save the situation of now; without a name, ask for one."""
        file = self._message
        if file is None:
            return
        if name is None:
            question = NameQuestion(
                "Save as situation", "It is saved beside the message.", "Save", file.situation_name or ""
            )
            name = self._session.dialogs.ask_name(question)
        if name and name.strip() and self._situations.save(file, name.strip()):
            self._session.cases.type(file, {})  # these values are the situation's now

    def delete_situation(self, name: str) -> None:
        """Take a saved situation away."""
        file = self._message
        if file is not None and self._session.dialogs.confirm(
            "Delete situation", f"‘{name}’ is taken out of the situations file.", "Delete"
        ):
            self._situations.delete(file, name)

    def toggle_mute(self, block_id: str) -> None:
        """Leave a block out while trying, or take it in again."""
        file = self._message
        if not block_id:
            self._session.say("A block is muted by its id, and this one has none. Give it one first.")
        elif file is not None:
            self._mute(file, file.situation.muted ^ {block_id})
            is_muted = block_id in file.situation.muted
            self._session.announce(f"‘{block_id}’ is muted." if is_muted else f"‘{block_id}’ is unmuted.")

    def mute_here(self) -> None:
        """Mute or unmute the chosen block."""
        view = self.view
        if view is not None and view.index is not None:
            self.toggle_mute(view.blocks[view.index].id)

    def unmute_all(self) -> None:
        """Take every muted block in again."""
        if self._message is not None:
            self._mute(self._message, frozenset())
            self._session.announce("All blocks are unmuted.")

    def step_muting(self, *, undoes: bool) -> bool:
        """Take back the last muting, or make it again, from the tree; say False where that is not meant."""
        view = self.view
        muted = view.muting_to_step_to(undoes=undoes) if view is not None else None
        if view is None or muted is None or not self._is_in_tree():
            return False
        file = view.file
        changed = sorted(file.situation.muted ^ muted)
        names = ", ".join(f"‘{name}’" for name in changed)
        state = "muted" if len(muted) > len(file.situation.muted) else "unmuted"
        (view.mutings.undo if undoes else view.mutings.redo)()
        self.change_situation(replace(file.situation, muted=muted))
        self._session.say_of_file(f"{names} {'is' if len(changed) == 1 else 'are'} {state} again.")
        return True

    def _mute(self, file: OpenFile, muted: Muted) -> None:
        view = self.view
        if view is not None:
            self._session.window.notices.dismiss_of_file()
            view.mutings.note(file.document.revision, file.situation.muted, muted)
        self.change_situation(replace(file.situation, muted=muted))

    def choose_cell(self, name: str, path: BlockPath) -> None:
        """Show a block in a saved situation."""
        self.choose_situation(name)
        self.choose(path)

    def choose_order(self, order: str) -> None:
        """Put the blocks in another order."""
        self._set_options(lambda options: replace(options, order=Order(order)))

    def choose_style(self, style: str) -> None:
        """Write the message in another style."""
        self._set_options(lambda options: replace(options, style=MessageStyle(style)))

    def drop_outranked(self, drops: bool) -> None:
        """Look at the message without what is outranked, or with it."""
        self._set_options(lambda options: replace(options, drop_outranked=drops))

    def _set_options(self, changed: Callable[[AssemblyOptions], AssemblyOptions]) -> None:
        if self._message is not None:
            self._message.set_options(changed(self._message.options or AssemblyOptions()))

    @property
    def _message(self) -> OpenFile | None:
        file = self._session.current.file
        return file if file is not None and file.kind is Kind.SYSTEM_MESSAGE else None


def _said(deed: Deed, name: str, place: str) -> str:
    """Return what is said of a block's deed; `place` is where the chosen block stands now."""
    said = {
        Deed.ADD: f"A block is added {place}.",
        Deed.DELETE: f"‘{name}’ is deleted.",
        Deed.DUPLICATE: f"‘{name}’ is duplicated {place}.",
        Deed.WRAP: f"‘{name}’ is wrapped in a new block {place}.",
    }
    return said.get(deed, f"‘{name}’ is moved: {place}.")


def _doing(deed: Deed, name: str) -> str:
    """Return what is said of a block's deed when it is undone, such as "moving ‘identity-1’"."""
    verbs = {Deed.DELETE: "deleting", Deed.DUPLICATE: "duplicating", Deed.WRAP: "wrapping"}
    return "adding a block" if deed is Deed.ADD else f"{verbs.get(deed, 'moving')} ‘{name}’"


def _place_in_words(view: MessageView) -> str:
    """Say where the chosen block stands, such as "in ‘identity-base’, 1 of 1"."""
    path = view.path
    if not path:
        return ""
    names = {block.path: block.name for block in view.blocks}
    above = f"in ‘{names[path[:-1]]}’" if path[:-1] in names else "at the top"
    siblings = sum(other[:-1] == path[:-1] for other in names)
    return f"{above}, {path[-1] + 1} of {siblings}"
