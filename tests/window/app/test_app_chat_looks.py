"""Chats in small windows and both themes: nothing is clipped, and all parts take the theme."""

from __future__ import annotations

from statistics import median

import app_chats as chats
import pytest
from PySide6.QtGui import QImage

SIZES = ((1440, 900), (1366, 700), (1000, 700))


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_a_chat_fit_their_places(open_bench, root, size):
    talk = chats.make_chat(root, "one " * 60, "two\n```\ncode\n```", "three")
    bench = open_bench(root, size=size)
    panels = chats.open_chat(bench, talk / "1.md").panels
    for view in ("part", "conversation", "source"):
        bench.workbench.tabs.show_view(bench.file.document, view)
        bench.settle()
        switch = bench.workbench.tabs.strip.views
        for part in (switch, panels.messages.list, panels.system.source, panels.request.bar, bench.editor):
            assert part.isVisible(), view
            assert part.parentWidget().rect().right() >= part.geometry().left()
            assert part.width() > 0
        right = switch.mapTo(bench.window, switch.rect().bottomRight()).x()
        assert right <= panels.request.mapTo(bench.window, panels.request.rect().topLeft()).x()


def test_a_theme_reaches_the_parts_of_a_chat(open_bench, root):
    talk = chats.make_chat(root, "one", "two")
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    parts = (panels.messages, panels.header, panels.system, panels.request)

    def lightness() -> list[float]:
        return [median(_column(part.grab().toImage())) for part in parts]

    bench.act("theme_dark")
    bench.settle()
    assert max(lightness()) < 110
    bench.act("theme_light")
    bench.settle()
    assert min(lightness()) > 150


def _column(image: QImage) -> list[int]:
    return [image.pixelColor(3, y).lightness() for y in range(image.height())]
