"""Commands that help with writing the text of a file: completion, Undo and Redo, and renaming.

A name is changed everywhere it stands; nothing of that is on the disk before it is saved.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.text import Edit, Sentence, some_of
from editor_app.text.completions import Completion
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.changes import JointStep
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.kit.focus.announcing import is_somebody_listening
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor

if TYPE_CHECKING:
    from editor_app.analysis.editing.renaming import RenamedFile, SymbolUses

_MOST_BYTES: Final = 1024 * 1024
_MOST_NAMED: Final = 3


class EditingCommands(WindowCommands):
    """Completes, undoes and redoes in the text being written; renames in all files as one undo step."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Use the parts of a window."""
        super().__init__(documents, shown, user)
        self._tab_files, self._steps = shown.tab_files, shown.tab_files.steps
        self._renamed: dict[JointStep, tuple[str, str]] = {}  # the names before and after each rename
        self._steps.stepped.connect(self._rename_values)

    def complete(self, _file: OpenFile, editor: CodeEditor) -> None:
        """Offer what can be written at the caret, or say that nothing is known there."""
        editor.setFocus()
        if not editor.complete():
            self._notifier.say_of_file(Sentence("window-commands.nothing-to-complete"))

    def offers_at(self, file: OpenFile, offset: int) -> tuple[Completion, ...]:
        """Return what can be written at an offset of a file."""
        from editor_app.analysis.editing.completion import complete_at, files_around

        if file.analysis.row.completions is None:
            return ()
        around = (
            None
            if file.is_untitled
            else files_around(file.path, self._library.library, self._open_files.text_of)
        )
        return complete_at(file.analysis, offset, around, source=file.text)

    def step(self, *, undoes: bool) -> None:
        """Undo or redo a step of the kind, or else of the text.

        Where it changed the text is announced, unless the caret is there.
        """
        current = self._current
        if current.perspective.step(undoes=undoes):
            return
        edited = current.edited_file
        if edited is None:
            return
        file, editor = edited
        is_beside = file is not current.file
        before, edits = file.text, list[Edit]()
        noting = file.document.edited.connect(edits.append)
        try:
            if undoes:
                editor.undo()
            else:
                editor.redo()
        finally:
            file.document.edited.disconnect(noting)
        if not edits or not is_somebody_listening():  # finding the block may take long in a large text
            return
        edit = edits[-1]
        first, last = _line(file, edit.span.start), _line(file, edit.span.start + len(edit.text))
        caret = editor.cursor_offset() if is_beside else current.caret_offset
        if not (editor.hasFocus() and first <= _line(file, caret) <= last):
            file.catch_up()
            middle = edit.span.start + len(edit.text) // 2  # a restored part begins before its first word
            part = None if is_beside else current.perspective.part_around(middle)
            step = "" if is_beside else current.perspective.step_in_words(before, undoes=undoes)
            done = "undone" if undoes else "redone"
            if step:
                self._notifier.announce(Sentence("window-commands.step-done", done=done, step=step))
            elif part is not None:
                self._notifier.announce(
                    Sentence("window-commands.step-done-in-part", done=done, name=part.name)
                )
            else:
                self._notifier.announce(Sentence("window-commands.step-done-in-line", done=done, line=first))

    def rename(self) -> None:
        """Rename what is named at the caret, or say why that can’t be done."""
        from editor_app.analysis.editing.renaming import rename_symbol, symbol_uses

        edited, shown = self._current.edited_file, self._current.file
        sort = shown.analysis.row.naming.sort if shown is not None else ""
        no_name = Sentence("window-commands.no-name-here", sort=sort)
        if edited is None or edited.editor.contents.text != edited.file.text:
            self._notifier.say_of_file(no_name)
            return
        file, editor = edited
        file.catch_up()
        files = {listed.path: listed.kind for listed in self._library.index.files}
        uses = symbol_uses(file.analysis, file.path, editor.cursor_offset(), files, self._text_of)
        if uses is None or isinstance(uses, str):
            self._notifier.say_of_file(uses or no_name)
            return
        tried = rename_symbol(uses, f"{uses.symbol.name[:48]}_renamed")
        problem = tried if isinstance(tried, str) else self._why_not(tried)
        if isinstance(tried, str) or problem or not tried:
            self._notifier.say_of_file(problem or no_name)
            return
        new = self._ask(uses, tried)
        renamed = rename_symbol(uses, new) if new is not None and new != uses.symbol.name else ""
        if not isinstance(renamed, str):
            self._write(uses, renamed, new or "")
        editor.setFocus()

    def name_at(self, file: OpenFile, offset: int) -> str | None:
        """Return the name at an offset of a file that can be changed everywhere, None without one."""
        from editor_app.analysis.editing.renaming import symbol_at

        symbol = symbol_at(file.analysis, offset)
        return symbol.name if symbol is not None and file.analysis.source == file.text else None

    def _ask(self, uses: SymbolUses, files: tuple[RenamedFile, ...]) -> str | None:
        from editor_app.analysis.editing.renaming import rename_symbol

        old = uses.symbol.name

        def problem(new: str) -> str:
            result = rename_symbol(uses, new) if new != old else ""
            return result if isinstance(result, str) else ""

        names = some_of([file.path.name for file in files], _MOST_NAMED)
        sentence = Sentence(
            "window-commands.about-rename", where=places_in_words(files), names=names, count=len(files)
        )
        title = Sentence("window-commands.rename-symbol-title", sort=uses.symbol.sort, name=old)
        return self._dialogs.ask(
            NameQuestion(title, sentence, Sentence("window-commands.rename-button"), old, problem)
        )

    def _why_not(self, files: tuple[RenamedFile, ...]) -> str:
        """Return the sentence why one of the files can’t be changed, "" if all can."""
        for renamed in files:
            file = self._open_files.find(renamed.path)
            place_forbids = self._open_files.why_read_only(renamed.path)
            reason = file.document.read_only_because if file is not None else place_forbids
            if reason is not None:
                return Sentence("window-commands.not-renamed-as", name=renamed.path.name, reason=reason)
        return ""

    def _write(self, uses: SymbolUses, files: tuple[RenamedFile, ...], new: str) -> None:
        """Change the texts of all files as one step; those that are not open are opened behind the others."""
        opened_before = list(self._open_files.files)
        opened = [(renamed, self._tab_files.open_behind(renamed.path)) for renamed in files]
        why_not = next(filter(None, (_why_not_now(renamed, file) for renamed, file in opened)), "")
        if why_not:
            for file in [file for file in self._open_files.files if file not in opened_before]:
                self._open_files.close(file)
            self._notifier.say(Sentence("window-commands.not-renamed", reason=why_not))
            return
        old = uses.symbol.name
        words = Sentence("window-commands.renaming-step", old=old, new=new)
        step = self._steps.make(words, {file: renamed.edits for renamed, file in opened if file is not None})
        self._renamed[step] = (old, new)
        self._rename_values(step, undoes=False)
        where = places_in_words(files)
        if len(files) == 1:
            self._notifier.say_of_file(
                Sentence("window-commands.renamed-symbol", old=old, new=new, where=where)
            )
        else:
            sentence = Sentence("window-commands.renamed-in-files", old=old, new=new, where=where)
            self._notifier.say(
                sentence, (Sentence("window-commands.undo-link"), lambda: self._steps.step(step, undoes=True))
            )

    def _rename_values(self, step: JointStep, undoes: bool) -> None:
        """Give the value that a file is tried with the name that it has now."""
        old, new = self._renamed.get(step, ("", ""))
        for file in step.files if old else ():
            if file in self._open_files.files:
                self._cases.rename_value(file, *((new, old) if undoes else (old, new)))

    def _text_of(self, path: Path) -> str | None:
        text = self._open_files.text_of(path)
        return text if text is not None else self._open_files.text_on_disk(path, _MOST_BYTES)


def _why_not_now(renamed: RenamedFile, file: OpenFile | None) -> str:
    """Return why a text cannot be changed as was asked for, "" if it can."""
    name = renamed.path.name
    if file is None:
        return Sentence("window-commands.could-not-be-opened", name=name)
    file.document.finish_filling()
    if file.document.read_only_because is not None:
        return Sentence(
            "window-commands.cannot-be-changed", name=name, reason=file.document.read_only_because
        )
    return (
        "" if file.text == renamed.source else Sentence("window-commands.changed-meanwhile-rename", name=name)
    )


def places_in_words(files: tuple[RenamedFile, ...]) -> str:
    """Return "3 places in 2 files"."""
    places = sum(len(file.edits) for file in files)
    return Sentence("window-commands.places", places=places, files=Sentence("text.files", count=len(files)))


def _line(file: OpenFile, place: int) -> int:
    return file.text.count("\n", 0, place) + 1
