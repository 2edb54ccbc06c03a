"""The Why panel: sentences about a block, with links to the blocks they speak of."""

from __future__ import annotations

import pytest
from message_files import MessageFile
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.resolution.emphasis import Part
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import Situation
from editor_app.window.kinds.system_message.panels.why import WhyPanel, WhyRow, why_rows
from editor_app.window.kit.words.labels import ReadableLabel

MESSAGE = """\
id: atlas
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-02-11T14:30:00Z
blocks:
  - {id: formatting-1, type: formatting, priority: 60, content: A., scope: {applyTo: ['src/**'], modes: [x]}}
  - {id: formatting-10, type: formatting, priority: 60, content: B.}
  - {id: mode-y, type: mode, priority: 60, content: C., scope: {modes: [y]}}
"""


@pytest.fixture
def rows():
    blocks = content_of(MessageFile(MESSAGE).look()).blocks
    outcome = resolve_blocks(blocks, Situation(file="src/a.py", mode="x"))
    return [why_rows(blocks, outcome, index) for index in range(3)]


@pytest.fixture
def panel(show, theme):
    return show(WhyPanel(), (600, 160))


def said(row):
    """Return the whole sentence of a row."""
    return "".join(part.text for part in row.parts)


def test_sentences_have_their_icon_and_lead_to_the_others(rows):
    first, wins = rows[0][:2]
    assert (first.icon, first.role) == ("circle-check", "ok")
    assert said(first).startswith("Sent. ")
    assert [part.text for part in first.parts if part.strong][:1] == ["Sent. "]
    assert said(wins).startswith("Wins over formatting-10.")
    assert [part for part in wins.parts if part.block is not None] == [
        Part("formatting-10", strong=True, block=1)
    ], "the block itself is no link"
    yields = next(row for row in rows[1] if said(row).startswith("Loses to "))
    assert [part.block for part in yields.parts if part.text == "formatting-1"] == [0, 0]
    assert said(rows[2][0]).startswith("Not sent. ")


def test_the_panel_shows_them_and_a_link_asks_for_its_block(panel, rows):
    asked = []
    panel.block_requested.connect(asked.append)
    panel.show_why(rows[0])
    labels = [label for label in panel.findChildren(QLabel) if label.isVisible()]
    assert [label.accessibleName() for label in labels] == list(map(said, rows[0]))
    link = next(label for label in labels if "formatting-10" in label.text())
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Tab)
    link.linkActivated.emit("1")
    assert asked == [1]
    panel.show_why(rows[2])
    assert sum(label.isVisible() for label in panel.findChildren(QLabel)) == len(rows[2])


def test_names_are_shown_as_they_are(panel):
    panel.show_why([WhyRow("info", "key", (Part("<b>x</b> &amp; <script>", strong=True, block=3),))])
    label = next(label for label in panel.findChildren(QLabel) if label.isVisible())
    assert "&lt;b&gt;x&lt;/b&gt; &amp;amp;" in label.text()


def test_without_a_block_it_says_what_to_do(panel, rows):
    said = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert said == [
        "No block is chosen",
        "Choose a block to read why it is sent or not, and whom it wins over.",
    ]
    panel.show_why(rows[0])
    panel.show_nothing(has_blocks=True)
    assert [label.text() for label in panel.findChildren(QLabel) if label.isVisible()] == said


def test_a_wide_panel_needs_no_scroll_bar(panel, rows):
    panel.show_why(rows[0])
    assert not panel._area.verticalScrollBar().isVisible()


def test_an_icon_is_in_the_middle_of_the_first_line(panel, rows):
    panel.resize(600, 400)
    panel.show_why(rows[0])
    QApplication.processEvents()
    sentences = [label for label in panel.findChildren(ReadableLabel) if label.isVisible()]
    assert len(sentences) == len(rows[0])
    for sentence in sentences:
        shown = sentence.grab().toImage()
        ground = shown.pixelColor(shown.width() - 3, shown.height() - 3).lightness()

        def middle(left: int, right: int, shown: QImage = shown, ground: int = ground) -> float:
            inked = [
                y
                for y in range(2, 24)
                if any(abs(shown.pixelColor(x, y).lightness() - ground) > 40 for x in range(left, right))
            ]
            return (inked[0] + inked[-1]) / 2

        assert abs(middle(2, 20) - middle(24, 34)) <= 1, "the first letter is a capital"
