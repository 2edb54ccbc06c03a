"""An open file is read and rendered with the memory that its kind makes for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from toy_kind.adding import add_verses

from editor_app.library.files.reading import read_file
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.variables.catalog import TEMPLATE_CATALOG
from editor_app.window.documents.file_place import FilePlace
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.value_facts import icon_of
from editor_app.window.text.painting.highlighter import Regions

SOURCE = "# Roses are red,\nviolets are blue.\n"


@pytest.mark.usefixtures("qapp")
def test_an_open_file_of_a_kind_that_was_added(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    verse = add_verses(monkeypatch)
    path = tmp_path / "a.verse"
    path.write_text(SOURCE)
    now = datetime(2026, 1, 2, tzinfo=UTC)
    file = OpenFile(FilePlace(path, verse), read_file(path), TEMPLATE_CATALOG, lambda: now)
    memory = file._memory
    assert memory.looked_at == ["# Roses are red,", "violets are blue.", ""]
    file.document.apply_edits([Edit(Span(len(SOURCE) - 6, len(SOURCE) - 2), "green")])
    assert memory.looked_at[3:] == ["violets are green."]
    assert file.result.text == SOURCE.replace("blue", "green")
    assert memory.rendered == 1
    assert icon_of(file) == "list"
    regions = Regions(file.text, file.kind, lambda *_fence: ())
    assert [colour.role for colour in regions.colours(0, "# Roses are red,")] == ["strong"]

    file.rename(FilePlace(tmp_path / "a.yaml", Kind.SYSTEM_MESSAGE))
    assert file._memory is not memory
    assert file.analysis.row.sending.has_situations
    assert icon_of(file) == "layers"
    file.rename(FilePlace(tmp_path / "a.verse", verse))
    assert file._memory.looked_at == ["# Roses are red,", "violets are green.", ""]
