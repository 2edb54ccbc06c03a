"""A variable as a field of the form: its name, marked if it is required, and the words for its absence."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.form.field import Field, FieldLabel
from editor_app.window.kit.form.growing_text import Given, GrowingText, Hint
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.values.rows import FieldRow, placeholder

KEYS: Final = (
    PanelKey("Values", "Open a value’s menu", MENU_KEYS),
    PanelKey("Values", "Make an empty value not given", "Backspace"),
)

_DOT: Final = 5
_GAP: Final = 6


@dataclass(frozen=True, slots=True)
class VariableText(GrowingText):
    """The text of a variable; `title` is the tooltip of its name."""

    _: KW_ONLY
    title: str = ""
    is_required: bool = False
    is_missing: bool = False

    def make_label(self, parent: QWidget) -> FieldLabel:
        """Return a label in the code font."""
        return _Name("", "code", Qt.TextElideMode.ElideMiddle, parent)


def value_field(row: FieldRow, *, resolves: bool) -> VariableText:
    """Return the field of a variable; with `resolves` the value is resolved if it is not given."""
    state = Given.of(row.value)
    is_given = state is not Given.NOT_GIVEN
    is_missing = row.required and not is_given and not resolves
    is_file = row.name.startswith("file:") and row.resolved is not None
    words = placeholder(row, resolves=resolves)
    icon_at_rest = ("pencil-line" if resolves else "") if is_given else "file-text" if is_file else ""
    role = "warn" if is_missing else "soft" if row.resolved else "faint"
    said = state.value if is_given else "not given" if is_missing else words
    title = row.name + (", required" if row.required else "")
    return VariableText(
        row.name,
        row.shown_name,
        row.value,
        name=", ".join((row.shown_name, *(["required"] if row.required else []), one_line(said))),
        about=row.description,
        hint=Hint(words, role, "triangle-alert" if is_missing else "", icon_at_rest),
        title="\n".join(filter(None, (title, row.description))),
        is_required=row.required,
        is_missing=is_missing,
    )


class _Name(FieldLabel):
    """The variable's name, with a dot and a word if it is required."""

    _field: VariableText | None = None

    def show_field(self, field: Field) -> None:
        """Show the name of a variable."""
        assert isinstance(field, VariableText)
        self._field = field
        super().show_field(field)
        self.set_about(field.title)

    def natural_width(self) -> int:
        """Return the width of the name and, if required, the dot."""
        return row_style().metrics["code"].horizontalAdvance(self.text()) + self._room_of_dot()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the name, and what marks it."""
        if self._field is None or not self._field.is_required:
            super().paintEvent(event)
            return
        painter, style = QPainter(self), row_style()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRect(0, 0, self.width() - self._room_of_dot(), self.height())
        left = style.text(painter, room, self.text(), "ink", "code") + style.px(_GAP)
        side, role = style.px(_DOT), "warn" if self._field.is_missing else "soft"
        painter.save()
        painter.translate(left + side / 2, self.height() / 2 + 1)
        painter.rotate(45)
        painter.fillRect(QRect(-side // 2, -side // 2, side, side), current_theme().color(role))
        painter.restore()
        left += side + style.px(_GAP)
        word = QRect(left, 0, self.width() - left, self.height())
        if (
            not self._field.is_missing
            and style.metrics["small"].horizontalAdvance("required") <= word.width()
        ):
            style.text(painter, word, "required", "faint", "small")
        painter.end()

    def _room_of_dot(self) -> int:
        is_marked = self._field is not None and self._field.is_required
        return row_style().px(_GAP) + row_style().px(_DOT) if is_marked else 0
