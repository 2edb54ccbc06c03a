"""The header bar over a message's text: its role, its metadata, what is missing, and the form of fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.chats.checks import ROLES
from editor_app.text import Severity
from editor_app.window.kinds.chat.panels.header.fields import HeaderView, listed
from editor_app.window.kinds.chat.panels.header.form import HeaderForm
from editor_app.window.kinds.chat.panels.header.parts import DetailsButton, MetadataLine, MissingLink
from editor_app.window.kit.card.ground import Bar, Ground
from editor_app.window.kit.form.remark_line import RemarkLine
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, scrolled
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import one_line

_NARROW: Final = 300
_LEAST_LINE: Final = 72
_GAP: Final = 12
_ICON: Final = 14
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
        self._bar = Bar(*parts, ..., self.details, parent=self, spacing=_GAP, line_below=True)
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

    @property
    def is_unfolded(self) -> bool:
        """Whether the form is shown."""
        return self.details.isChecked()

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
        unfolded = self.is_unfolded
        self._area.setVisible(unfolded)
        height = self._bar.height()
        if unfolded:
            form = min(self.form.height_at(self.width()), current_theme().px(_MOST_FORM))
            self._area.setFixedHeight(form)
            height += form + 1
        self.setFixedHeight(height)

    def _fit_bar(self, view: HeaderView) -> None:
        px, gap = current_theme().px, current_theme().px(_GAP)
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
