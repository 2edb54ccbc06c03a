"""What open system messages are tried with: situations, those saved in a file beside each, and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from weakref import WeakKeyDictionary

from editor_app.library.files.reading import FileMark, mark_at
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, NamedSituation, Situation
from editor_app.system_messages.situations.situations_file import read_situations, situations_path
from editor_app.system_messages.situations.writing import remove_situation_edits, situation_edits
from editor_app.text import Edit, Sentence
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.side_files import edit_beside, read_beside
from editor_app.window.frame.notices import User
from editor_app.window.kinds.system_message.message_view import Muted, SystemMessageView
from editor_app.window.kit.dialogs.question import NameQuestion, confirmation


class Situations:
    """Reads and writes situations files, and changes what the system message in front is tried with."""

    def __init__(
        self,
        *,
        front: Callable[[], SystemMessageView],
        is_in_tree: Callable[[], bool],
        documents: Documents,
        user: User,
        warn: Callable[[str, Path | None], object],
    ) -> None:
        """Use these parts; `front` returns the view of the system message in front.

        `is_in_tree` returns whether the focus is in the block tree, `warn` tells what writing a situations
        file could not keep, with the path of that.
        """
        self._front = front
        self._is_in_tree = is_in_tree
        self._files, self._cases = documents.files, documents.cases
        self._dialogs, self._notifier = user.dialogs, user.notifier
        self._warn = warn
        self._marks: WeakKeyDictionary[OpenFile, FileMark | None] = WeakKeyDictionary()

    # All open system messages -------------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Read the situations of a system message that was just opened, and choose the first."""
        self._read(file)
        if file.situations:
            file.set_situation(file.situations[0].situation, file.situations[0].name)

    def check_disk(self) -> None:
        """Read the situations again of those messages whose situations file changed on disk."""
        for file in self._files.files:
            if file in self._marks and self._marks[file] != mark_at(situations_path(file.path)):
                self.follow(file)

    def follow(self, file: OpenFile) -> None:
        """Read the situations again; the chosen one is updated, unless it was edited here or is gone."""
        before, was_edited = file.situations, is_edited(file)
        self._read(file)
        if file.situations == before:
            return
        is_known = _named(file, file.situation_name) is not None
        if is_known and not was_edited:
            _choose(file, file.situation_name)
        else:
            file.set_situation(file.situation, file.situation_name if is_known else None)

    def end(self, file: OpenFile) -> None:
        """Remove the situations of a file that is no longer a system message."""
        self._marks.pop(file, None)
        file.situations = ()
        file.set_situation(EMPTY_SITUATION, None)

    def _read(self, file: OpenFile) -> None:
        path = situations_path(file.path)
        self._marks[file] = mark_at(path)
        source, failure = read_beside(self._files, path)
        if failure:
            self._notifier.say(failure)
        file.situations = read_situations(source)[0] if source is not None else ()

    # The situation of the one in front ----------------------------------------------------------------------

    def change(self, situation: Situation) -> None:
        """Try the system message in another situation."""
        file = self._front().file
        file.set_situation(situation, file.situation_name)

    def choose(self, name: str | None) -> None:
        """Try the system message in a saved situation, or with None with everything ‘any’."""
        file = self._front().file
        self._cases.type(file, {})  # the typed values belonged to the situation before
        _choose(file, name)

    def save(self, name: str | None = None) -> None:
        """Write the current situation under `name`, changing nothing else in its file; None asks for one."""
        file = self._front().file
        if name is None:
            about, before = Sentence("window-system_message.saved-beside"), file.situation_name or ""
            name = self._dialogs.ask(
                NameQuestion(
                    Sentence("window-system_message.save-as-situation"),
                    about,
                    Sentence("window-system_message.save"),
                    before,
                )
            )
        if not name or not name.strip():
            return
        saved = NamedSituation(name.strip(), _as_saved(file))
        if is_as_before := saved in file.situations:
            self._notifier.say(Sentence("window-system_message.saved-already", name=saved.name))
        sentence = Sentence("window-system_message.situation-saved", name=saved.name)
        if is_as_before or self._write(file, lambda source: situation_edits(source, saved), sentence):
            file.set_situation(replace(saved.situation, muted=file.situation.muted), saved.name)
            self._cases.type(file, {})  # these values are part of the saved situation now

    def delete(self, name: str) -> None:
        """Delete a saved situation; the situation in use stays."""
        file = self._front().file
        about = Sentence("window-system_message.delete-about", name=name)
        if self._dialogs.ask(
            confirmation(
                Sentence("window-system_message.delete-situation"),
                about,
                Sentence("window-system_message.delete"),
            )
        ) and self._write(file, lambda source: remove_situation_edits(source, name)):
            file.set_situation(file.situation, file.situation_name if file.situation_name != name else None)

    def _write(self, file: OpenFile, make_edits: Callable[[str], Iterable[Edit]], sentence: str = "") -> bool:
        """Edit the situations file and read it again; say why where it cannot be, and return False."""
        path = situations_path(file.path)
        saved = edit_beside(self._files, path, make_edits, lambda source: read_situations(source)[1])
        if saved.failure:
            self._notifier.say(saved.failure)
            return False
        self._read(file)
        if sentence:
            self._notifier.say(sentence)
        if saved.warnings:
            self._warn(" ".join(saved.warnings), path)
        return True

    # Muted blocks -------------------------------------------------------------------------------------------

    def toggle_mute(self, block_id: str) -> None:
        """Mute a block, or unmute it: a muted block is left out of the preview only."""
        if not block_id:
            self._notifier.say(Sentence("window-system_message.mute-needs-id"))
            return
        muted = self._front().file.situation.muted ^ {block_id}
        self._mute(muted)
        self._notifier.announce(
            Sentence("window-system_message.is-muted", name=block_id)
            if block_id in muted
            else Sentence("window-system_message.is-unmuted", name=block_id)
        )

    def mute_here(self) -> None:
        """Mute or unmute the selected block."""
        view = self._front()
        if view.index is not None:
            self.toggle_mute(view.blocks[view.index].id)

    def unmute_all(self) -> None:
        """Unmute every block."""
        self._mute(frozenset())
        self._notifier.announce(Sentence("window-system_message.all-unmuted"))

    def muting_to_step_to(self, *, undoes: bool) -> Muted | None:
        """Return the muted blocks after undoing or redoing the last mute step, None without one.

        There is one only while the focus is in the block tree.
        """
        if not self._is_in_tree():
            return None
        view = self._front()
        return view.mutings.to(view.file.document.revision, undoes=undoes)

    def step_muting(self, *, undoes: bool) -> bool:
        """Undo or redo the last mute step, from the block tree; return False if that does not apply."""
        muted = self.muting_to_step_to(undoes=undoes)
        if muted is None:
            return False
        view, before = self._front(), self._front().file.situation
        changed = sorted(before.muted ^ muted)
        view.mutings.step(undoes=undoes)
        self.change(replace(before, muted=muted))
        self._notifier.say_of_file(
            Sentence("window-system_message.muted-again", names=changed, count=len(changed))
            if len(muted) > len(before.muted)
            else Sentence("window-system_message.unmuted-again", names=changed, count=len(changed))
        )
        return True

    def _mute(self, muted: Muted) -> None:
        view = self._front()
        self._notifier.dismiss_of_file()
        view.mutings.note(view.file.document.revision, view.file.situation.muted, muted)
        self.change(replace(view.file.situation, muted=muted))

    # Options ------------------------------------------------------------------------------------------------

    def set_options(self, options: AssemblyOptions) -> None:
        """Assemble the message with other options."""
        self._front().file.set_options(options)


def is_edited(file: OpenFile) -> bool:
    """Whether the situation differs from the saved one it was chosen from."""
    before = _named(file, file.situation_name) or EMPTY_SITUATION
    return _as_saved(file) != replace(before, values=dict(before.values))


def _choose(file: OpenFile, name: str | None) -> None:
    """Choose a saved situation, or with None leave everything open; muted blocks stay muted."""
    saved = _named(file, name)
    situation = replace(saved or EMPTY_SITUATION, muted=file.situation.muted)
    file.set_situation(situation, name if saved is not None else None)


def _named(file: OpenFile, name: str | None) -> Situation | None:
    return next((saved.situation for saved in file.situations if saved.name == name), None)


def _as_saved(file: OpenFile) -> Situation:
    """Return the current situation in the form to save: with the typed values, and without muted blocks."""
    return replace(file.situation, values={**file.situation.values, **file.values}, muted=frozenset())
