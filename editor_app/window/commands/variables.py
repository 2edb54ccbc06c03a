"""The buttons above the editor, the values form, and what templates are tried with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtGui import QGuiApplication

from editor_app.library import FileError, read_file
from editor_app.prompts.rules import is_variable_name
from editor_app.template import Dialect, TagKind, insert_tag, parse
from editor_app.text import decode
from editor_app.window import insertions
from editor_app.window.commands.session import Session
from editor_app.window.dialogs import NameQuestion


class VariableCommands:
    """Inserts variables, and tries the text with other values."""

    def __init__(self, session: Session) -> None:
        """Take what to act on."""
        self._session = session

    def insert(self, key: str) -> None:
        """Insert a variable's tag."""
        self._with_editor(lambda file, editor: insertions.insert_variable(file, editor, key))

    def insert_other(self) -> None:
        """Ask which variable to insert, where there are too many for buttons."""
        file = self._session.current.file
        if file is None or file.analysis.dialect is None:
            return
        file.catch_up()
        analysis = file.analysis
        names = tuple(analysis.variable_names) or tuple(entry.key for entry in analysis.catalog)
        known = frozenset(names)
        question = NameQuestion(
            "Insert a variable",
            "Type a part of its name and choose it.",
            "Insert",
            problem=lambda name: "" if name.strip() in known else f"There is no variable ‘{name.strip()}’.",
            choices=names,
        )
        name = self._session.dialogs.ask_name(question)
        if name:
            self.insert(name.strip())

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
        file.catch_up()
        if file.document.read_only_because is not None:
            self._session.say(f"Nothing was declared: {file.document.read_only_because}")
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
            self._session.say("The frontmatter is too broken to add a variable to. Fix its problems first.")

    def copy_name(self, key: str) -> None:
        """Copy a variable's tag."""
        file = self._session.current.file
        if file is not None and file.analysis.dialect is not None:
            QGuiApplication.clipboard().setText(insert_tag(file.analysis.dialect, key))

    def load_value(self, name: str) -> None:
        """Ask for a file and give its text as a value."""
        path = self._session.dialogs.choose_file("Load a value", self._session.library.library.root)
        if path is None:
            return
        try:
            decoded = decode(read_file(path).data)
        except FileError as error:
            self._session.say(error.sentence)
            return
        if decoded.bad_byte is not None:
            self._session.say(f"‘{path.name}’ is not UTF-8, so it can’t be a value.")
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
        """Go to the field of a value; where it has none, to its tag, and to what helps there."""
        if self._session.panels.values.has_value(name):
            self._session.window.show_right("values")
            self._session.panels.values.focus_value(name)
        else:
            self._go_to_tag(name)

    def _go_to_tag(self, name: str) -> None:
        """Go to the first tag of a name without a field, open its fixes, and say why there is no field."""
        current = self._session.current
        template = current.file.analysis.template if current.file is not None else None
        uses = template.uses.get(name, ()) if template is not None else ()
        if uses:
            current.go_to(uses[0])
        if uses and current.editor is not None:
            current.editor.setFocus()
            current.editor.show_fixes()
        self._session.say_of_file(f"‘{name}’ is not declared, so there is no value of it to edit.")

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
        now = self._session.resolving.circumstances
        if clock != now.clock:
            self._session.resolving.change(replace(now, clock=clock))
        else:
            self.refresh_values()

    def _ask_variable(self) -> str | None:
        file = self._session.current.file
        if file is None or file.analysis.dialect is None:
            return None
        dialect = file.analysis.dialect
        question = NameQuestion(
            "Condition",
            "Which variable does it ask for?",
            "Wrap",
            problem=lambda name: _tag_problem(name.strip(), dialect),
        )
        name = self._session.dialogs.ask_name(question)
        return name.strip() if name else None

    def _with_editor(self, act: Callable[..., object]) -> None:
        if self._session.current.file is not None and self._session.current.editor is not None:
            self._session.current.file.catch_up()
            act(self._session.current.file, self._session.current.editor)


def _tag_problem(name: str, dialect: Dialect) -> str:
    """Say what is wrong with a name that makes no tag of its own."""
    tags = parse(insert_tag(dialect, name), dialect).tags
    if [(tag.kind, tag.name) for tag in tags] == [(TagKind.INSERT, name)]:
        return ""
    if dialect is Dialect.BRACKETS:
        return "A type and a name with a colon between them, as in git:branch."
    return "Letters, digits and underscores, not beginning with a digit."


def _variable_name_problem(name: str, known: set[str]) -> str:
    if not is_variable_name(name):
        return "Lower-case letters, digits and underscores, not beginning with a digit."
    return f"‘{name}’ is declared already." if name in known else ""
