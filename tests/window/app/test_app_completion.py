"""Completions in the source editor: asked for, by themselves, chosen by keys and by the mouse."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
strategy:
steps:
  - user: Go on.
expect:
  - prefix kept
"""
TRIGGERS = """\
triggers:
  - id: mine
    signal: steps
    at: 3
    text: |
      Left:
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "new.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/triggers.yaml", "runs/new.yaml", checked=False)
    show_source(bench)
    return bench


def show_source(bench) -> None:
    """Bring the text to the front where the run stands in for it."""
    tabs, document = bench.workbench.tabs, bench.file.document
    if tabs.shows_alternative(document):
        bench.trigger("show_run")
    assert bench.editor.contents is document
    bench.editor.setFocus()


def offers(bench) -> list[str] | None:
    popup = bench.editor.completing.popup
    return None if popup is None else [one.text for one in popup.offers]


def begin_again(bench) -> None:
    """Take back all that was written."""
    bench.press("Esc", bench.editor)
    while bench.file.is_modified:
        bench.trigger("undo")


def put_caret(bench, words: str) -> None:
    bench.go_to(words, after=len(words))


def test_completions_are_asked_for_filtered_chosen_and_taken_as_one_step(bench):
    put_caret(bench, "strategy:")
    bench.type(" ")
    bench.press("Ctrl+Space")
    assert offers(bench) == ["message-only", "hints", "multi-step", "hybrid"]
    bench.press("Down", bench.editor)
    assert bench.editor.completing.popup.chosen.text == "hints"
    bench.press("Up", bench.editor)
    bench.press("Up", bench.editor)
    assert bench.editor.completing.popup.chosen.text == "hybrid"
    bench.press("Return", bench.editor)
    assert offers(bench) is None
    assert "strategy: hybrid\nsteps" in bench.text
    bench.type("!")
    assert "strategy: hybrid!" in bench.text
    bench.press("Ctrl+Z", bench.editor)
    bench.press("Ctrl+Z", bench.editor)
    assert "strategy: \nsteps" in bench.text

    for keys in ("Left", "Home", "Ctrl+Z"):
        with in_case(keys):
            begin_again(bench)
            put_caret(bench, "strategy:")
            bench.type(" ")
            bench.press("Ctrl+Space")
            assert offers(bench)
            bench.press(keys, bench.editor)
            assert offers(bench) is None, "it closes when the caret leaves"

    for keys in ("Ctrl+Space", "Ctrl+Shift+Space"):
        with in_case(keys):
            begin_again(bench)
            put_caret(bench, "strategy:")
            bench.type(" ")
            bench.press(keys)
            bench.type("h")
            assert offers(bench) == ["hints", "hybrid"]
            bench.type("y")
            assert offers(bench) == ["hybrid"]
            bench.press("Backspace", bench.editor)
            assert offers(bench) == ["hints", "hybrid"]
            bench.press("Esc", bench.editor)
            assert offers(bench) is None
            assert "strategy: h\n" in bench.text
            bench.press("Ctrl+Space")
            bench.type("x")
            assert offers(bench) is None
            assert "strategy: hx\n" in bench.text


def test_they_come_by_themselves_where_a_value_is_expected_and_not_in_prose(bench, monkeypatch):
    put_caret(bench, "strategy:")
    bench.type(" hy")
    assert offers(bench) is None  # before the pause
    bench.settle()
    assert offers(bench) == ["hybrid"]
    bench.press("Tab", bench.editor)
    assert "strategy: hybrid\n" in bench.text
    put_caret(bench, "user: Go")
    bench.type(" str")
    bench.settle()
    assert offers(bench) is None
    bench.press("Return", bench.editor)
    assert "Go str\n" in bench.text

    begin_again(bench)
    put_caret(bench, "user: Go on.")
    bench.press("Ctrl+Space")
    assert offers(bench) is None
    assert bench.notice == "Nothing is known that could be written here."

    put_caret(bench, "  - prefix kept")
    bench.type("\n- a at most 2 times")
    bench.settle()
    assert offers(bench) == ["times", "times in "]
    bench.press("Return", bench.editor)
    assert offers(bench) is None
    assert bench.text.endswith("times\n  \n"), "behind a word typed in full it begins a line"

    begin_again(bench)
    put_caret(bench, "- prefix kept")
    bench.type("\n- leg")
    bench.settle()
    bench.press("Tab", bench.editor)
    bench.settle()
    popup = bench.editor.completing.popup
    assert [one.text for one in popup.offers] == ["openai", "anthropic", "google"], "the next part is offered"
    place = popup.list.visualRect(popup.list.model().index(1, 0)).center()
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert bench.text.endswith("- legal for anthropic\n")
    assert bench.editor.hasFocus()

    begin_again(bench)
    monkeypatch.setattr("editor_app.window.text.completion.completing.LARGE", 10)
    put_caret(bench, "strategy:")
    bench.type(" h")
    bench.settle()
    assert offers(bench) is None, "a large text offers only when asked"
    bench.press("Ctrl+Space")
    assert offers(bench) == ["hints", "hybrid"]


def test_in_triggers_enter_takes_what_a_key_chose_and_their_ids_are_known_unsaved(bench):
    bench.open("runs/triggers.yaml")
    bench.go_to("signal: steps", after=len("signal: "))
    bench.press("Ctrl+Space")
    assert bench.editor.completing.popup.chosen.text == "steps"
    bench.press("Return", bench.editor)
    assert bench.text == TRIGGERS
    bench.press("Ctrl+Space")
    bench.press("Down", bench.editor)
    bench.press("Return", bench.editor)
    assert bench.text == TRIGGERS.replace("steps", "steps-left"), "the others are offered in its place"

    put_caret(bench, "triggers:")
    bench.type("\n  - id: after")
    bench.settle()
    assert offers(bench) == ["after-compact"]
    bench.press("Return", bench.editor)
    assert "- id: after\n" in bench.text, "where anything may stand"
    bench.press("Ctrl+Z", bench.editor)
    bench.go_to("id: after", after=len("id: after"))
    bench.type("-")
    bench.settle()
    bench.press("Down", bench.editor)
    bench.press("Return", bench.editor)
    assert "- id: after-compact\n" in bench.text

    begin_again(bench)
    put_caret(bench, "Left:")
    bench.type(" [st")
    bench.settle()
    assert offers(bench) == ["step:index]", "step:left]"]
    bench.press("Down", bench.editor)
    bench.press("Tab", bench.editor)
    assert "Left: [step:left]\n" in bench.text

    bench.select("mine")
    bench.type("never-saved")
    bench.open("runs/new.yaml")
    show_source(bench)
    put_caret(bench, "- prefix kept")
    bench.type("\n- fires ne")
    bench.settle()
    assert offers(bench) == ["never-saved"]


def test_variables_are_offered_in_the_content_of_a_block_and_in_the_tags_of_a_prompt(open_bench, root):
    bench = open_bench(root, "system-messages/coding-assistant.yaml", checked=False)
    assert bench.editor.contents is not bench.file.document
    put_caret(bench, bench.text)
    bench.type(" [git:b")
    bench.settle()
    assert offers(bench) == ["git:branch]"]
    bench.press("Tab", bench.editor)
    assert bench.text.endswith(" [git:branch]")
    assert " [git:branch]" in bench.file.text

    bench.open("page-analysis.md")
    put_caret(bench, "{{url}}")
    bench.type(" {{")
    bench.settle()
    assert "title}}" in offers(bench)
    bench.type("ti")
    bench.press("Return", bench.editor)
    assert "{{url}} {{title}}" in bench.text
