"""The bar over the difference: the view, which versions are compared, copying and restoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from editor_app.library.history.version_lists import Version
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, native_keys
from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, set_plain_tooltip
from editor_app.window.panels.history.rows import HistoryRow

HISTORY_RESTORE: Final = PanelKey("History", "Restore the version", "Alt+S")
KEYS: Final = (
    PanelKey("History", "Read the difference, or open folded lines in it", CHOOSE_KEYS),
    HISTORY_RESTORE,
)

_ARROW = 28
_LEAST = 32
_SWITCH_FROM = 470


class FlatChoice(ElidedComboBox):
    """A flat box, as wide as the name that is chosen."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent=parent)
        self.setProperty("look", "flat")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentIndexChanged.connect(self.fit)
        on_theme(self, self._restyle)

    def offer_names(self, names: Sequence[str], chosen: int = 0) -> None:
        """Offer these names, without a signal."""
        silence = QSignalBlocker(self)
        self.clear()
        self.addItems(list(names))
        self.setCurrentIndex(chosen if names else -1)
        silence.unblock()
        self.fit()

    def fit(self) -> None:
        """Be as wide as the chosen name, not as the widest one."""
        px = current_theme().px
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        self.setMaximumWidth(words + px(_ARROW) + px(4))
        self.setMinimumWidth(min(words, px(_LEAST)) + px(_ARROW))

    def _restyle(self) -> None:
        self.fit()


class VersionChoice(FlatChoice):
    """A flat box with the versions."""

    def __init__(self, name: str, parent: QWidget) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(name, parent)
        self._versions: list[Version | None] = []

    @property
    def version(self) -> Version | None:
        """The chosen version; None for the text there is now."""
        index = self.currentIndex()
        return self._versions[index] if 0 <= index < len(self._versions) else None

    def offer(self, rows: Sequence[HistoryRow]) -> None:
        """Offer the versions of these rows, without a signal."""
        self.offer_names([row.name for row in rows])
        self._versions = [row.version for row in rows]

    def choose(self, version: Version | None) -> None:
        """Choose a version, without a signal."""
        silence = QSignalBlocker(self)
        self.setCurrentIndex(self._versions.index(version) if version in self._versions else -1)
        silence.unblock()
        self.fit()


class HistoryToolbar(Bar):
    """Two boxes choose any two versions; the version that is copied or restored is the first of them."""

    pair_chosen = Signal()
    copy_requested = Signal()
    restore_requested = Signal()

    def __init__(self, switch: SegmentedSwitch, parent: QWidget | None = None) -> None:
        """Take the switch of the difference's views."""
        super().__init__(parent=parent, line_below=True)
        self._switch = switch
        self.old = VersionChoice("From version", self)
        self._to = PlainLabel("→", "soft", self)
        self.new = VersionChoice("To version", self)
        self.copy_button = QToolButton(self)
        self.copy_button.setProperty("look", "icon")
        self.copy_button.setAccessibleName("Copy this version")
        self.copy_button.setToolTip("Copy this version’s text")
        self.restore_button = QPushButton(" Restore", self)  # the blank keeps the icon apart
        self.restore_button.setAccessibleName("Restore")
        self.restore_button.setShortcut(HISTORY_RESTORE.keys)
        for widget in (switch, self.old, self._to, self.new):
            self.row.addWidget(widget)
        self.row.addStretch(1)
        self.row.addWidget(self.copy_button)
        self.row.addWidget(self.restore_button)
        for choice in (self.old, self.new):
            choice.activated.connect(lambda _index: self.pair_chosen.emit())
        self.copy_button.clicked.connect(self.copy_requested.emit)
        self.restore_button.clicked.connect(self.restore_requested.emit)
        with_icon(self.copy_button, "copy", "soft")
        with_icon(self.restore_button, "undo-2")
        on_theme(self, self._restyle_own)

    def show_rows(self, rows: Sequence[HistoryRow], *, of_deleted: bool) -> None:
        """Offer these versions; of deleted files none are compared."""
        for choice in (self.old, self.new):
            choice.offer(rows)
        for widget in (self.old, self._to, self.new):
            widget.setVisible(not of_deleted)

    def allow(self, *, has_version: bool, why_not: str) -> None:
        """Enable what needs a version; `why_not` tells why it cannot be restored."""
        self.copy_button.setEnabled(has_version)
        self.restore_button.setEnabled(has_version and not why_not)
        hint = (
            f"Make this version the text of the file, as one undo step ({native_keys(HISTORY_RESTORE.keys)})"
        )
        set_plain_tooltip(self.restore_button, why_not or hint)

    def fit(self, width: int, *, compares: bool) -> None:
        """Leave the switch out where there is no room for it, or nothing to compare."""
        self._switch.setVisible(compares and width >= current_theme().px(_SWITCH_FROM))

    def _restyle_own(self) -> None:
        theme = current_theme()
        self.row.setContentsMargins(theme.px(12), 0, theme.px(12), 1)
