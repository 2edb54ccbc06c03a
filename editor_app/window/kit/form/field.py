"""A field of a form as a value, and the cell in which a form shows it.

A panel's own sort of field is a subclass of `Field`: `make` returns its widget, and has the cell emit
`value_given` with what the user gave, `show_in` shows a value there.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from editor_app.text import Sentence, Severity
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.rows.menus import menu_of
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import sized, spaced
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import (
    ElidedLabel,
    PlainLabel,
    plain_tooltip,
    repolish,
    set_plain_tooltip,
)
from editor_app.window.kit.words.plain_text import one_line


class Access(StrEnum):
    """What the user can do with a field."""

    WRITE = "write"
    READ = "read"
    """It is shown and can be copied, where its sort can; others are disabled."""
    NONE = "none"


class Remark(NamedTuple):
    """A sentence below a field; without a severity it is no problem.

    `item` is the index of the item of the value that has it, None for no single one; `about` is the whole of
    it where the sentence is short.
    """

    sentence: str
    severity: Severity | None = None
    item: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """What a form shows of one value, known by its `key`; without a label it takes the whole width.

    `name` is the accessible name where it is not the label, `about` the tooltip and description.
    """

    key: str
    label: str
    value: object = ""
    _: KW_ONLY
    name: str = ""
    about: str = ""
    remark: Remark | None = None
    access: Access = Access.WRITE
    is_removable: bool = False

    def make(self, cell: Cell) -> QWidget:
        """Return a widget for fields of this sort, which tells the cell what is given."""
        raise NotImplementedError

    def show_in(self, widget: Any, *, is_other: bool) -> None:  # noqa: ANN401  what the sort makes
        """Show the value in such a widget; what was typed for another field (`is_other`) is not kept."""
        raise NotImplementedError

    def describe(self, widget: Any) -> None:  # noqa: ANN401  the same
        """Show in such a widget what is said of the value, and whether it can be changed."""
        remark = self.remark
        sentence = (remark.about or remark.sentence).replace("\n", ", ") if remark is not None else ""
        widget.setAccessibleName(one_line(self.name or self.label))
        widget.setToolTip(plain_tooltip(self.about))
        widget.setAccessibleDescription(one_line(" ".join(filter(None, (sentence, self.about)))))
        self.allow(widget)

    def allow(self, widget: Any) -> None:  # noqa: ANN401  the same
        """Let the value be changed in such a widget or not."""
        widget.setEnabled(self.access is Access.WRITE)

    def commit(self, widget: Any) -> None:  # noqa: ANN401  the same
        """Announce what was typed in such a widget and not announced yet."""

    def make_label(self, parent: QWidget) -> FieldLabel:
        """Return a label for fields of this sort."""
        return FieldLabel("", "field", parent=parent)


class FieldLabel(ElidedLabel):
    """The label beside a field."""

    def show_field(self, field: Field) -> None:
        """Show the label of a field."""
        self.setText(one_line(field.label))

    def natural_width(self) -> int:
        """Return the width of the whole label, in pixels."""
        self.ensurePolished()  # not the size hint: that is no less than the width that was set
        return self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text()).width()


class Cell(QWidget):
    """The `widget` of a value; a panel may add others beside it, to `row`, and below it, to `column`.

    What is said of the value stands below the widget, or in a `said` line that the panel has elsewhere.
    """

    value_given = Signal(object)
    remove_requested = Signal()
    menu_requested = Signal(QMenu)
    resized = Signal()

    def __init__(self, field: Field, parent: QWidget, said: RemarkLine | None = None) -> None:
        """Start without a field, for those of a sort."""
        super().__init__(parent)
        self.widget = field.make(self)
        self.field: Field | None = None
        self._remark = said
        self._remove: QToolButton | None = None
        self.column = spaced(QVBoxLayout(self), spacing=1)
        self.row = spaced(QHBoxLayout(), spacing=8)
        self.row.addWidget(self.widget, 1)
        self.column.addLayout(self.row)

    @property
    def remove_button(self) -> QToolButton:
        """The button that asks to remove the field."""
        if self._remove is None:
            self._remove = icon_button(
                "x", Sentence("window-kit.remove-field"), self, self.remove_requested.emit
            )
            self.row.addWidget(self._remove)
        return self._remove

    def show_field(self, field: Field, *, is_other: bool) -> None:
        """Show a field of this sort; what was typed for another one (`is_other`) is not kept."""
        before, self.field = self.field, field
        field.show_in(self.widget, is_other=is_other)
        if field == before:
            return
        widget, remark = self.widget, field.remark
        field.describe(widget)
        if field.is_removable or self._remove is not None:
            self.remove_button.setVisible(field.is_removable)
            self.remove_button.setAccessibleName(
                Sentence("window-kit.remove", name=one_line(field.name or field.label))
            )
        if remark is not None and self._remark is None:
            self._remark = RemarkLine(self)
            self.column.addWidget(self._remark)
        if self._remark is not None:
            self._remark.say(*(remark[:2] if remark is not None else ("",)))
            if remark is not None and remark.about:
                set_plain_tooltip(self._remark, remark.about)
        problem = "true" if remark is not None and remark.severity is Severity.ERROR else None
        if widget.property("problem") != problem:
            widget.setProperty("problem", problem)
            repolish(widget)

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""
        if self.field is not None:
            self.field.commit(self.widget)

    def stops(self) -> list[QWidget]:
        """Return what Tab stops at, in order."""
        return [self.widget] if self._remove is None else [self.widget, self._remove]

    def open_menu(self) -> None:
        """Let a menu be filled and open it below the widget."""
        menu = menu_of(self)
        self.menu_requested.emit(menu)
        pop_up(menu, below(self.widget))


_ICON: Final = 14
_GAP: Final = 4


class RemarkLine(QWidget):
    """Shows a sentence in the colour of its severity; hidden while there is none."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._severity: Severity | None = None
        self.sentence = ""
        sized(self, height=18)
        self.hide()

    def say(self, sentence: str, severity: Severity | None = None) -> None:
        """Show a sentence, "" hides it; one without a severity is soft. The tooltip has the whole."""
        self._severity = severity
        self.sentence = sentence
        self.setAccessibleName(one_line(sentence))
        set_plain_tooltip(self, sentence)
        self.setVisible(bool(sentence))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the whole sentence."""
        style = row_style()
        icon = style.px(_ICON + _GAP) if self._severity is not None else 0
        words = style.metrics["small"].horizontalAdvance(one_line(self.sentence)) + 2
        return QSize(icon + words, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return no width: the sentence is elided where there is too little."""
        return QSize(0, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the sentence."""
        with QPainter(self) as painter:
            style, left, role = row_style(), 0, "soft"
            if self._severity is not None:
                name, role = SEVERITY_ICONS[self._severity]
                left = style.icon(painter, self.rect(), 0, name, role, _ICON) + style.px(_GAP)
            words = QRect(left, 0, self.width() - left, self.height())
            style.text(
                painter, words, one_line(self.sentence), role, "small", elide=Qt.TextElideMode.ElideRight
            )


@dataclass(frozen=True, slots=True)
class ReadOnlyText(Field):
    """Words in a look of labels: elided beside a label, wrapped where they take the whole width."""

    value: str = ""
    _: KW_ONLY
    look: str = ""

    def make(self, cell: Cell) -> QWidget:  # noqa: ARG002  nothing is given
        """Return a label."""
        label = sized(ElidedLabel(), height=26) if self.label else PlainLabel()
        label.setWordWrap(not self.label)
        return label

    def show_in(self, widget: PlainLabel, *, is_other: bool) -> None:  # noqa: ARG002  nothing is being typed
        """Show the words."""
        widget.set_look(self.look)
        widget.setText(self.value)

    def allow(self, widget: PlainLabel) -> None:
        """Do nothing: words are only read."""
