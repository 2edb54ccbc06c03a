"""Commands about the program: its version, the log, a report to paste, a crash before, set-aside journals."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QLibraryInfo, QSysInfo, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from editor_app import __version__
from editor_app.clock import Clock
from editor_app.library.build import build_in_words
from editor_app.library.files.reading import quoted, read_file
from editor_app.library.history.history import size_in_words
from editor_app.library.history.version_lists import read_limits
from editor_app.library.journal.taking import journals_set_aside
from editor_app.library.paths import resource_path
from editor_app.text import Sentence, together
from editor_app.window.frame.notices import Notices
from editor_app.window.kit.dialogs.question import Dialogs
from editor_app.window.kit.error_log import Crash, ErrorLog
from editor_app.window.kit.words.times import moment

_MOST_LINES = 200
_VERSION = re.compile(r"^## \[(.+?)\]", re.MULTILINE)


class ReportCommands:
    """The log of one state folder, and what can be done with it."""

    def __init__(self, *, state_dir: Path, clock: Clock, notifier: Notices, dialogs: Dialogs) -> None:
        """Take the parts that are used."""
        self.log = ErrorLog(state_dir, clock)
        self._state_dir = state_dir
        self._clock = clock
        self._notifier = notifier
        self._dialogs = dialogs

    def show_about(self) -> None:
        """Show which program and version this is, and copy that if it is wanted."""
        from editor_app.window.commands.questions.about import About

        if self._dialogs.ask(About(_facts())):
            QGuiApplication.clipboard().setText(_lines(_facts()))
            self._notifier.say(Sentence("window-commands.details-copied"))

    def show_changelog(self) -> None:
        """Show what changed from version to version, without the words above the first."""
        from editor_app.window.commands.questions.about import Changelog

        text = read_file(resource_path("CHANGELOG.md")).data.decode()
        versions = _VERSION.sub(r"## \1", text)
        self._dialogs.ask(Changelog(versions[versions.index("\n## ") + 1 :]))

    def show_log(self) -> None:
        """Open the log's folder in the system's file manager."""
        if not self.log.path.exists():
            self._notifier.say(Sentence("window-commands.log-empty"))
        else:
            self._show_folder(self.log.folder, Sentence("window-commands.log-is", path=quoted(self.log.path)))

    def tell_set_aside(self) -> None:
        """Say which journals of unsaved text could not be taken over and are kept, with a link to them."""
        journals = journals_set_aside(self._state_dir)
        if not journals:
            self._notifier.say(Sentence("window-commands.no-journals"))
            return
        limits = read_limits(self._state_dir)
        size = size_in_words(sum(journal.size for journal in journals))
        days = 0 if limits is None else limits.days
        folders = {journal.path.parent for journal in journals}
        folder = folders.pop() if len(folders) == 1 else journals[0].path.parent.parent
        self._notifier.say(
            Sentence("window-commands.journals", count=len(journals), size=size, days=days),
            (
                Sentence("window-commands.show-in-folder"),
                partial(
                    self._show_folder, folder, Sentence("window-commands.they-are-in", folder=quoted(folder))
                ),
            ),
        )

    def _show_folder(self, folder: Path, otherwise: str) -> None:
        """Open a folder in the system's file manager; where that fails, say a sentence."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._notifier.say(otherwise)

    def copy_report(self) -> None:
        """Copy the versions of the parts and the end of the log to the clipboard."""
        QGuiApplication.clipboard().setText(self.report())
        self._notifier.say(Sentence("window-commands.report-copied"))

    def report(self) -> str:
        """Return the report; the user's home folder is left out of paths."""
        log = self.log.last_lines(_MOST_LINES) or (Sentence("window-commands.log-is-empty"),)
        return _lines(_facts()) + "\n" + _without_home("\n".join(log)) + "\n"

    def tell_crashes(self, crashes: Sequence[Crash], sentence: str = "") -> None:
        """Say that the program crashed before this start, if it did; `sentence` is said before that.

        What it wrote then goes into the log.
        """
        if not crashes:
            if sentence:
                self._notifier.say(sentence)
            return
        for crash in crashes:
            self.log.add(f"crashed {crash.at.isoformat(timespec='seconds')}\n{crash.words.rstrip()}")
        happened = Sentence(
            "window-commands.stopped-unexpectedly", when=moment(crashes[-1].at, self._clock())
        )
        words = together([sentence, happened])
        links = (
            (Sentence("window-commands.copy-report-link"), self.copy_report),
            (Sentence("window-commands.show-log-link"), self.show_log),
        )
        self._notifier.say(words, *links)
        self._notifier.stay()


def _facts() -> list[tuple[str, str]]:
    """Return what tells apart one Foreword from another, as pairs of a name and a value."""
    qt, display = QLibraryInfo.version().toString(), QGuiApplication.platformName()
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return [
        ("Foreword", __version__),
        (Sentence("window-commands.fact-from"), build_in_words()),
        (Sentence("window-commands.fact-folder"), _without_home(sys.prefix)),
        ("Qt", Sentence("window-commands.fact-qt", qt=qt, pyside=pyside_version, display=display)),
        ("Python", platform.python_version()),
        (Sentence("window-commands.fact-system"), f"{QSysInfo.prettyProductName()}, {system}"),
    ]


def _lines(facts: Sequence[tuple[str, str]]) -> str:
    return "".join(f"{name} {value}\n" for name, value in facts)


def _without_home(text: str) -> str:
    return text.replace(str(Path.home()), "~")
