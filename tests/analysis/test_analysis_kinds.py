"""What is done with a kind of file is said in one row, for a kind that was just added too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from toy_kind.adding import add_books, add_verses

from editor_app.analysis.analysis import analyse, read_document, row_of
from editor_app.analysis.library_facts.check import check_file, files_to_check
from editor_app.analysis.library_facts.index import index_library
from editor_app.analysis.model_text import render
from editor_app.analysis.rendered_file import render_file
from editor_app.analysis.trials import Trial
from editor_app.library.folders import open_library
from editor_app.library.kinds import Kind, all_kinds, kind_named, kind_names
from editor_app.template.dialect import Dialect
from editor_app.variables.catalog import TEMPLATE_CATALOG

SOURCE = "Roses are {{colour}},\nviolets are blue.\n"


@pytest.fixture
def verse(monkeypatch: pytest.MonkeyPatch) -> Kind:
    return add_verses(monkeypatch)


def test_every_kind_has_a_row_and_a_name_that_leads_to_it():
    of_files = [kind for kind in all_kinds() if not kind.is_of_folders]
    assert [kind_named(name) for name in kind_names()] == of_files
    assert kind_named("promt") is kind_named(None) is kind_named([]) is None
    rows = {kind.value: row_of(kind) for kind in all_kinds()}
    sent = {name for name, row in rows.items() if row.sending.is_sent}
    assert sent == {"prompt", "document", "template", "instructions", "system-message", "message"}
    assert {name for name, row in rows.items() if row.sending.has_role} == {"message"}
    assert {name for name, row in rows.items() if row.sending.resolves_variables} == {
        "template",
        "system-message",
    }
    dialects = {name: row.form.dialect for name, row in rows.items() if row.form.dialect is not None}
    assert dialects == {
        "prompt": Dialect.BRACES,
        "document": Dialect.BRACES,
        "template": Dialect.BRACKETS,
        "system-message": Dialect.BRACKETS,
    }
    assert not any(row.form.is_markdown and row.form.is_data for row in rows.values())


def test_rows_of_kinds_that_nobody_opens_are_not_loaded():
    program = (
        "import sys\n"
        "from editor_app.analysis.analysis import analyse\n"
        "from editor_app.analysis.model_text import render\n"
        "from editor_app.analysis.trials import Trial\n"
        "from editor_app.library.kinds import Kind\n"
        "render(analyse('{{a}}', Kind.DOCUMENT, 'a.md', is_interactive=True), Trial({'a': 'b'}))\n"
        "print(*sorted(name.rpartition('.')[2] for name in sys.modules if '.analysis.kinds.' in name))\n"
        "print(*(name for name in sys.modules if name.startswith('editor_app.system_messages')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["document", "", ""]


def test_a_kind_that_was_added_is_read_rendered_and_explained(verse: Kind, tmp_path: Path):
    path = tmp_path / "roses.verse"
    path.write_text(SOURCE + "a line that goes on for much longer than it should\n")
    analysis = read_document(path.read_bytes(), verse, path.name)
    assert [item.label for item in analysis.outline][:2] == ["Roses are {{colour}},", "violets are blue."]
    assert [one.code for one in analysis.diagnostics] == ["long-line"]
    assert (analysis.names, analysis.dialect, analysis.sent_from) == (("colour",), Dialect.BRACES, 0)
    made = render_file(path, Trial({"colour": "red"}))
    assert (made.analysis.kind, made.text.splitlines()[0]) == (verse, "Roses are red,")
    assert made.explain_at(11).sentence == "The value of ‘colour’ (given), inserted on line 1."
    assert render_file(path, kind="toy-verse").analysis.kind is verse
    with pytest.raises(ValueError, match="Did you mean ‘toy-verse’"):
        render_file(path, kind="toy-vers")
    assert analyse("{{x}}" * 3001, verse, "x.verse", is_interactive=True).is_looked_into is False


def test_a_kind_that_was_added_is_in_the_library(verse: Kind, tmp_path: Path):
    (tmp_path / "defaults").mkdir()
    (tmp_path / "roses.verse").write_text("x" * 31)
    (tmp_path / "notes.txt").write_text("{{a}}")
    (tmp_path / "foreword.toml").write_text('[kinds]\n"*.txt" = "toy-verse"\n')
    library, problems = open_library(tmp_path)
    index = index_library(library)
    assert not problems
    listed = {file.relative: file.kind for file in index.others}
    assert (listed["roses.verse"], listed["notes.txt"]) == (verse, verse)
    checked = {
        file.relative: [one.code for one in check_file(file, TEMPLATE_CATALOG, None).diagnostics]
        for file in files_to_check(library, index.files)
    }
    assert checked == {"foreword.toml": [], "notes.txt": [], "roses.verse": ["long-line"]}


def test_a_kind_of_folders_that_was_added_is_listed_and_checked(
    verse: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("books/poems/page-1.verse", "books/poems/page-x.verse", "books/poems/roses.verse"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "books" / "blank").mkdir()
    library = open_library(tmp_path)[0]
    assert index_library(library).chats == (), "there are no books yet"
    book = add_books(monkeypatch)
    index = index_library(library)
    assert [(one.kind, one.relative, len(one.messages)) for one in index.chats] == [
        (book, "books/blank", 0),
        (book, "books/poems", 2),
    ]
    assert [file.relative for file in index.others] == ["books/poems/roses.verse"]
    found = {
        file.relative: [one.code for one in check_file(file, TEMPLATE_CATALOG, None).diagnostics]
        for file in files_to_check(library, index.files)
    }
    assert found == {
        "books/blank": ["no-pages"],
        "books/poems/page-1.verse": [],
        "books/poems/page-x.verse": ["page-without-number"],
        "books/poems/roses.verse": [],
    }


def test_the_memory_that_a_kind_makes_is_passed_to_its_reading_and_rendering(verse: Kind):
    memory = row_of(verse).reading.new_memory()
    analyse(SOURCE, verse, "a.verse", memory=memory)
    assert memory.looked_at == ["Roses are {{colour}},", "violets are blue.", ""]
    edited = analyse(SOURCE.replace("blue", "red"), verse, "a.verse", memory=memory)
    assert memory.looked_at[3:] == ["violets are red."]
    render(edited, Trial({"colour": "red"}), memory)
    assert memory.rendered == 1
    assert analyse(SOURCE, verse, "a.verse") == analyse(SOURCE, verse, "a.verse", memory=memory)


@pytest.mark.parametrize("kind", all_kinds(), ids=str)
def test_a_memory_changes_no_result(kind: Kind):
    """For each kind the same way; a memory of another kind is none."""
    memory, other = row_of(kind).reading.new_memory(), object()
    for source in ("a: [x]", "a: [y]\n# {{b}} [c:d]", "- id: a\n  content: '[git:branch]'\n", ""):
        fresh = analyse(source, kind, "x.yaml")
        assert analyse(source, kind, "x.yaml", memory=memory).diagnostics == fresh.diagnostics
        made, expected = (render(fresh, Trial(), one) for one in (memory, None))
        assert (made and made.text) == (expected and expected.text)
        assert analyse(source, kind, "x.yaml", memory=other).diagnostics == fresh.diagnostics
