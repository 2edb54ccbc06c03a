"""What opening a file and coming back to its tab makes, counted: nothing twice, and nothing that is there."""

from __future__ import annotations

import pytest
from app_messages import CODING, DESK
from named_cases import in_case

from editor_app.library.kinds import Kind
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.frame.status_bar import StatusBar
from editor_app.window.kinds.system_message.current_message import CurrentSystemMessage
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import InspectorPanel
from editor_app.window.kit.card.hover_card import HoverCard
from editor_app.window.kit.form.growing_text import ValueField
from editor_app.window.panels.variables.variable_bar import Pill, VariableBar
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.fix_popup import FixPopup
from editor_app.window.text.lines.even_lines import EvenLines
from editor_app.window.text.painting.highlighter import Highlighter

pytestmark = pytest.mark.one_window

PROMPT, OTHER, TEMPLATE = "page-analysis.md", "test-scenario-generation.md", "system-prompt.tmpl"


@pytest.fixture
def calls_of(monkeypatch):
    """Return a function that counts the calls of a method in a list of their first arguments."""

    def watch(owner, name):
        calls, original = [], getattr(owner, name)

        def called(self, *arguments, **named):
            calls.append(arguments[0] if arguments else None)
            return original(self, *arguments, **named)

        monkeypatch.setattr(owner, name, called)
        return calls

    return watch


def test_an_opened_file_is_shown_once(open_bench, root, calls_of):
    bench = open_bench(root, CODING, PROMPT)
    bench.settle()
    block_outcomes = calls_of(StatusBar, "show_saved")
    fields = calls_of(InspectorPanel, "show_block")
    placings = calls_of(VariableBar, "_place")
    editors, popups, cards = (calls_of(kind, "__init__") for kind in (CodeEditor, FixPopup, HoverCard))
    for opened in (OTHER, TEMPLATE, DESK):
        with in_case(opened):
            bench.open(PROMPT)
            bench.settle()
            for calls in (block_outcomes, fields, placings, editors, popups, cards):
                calls.clear()
            bench.workbench.commands.files.open(root / opened)
            assert len(block_outcomes) == 1
            assert len(editors) == (2 if opened == DESK else 1)
            assert not popups, "the list of fixes is made when it is opened"
            assert not cards, "the card is made when there is something to say"
            assert sum(one is not None for one in fields) <= 2  # while it is hidden, and with the form
            assert len(placings) <= 3  # for the new buttons, and for the room they get


def test_coming_back_and_another_tab_make_and_measure_nothing_and_are_one_change(open_bench, root, calls_of):
    bench = open_bench(root, CODING, PROMPT, TEMPLATE)
    for name in (PROMPT, CODING, TEMPLATE, PROMPT):
        bench.open(name)
        bench.settle()
    pills, rows = calls_of(Pill, "__init__"), calls_of(ValueField, "__init__")
    block_outcomes = calls_of(StatusBar, "show_saved")
    names = [CODING, PROMPT, TEMPLATE, PROMPT, CODING]
    for name in names:
        bench.workbench.commands.files.open(root / name)
    assert not pills, "the buttons of one file become those of the next"
    assert not rows, "so do the fields"
    assert len(block_outcomes) == len(names)

    # clicked in the strip, it comes once to the status, the editor, the pages and the panels of its kind
    bench.open(DESK)
    bench.settle()
    tabs = bench.workbench.tabs
    documents = {document: file for file in bench.workbench.files.files for document in [file.document]}
    statuses, texts = calls_of(StatusBar, "show_file"), calls_of(StatusBar, "show_position")
    sides, kinds = calls_of(MainWindow, "show_kind"), calls_of(CurrentSystemMessage, "show")
    others = calls_of(CurrentFile, "show_editor")
    switches = 0
    for document in [*tabs.documents, tabs.documents[0], tabs.documents[2], tabs.documents[1]]:
        calls = (statuses, texts, sides, kinds, others)
        for one in calls:
            one.clear()
        was_message = bench.file.kind is Kind.SYSTEM_MESSAGE
        tabs.bar.setCurrentIndex(tabs.documents.index(document))
        assert bench.file is documents[document]
        is_message = bench.file.kind is Kind.SYSTEM_MESSAGE
        counts = [len(one) for one in calls]
        assert counts == [1, 1, min(1, counts[2]), int(is_message or was_message), 0], bench.file.path
        switches += 1
    assert switches == 7


def test_the_buttons_are_arranged_only_when_they_change(open_bench, root, calls_of):
    bench = open_bench(root, PROMPT, TEMPLATE)
    bench.settle()
    bar = bench.panels.variables
    arranged = calls_of(VariableBar, "_place")
    for _ in range(5):
        bar.sizeHint()
    assert not arranged
    bench.workbench.commands.files.open(root / PROMPT)
    assert 0 < len(arranged) <= 4, "other buttons are arranged anew"


def test_lines_in_sight_are_coloured_once_and_laid_out_for_their_room(
    open_bench, root, calls_of, monkeypatch
):
    (root / "marks.md").write_text("a\u202e" * 5_000 + "\n")
    bench = open_bench(root, PROMPT)
    bench.settle()
    given = calls_of(Highlighter, "_give")
    bench.open("marks.md")
    bench.settle()
    assert 0 < len({block.blockNumber() for block in given}) < 20, "a few blocks of names fill the view"
    shown = len(given)
    bench.open(PROMPT)
    bench.open("marks.md")
    bench.settle()
    assert len(given) == shown, "what has its colours keeps them"
    bench.type("x")
    assert len(given) > shown, "a text that changes is coloured anew"

    # while its editor is made, it has not got its room yet: a line would have a row for each few letters
    rows, lay_out = [], EvenLines._lay_out

    def laid_out(self, block, room, top):
        rows.append(lay_out(self, block, room, top))
        return rows[-1]

    monkeypatch.setattr(EvenLines, "_lay_out", laid_out)
    bench.write("long.md", "[" * 5_000)
    bench.open("long.md")
    bench.settle()
    shown = bench.editor.document().firstBlock().layout().lineCount()
    assert sum(rows) <= 6 * shown, f"{shown} rows were laid out as {rows}"
