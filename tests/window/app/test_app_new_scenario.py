"""A new scenario in the window: its name, the text it begins with, and what it plays."""

from __future__ import annotations

import pytest
from named_cases import in_case

from editor_app.runs.transcripts.writing import new_scenario_text

pytestmark = pytest.mark.one_window


REFUSED = (
    ("quick-question", "‘quick-question.yaml’ is already there. Choose another name."),
    ("quick-question.yaml", "‘quick-question.yaml’ is already there. Choose another name."),
    ("triggers", "‘triggers.yaml’ is the file of triggers. Choose another name."),
    ("a?", '‘a?’ can’t be the name of a file. Choose one without : * ? " < > and |.'),
)


def test_a_new_scenario_asks_only_a_name_and_plays_at_once(open_bench, root):
    bench = open_bench(root, answers=(None, "first"))
    before = sorted((root / "runs").iterdir())
    bench.act("new_scenario")
    ((_, question),) = bench.dialogs.questions
    assert question.title == "New run"
    for name, sentence in REFUSED:
        with in_case(name):
            assert question.problem(name) == sentence
    assert question.problem("first") == ""
    assert sorted((root / "runs").iterdir()) == before
    bench.act("new_scenario")
    bench.wait_until_quiet()
    path = root / "runs" / "first.yaml"
    new = new_scenario_text()
    assert bench.file.path == path
    assert path.read_text() == new.text
    assert bench.file.analysis.diagnostics == ()
    assert bench.editor.isVisible(), "the text is in front, not the run"
    bench.type("Move.")
    assert bench.file.text == new.text.replace(new.text[slice(*new.first)], "Move.")
    bench.wait_until_quiet()
    run = bench.workbench.perspectives.of(bench.file).run
    assert [one.held for one in run.played.expectations] == [True, True]
    assert "Move." in str(run.played.result.requests.messages_at(0))

    # A text that is saved as a scenario stays in view, and gets its icon.
    path = root / "runs" / "second.yaml"
    bench.dialogs.answers.append(path)
    bench.act("new_untitled")
    bench.type("format: 1\nsteps:\n- user: Begin.\n")
    tabs = bench.workbench.tabs
    assert tabs.bar.icon_of(tabs.bar.tabData(tabs.bar.currentIndex())) == "file-text"
    bench.act("save_as")
    bench.wait_until_quiet()
    assert (bench.file.path, bench.file.kind.value) == (path, "scenario")
    assert not tabs.shows_alternative(bench.file.document)
    assert bench.editor.isVisible()
    icon = tabs.bar.icon_of(tabs.bar.tabData(tabs.bar.currentIndex()))
    assert icon == bench.file.kind.listing.icon == "circle-play"
    bench.act("show_run")
    assert tabs.shows_alternative(bench.file.document)


def test_the_folder_of_runs_is_made_and_a_new_scenario_taken_back(open_bench, tmp_path):
    library = tmp_path / "bare"
    library.mkdir()
    (library / "system-prompt.tmpl").write_text("You are Atlas.\n")
    bench = open_bench(library, answers=("first",))
    bench.act("new_scenario")
    path = library / "runs" / "first.yaml"
    assert bench.file.path == path
    assert path.exists()
    bench.undo_notice()
    assert not path.exists()
