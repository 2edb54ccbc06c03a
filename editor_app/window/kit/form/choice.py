"""Fields for one of a few values, or yes or no: what is chosen is announced at once.

Combo boxes elide an entry that does not fit; the tooltip has the whole of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPalette, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)

from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_BELOW_ALL: Final = 1 << 14
_ARROW: Final = 28
_IS_INDENTED: Final = Qt.ItemDataRole.UserRole + 1


class Option(NamedTuple):
    """A value and its words, with an icon in a colour role, and a tooltip; a heading cannot be chosen."""

    value: Hashable
    words: str
    icon: tuple[str, str] | None = None
    about: str = ""
    is_heading: bool = False


class ElidedComboBox(QComboBox):
    """A combo box that elides the chosen entry, at its end if `elide` says nothing else.

    Its accessible name is that of a hidden label beside it too: on Linux Qt gives screen readers the chosen
    entry as the name of a combo box, and they read what it is from its label.
    """

    elide = Qt.TextElideMode.ElideRight

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._label = QLabel()
        self._label.setBuddy(self)
        self._place_label()

    def setAccessibleName(self, name: str) -> None:
        """Set the name, for every platform."""
        super().setAccessibleName(name)
        self._label.setAccessibleName(name)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entry, elided if it does not fit."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        icon = 0 if self.itemIcon(self.currentIndex()).isNull() else self.iconSize().width() + 4
        room = field.width() - icon - 2  # Qt leaves one pixel at each side
        words, slack = self.currentText(), 2  # a box of the width it asks for may be that much too narrow
        if self.currentIndex() < 0:
            option.currentText = words = self.placeholderText()
        if option.fontMetrics.horizontalAdvance(words) > room + slack:
            option.currentText = option.fontMetrics.elidedText(words, self.elide, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the whole text as tooltip if there is no other; keep the label beside the box."""
        if event.type() == QEvent.Type.ParentChange:
            self._place_label()
        if event.type() == QEvent.Type.ToolTip and not self.toolTip():
            self.setToolTip(plain_tooltip(self.currentText()))
            handled = super().event(event)
            self.setToolTip("")
            return handled
        return super().event(event)

    def _place_label(self) -> None:
        """Make the label a sibling of the box, as Qt looks for labels among those alone."""
        self._label.setParent(self.parentWidget())
        self._label.setGeometry(0, _BELOW_ALL, 0, 0)  # in no row of the Tab order
        self._label.hide()


class FlatChoice(ElidedComboBox):
    """A flat box, as wide as the entry that is chosen, not as the widest one."""

    def __init__(self, name: str, parent: QWidget | None = None, *, least: int = 32) -> None:
        """Start empty; without room, `least` pixels of the design are left for the words."""
        super().__init__(parent)
        self._least = least
        self.setProperty("look", "flat")
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentIndexChanged.connect(self.fit)
        on_theme(self, self.fit)

    def offer_names(self, names: Sequence[str], chosen: int = 0) -> None:
        """Offer these names, without a signal."""
        with QSignalBlocker(self):
            self.clear()
            self.addItems(list(names))
            self.setCurrentIndex(chosen if names else -1)
        self.fit()

    def fit(self) -> None:
        """Take the width of the chosen entry."""
        px = current_theme().px
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        self.setMaximumWidth(words + px(_ARROW) + px(4))
        self.setMinimumWidth(min(words, px(self._least)) + px(_ARROW))


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of the values of some options; a value that none of them has is shown too.

    Without a value (None, where no option has it) the `hint` is shown.
    """

    _: KW_ONLY

    options: tuple[Option, ...] = ()
    hint: str = ""

    def make(self, cell: Cell) -> QWidget:
        """Return a combo box."""
        box = ChoiceBox()
        box.value_given.connect(cell.value_given.emit)
        return box

    def show_in(self, widget: ChoiceBox, *, is_other: bool) -> None:  # noqa: ARG002  nothing is being typed
        """Show the options and the chosen one."""
        widget.setPlaceholderText(self.hint)
        widget.show_options(self.options, self.value)


class ChoiceBox(ElidedComboBox):
    """A combo box of options, under headings where there are any; `value_given` has the value of one."""

    value_given = Signal(object)

    def __init__(self) -> None:
        """Start without options."""
        super().__init__()
        self._options: tuple[Option, ...] = ()
        self._shown: object = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(4)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.activated.connect(self._give)
        on_theme(self, self._take_icons)

    def show_options(self, options: tuple[Option, ...], value: object) -> None:
        """Offer options, with the one that has the value chosen."""
        values = [option.value for option in options if not option.is_heading]
        if value is not None and value not in values:
            options = (*options, Option(value, str(value)))
        self._shown = value
        if options != self._options:
            self._fill(options)
        chosen = (
            index for index, option in enumerate(options) if option.value == value and not option.is_heading
        )
        self.setCurrentIndex(next(chosen, -1))

    def showPopup(self) -> None:
        """Open the list, wider than the box where words need it."""
        longest = max((self.itemText(row) for row in range(self.count())), key=len, default="")
        px = current_theme().px
        needed = self.fontMetrics().horizontalAdvance(longest) + px(40)
        self.view().setMinimumWidth(min(needed, px(360)))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form, not the choices: those would change by accident."""
        event.ignore()

    def _fill(self, options: tuple[Option, ...]) -> None:
        self._options = options
        model = QStandardItemModel(self)
        is_under_heading = False
        for option in options:
            item = QStandardItem(one_line(option.words))
            item.setToolTip(plain_tooltip(option.about))
            item.setData(option.value, Qt.ItemDataRole.UserRole)
            item.setData(is_under_heading and not option.is_heading, _IS_INDENTED)
            if option.is_heading:
                is_under_heading = True
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            model.appendRow(item)
        if is_under_heading:
            self.setItemDelegate(_OptionItems(self))
        self.setModel(model)  # which deletes the one before
        self.setMaxVisibleItems(len(options) + 1)
        self._take_icons()

    def _take_icons(self) -> None:
        self.setIconSize(icon_size())
        for number, option in enumerate(self._options):
            if option.icon is not None:
                self.setItemIcon(number, icon(*option.icon))

    def _give(self, index: int) -> None:
        value = self._options[index].value
        if value != self._shown:
            self.value_given.emit(value)


class _OptionItems(QStyledItemDelegate):
    """Draws headings soft, and what stands under them indented."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Set colour and indentation of an item."""
        super().initStyleOption(option, index)
        theme = current_theme()
        if index.data(_IS_INDENTED):
            option.text = "\u2002" + option.text
        elif not index.flags() & Qt.ItemFlag.ItemIsEnabled:
            option.font.setPixelSize(theme.px(12))
            for group in (QPalette.ColorGroup.Disabled, QPalette.ColorGroup.Normal):
                option.palette.setColor(group, QPalette.ColorRole.Text, theme.color("soft"))


@dataclass(frozen=True, slots=True)
class Tick(Field):
    """A box that can be ticked; `words` stand beside it."""

    value: bool = False
    _: KW_ONLY
    words: str

    def make(self, cell: Cell) -> QWidget:
        """Return a box to tick."""
        box = QCheckBox()
        box.clicked.connect(lambda _checked: cell.value_given.emit(box.isChecked()))
        return box

    def show_in(self, widget: QCheckBox, *, is_other: bool) -> None:  # noqa: ARG002  nothing is typed
        """Show whether it is ticked."""
        widget.setText(self.words)
        widget.setChecked(self.value)
