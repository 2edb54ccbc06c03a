"""Until a folder is trusted, the window starts no git there and reads no file outside of the library."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from app_machine import Machine
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from editor_app.library.trust.trust import (
    Trust,
    allow_file,
    distrust_workspace,
    read_trust,
    trust_workspace,
)
from editor_app.window.commands.trust.commands import TrustPopup
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.documents.trust import workspace_trust
from editor_app.window.documents.trust.workspace_trust import WorkspaceTrust, chosen_folder
from editor_app.window.panels.problems.problem_list import ProblemScope

pytestmark = pytest.mark.one_window

TEMPLATE = """Rules: [file:AGENTS.md]
Voice: [file:../style-guide/voice.md]
On [git:branch].
[if git:status]
Not committed: [git:status]
[endif]
Near: [file:prompts/near.txt]
"""
BLANK = "Rules: \nVoice: \nOn .\n\nNear: near\n"
TRUSTED = "Rules: Run the tests.\n\nVoice: \nOn topic.\n\nNot committed:"
BAR = "Restricted: git and outside files unread, 4 variables blank."
STATE = "state"
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def git_calls(tmp_path, monkeypatch) -> Path:
    """Put a git on the PATH that records its calls, and return the path of the record."""
    real, record = shutil.which("git"), tmp_path / "git-calls"
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >> "{record}"\nexec {real} "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return record


@pytest.fixture(scope="module")
def repository(tmp_path_factory) -> Path:
    """Return the folder of a git repository with one commit."""
    folder = tmp_path_factory.mktemp("repository")
    who = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    begin = ("commit", "-q", "--allow-empty", "-m", "Begin")
    for words in (("init", "-q", "-b", "topic", "--template="), (*who, *begin)):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder / ".git"


@pytest.fixture
def root(root, tmp_path, repository) -> Path:
    """Return the library in a git repository with rules beside it, and another folder outside."""
    (root.parent / "AGENTS.md").write_text("Run the tests.\n")
    (root / "near.txt").write_text("near")
    (root / "system-prompt.tmpl").write_text(TEMPLATE)
    (tmp_path / "style-guide").mkdir()
    (tmp_path / "style-guide" / "voice.md").write_text("Be kind.")
    shutil.copytree(repository, root.parent / ".git")
    return root


@pytest.fixture
def restricted(open_bench, root, git_calls):
    """Return a function that opens a window on the library as it is started by hand."""

    def open_one(*names: str):
        bench = open_bench(root, *names, world=Machine(), trusted=False, folder=root.parent)
        bench.resolve()
        bench.settle()
        return bench

    return open_one


def mark(bench) -> str:
    button = bench.window.status.trust
    return button.text() if button.isVisible() else ""


def popup() -> TrustPopup:
    found = QApplication.activePopupWidget()
    assert isinstance(found, TrustPopup)
    return found


def closed(bench) -> None:
    assert QApplication.activePopupWidget() is None
    bench.come_back()
    bench.resolve()
    bench.settle()


def links(bench) -> dict[str, str]:
    """Return the links of what is blank, by tag."""
    return {row.tag: row.link for row in bench.panels.preview.blank.rows}


def answer(bench) -> None:
    """Trust the folder, or take that back, in the popup."""
    bench.trigger("trust")
    QTest.keyClick(popup().act, Qt.Key.Key_Return)
    closed(bench)


def read_again(bench) -> None:
    bench.press("F5")
    bench.resolve()
    bench.settle()


def follow(bench, tag: str) -> None:
    blank = bench.panels.preview.blank
    blank.list.link_chosen.emit(next(row for row in blank.rows if row.tag == tag))
    bench.resolve()
    bench.settle()


def refused(bench) -> list[ProblemRow]:
    rows = bench.panels.problems._rows[ProblemScope.FILE]
    return [row for row in rows if row.code == "needs-grant"]


def problem_rows(bench) -> list[tuple[str, str]]:
    return [(row.message, row.fix_title) for row in refused(bench)]


def test_nothing_is_run_or_read_until_the_folder_is_trusted_and_again_after(
    restricted, git_calls, tmp_path, monkeypatch
):
    bench = restricted("system-prompt.tmpl")
    see_git_calls(bench, git_calls, tmp_path)
    see_why(bench, tmp_path)
    see_a_quiet_bar(bench, monkeypatch)


def see_git_calls(bench, git_calls, tmp_path) -> None:
    """See that none is made before the folder is trusted, and after that is taken back."""
    assert bench.preview == BLANK
    assert (bench.bar, mark(bench), bench.status) == (BAR, "Restricted", "Workspace atlas")
    assert not git_calls.exists()

    bench.editor.setFocus()
    bench.link("Trust…")
    asked = popup()
    assert asked.title.text() == "Trust atlas?"
    assert QApplication.focusWidget() is asked.stay
    stops = []
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        stops.append(QApplication.focusWidget())
    assert stops == [asked.act, asked.stay, asked.act], "Tab stays in the popup"
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    closed(bench)
    assert QApplication.focusWidget() is bench.editor
    assert (bench.preview, bench.bar, mark(bench)) == (BLANK, BAR, "Restricted")
    assert not git_calls.exists(), "asking starts nothing"

    bench.link("Trust…")
    QTest.keyClick(popup().act, Qt.Key.Key_Return)
    closed(bench)
    assert bench.preview.startswith(TRUSTED)
    assert bench.preview.endswith("Near: near\n")
    assert (bench.bar, mark(bench)) == ("", "Trusted")
    calls = git_calls.read_text()
    assert "rev-parse" in calls, "the record sees git"

    bench.window.status.counts.setFocus()
    bench.press("Shift+Tab")
    assert QApplication.focusWidget() is bench.window.status.trust, "the mark is a stop of its own"
    bench.press("Space")
    QTest.keyClick(popup(), Qt.Key.Key_Escape)
    closed(bench)
    assert QApplication.focusWidget() is bench.window.status.trust
    QTest.mouseClick(bench.window.status.trust, Qt.MouseButton.LeftButton)
    assert popup().title.text() == "atlas is trusted"
    QTest.mouseClick(popup().act, Qt.MouseButton.LeftButton)
    closed(bench)
    assert (bench.preview, bench.bar, mark(bench)) == (BLANK, BAR, "Restricted")
    bench.press("F5")
    bench.resolve()
    assert git_calls.read_text() == calls, "taken back, it starts no git"
    assert not read_trust(tmp_path / STATE, bench.root.parent)[0].is_trusted


def see_a_quiet_bar(bench, monkeypatch) -> None:
    """See that it says one thing, and is closed for good."""
    asked = []
    monkeypatch.setattr(
        workspace_trust, "read_trust", lambda *given: asked.append(given) or read_trust(*given)
    )
    for name in ("page-analysis.md", "system-prompt.tmpl"):
        bench.open(name)
    bench.settle()
    assert (bench.bar, mark(bench)) == (BAR, "Restricted")
    bench.press("Ctrl+Tab", bench.editor)
    bench.settle()
    assert mark(bench) == "", "a prompt resolves no variables"
    assert bench.bar.startswith("Callers get default"), "what does harm goes first"
    bench.press("Ctrl+Tab", bench.editor)
    bench.settle()

    before = len(asked)
    bench.go_to("Near")
    bench.editor.insert_text("[git:branch] [file:/etc/hostname]")
    bench.type(" ")
    bench.settle()
    bench.resolve()
    assert len(asked) == before, "typing reads no trust"
    assert QApplication.activePopupWidget() is None
    assert bench.bar == BAR.replace("4", "5")

    bench.panels.bar.close_button.setFocus()
    bench.press("Space", bench.panels.bar.close_button)
    assert bench.bar == ""
    assert QApplication.focusWidget() is bench.editor
    bench.press("F5")
    bench.resolve()
    bench.settle()
    assert (bench.bar, mark(bench)) == ("", "Restricted")
    values = bench.panels.values.cells
    next(row for row in values if row.field.key == "git:branch").widget.give("mine")
    assert "On mine." in bench.preview, "a given value needs no trust"


def see_why(bench, tmp_path) -> None:
    """See that what is blank says why wherever it is shown."""
    assert links(bench) == {
        "[file:AGENTS.md]": "Trust…",
        "[file:../style-guide/voice.md]": "Trust…",
        "[git:branch]": "Trust…",
        "[if git:status]": "Trust…",
    }
    causes = {row.tag: row.sentence for row in bench.panels.preview.blank.rows}
    assert causes["[file:../style-guide/voice.md]"] == (
        f"The folder is restricted; ‘{tmp_path}/style-guide/voice.md’ has to be allowed besides."
    )
    assert causes["[if git:status]"] == "The folder is restricted."
    marks = bench.panels.preview.text.marks
    labels = [sign.label for _, sign in marks.signs(0, len(bench.preview))]
    assert labels == ["file:AGENTS.md", "file:../style-guide/voice.md", "git:branch"]
    rows = [row for _, row in marks.rows(0, len(bench.preview))]
    [row] = [row for row in rows if not row.words.startswith("can change next turn")]
    assert (row.words, row.role) == ("left out: git:status, folder restricted", "warn")
    assert problem_rows(bench) == [], "the bar says it; nothing can be allowed before the folder is trusted"
    pills = {pill.spec.key: pill for pill in bench.panels.variables.pills}
    assert not pills["git:branch"].spec.exists
    assert pills["git:branch"].accessibleName() == "Insert git:branch, restricted"
    fields = {row.field.key: row.widget.accessibleName() for row in bench.panels.values.cells}
    assert fields["git:branch"] == "git:branch, restricted – type a value to try it"
    assert fields["file:../style-guide/voice.md"] == "voice.md, restricted – type a value to try it"

    bench.go_to("git:branch")
    bench.editor.show_hover()
    card = bench.editor._hover.card
    [(target, words)] = bench.editor._hover.spot.card().links
    assert words == "Trust…"
    card._choose(target)
    QTest.keyClick(popup(), Qt.Key.Key_Escape)
    bench.come_back()
    for place in ("[git:branch]", "[git:status]\n[endif"):
        bench.go_to(place, 3)
        bench.press("Ctrl+Shift+Y", bench.editor)
        bench.settle()
        bench.panels.preview.why.body.link_activated.emit("fix")
        QTest.keyClick(popup(), Qt.Key.Key_Escape)
        bench.come_back()


def test_trust_and_a_file_allowed_by_its_path_are_remembered_until_taken_back(
    restricted, open_bench, root, tmp_path
):
    bench = restricted("system-prompt.tmpl")
    answer(bench)
    assert (bench.bar, mark(bench)) == ("", "Trusted"), "the folder is trusted, the file is not in it"
    voice = tmp_path / "style-guide" / "voice.md"
    sentence = "‘../style-guide/voice.md’ lies outside the folder and is restricted."
    assert problem_rows(bench) == [(sentence, f"Allow ‘{voice}’")], "the offer names the whole path"
    [row] = [row for row in bench.panels.preview.blank.rows if row.tag == "[file:../style-guide/voice.md]"]
    assert (row.sentence, row.link) == ("Outside the folder.", f"Allow ‘{voice}’")
    for is_undone in (True, False):
        [problem] = refused(bench)
        bench.panels.problems.fix_requested.emit(problem)
        bench.resolve()
        bench.settle()
        assert "Voice: Be kind.\n" in bench.preview
        assert problem_rows(bench) == []
        assert bench.notice == f"‘{voice}’ is read here from now on."
        if is_undone:
            assert bench.window.notices.link.text() == "Undo"
            bench.window.notices.link.click()
            bench.resolve()
            bench.settle()
            assert "Voice: \n" in bench.preview
            assert read_trust(tmp_path / STATE, root.parent)[0].allowed_files == frozenset()
            assert bench.notice == ""
    later = open_bench(root, "system-prompt.tmpl", real=True, trusted=False, folder=root.parent)
    later.resolve()
    later.settle()
    assert later.preview.startswith(TRUSTED.replace("Voice: ", "Voice: Be kind.")), "it is remembered"
    assert (later.bar, mark(later)) == ("", "Trusted")
    later.trigger("trust")
    [button] = popup().remove_buttons
    assert button.accessibleName() == "Restrict ../style-guide/voice.md"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    closed(later)
    assert "Voice: \n" in later.preview
    assert read_trust(tmp_path / STATE, root.parent)[0].allowed_files == frozenset()
    assert problem_rows(later) != []
    distrust_workspace(tmp_path / STATE, root.parent)
    read_again(later)
    assert (later.preview, later.bar, mark(later)) == (BLANK, BAR, "Restricted"), "taken back elsewhere"


def test_the_popup_stays_in_the_window_and_pasted_tags_that_lack_only_trust_offer_it(restricted):
    bench = restricted("system-prompt.tmpl")
    bench.window.resize(640, 420)
    for is_scrolled in (False, True):
        bench.settle()
        bench.link("Trust…")
        shown, status = popup(), bench.window.status
        top = bench.window.mapToGlobal(QPoint(0, 0)).y()
        assert shown.y() >= top
        assert shown.y() + shown.height() <= status.mapToGlobal(QPoint(0, 0)).y()
        assert shown.rect().contains(shown.act.geometry()), "the buttons can be seen"
        bar = shown._area.verticalScrollBar()
        assert (bar.maximum() > 0) is is_scrolled
        if is_scrolled:
            QTest.keyClick(shown.stay, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
            assert bar.value() > 0, "the keys scroll it"
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        bench.come_back()
        bench.window.setMinimumHeight(0)
        bench.window.resize(640, 240)

    bench.window.resize(1440, 900)
    pasted = "[git:branch] [file:AGENTS.md] "
    bench.press("Ctrl+Home", bench.editor)
    QGuiApplication.clipboard().setText(pasted)
    bench.press("Ctrl+V", bench.editor)
    notices = bench.window.notices
    assert bench.notice == "2 tags are blank: the folder is restricted."
    assert (notices.link.text(), notices.other_link.text()) == ("Trust…", "Show")
    notices.link.click()
    QTest.keyClick(popup().act, Qt.Key.Key_Return)
    closed(bench)
    assert bench.notice == ""
    assert bench.text.startswith(pasted)
    assert bench.preview.startswith("topic Run the tests.\n")


def test_secrets_are_allowed_for_the_session_only_and_what_a_link_leads_to_is_named(
    restricted, root, tmp_path, monkeypatch
):
    (root.parent / ".env").write_text("KEY=1")
    (root / "system-prompt.tmpl").write_text("[file:.env] [file:../style-guide/voice.md]\n")
    bench = restricted("system-prompt.tmpl")
    [row] = [row for row in bench.panels.preview.blank.rows if row.tag == "[file:.env]"]
    assert (row.sentence, row.link) == (
        f"The folder is restricted; ‘{root.parent}/.env’ has to be allowed besides.",
        "Trust…",
    )
    trust_workspace(tmp_path / STATE, root.parent, now=NOW)
    voice = tmp_path / "style-guide" / "voice.md"
    allow_file(tmp_path / STATE, root.parent, voice, now=NOW)
    read_again(bench)
    assert links(bench) == {"[file:.env]": f"Allow ‘{root.parent}/.env’ for this session"}
    assert problem_rows(bench) == [
        ("‘.env’ may hold secrets and is restricted.", f"Allow ‘{root.parent}/.env’ for this session")
    ]
    follow(bench, "[file:.env]")
    assert bench.preview == "KEY=1 Be kind.\n"
    assert bench.notice == f"‘{root.parent}/.env’ is read until this window is closed."
    bench.trigger("trust")
    assert len(popup().remove_buttons) == 2
    QTest.keyClick(popup(), Qt.Key.Key_Escape)
    bench.come_back()
    assert read_trust(tmp_path / STATE, root.parent)[0].allowed_files == {voice}
    distrust_workspace(tmp_path / STATE, root.parent)
    read_again(bench)
    see_where_links_lead(bench, tmp_path, monkeypatch)


def test_a_file_of_anybody_is_read_only_with_trust_and_by_name(restricted, root, tmp_path):
    """A template of a stranger names any file of this computer: one click must not show it."""
    outside = tmp_path / "notes" / "diary.md"
    outside.parent.mkdir()
    outside.write_text("Dear diary.")
    (root / "system-prompt.tmpl").write_text(f"Mine: [file:{outside}] [file:../style-guide/voice.md]\n")
    bench = restricted("system-prompt.tmpl")
    assert set(links(bench).values()) == {"Trust…"}
    follow(bench, f"[file:{outside}]")
    popup().close()
    closed(bench)
    assert bench.preview == "Mine:  \n"
    bench.workbench.trust.allow(root.parent, outside)  # as a link that was shown before trust was taken back
    bench.resolve()
    assert bench.preview == "Mine:  \n", "the command line and HTTP ask for both, too"
    answer(bench)
    assert bench.preview == "Mine: Dear diary. \n"
    assert read_trust(tmp_path / STATE, root.parent)[0].allowed_files == frozenset(), "for this window"
    bench.trigger("trust")
    assert "this session" in [label.text() for label in popup().findChildren(QLabel)]
    QTest.keyClick(popup().act, Qt.Key.Key_Return)
    closed(bench)
    assert bench.preview == "Mine:  \n", "taken back, no file is allowed either"


def test_where_trust_cannot_be_kept_it_holds_for_the_window(restricted, tmp_path):
    bench = restricted("system-prompt.tmpl")
    lock = tmp_path / STATE / "locks" / "trust.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir(parents=True)  # in the way
    try:
        answer(bench)
        assert bench.preview.startswith(TRUSTED)
        assert bench.notice.startswith("Trust in ‘")
        assert bench.notice.endswith("It is trusted in this window until it is closed.")
        answer(bench)
        assert bench.preview == BLANK
    finally:
        lock.rmdir()  # the tests after it share the folder


def test_a_damaged_store_trusts_nobody_and_says_so_once(restricted, tmp_path):
    store = tmp_path / STATE / "trust.json"
    store.write_text("[")
    store.chmod(0o600)
    bench = restricted("system-prompt.tmpl")
    assert (bench.preview, mark(bench)) == (BLANK, "Restricted")
    assert bench.notice.startswith(
        f"‘trust.json’ in ‘{tmp_path / STATE}’ is damaged, so no folder is trusted."
    )
    bench.window.notices.hide()
    bench.press("F5")
    bench.resolve()
    assert bench.notice == ""


def test_the_folder_chosen_by_hand_is_remembered_and_asks_for_trust_of_its_own(
    restricted, open_bench, root, tmp_path
):
    trust_workspace(tmp_path / STATE, root.parent, now=NOW)
    other = tmp_path / "style-guide"
    bench = restricted("system-prompt.tmpl")
    bench.dialogs.answers = [other]
    bench.workbench.commands.values.choose_folder()
    bench.resolve()
    bench.settle()
    assert (bench.status, mark(bench)) == ("Workspace style-guide", "Restricted")
    bench.workbench.settings.sync()
    later = open_bench(root, "system-prompt.tmpl", real=True, trusted=False, named=False).workbench
    assert later.resolver.context.folder == other
    library = later.library.library
    assert library.workspace == root.parent
    shutil.rmtree(other)
    assert chosen_folder(later.settings, library) is None, "one that is gone is not used"


def test_blocks_of_a_system_message_are_restricted_as_a_template_is(restricted, root, tmp_path):
    (root / "system-messages" / "team.yaml").write_text(
        "id: team\nversion: 1.0.0\nblocks:\n  - id: voice\n    type: identity\n    priority: 1\n"
        "    content: 'On [git:branch]. Voice: [file:../style-guide/voice.md]'\n"
    )
    bench = restricted("system-messages/team.yaml")
    assert (bench.bar, mark(bench)) == (BAR.replace("4", "2"), "Restricted")
    assert refused(bench) == []
    answer(bench)
    [problem] = refused(bench)
    assert (problem.place.line, problem.fix_title) == (7, f"Allow ‘{tmp_path}/style-guide/voice.md’")
    bench.panels.problems.fix_requested.emit(problem)
    bench.resolve()
    bench.settle()
    assert "Voice: Be kind." in bench.preview
    assert (refused(bench), bench.bar) == ([], "")


def test_in_the_text_of_a_trigger_a_variable_stays_blank(restricted, root):
    trigger = "format: 1\ntriggers:\n  - {id: one, signal: steps, at: 3, text: 'On [git:branch]; end.'}\n"
    (root / "runs" / "triggers.yaml").write_text(trigger)
    bench = restricted("runs/triggers.yaml")
    panel = bench.workbench.perspectives.of(bench.file).panel
    bench.go_to("git:branch")
    panel.sliders["steps"].setValue(50)
    bench.settle()
    assert panel.said.toPlainText() == "On ; end."
    bench.workbench.trust.trust_here(root.parent)
    bench.settle()
    assert panel.said.toPlainText() == "On topic; end.", "the control"


def test_a_link_out_is_named_with_its_end_and_opened_once_that_is_allowed(restricted, root, tmp_path):
    diary = tmp_path / "diary.md"
    diary.write_text("Dear diary.\n")
    (root / "notes.md").symlink_to(diary)
    (root / "rules.md").symlink_to("../AGENTS.md")
    bench = restricted("page-analysis.md")
    files, trust = bench.workbench.files, bench.workbench.trust
    assert files.open(root / "notes.md") is None
    assert bench.notice.startswith(f"‘notes.md’ is a link to ‘{diary}’, outside the library.")
    assert files.open(root / "rules.md") is None, "it is not trusted yet"

    trust.trust_here(root.parent)
    rules = files.open(root / "rules.md")
    assert rules.text == "Run the tests.\n", "in the workspace it is one like any other"
    files.close(rules)
    assert files.open(root / "notes.md") is None
    assert bench.notice.startswith(f"‘notes.md’ is a link to ‘{diary}’, outside the workspace.")
    bench.window.notices.link.click()
    assert bench.text == "Dear diary.\n"
    bench.editor.insert_text("Mine. ")
    bench.press("Ctrl+S", bench.editor)
    assert diary.read_text() == "Mine. Dear diary.\n"

    trust.take_back(root.parent)
    bench.editor.insert_text("More. ")
    bench.press("Ctrl+S", bench.editor)
    assert diary.read_text() == "Mine. Dear diary.\n"
    assert "was not saved" in bench.notice
    assert files.open(root / "rules.md") is None


def test_taken_back_below_the_folder_that_gave_it_it_is_taken_back_there(tmp_path):
    top, state = tmp_path / "atlas", tmp_path / STATE
    (top / "sub").mkdir(parents=True)
    (top / ".git").mkdir()
    secret = top / ".env"
    secret.write_text("KEY=1")
    trust = WorkspaceTrust(state, lambda: NOW)
    trust.trust(top)
    trust.allow(top, secret)
    assert trust.of(top).allowed_files == {secret}
    trust.take_back(top / "sub")
    for folder in (top, top / "sub"):
        assert trust.of(folder) == Trust(folder, is_trusted=False)

    (state / "trust.json").write_text('{"format": 9, "workspaces": []}')
    trust.read_again()
    trust.trust(top)
    assert trust.of(top / "sub").is_trusted, "the control: a newer store is not written, it holds here"
    trust.take_back(top / "sub")
    assert not trust.of(top).is_trusted
    assert not trust.of(top / "sub").is_trusted
    trust.trust(top / "sub")
    assert trust.of(top / "sub").is_trusted
    assert not trust.of(top).is_trusted


def test_trust_that_another_window_gives_or_takes_back_is_followed(restricted, root, tmp_path):
    (root.parent / ".env").write_text("KEY=1")
    (root / "system-prompt.tmpl").write_text(f"{TEMPLATE}Key: [file:.env]\n")
    two = restricted("system-prompt.tmpl")
    one = WorkspaceTrust(tmp_path / STATE, lambda: NOW)  # of another window
    one.trust(root.parent)
    two.workbench._disk.timeout.emit()
    two.wait(lambda: mark(two) == "Trusted")
    two.resolve()
    two.settle()
    assert two.preview.startswith(TRUSTED)
    assert (mark(two), two.workbench.library.library.is_trusted) == ("Trusted", True)
    two.workbench.trust.allow(root.parent, (root.parent / ".env").resolve())
    two.resolve()
    assert "Key: KEY=1" in two.preview

    one.take_back(root.parent)
    QApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    two.wait(lambda: not two.workbench.trust.of(root.parent).is_trusted)
    two.resolve()
    two.settle()
    assert two.preview == f"{BLANK}Key: \n", "and what was allowed for the session is not read either"
    assert (mark(two), two.workbench.library.library.is_trusted) == ("Restricted", False)
    assert two.workbench.files.library.allowed_files == frozenset()


def see_where_links_lead(bench, tmp_path, monkeypatch) -> None:
    """See that what a link leads to is named before it is allowed."""
    root = bench.root
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "diary.md").write_text("Dear diary.\n")
    (tmp_path / "notes" / "docs").mkdir(parents=True)
    (tmp_path / "notes" / "docs" / "plan.md").write_text("The plan.\n")
    (tmp_path / ".env").write_text("KEY=1")
    for name, target in (("style.md", "diary.md"), ("docs", "notes/docs"), ("plain.md", ".env")):
        (root.parent / name).symlink_to(tmp_path / target)
    names = ("style.md", "docs/plan.md", "plain.md")
    (root / "links.tmpl").write_text("".join(f"[file:{name}]\n" for name in names))
    problems = [
        ("‘style.md’ leads to ‘~/diary.md’ and is restricted.", "Allow ‘~/diary.md’"),
        (
            "‘docs/plan.md’ leads to ‘~/notes/docs/plan.md’ and is restricted.",
            "Allow ‘~/notes/docs/plan.md’",
        ),
        (
            "‘plain.md’ leads to ‘~/.env’, which may hold secrets, and is restricted.",
            "Allow ‘~/.env’ for this session",
        ),
    ]
    bench.open("links.tmpl")
    bench.resolve()
    bench.settle()
    assert set(links(bench).values()) == {"Trust…"}
    trust_workspace(tmp_path / STATE, root.parent, now=NOW)
    read_again(bench)
    assert problem_rows(bench) == problems
    assert list(links(bench).values()) == [title for _, title in problems]
    assert bench.panels.preview.blank.rows[0].sentence == "Leads to ‘~/diary.md’."
