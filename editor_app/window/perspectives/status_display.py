"""What the bar above the text and the status bar say of the current file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from weakref import WeakKeyDictionary

from editor_app.analysis.library_facts.index import NamedText
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import (
    FileStatus,
    file_status_of,
    restricted_status_of,
    status_sentence,
)
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import DECISION, QUIET, InfoBar
from editor_app.window.frame.status_bar import StatusBar
from editor_app.window.kit.words.worded import WordedEnum


class StatusDisplay:
    """Shows whether callers get the current file, how it is written, and whether it is saved.

    `first` is what the bar says before anything about the file, `unsaved_words` what the status bar says of
    unsaved text.
    """

    def __init__(
        self,
        documents: Documents,
        bar: InfoBar,
        status_bar: StatusBar,
        choose_remedy: Callable[[WordedEnum], object],
    ) -> None:
        """Use these parts; `choose_remedy` is called for a clicked link of the bar."""
        self._clock, self._resolver = documents.clock, documents.resolver
        self._bar, self._status_bar = bar, status_bar
        self._choose_remedy = choose_remedy
        self.first: Callable[[], FileStatus | None] = lambda: None
        self.unsaved_words: Callable[[], str] = lambda: Sentence("window-perspectives.unsaved")
        self._saved_at: WeakKeyDictionary[OpenFile, datetime] = WeakKeyDictionary()

    def mark_saved(self, file: OpenFile) -> None:
        """Remember the time at which a file was saved."""
        self._saved_at[file] = self._clock()

    def show_bar(
        self, file: OpenFile, prompt: NamedText | None, status_of_kind: Callable[[], FileStatus | None]
    ) -> None:
        """Show the most urgent of what there is to say; `status_of_kind` is asked if the file has nothing."""
        trust = self._resolver.trust
        file_status = self.first() or file_status_of(file, prompt) or status_of_kind()
        if file_status is None and not trust.is_bar_closed:
            file_status = restricted_status_of(file)
        if file_status is None:
            self._bar.clear()
            return
        self._bar.tell(
            file_status.severity,
            file_status.sentence,
            [(remedy.words, partial(self._choose_remedy, remedy)) for remedy in file_status.remedies],
            is_news=file_status.is_news,
            look=QUIET if file_status.is_quiet else DECISION if file_status.is_to_decide else None,
            closed=trust.close_bar if file_status.is_quiet else None,
        )

    def show_sentence(self, file: OpenFile, sentence: str) -> None:
        """Show a sentence, or what is so with the file if that is "", and whether its folder is trusted."""
        folder = self._resolver.folder_of(file)
        name = folder.name or str(folder)
        self._status_bar.sentence.setText(sentence or status_sentence(file, name))
        if file.analysis.dialect is Dialect.BRACKETS:
            self._status_bar.show_trust(name, is_trusted=self._resolver.trust.of(folder).is_trusted)
        else:
            self._status_bar.hide_trust()

    def show_written(self, file: OpenFile, unsaved: Sequence[OpenFile]) -> None:
        """Show how the file that is being written is encoded, and which are `unsaved` of those in its tab."""
        newlines = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}[file.document.newlines.dominant]
        if file.document.newlines.exceptions:
            newlines = Sentence("window-perspectives.mixed", newlines=newlines)
        encoding = file.text_format.encoding.upper()
        if file.shows_placeholders:
            encoding = Sentence("window-perspectives.not-encoding", encoding=encoding)
        elif file.text_format.bom:
            encoding = Sentence("window-perspectives.with-bom", encoding=encoding)
        self._status_bar.show_file(file.analysis.dialect, encoding, newlines)
        self._status_bar.show_saved(self._saved_words(file, unsaved))

    def _saved_words(self, file: OpenFile, unsaved: Sequence[OpenFile]) -> str:
        if file.is_gone:
            return Sentence("window-perspectives.deleted")
        if len(unsaved) > 1:
            unsaved_words = self.unsaved_words()
            return Sentence("window-perspectives.files-unsaved", unsaved=unsaved_words, count=len(unsaved))
        if unsaved and unsaved[0] is not file:
            name = unsaved[0].path.name
            return Sentence("window-perspectives.file-unsaved", unsaved=self.unsaved_words(), name=name)
        if unsaved:
            return self.unsaved_words()
        if file.document.read_only_because is not None:
            return Sentence("window-perspectives.read-only")
        saved_at = self._saved_at.get(file)
        if saved_at is None:
            return Sentence("window-perspectives.saved")
        return Sentence("window-perspectives.saved-at", time=f"{saved_at:%H:%M}")
