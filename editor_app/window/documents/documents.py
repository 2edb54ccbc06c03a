"""What is open and what is known of it, together: for those who use most of it."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.clock import Clock
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.resolving import VariableResolver
from editor_app.window.documents.values.case_values import CaseValues


@dataclass(frozen=True, slots=True)
class Documents:
    """The open files of one window, the library they are from, and what they are tried with."""

    library: LibraryState
    files: OpenFiles
    cases: CaseValues
    work: FileWork
    resolver: VariableResolver
    clock: Clock
