"""What is to be brought back from the journals of ended windows: each text once, the tabs in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from editor_app.library.journal.records import JournalContent, JournalledText
from editor_app.library.journal.undo_steps import has_been, text_after
from editor_app.text import Newlines, decode, letters_of, newlines_of
from editor_app.window.session.journaling import edits_between
from editor_app.window.session.state import SessionState, TabState, session_from_json

MOST_STEPS: Final = 1_000
_MOST_COPIED: Final = 200_000_000  # characters; what making the steps once copies


@dataclass(frozen=True, slots=True)
class TabToRestore:
    """A tab as it was, and its unsaved text, None where the file has all of it.

    With `is_recovered` the text was left by a program that did not end in order. `source` is the text as its
    journal has it.
    """

    tab: TabState
    text: JournalledText | None = None
    is_recovered: bool = False
    source: JournalledText | None = None

    @property
    def path(self) -> Path | None:
        """The path of its file; None while it is in none."""
        if self.text is not None:
            return self.text.document.path
        return Path(self.tab.path) if self.tab.path is not None else None


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """The tabs to bring back; `stopped_at` is when a program that did not end in order wrote last."""

    session: SessionState = field(default_factory=SessionState)
    tabs: tuple[TabToRestore, ...] = ()
    has_session: bool = False
    stopped_at: datetime | None = None


def plan_of(contents: Sequence[JournalContent]) -> RestorePlan:
    """Return what to restore from these journals, which come in the order they began, the latest first.

    The state of a session that was kept last counts. Of two texts of one file, that of the journal which was
    written last is the file's; another, which is no earlier state of that, comes back as an untitled text.
    An untitled text that is an earlier state of one written later is not brought back beside it.
    """
    never = datetime.min.replace(tzinfo=UTC)
    # of two windows the first may have ended last
    contents = sorted(contents, key=lambda content: content.last_write or never, reverse=True)
    place = next((index for index, content in enumerate(contents) if content.session is not None), None)
    session = SessionState() if place is None else session_from_json(contents[place].session)
    texts = _texts_once(contents)
    tabs: list[TabToRestore] = []
    for tab in session.tabs:
        text = next((text for text in texts if text.is_of(tab, place)), None)
        if text is not None:
            texts.remove(text)
            tabs.append(text.to_restore(tab))
        elif tab.path is not None:
            tabs.append(TabToRestore(tab))
    front = session.tabs[session.front] if session.tabs else None
    index = next((index for index, item in enumerate(tabs) if item.tab is front), 0)
    tabs += [text.to_restore(TabState()) for text in texts]
    stopped = [content.last_write for content in contents if content.texts and not content.is_clean]
    return RestorePlan(
        replace(session, front=index),
        tuple(tabs),
        has_session=place is not None or bool(tabs),
        stopped_at=max(filter(None, stopped), default=None),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _TextOnce:
    """A text that some journals have; `numbers` are those it has in each of them."""

    numbers: dict[int, int]
    text: JournalledText
    is_clean: bool
    source: JournalledText

    def to_restore(self, tab: TabState) -> TabToRestore:
        return TabToRestore(tab, self.text, is_recovered=not self.is_clean, source=self.source)

    def is_of(self, tab: TabState, journal: int | None) -> bool:
        path = self.text.document.path
        if path is not None:
            return tab.path is not None and Path(tab.path) == path
        return tab.path is None and journal in self.numbers and self.numbers[journal] == tab.number


def _texts_once(contents: Sequence[JournalContent]) -> list[_TextOnce]:
    """Return the texts; what two journals have is one text, what one journal has twice are two.

    A program that ends while it takes a text over leaves an earlier state of it in its own journal, which was
    written last: then the text of the earlier journal is the one to bring back.
    """
    texts: list[_TextOnce] = []
    for journal, content in enumerate(contents):
        for text in content.texts:
            path, number = text.document.path, text.document.number
            if path is None and not text.text:
                continue
            twin = _twin(text, journal, texts)
            has_file = path is not None and any(other.text.document.path == path for other in texts)
            if twin is not None and not is_state_of(text.text, twin.text):
                whole = _TextOnce({**twin.numbers, journal: number}, text, content.is_clean, text)
                texts[texts.index(twin)] = whole
            elif twin is not None:
                twin.numbers[journal] = number
            elif text.text or not has_file:
                here = as_untitled(text) if has_file else text
                texts.append(_TextOnce({journal: number}, here, content.is_clean, text))
    return texts


def _twin(text: JournalledText, journal: int, texts: Sequence[_TextOnce]) -> _TextOnce | None:
    """Return the text of the same document in a journal that was written later: one is a state of the other.

    Untitled texts are told by what they hold: one that was taken over may have been changed on, with the
    earlier journal still there.
    """
    path = text.document.path
    others = [other for other in texts if other.text.document.path == path and journal not in other.numbers]
    equal = (other for other in others if other.text.text == text.text)
    states = (
        other for other in others if is_state_of(text.text, other.text) or is_state_of(other.text.text, text)
    )
    return next(equal, None) or next(states, None)


def is_state_of(text: str, other: JournalledText) -> bool:
    """Whether a document had this text at its base, or after one of its undo steps."""
    return text == other.text or has_been(text, other.document.base, other.steps)


def as_untitled(text: JournalledText) -> JournalledText:
    """Return the text as that of a document in no file, with one undo step."""
    document = replace(text.document, path=None, base="", file_hash=None)
    return JournalledText(document, (edits_between("", text.text),), text.text)


def is_in_bytes(text: JournalledText, data: bytes) -> bool:
    """Whether a file with these bytes has all of an unsaved text, each newline spelled as there."""
    decoded = decode(data)
    if decoded.text != text.text:
        return False
    newlines = _newlines(text)
    return newlines is None or newlines.spell(text.text) == decoded.format.newlines.spell(text.text)


def _newlines(text: JournalledText) -> Newlines | None:
    """Return the newlines of an unsaved text where they are mixed; None where they are unknown."""
    if not text.letters and not text.document.text_format.newlines.exceptions:
        return None
    of_base = letters_of(text.document.text_format.newlines, text.document.base)
    return newlines_of(text_after(of_base, text.letters), text.text)


def with_few_steps(text: JournalledText) -> JournalledText:
    """Return a text with its undo steps; of very many only the newest, the others as one.

    The longer the text, the fewer are very many: each copies it.
    """
    base = text.document.base
    most = min(MOST_STEPS, max(1, _MOST_COPIED // max(len(base), len(text.text), 1)))
    older, newer = text.steps[:-most], text.steps[-most:]
    if not older:
        return text
    first = edits_between(base, text_after(base, older))
    if not text.letters:
        return replace(text, steps=(*((first,) if first else ()), *newer))
    of_base = letters_of(text.document.text_format.newlines, base)
    letters = edits_between(of_base, text_after(of_base, text.letters[:-most]))
    return replace(text, steps=(first, *newer), letters=(letters, *text.letters[-most:]))
