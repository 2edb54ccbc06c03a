"""The header bar over a message's text: its role, its metadata, what is missing, and the form of fields."""

from __future__ import annotations

from itertools import chain
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from editor_app.chats.header_table import ROLES
from editor_app.text import Severity
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView, listed
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.form.field import Access, Remark, RemarkLine
from editor_app.window.kit.form.fold_button import FoldButton
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Commit, Line
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, sized, spaced
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import PlainLabel, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_NARROW: Final = 300
_LEAST_LINE: Final = 72
_BETWEEN: Final = 12
_MOST_FORM: Final = 264


class HeaderBar(Ground):
    """Shows a `HeaderView`, and announces what the user asks for; it is shown anew once the file has it.

    What is typed into a field is announced on Enter, when the focus leaves it and after a pause; `take_typed`
    announces it now.
    """

    role_chosen = Signal(str)
    field_changed = Signal(str, object)
    field_removed = Signal(str)
    fields_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden, without a message."""
        super().__init__(parent, line_below=True)
        self._view: HeaderView | None = None
        self.setAccessibleName("Header of the message")
        self.role = SegmentedSwitch("Role", [(role, role) for role in ROLES])
        self.role_problem = RemarkLine(self)
        self.line = MetadataLine()
        self.missing = MissingLink()
        self.details = DetailsButton()
        parts = (self.role, self.role_problem, self.line, self.missing)
        self._bar = Bar(*parts, ..., self.details, parent=self, spacing=_BETWEEN, line_below=True)
        self.form = HeaderForm()
        self._area = scrolled(self.form, self)
        column(self, self._bar, self._area, ...)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.role.chosen.connect(self._choose_role)
        self.missing.clicked.connect(lambda _checked=False: self.fields_requested.emit())
        self.details.toggled.connect(lambda _checked: self._fit())
        self.form.fields.changed.connect(self.field_changed)
        self.form.fields.removed.connect(self.field_removed)
        self.form.fields_requested.connect(self.fields_requested)
        on_theme(self, self._fit)
        self.show_header(None)

    def show_header(self, view: HeaderView | None, *, of: object = None) -> None:
        """Show the header of a message; None hides the bar.

        `of` is any object that tells whose header it is: what was typed for another message and not announced
        is not kept.
        """
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            return
        if view.role in ROLES and view.role is not None:
            self.role.choose(view.role)
        else:
            self.role.choose_none(one_line(view.role or view.role_problem))
        self.role.setEnabled(view.is_writable)
        self.role_problem.say(view.role_problem, Severity.ERROR)
        self.line.say(view.in_line(), view.in_words())
        about = f"The header has no {listed(view.missing)}." if view.missing else ""
        way = " Click to add what is missing." if about and view.is_writable else ""
        self.missing.say(view.missing_in_words(), f"{about}{way}")
        self.missing.setEnabled(view.is_writable)
        self.form.show_header(view, of=of)
        self._fit()

    def take_typed(self) -> None:
        """Announce what was typed into a field and not announced yet."""
        self.form.fields.commit()

    def unfold(self, *, unfolded: bool) -> None:
        """Show the form, or only the bar."""
        self.details.setChecked(unfolded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the parts the room that there is."""
        super().resizeEvent(event)
        self._fit()

    # Room ---------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Let the bar's parts give way: first the line, then words, then the segments of the roles."""
        view = self._view
        if view is None:
            return
        self._fit_bar(view)
        self._area.setVisible(self.details.isChecked())
        height = self._bar.height()
        if self.details.isChecked():
            form = min(self.form.height_at(self.width()), current_theme().px(_MOST_FORM))
            self._area.setFixedHeight(form)
            height += form + 1
        self.setFixedHeight(height)

    def _fit_bar(self, view: HeaderView) -> None:
        px, gap = current_theme().px, current_theme().px(_BETWEEN)
        margins = self._bar.row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        links = self.missing.widths() if view.missing_in_words() else ()
        signs = (links[-1] + gap if links else 0) + (px(_ICON) + gap if view.role_problem else 0)
        worded = self.details.width_of(words=True) + gap
        least = self.details.width_of(words=False) + gap + signs
        self.role.fold(self.width() < px(_NARROW) or room < self.role.full_width + worded + signs)
        role = self.role.sizeHint().width()
        role = min(role, max(room - least, self.role.minimumSizeHint().width()))
        self.role.setFixedWidth(role)
        room -= role
        has_words = room >= worded + signs
        self.details.shorten(words=has_words)
        room -= self.details.width_of(words=has_words) + gap
        if view.role_problem:
            most = room - gap - (links[-1] + gap if links else 0)
            width = max(px(_ICON), min(self.role_problem.sizeHint().width(), most))
            self.role_problem.setFixedWidth(width)
            room -= width + gap
        self.missing.setVisible(bool(links) and room >= links[-1] + gap)
        if not self.missing.isHidden():
            number = next((at for at, width in enumerate(links) if width + gap <= room), len(links) - 1)
            self.missing.shorten(number)
            room -= links[number] + gap
        wanted = self.line.full_width if self.line.values else 0
        self.line.setVisible(bool(wanted) and room - gap >= min(wanted, px(_LEAST_LINE)))
        self.line.setFixedWidth(max(0, min(wanted, room - gap)))

    def _choose_role(self, role: str) -> None:
        if self._view is not None and role != self._view.role:
            self.role_chosen.emit(role)


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


_HEIGHT: Final = 24
_ICON: Final = 14
_GAP: Final = 4
_PADDING: Final = 4
_DOT: Final = " · "
_UNCUT: Final = Qt.TextElideMode.ElideNone


class MetadataLine(QWidget):
    """The values of the header's fields, joined by soft dots; what does not fit is elided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.values: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        sized(self, height=_HEIGHT)

    def say(self, values: tuple[str, ...], about: str) -> None:
        """Show `values`; `about` is the tooltip."""
        self.values = values
        self.setAccessibleName(f"Metadata: {', '.join(values)}" if values else "")
        set_plain_tooltip(self, about)
        self.update()

    @property
    def full_width(self) -> int:
        """The width of all values, in pixels."""
        return row_style().metrics["small"].horizontalAdvance(_DOT.join(self.values)) + 1

    def sizeHint(self) -> QSize:
        """Return the width of all values; the bar sets the one that there is room for."""
        return QSize(self.full_width, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the values, up to the one that is elided."""
        painter, style = QPainter(self), row_style()
        shown = style.metrics["small"].elidedText(
            _DOT.join(self.values), Qt.TextElideMode.ElideRight, self.width()
        )
        left = at = 0
        for part, role in chain.from_iterable(((value, "ink"), (_DOT, "soft")) for value in self.values):
            place = QRect(left, 0, self.width() - left, self.height())
            left += style.text(painter, place, shown[at : at + len(part)], role, "small", elide=_UNCUT)
            at += len(part)
        painter.end()


class MissingLink(QAbstractButton):
    """An icon and words that say how many fields are missing, and that ask for them when clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._wordings: tuple[str, ...] = ("",)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        sized(self, height=_HEIGHT)
        on_theme(self, lambda: self.shorten(0))
        self.hide()

    def say(self, wordings: tuple[str, ...], about: str) -> None:
        """Show the first wording; the shorter ones stand for it where there is little room. () hides it."""
        self._wordings = wordings or ("",)
        self.setAccessibleName(self._wordings[0])
        set_plain_tooltip(self, about)
        self.setVisible(bool(wordings))
        self.shorten(0)

    def widths(self) -> tuple[int, ...]:
        """Return the width of the link with each wording, in pixels."""
        metrics, around = row_style().metrics["small"], row_style().px(_PADDING + _ICON + _GAP + _PADDING)
        return tuple(around + metrics.horizontalAdvance(words) for words in self._wordings)

    def shorten(self, number: int) -> None:
        """Show another of the wordings."""
        self.setText(self._wordings[number])
        self.setFixedWidth(self.widths()[number])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the words, underlined under the pointer."""
        painter, style, px = QPainter(self), row_style(), row_style().px
        name, role = SEVERITY_ICONS[Severity.WARNING]
        left = style.icon(painter, self.rect(), px(_PADDING), name, role, _ICON) + px(_GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        width = style.text(painter, words, self.text(), role, "small", elide=_UNCUT)
        if self.isEnabled() and self.underMouse():
            y = self.height() // 2 + style.metrics["small"].ascent() // 2 + 1
            painter.drawLine(left, y, left + width, y)
        _paint_ring(painter, self)
        painter.end()


class DetailsButton(FoldButton):
    """The button that unfolds the form; without room it is its chevron alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start folded."""
        super().__init__(parent)
        self._has_words = True
        self.setChecked(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText("Details")
        self.setAccessibleName("Details of the header")
        sized(self, height=_HEIGHT)
        on_theme(self, lambda: self.shorten(words=self._has_words))

    def width_of(self, *, words: bool) -> int:
        """Return the width with the word or without it, in pixels."""
        px = row_style().px
        word = row_style().metrics["small"].horizontalAdvance(self.text()) + px(2 * _GAP) if words else 0
        return px(_PADDING + _ICON + _PADDING) + word

    def shorten(self, *, words: bool) -> None:
        """Show the word, or only the chevron."""
        self._has_words = words
        self.setFixedWidth(self.width_of(words=words))
        set_plain_tooltip(self, "" if words else "Details of the header")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the word and the chevron."""
        painter, style, px = QPainter(self), row_style(), row_style().px
        role = "ink" if self.underMouse() or self.isChecked() else "soft"
        if self._has_words:
            style.text(painter, self.rect().adjusted(px(_PADDING), 0, 0, 0), self.text(), role, "small")
        name = "chevron-up" if self.isChecked() else "chevron-down"
        style.icon(painter, self.rect(), self.width() - px(_PADDING + _ICON), name, role, _ICON)
        _paint_ring(painter, self)
        painter.end()


def _paint_ring(painter: QPainter, button: QAbstractButton) -> None:
    """Draw the ring of a button that has the focus."""
    if button.hasFocus():
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(current_theme().color("acc"))
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
