"""Small windows and large text: what has no room is shortened with an ellipsis or leaves a way to it."""

from __future__ import annotations

from itertools import product

from app_messages import CODING, Message
from named_cases import in_case
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication


def cut_buttons(bench) -> list[str]:
    """Return the names of buttons that are cut: outside of the window, or too narrow without a tooltip.

    Qt shortens the words of a button with an ellipsis; the tooltip has the whole of them.
    """
    found = []
    for button in bench.window.findChildren(QAbstractButton):
        if not button.isVisible() or button.visibleRegion().isEmpty():
            continue
        corner = button.mapTo(bench.window, QPoint(button.width(), button.height()))
        needed = button.minimumSizeHint() if button.text() else button.iconSize()
        is_narrow = button.width() < needed.width() and not button.toolTip()
        is_outside = corner.x() > bench.window.width() or corner.y() > bench.window.height()
        if is_narrow or is_outside:
            found.append(button.accessibleName() or button.text())
    return found


def squeezed(preview, strip) -> list[str]:
    """Return the strips of a preview that are lower than what they show, or lie over the one above."""
    bottom, found = -1, []
    above = (preview._bar, preview.context, strip, preview._pages)
    for part in (*above, preview.why, preview.blank, preview._footer):
        if not part.isVisible():
            continue
        place = part.mapTo(preview, QPoint(0, 0)).y()
        wraps = part.hasHeightForWidth()
        needs = part.heightForWidth(part.width()) if wraps else part.minimumSizeHint().height()
        may_scroll = part in {preview._pages, preview.why}
        if place <= bottom or (part.height() < needs and not may_scroll):
            found.append(type(part).__name__)
        bottom = place + part.height() - 1
    return found if bottom < preview.height() else [*found, "below the panel"]


# The percentage of the size of words, and sizes of the window with and without an answer to why.
SIZES = (
    (127, [(820, 540)], [(820, 540)]),
    (100, [(640, 420), (960, 600)], [(640, 420)]),
)


def test_nothing_is_cut_hard_and_the_answer_to_why_has_room(open_bench, root, theme_choice):
    percent, (size, *_), _ = SIZES[0]
    theme_choice.choose_size(percent)
    bench = open_bench(root, CODING, size=size, checked=False)
    bench.resolve()
    for percent, sizes, sizes_of_why in SIZES:
        with in_case(percent):
            theme_choice.choose_size(percent)
            see_all(bench, sizes, sizes_of_why)


def see_all(bench, sizes, sizes_of_why) -> None:
    """See that nothing is cut hard, and that the answer to why has room."""
    message = Message(bench)
    for name, size, side in product(("page-analysis.md", CODING), sizes, ("left", "right")):
        with in_case((name, size, side)):
            bench.window.resize(*size)
            bench.open(name)
            bench.window._set_open(side, is_open=True)
            message.settle() if name == CODING else bench.settle()
            bench.wait(lambda: not cut_buttons(bench), timeout=20_000)  # layouts follow what is shown
            assert (bench.window.width(), bench.window.height()) == size
            switch = bench.panels.preview.switch
            assert not switch.isVisible() or switch.width() >= switch.minimumSizeHint().width()
            status = bench.window.status
            assert status.geometry().bottom() < bench.window.height()
            assert status.saved.geometry().right() < status.width()
    for size in sizes_of_why:
        with in_case(("why", size)):
            bench.window.resize(*size)
            check_that_the_answer_to_why_has_room_and_other_strips_give_way(message)


def check_that_the_answer_to_why_has_room_and_other_strips_give_way(message: Message) -> None:
    bench = message.bench
    preview = bench.panels.preview
    strip = bench.workbench.current.perspective.message_preview.strip
    message.pick("safety-1")
    bench.window._set_open("right", is_open=True)
    message.settle()
    bench.wait(lambda: preview.isVisible() and not squeezed(preview, strip), timeout=10_000)
    shown = [part.isVisible() for part in (preview.context, strip, preview.blank)]
    bench.press("Ctrl+Shift+Y", message.view.editor)
    for _ in range(40):
        sentence = QApplication.focusWidget()
        if not preview.why.body.isAncestorOf(sentence):
            break
        # layouts follow what is shown
        bench.wait(lambda one=sentence: one.visibleRegion().boundingRect() == one.rect(), timeout=10_000)
        bench.wait(lambda: not squeezed(preview, strip), timeout=10_000)
        assert preview.text.height() >= 2 * preview.text.fontMetrics().height()
        bench.press("Tab", sentence)
    assert preview.why.isVisible()
    preview.why.close_section()
    strips = (preview.context, strip, preview.blank)
    bench.wait(lambda: [part.isVisible() for part in strips] == shown, timeout=10_000)
    bench.wait(lambda: not squeezed(preview, strip), timeout=10_000)
