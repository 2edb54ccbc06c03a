"""Commands that change what a system message is tried with: situation, muted blocks, order and style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.situations.situation import Situation
from editor_app.window.documents.case_values import CaseValues
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import Notices
from editor_app.window.kinds.system_message.message_view import Muted, SystemMessageView
from editor_app.window.kinds.system_message.situations import Situations
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion, confirmation


class SituationCommands:
    """Changes the situation and options of the current system message, and the situations saved beside it."""

    def __init__(
        self,
        *,
        front: Callable[[], SystemMessageView | None],
        is_in_tree: Callable[[], bool],
        situations: Situations,
        cases: CaseValues,
        dialogs: Dialogs,
        notifier: Notices,
    ) -> None:
        """Use these parts; `is_in_tree` returns whether the focus is in the block tree."""
        self._front = front
        self._is_in_tree = is_in_tree
        self._situations = situations
        self._cases = cases
        self._dialogs = dialogs
        self._notifier = notifier

    def change_situation(self, situation: Situation) -> None:
        """Try the system message in another situation."""
        file = self._file
        if file is not None:
            file.set_situation(situation, file.situation_name)

    def choose_situation(self, name: str | None) -> None:
        """Try the system message in a saved situation, or with None with everything left open."""
        file = self._file
        if file is not None:
            self._cases.type(file, {})  # the typed values belonged to the situation before
            self._situations.choose(file, name)

    def save_situation(self, name: str | None = None) -> None:
        """Save the current situation under `name`; None asks for one."""
        file = self._file
        if file is None:
            return
        if name is None:
            question = NameQuestion(
                "Save as situation",
                "It is saved beside the system message.",
                "Save",
                file.situation_name or "",
            )
            name = self._dialogs.ask(question)
        if name and name.strip() and self._situations.save(file, name.strip()):
            self._cases.type(file, {})  # these values are part of the saved situation now

    def delete_situation(self, name: str) -> None:
        """Delete a saved situation."""
        file = self._file
        if file is not None and self._dialogs.ask(
            confirmation("Delete situation", f"‘{name}’ is taken out of the situations file.", "Delete")
        ):
            self._situations.delete(file, name)

    def toggle_mute(self, block_id: str) -> None:
        """Mute a block, or unmute it: a muted block is left out of the preview only."""
        file = self._file
        if not block_id:
            self._notifier.say("A block is muted by its id, and this one has none. Give it one first.")
        elif file is not None:
            self._mute(file, file.situation.muted ^ {block_id})
            is_muted = block_id in file.situation.muted
            self._notifier.announce(f"‘{block_id}’ is muted." if is_muted else f"‘{block_id}’ is unmuted.")

    def mute_here(self) -> None:
        """Mute or unmute the selected block."""
        view = self._front()
        if view is not None and view.index is not None:
            self.toggle_mute(view.blocks[view.index].id)

    def unmute_all(self) -> None:
        """Unmute every block."""
        if self._file is not None:
            self._mute(self._file, frozenset())
            self._notifier.announce("All blocks are unmuted.")

    def muting_to_step_to(self, *, undoes: bool) -> Muted | None:
        """Return the muted blocks after undoing or redoing the last mute step, None without one.

        There is one only while the focus is in the block tree.
        """
        view = self._front()
        if view is None or not self._is_in_tree():
            return None
        return view.mutings.to(view.file.document.revision, view.file.situation.muted, undoes=undoes)

    def step_muting(self, *, undoes: bool) -> bool:
        """Undo or redo the last mute step, from the block tree; return False if that does not apply."""
        view, muted = self._front(), self.muting_to_step_to(undoes=undoes)
        if view is None or muted is None:
            return False
        file = view.file
        changed = sorted(file.situation.muted ^ muted)
        names = ", ".join(f"‘{name}’" for name in changed)
        state = "muted" if len(muted) > len(file.situation.muted) else "unmuted"
        view.mutings.step(undoes=undoes)
        self.change_situation(replace(file.situation, muted=muted))
        self._notifier.say_of_file(f"{names} {'is' if len(changed) == 1 else 'are'} {state} again.")
        return True

    def _mute(self, file: OpenFile, muted: Muted) -> None:
        view = self._front()
        if view is not None:
            self._notifier.dismiss_of_file()
            view.mutings.note(file.document.revision, file.situation.muted, muted)
        self.change_situation(replace(file.situation, muted=muted))

    def choose_order(self, order: str) -> None:
        """Assemble the blocks in another order."""
        self._set_options(lambda options: replace(options, order=Order(order)))

    def choose_style(self, style: str) -> None:
        """Assemble the message in another style."""
        self._set_options(lambda options: replace(options, style=SystemMessageStyle(style)))

    def drop_outranked(self, drops: bool) -> None:
        """Drop outranked blocks from the preview, or keep them."""
        self._set_options(lambda options: replace(options, drop_outranked=drops))

    def _set_options(self, changed: Callable[[AssemblyOptions], AssemblyOptions]) -> None:
        file = self._file
        if file is not None:
            file.set_options(changed(file.options or AssemblyOptions()))

    @property
    def _file(self) -> OpenFile | None:
        view = self._front()
        return view.file if view is not None else None
