"""Commands about trust: the popup, and what it and the links beside blank variables do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from editor_app.library.files.reading import NotAllowed
from editor_app.library.trust.trust import Trust
from editor_app.text import Fix, Sentence, together
from editor_app.variables.access import FileAccess, Refusal, end_of
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.trust.fixes import TRUST_WORDS, AllowFix, TrustFix, allow_fix
from editor_app.window.documents.trust.words import home_relative, path_from
from editor_app.window.frame.notices import User
from editor_app.window.kit.card.controls import Sign, icon_button
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.theme.icons import icon_size
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.perspectives.window_services import WindowView

_WIDTH, _SIDE = 380, 16
_MOST_FILES: Final = 6
_GIVES: Final = (
    Sentence("window-commands.trust-asks-git"),
    Sentence("window-commands.trust-reads-files"),
)
_DOES_NOT_GIVE: Final = (
    Sentence("window-commands.files-outside-unread"),
    Sentence("window-commands.nothing-is-run"),
)


def room_above(status_bar: QWidget) -> QRect:
    """Return the part of a window above its status bar that is on the screen."""
    window = status_bar.window()
    room = QRect(window.mapToGlobal(QPoint(0, 0)), window.size())
    room.setBottom(status_bar.mapToGlobal(QPoint(0, 0)).y() - 1)
    seen = room.intersected(window.screen().availableGeometry())
    return room if seen.isEmpty() else seen


class TrustPopup(PopupFrame):
    """Asks whether to trust a folder, or says that it is trusted and takes that back; Esc changes nothing."""

    def __init__(
        self,
        trust: Trust,
        for_session: Collection[Path],
        parent: QWidget,
        *,
        choose: Callable[[], object],
        disallow: Callable[[Path], object],
    ) -> None:
        """Show the folder and the files that are allowed there, those `for_session` in this window only.

        `choose` gives trust or takes it back; `disallow` allows one of the files no longer.
        """
        super().__init__(parent)
        self._choose_it, self._disallow_it = choose, disallow
        name, is_trusted = trust.workspace.name or str(trust.workspace), trust.is_trusted
        self.setAccessibleName(Sentence("window-commands.trust-title"))
        place = home_relative(trust.workspace)
        title, about = Sentence("window-commands.folder-is-trusted", name=name), place
        if not is_trusted:
            title, about = (
                Sentence("window-commands.trust-question", name=name),
                Sentence("window-commands.about-trusting", folder=place),
            )
        self.title, self.place = _wrapped(title, "title"), _wrapped(about, "field")
        self.remove_buttons: list[QToolButton] = []
        self._body = QWidget(self)
        self._area = scrolled(self._body, self)
        self._area.setAccessibleName(Sentence("window-commands.what-trust-gives"))
        facts = [_fact("circle-check", "ok", words) for words in _GIVES]
        facts += [_fact("circle-slash-2", "soft", words) for words in _DOES_NOT_GIVE]
        files = (4, self._allowed(trust, for_session)) if trust.allowed_files else ()
        end = Sentence("window-commands.take-it-back")
        column(self._body, *facts, *files, *(() if is_trusted else (_wrapped(end, "field"),)), spacing=6)
        self.stay = QPushButton(
            Sentence("window-commands.close") if is_trusted else Sentence("window-commands.stay-restricted"),
            self,
        )
        self.act = QPushButton(
            Sentence("window-commands.take-trust-back")
            if is_trusted
            else Sentence("window-commands.trust-this-folder"),
            self,
        )
        if not is_trusted:
            self.act.setProperty("look", "primary")
        self.stay.clicked.connect(lambda _checked=False: self.close())
        self.act.clicked.connect(lambda _checked=False: self._choose())
        for button in (self.stay, self.act):
            button.setAutoDefault(True)  # so that Enter presses it, as Space does
            button.setAccessibleDescription(together((self.title.text(), *_GIVES, *_DOES_NOT_GIVE)))
        side = _SIDE - 1
        head = column(None, self.title, self.place, margins=(side, 12, side, 9), spacing=6)
        buttons = row(None, ..., self.stay, self.act, spacing=8)
        body = column(None, self._area, 6, buttons, margins=(side, 11, side, 12), spacing=6)
        self._column = column(self, head, Separator(), body, margins=(1, 0, 1, 0))
        sized(self, width=_WIDTH)

    def show_beside(self, anchor: QWidget, room: QRect, *, at_right: bool) -> None:
        """Show the popup by `anchor`, at its right or its left end, and focus what changes nothing.

        It stays in `room`, a rectangle on the screen; what is too high for that is scrolled.
        """
        whole = self._body.heightForWidth(self.width() - 2 * current_theme().px(_SIDE))
        self._area.setFixedHeight(whole)
        self.adjustSize()
        missing = self.height() - room.height()
        if missing > 0:
            self._area.setFixedHeight(max(whole - missing, current_theme().line_height("body")))
            self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that the keys scroll it
            self._column.activate()  # else it knows the old height of what is in the layouts in it
            self.adjustSize()
        place = QRect(anchor.mapToGlobal(QPoint(0, 0)), anchor.size())
        shift = self.width() + current_theme().px(8) - place.width() if at_right else 0
        self.move(place_beside(place, self.size(), shift, room))
        self.show()
        self.stay.setFocus(Qt.FocusReason.PopupFocusReason)

    def _allowed(self, trust: Trust, for_session: Collection[Path]) -> QVBoxLayout:
        listed = column(None, PlainLabel(Sentence("window-commands.allowed"), "strong"))
        for path in sorted(trust.allowed_files)[:_MOST_FILES]:
            shown, no_longer = path_from(trust.workspace, path), partial(self._disallow, path)
            about = Sentence("window-commands.restrict-this-file")
            button = icon_button(
                "x", Sentence("window-commands.restrict-file", name=shown), self, no_longer, about=about
            )
            button.setIconSize(icon_size() * 0.875)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.remove_buttons.append(button)
            name = ElidedLabel(shown, "code", Qt.TextElideMode.ElideMiddle)
            ends = (
                (PlainLabel(Sentence("window-commands.this-session"), "soft"),) if path in for_session else ()
            )
            listed.addLayout(row(None, (name, 1), *ends, button, spacing=8))
        more = len(trust.allowed_files) - _MOST_FILES
        if more > 0:
            listed.addWidget(PlainLabel(Sentence("window-commands.more-files", count=more), "soft"))
        return listed

    def _choose(self) -> None:
        self.close()
        self._choose_it()

    def _disallow(self, path: Path) -> None:
        self.close()
        self._disallow_it(path)


def _wrapped(words: str, look: str) -> PlainLabel:
    label = PlainLabel(words, look)
    label.setWordWrap(True)
    return label


def _fact(icon: str, role: str, words: str) -> QHBoxLayout:
    sign = Sign(icon, role)
    sign.setFixedHeight(current_theme().line_height("body"))
    fact = row(None, sign, (_wrapped(words, ""), 1), spacing=8)
    fact.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
    return fact


class TrustCommands(WindowCommands):
    """Gives and takes back trust in the folder that the current file's variables are resolved in."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Use the parts of a window."""
        super().__init__(documents, shown, user)
        self._resolver, self._trust = documents.resolver, documents.resolver.trust

    @property
    def _folder(self) -> Path:
        return self._resolver.folder_of(self._current.file)

    @property
    def _mark(self) -> QWidget:
        return self._shown.window.status.trust_anchor

    def ask_at_bar(self) -> TrustPopup:
        """Open the popup below the bar above the text, if that is shown."""
        bar = self._shown.panels.bar
        return self._ask(self._folder, bar, at_right=True) if bar.isVisible() else self.ask()

    def ask(self) -> TrustPopup:
        """Open the popup beside the mark in the status bar."""
        return self._ask(self._folder, self._mark, at_right=False)

    def offer_end(self, error: NotAllowed) -> None:
        """Say where a path leads, and offer to let it lead there; the file is opened then."""
        end, sentence = error.refusal.end, Sentence("window-commands.reason", reason=error.reason)
        if error.refusal.lacks_trust:
            ask = partial(self._ask, self._library.library.workspace, self._mark, at_right=False)
            self._notifier.say(sentence, (TRUST_WORDS, ask))
            return

        def allow() -> None:
            self._allow(self._library.library.workspace, end)
            self._open_files.open(error.path)

        self._notifier.say(sentence, (allow_fix(end).title, allow))

    def offer_file(self, path: Path) -> None:
        """Offer to allow a file that was just chosen, where it is not read without that; ask nothing."""
        folder = self._folder
        trust, root = self._trust.of(folder), self._library.library.root
        end = end_of(path, FileAccess(folder, root, trust.is_trusted, trust.allowed_files))
        if not isinstance(end, Refusal) or end.lacks_trust:
            return
        fix, why = allow_fix(end.end), "secrets" if end.is_secret else "outside"
        sentence = Sentence("window-commands.file-restricted", name=path.name, why=why)
        self._notifier.say(sentence, (fix.title, lambda: self.apply(fix)))

    def apply(self, fix: Fix) -> bool:
        """Do what a fix about trust stands for; return False for any other."""
        if isinstance(fix, TrustFix):
            self.ask_at_bar()
            return True
        if isinstance(fix, AllowFix):
            self._allow(self._folder, fix.path)
            return True
        return False

    def _allow(self, folder: Path, path: Path) -> None:
        """Allow a file, and say so with its whole path and a way back."""
        sentence = self._trust.allow(folder, path)
        self._notifier.say(
            sentence,
            (Sentence("window-commands.undo-link"), lambda: self._trust.disallow(folder, path)),
            until=(self._trust.changed,),
        )

    def _ask(self, folder: Path, anchor: QWidget, *, at_right: bool) -> TrustPopup:
        trust = self._trust.of(folder)
        popup = TrustPopup(
            trust,
            self._trust.session_files(folder),
            anchor,
            choose=partial(self._set_trust, folder, gives=not trust.is_trusted),
            disallow=partial(self._disallow, folder),
        )
        popup.show_beside(anchor, room_above(self._shown.window.status), at_right=at_right)
        return popup

    def _set_trust(self, folder: Path, *, gives: bool) -> None:
        (self._trust.trust if gives else self._trust.take_back)(folder)
        state = "trusted" if gives else "restricted"
        self._notifier.announce(Sentence("window-commands.now-so", name=folder.name, state=state))

    def _disallow(self, folder: Path, path: Path) -> None:
        self._trust.disallow(folder, path)
        self._notifier.announce(Sentence("window-commands.file-now-restricted", name=path_from(folder, path)))
        if self._trust.of(folder).allowed_files:
            self.ask()
