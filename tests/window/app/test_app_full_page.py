"""Full page: the open file with its buttons and preview alone, and all else back as it was."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication


def shown(bench):
    window = bench.window
    return {
        "left": window.left_dock.isVisible(),
        "outline": window.outline_section.isVisible(),
        "below": window.bottom_dock.isVisible(),
        "values": window.values_section.isVisible(),
        "status": window.status.isVisible(),
        "menu": window.menuBar().height() > 0,
        "preview": window.right_dock.isVisible(),
        "text": bench.editor.isVisible(),
        "buttons": bench.panels.variables.isVisible(),
        "handles": any(handle.isVisible() for handle in window.columns.handles.values()),
    }


KEPT = {"preview", "text", "buttons"}


def test_everything_else_is_hidden_and_comes_back_as_it_was_after_a_restart_too(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    bench.window.show_problems()
    bench.window.columns.setSizes([260, 700, 400])
    for handle in (1, 2):
        bench.window.columns.splitterMoved.emit(0, handle)
    before, sizes = shown(bench), bench.window.columns.sizes()
    assert all(there for part, there in before.items() if part != "handles")
    bench.panels.library.tree.setFocus()
    bench.press("F11", bench.panels.library.tree)
    assert {part for part, there in shown(bench).items() if there} == KEPT
    assert bench.notice == "Full page: F11 brings everything else back."
    assert bench.editor.isAncestorOf(QApplication.focusWidget()) or bench.editor.hasFocus()
    bench.window.resize(bench.window.width() - 60, bench.window.height())
    bench.window.resize(bench.window.width() + 60, bench.window.height())
    bench.type("Typed. ")
    bench.press("Ctrl+S")
    assert "Typed." in (root / "system-prompt.tmpl").read_text(), "shortcuts of the hidden menus still work"
    bench.press("F11")
    assert (shown(bench), bench.window.columns.sizes()) == (before, sizes)
    assert not bench.workbench.actions.action("full_page").isChecked()

    bench.press("F11")
    assert bench.notice == "Full page: F11 brings everything else back."
    bench.press("F11")
    assert bench.notice == "", "nothing is left to come back"
    bench.press("F11")
    bench.press("Ctrl+J")
    assert shown(bench) == before, "a panel that is asked for is shown, with everything else"

    bench.press("F11")
    bench.close()
    bench = open_bench(root, "system-prompt.tmpl")
    assert {part for part, there in shown(bench).items() if there} == KEPT
    assert bench.notice == "Full page: F11 brings everything else back."
    bench.press("F11")
    assert shown(bench) == before
    see_narrow(bench)


def see_narrow(bench):
    """See that in a narrower window the tabs beside the preview go and come back."""
    bench.window.window().resize(1000, 700)
    dock = bench.window.right_dock
    bench.window.show_right("values")
    tabs = [dock.tabs.tabText(index) for index in range(dock.tabs.count())]
    assert {"Preview", "Values", "Problems"} <= set(tabs)
    bench.press("F11")
    assert ([dock.tabs.tabText(index) for index in range(dock.tabs.count())], dock.current) == (
        ["Preview"],
        "preview",
    )
    bench.press("F11")
    assert [dock.tabs.tabText(index) for index in range(dock.tabs.count())] == tabs
    assert dock.current == "values"
    bench.press("F11")
    bench.workbench.commands.values.edit_value("git:branch")
    assert dock.current == "values", "what is asked for is shown"
