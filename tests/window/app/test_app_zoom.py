"""The zoom of the text: editor and preview alike, by keys and wheel, and kept."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication


def wheel(view, steps: int) -> None:
    place = QPointF(view.viewport().rect().center())
    turned = QPoint(0, 120 * steps)
    event = QWheelEvent(
        place,
        view.viewport().mapToGlobal(place),
        QPoint(),
        turned,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  Qt's signature
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_zoom_reaches_every_view_of_the_preview_and_is_kept(open_bench, root) -> None:
    bench = open_bench(root, "page-analysis.md")
    preview = bench.panels.preview
    markdown, difference = preview.markdown, preview.comparison.difference

    def sizes() -> tuple[int, ...]:
        views = (bench.editor, preview.text, markdown, difference)
        return tuple(view.font().pixelSize() for view in views)

    usual, height = sizes(), preview.text.layout_of_lines.line_height
    for _ in range(3):
        bench.press("Ctrl++")
    assert sizes() == tuple(size + 3 for size in usual)
    assert preview.text.layout_of_lines.line_height == round(height * 16 / 13)
    for view in (preview.text, markdown, difference):
        wheel(view, 1)
    assert sizes() == tuple(size + 6 for size in usual)
    wheel(preview.text, -1)
    bench.close()
    bench = open_bench(root)
    preview = bench.panels.preview
    markdown, difference = preview.markdown, preview.comparison.difference
    assert sizes() == tuple(size + 5 for size in usual), "kept, also in views that are made later"
    bench.press("Ctrl+0", preview.text)
    assert sizes() == usual
