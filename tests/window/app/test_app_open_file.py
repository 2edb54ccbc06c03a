"""One open file, without a window around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.clock import utc_now
from editor_app.library.files.reading import read_file
from editor_app.library.kinds import PROMPT_KIND
from editor_app.text import Edit, Span
from editor_app.variables.catalog import TEMPLATE_CATALOG
from editor_app.window.documents.file_place import FilePlace
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.text.document.document import EditorDocument


@pytest.mark.usefixtures("qapp")
def test_where_a_step_of_an_earlier_session_fails_typing_is_analysed_at_once_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.md"
    path.write_text("Hello\n")
    file = OpenFile(FilePlace(path, PROMPT_KIND), read_file(path), TEMPLATE_CATALOG, utc_now)
    apply_edits = EditorDocument.apply_edits

    def fail_later(document: EditorDocument, edits: list[Edit]) -> None:
        if file.text != "Hello\n":
            raise MemoryError
        apply_edits(document, edits)

    with monkeypatch.context() as patched:
        patched.setattr(EditorDocument, "apply_edits", fail_later)
        with pytest.raises(MemoryError):
            file.make_steps([[Edit(Span(0, 0), "{{one}} ")], [Edit(Span(0, 0), "x")]], ())
    assert list(file.analysis.names) == ["one"]
    file.document.apply_edits([Edit(Span(0, 0), "{{two}} ")])
    assert list(file.analysis.names) == ["two", "one"]
