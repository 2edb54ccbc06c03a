"""Fields that elide: only what does not fit."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from editor_app.window.kit.form.choice import ElidedComboBox


def test_an_entry_that_has_the_room_it_asks_for_is_shown_whole(qtbot, theme):
    """Widths have fractions, and rounded ones decide what room an entry asks for."""
    pictures = {}
    for kind in (QComboBox, ElidedComboBox):
        box = kind()
        qtbot.addWidget(box)
        box.setProperty("look", "flat")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for minute in range(60):
            box.clear()
            box.addItem(f"Build of yesterday 23:{minute:02}")
            box.resize(box.sizeHint())
            pictures[kind, minute] = box.grab().toImage()
    assert [
        minute for minute in range(60) if pictures[QComboBox, minute] != pictures[ElidedComboBox, minute]
    ] == []
    box.resize(box.width() - 20, box.height())
    assert box.grab().toImage() != pictures[QComboBox, 59].copy(0, 0, box.width(), box.height())
