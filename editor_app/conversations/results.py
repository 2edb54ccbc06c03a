"""What the service answers: constructed prompts, compactions, lists, differences, and its errors."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from editor_app.library.files.reading import quoted
from editor_app.template.variable_values import blank_effect
from editor_app.text import Diagnostic, Sentence
from editor_app.variables.catalog import Cause, Note, short_name


class ConversationError(Exception):
    """A call of the service that failed; `sentence` is for people, `code` for programs."""

    code = "conversation"

    def __init__(self, sentence: str) -> None:
        """Keep the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


class BadRequestError(ConversationError):
    """An id, folder or value that cannot be."""

    code = "bad-request"


class NeverConstructedError(ConversationError):
    """The conversation was never constructed."""

    code = "never-constructed"


class NeedsFolderError(ConversationError):
    """A conversation that was never constructed is to be compacted, and no folder was given."""

    code = "needs-cwd"


class TextError(ConversationError):
    """The user's text is at fault: its template cannot be used, or the prompt is too large."""

    code = "text"

    def __init__(
        self,
        sentence: str,
        problems: tuple[Diagnostic, ...] = (),
        path: Path | None = None,
        source: str = "",
    ) -> None:
        """Keep the problems, in their order, and the file they are in, with the text that was read."""
        super().__init__(sentence)
        self.problems = problems
        self.path = path
        self.source = source


class StoreError(ConversationError):
    """The database cannot be read or written; nothing in it was changed."""

    code = "store"


class NewerStoreError(StoreError):
    """The database was written by a newer version, which alone may change it."""

    code = "newer-store"


class BusyStoreError(StoreError):
    """Another program writes to the database for longer than this one waits."""

    code = "busy-store"


class LibraryGoneError(StoreError):
    """The library's folder is not there any more, so nothing can be constructed from it."""

    code = "library-gone"


class StillThereError(ConversationError):
    """Conversations of a library that is still there are not given to another one."""

    code = "library-still-there"


class NoLibraryError(ConversationError):
    """Conversations are not given to a folder that has nothing of a library."""

    code = "no-library"


def never_constructed(conversation_id: str) -> NeverConstructedError:
    """Return the error that nothing is stored of a conversation."""
    shown = quoted(short_name(conversation_id))
    return NeverConstructedError(Sentence("conversations.never-built", id=shown))


def nothing_deleted(conversation_id: str) -> NeverConstructedError:
    """Return the error that a conversation is not there to be deleted."""
    shown = quoted(short_name(conversation_id))
    return NeverConstructedError(Sentence("conversations.nothing-deleted", id=shown))


def needs_folder(conversation_id: str, name: str = "cwd") -> NeedsFolderError:
    """Return the error that a compaction needs a folder; `name` is what the caller gives one by."""
    shown = quoted(short_name(conversation_id))
    return NeedsFolderError(Sentence("conversations.needs-folder", name=name, id=shown))


@dataclass(frozen=True, slots=True)
class TemplateOrigin:
    """The template a prompt was constructed from.

    `path` is None where it was given as text, `hash` the SHA-256 of its text, `saved_at` when its file was
    written.
    """

    path: Path | None
    hash: str
    is_built_in: bool = False
    saved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class BlankTag:
    """A tag that gave nothing, or a condition decided without knowing, and why."""

    tag: str
    cause: Cause
    message: str

    @property
    def effect(self) -> str:
        """What became of it: the tag is "blank", the text under the condition "left-out" or "kept"."""
        return blank_effect(self.tag)


@dataclass(frozen=True, slots=True)
class Construction:
    """A prompt as it was constructed, and what from.

    `constructed_at` is None for a preview, whose `number` is 0. `given` are the values of the caller,
    `values` those of all variables that the template named, the given ones among them; `notes` say why one
    does not exist. `created` tells a construct that stored its text from one that found it stored.
    """

    conversation_id: str
    text: str
    constructed_at: datetime | None
    cwd: str
    model: str | None
    given: Mapping[str, str]
    values: Mapping[str, str | None]
    notes: Mapping[str, Note]
    blank: tuple[BlankTag, ...]
    warnings: tuple[str, ...]
    template: TemplateOrigin
    created: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Compaction:
    """A compaction: the prompt `before`, None if never constructed; the `rebuilt` one; and what is `sent`."""

    before: str | None
    rebuilt: Construction
    instructions: str
    sent: str


@dataclass(frozen=True, slots=True)
class ConversationEntry:
    """A conversation in a list, as its last construct left it.

    `characters` is the length of its text, `given_names` are the names of the caller's values.
    """

    conversation_id: str
    constructed_at: datetime
    cwd: str
    model: str | None
    template: TemplateOrigin
    characters: int
    number: int
    given_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """Some conversations, the newest first; `next` is the `after` of the next page, None at the end."""

    entries: tuple[ConversationEntry, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class ElsewhereLibrary:
    """Another library's path, how many conversations it has, and whether its folder is gone.

    `kept_ids` are the ids that this library has too, so that they cannot be taken over; none of a library
    that is still there.
    """

    library: Path
    count: int
    is_gone: bool
    kept_ids: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What a list says of it: "23 conversations of /old/path, which is gone"."""
        gone = "yes" if self.is_gone else "no"
        return Sentence(
            "conversations.adoptable", gone=gone, count=self.count, library=os.fspath(self.library)
        )


@dataclass(frozen=True, slots=True)
class Adoption:
    """How many conversations were taken over, and the ids that stayed because this library has them too."""

    taken: int
    kept_ids: tuple[str, ...]


class ChangeCause(StrEnum):
    """What a change comes from."""

    TEMPLATE = "template"
    VARIABLE = "variable"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some lines would be different: the template, at `line` (from 1), or the variable `name`.

    `words` say how: "line added", "was main, is search-page", "has one line more".
    """

    cause: ChangeCause
    words: str
    name: str | None = None
    line: int | None = None

    @property
    def sentence(self) -> str:
        """The reason in words: "git:branch was main, is search-page", "Template, line 13: line added"."""
        if self.cause is ChangeCause.VARIABLE:
            return Sentence("conversations.of-variable", name=self.name or "", words=self.words)
        if self.line is None:
            return Sentence("conversations.template", words=self.words)
        return Sentence("conversations.template-line", line=self.line, words=self.words)


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that would be different, and why.

    `old` are the lines of the stored text, `new` those of the text of now, as half-open ranges from 0 of
    the lines between their newlines.
    """

    old: tuple[int, int]
    new: tuple[int, int]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether a conversation would get another text now, and what it would get.

    `differs` is None where that cannot be known: a variable is blank now for want of trust or of an allowed
    file, and was not when the stored text was constructed.
    """

    conversation_id: str
    differs: bool | None
    now: Construction


@dataclass(frozen=True, slots=True)
class WouldGet:
    """What a conversation would get if it were constructed now, and why that differs from what is stored.

    Without `is_known` it would get that only as long as it lacks trust or an allowed file, as in a Comparison
    whose `differs` is None.
    """

    stored: Construction
    now: Construction
    changes: tuple[Change, ...]
    is_known: bool = True

    @property
    def differs(self) -> bool:
        """Whether the text would be another one."""
        return self.stored.text != self.now.text
