"""A kind of file that is one folder more: page, menu and words of it are in the window by that alone."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtTest import QTest
from toy_kind.adding import add_verses, forget_verses, show_verses

PROMPT = "page-analysis.md"
TOY = "editor_app.window.kinds.toy_verse"
VERSE = "Roses are {{colour}},\nviolets are blue, and lines may be too long.\n"


@pytest.fixture
def bench(open_bench, root, monkeypatch):
    """Return a window on a library with a file of the kind, and a prompt in front."""
    add_verses(monkeypatch)
    assert show_verses(monkeypatch) == TOY
    (root / "one.verse").write_text(VERSE)
    yield open_bench(root, PROMPT)
    forget_verses()


def menu_titles(bench) -> list[str]:
    return [action.text() for action in bench.window.menuBar().actions() if action.isVisible()]


def left_pages(bench) -> list[str]:
    tabs = bench.window.left_dock.tabs
    return [tabs.tabText(index) for index in range(tabs.count())]


def test_a_folder_adds_a_kind_with_its_page_its_action_and_its_words(bench):
    action = bench.workbench.actions.action("count_lines")
    assert menu_titles(bench) == ["&File", "&Edit", "&View", "&Go", "&Prompt", "&Help"]
    listed = [(menu, spec.plain_text, spec.keys) for menu, spec in bench.workbench.actions.listed()]
    assert ("Verse", "Count lines", ("Ctrl+Shift+Y",)) in listed
    assert not action.isEnabled()
    bench.open("system-messages/coding-assistant.yaml")
    assert left_pages(bench) == ["Library", "Blocks"]
    assert f"{TOY}.toy_verse_perspective" not in sys.modules, "loaded when its first file is opened"
    bench.open(PROMPT)

    [row] = [row for row in bench.workbench.panels.library._listing.rows if row.path.name == "one.verse"]
    assert (row.heading, row.icon) == ("Verses", "list")

    file = bench.open("one.verse")
    perspective = bench.workbench.current.perspective
    assert left_pages(bench) == ["Library", "Verse"]
    assert bench.window.left_dock.current == "verse"
    assert menu_titles(bench)[4] == "&Verse"
    assert perspective.label.isVisible()
    assert file.result.text == VERSE, "it is sent as its row renders it"
    assert [one.code for one in file.analysis.diagnostics] == ["long-line"]
    assert perspective.open_files == ["one.verse"]
    bench.act("count_lines")
    assert perspective.label.text() == "2 lines"
    assert bench.window.status.sentence.text() == "A verse: 2 lines"
    bench.type("#")
    assert file.text.startswith("#"), "its text is written as any other"
    bench.press("Ctrl+Z")

    bench.open(PROMPT)
    assert left_pages(bench) == ["Library"]
    assert not action.isEnabled()
    bench.open("one.verse")
    assert bench.window.left_dock.current == "verse"
    bench.workbench.work.rename(file.path, "one.md")
    bench.resolve()
    assert left_pages(bench) == ["Library"]
    assert perspective.open_files == []
    assert not action.isEnabled()
    assert bench.window.status.sentence.text() != "A verse: 2 lines"


def test_its_list_is_filtered_and_leads_to_a_line_and_its_form_keeps_what_is_given(bench):
    bench.open("one.verse")
    page, facts = bench.workbench.current.perspective.page, bench.workbench.current.perspective.facts
    assert [line.text for line in page.tree.rows] == VERSE.splitlines()
    page.filtered.filter.setText("VIOLETS")
    [violets] = page.tree.rows
    page.tree.setFocus()
    bench.press("Down", page.tree)
    bench.press("Return", page.tree)
    assert bench.editor.textCursor().block().text().startswith("violets")
    page.filtered.filter.setText("daisies")
    assert page.filtered.no_match.isVisible()
    bench.press("Esc", page.filtered.filter)
    assert len(page.tree.rows) == 2
    bench.type("Daisies: ")
    bench.settle()
    assert violets._replace(text=f"Daisies: {violets.text}") in page.tree.rows

    author, year, rhyme = (page.form.cell(key).widget for key in ("author", "year", "rhyme"))
    QTest.keyClicks(author, "Ada ")
    bench.press("Return", author)
    year.setFocus()
    bench.press("Up", year)
    bench.press("Return", year)
    rhyme.setFocus()
    bench.press("Down", rhyme)
    assert facts[bench.file.path] == ("Ada", 1801, "crossed")
    assert author.text() == "Ada"

    (bench.root / "two.verse").write_text(VERSE)
    bench.open("two.verse")
    assert page.form.cell("author").widget.text() == ""
    bench.open("one.verse")
    assert page.form.cell("author").widget.text() == "Ada"
