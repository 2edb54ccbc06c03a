"""The history panel: the versions of a file, what changed between two of them, and how to restore one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Final, TypeAlias

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QWidget

from editor_app.library.history.version_lists import MOST_DAYS, Version
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button, link_button, set_link_words
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey, native_keys
from editor_app.window.kit.focus.tab_order import first_stop
from editor_app.window.kit.form.choice import FlatChoice
from editor_app.window.kit.form.text_fields import TextPopup
from editor_app.window.kit.layouts import add, column, row
from editor_app.window.kit.rows.content import RowContent, WhereWide, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, ReadableLabel, set_plain_tooltip
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.history.versions import HistoryListing, HistoryRow
from editor_app.window.text.difference.compare_view import COLUMNS_FROM, CompareView

_PANEL: Final = Sentence("window-history.history")
HISTORY_RESTORE: Final = PanelKey(_PANEL, Sentence("window-history.restore-version"), "Alt+S")
KEYS: Final = (
    PanelKey(_PANEL, Sentence("window-history.read-difference"), CHOOSE_KEYS),
    HISTORY_RESTORE,
)
_BESIDE_FROM: Final = 560  # in a narrower panel the difference is below the list
_LIST: Final = 280
_COUNTS_FROM: Final = 275  # a narrower list shows no counts
_MOST_COUNTED: Final = 60
_TIME: Final = "00:00"
_VERSION: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

Line: TypeAlias = HistoryRow | str
"""A version, or the day that heads those of it."""


class HistoryPanel(QWidget):
    """Lists versions and shows a difference; announces what is to be read, copied and restored.

    While it is hidden it asks for nothing. Of two versions compared, None is the text there is now.
    """

    wanted = Signal()  # it is shown, and may show something old
    now_wanted = Signal()  # after a pause in typing: the row of the text there is now
    pair_chosen = Signal(object, object)
    counts_wanted = Signal(object)  # of the lines that were added and removed since a version
    copy_requested = Signal(object)
    restore_requested = Signal(object)
    days_chosen = Signal(int)
    back_requested = Signal()
    front_requested = Signal()  # the panel has to come to the front

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._shown = HistoryListing((), "")
        self.header_tools = QWidget()
        self.file_choice = FlatChoice(Sentence("window-history.file"))
        self.head = ElidedLabel("", "soft")
        self.change_link = link_button(Sentence("window-history.change"), None, self.ask_days)
        self.back_link = link_button("", None, self.back_requested.emit)
        self._nothing = EmptyPlace(ground="paper", parent=self)
        self._pages = QStackedWidget(self)
        self._pause = single_shot(self, 300, self.now_wanted.emit)
        self._count_later = single_shot(self, 0, self._count_next)
        self.setAccessibleName(_PANEL)
        self._pages.addWidget(self._nothing)
        column(self, self._pages)
        row(self.header_tools, self.file_choice, self.head, self.change_link, self.back_link, spacing=4)
        self.change_link.setAccessibleName(Sentence("window-history.change-days"))
        self.file_chosen = self.file_choice.activated  # one of several files whose versions can be shown
        on_theme(self, self._place)
        self.show_nothing("", "")

    @cached_property
    def _body(self) -> HistoryBody:
        """The list and the difference, made with the first versions: many windows show none."""
        body = HistoryBody(self._pages)
        self._pages.addWidget(body)
        old, new = body.toolbar.old, body.toolbar.new
        connect(
            (body.tree.row_changed, self._take_row),
            (body.tree.entered_row, lambda _row: body.compared.focus_text()),
            (old.activated, lambda _index: self.choose(old.version, new.version)),
            (new.activated, lambda _index: self.choose(old.version, new.version)),
            (body.toolbar.copy_requested, lambda: self.copy_requested.emit(self.version)),
            (body.toolbar.restore_button.clicked, lambda: self.restore_requested.emit(self.version)),
        )
        return body

    @property
    def tree(self) -> VersionList:
        """The list of versions."""
        return self._body.tree

    @property
    def compared(self) -> CompareView:
        """The difference between two versions."""
        return self._body.compared

    @property
    def toolbar(self) -> HistoryToolbar:
        """The bar over the difference."""
        return self._body.toolbar

    @property
    def version(self) -> Version | None:
        """The version that is copied or restored: the first of the two that are compared."""
        return self.toolbar.old.version if self.rows else None

    @property
    def rows(self) -> tuple[HistoryRow, ...]:
        """The rows shown, the newest first."""
        return self._shown.rows

    def show_history(self, shown: HistoryListing) -> None:
        """Show these rows; the chosen versions stay chosen if they are still there."""
        old, new = self.version, self.toolbar.new.version if self.rows else None
        had_focus = self.tree.hasFocus()
        versions = [row.version for row in shown.rows]
        self._shown = shown
        self._body.show_history(shown)
        self._show_head()
        self._place()
        self._pages.setCurrentWidget(self._body)
        self.setFocusProxy(self.tree)
        first = next((version for version in versions if version is not None), None)
        self.choose(old if old in versions and old is not None else first, new if new in versions else None)
        if had_focus:
            self.tree.setFocus()
        self._count_later.start()

    def show_nothing(self, title: str, sentence: str, shown: HistoryListing | None = None) -> None:
        """Show a title and a sentence in place of versions; `shown` may have a head for them."""
        self._shown = shown or HistoryListing((), "")
        self._show_head()
        self._nothing.say(title, sentence)
        self._pages.setCurrentWidget(self._nothing)
        self.setFocusProxy(self._nothing)

    def show_text(self, text: str, name: str) -> None:
        """Show a version of a file that is not there, so that there is nothing to compare it with."""
        self.compared.show_text(text, name)
        self.compared.set_note(Sentence("window-history.restore-brings-back"))

    def show_now(self, now: HistoryRow) -> None:
        """Show another row for the text there is now, and compare with that."""
        if self.rows and not self._shown.of_deleted:
            rows = tuple(now if row.version is None else row for row in self.rows)
            self._shown = replace(self._shown, rows=rows)
            self.tree.show_versions(rows)
            self.choose(self.version, self.toolbar.new.version)
            self._count_later.start()

    def choose(self, old: Version | None, new: Version | None = None) -> None:
        """Compare two versions."""
        self.toolbar.old.choose(old)
        self.toolbar.new.choose(new)
        index = self.tree.index_of((old,))
        if index.isValid():
            self.tree.show_index(index)
        self.toolbar.allow(has_version=old is not None, why_not=self._shown.why_not_restore)
        if self.isVisible() and self.rows:
            self.compared.set_note(Sentence("window-history.restore-is-one-step"))
            self.pair_chosen.emit(old, new)

    def set_counts(self, version: Version, counts: tuple[int, int] | None) -> None:
        """Show how many lines were added and removed since a version; None for what cannot be compared."""
        self.tree.counts[version] = counts
        self.tree.update(self.tree.index_of((version,)))
        self._count_later.start()

    def come_to_front(self) -> None:
        """Be shown, wherever the panel is, and get the focus."""
        was_shown = self.isVisible()
        self.front_requested.emit()
        if was_shown:  # else it asks when it is shown
            self.wanted.emit()
        place = self.tree if self.rows and self.tree.isVisible() else first_stop(self)
        if place is not None:
            place.setFocus(Qt.FocusReason.OtherFocusReason)

    def note_typing(self) -> None:
        """Compare again after a pause; does nothing while hidden."""
        if self.isVisible():
            self._pause.start()

    def ask_days(self) -> None:
        """Ask for how many days versions are kept."""

        def take(text: str) -> str | None:
            days = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
            if not 1 <= days <= MOST_DAYS:
                return Sentence("window-history.days-from-to", most=MOST_DAYS)
            self.days_chosen.emit(days)
            return None

        title = Sentence("window-history.days-to-keep")
        TextPopup(title, str(self._shown.days), "90", self.change_link).ask(take)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the difference beside the list, or below it where it is narrow."""
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is to be shown."""
        super().showEvent(event)
        self.wanted.emit()

    def _count_next(self) -> None:
        """Ask for the counts of one version more, each in an event of its own, where they can be seen."""
        if (
            self._shown.of_deleted
            or not self.isVisible()
            or self.tree.width() < current_theme().px(_COUNTS_FROM)
        ):
            return
        versions = [row.version for row in self.rows if row.version is not None][:_MOST_COUNTED]
        missing = next((version for version in versions if version not in self.tree.counts), None)
        if missing is not None:
            self.counts_wanted.emit(missing)

    def _take_row(self, row: HistoryRow) -> None:
        if row.version != self.version:
            self.choose(row.version)

    def _show_head(self) -> None:
        shown = self._shown
        self.file_choice.offer_names(shown.choice.names, shown.choice.index)
        self.file_choice.setVisible(bool(shown.choice.names))
        self.head.setText(shown.head)
        self.change_link.setVisible(bool(shown.head) and not shown.of_deleted)
        set_link_words(self.back_link, Sentence("window-history.back-to", name=shown.other))
        self.back_link.setVisible(bool(shown.other))

    def _place(self) -> None:
        if self.rows:
            self._body.place(self.width(), self.height(), compares=not self._shown.of_deleted)
            self._count_later.start()


class HistoryBody(QSplitter):
    """Shows versions and a difference; the panel connects its parts and fills them."""

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(parent, childrenCollapsible=False, handleWidth=1)
        left, right = QWidget(self), QWidget(self)
        self.tree = VersionList(left)
        self.compared = CompareView(right)
        self.toolbar = HistoryToolbar(self.compared.switch, right)
        self.sentences = spaced(ReadableLabel("", "soft", left), margins=(12, 4, 12, 4))
        self._is_placed = False
        column(left, (self.tree, 1), self.sentences)
        column(right, self.toolbar, (self.compared, 1))
        self.setStretchFactor(1, 1)

    def show_history(self, shown: HistoryListing) -> None:
        """Show the rows, and sentences below them."""
        self.tree.show_versions(shown.rows)
        self.toolbar.show_rows(shown.rows, of_deleted=shown.of_deleted)
        self.sentences.say("\n".join(shown.sentences))
        self.sentences.setVisible(bool(shown.sentences))

    def place(self, width: int, height: int, *, compares: bool) -> None:
        """Put the difference beside the list, or below it where the panel is narrow."""
        px, directions = current_theme().px, Qt.Orientation
        direction = directions.Horizontal if width >= px(_BESIDE_FROM) else directions.Vertical
        if not self._is_placed or direction != self.orientation():
            self._is_placed = True
            self.setOrientation(direction)
            first = px(_LIST) if direction is directions.Horizontal else height * 2 // 5
            self.setSizes([first, max(width, height) - first])
        # two columns have no room beside a list in a narrower panel
        self.compared.switch.setVisible(compares and width - px(_LIST) >= px(COLUMNS_FROM))


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

    def __init__(self, switch: QWidget, parent: QWidget) -> None:
        """Take the switch of the difference's views."""
        super().__init__(parent=parent, sides=(12, 12), line_below=True)
        self.old = VersionChoice(Sentence("window-history.from-version"), self)
        self._to = PlainLabel("→", "soft", self)
        self.new = VersionChoice(Sentence("window-history.to-version"), self)
        copy, restore = Sentence("window-history.copy-version"), Sentence("window-history.restore")
        self.copy_button = icon_button("copy", copy, self, self.copy_requested.emit)
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
        set_plain_tooltip(self.restore_button, why_not or Sentence("window-history.restore-about", keys=keys))


class VersionList(RowTree[Line]):
    """Shows the time, what was done, the size and where it is wide what changed since each version, by day.

    `counts` are the lines that were added and removed since a version; None for what cannot be compared.
    """

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        type_ = RowType(
            self._content,
            key=lambda line: line if isinstance(line, str) else (line.version,),
            flags=lambda line: Qt.ItemFlag.NoItemFlags if isinstance(line, str) else _VERSION,
        )
        super().__init__(type_, Sentence("window-history.versions"), parent)
        self.counts: dict[Version, tuple[int, int] | None] = {}
        self._longest_time = _TIME  # as wide as any of that length: the digits are

    def show_versions(self, rows: Sequence[HistoryRow]) -> None:
        """Show these rows, the newest first."""
        self.counts.clear()
        lines: list[Line] = []
        for day, of_day in groupby(rows, key=lambda row: row.day):
            lines += [day, *of_day]
        self._longest_time = max((_TIME, *(row.time for row in rows)), key=len)
        self.show_rows(tuple(lines))

    def _content(self, line: Line) -> RowContent:
        if isinstance(line, str):
            return RowContent(line, main=Words(line, "soft", "small strong"))
        counts = self.counts.get(line.version) if line.version is not None else None
        changed = "" if counts is None else f"+{counts[0]} −{counts[1]}"  # signs, read out in words
        is_path = line.words == line.name and "/" in line.words  # whose end says most
        elide = Qt.TextElideMode.ElideLeft if is_path else Qt.TextElideMode.ElideMiddle
        number = Words("", "soft", "number", gap=10)
        return RowContent(
            f"{line.time} {line.words}",
            line.about,
            line.in_words(counts),
            Words(line.words, elide=elide),
            lead=(number._replace(text=line.time, as_wide_as=self._longest_time),),
            trail=(
                WhereWide(number._replace(text=changed, as_wide_as="+00 −00"), _COUNTS_FROM),
                number._replace(text=line.size),
            ),
        )
