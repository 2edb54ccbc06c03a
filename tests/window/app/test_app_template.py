"""Templates: what variables are, what the text was tried with, and when they are resolved."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from editor_app.window.widgets.text_popup import TextPopup

pytestmark = pytest.mark.one_window


@pytest.fixture
def bench(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.resolve()
    return bench


def row(bench, name):
    return next(row for row in bench.panels.values.rows if row.row.name == name)


def asked_beside(button: QAbstractButton) -> TextPopup:
    """Press a button that asks for a line of text, and return the popup that asks."""
    button.click()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, TextPopup)
    return popup


def test_the_snapshot_is_shown_an_override_counts_and_refresh_resolves_again(bench):
    assert "Project rules:\nRun the tests.\n" in bench.preview
    assert f"The current working directory is {bench.root.parent}." in bench.preview
    assert "You are on branch main." in bench.preview
    assert bench.preview.rstrip().endswith("Today is 2026-03-04.")
    context = bench.panels.preview.context
    assert context.isVisible()
    assert str(bench.root.parent) in context._folder.accessibleName()
    assert context._model.text() == "no model"
    assert context._conversation.text() == "c-0042"
    assert context._clock.text() == "clock 12:00"
    assert row(bench, "git:branch").row.resolved == "main"
    pill = next(pill for pill in bench.panels.variables.pills if pill.spec.key == "prompt:model")
    assert not pill.spec.exists

    row(bench, "git:branch").field.give("topic")
    assert "You are on branch topic." in bench.preview
    row(bench, "git:branch").field.give("")
    assert "You are on branch ." in bench.preview, "empty is not the same as not there"
    row(bench, "git:branch").field.give(None)
    assert "You are on branch main." in bench.preview

    bench.world.branch = "release"
    bench.world.files["AGENTS.md"] = "New rules.\n"
    bench.world.time = datetime(2027, 1, 2, tzinfo=UTC)
    assert "main" in bench.preview
    bench.press("F5")
    bench.resolve()
    assert "You are on branch release." in bench.preview
    assert "New rules." in bench.preview
    assert "Today is 2027-01-02." in bench.preview


def test_unknown_names_are_explained(bench):
    bench.go_to("Today")
    bench.type("[git:brnch] [sytem:date] ")
    bench.settle()
    codes = {problem.code: problem for problem in bench.file.analysis.diagnostics}
    assert {"unknown-name", "unknown-type"} <= set(codes)
    assert "git:branch" in codes["unknown-name"].fixes[0].title
    tags = {blank.tag: blank.sentence for blank in bench.file.result.blank}
    assert any("brnch" in tag for tag in tags)


def test_typing_a_file_resolves_it_after_a_pause_and_starts_no_git(bench):
    bench.world.files["NOTES.md"] = "Be brief.\n"
    git_before = bench.world.git_calls
    assert git_before > 0, "the control: opening asks git"
    bench.go_to("Today")
    bench.type("[file:NOTES.md] [git:status] ")
    assert "Be brief." not in bench.preview
    bench.wait(lambda: "Be brief." in bench.preview)
    assert bench.world.git_calls == git_before
    bench.panels.preview.refresh_requested.emit()
    bench.resolve()
    assert bench.world.git_calls > git_before
    assert "M a.py" in bench.preview


def test_the_folder_the_model_the_conversation_and_the_clock_change(bench, tmp_path):
    bench.go_to("Today")
    bench.type("[prompt:model] in [prompt:conversation_id]. ")
    panel = bench.panels.preview
    bench.dialogs.answers = [tmp_path]
    panel.context._folder.click()
    popup = asked_beside(panel.context._model)
    screen = popup.screen().availableGeometry()
    bench.window.move(screen.right() - panel.context._model.mapTo(bench.window, QPoint(20, 0)).x(), 0)
    popup.close()
    popup = asked_beside(panel.context._model)
    assert popup.height() >= popup.sizeHint().height(), "it has room for its question and its field"
    assert screen.contains(popup.geometry()), "it is on the screen, beside a button at the edge"
    QTest.keyClicks(popup.field, "opus")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    panel.context._take_conversation("c-7")
    bench.resolve()
    assert f"The current working directory is {tmp_path}." in bench.preview
    assert "opus in c-7." in bench.preview
    assert bench.world.folders[-1] == tmp_path
    assert str(tmp_path) in panel.context._folder.accessibleName()
    assert panel.context._model.text() == "opus"

    git_before = bench.world.git_calls
    assert panel.context._take_time("2030-05-06 07:08") is None
    bench.resolve()
    assert "Today is 2030-05-06." in bench.preview
    assert panel.context._clock.text() == "clock frozen 07:08"
    assert bench.world.git_calls <= git_before + 2, "one change resolves once"
    assert "is no date and time" in panel.context._take_time("soon")
    panel.context._take_time("")
    bench.resolve()
    assert "Today is 2026-03-04." in bench.preview
    assert panel.context._clock.text() == "clock 12:00"


def test_two_templates_have_snapshots_of_their_own(bench):
    (bench.root / "other.tmpl").write_text("[git:branch] [prompt:cwd]")
    bench.open("other.tmpl")
    bench.resolve()
    assert bench.preview == f"main {bench.root.parent}"
    bench.workbench.commands.files.close_current()
    bench.world.branch = "next"
    bench.act("refresh_values")
    bench.resolve()
    assert "You are on branch next." in bench.preview

    bench.act("refresh_values")
    bench.workbench.commands.files.close_current()
    bench.resolve()
    assert bench.workbench.current.file is None, "an answer for a closed template is dropped"
