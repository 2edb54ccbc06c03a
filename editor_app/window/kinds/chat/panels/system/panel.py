"""The form for what goes before the messages: the text, what it is tried with, model, limit and cache."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from editor_app.requests.parts import CacheMarks
from editor_app.text import Severity
from editor_app.window.kinds.chat.panels.system.source_box import SourceBox
from editor_app.window.kinds.chat.panels.system.view import SystemTextView
from editor_app.window.kit.card.hover_card import link_button
from editor_app.window.kit.form.completions import offer
from editor_app.window.kit.form.elided_fields import ElidedComboBox, ElidedLineEdit
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_ROW: Final = 26
_NAMES: Final = 80
_NARROW_NAMES: Final = 72
_MOST_TOKENS: Final = 10_000_000
_CACHES: Final = (
    (CacheMarks.FIVE_MINUTES, "5 minutes"),
    (CacheMarks.ONE_HOUR, "1 hour"),
    (CacheMarks.OFF, "Off"),
)
_LOOKS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "soft"}


class SystemTextPanel(QWidget):
    """Shows what goes before the messages of a chat; the perspective keeps what is chosen.

    `tools` are the words beside the title of the section.
    """

    system_chosen = Signal(object)  # SystemChoice
    trial_chosen = Signal(str)  # the name of a situation or case, "" for none
    model_changed = Signal(str)  # "" for none
    limit_changed = Signal(object)  # int, or None for none
    cache_changed = Signal(str)
    open_requested = Signal(object)  # the path of a file that is not sent

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start with nothing chosen."""
        super().__init__(parent)
        self._view = SystemTextView()
        self.setAccessibleName("System message")
        self.tools = PlainLabel("goes first", "soft")
        self._form = QWidget()
        self.source = SourceBox(self._form)
        self.trial = ElidedComboBox(self._form)
        self.model = ElidedLineEdit(self._form)
        self.limit = ElidedLineEdit(self._form)
        self.cache = ElidedComboBox(self._form)
        self.note = PlainLabel("", "soft", self._form)
        self.link = link_button("Open my text", self._form, self._open_passed_over)
        self._models = QStringListModel(self)
        self._trials: tuple[str, ...] = ("",)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_choice(self._view)

    def show_choice(self, view: SystemTextView) -> None:
        """Show settings and what can be chosen; a field that is being typed in keeps its text."""
        self._view = view
        settings = view.settings
        self.source.show_choices(view.groups, settings.system)
        self._show_trials(view)
        if tuple(self._models.stringList()) != view.models:
            self._models.setStringList(list(view.models))
        self._show_text(self.model, settings.model or "")
        self._show_text(self.limit, "" if settings.max_tokens is None else str(settings.max_tokens))
        self.limit.setPlaceholderText(view.limit_hint)
        self.cache.setCurrentIndex([mark for mark, _ in _CACHES].index(settings.cache))
        self.cache.setEnabled(not view.cache_off)
        set_plain_tooltip(self.cache, view.cache_off)
        self.cache.setAccessibleDescription(view.cache_off)
        self.note.setText(one_line(view.note))
        self.note.set_look(_LOOKS[view.severity])
        self.note.setVisible(bool(view.note))
        self.link.setVisible(view.passed_over is not None)
        self.source.setAccessibleDescription(view.note)

    def take_typed(self) -> None:
        """Announce what was typed into a field and is not announced yet."""
        for field in (self.model, self.limit):
            if field.hasFocus():
                field.editingFinished.emit()

    def _restyle(self) -> None:
        theme = current_theme()
        self._grid.setContentsMargins(theme.px(12), 0, theme.px(12), theme.px(10))
        self._grid.setHorizontalSpacing(theme.px(8))
        self._grid.setVerticalSpacing(theme.px(6))
        for name in self._names:
            name.setFixedHeight(theme.px(_ROW))
        self._fit_names()

    def sizeHint(self) -> QSize:
        """Return the size of the whole form."""
        return QSize(current_theme().px(288), self._form.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of two rows."""
        return QSize(current_theme().px(180), current_theme().px(64))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the column of names narrower where there is little width."""
        super().resizeEvent(event)
        self._fit_names()

    # Inside ------------------------------------------------------------------------------------------------

    def _show_trials(self, view: SystemTextView) -> None:
        wanted = view.settings.system.trial
        names = view.trials if wanted is None or wanted in view.trials else (*view.trials, wanted)
        shown = [view.untried, *map(one_line, names)]
        if [self.trial.itemText(row) for row in range(self.trial.count())] != shown:
            self.trial.clear()
            self.trial.addItems(shown)
        self._trials = ("", *names)
        self.trial.setCurrentIndex(self._trials.index(wanted or ""))
        is_shown = bool(view.trial_word)
        self._trial_name.setText(view.trial_word)
        self.trial.setAccessibleName(view.trial_word)
        for part in (self._trial_name, self.trial):
            part.setVisible(is_shown)

    def _show_text(self, field: ElidedLineEdit, text: str) -> None:
        if field.hasFocus() or field.text() == text:
            return
        silence = QSignalBlocker(field)
        field.setText(text)
        field.setCursorPosition(0)
        silence.unblock()

    def _choose_trial(self, row: int) -> None:
        name = self._trials[row]
        if name != (self._view.settings.system.trial or ""):
            self.trial_chosen.emit(name)

    def _take_model(self) -> None:
        name = self.model.text().strip()
        if name != (self._view.settings.model or ""):
            self.model_changed.emit(name)

    def _take_limit(self) -> None:
        """Announce the limit; what is no number of tokens is replaced by what was there before."""
        words = "".join(self.limit.text().split()).replace(",", "")
        before = self._view.settings.max_tokens
        is_number = words.isascii() and words.isdigit() and len(words) <= len(str(_MOST_TOKENS))
        limit = int(words) if is_number and 0 < int(words) <= _MOST_TOKENS else None
        if words and limit is None:
            limit = before
        self.limit.setText("" if limit is None else str(limit))
        if limit != before:
            self.limit_changed.emit(limit)

    def _choose_cache(self, row: int) -> None:
        mark = _CACHES[row][0]
        if mark != self._view.settings.cache:
            self.cache_changed.emit(mark.value)

    def _open_passed_over(self) -> None:
        self.open_requested.emit(self._view.passed_over)

    def _connect(self) -> None:
        self.source.chosen.connect(self.system_chosen)
        self.trial.activated.connect(self._choose_trial)
        self.model.editingFinished.connect(self._take_model)
        self.limit.editingFinished.connect(self._take_limit)
        self.cache.activated.connect(self._choose_cache)

    def _fit_names(self) -> None:
        narrow = self.width() < current_theme().px(240)
        self._grid.setColumnMinimumWidth(0, current_theme().px(_NARROW_NAMES if narrow else _NAMES))

    def _build(self) -> None:
        self._form.setAutoFillBackground(True)
        self._grid = QGridLayout(self._form)
        self._grid.setColumnStretch(1, 1)
        fields: tuple[tuple[str, QWidget], ...] = (
            ("From", self.source),
            ("Situation", self.trial),
            ("Model", self.model),
            ("Reply limit", self.limit),
            ("Cache", self.cache),
        )
        self._names = [PlainLabel(word, "field", self._form) for word, _ in fields]
        self._trial_name = self._names[1]
        rows = 0
        for name, (word, field) in zip(self._names, fields, strict=True):
            field.setAccessibleName(word)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._grid.addWidget(name, rows, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(field, rows, 1, Qt.AlignmentFlag.AlignTop)
            rows += 1
            if field is self.source:
                self.note.setWordWrap(True)
                self._grid.addWidget(self.note, rows, 0, 1, 2)
                self._grid.addWidget(self.link, rows + 1, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
                rows += 2
        self._grid.setRowStretch(rows, 1)
        self.cache.addItems([words for _, words in _CACHES])
        self.model.setPlaceholderText("Not named")
        offer(self.model, self._models).activated.connect(lambda _name: self._take_model())
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self.setFocusProxy(self.source)
