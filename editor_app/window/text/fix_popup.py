"""The list of fixes for a problem, opened beside it."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.text import Diagnostic, Fix, Sentence
from editor_app.window.kit.card.controls import Sign
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.content import (
    Icon,
    KeyCap,
    RowContent,
    RowPainting,
    RowSentence,
    paint_content,
)
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, fonted, spaced
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import segments

_WIDTH = 356
_ROW = 28
_MOST_ROWS = 8
_ICON, _GAP = 14, 10


class FixPopup(PopupFrame):
    """Shows a problem and its fixes; Enter or a click chooses one, Esc closes it."""

    fix_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Make the popup of an editor, `parent`."""
        super().__init__(parent, is_kept=True)
        self.list = RowTree(RowType(_content, height=_ROW, paint=_paint), Sentence("window-text.fixes"), self)
        self.list.setMouseTracking(True)
        self.list.setStyleSheet("QTreeView { background: transparent; }")
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.chosen.connect(self._choose)
        self._sign = spaced(Sign(), margins=(0, 2, 0, 0))
        self._sentence = fonted(QLabel(), "body")
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._sentence.setWordWrap(True)
        self._code = PlainLabel("", "soft")
        words = column(None, self._sentence, self._code, spacing=2)
        head = row(None, self._sign, (words, 1), margins=(_ICON, 10, _ICON, 10), spacing=10)
        head.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        opens = Sentence("window-text.opens-fixes", keys=native_keys("Ctrl+."))
        goes_on = Sentence("window-text.next-problem", keys=native_keys("F8"))
        footer = spaced(PlainLabel(f"{opens}      {goes_on}", "soft", self), margins=(_ICON, 6, _ICON, 8))
        fixes = column(None, self.list, margins=(0, 4, 0, 4))
        self._column = column(self, head, Separator(), fixes, Separator(), footer)
        self._column.setContentsMargins(1, 1, 1, 1)

    def open_for(self, problem: Diagnostic, anchor: QRect) -> None:
        """Show the fixes of `problem` beside `anchor`, a rectangle of the screen; the first is chosen."""
        parts = ((escape(part.text), part.strong) for part in segments(problem.message))
        self._sentence.setText("".join(f"<b>{text}</b>" if strong else text for text, strong in parts))
        self._sign.show_icon(*SEVERITY_ICONS[problem.severity])
        self._code.setText(problem.code)
        self.setAccessibleName(problem.message)
        self.list.show_rows(problem.fixes)
        self.list.show_current(0)
        rows = min(len(problem.fixes), _MOST_ROWS)
        self.list.setFixedHeight(rows * current_theme().px(_ROW))
        self.setFixedWidth(current_theme().px(_WIDTH))
        self._column.activate()
        height = self._column.totalHeightForWidth(self.width()) if self._column.hasHeightForWidth() else -1
        self.setFixedHeight(max(height, self._column.minimumSize().height()))
        self.move(place_beside(anchor, self.size(), current_theme().px(_ICON)))
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _choose(self, fix: Fix) -> None:
        self.hide()
        self.fix_chosen.emit(fix)


def _paint(at: RowPainting, fix: Fix) -> None:
    at._replace(has_focus=at.is_selected).background()
    content = _content(fix)
    if at.is_selected:
        content = replace(content, trail=(KeyCap(native_keys("Enter")),))
    side = at.style.px(_ICON)
    paint_content(at, content, side, side + 1, on_tint=at.is_selected)


def _content(fix: Fix) -> RowContent:
    return RowContent(fix.title, main=RowSentence(fix.title), lead=(Icon(_icon_of(fix), "soft", 14, _GAP),))


def _icon_of(fix: Fix) -> str:
    """Return the name of the icon for what a fix does: rename, several edits, remove, add or replace."""
    if fix.rename is not None:
        return "text-cursor-input"
    if len(fix.edits) > 1:
        return "pencil-line"
    if all(not edit.text for edit in fix.edits):
        return "x"
    return "plus" if all(not edit.span.length for edit in fix.edits) else "replace"
