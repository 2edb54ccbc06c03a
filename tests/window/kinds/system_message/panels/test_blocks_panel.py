from __future__ import annotations

from named_cases import in_case
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QLineEdit

from editor_app.system_messages.edits.values import BlockPlace
from editor_app.system_messages.situations.situation import Situation
from editor_app.window.building import all_menus
from editor_app.window.kinds.system_message.actions import (
    BLOCK_KEYS,
    BLOCKS_ADD,
    BLOCKS_MUTE,
    BlockAction,
)
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlockRequest, BlocksPanel
from editor_app.window.kinds.system_message.panels.blocks.tree import BLOCK_MIME
from editor_app.window.kit.theme.theme import load_theme

LEFT = Qt.MouseButton.LeftButton
ALL = [
    "safety-1",
    "identity-1",
    "mode-agent",
    "formatting-1",
    "  formatting-link-1",
    "formatting-legacy",
    "project-1",
    "project-2",
]


def shown(panel: BlocksPanel) -> list[str]:
    """Return the visible rows, indented as they are."""
    lines = []
    index = panel.tree.model().index(0, 0)
    while index.isValid():
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        lines.append("  " * depth + index.data())
        index = panel.tree.indexBelow(index)
    return lines


def place_of(panel: BlocksPanel, name: str) -> QModelIndex:
    model = panel.tree.model()
    found = model.match(model.index(0, 0), Qt.ItemDataRole.DisplayRole, name, 1, Qt.MatchFlag.MatchRecursive)
    return found[0]


def select(panel: BlocksPanel, name: str) -> None:
    panel.tree.setFocus()
    panel.tree.setCurrentIndex(place_of(panel, name))


def menu_texts(menu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions() if not action.isSeparator()]


# Choosing ---------------------------------------------------------------------------------------------------


def test_blocks_stand_as_they_nest(panel) -> None:
    assert shown(panel) == ALL


def test_moving_the_selection_chooses_and_enter_goes_on_to_the_content(panel, qtbot) -> None:
    select(panel, "mode-agent")
    with qtbot.waitSignal(panel.block_chosen) as chosen:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    assert chosen.args == [(3,)]
    with qtbot.waitSignal(panel.content_requested) as went:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert went.args == [(3,)]
    with qtbot.waitSignal(panel.block_chosen) as chosen:
        spot = panel.tree.visualRect(place_of(panel, "project-1")).center()
        qtbot.mouseClick(panel.tree.viewport(), LEFT, pos=spot)
    assert chosen.args == [(5,)]


def test_selecting_from_outside_says_nothing(panel, qtbot) -> None:
    with qtbot.assertNotEmitted(panel.block_chosen):
        panel.set_selected((3, 0))
    assert panel.selected_row() is not None
    assert panel.selected_row().id == "formatting-link-1"
    with qtbot.assertNotEmitted(panel.block_chosen):
        panel.set_selected(None)
    assert panel.selected_row() is None


def test_a_selected_block_that_the_filter_hides_comes_back(panel) -> None:
    panel.filter.setText("safety")
    assert shown(panel) == ["safety-1"]
    panel.set_selected((6,))
    assert panel.filter.text() == ""
    assert panel.selected_row().id == "project-2"


def test_the_filter_unfolds_and_its_first_match_is_chosen(panel, qtbot) -> None:
    panel.tree.collapseAll()
    qtbot.keyClicks(panel.filter, "relative")
    assert shown(panel) == ["formatting-1", "  formatting-link-1"]
    with qtbot.waitSignal(panel.block_chosen) as chosen:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert chosen.args == [(3, 0)]
    qtbot.keyClick(panel.tree, Qt.Key.Key_Escape)
    assert shown(panel) == ALL, "the chosen block stays in sight"


def test_folds_are_back_when_the_filter_goes(panel, qtbot) -> None:
    panel.tree.collapseAll()
    qtbot.keyClicks(panel.filter, "relative")
    assert "  formatting-link-1" in shown(panel)
    qtbot.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert shown(panel) == [line for line in ALL if not line.startswith(" ")]


def test_folds_selection_and_scrolling_outlive_another_text(panel, make_rows, qtbot) -> None:
    panel.tree.collapse(place_of(panel, "formatting-1"))
    panel.set_selected((5,))
    with qtbot.waitSignal(panel.tree.model().dataChanged):
        panel.show_rows(make_rows(situation=Situation(mode="other")))
    assert "  formatting-link-1" not in shown(panel)
    assert panel.selected_row().id == "project-1"
    panel.show_rows(make_rows()[:-1])
    assert "  formatting-link-1" not in shown(panel)
    assert panel.selected_row().id == "project-1"


def test_only_what_changed_is_painted_anew(panel, make_rows) -> None:
    told = []
    panel.tree.model().dataChanged.connect(
        lambda first, last, _roles: told.append((first.data(), last.data()))
    )
    panel.show_rows(make_rows())
    assert told == []
    panel.show_rows(make_rows(situation=Situation(muted=frozenset({"project-1"}))))
    assert told == [("project-1", "project-2")]


# What is asked for ------------------------------------------------------------------------------------------


def test_each_key_asks_for_its_change(panel, qtbot) -> None:
    for action, key in BLOCK_KEYS.items():
        if action is BlockAction.RENAME:
            continue
        with in_case(key.keys):
            select(panel, "formatting-link-1")
            with qtbot.waitSignal(panel.edit_requested) as asked:
                qtbot.keySequence(panel.tree, key.keys)
            assert asked.args == [BlockRequest(action, (3, 0))]


def test_f2_edits_the_id_in_place(panel, qtbot) -> None:
    select(panel, "project-1")
    qtbot.keyClick(panel.tree, Qt.Key.Key_F2)
    field = panel.tree.viewport().findChild(QLineEdit)
    assert field.text() == field.selectedText() == "project-1"
    qtbot.keyClicks(field, "project-qt")
    with qtbot.waitSignal(panel.edit_requested) as asked:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == [BlockRequest(BlockAction.RENAME, (5,), id="project-qt")]
    qtbot.keyClick(panel.tree, Qt.Key.Key_F2)
    with qtbot.assertNotEmitted(panel.edit_requested):
        qtbot.keyClick(panel.tree.viewport().findChildren(QLineEdit)[-1], Qt.Key.Key_Escape)


def test_space_mutes_by_id(panel, make_rows, qtbot) -> None:
    select(panel, "project-1")
    with qtbot.waitSignal(panel.mute_requested) as muted:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Space)
    assert muted.args == ["project-1"]
    panel.show_rows(make_rows("blocks:\n  - type: safety\n    priority: 1\n    content: x\n"))
    panel.tree.setCurrentIndex(panel.tree.model().index(0, 0))
    with qtbot.waitSignal(panel.mute_requested) as muted:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Space)
    assert muted.args == [""], "who hears of it says that it needs an id"


def test_a_strip_says_what_is_muted_and_unmutes(panel, make_rows, qtbot) -> None:
    def top_of_rows() -> int:
        QApplication.processEvents()
        return panel.tree.viewport().mapToGlobal(QPoint(0, 0)).y()

    assert not panel.muted.isVisible()
    before = top_of_rows()
    panel.show_rows(make_rows(situation=Situation(muted=frozenset({"project-1", "safety-1"}))))
    assert panel.muted.isVisible()
    assert top_of_rows() == before, "no row moves under the pointer"
    assert panel.muted.words.text() == "2 muted, in this view only"
    with qtbot.waitSignal(panel.unmute_requested):
        panel.muted.links[0].click()
    panel.show_rows(make_rows())
    assert not panel.muted.isVisible()
    assert top_of_rows() == before


def test_the_icon_of_its_type_stands_before_a_name_in_any_width(panel, theme) -> None:
    for width in (200, 288):
        panel.resize(width, 500)
        QApplication.processEvents()
        rect = panel.tree.visualRect(place_of(panel, "identity-1"))
        image = panel.tree.viewport().grab(rect).toImage()
        colors = {image.pixelColor(x, y).name() for x in range(24, 44) for y in range(rect.height())}
        assert theme.color("soft").name() in colors, width


def test_a_row_that_is_out_can_be_read_and_seen_while_it_is_selected(panel, make_rows, theme) -> None:
    panel.show_rows(make_rows(situation=Situation(muted=frozenset({"project-1"}))))
    for focused in (True, False):
        select(panel, "project-1")
        (panel.tree if focused else panel.filter).setFocus()
        image = panel.tree.viewport().grab(panel.tree.visualRect(place_of(panel, "project-1"))).toImage()
        width, height = image.width(), image.height()
        colors = {image.pixelColor(x, y).name() for x in range(width) for y in range(height)}
        assert theme.color("soft").name() in colors
        assert theme.color("faint").name() not in colors, "too weak on the ground of a selected row"
        bar = image.pixelColor(1, height // 2).name()
        assert bar == theme.color("acc" if focused else "edge").name()


def test_a_block_is_added_after_the_selected_one_or_inside(panel, qtbot) -> None:
    select(panel, "formatting-1")
    with qtbot.waitSignal(panel.edit_requested) as asked:
        panel.add_menu().actions()[0].trigger()
    assert asked.args == [BlockRequest(BlockAction.ADD, place=BlockPlace((), 4), type="identity")]
    menu = panel.menu_for(panel.selected_row())
    inside = next(action for action in menu.actions() if action.text() == "Add a block inside")
    with qtbot.waitSignal(panel.edit_requested) as asked:
        inside.menu().actions()[-1].trigger()
    assert asked.args == [BlockRequest(BlockAction.ADD, place=BlockPlace((3,), 1), type="advisory")]


def test_the_menu_has_everything_the_keys_do(panel) -> None:
    select(panel, "project-1")
    texts = menu_texts(panel.menu_for(panel.selected_row()))
    assert texts == [
        "Write its content",
        "Mute",
        *(key.text for key in BLOCK_KEYS.values()),
        "Add a block inside",
        "Add a block below",
    ]
    assert menu_texts(panel.menu_for(None)) == ["Add a block"]


def test_a_file_that_cannot_be_changed_is_only_looked_at(panel, make_rows, qtbot) -> None:
    panel.show_rows(make_rows(), read_only=True)
    select(panel, "project-1")
    with qtbot.assertNotEmitted(panel.edit_requested):
        for key in BLOCK_KEYS.values():
            qtbot.keySequence(panel.tree, key.keys)
    enabled = [
        a.text().partition("\t")[0] for a in panel.menu_for(panel.selected_row()).actions() if a.isEnabled()
    ]
    assert [text for text in enabled if text] == ["Write its content", "Mute"]


def test_no_key_is_one_that_other_keyboards_need() -> None:
    keys = [key.keys for key in BLOCK_KEYS.values()] + [BLOCKS_MUTE.keys, BLOCKS_ADD.keys]
    assert len(set(keys)) == len(keys)
    for key in keys:
        assert "Ctrl+Alt" not in key
        assert not set("[]/") & set(key)
    menus = {key for menu in all_menus() for spec in menu.actions() for key in spec.keys}
    assert menus.isdisjoint(set(keys) - {"F2", "Ctrl+D", "Alt+Up", "Alt+Down"}), "but for the same of lines"


# Dragging ---------------------------------------------------------------------------------------------------


def spot_in(panel: BlocksPanel, name: str, part: float) -> QPoint:
    rect = panel.tree.visualRect(place_of(panel, name))
    return QPoint(100, rect.top() + int(rect.height() * part))


def drag(panel: BlocksPanel, name: str, spot: QPoint) -> bool:
    """Drag a block to a spot and let go; return whether the spot was taken."""
    data = panel.tree.model().mimeData([place_of(panel, name)])
    move, buttons, keys = Qt.DropAction.MoveAction, LEFT, Qt.KeyboardModifier.NoModifier
    over = QDragMoveEvent(spot, move, data, buttons, keys)
    panel.tree.dragMoveEvent(over)
    panel.tree.viewport().repaint()
    if over.isAccepted():
        panel.tree.dropEvent(QDropEvent(QPointF(spot), move, data, buttons, keys))
    return over.isAccepted()


DROPS = [
    ("safety-1", "mode-agent", 0.1, BlockPlace((), 2)),
    ("safety-1", "mode-agent", 0.5, BlockPlace((2,), 0)),
    ("safety-1", "formatting-1", 0.5, BlockPlace((3,), 1)),
    ("safety-1", "mode-agent", 0.9, BlockPlace((), 3)),
    ("safety-1", "formatting-1", 0.9, BlockPlace((3,), 0)),
    ("safety-1", "formatting-link-1", 0.9, BlockPlace((3,), 1)),
    ("formatting-link-1", "project-2", 0.9, BlockPlace((), 7)),
]


def test_a_block_goes_between_others_or_into_one_or_to_the_end(panel, qtbot) -> None:
    for dragged, target, part, place in DROPS:
        with in_case(f"{dragged} at {part} of {target}"):
            source = place_of(panel, dragged)
            path = panel.tree.model().row_at(source).path
            with qtbot.waitSignal(panel.edit_requested) as asked:
                assert drag(panel, dragged, spot_in(panel, target, part))
            assert asked.args == [BlockRequest(BlockAction.MOVE, path, place)]
            assert shown(panel) == ALL, "only the text changes the tree"
    with qtbot.waitSignal(panel.edit_requested) as asked:
        assert drag(panel, "safety-1", QPoint(100, panel.tree.viewport().height() - 4))
    assert asked.args == [BlockRequest(BlockAction.MOVE, (0,), BlockPlace((), 7))], (
        "under the last row is the end"
    )


def test_a_folded_block_takes_what_is_dropped_after_it_beside_it(panel, qtbot) -> None:
    panel.tree.collapse(place_of(panel, "formatting-1"))
    with qtbot.waitSignal(panel.edit_requested) as asked:
        assert drag(panel, "safety-1", spot_in(panel, "formatting-1", 0.9))
    assert asked.args == [BlockRequest(BlockAction.MOVE, (0,), BlockPlace((), 4))]


def test_a_drop_where_the_block_is_or_into_itself_does_nothing(panel, qtbot) -> None:
    for target, part in (("identity-1", 0.1), ("safety-1", 0.9), ("mode-agent", 0.1)):
        with in_case(f"identity-1 at {part} of {target}"), qtbot.assertNotEmitted(panel.edit_requested):
            assert not drag(panel, "identity-1", spot_in(panel, target, part))
    for target in ("formatting-1", "formatting-link-1"):
        with in_case(f"formatting-1 into {target}"):
            assert not drag(panel, "formatting-1", spot_in(panel, target, 0.5))
            drop = panel.tree.drop_at((3,), spot_in(panel, target, 0.5))
            assert drop.refused == "A block can’t be moved into itself."


def test_a_refusal_of_the_text_is_asked_for_once_and_said(theme, show, make_rows, qtbot) -> None:
    asked = []

    def can_move(path, place) -> str:
        asked.append((path, place))
        return "" if place.parent == () else "Its anchor would stand behind its alias."

    panel = BlocksPanel(can_move)
    panel.show_rows(make_rows())
    show(panel)
    for part in (0.4, 0.5, 0.6):
        assert not drag(panel, "safety-1", spot_in(panel, "mode-agent", part))
    assert asked == [((0,), BlockPlace((2,), 0))]
    with qtbot.waitSignal(panel.edit_requested):
        assert drag(panel, "safety-1", spot_in(panel, "mode-agent", 0.1))


def test_other_things_are_not_taken(panel) -> None:
    data = QMimeData()
    data.setText("some text")
    spot = spot_in(panel, "mode-agent", 0.5)
    over = QDragMoveEvent(spot, Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    panel.tree.dragMoveEvent(over)
    assert not over.isAccepted()
    data.setData(BLOCK_MIME, b"0")
    over = QDragMoveEvent(spot, Qt.DropAction.MoveAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    panel.tree.dragMoveEvent(over)
    assert over.isAccepted()


# How it looks -----------------------------------------------------------------------------------------------


def test_empty_places_say_what_to_do(theme, show, make_rows, qtbot) -> None:
    panel = show(BlocksPanel())
    assert "No blocks yet" in visible_words(panel)
    panel.show_rows(make_rows())
    panel.filter.setText("zzz")
    assert "Nothing matches" in visible_words(panel)
    panel.show_unreadable()
    assert visible_words(panel)[:2] == ["Not readable", "The file can’t be read. Change it in the source."]


def visible_words(panel) -> list[str]:
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible() and label.text()]


def test_names_stay_where_there_is_little_room(panel, theme, wear) -> None:
    wide = picture(panel)
    panel.resize(200, 500)
    QApplication.processEvents()
    assert not panel.tree.horizontalScrollBar().isVisible()
    wear(load_theme("dark", 1.0))
    panel.resize(288, 500)
    assert picture(panel) != wide


def picture(panel) -> QImage:
    return panel.grab().toImage()


def test_a_thousand_rows_follow_an_edit_quickly(theme, show, make_rows, qtbot) -> None:
    block = "  - id: b{0}\n    type: safety\n    priority: {0}\n    content: Text {0}.\n"
    source = "blocks:\n" + "".join(block.format(number) for number in range(1000))
    rows = make_rows(source)
    panel = BlocksPanel()
    panel.show_rows(rows)
    show(panel)
    told = []
    panel.tree.model().dataChanged.connect(lambda first, _last, _roles: told.append(first.row()))
    changed = (*rows[:500], rows[500]._replace(muted=True), *rows[501:])
    panel.show_rows(changed)
    assert told == [500]
