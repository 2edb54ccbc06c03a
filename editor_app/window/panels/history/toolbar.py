"""The bar over the difference: the view, which versions are compared, copying and restoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from editor_app.library.history.version_lists import Version
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, native_keys
from editor_app.window.kit.form.choice import FlatChoice
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import add
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import PlainLabel, set_plain_tooltip
from editor_app.window.panels.history.history_rows import HistoryRow

PANEL: Final = Sentence("window-history.history")
HISTORY_RESTORE: Final = PanelKey(PANEL, Sentence("window-history.restore-version"), "Alt+S")
KEYS: Final = (
    PanelKey(PANEL, Sentence("window-history.read-difference"), CHOOSE_KEYS),
    HISTORY_RESTORE,
)


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
        with QSignalBlocker(self):
            self.setCurrentIndex(self._versions.index(version) if version in self._versions else -1)
        self.fit()


class HistoryToolbar(Bar):
    """Two boxes choose any two versions; the version that is copied or restored is the first of them."""

    copy_requested = Signal()

    def __init__(self, switch: SegmentedSwitch, parent: QWidget | None = None) -> None:
        """Take the switch of the difference's views."""
        super().__init__(parent=parent, sides=(12, 12), line_below=True)
        self.old = VersionChoice(Sentence("window-history.from-version"), self)
        self._to = PlainLabel("→", "soft", self)
        self.new = VersionChoice(Sentence("window-history.to-version"), self)
        copy, restore = Sentence("window-history.copy-version"), Sentence("window-history.restore")
        self.copy_button = icon_button("copy", copy, self, self.copy_requested.emit, about=copy)
        self.restore_button = QPushButton(f" {restore}", self)  # the blank keeps the icon apart
        with_icon(self.restore_button, "undo-2")
        self.restore_button.setAccessibleName(restore)
        self.restore_button.setShortcut(HISTORY_RESTORE.keys)
        add(self.row, switch, self.old, self._to, self.new, ..., self.copy_button, self.restore_button)

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
        keys = native_keys(HISTORY_RESTORE.keys)
        hint = Sentence("window-history.restore-about", keys=keys)
        set_plain_tooltip(self.restore_button, why_not or hint)
