from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import run

import pytest
from counted_work import assert_work_in_proportion
from named_cases import in_case
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QToolButton

from editor_app.window.documents.library_rows import LibraryListing, LibraryRow, RowState
from editor_app.window.kit.rows.row_buttons import RowButtons
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.words.counts import Counts
from editor_app.window.panels.library.library_panel import LibraryPanel
from editor_app.window.panels.library.listing import count_in_room, matching_files, tree_of
from pseudo_language import write_pseudo_language

ROOT = Path("/library")


@pytest.fixture
def panel(theme, show_kept, rows) -> LibraryPanel:
    panel = show_kept(LibraryPanel, 288, 500)
    panel.filter.clear()
    panel.show_listing(LibraryListing(ROOT, ()))
    panel.show_listing(LibraryListing(ROOT, rows))
    return panel


def shown(panel: LibraryPanel) -> list[str]:
    """Return the visible rows, indented as they are."""
    lines = []
    index = panel.tree.model().index(0, 0)
    while index.isValid():
        depth = 0
        above = index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        lines.append("  " * depth + index.data())
        index = panel.tree.indexBelow(index)
    return lines


def place_of(panel: LibraryPanel, label: str) -> QModelIndex:
    model = panel.tree.model()
    found = model.match(model.index(0, 0), Qt.ItemDataRole.DisplayRole, label, 1, Qt.MatchFlag.MatchRecursive)
    return found[0]


def spoken(panel: LibraryPanel, label: str) -> str:
    return place_of(panel, label).data(Qt.ItemDataRole.AccessibleTextRole)


def test_files_stand_under_their_kind_folders_first(panel) -> None:
    assert shown(panel) == [
        "Prompts",
        "  billing",
        "    refund",
        "  page-analysis",
        "  test-data",
        "Template",
        "  system-prompt",
        "Other files",
    ]


def test_states_are_said_in_words(panel) -> None:
    panel.show_current(ROOT / "page-analysis.md")
    said = spoken(panel, "page-analysis")
    assert said == "page-analysis, 1 error, 1 warning, fallback, Callers get default 1.0.0., current document"
    assert spoken(panel, "test-data") == "test-data, default, read-only"
    assert spoken(panel, "Prompts") == "Prompts, 3 files"


def test_enter_and_click_open(panel, qtbot) -> None:
    index = place_of(panel, "system-prompt")
    panel.tree.setCurrentIndex(index)
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert opened.args == [ROOT / "system-prompt.tmpl"]
    with qtbot.waitSignal(panel.open_requested):
        place = panel.tree.visualRect(place_of(panel, "refund")).center()
        qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_heading_folds_and_stays_folded_when_the_disk_changes(theme, show, qtbot, rows) -> None:
    panel = LibraryPanel()
    panel.show_listing(LibraryListing(ROOT, rows))
    show(panel, 288, 500)
    place = panel.tree.visualRect(place_of(panel, "Prompts")).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "  page-analysis" not in shown(panel)
    panel.show_listing(LibraryListing(ROOT, (*rows, LibraryRow(ROOT / "new.md", "new", "prompt"))))
    assert "  page-analysis" not in shown(panel)
    panel.tree.setCurrentIndex(place_of(panel, "Prompts"))
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert "  new" in shown(panel)


def test_changed_states_keep_selection_and_place(panel, qtbot, rows) -> None:
    panel.tree.setCurrentIndex(place_of(panel, "system-prompt"))
    changed = tuple(row._replace(state=row.state._replace(counts=Counts(3))) for row in rows)
    with qtbot.waitSignal(panel.tree.model().dataChanged):
        panel.show_listing(LibraryListing(ROOT, changed))
    assert panel.selected_row() == changed[3]
    assert "3 errors" in spoken(panel, "system-prompt")


def test_the_filter_finds_and_unfolds(panel, qtbot) -> None:
    qtbot.keyClicks(panel.filter, "REFUND")
    assert shown(panel) == ["Prompts", "  billing", "    refund"]
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert opened.args == [ROOT / "billing/refund.md"]
    qtbot.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert len(shown(panel)) == 8


def test_a_filter_that_finds_nothing_says_so(panel, qtbot) -> None:
    panel.filter.setText("zzz")
    assert not panel.tree.isVisible()
    button = panel._no_files.button
    buttons = [button for button in panel.findChildren(type(button)) if button.isVisible()]
    assert [button.text() for button in buttons] == ["Clear the filter"]
    buttons[0].click()
    assert panel.tree.isVisible()


def test_empty_states_say_what_to_do(panel, qtbot) -> None:
    panel.show_listing(None)
    assert panel._no_library.isVisible()
    with qtbot.waitSignal(panel.open_library_requested):
        panel._no_library.button.click()
    panel.show_listing(LibraryListing(ROOT))
    with qtbot.waitSignal(panel.new_requested):
        panel._no_files.button.click()


def test_menus_offer_what_can_be_done(panel, qtbot, rows) -> None:
    default = panel.menu_for(rows[1])
    texts = [action.text() for action in default.actions() if not action.isSeparator()]
    assert texts == [
        "Open\tReturn",
        "Open beside\tCtrl+Return",
        "Make my copy",
        "Rename…\tF2",
        "Move to…",
        "Duplicate",
        "Delete\tDel",
        "History…",
        "Show in its folder",
        "Copy path",
        "Copy relative path",
    ]
    assert [action.text() for action in default.actions() if not action.isEnabled()] == [
        "Rename…\tF2",
        "Move to…",
        "Delete\tDel",
    ]
    with qtbot.waitSignal(panel.customize_requested) as asked:
        next(action for action in default.actions() if action.text() == "Make my copy").trigger()
    assert asked.args == ["test-data"]
    with qtbot.waitSignal(panel.reset_requested):
        menu = panel.menu_for(rows[0])
        next(action for action in menu.actions() if action.text() == "Reset to default").trigger()


@pytest.mark.parametrize("by_key", [False, True], ids=["mouse", "key"])
@pytest.mark.parametrize(
    ("heading", "new"), [("Prompts", ["New prompt…"]), ("Other files", [])], ids=["prompts", "others"]
)
def test_a_heading_has_a_menu(theme, show, qtbot, rows, heading, new, by_key) -> None:
    panel = LibraryPanel()
    panel.show_listing(LibraryListing(ROOT, rows))
    show(panel, 288, 500)
    index = place_of(panel, heading)
    if by_key:
        panel.tree.setCurrentIndex(index)
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    place = panel.tree.visualRect(index).center()
    event = QContextMenuEvent(reason, place, panel.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(panel.tree.viewport(), event)
    menu = QApplication.activePopupWidget()
    state = "Fold" if panel.tree.isExpanded(index) else "Unfold"
    actions = {action.text(): action for action in menu.actions() if not action.isSeparator()}
    assert list(actions) == [*new, state, "Unfold all", "Fold all"]
    if new:
        with qtbot.waitSignal(panel.new_requested) as asked:
            actions[new[0]].trigger()
        assert asked.args == [heading]
    actions["Fold all"].trigger()
    assert shown(panel) == ["Prompts", "Template", "Other files"]
    actions["Unfold all"].trigger()
    actions["Fold" if state == "Fold" else "Fold all"].trigger()
    assert not panel.tree.isExpanded(index), "the menu is about this heading"
    menu.close()


def test_keys_act_on_the_selected_file(panel, qtbot) -> None:
    panel.tree.setCurrentIndex(place_of(panel, "page-analysis"))
    panel.tree.setFocus()
    with qtbot.waitSignal(panel.delete_requested) as deleted:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Delete)
    assert [row.path for row in deleted.args] == [ROOT / "page-analysis.md"]
    with qtbot.waitSignal(panel.rename_requested):
        qtbot.keyClick(panel.tree, Qt.Key.Key_F2)
    panel.tree.setCurrentIndex(place_of(panel, "test-data"))
    with qtbot.assertNotEmitted(panel.delete_requested):
        qtbot.keyClick(panel.tree, Qt.Key.Key_Delete)


def test_names_from_the_disk_are_never_markup(panel) -> None:
    row = LibraryRow(ROOT / "<b>x</b>\n.md", "<img src=x>\u202egpj\n", "document")
    panel.show_listing(LibraryListing(ROOT, (row,)))
    index = panel.tree.model().index(0, 0, panel.tree.model().index(0, 0))
    assert index.data() == "<img src=x> gpj "
    assert "<b>" not in index.data(Qt.ItemDataRole.ToolTipRole)


def row_image(panel: LibraryPanel, label: str) -> QImage:
    rect = panel.tree.visualRect(place_of(panel, label))
    return panel.tree.viewport().grab(rect).toImage()


def test_the_current_document_is_marked_and_a_narrow_panel_keeps_names(panel, theme, qtbot) -> None:
    panel.show_current(ROOT / "page-analysis.md")
    image = row_image(panel, "page-analysis")
    assert image.pixelColor(0, 12) == theme.color("acc")
    assert image.pixelColor(20, 12) == theme.color("sel")
    badge = row_image(panel, "refund")
    assert badge.pixelColor(288 - 16, 12) == theme.color("accbg")
    for width, is_there in ((220, True), (200, True), (120, False)):  # at the end the name is all there is
        panel.resize(width, 500)
        image = row_image(panel, "refund")
        colors = [image.pixelColor(x, 12) for x in range(image.width())]
        assert (theme.color("accbg") in colors) is is_there
    panel.show_current(ROOT / "billing/refund.md")
    for width in (288, 208):  # the fallback beside its counts
        panel.resize(width, 500)
        image = row_image(panel, "page-analysis")
        assert theme.color("warnbg") in [image.pixelColor(x, 8) for x in range(width)]
    name = "test-data-generation"
    panel.show_listing(
        LibraryListing(ROOT, (LibraryRow(ROOT / f"{name}.md", name, "prompt", state=RowState("user")),))
    )
    for width, is_there in ((288, True), (208, False)):
        panel.resize(width, 500)
        image = row_image(panel, name)
        is_painted = theme.color("accbg") in [image.pixelColor(x, 8) for x in range(width)]
        assert is_painted is is_there, "a name goes before the badge that does no harm"


def test_rows_match_by_every_word() -> None:
    row = LibraryRow(ROOT / "billing/refund.md", "refund", "prompt", folders=("billing",))
    assert matching_files((row,), "bill ref") == (row,)
    assert matching_files((row,), "bill xyz") == ()


def test_cases_stand_under_their_prompt(panel, rows, qtbot) -> None:
    cases = LibraryRow(ROOT / "refund.cases.yaml", "cases", "cases", owner=ROOT / "billing/refund.md")
    panel.show_listing(LibraryListing(ROOT, (cases, *rows[:-1])))
    at_first = ["Prompts", "  billing", "    refund", "      cases", "  page-analysis", "  test-data"]
    assert shown(panel)[:6] == at_first
    assert spoken(panel, "Prompts") == "Prompts, 3 files"
    assert spoken(panel, "cases") == "cases, of refund"
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.mouseClick(
            panel.tree.viewport(),
            Qt.MouseButton.LeftButton,
            pos=panel.tree.visualRect(place_of(panel, "cases")).center(),
        )
    assert opened.args == [cases.path]
    panel.filter.setText("cases.yaml")
    assert shown(panel) == ["Prompts", "  billing", "    refund", "      cases"]
    panel.filter.clear()
    panel.tree.collapse(place_of(panel, "refund"))
    panel.show_listing(LibraryListing(ROOT, rows[:-1]))
    panel.show_listing(LibraryListing(ROOT, (cases, *rows[:-1])))
    assert "      cases" not in shown(panel), "a fold stays"


class Walked(frozenset):
    """Paths that note when they are gone through."""

    walks = 0

    def __iter__(self):
        """Go through them."""
        self.walks += 1
        return super().__iter__()


def test_the_row_of_what_is_unsaved_is_marked_and_not_the_one_above_it(panel, rows) -> None:
    prompt = next(row for row in rows if row.label == "refund")
    cases = LibraryRow(ROOT / "refund.cases.yaml", "cases", "cases", owner=prompt.path)
    listing = (prompt._replace(parts=(cases.path,)), cases, CHAT)
    panel.show_listing(LibraryListing(ROOT, listing))
    unsaved = Walked({cases.path, CHAT.parts[1]})
    panel.show_unsaved(unsaved)
    assert [("unsaved" in spoken(panel, name)) for name in ("refund", "cases", "talk")] == [False, True, True]
    panel.tree.collapse(place_of(panel, "Prompts"))
    walks, with_dot = unsaved.walks, row_image(panel, "Prompts")
    assert unsaved.walks == walks, "they are gone through when they change, not when a row is painted"
    panel.show_unsaved(frozenset())
    assert row_image(panel, "Prompts") != with_dot


def test_kinds_without_a_heading_are_other_files() -> None:
    root = tree_of((LibraryRow(ROOT / "x.bin", "x.bin", "other"), LibraryRow(ROOT / "a.md", "a", "prompt")))
    assert [node.label for node in root if node.is_heading] == ["Prompts", "Other files"]


def test_ten_times_the_files_are_ten_times_the_work(panel, qapp) -> None:
    def showing(count):
        rows = tuple(
            LibraryRow(ROOT / f"d{n // 20}/f{n}.md", f"f{n}", "document", (f"d{n // 20}",))
            for n in range(count)
        )

        def show() -> None:
            panel.filter.clear()
            panel.show_listing(LibraryListing(ROOT, rows))
            panel.tree.expandAll()
            panel.filter.setText("f9")
            qapp.processEvents()

        return show

    assert_work_in_proportion(showing, 80)
    assert panel.tree.indexAt(QPoint(5, 5)).isValid()


def test_the_scroll_bar_takes_no_room_from_the_rows(panel, qtbot) -> None:
    panel.resize(288, 120)
    bar = panel.tree._scroll_bar
    qtbot.waitUntil(bar.isVisible)
    assert panel.tree.viewport().width() == 288
    assert bar.geometry().right() == panel.tree.width() - 1
    bar.setValue(bar.maximum())
    assert panel.tree.verticalScrollBar().value() == bar.maximum() > 0
    panel.tree.verticalScrollBar().setValue(0)
    assert bar.value() == 0
    panel.resize(288, 600)
    qtbot.waitUntil(bar.isHidden)


TALK = ROOT / "chats" / "talk"
CHAT = LibraryRow(
    TALK,
    "talk",
    "chat",
    state=RowState(counts=Counts(1), parts=(7, "message")),
    parts=tuple(TALK / f"{n}.md" for n in range(1, 8)),
)


def test_a_chat_is_marked_when_one_of_its_messages_is_in_front(panel, rows) -> None:
    panel.show_listing(LibraryListing(ROOT, (*rows, CHAT)))
    panel.show_current(TALK / "2.md")
    assert spoken(panel, "talk") == "talk, 1 error, 7 messages, current document"
    assert panel.selected_row() == CHAT
    longer = CHAT._replace(parts=(*CHAT.parts, TALK / "8.md"))
    panel.show_listing(LibraryListing(ROOT, (*rows, longer)))
    panel.show_current(TALK / "8.md")
    assert spoken(panel, "talk").endswith("current document")
    panel.show_current(TALK / "9.md")
    assert not spoken(panel, "talk").endswith("current document")


def test_a_chat_is_found_by_its_name_and_by_the_path_of_a_message(rows) -> None:
    listed = (*rows, CHAT)
    for words in ("talk", "TALK 2.md", "chats/talk/1.md", "chats 2.md"):
        assert CHAT in matching_files(listed, words), words
    for words in ("talk 8.md", "chats/other/1.md"):
        assert CHAT not in matching_files(listed, words), words


def test_what_is_asked_for_a_chat_is_about_its_folder(panel, qtbot, rows) -> None:
    panel.show_listing(LibraryListing(ROOT, (*rows, CHAT)))
    asked: list[tuple[str, object]] = []
    for name in ("open", "rename", "duplicate", "delete", "reveal"):
        getattr(panel, f"{name}_requested").connect(lambda what, name=name: asked.append((name, what)))
    actions = [action for action in panel.menu_for(CHAT).actions() if not action.isSeparator()]
    for action in actions:
        action.trigger()
    of_row = [(name, CHAT) for name in ("rename", "duplicate", "delete")]
    assert CHAT.is_folder
    assert asked == [("open", TALK), *of_row, ("reveal", TALK)]
    assert [action.text() for action in actions][-3] == "Show in its folder"
    panel.tree.setCurrentIndex(place_of(panel, "talk"))
    asked.clear()
    qtbot.keyClick(panel.tree, Qt.Key.Key_F2)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Delete)
    assert asked == [of_row[0], of_row[2]]
    default = panel.menu_for(CHAT._replace(state=RowState(read_only=True))).actions()
    disabled = [action.text() for action in default if not action.isEnabled() and action.text()]
    assert disabled == ["Rename…\tF2", "Move to…", "Delete\tDel"]


def test_the_number_of_messages_gives_way_to_the_name(panel) -> None:
    for room, said in [(400, "7 messages"), (60, "7"), (3, "")]:
        with in_case((room, said)):
            state = RowState(parts=(7, "message"))
            row = CHAT._replace(label="a-long-name-of-a-chat-about-undo", state=state)
            assert count_in_room(row, row_style(), room) == said
    warned = row._replace(state=row.state._replace(counts=Counts(0, 7, 0)))
    assert count_in_room(warned, row_style(), 400) == "7 messages"
    assert count_in_room(warned, row_style(), 60) == "", "not ‘7 7’ beside seven warnings"


def test_no_folder_and_no_ending_repeats_what_the_heading_says(panel) -> None:
    folder, elsewhere = ROOT / "system-messages", ROOT / "team" / "system-messages"
    messages = (
        LibraryRow(folder / "a.yaml", "a", "system-message", ("system-messages",)),
        LibraryRow(folder / "b.yaml", "b", "system-message", ("system-messages",)),
        LibraryRow(folder / "b.json", "b", "system-message", ("system-messages",)),
        LibraryRow(folder / "x" / "b.json", "b", "system-message", ("system-messages", "x")),
        LibraryRow(elsewhere / "b.json", "b", "system-message", ("team", "system-messages")),
    )
    panel.show_listing(LibraryListing(ROOT, messages))
    assert shown(panel) == [
        "System messages",
        "  team",
        "    b",
        "  x",
        "    b",
        "  a",
        "  b.json",
        "  b.yaml",
    ]
    panel.tree.setCurrentIndex(place_of(panel, "x"))
    assert panel.chosen_folder() == "system-messages/x", "the folder on the disk"


def test_the_row_of_a_prompt_has_the_number_of_its_cases_and_opens_them(panel, rows) -> None:
    cases = ROOT / "page-analysis.cases.yaml"
    state = rows[0].state._replace(parts=(5, "case"))
    prompt = rows[0]._replace(parts=(cases,), state=state)
    panel.show_listing(LibraryListing(ROOT, (prompt, *rows[1:-1])))
    panel.show_current(cases)
    assert "5 cases" in spoken(panel, prompt.label)
    assert spoken(panel, prompt.label).endswith("current document")
    opened = []
    panel.open_requested.connect(opened.append)
    entries = {action.text().partition("\t")[0]: action for action in panel.menu_for(prompt).actions()}
    entries["Open cases"].trigger()
    assert opened == [cases]


def test_buttons_appear_at_the_end_of_a_row_but_not_under_the_pointer(panel, qtbot) -> None:
    tree = panel.tree
    (buttons,) = tree.viewport().findChildren(RowButtons)
    row = tree.visualRect(place_of(panel, "page-analysis"))
    end = QPoint(row.right() - 20, row.center().y())
    buttons.point_at(end)
    assert not buttons.isVisible(), "a click goes to the row that was seen there"
    buttons.point_at(row.center())
    assert buttons.geometry().contains(end)
    assert [button.accessibleName() for button in buttons.findChildren(QToolButton)] == [
        "More about page-analysis"
    ]
    asked = []
    panel.new_requested.connect(lambda heading: asked.append((heading, panel.chosen_folder())))
    tree.setCurrentIndex(place_of(panel, "refund"))
    buttons.point_at(tree.visualRect(place_of(panel, "Prompts")).center())
    (new,) = [one for one in buttons.findChildren(QToolButton) if one.accessibleName() == "New in Prompts"]
    new.click()
    assert asked == [("Prompts", "")], "not in the folder of the row that was chosen"
    buttons.point_at(tree.visualRect(place_of(panel, "Other files")).center())
    assert not buttons.isVisible(), "nothing is made under it"
    buttons.point_at(row.center())
    assert buttons.isVisible()
    panel.show_listing(LibraryListing(ROOT))
    assert not buttons.isVisible()


def test_no_folder_repeats_its_heading_in_any_language(tmp_path: Path) -> None:
    write_pseudo_language(tmp_path)
    script = (
        "from pathlib import Path\n"
        "from editor_app.window.documents.library_rows import LibraryRow\n"
        "from editor_app.window.panels.library.listing import tree_of\n"
        "row = LibraryRow(Path('/x/system-messages/a.md'), 'a', 'system-message', ('system-messages',))\n"
        "print([node.label.isascii() for node in tree_of([row])])\n"
    )
    shown = run(
        [sys.executable, "-c", script],
        env={**os.environ, "FOREWORD_LANGUAGE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == "[False, True]\n", "the heading, and the file"
