"""What the window says of the files that are open: their names, and what state they are in."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import app_chats as chats
import pytest
from app_messages import Message
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRadioButton

from editor_app.cli import main
from editor_app.window.documents.titles import titles_of
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.panels.problems.problem_list import ProblemScope

pytestmark = pytest.mark.one_window

HEAD = "---\nname: {}\nversion: {}\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n\nHello\n"
MESSAGE = (
    'id: m\nversion: "1.0.0"\nrole: system\ncreatedAt: "2026-01-01T00:00:00Z"\n'
    'updatedAt: "2026-01-01T00:00:00Z"\nblocks:\n  - {id: a, type: identity, priority: 5, content: %s}\n'
)


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["x/a.md", "x/b.md"], ["a.md", "b.md"]),
        (["x/a/SKILL.md", "x/b/SKILL.md", "x/c.md"], ["a/SKILL.md", "b/SKILL.md", "c.md"]),
        (["x/a/S.md", "y/a/S.md", "x/b/S.md"], ["x/a/S.md", "y/a/S.md", "b/S.md"]),
        (["S.md", "a/S.md"], ["S.md", "a/S.md"]),
    ],
)
def test_one_name_several_files(paths, titles):
    assert [titles_of(map(Path, paths))[Path(path)] for path in paths] == titles


def test_what_a_toggle_a_theme_and_the_zoom_did_is_said(heard, open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    bench.settle()
    usual = current_theme().font("code").pixelSize()
    for action_id, sentence in (
        ("toggle_library", "Library: off."),
        ("toggle_library", "Library: on."),
        ("toggle_preview", "Preview and values: off."),
        ("word_wrap", "Word wrap: off."),
        ("full_page", "Full page: F11 brings everything else back."),
        ("full_page", "Everything else is back."),
        ("tab_moves_focus", "Tab moves the focus now; Ctrl+M changes it back."),
        ("theme_dark", "Dark: on."),
        ("zoom_in", f"Text size: {usual + 1} pixels."),
        ("zoom_in", f"Text size: {usual + 2} pixels."),
        ("zoom_reset", f"Text size: {usual} pixels."),
    ):
        heard.clear()
        bench.act(action_id)
        assert heard == [sentence], action_id


def test_tabs_and_the_window_are_called_after_files(open_bench, root):
    for folder in ("a", "b"):
        (root / folder).mkdir()
        (root / folder / "SKILL.md").write_text("{{! open")
    bench = open_bench(root, "page-analysis.md", "a/SKILL.md")
    window = bench.window.window()
    assert window.windowTitle() == "SKILL.md – prompts – Foreword"
    bench.open("b/SKILL.md")
    assert bench.tab_titles == ["page-analysis.md", "a/SKILL.md", "b/SKILL.md"]
    assert window.windowTitle() == "b/SKILL.md – prompts – Foreword"
    bench.workbench.commands.files.close_current()
    assert bench.tab_titles == ["page-analysis.md", "SKILL.md"]
    bench.open("defaults/page-analysis.md")
    assert bench.tab_titles == ["page-analysis.md", "SKILL.md", "defaults/page-analysis.md"]
    bench.panels.problems.set_scope(ProblemScope.LIBRARY)
    files = {row.place.file for row in bench.panels.problems.tree.rows}
    assert {"a/SKILL.md", "b/SKILL.md", "page-analysis.md"} <= files
    bench.panels.problems.set_scope(ProblemScope.FILE)
    bench.editor.setFocus()
    for _ in bench.tab_titles:
        bench.workbench.commands.files.close_current()
    nothing = bench.workbench.nothing_open
    assert nothing.button.hasFocus(), "the keyboard is on what can be done, not on a sentence"
    assert nothing.words.isVisible()
    nothing.say("Nothing open", "")
    assert not nothing.words.isVisible(), "no empty line, and no stop for Tab on it"
    assert window.windowTitle() == "prompts – Foreword"
    assert bench.panels.problems._empty.sentence == "Open a file to see its problems."


def test_the_status_bar_does_not_contradict_itself_and_the_bar_speaks_of_the_text_as_it_is(open_bench, root):
    (root / "defaults" / "greet.md").write_text(HEAD.format("greet", "1.0.0"))
    (root / "greet.md").write_text(HEAD.format("greet", "1.1"))
    (root / "alone.md").write_text(HEAD.format("alone", "1.1"))
    bench = open_bench(root, "greet.md")
    status = bench.window.status
    for name, wrong, until in (
        ("greet.md", "Callers get default 1.0.0: ", "Callers get default 1.0.0 until you save."),
        ("alone.md", "Callers get no prompt: ", "Callers get no prompt until you save."),
    ):
        bench.open(name)
        assert bench.bar.startswith(wrong)
        assert status.sentence.text() == "", "the bar says it"
        assert status.counts.accessibleName() == "Problems: 1 error"
        bench.go_to("1.1", 3)
        bench.type(".0")
        bench.settle()
        assert status.counts.accessibleName() == "Problems: none"
        assert bench.bar == until
        bench.press("Ctrl+S")
        assert status.sentence.text() == ""

    # So does the bar before it is saved.
    (root / "bare.md").write_text("Be brief.\n")
    (root / "twice.md").write_text(HEAD.format("twice", "1.1").replace("max_tokens: 9", "max_tokens: x"))
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.open("bare.md")
    assert bench.bar.startswith("Callers get no prompt: The frontmatter is missing")
    [*_, fix] = (fix for one in bench.file.analysis.diagnostics for fix in one.fixes)
    assert fix.title == "Add frontmatter"
    bench.workbench.commands.problems.apply_fix(fix)
    bench.settle()
    assert bench.bar == "Callers get no prompt until you save."
    bench.go_to("version: 1.0.0", len("version: 1.0"))
    bench.press("Delete")
    bench.press("Delete")
    bench.settle()
    assert bench.bar.startswith("Callers get no prompt: ‘version’ is 1.0")
    bench.type(".0")
    bench.settle()
    bench.link("Save")
    assert bench.bar == ""

    bench.open("twice.md")
    assert bench.bar.endswith(" And 1 more.")
    bench.go_to("1.1", 3)
    bench.type(".0")
    bench.settle()
    assert "max_tokens" in bench.bar
    assert "version" not in bench.bar
    assert "more" not in bench.bar


def test_an_empty_message_says_one_thing_of_it(open_bench, root):
    contents = {"blank": '""', "left-out": '"[file:nowhere.md]"', "muted": "Hello"}
    for name, content in contents.items():
        (root / "system-messages" / f"{name}.yaml").write_text(MESSAGE % content)
    (root / "system-messages" / "broken.yaml").write_text("blocks: [\n")
    bench = open_bench(root, "system-messages/blank.yaml")
    text = bench.panels.preview.text
    for name in contents:
        with in_case(name):
            bench.open(f"system-messages/{name}.yaml")
            bench.resolve()
            bench.settle()
            if name == "muted":
                assert bench.preview == "Hello"
                bench.act("mute_block")
                bench.settle()
            assert bench.preview == ""
            said = [row.mark.words for _, row in text.marks.rows(0, 0) if row.mark is not None]
            placeholder = text.placeholderText()
            assert [*said, *([placeholder] if placeholder else [])] == [
                "a not sent: muted" if name == "muted" else "a left out: it renders as nothing"
            ]
            bench.act("why_block")
            message = Message(bench)
            message.settle()
            assert message.why.split("\n") == (
                ["Not sent. It is muted, in this view only."]
                if name == "muted"
                else [
                    "Sent. It has no scope and no conditions.",
                    "Left out: it renders as nothing.",
                ]
            )

    (root / "system-messages" / "none.yaml").write_text(MESSAGE.partition("blocks:")[0] + "blocks: []\n")
    bench.open("system-messages/none.yaml")
    bench.settle()
    bench.window.show_below("why")
    why = bench.workbench.current.perspective.panels.why
    assert why._empty.title.text() == "Nothing to explain yet", "there is no block to choose"
    assert why._empty.sentence == "This panel says why a block is sent or not."
    assert text.placeholderText() == "Nothing: the text is empty."

    bench.open("system-messages/broken.yaml")
    bench.settle()
    assert bench.panels.preview.look.note == "The file has errors: callers get no system message."
    assert text.placeholderText() == "", "what can’t be read is not called empty, too"


def test_a_file_that_holds_no_text_is_shown_as_what_it_is(open_bench, root):
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe"
    (root / "logo.png").write_bytes(png)
    bench = open_bench(root, "page-analysis.md", "logo.png")
    page, status = bench.workbench.tabs.current_page, bench.window.status
    assert page.isVisible()
    assert not bench.editor.isVisible()
    said = (page.title.text(), page.sentence)
    assert said == ("logo.png", "PNG image, 18 bytes. It holds no text to edit.")
    assert page.button.hasFocus(), "it is reached like a text"
    assert bench.notice == ""
    assert bench.bar == ""
    assert not status.counts.isVisible()
    assert status.sentence.text() == "PNG image, 18 bytes"
    assert [label.text() for label in (status.position, status.encoding, status.newline)] == ["", "", ""]
    assert bench.file.analysis.diagnostics == ()
    assert bench.panels.problems._empty.sentence == "This file holds no text to check."
    bench.press("Ctrl+S")
    assert (root / "logo.png").read_bytes() == png
    bench.open("page-analysis.md")
    assert bench.workbench.tabs.current_page is None
    assert bench.editor.isVisible()
    assert status.counts.isVisible()
    bench.open("logo.png")
    bench.write("logo.png", "By now it is a text.\n")
    assert bench.editor.isVisible()
    assert bench.text == "By now it is a text.\n"
    bench.write("logo.png", png * 100)
    assert bench.workbench.tabs.current_page.sentence.startswith("PNG image, 1,800 bytes.")
    (root / "logo.png").unlink()
    bench.workbench.files.disk.look_now()
    assert bench.bar == "‘logo.png’ is no longer on disk."
    bench.workbench.commands.files.close_current()
    assert "logo.png" not in bench.tab_titles, "nothing is lost, so nothing is asked"


@pytest.mark.new_window
def test_the_list_of_the_library_shows_open_files_as_they_are_now(open_bench, root):
    (root / "other.md").write_text(HEAD.format("other", "1.0.0") + "{{titel}}\n")
    bench = open_bench(root, "page-analysis.md")
    problems, dock = bench.panels.problems, bench.window.bottom_dock
    problems.set_scope(ProblemScope.LIBRARY)

    def rows():
        return [row for row in problems.tree.rows if row.place.path == root / "other.md"]

    def counted():
        return sum(counts.total for counts in dock.tabs._counts.values())

    fixable = next(row for row in rows() if row.fix_title)
    total = problems.counts.total
    assert counted() == total > len(bench.file.analysis.diagnostics)

    problems.fix_requested.emit(fixable)
    assert bench.file.path == root / "other.md"
    assert bench.file.is_modified
    bench.settle()
    assert (fixable.code, fixable.place.line) not in [(row.code, row.place.line) for row in rows()]
    assert counted() == problems.counts.total == total - 1
    problems.fix_requested.emit(fixable)  # as it was listed before
    assert bench.notice.startswith("This problem is gone")

    problems.set_scope(ProblemScope.FILE)
    assert counted() == len(bench.file.analysis.diagnostics)
    problems.set_scope(ProblemScope.LIBRARY)
    bench.workbench.files.close(bench.file)
    bench.settle()
    assert fixable in rows()  # as it is on disk


def test_nothing_is_inserted_into_a_file_that_cannot_be_changed(open_bench, root):
    (root / "latin.md").write_bytes(HEAD.format("latin", "1.0.0").encode() + b"caf\xe9\n")
    bench = open_bench(root, "page-analysis.md", "latin.md")
    inserts = [bench.workbench.actions.action(name) for name in ("insert_variable", "insert_condition")]
    pill = next(pill for pill in bench.panels.variables.pills if pill.text() == "if…")
    assert not pill.isEnabled()
    assert [action.isEnabled() for action in inserts] == [False, False]
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert bench.dialogs.questions == []
    (root / "latin.md").rename(root / "renamed.md")
    bench.workbench.files.disk.look_now()
    assert bench.file.path == root / "renamed.md"
    assert [action.isEnabled() for action in inserts] == [False, False]
    bench.open("page-analysis.md")
    bench.workbench.commands.files.show(root / "page-analysis.md")
    assert all(pill.isEnabled() for pill in bench.panels.variables.pills)
    assert [action.isEnabled() for action in inserts] == [True, True]


# What a screen reader is told of deeds whose result is not where the focus is ------------------------------


def test_what_a_change_of_the_role_did_is_said(heard, open_bench, root):
    folder = chats.make_chat(root, "Hello.", "Hi.")
    bench = open_bench(root, checked=False)
    chat = chats.open_chat(bench, folder / "2.md")
    heard.clear()
    segments = chat.panels.header.role.findChildren(QRadioButton)
    next(one for one in segments if one.text() == "system").click()
    assert heard == ["The role of ‘2.md’ is system now."]
    chats.choose_in_menu_of(bench, 0, "Make it assistant")
    assert heard[1:] == ["The role of ‘1.md’ is assistant now."]


def test_what_a_run_did_is_said_its_end_its_steps_and_another_strategy(heard, open_bench, root):
    bench = open_bench(root, "runs/long-refactor.yaml", checked=False)
    view = bench.workbench.current.perspective.view
    bench.wait(lambda: heard)
    bench.settle()
    assert heard[-1].startswith("Hybrid: "), heard
    assert " steps, " in heard[-1]
    view.chart.setFocus()
    heard.clear()
    for key, step in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_End, 119), (Qt.Key.Key_Home, 0)):
        QTest.keyClick(view.chart, key)
        assert heard.pop().startswith(f"Step {step} of 119, "), key
        assert heard == []
    view.transport.play.click()
    view.transport.timer.timeout.emit()
    view.transport.timer.timeout.emit()
    assert heard == [], "not each step while it plays"
    view.transport.play.click()
    assert [words.partition(",")[0] for words in heard] == ["Step 2 of 119"]
    heard.clear()
    view.steps.setFocus()
    QTest.keyClick(view.steps, Qt.Key.Key_Down)
    assert heard == [], "a list says its own rows"
    segments = view.strategies.findChildren(QRadioButton)
    next(one for one in segments if one.text() == "Hints").click()
    bench.settle()
    QApplication.processEvents()
    assert [words.partition(":")[0] for words in heard] == ["Hints"]


# Control characters and unusual line ends are told as `check` tells them ------------------------------------

ODD = {
    "nel": "\x85",
    "line": "\u2028",
    "paragraph": "\u2029",
    "tab": "\x0b",
    "feed": "\x0c",
    "carriage": "\r",
    "nul": "\0",
    "bell": "\x07",
    "escape": "\x1b[2J",
    "delete": "\x7f",
    "c1": "\x9b",
    "backspace": "\b",
    "separators": "\x1c\x1d\x1e\x1f",
    "override": "\u202e",
    "zero": "\u200b",
    "bom": "\ufeff",
    "noncharacter": "\ufdd0\uffff",
    "mixed": "a\r\nb\nc\rd\x85e",
}
ODD_FILES = {
    "{}.md": "---\nname: {0}\n---\nBefore {1} after {{{{missing\nThe {1}end\n{{{{x}}}}\n",
    "standard/{}.txt": "a {1} b\n",
    "{}.tmpl": "a {1} [if git:branch]\nb\n",
    "runs/{}.yaml": "format: 1\nsystem: {{text: 'a {1} b'}}\nsteps: [{{user: Hi, text: c}}]\n",
    "system-messages/{}.yaml": "id: {0}\nrole: system\nblocks:\n- {{id: a, content: 'a {1} b'}}\n",
    "chats/{}/1.md": "; role: user\n; Version: 1.0.0\n\n\na {1} b\n",
}
ODD["all"] = " and ".join(text for name, text in ODD.items() if name != "nul")
ODD["printable"] = f"{ODD['nel']} and {ODD['override']} and {ODD['mixed']}"
NAMES_OF_ODD = {"{}.md": ("all", "nul", "mixed"), "standard/{}.txt": ("all", "nul")}
OF_OTHER_KINDS = ("printable", "nul")
KEYS_OF_CHECK = ("severity", "code", "line", "column", "message")
OF_REQUESTS = {"missing-field", "cache-too-short"}
"""What a window says besides of the request that a chat makes."""


def told_by_check(paths) -> dict[str, list[tuple[object, ...]]]:
    """Return what the command line tells of each path."""
    out = TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(TextIOWrapper(BytesIO(), "utf-8")):
        main(["check", "--json", *map(str, paths)])
    out.flush()
    told = {str(path): [] for path in paths}
    for one in json.loads(out.buffer.getvalue())["problems"]:
        told[one["filePath"]].append(tuple(one[key] for key in KEYS_OF_CHECK))
    return told


def test_the_window_tells_unusual_characters_as_check_does(open_bench, root):
    paths = {}
    for form, text in ODD_FILES.items():
        for name in NAMES_OF_ODD.get(form, OF_OTHER_KINDS):
            path = root / form.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.format(name, ODD[name]), "utf-8", newline="")
            paths[path] = form
    bench = open_bench(root, checked=False)
    differing, expected = {}, told_by_check(paths)
    assert any(expected.values())
    for path, form in paths.items():
        file = bench.workbench.commands.files.open(path)
        bench.wait_until_quiet()
        rows = bench.panels.problems._rows[ProblemScope.FILE]
        told = [(str(one.severity), one.code, *one.place[:2], one.message) for one in rows]
        if form.startswith("chats/"):
            told = [one for one in told if one[1] not in OF_REQUESTS]
        if sorted(told) != sorted(expected[str(path)]):
            differing[path.relative_to(root)] = told, expected[str(path)]
        bench.workbench.files.close(file)
    assert differing == {}
