"""The palette: found by a few letters, by line, by symbol; back and forward."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor_app.text import Edit, Span
from editor_app.window.commands.going.search import MOST_SHOWN, Candidate, Group, matches_in_steps, ranked
from editor_app.window.dialogs.palette import Palette
from editor_app.window.documents.library_rows import LibraryListing, LibraryRow

pytestmark = pytest.mark.one_window


class Opened:
    """The palette, opened by a key and typed into."""

    def __init__(self, bench, keys: str) -> None:
        self._bench = bench
        bench.press(keys)
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, Palette), f"{keys} opens no palette"
        self.palette = popup
        self.found()

    def type(self, text: str) -> Opened:
        """Type over what is there."""
        self.palette.field.selectAll()
        QTest.keyClicks(self.palette.field, text)
        return self.found()

    def found(self) -> Opened:
        self._bench.wait_until(lambda: not self.palette.is_searching)
        return self

    @property
    def words(self) -> list[str]:
        return [row.words for row in self.palette.rows]

    @property
    def current(self) -> str:
        return self.palette.list.current_row.words

    def press(self, keys: Qt.Key, *held: Qt.KeyboardModifier) -> None:
        QTest.keyClick(self.palette.field, keys, *held)
        if QApplication.activePopupWidget() is None:
            self._bench.come_back()


def test_a_file_is_found_by_a_few_letters_and_opened(bench):
    on_number_pad = (Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    for keys, keys_of_enter in (
        ("Ctrl+K", (Qt.Key.Key_Return,)),
        ("Ctrl+Shift+P", (Qt.Key.Key_Enter,)),
        ("Ctrl+P", on_number_pad),
    ):
        with in_case(keys):
            bench.open("page-analysis.md")
            opened = Opened(bench, keys).type("tdg")
            assert opened.words[:2] == ["Files", "test-data-generation"]
            opened.press(*keys_of_enter)
            assert bench.file.path.name == "test-data-generation.md"
            assert bench.editor.hasFocus()


def test_a_command_is_done_where_the_focus_was(bench):
    bench.select("URL: ")
    opened = Opened(bench, "Ctrl+K").type(">cut")
    assert opened.current == "Cut"
    opened.press(Qt.Key.Key_Return)
    assert "\n{{url}}" in bench.text
    assert bench.clipboard() == "URL: "
    bench.press("Ctrl+Z")
    opened = Opened(bench, "Ctrl+K")
    assert opened.words[:2] == ["Recent", "Cut"], "what was used lately is first"
    opened.press(Qt.Key.Key_Escape)


def test_commands_that_cannot_act_are_left_out_and_keys_are_shown(bench):
    opened = Opened(bench, "Ctrl+K").type(">make my copy")
    assert not opened.words
    assert opened.palette.nothing.text() == "Nothing matches ‘make my copy’."
    opened.press(Qt.Key.Key_Return)  # nothing to choose
    rows = opened.type(">save all").palette.rows
    [save_all] = [row for row in rows if row.words == "Save all"]
    assert (save_all.keys, save_all.detail) == ("Ctrl+Shift+L", "File")
    opened.press(Qt.Key.Key_Escape)


def test_blocks_of_all_files_are_found_and_shown(bench):
    opened = Opened(bench, "Ctrl+K").type("formatting link")
    assert opened.current == "formatting-link-1"
    opened.press(Qt.Key.Key_Return)
    assert bench.file.path.name == "coding-assistant.yaml"
    bench.settle()
    part = bench.workbench.current.perspective.part_around(bench.workbench.current.caret_offset)
    assert part.name == "formatting-link-1"


def test_ctrl_enter_opens_a_file_or_a_block_beside(bench):
    opened = Opened(bench, "Ctrl+P").type("tdg")
    opened.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.file.path.name == "test-data-generation.md"
    front = bench.workbench.files.find(bench.root / "page-analysis.md")
    assert bench.workbench.tabs.current_document is front.document, "it stays in front"
    bench.act("close_beside")
    opened = Opened(bench, "Ctrl+K").type("formatting link")
    opened.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    second = bench.workbench.commands.shown.second
    assert second.file.path.name == "coding-assistant.yaml"
    assert second.file.text[second.editor.cursor_offset() :].startswith("formatting-link-1")
    bench.act("close_beside")


def test_symbols_are_shown_while_they_are_chosen_and_esc_comes_back(bench):
    bench.go_to("max_tokens")
    caret = bench.editor.cursor_offset()
    opened = Opened(bench, "Ctrl+K").type("@")
    assert opened.words[:3] == ["Symbols", "frontmatter", "url"]
    opened.press(Qt.Key.Key_Down)
    assert bench.editor.cursor_offset() == bench.text.index("{{url}}")
    opened.press(Qt.Key.Key_Escape)
    assert bench.editor.hasFocus()
    assert bench.editor.cursor_offset() == caret
    opened = Opened(bench, "Ctrl+K").type("@title")
    opened.press(Qt.Key.Key_Return)
    assert bench.editor.cursor_offset() == bench.text.index("{{#if title}}")


def test_the_symbols_of_a_message_are_those_of_its_chat(bench):
    chat = bench.workbench.library.index.chats[0]
    bench.open(chat.messages[0].path)
    opened = Opened(bench, "Ctrl+K").type("@")
    assert opened.words[opened.words.index("Messages") + 1 :] == [one.path.stem for one in chat.messages]
    opened.palette.field.setText(f"@{chat.messages[2].path.stem}")
    opened.found().press(Qt.Key.Key_Return)
    assert bench.file.path == chat.messages[2].path


def test_a_line_is_gone_to_and_shown_before(bench):
    count = bench.text.count("\n") + 1
    lines = {
        ":12": (12, 1),
        ":12:5": (12, 5),
        ": 12 , 5": (12, 5),
        ":" + " " * 9000 + "7" + " " * 9000 + ":": (7, 1),
        ":0": (1, 1),
        ":-1": (1, 1),
        f":{10**30}": (count, 1),
        ":" + "9" * 6000: (count, 1),
        ":3:99999": (3, len("version: 1.1") + 1),
    }
    for typed, place in lines.items():
        with in_case(typed[:20]):
            opened = Opened(bench, "Ctrl+G")
            assert opened.palette.field.text() == ":"
            assert opened.palette.nothing.text().startswith(f"Type a line from 1 to {count}")
            opened.palette.field.setText(typed)
            at = bench.editor.cursor_offset()
            opened.press(Qt.Key.Key_Return)
            assert bench.editor.cursor_offset() == at, "it was shown before"
            assert bench.file.analysis.lines.position(at) == place
    opened = Opened(bench, "Ctrl+G").type(":two")
    assert not opened.words
    opened.press(Qt.Key.Key_Escape)


def test_ctrl_k_deletes_nothing_in_any_field(bench):
    bench.go_to("max_tokens")
    fields = (bench.editor, bench.panels.library.filter, bench.panels.values.findChild(QPlainTextEdit))
    text = bench.text
    for field in fields:
        with in_case(field.accessibleName()):
            field.setFocus()
            Opened(bench, "Ctrl+K").press(Qt.Key.Key_Escape)
            assert QApplication.focusWidget() is field
    assert bench.text == text


@pytest.mark.parametrize("typed", ["x" * 10_000, "\0", "\u202eabc\u2066", "@\0", ">" * 300, "a b " * 900])
def test_odd_queries_find_nothing_or_something(bench, typed):
    opened = Opened(bench, "Ctrl+K")
    opened.palette.field.setText(typed)
    opened.found()
    for row in opened.palette.rows:
        assert "\u202e" not in row.words
    opened.palette.grab()
    opened.press(Qt.Key.Key_Escape)


def test_many_files_are_searched_in_slices_and_enter_waits_for_them(bench):
    library = bench.workbench.library
    rows = tuple(
        LibraryRow(bench.root / f"none-{number}.md", f"some-page-{number}", "document")
        for number in range(10_000)
    )
    before, library.listing = library.listing, LibraryListing(bench.root, (*rows, *library.listing.rows))
    opened = Opened(bench, "Ctrl+P").found()
    opened.palette.field.setText("page-analysis")
    assert opened.palette.is_searching, "the window has its turn meanwhile"
    opened.press(Qt.Key.Key_Return)
    bench.wait_until(lambda: QApplication.activePopupWidget() is None)
    assert bench.file.path.name == "page-analysis.md"
    opened = Opened(bench, "Ctrl+P").type("page")
    assert opened.palette.count.text() == "200 of 10,001 results"
    opened.press(Qt.Key.Key_Escape)
    library.listing = before


def test_a_hundred_thousand_symbols_are_matched_a_few_at_a_time():
    candidates = [Candidate(Group.SYMBOLS, f"heading {number}", print) for number in range(100_000)]
    steps, turns = matches_in_steps("head 99", candidates, {}), 0
    try:
        while True:
            next(steps)
            turns += 1
    except StopIteration as end:
        found = end.value
    assert turns >= 1_000
    assert len(ranked(found).rows) == 1 + MOST_SHOWN


def test_arrows_step_over_headings_and_round_the_ends(bench):
    opened = Opened(bench, "Ctrl+P")
    assert opened.palette.list.current_row.choice is not None
    opened.press(Qt.Key.Key_Up)
    assert opened.current == opened.words[-1]
    opened.press(Qt.Key.Key_Down)
    assert opened.current == opened.words[1]
    opened.press(Qt.Key.Key_PageDown)
    opened.press(Qt.Key.Key_PageUp)
    assert opened.current == opened.words[1]
    opened.press(Qt.Key.Key_Escape)


def test_back_and_forward_go_through_jumps_and_files_and_follow_edits(bench):
    bench.go_to("name:")
    bench.settle()
    bench.go_to("Provide a concise")
    bench.settle()
    bench.open("test-data-generation.md")
    bench.settle()
    bench.press("Alt+Left")
    bench.settle()
    assert bench.file.path.name == "page-analysis.md"
    assert bench.text[bench.editor.cursor_offset() :].startswith("Provide a concise")
    bench.press("Alt+Left")
    bench.settle()
    assert bench.text[bench.editor.cursor_offset() :].startswith("name:")
    bench.type("# more\n\n")
    bench.settle()
    bench.press("Alt+Right")
    bench.settle()
    assert bench.text[bench.editor.cursor_offset() :].startswith("Provide a concise"), "it has moved"
    at = bench.editor.cursor_offset()
    bench.press("Alt+Left")
    bench.settle()
    bench.file.document.apply_edits((Edit(Span(at, at), "Now. "),))
    bench.press("Alt+Right")
    bench.settle()
    assert bench.editor.cursor_offset() == at, "what is inserted at a place is behind it"
    bench.press("Alt+Right")
    bench.settle()
    assert bench.file.path.name == "test-data-generation.md"
    assert not bench.workbench.actions.action("go_forward").isEnabled()


def test_the_buttons_of_the_mouse_go_back_and_forward(bench):
    bench.open("test-data-generation.md")
    bench.settle()
    for button, name in (
        (Qt.MouseButton.BackButton, "page-analysis.md"),
        (Qt.MouseButton.ForwardButton, "test-data-generation.md"),
    ):
        QTest.mouseClick(bench.editor.viewport(), button)
        bench.settle()
        assert bench.file.path.name == name


def test_a_closed_file_is_opened_again_and_one_that_is_gone_is_passed_over(bench):
    first = bench.open_copy("test-data-generation.md", "one.md").path
    bench.go_to("\n\n")
    bench.settle()
    gone = bench.open_copy("test-data-generation.md", "two.md").path
    bench.settle()
    bench.open("page-analysis.md")
    bench.settle()
    for path in (first, gone):
        bench.workbench.commands.files.close_tab(bench.workbench.files.find(path))
    gone.unlink()
    bench.press("Alt+Left")
    bench.settle()
    assert bench.file.path == first
    assert "two.md" in bench.notice


def test_when_an_untitled_text_at_the_first_place_is_closed_the_next_one_is_the_first(bench):
    places = bench.workbench.commands.places
    bench.act("new_untitled")
    untitled = bench.file
    bench.settle()
    places.note()
    del places._places[:-1]
    places._at = 0
    bench.open("page-analysis.md")
    bench.settle()
    bench.press("Alt+Left")
    assert bench.file is untitled
    places.is_paused = True
    bench.workbench.commands.files.close_tab(untitled)
    places.is_paused = False
    assert places.conditions() == []
    bench.settle()
    assert places._at == len(places._places) - 1


def test_typing_and_single_steps_are_no_jumps(bench):
    bench.go_to("max_tokens")
    bench.settle()
    places = bench.workbench.commands.places
    before = len(places._places)
    for _ in range(8):
        bench.press("Down")
    bench.type("abc")
    bench.settle()
    assert len(places._places) == before


def test_commands_on_tabs_and_files_are_found_by_their_words_and_by_those_of_other_editors(bench):
    best = {
        ">close other": "Close other tabs",
        ">pin": "Pin or unpin the tab",
        ">dupl": "Duplicate the file",
        ">undo": "Undo",
        ">save as case": "Save as case…",
        ">occurrence": "Add the next match to the selection",
        ">replace all": "Replace…",
        ">all cases": "Show all cases",
    }
    bench.editor.insert_text("x")
    opened = Opened(bench, "Ctrl+K")
    for typed, command in best.items():
        with in_case(typed):
            assert opened.type(typed).current == command
    assert opened.palette.foot.text().endswith("Enter run")
    assert "beside" in opened.type("tdg").palette.foot.text()
    opened.press(Qt.Key.Key_Escape)


def test_the_file_in_front_is_duplicated_renamed_and_deleted_by_commands(bench):
    bench.open("test-data-generation.md")
    bench.act("duplicate_file")
    bench.wait_until_quiet()
    [copy] = [path for path in bench.root.glob("test-data-generation*.md") if path != bench.file.path]
    bench.open(copy.name)
    bench.dialogs.answers = ["mine.md"]
    bench.act("rename_file")
    bench.wait_until_quiet()
    assert (copy.exists(), bench.file.path.name) == (False, "mine.md")
    bench.act("delete_file")
    assert not (bench.root / "mine.md").exists()
    default = bench.write("defaults/quokka.md", "A default.\n")
    bench.workbench.library.refresh()
    bench.wait_until_quiet()
    bench.open("defaults/quokka.md")
    bench.act("delete_file")
    assert "read-only" in bench.notice
    assert default.exists()


def test_tabs_are_closed_together_and_pinned_by_commands(bench):
    for name in ("test-data-generation.md", "test-scenario-generation.md"):
        bench.open(name)
    tabs = bench.workbench.tabs
    tabs.bar.setCurrentIndex(0)
    bench.act("pin_tab")
    assert tabs.bar.is_pinned(0)
    bench.act("pin_tab")
    assert not tabs.bar.is_pinned(0)
    tabs.bar.setCurrentIndex(1)
    bench.act("close_to_the_right")
    assert tabs.bar.count() == 2
    bench.act("close_others")
    assert [tabs.bar.count(), bench.file.path.name] == [1, "test-data-generation.md"]


def test_a_block_chosen_in_blocks_is_shown_there(bench):
    bench.open("system-messages/coding-assistant.yaml")
    bench.wait_until_quiet()
    tabs, document = bench.workbench.tabs, bench.file.document
    tabs.show_view(document, "part")
    bench.wait_until_quiet()
    opened = Opened(bench, "Ctrl+K").type("formatting link")
    opened.press(Qt.Key.Key_Return)
    bench.settle()
    assert tabs.view_of(document) == "part"
    part = bench.workbench.current.perspective.part_around(bench.workbench.current.caret_offset)
    assert part.name == "formatting-link-1"


def test_a_click_on_the_position_goes_to_a_line_and_short_words_are_explained(bench):
    status = bench.window.status
    bench.settle()
    assert "braces" in status.dialect.toolTip()
    assert "LF" in status.newline.toolTip()
    assert "UTF-8" in status.encoding.toolTip()
    QTest.mouseClick(status.position, Qt.MouseButton.LeftButton)
    palette = QApplication.activePopupWidget()
    assert palette.field.text() == ":"
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    status.show_facts(("3 steps",))
    QTest.mouseClick(status.position, Qt.MouseButton.LeftButton)
    assert QApplication.activePopupWidget() is None, "other words lead nowhere"


@pytest.mark.parametrize("typed", ["go to the library", "explorer", "sidebar"])
def test_the_library_is_gone_to_from_any_text(bench, typed: str):
    bench.window.left_dock.show_page("outline")
    Opened(bench, "Ctrl+K").type(typed)
    palette = QApplication.activePopupWidget()
    names = [row.words for row in palette.rows]
    assert "Go to the library" in names
    for _ in range(names.index("Go to the library") - names.index(palette.list.current_row.words)):
        QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    bench.come_back()
    assert bench.workbench.panels.library.tree.hasFocus()


@pytest.mark.parametrize("typed", ["undo", "restore"])
def test_a_deletion_is_undone_from_the_text(bench, typed: str):
    path = bench.write("lost.md", "x\n")
    bench.workbench.library.refresh()
    bench.workbench.commands.library.delete(path)
    bench.window.notices.dismiss()
    assert not path.exists()
    bench.editor.setFocus()
    found = Opened(bench, "Ctrl+K").type(typed)
    name = "Undo the last file operation"
    assert name in found.words
    for _ in range(found.words.index(name) - found.words.index(found.current)):
        found.press(Qt.Key.Key_Down)
    found.press(Qt.Key.Key_Return)
    assert path.read_text() == "x\n"
    bench.trigger("undo_file_operation")
    assert bench.notice == "There is no file operation to undo."


def test_a_deleted_tab_that_is_opened_again_offers_to_undo(bench):
    path = bench.write("lost.md", "x\n")
    bench.workbench.library.refresh()
    bench.open("lost.md")
    bench.workbench.commands.library.delete(path)
    bench.press("Ctrl+Shift+T")
    assert bench.notice == "‘lost.md’ is no longer on disk."
    bench.undo_notice()
    assert path.read_text() == "x\n"
    assert "lost.md" in bench.tab_titles
