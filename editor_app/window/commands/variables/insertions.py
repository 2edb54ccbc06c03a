"""The text edits of the buttons above the editor; each is one undo step."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.prompts.checking.checking import check_prompt, declare_variables
from editor_app.template.dialect import Dialect
from editor_app.template.insertion import insert_tag, wrap_in_condition
from editor_app.text import Edit, Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.text.code_editor import CodeEditor


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
    span = editor.selected_span()
    opening = "[literal:"
    selected = span.of(editor.contents.text)
    if "]" in selected or "\n" in selected:
        selected = "".join(_literal_piece(piece) for piece in selected)
        editor.contents.apply_edits([Edit(span, selected)])
        inside = Span(span.start + len(selected), span.start + len(selected))
    else:
        editor.contents.apply_edits([Edit(span, f"{opening}{selected}]")])
        inside = Span(span.start + len(opening), span.start + len(opening) + len(selected))
    editor.select_span(inside)
    editor.setFocus()


def insert_file(file: OpenFile, editor: CodeEditor, chosen: Path, folder: Path) -> None:
    """Insert a file's tag at the caret: by its path from the working folder, absolute outside of it."""
    inside = chosen.is_relative_to(folder)
    name = os.path.relpath(chosen, folder) if inside else str(chosen)
    insert_variable(file, editor, f"file:{name}")


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


def _literal_piece(character: str) -> str:
    """Return a character in a form that cannot be part of a tag; `]` and newlines cannot be in a literal."""
    return "[literal:[]" if character == "[" else character
