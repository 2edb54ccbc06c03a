"""The form of a header's fields, what it says where there are none, and the link that adds those missing."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.text import Severity
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView, listed
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.form.field import Access, Remark
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Commit, Line
from editor_app.window.kit.theme.current import current_theme, spaced
from editor_app.window.kit.words.labels import PlainLabel

MOST_FIELDS: Final = 24
"""The form has so many fields at most; the others are in the file view."""

_SIDE: Final = 12
_LOOK: Final = FormLook(
    margins=(0, 0, 0, 0),
    least_label=92,
    column_gap=16,
    two_columns_from=560 - 2 * _SIDE,
    stacked_below=320 - 2 * _SIDE,
)


class HeaderForm(QWidget):
    """Shows the fields of a header in `fields`, which announces what is typed and removed."""

    fields_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without fields."""
        super().__init__(parent)
        self.empty = PlainLabel("The header has no fields besides the role.", "soft", self)
        self.empty.setWordWrap(True)
        self.fields = Form(_LOOK, self)
        self.rest = PlainLabel("", "soft", self)
        self.rest.setWordWrap(True)
        self.add = link_button("Add what is missing", self, self.fields_requested.emit)
        self.add.setProperty("stands", "below text")
        self.fields.setFocusProxy(self.add)
        self._column = spaced(QVBoxLayout(self), margins=(_SIDE, 8, _SIDE, 8), spacing=4)
        for widget in (self.empty, self.fields, self.rest):
            self._column.addWidget(widget)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def show_header(self, view: HeaderView, *, of: object) -> None:
        """Show the fields of the header of a message."""
        shown = view.fields[:MOST_FIELDS]
        rest = len(view.fields) - len(shown)
        self.empty.setVisible(not view.fields)
        self.rest.setText(f"{rest} more fields are in the file view." if rest else "")
        self.rest.setVisible(bool(rest))
        self.add.setVisible(view.is_writable and bool(view.missing))
        self.add.setText(f"Add {listed(view.missing)}" if len(view.missing) <= 2 else "Add what is missing")
        self.add.setAccessibleName(f"Add what is missing: {listed(view.missing)}")
        self.fields.show_fields([_line(field, is_writable=view.is_writable) for field in shown], of=of)
        self.fields.setVisible(bool(shown))  # last: a hidden form has no focus to pass on

    def height_at(self, width: int) -> int:
        """Return the height of the form at a width, in pixels."""
        self.fields.height_at(width - 2 * current_theme().px(_SIDE))
        self._column.invalidate()
        is_flowing = self._column.hasHeightForWidth()
        return self._column.heightForWidth(width) if is_flowing else self._column.sizeHint().height()


def _line(field: HeaderField, *, is_writable: bool) -> Line:
    return Line(
        field.key,
        field.key,
        field.value,
        commits=Commit.PAUSE,
        remark=Remark(field.problem, field.severity or Severity.ERROR) if field.problem else None,
        access=Access.WRITE if is_writable else Access.READ,
        is_removable=is_writable,
    )
