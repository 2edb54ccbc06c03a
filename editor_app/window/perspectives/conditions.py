"""The conditions under which actions of all kinds of file are enabled."""

from __future__ import annotations

from enum import StrEnum

from editor_app.analysis.library_facts.index import NamedText
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.perspectives.perspective import KindSteps


class When(StrEnum):
    """What `CurrentFile` says of the file in front; kinds have conditions of their own for their actions."""

    LIBRARY = "a library is open"
    DOCUMENT = "a document is open"
    WRITABLE = "the document can be changed"
    CAN_SAVE = "something that the tab shows can be saved"
    CAN_UNDO = "there is something to undo"
    CAN_REDO = "there is something to redo"
    IS_SENT = "the document is of a kind that is sent to a model"
    HAS_VARIABLES = "the document's kind has variables"
    TAKES_VARIABLES = "the document's kind has variables, and it can be changed"
    HAS_PROBLEMS = "the document has problems"
    IS_DEFAULT = "the prompt is a default without a copy"
    IS_COPY = "the prompt is a copy of a default"


def conditions_of(
    file: OpenFile, edited: OpenFile, prompt: NamedText | None, steps: KindSteps | None, *, has_unsaved: bool
) -> list[When]:
    """Return which conditions hold of the file in front.

    `edited` is the file that is being written, which may stand beside it, `prompt` what the file is known as,
    `has_unsaved` whether its tab shows unsaved files.
    """
    text = edited.document.text_document
    is_writable = edited.document.read_only_because is None
    has_variables = file.analysis.dialect is not None
    row = file.analysis.row
    is_sent_as_it_stands = row.sending.is_sent and row.form.dialect is None
    has_default = prompt is not None and prompt.default_path is not None
    user_path = prompt.user_path if prompt is not None else None
    holding = {
        When.LIBRARY: True,
        When.DOCUMENT: True,
        When.WRITABLE: is_writable,
        When.CAN_SAVE: is_writable or has_unsaved,
        When.CAN_UNDO: (is_writable and text.isUndoAvailable())
        or (steps is not None and steps.can_step(undoes=True)),
        When.CAN_REDO: (is_writable and text.isRedoAvailable())
        or (steps is not None and steps.can_step(undoes=False)),
        When.IS_SENT: has_variables or is_sent_as_it_stands,
        When.HAS_VARIABLES: has_variables,
        When.TAKES_VARIABLES: takes_insertions(file, edited) and has_variables,
        When.HAS_PROBLEMS: bool(edited.analysis.diagnostics),
        When.IS_DEFAULT: has_default and user_path is None,
        When.IS_COPY: has_default and user_path == file.path,
    }
    return [when for when, holds in holding.items() if holds]


def takes_insertions(file: OpenFile, edited: OpenFile) -> bool:
    """Whether a tag can be inserted: into the file in front, and only while that is being written."""
    return file.document.read_only_because is None and edited is file
