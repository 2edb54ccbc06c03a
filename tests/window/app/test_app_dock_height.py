"""The dock below the text keeps one height, whatever page and file is in front."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

FILES = ("page-analysis.md", "system-messages/coding-assistant.yaml", "system-prompt.tmpl")


def test_the_dock_below_has_one_height_for_all_pages_of_all_files(open_bench, root) -> None:
    bench = open_bench(root, *FILES)
    window, dock = bench.window, bench.window.bottom_dock

    def heights(*files: str) -> set[int]:
        found = set()
        for name in files:
            bench.open(name)
            bench.settle()
            for page in dock._pages:
                dock.show_page(page.key)
                QApplication.processEvents()
                found.add(dock.height())
        return found

    assert heights(*FILES) == {200}
    dock.show_page("history")
    total = sum(window.columns.middle.sizes())
    window.columns.middle.setSizes([total - 290, 290])
    window.columns.middle.splitterMoved.emit(total - 290, 1)  # as a drag does
    assert heights(*FILES) == {290}
    window.resize(1440, 640)
    window.resize(1440, 900)
    assert heights(FILES[-1]) == {290}
