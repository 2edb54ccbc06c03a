"""Rename: a trigger’s id in its file and in the scenarios that use it, open or not; none is saved by it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from named_cases import in_case
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.text import Span

pytestmark = pytest.mark.one_window

TRIGGERS = """\
triggers:
  - {id: mine, signal: steps, at: 3, text: Look.}
  - {id: more, signal: steps, at: 9, text: Look.}
"""
SCENARIO = "steps: [{user: a}]\nexpect:\n  - never mine\n"
OTHER = "triggers: ./triggers.yaml\nsteps: [{user: b}]\nstart: {flags: [mine]}\nexpect:\n  - fires mine\n"
ELSEWHERE = "triggers: other.yaml\nsteps: [{user: c}]\nexpect:\n  - never mine\n"


@pytest.fixture
def runs(root):
    runs = root / "runs"
    for name, text in {"triggers": TRIGGERS, "a": SCENARIO, "b": OTHER, "c": ELSEWHERE}.items():
        (runs / f"{name}.yaml").write_text(text)
    return runs


@pytest.fixture
def rename(open_bench, root, runs):
    """Return a function that renames what stands at some words of a file, and returns the window."""

    def rename(name: str, words: str, answer: str | None, *also: str):
        bench = open_bench(root, *also, f"runs/{name}", answers=[] if answer is None else [answer])
        if bench.workbench.tabs.shows_alternative(bench.file.document):
            bench.trigger("show_run")
        bench.go_to(words, after=len(words))
        bench.press("F2", bench.editor)
        return bench

    return rename


def question_of(bench):
    return bench.dialogs.questions[0][1]


def text_of(bench, path):
    """Return the text of a file that is open."""
    return bench.workbench.files.find(path).text


def test_all_files_change_in_their_tabs_and_with_one_undo(rename, runs):
    bench = rename("triggers.yaml", "id: mi", "ours", "runs/a.yaml")
    asked = question_of(bench)
    assert asked.title == "Rename the trigger ‘mine’"
    assert asked.sentence == "4 places in 3 files: ‘triggers.yaml’, ‘a.yaml’ and ‘b.yaml’ change."
    assert asked.problem("ours") == asked.problem("mine") == ""
    assert asked.problem("more") == "There is a trigger ‘more’ already. Choose another id."
    assert asked.problem("two words").startswith("‘two words’ can’t be an id.")
    taken = "There is a trigger ‘after-compact’ already. Choose another id."
    assert asked.problem("after-compact") == taken
    assert bench.text == TRIGGERS.replace("mine", "ours")
    names = {"triggers.yaml": TRIGGERS, "a.yaml": SCENARIO, "b.yaml": OTHER}
    renamed = [text.replace("mine", "ours") for text in names.values()]
    assert [text_of(bench, runs / name) for name in names] == renamed
    assert [(runs / name).read_text() for name in names] == list(names.values()), "nothing is written"
    assert bench.workbench.files.find(runs / "c.yaml") is None
    assert bench.notice == "‘mine’ is now ‘ours’ in 4 places in 3 files. Save writes them together."
    bench.undo_notice()
    assert [text_of(bench, runs / name) for name in names] == list(names.values())
    bench.press("Ctrl+Shift+Z", bench.editor)
    assert [text_of(bench, runs / name) for name in names] == renamed
    bench.press("Ctrl+S")
    bench.settle()
    assert [(runs / name).read_text() for name in names] == renamed
    bench.open(runs / "b.yaml")  # which was not open, and is another file than that of F2
    bench.trigger("undo")
    assert [text_of(bench, runs / name) for name in names] == list(names.values())
    assert bench.notice == "Undone in 3 files: renaming ‘mine’ to ‘ours’."
    bench.press("Ctrl+S")
    bench.settle()
    assert [(runs / name).read_text() for name in names] == list(names.values())


def test_a_name_is_changed_from_a_scenario_and_from_the_context_menu_too(rename, runs):
    bench = rename("b.yaml", "fires mi", "ours")
    assert bench.text == OTHER.replace("mine", "ours")
    assert text_of(bench, runs / "triggers.yaml") == TRIGGERS.replace("mine", "ours")
    assert text_of(bench, runs / "a.yaml") == SCENARIO.replace("mine", "ours")
    assert bench.file.path == runs / "b.yaml"

    # The context menu renames what is under the pointer.
    bench.trigger("undo")
    bench.open("runs/triggers.yaml")
    assert bench.text == TRIGGERS
    bench.dialogs.answers.append("ours")
    bench.go_to("text: Look.")
    start = bench.text.index("mine")
    place = bench.editor.viewport().mapFromGlobal(bench.editor.rect_of(Span(start, start + 4)).center())
    reason = QContextMenuEvent.Reason.Mouse
    bench.editor.contextMenuEvent(
        QContextMenuEvent(reason, place, bench.editor.viewport().mapToGlobal(place))
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text().partition("\t")[0]: action for action in menu.actions()}
    assert "Rename ‘mine’…" in entries
    menu.close()
    entries["Rename ‘mine’…"].trigger()
    assert bench.text == TRIGGERS.replace("mine", "ours")
    bench.go_to("text: Look.")
    reason = QContextMenuEvent.Reason.Keyboard
    bench.editor.contextMenuEvent(
        QContextMenuEvent(reason, place, bench.editor.viewport().mapToGlobal(place))
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert not any(action.text().startswith("Rename") for action in menu.actions())


def test_where_nothing_can_be_renamed_that_is_said(rename, root, runs):
    default = root / "defaults" / "triggers.yaml"
    default.write_text(TRIGGERS)
    (runs / "d.yaml").write_text("triggers: ../defaults/triggers.yaml\n" + SCENARIO)
    bench = rename("triggers.yaml", "signal: st", None)
    assert bench.notice == "Put the caret on a trigger’s id to rename it."
    for name, sentence in (
        ("page-analysis.md", "Put the caret on a variable’s name to rename it."),
        ("system-prompt.tmpl", "This kind of file has no names to rename."),
    ):
        with in_case(name):
            bench.open(name)
            bench.editor.go_to(Span(0, 0))
            bench.press("F2", bench.editor)
            assert bench.notice == sentence
    for name, sentence in (
        ("c.yaml", "‘mine’ can’t be renamed: ‘other.yaml’ does not define it."),
        ("d.yaml", "Nothing was renamed, as ‘triggers.yaml’ can’t be changed: "),
    ):
        with in_case(name):
            bench.open(f"runs/{name}")
            if bench.workbench.tabs.shows_alternative(bench.file.document):
                bench.trigger("show_run")
            bench.go_to("never mi", after=len("never mi"))
            bench.press("F2", bench.editor)
            assert bench.notice.startswith(sentence)
            assert "never mine" in bench.text
    assert default.read_text() == TRIGGERS

    bench.open("defaults/test-data-generation.md")  # may not be changed
    before = bench.text
    bench.go_to("{{")
    assert bench.workbench.actions.action("rename_symbol").isEnabled() is False
    bench.workbench.commands.editing.rename()
    assert bench.text == before
    assert bench.dialogs.questions == []


def test_a_rename_is_undone_in_order_and_where_a_file_has_changed_meanwhile_all_stay(
    rename, runs, monkeypatch
):
    bench = rename("triggers.yaml", "signal: st", "ours", "runs/a.yaml")
    see_a_rename_and_a_limit(bench, runs)
    bench.dialogs.answers = ["ours"]
    bench.open("runs/triggers.yaml")
    bench.workbench.files.close(bench.workbench.files.find(runs / "b.yaml"))
    (runs / "c.yaml").write_text(SCENARIO)
    ask = bench.workbench.dialogs.ask

    def write_meanwhile(question):
        (runs / "b.yaml").write_text(OTHER + "# new\n")
        return ask(question)

    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    monkeypatch.setattr(bench.workbench.dialogs, "ask", write_meanwhile)
    bench.go_to("id: mi", after=len("id: mi"))
    bench.press("F2", bench.editor)
    assert bench.notice == "Nothing was renamed: ‘b.yaml’ has changed meanwhile. Rename it again."
    assert bench.text == TRIGGERS
    assert bench.tab_titles == ["a.yaml", "triggers.yaml"], "what was opened for it is closed again"
    assert (runs / "c.yaml").read_text() == SCENARIO
    assert (runs / "b.yaml").read_text() == OTHER + "# new\n"


def test_a_variable_is_renamed_with_its_cases_and_the_value_that_is_tried(open_bench, root):
    bench = open_bench(root, "page-analysis.md", answers=("address",))
    path = root / "page-analysis.cases.yaml"
    before, cases = bench.text, path.read_text()
    url, case = bench.file.values["url"], bench.file.case_name
    bench.go_to("{{url}}", after=3)
    bench.press("F2", bench.editor)
    assert bench.text == before.replace("{{url}}", "{{address}}").replace("name: url", "name: address")
    assert (path.read_text(), text_of(bench, path)) == (cases, cases.replace(" url:", " address:"))
    assert bench.file.values["address"] == url
    assert "url" not in bench.file.values
    assert bench.file.case_name == case
    assert not bench.workbench.cases.is_edited(bench.file)
    bench.workbench.cases.save(bench.file, "another")
    assert bench.notice == "The case is changed in ‘page-analysis.cases.yaml’, which is not saved yet."
    assert path.read_text() == cases
    assert "  - name: another\n" in text_of(bench, path)
    bench.workbench.files.find(path).document.text_document.undo()
    bench.workbench.cases.choose(bench.file, case)

    bench.trigger("undo")
    assert (bench.text, text_of(bench, path)) == (before, cases)
    assert bench.file.values["url"] == url
    assert not bench.workbench.cases.is_edited(bench.file)
    bench.trigger("redo")
    bench.trigger("save")
    bench.settle()
    assert path.read_text() == cases.replace(" url:", " address:")
    assert not [file for file in bench.workbench.files.files if file.is_unsaved]
    assert not bench.workbench.cases.is_edited(bench.file)
    bench.workbench.cases.save(bench.file, "another")
    assert bench.notice == "Case ‘another’ is saved."


def test_newlines_marks_links_and_long_files_stay_what_they_are(rename, root, runs):
    """The text of a long file is put into the editor bit by bit when somebody opens it."""
    before = ("\ufeff" + OTHER.replace("user: b", "user: '👍 b'").replace("\n", "\r\n")).encode()
    long, other = before + b"# more\r\n" * 6_000, root / "kept.yaml"
    (runs / "a.yaml").write_bytes(before)
    other.write_bytes(long)
    (runs / "b.yaml").unlink()
    (runs / "b.yaml").symlink_to(other)
    bench = rename("triggers.yaml", "id: mi", "ours", "runs/a.yaml")
    whole = long.decode("utf-8-sig").replace("\r\n", "\n")
    assert text_of(bench, runs / "b.yaml") == whole.replace("mine", "ours")
    assert other.read_bytes() == long
    bench.press("Ctrl+S")
    bench.settle()
    assert (runs / "a.yaml").read_bytes() == before.replace(b"mine", b"ours")
    assert other.read_bytes() == long.replace(b"mine", b"ours")
    assert (runs / "b.yaml").is_symlink()
    bench.trigger("undo")
    assert text_of(bench, runs / "b.yaml") == whole
    bench.press("Ctrl+S")
    bench.settle()
    assert ((runs / "a.yaml").read_bytes(), other.read_bytes()) == (before, long)


def see_a_rename_and_a_limit(bench, runs) -> None:
    """See that they are undone in order in the run."""
    bench.open("runs/a.yaml")
    bench.dialogs.answers = ["ours"]
    run = bench.workbench.perspectives.of(bench.file)
    bench.settle()
    run.commands.change_limit("mine", Decimal(5))
    run.show_source()
    bench.go_to("never mi", after=len("never mi"))
    bench.press("F2", bench.editor)
    bench.trigger("show_run")
    bench.settle()
    run.commands.change_limit("ours", Decimal(7))
    bench.settle()
    triggers = bench.workbench.files.find(runs / "triggers.yaml")
    seen = []
    for _ in range(3):
        run.view.chart.setFocus()
        bench.press("Ctrl+Z")
        bench.settle()
        seen.append(("ours" in triggers.text, "ours" in bench.file.text, "at: 7" in triggers.text))
    assert seen == [(True, True, False), (False, False, False), (False, False, False)]
    assert (bench.file.text, triggers.text) == (SCENARIO, TRIGGERS)
    assert not bench.workbench.actions.action("undo").isEnabled()
