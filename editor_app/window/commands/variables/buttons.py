"""Commands that insert variables, their tags and conditions, and declare them; and the library’s own list."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from editor_app.prompts.checking.checking import check_prompt, declare_variables
from editor_app.prompts.checking.rules import is_variable_name
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.insertion import insert_tag, unwrap_condition, wrap_in_condition
from editor_app.template.template import parse
from editor_app.text import Edit, Fix, Sentence, Span
from editor_app.variables.declarations import VARIABLES_NAME
from editor_app.variables.declaring import EMPTY_LIST, TO_DESCRIBE, declare_variable_edits
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.declarable import DeclareFix
from editor_app.window.frame.notices import User
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor


class VariableCommands(WindowCommands):
    """Inserts and wraps by the variable buttons, and declares in a prompt or in the library’s own list."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        files: FileCommands,
        offer_file: Callable[[Path], None],
    ) -> None:
        """Use the parts of a window; `offer_file` offers to allow a chosen file."""
        super().__init__(documents, shown, user)
        self._files, self._offer_file = files, offer_file
        self._list = documents.library.library.root / VARIABLES_NAME

    def insert(self, key: str) -> None:
        """Insert a variable's tag."""
        self.with_source(lambda file, editor: insert_variable(file, editor, key))

    def insert_other(self) -> None:
        """Ask which variable to insert, where there are too many for buttons."""
        file = self._current.file
        if file is None or file.analysis.dialect is None:
            return
        file.catch_up()
        analysis = file.analysis
        names = tuple(analysis.variable_names) or tuple(entry.key for entry in analysis.catalog)
        known = frozenset(names)
        name = self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.insert-a-variable"),
                Sentence("window-commands.about-inserting"),
                Sentence("window-commands.insert"),
                problem=lambda name: (
                    "" if name in known else Sentence("window-commands.no-such-variable", name=name)
                ),
                choices=names,
            )
        )
        if name:
            self.insert(name)

    def wrap(self, key: str, negated: bool) -> None:
        """Wrap the selection in a condition; without a `key` ask for the variable."""
        dialect = self._current.file.analysis.dialect if self._current.file is not None else None
        if dialect is None:
            return
        name = key or self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.condition"),
                Sentence("window-commands.which-variable"),
                Sentence("window-commands.wrap"),
                problem=lambda name: _tag_problem(name, dialect),
            )
        )
        if name:
            self.with_source(lambda file, editor: wrap_selection(file, editor, name, negated=negated))
        else:
            self.focus_text()

    def literal(self) -> None:
        """Turn the selection into literal text, or insert an empty literal to type in."""
        self.with_source(make_literal)

    def insert_file(self) -> None:
        """Ask for a file and insert its tag: by its path from the working folder, absolute outside of it."""
        folder = self._documents.resolver.folder_of(self._current.file)
        path = self._dialogs.choose_file(Sentence("window-commands.choose-a-file"), folder)
        if path is not None:
            self.insert(f"file:{os.path.relpath(path, folder) if path.is_relative_to(folder) else path}")
            self._offer_file(path)
        else:
            self.focus_text()

    def declare(self, file: OpenFile, editor: CodeEditor) -> None:
        """Ask for a name, declare the variable and insert its tag."""
        if file.document.read_only_because is not None:
            self._notifier.say(
                Sentence("window-commands.nothing-declared", reason=file.document.read_only_because)
            )
            return
        known = file.analysis.variable_names
        name = self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.declare-a-variable"),
                Sentence("window-commands.about-declaring"),
                Sentence("window-commands.declare"),
                problem=partial(_name_problem, known),
            )
        )
        if not name:
            self.focus_text()
        elif not declare_variable(file, editor, name):
            self._notifier.say(Sentence("window-commands.frontmatter-broken"))

    def unwrap(self, file: OpenFile, editor: CodeEditor) -> None:
        """Take the condition around the caret away, and leave the side that the caret is in."""
        if editor.isReadOnly():
            return
        dialect, text = file.analysis.dialect, editor.contents.text
        edits = () if dialect is None else unwrap_condition(parse(text, dialect), editor.cursor_offset())
        editor.contents.apply_edits(edits)
        if not edits:
            self._notifier.say(Sentence("window-commands.not-in-a-condition"))
        editor.setFocus()

    def extract(self, file: OpenFile, editor: CodeEditor) -> None:
        """Make the selected text the value of a variable: declare that, and put its tag there."""
        from editor_app.analysis.editing.extracting import extract_variable, why_not_extracted

        span = editor.selected_span()
        why_not = file.document.read_only_because or why_not_extracted(file.analysis, span)
        if why_not:
            self._notifier.say(why_not)
            return
        about = Sentence("window-commands.about-extracting")
        known = file.analysis.variable_names
        question = NameQuestion(
            Sentence("window-commands.extract-a-variable"),
            about,
            Sentence("window-commands.extract"),
            problem=partial(_name_problem, known),
        )
        name = self._dialogs.ask(question)
        edits = extract_variable(file.analysis, file.path.name, span, name) if name else ()
        if isinstance(edits, str):
            self._notifier.say(edits)
        elif name:
            value = span.of(file.text)
            file.document.apply_edits(edits)
            file.catch_up()
            self._cases.type(file, {**file.values, name: value})
        editor.setFocus()

    def inline(self, file: OpenFile, editor: CodeEditor) -> None:
        """Replace the variable at the caret by its default, wherever it is inserted."""
        from editor_app.analysis.editing.extracting import inline_default

        edits = file.document.read_only_because or inline_default(file.analysis, editor.cursor_offset())
        if isinstance(edits, str):
            self._notifier.say(edits)
        else:
            file.document.apply_edits(edits)
        editor.setFocus()

    def open_list(self) -> bool:
        """Open the list; return False if that fails."""
        if not self._list.exists():
            if not self._work.create(self._list, EMPTY_LIST):
                return False
            self._library.refresh()
        return self._files.open(self._list) is not None

    def apply(self, fix: Fix) -> bool:
        """Declare the variable of a fix that asks for it; return False for any other fix."""
        if isinstance(fix, DeclareFix) and self.open_list():
            self.with_source(partial(self._declare_in_list, fix.key))
        return isinstance(fix, DeclareFix)

    def _declare_in_list(self, key: str, file: OpenFile, editor: CodeEditor) -> None:
        """Add a variable to the open list, with its description selected, to be typed over."""
        edits = declare_variable_edits(file.text, key)
        if not edits or file.document.read_only_because is not None:
            why = file.document.read_only_because or Sentence(
                "window-commands.list-has-problems", name=VARIABLES_NAME
            )
            self._notifier.say(Sentence("window-commands.key-not-declared", name=key, reason=why))
            return
        file.document.apply_edits(edits)
        start = file.text.rfind(TO_DESCRIBE)
        editor.select_span(Span(start, start + len(TO_DESCRIBE)))
        editor.setFocus()
        self._notifier.say(Sentence("window-commands.describe-it", name=key))

    def copy_name(self, key: str) -> None:
        """Copy a variable's tag to the clipboard."""
        file = self._current.file
        if file is not None and file.analysis.dialect is not None:
            QGuiApplication.clipboard().setText(insert_tag(file.analysis.dialect, key))


def _name_problem(known: Collection[str], name: str) -> str:
    """Return why a variable cannot be declared under a name, "" if it can."""
    if not is_variable_name(name):
        return Sentence("window-commands.variable-names")
    return Sentence("window-commands.declared-already", name=name) if name in known else ""


def _tag_problem(name: str, dialect: Dialect) -> str:
    """Return why a name makes no tag, "" if it does."""
    tags = parse(insert_tag(dialect, name), dialect).tags
    if [(tag.kind, tag.name) for tag in tags] == [(TagKind.INSERT, name)]:
        return ""
    if dialect is Dialect.BRACKETS:
        return Sentence("window-commands.bracket-names")
    return Sentence("window-commands.brace-names")


def insert_variable(file: OpenFile, editor: CodeEditor, key: str) -> None:
    """Insert a variable's tag at the caret, or in place of the selection."""
    if file.analysis.dialect is not None:
        editor.insert_text(insert_tag(file.analysis.dialect, key))
    editor.setFocus()


def wrap_selection(file: OpenFile, editor: CodeEditor, key: str, *, negated: bool) -> None:
    """Wrap the selection in a condition, or insert an empty one; the caret goes to the wrapped text's end."""
    dialect = file.analysis.dialect
    if dialect is None or editor.isReadOnly():
        return
    span = editor.selected_span()
    opening, closing = wrap_in_condition(editor.contents.text, span, dialect, key, negated)
    editor.contents.apply_edits((opening, closing))
    behind = closing.span.start + len(opening.text)
    if span.length and editor.contents.text[behind - 1] == "\n":
        behind -= 1  # whole lines: to the last of them, as the condition's end is in the next
    editor.select_span(Span(behind, behind))
    editor.setFocus()


def make_literal(file: OpenFile, editor: CodeEditor) -> None:
    """Turn the selection into literal text, or insert an empty literal with the caret inside."""
    if file.analysis.dialect is not Dialect.BRACKETS or editor.isReadOnly():
        return
    span, opening = editor.selected_span(), "[literal:"
    selected = span.of(editor.contents.text)
    is_plain = not set("]\n") & set(selected)  # which cannot be in a literal
    text = f"{opening}{selected}]" if is_plain else selected.replace("[", "[literal:[]")
    start = span.start + len(opening) * is_plain
    editor.contents.apply_edits([Edit(span, text)])
    editor.select_span(Span(start, start + len(selected if is_plain else text)))
    editor.setFocus()


def declare_variable(file: OpenFile, editor: CodeEditor, name: str) -> bool:
    """Declare an optional variable in the frontmatter, and insert its tag; return False if that fails."""
    edits = declare_variables(check_prompt(file.text, file.path.name), [name])
    if not edits or editor.isReadOnly():
        return False
    span = editor.selected_span()
    body = file.analysis.frontmatter.body if file.analysis.frontmatter is not None else Span(0, 0)
    if span.start >= body.start:
        edits = (*edits, Edit(span, insert_tag(Dialect.BRACES, name)))
    file.document.apply_edits(edits)
    editor.setFocus()
    return True
