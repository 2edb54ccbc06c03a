"""Folders of the library panel: their menu, and prompts that are made in them."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QMenu


def test_a_folder_has_a_menu_and_a_new_prompt_is_made_in_the_one_that_is_chosen(open_bench, root) -> None:
    (root / "billing" / "late").mkdir(parents=True)
    head = "---\nname: {}\nversion: 1.0.0\ndescription: A.\nmax_tokens: 9\nvariables: []\n---\nHello.\n"
    (root / "billing" / "late" / "refund.md").write_text(head.format("refund"))
    bench = open_bench(root, "page-analysis.md")
    panel = bench.panels.library
    tree, model = panel.tree, panel.tree.model()

    def choose(label: str) -> QPoint:
        node = next(node for node in model.nodes if node.label == label and node.row is None)
        tree.scrollTo(model.index_of(node))
        tree.setCurrentIndex(model.index_of(node))
        return tree.visualRect(model.index_of(node)).center()

    tree.setCurrentIndex(model.index_of_path(root / "page-analysis.md"))
    place = choose("late")
    tree.setCurrentIndex(model.index_of_path(root / "page-analysis.md"))
    tree.customContextMenuRequested.emit(place)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert list(actions) == ["New prompt…", "Fold", "Show in its folder"]
    bench.dialogs.answers = ["reminder", "top", "deeper/note"]
    actions["New prompt…"].trigger()
    menu.close()
    _, question = bench.dialogs.questions[0]
    assert question.title == "New prompt in ‘billing/late’"
    assert question.problem("refund") == "There is a prompt ‘billing/late/refund’ already."
    assert question.problem("reminder") == ""
    assert question.problem("../evil")
    assert bench.file.path == root / "billing" / "late" / "reminder.md"
    bench.press("Ctrl+N")  # the new file is the selected row now, and no folder
    assert bench.file.path == root / "top.md"
    choose("billing")
    bench.press("Ctrl+N")
    assert bench.file.path == root / "billing" / "deeper" / "note.md"
    choose("Prompts")
    tree.customContextMenuRequested.emit(tree.visualRect(tree.currentIndex()).center())
    assert QApplication.activePopupWidget() is None, "a heading is no folder"
    choose("late")
    fold = next(action for action in panel.folder_menu().actions() if action.text() == "Fold")
    fold.trigger()
    assert not tree.isExpanded(tree.currentIndex())
