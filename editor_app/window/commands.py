"""What the actions and links do, each in a few lines over the open files and the panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication

from editor_app.library import FileChange, FileError, Kind, read_file
from editor_app.prompts.rules import is_prompt_name, is_variable_name
from editor_app.text import Diagnostic, Fix, Span, decode
from editor_app.window import insertions
from editor_app.window.current_file import CurrentFile, Panels
from editor_app.window.dialogs import Conflict, ConflictAnswer, Dialogs, NameQuestion, SaveAnswer
from editor_app.window.editor.editor_tabs import EditorTabs
from editor_app.window.main_window import MainWindow
from editor_app.window.panels.problems import ProblemRow
from editor_app.window.session.case_values import CaseValues
from editor_app.window.session.file_work import FileWork
from editor_app.window.session.library_state import LibraryState
from editor_app.window.session.open_file import OpenFile
from editor_app.window.session.open_files import OpenFiles
from editor_app.window.session.resolving import Resolving
from editor_app.window.session.standing import Remedy

_PROMPTS = "Prompts and templates (*.md *.tmpl);;All files (*)"


@dataclass(frozen=True, slots=True)
class Session:
    """Everything the commands act on."""

    files: OpenFiles
    library: LibraryState
    cases: CaseValues
    work: FileWork
    resolving: Resolving
    current: CurrentFile
    tabs: EditorTabs
    panels: Panels
    window: MainWindow
    dialogs: Dialogs


class Commands(QObject):
    """Acts on the current file and the library; says what it did in notices."""

    library_requested = Signal(Path)

    def __init__(self, session: Session) -> None:
        """Take what to act on."""
        super().__init__(session.window)
        self._session = session

    # Files --------------------------------------------------------------------------------------------------

    def open(self, path: Path) -> OpenFile | None:
        """Open a file, or bring its tab to the front."""
        file = self._session.files.open(path)
        if file is not None:
            self._session.tabs.show_document(file.document)
            editor = self._session.current.editor
            if editor is not None:
                editor.setFocus()
        return file

    def open_at(self, path: Path, span: Span) -> None:
        """Open a file and go to a place in it."""
        if self.open(path) is not None and self._session.current.editor is not None:
            self._session.current.editor.go_to(span)

    def ask_open(self) -> None:
        """Ask for a file to open."""
        root = self._session.library.library.root
        path = self._session.dialogs.choose_file("Open file", root, _PROMPTS)
        if path is not None:
            self.open(path)

    def ask_library(self) -> None:
        """Ask for a folder to open as a library, in a window of its own."""
        path = self._session.dialogs.choose_folder("Open library", self._session.library.library.root)
        if path is not None:
            self.library_requested.emit(path)

    def save(self) -> None:
        """Save the current file."""
        if self._session.current.file is not None:
            self._session.files.save(self._session.current.file)

    def save_as(self) -> None:
        """Ask for another name and save the current file under it."""
        file = self._session.current.file
        if file is None:
            return
        path = self._session.dialogs.choose_new_file("Save as", file.path, _PROMPTS)
        if path is not None:
            self._session.files.save_as(file, path)

    def close_current(self) -> None:
        """Close the current file."""
        if self._session.current.file is not None:
            self.close(self._session.current.file)

    def close(self, file: OpenFile) -> bool:
        """Close a file, asking about unsaved changes; False if it stays."""
        if not self._may_lose([file]):
            return False
        self._session.files.close(file)
        return True

    def may_quit(self) -> bool:
        """Ask about all unsaved changes; False if the window stays."""
        return self._may_lose(self._session.files.files)

    def _may_lose(self, files: Sequence[OpenFile]) -> bool:
        unsaved = [file for file in files if file.is_modified]
        if not unsaved:
            return True
        answer = self._session.dialogs.ask_save([file.path.name for file in unsaved])
        if answer is SaveAnswer.SAVE:
            return all(self._session.files.save(file) for file in unsaved)
        return answer is SaveAnswer.DISCARD

    # The library --------------------------------------------------------------------------------------------

    def new_prompt(self) -> None:
        """Ask for a name and make a prompt."""
        names = set(self._session.library.names())
        question = NameQuestion(
            "New prompt",
            "The name is the file’s name too: lower-case letters, digits and hyphens.",
            "Create",
            problem=lambda name: _prompt_name_problem(name.strip(), names),
        )
        name = self._session.dialogs.ask_name(question)
        if name:
            self._session.work.new_prompt(name)

    def begin_new(self, path: Path, cursor: int) -> None:
        """Open a prompt that was just made, with its first sentence selected."""
        file = self.open(path)
        editor = self._session.current.editor
        if file is not None and editor is not None:
            end = file.text.find("\n", cursor)
            editor.select_span(Span(cursor, end if end >= 0 else len(file.text)))

    def make_my_copy(self) -> None:
        """Copy the current default to the user's folder and open the copy."""
        file = self._session.current.file
        name = self._session.library.prompt_name(file.path) if file is not None else None
        if name is not None:
            self.customize(name)

    def customize(self, name: str) -> None:
        """Copy a default to the user's folder and open the copy."""
        path = self._session.work.customize(name)
        if path is not None:
            self.open(path)

    def reset_to_default(self) -> None:
        """Let the default of the current prompt show again."""
        file = self._session.current.file
        name = self._session.library.prompt_name(file.path) if file is not None else None
        if name is not None:
            self.reset(name)

    def reset(self, name: str) -> None:
        """Move the user's file to local history, so that the default shows."""
        prompt = self._session.library.prompt(name)
        if prompt is None or prompt.user_path is None or prompt.default_path is None:
            return
        opened = self._session.files.find(prompt.user_path)
        if opened is not None and not self.close(opened):
            return
        self._session.work.reset(name)
        if opened is not None and not prompt.user_path.exists():
            self.open(prompt.default_path)

    def rename(self, path: Path) -> None:
        """Ask for another name for a file."""
        question = NameQuestion("Rename", "The cases of a prompt go with it.", "Rename", path.name)
        name = self._session.dialogs.ask_name(question)
        if name and name != path.name:
            self._session.work.rename(path, name)

    def delete(self, path: Path) -> None:
        """Move a file to local history, and its tab with it."""
        opened = self._session.files.find(path)
        if opened is None or self.close(opened):
            self._session.work.delete(path)

    def reveal(self, path: Path) -> None:
        """Show a file's folder in the system's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def announce(self, change: FileChange) -> None:
        """Say what a file operation did, with Undo, and follow it in the open tabs."""
        self.follow(change)
        self._session.window.notices.show_notice(
            change.sentence, "Undo", lambda: self._session.work.undo(change)
        )

    def follow(self, change: FileChange) -> None:
        """Let tabs and the list follow a file operation."""
        for gone, now in zip(change.gone, change.appeared, strict=False):
            opened = self._session.files.find(gone)
            if opened is not None:
                opened.rename(now)
                self._session.tabs.set_title(opened.document, now.name, str(now))
        for gone in change.gone[len(change.appeared) :]:
            opened = self._session.files.find(gone)
            if opened is not None and not opened.is_modified:
                self._session.files.close(opened)
        self._session.library.refresh()

    # Problems and fixes -------------------------------------------------------------------------------------

    def apply_fix(self, fix: Fix) -> None:
        """Make a fix of the current file: text edits, or another name for the file."""
        file, editor = self._session.current.file, self._session.current.editor
        if file is None or editor is None:
            return
        if fix.edits:
            if file.document.read_only_because is not None:
                self.say(f"Nothing was changed: {file.document.read_only_because}")
                return
            editor.apply_fix(fix)
        if fix.rename is not None:
            self._session.work.apply_rename(file.path, fix.rename)
        editor.setFocus()

    def go_to_problem(self, row: ProblemRow) -> None:
        """Go where a problem is, in whichever file."""
        if row.path is not None and isinstance(row.subject, Diagnostic):
            self.open_at(row.path, row.subject.span)

    def fix_problem(self, row: ProblemRow) -> None:
        """Make the first fix of a problem, if the file still has it."""
        if row.path is None or not isinstance(row.subject, Diagnostic):
            return
        file = self.open(row.path)
        if file is None:
            return
        same = (row.subject.code, row.subject.span)
        for diagnostic in file.analysis.diagnostics:
            if (diagnostic.code, diagnostic.span) == same and diagnostic.fixes:
                self.apply_fix(diagnostic.fixes[0])
                return
        self.go_to_problem(row)

    def remedy(self, remedy: Remedy) -> None:
        """Do what a link of the bar above the editor says."""
        session, file = self._session, self._session.current.file
        if file is None:
            return
        prompt = session.library.prompt_of(file.path)
        acts: dict[Remedy, Callable[[], object]] = {
            Remedy.SHOW_DEFAULT: lambda: self._open_if(prompt.default_path if prompt else None),
            Remedy.OPEN_MY_COPY: lambda: self._open_if(prompt.user_path if prompt else None),
            Remedy.FIX: self._show_first_error,
            Remedy.SAVE: self.save,
            Remedy.MAKE_MY_COPY: self.make_my_copy,
            Remedy.COMPARE: lambda: self._resolve_conflict(file),
            Remedy.KEEP_MINE: lambda: session.files.save_mine(file),
            Remedy.LOAD_THEIRS: lambda: session.files.reload(file),
            Remedy.SAVE_AGAIN: lambda: session.files.save_as(file, file.path),
        }
        acts[remedy]()

    def _open_if(self, path: Path | None) -> None:
        if path is not None:
            self.open(path)

    def _show_first_error(self) -> None:
        span, editor = self._session.current.first_error(), self._session.current.editor
        if span is not None and editor is not None:
            editor.go_to(span)
            editor.show_fixes()

    def _resolve_conflict(self, file: OpenFile) -> None:
        try:
            disk = decode(read_file(file.path).data).text
        except FileError as error:
            self.say(error.sentence)
            return
        answer = self._session.dialogs.resolve(Conflict(file.path.name, file.saved_text, file.text, disk))
        if answer is ConflictAnswer.KEEP_MINE:
            self._session.files.save_mine(file)
        elif answer is ConflictAnswer.TAKE_DISK:
            self._session.files.reload(file)

    # Variables ----------------------------------------------------------------------------------------------

    def insert(self, key: str) -> None:
        """Insert a variable's tag."""
        self._with_editor(lambda file, editor: insertions.insert_variable(file, editor, key))

    def wrap(self, key: str, negated: bool) -> None:
        """Wrap the selection in a condition, asking for the variable if none is named."""
        name = key or self._ask_variable()
        if name:
            self._with_editor(
                lambda file, editor: insertions.wrap_selection(file, editor, name, negated=negated)
            )

    def literal(self) -> None:
        """Make the selection literal."""
        self._with_editor(insertions.make_literal)

    def insert_file(self) -> None:
        """Ask for a file and insert its tag."""
        folder = self._session.resolving.circumstances.folder
        path = self._session.dialogs.choose_file("Choose a file", folder)
        if path is not None:
            self._with_editor(lambda file, editor: insertions.insert_file(file, editor, path, folder))

    def declare(self) -> None:
        """Ask for a name, declare the variable and insert its tag."""
        file, editor = self._session.current.file, self._session.current.editor
        if file is None or editor is None:
            return
        known = set(file.analysis.variable_names)
        question = NameQuestion(
            "Declare a variable",
            "It is added to the frontmatter as optional, and its tag goes to the cursor.",
            "Declare",
            problem=lambda name: _variable_name_problem(name.strip(), known),
        )
        name = self._session.dialogs.ask_name(question)
        if name and not insertions.declare_variable(file, editor, name.strip()):
            self.say("The frontmatter is too broken to add a variable to. Fix its problems first.")

    def copy_name(self, key: str) -> None:
        """Copy a variable's tag."""
        file = self._session.current.file
        if file is not None and file.analysis.dialect is not None:
            braces = file.kind is not Kind.TEMPLATE
            QGuiApplication.clipboard().setText(f"{{{{{key}}}}}" if braces else f"[{key}]")

    def load_value(self, name: str) -> None:
        """Ask for a file and give its text as a value."""
        path = self._session.dialogs.choose_file("Load a value", self._session.library.library.root)
        if path is None:
            return
        try:
            decoded = decode(read_file(path).data)
        except FileError as error:
            self.say(error.sentence)
            return
        if decoded.bad_byte is not None:
            self.say(f"‘{path.name}’ is not UTF-8, so it can’t be a value.")
        else:
            self._session.panels.values.give(name, decoded.text)

    def save_case(self, name: str) -> None:
        """Save the values of now as a case."""
        if self._session.current.file is not None:
            self._session.cases.save(self._session.current.file, name)

    def choose_case(self, name: str | None) -> None:
        """Try the current file with another case."""
        if self._session.current.file is not None:
            self._session.cases.choose(self._session.current.file, name)

    def type_values(self, values: dict[str, str | None]) -> None:
        """Try the current file with what is in the form."""
        if self._session.current.file is not None:
            self._session.cases.type(self._session.current.file, values)

    def edit_value(self, name: str) -> None:
        """Go to the field of a value."""
        self._session.window.show_right("values")
        self._session.panels.values.focus_value(name)

    def refresh_values(self) -> None:
        """Resolve the variables of the current template, and read its cases, again."""
        file = self._session.current.file
        if file is not None:
            self._session.cases.read(file)
            self._session.resolving.refresh(file)
            file.set_values(file.values, file.case_name)

    def choose_folder(self) -> None:
        """Ask for another folder to try the templates in."""
        now = self._session.resolving.circumstances
        folder = self._session.dialogs.choose_folder("As if in", now.folder)
        if folder is not None:
            self._session.resolving.change(replace(now, folder=folder))

    def choose_model(self, model: str | None) -> None:
        """Try the templates as for another model."""
        self._session.resolving.change(replace(self._session.resolving.circumstances, model=model or None))

    def choose_conversation(self, conversation: str | None) -> None:
        """Try the templates as in another conversation."""
        now = self._session.resolving.circumstances
        self._session.resolving.change(replace(now, conversation_id=conversation or None))

    def choose_clock(self, clock: datetime | None) -> None:
        """Try the templates at another time, or now."""
        self._session.resolving.change(replace(self._session.resolving.circumstances, clock=clock))
        self.refresh_values()

    # Source and preview -------------------------------------------------------------------------------------

    def go_across(self) -> None:
        """Go from the source to what became of it, or back."""
        editor, preview = self._session.current.editor, self._session.panels.preview
        if editor is None:
            return
        focus = QApplication.focusWidget()
        if focus is not None and preview.isAncestorOf(focus):
            span = preview.source_at_cursor()
            if span is not None:
                self.go_to_source(span)
        else:
            self._session.window.show_right("preview")
            preview.show_output_at(editor.cursor_offset())

    def go_to_source(self, span: Span) -> None:
        """Go to a place of the source."""
        if self._session.current.editor is not None:
            self._session.current.editor.go_to(span)

    def why_here(self) -> None:
        """Say lastingly why what stands at the cursor is in the preview."""
        editor, preview = self._session.current.editor, self._session.panels.preview
        self._session.window.show_right("preview")
        if editor is not None and editor.hasFocus():
            preview.show_output_at(editor.cursor_offset())
        preview.show_why()

    def copy_model_text(self) -> None:
        """Copy what the model gets, and say if something is missing."""
        file = self._session.current.file
        gets = file.gets if file is not None else None
        if gets is None:
            return
        self._session.panels.preview.copy_model_text()
        if gets.missing_required:
            names = ", ".join(f"‘{name}’" for name in gets.missing_required)
            self.say(f"Copied, but {names} is required and was not given a value.")

    def say(self, sentence: str) -> None:
        """Say something that happened."""
        self._session.window.notices.show_notice(sentence)

    def _ask_variable(self) -> str | None:
        question = NameQuestion("Condition", "Which variable does it ask for?", "Wrap")
        name = self._session.dialogs.ask_name(question)
        return name.strip() if name else None

    def _with_editor(self, act: Callable[..., object]) -> None:
        if self._session.current.file is not None and self._session.current.editor is not None:
            act(self._session.current.file, self._session.current.editor)


def _prompt_name_problem(name: str, names: set[str]) -> str:
    stem = name.removesuffix(".md")
    if not all(is_prompt_name(part) for part in stem.split("/")[-1:]):
        return "Lower-case letters, digits and hyphens, beginning with a letter."
    return f"There is a prompt ‘{stem}’ already." if stem in names else ""


def _variable_name_problem(name: str, known: set[str]) -> str:
    if not is_variable_name(name):
        return "Lower-case letters, digits and underscores, not beginning with a digit."
    return f"‘{name}’ is declared already." if name in known else ""
