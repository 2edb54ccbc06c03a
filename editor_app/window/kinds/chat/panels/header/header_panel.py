"""The header bar over a message's text: its role, its metadata, what is missing, and the form of fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from editor_app.chats.header_table import ROLES
from editor_app.text import Sentence, Severity
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView
from editor_app.window.kit.card.controls import link_button, set_link_words
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.form.field import Access, Remark, RemarkLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Commit, Line
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect

_NARROW: Final = 300
_WIDE: Final = 440
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
        self.setAccessibleName(Sentence("window-chat.header-of-message"))
        self.role = SegmentedSwitch(Sentence("window-chat.role"), [(role, role) for role in ROLES])
        self.role_problem = RemarkLine(self)
        self.line = ElidedLabel("", "soft")
        self.line.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.missing = with_icon(link_button("", self, self.fields_requested.emit), "triangle-alert", "warn")
        self.details = link_button(Sentence("window-chat.details"), self, lambda: None)
        self.details.setCheckable(True)
        parts = (self.role, self.role_problem, self.line, self.missing)
        self._bar = Bar(*parts, ..., self.details, parent=self, spacing=_BETWEEN, line_below=True)
        self.form = HeaderForm()
        self._area = scrolled(self.form, self)
        column(self, self._bar, self._area, ...)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        connect(
            (self.role.chosen, self._choose_role),
            (self.details.toggled, lambda _shown: self._fit()),
            (self.form.fields.changed, self.field_changed),
            (self.form.fields.removed, self.field_removed),
            (self.form.fields_requested, self.fields_requested),
        )
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
        self.line.setText(one_line(" · ".join(view.in_line())))
        self.line.set_about(view.in_words())
        lacks = Sentence("window-chat.lacks", names=view.missing, can_add="yes" if view.is_writable else "no")
        set_plain_tooltip(self.missing, lacks if view.missing else "")
        self.missing.setEnabled(view.is_writable)
        self.form.show_header(view, of=of)
        self._fit()

    def take_typed(self) -> None:
        """Announce what was typed into a field and not announced yet."""
        self.form.fields.commit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the parts the room that there is."""
        super().resizeEvent(event)
        self._fit()

    # Room ---------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Let the bar's parts give way: first the line, then words, then the segments of the roles."""
        view, px = self._view, current_theme().px
        if view is None:
            return
        missing, width = view.missing_in_words(), self.width()
        is_open = self.details.isChecked()  # the form says it then
        self.missing.setVisible(bool(missing) and not is_open and width >= px(_NARROW))
        set_link_words(self.missing, missing[0 if width >= px(_WIDE) else -1] if missing else "")
        self.role.fold(is_open or width < px(_WIDE if view.role_problem or missing else _NARROW))
        self.role.setMinimumWidth(0 if self.role.is_folded else self.role.full_width)
        self.line.setVisible(bool(view.in_line()) and not is_open and width >= px(_WIDE))
        set_link_words(
            self.details,
            Sentence("window-chat.done") if is_open else Sentence("window-chat.details"),
        )
        self._area.setVisible(is_open)
        height = self._bar.height()
        if is_open:
            form = min(self.form.height_at(width), px(_MOST_FORM))
            self._area.setFixedHeight(form)
            height += form + 1
        self.setFixedHeight(height)

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

    def __init__(self) -> None:
        """Start without fields."""
        super().__init__()
        self.empty = PlainLabel(Sentence("window-chat.header-only-role"), "soft", self)
        self.empty.setWordWrap(True)
        self.fields = Form(_LOOK, self)
        self.rest = PlainLabel("", "soft", self)
        self.rest.setWordWrap(True)
        self.add = link_button(Sentence("window-chat.add-missing"), self, self.fields_requested.emit)
        self.add.setProperty("stands", "below text")
        self.fields.setFocusProxy(self.add)
        self._column = spaced(QVBoxLayout(self), margins=(_SIDE, 8, _SIDE, 8), spacing=4)
        for widget in (self.empty, self.fields, self.rest):
            self._column.addWidget(widget)
        self.missing = PlainLabel("", "soft", self)
        self._column.addLayout(row(None, self.add, self.missing, ..., spacing=12))

    def show_header(self, view: HeaderView, *, of: object) -> None:
        """Show the fields of the header of a message."""
        shown = view.fields[:MOST_FIELDS]
        rest = len(view.fields) - len(shown)
        self.empty.setVisible(not view.fields)
        self.rest.setText(Sentence("window-chat.more-fields", count=rest))
        self.rest.setVisible(bool(rest))
        self.add.setVisible(view.is_writable and bool(view.missing))
        self.add.setText(Sentence("window-chat.add-fields", names=view.missing, count=len(view.missing)))
        self.add.setAccessibleName(Sentence("window-chat.add-all", names=view.missing))
        self.missing.setText(next(iter(view.missing_in_words()), ""))
        self.fields.show_fields([_line(field, is_writable=view.is_writable) for field in shown], of=of)
        self.fields.setVisible(bool(shown))  # last: a hidden form has no focus to pass on

    def height_at(self, width: int) -> int:
        """Return the height of the form at a width, in pixels."""
        self.missing.setVisible(width >= current_theme().px(_WIDE))
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
