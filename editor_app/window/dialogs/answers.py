"""The questions and answers of dialogs as values, and the protocol of dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from editor_app.runs.endpoint.keys import Key


class AliasAnswer(Enum):
    """Where to edit a value that comes from an anchor elsewhere in the file."""

    THERE = auto()
    HERE = auto()
    CANCEL = auto()


class SaveAnswer(Enum):
    """What to do with unsaved changes."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class ConflictAnswer(Enum):
    """Which text to keep when a file changed on disk while it has unsaved changes.

    With HISTORY it is decided later, and the file's versions are shown.
    """

    KEEP_MINE = auto()
    TAKE_DISK = auto()
    LATER = auto()
    HISTORY = auto()


class RecoveryAnswer(Enum):
    """What becomes of a recovered text."""

    KEEP = auto()
    TAKE_DISK = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class RecoveredText:
    """A recovered text to compare: `disk` is None without a file.

    `base` is what the file held when the text was begun, None if it still does. `place` tells which of
    several it is, such as "1 of 2". `trouble` says why the file that is there cannot be read.
    """

    name: str
    recovered: str
    disk: str | None = None
    base: str | None = None
    place: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The three texts of a conflict: as last read or saved, as it is in the window, as it is on disk."""

    name: str
    base: str
    mine: str
    disk: str


def _nothing_wrong(_name: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question for a name; `problem` returns what is wrong with one, "" for nothing.

    The `choices` that contain the typed text are offered below the field.
    """

    title: str
    sentence: str
    action: str
    suggestion: str = ""
    problem: Callable[[str], str] = _nothing_wrong
    choices: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class BuildAnswer:
    """With what the prompt of a conversation is built."""

    conversation_id: str
    cwd: str
    model: str | None = None


@dataclass(frozen=True, slots=True)
class BuildQuestion:
    """A question with what to build a prompt; `problem` and `about` say in words what an answer means.

    `problem` is what is wrong with it, "" for nothing; `remark` is said whatever the answer. `known` returns
    with what a conversation was built last, None where it is not known.
    """

    suggestion: BuildAnswer
    problem: Callable[[BuildAnswer], str]
    about: Callable[[BuildAnswer], str]
    remark: str = ""
    known: Callable[[str], BuildAnswer | None] = lambda _conversation_id: None


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key that the user gave for an endpoint, and whether to keep it beyond this window."""

    key: Key
    is_kept: bool = False


class SendAnswer(NamedTuple):
    """Where a request is sent, and which model is asked; with `switches`, show it in OpenAI’s form first."""

    address: str
    model: str
    switches: bool = False


class KeyState(NamedTuple):
    """Whether there is a key for an endpoint, and where, in words."""

    words: str
    is_there: bool = False


@dataclass(frozen=True, slots=True)
class SendQuestion:
    """A question where to send a request.

    `known` are the places it was sent to before, the last one first; `what` says what is sent, `refused` why
    it cannot be. `is_other_shape` is whether it is not in OpenAI’s form, which endpoints take. `problem`
    returns what is wrong with an answer, "" for nothing, `host` its host. `look` tells later whether there is
    a key for it, `change_key` asks for one, and `forget_key` forgets it and calls what it is given.
    """

    known: Sequence[SendAnswer]
    model: str
    what: str
    problem: Callable[[SendAnswer], str]
    host: Callable[[SendAnswer], str]
    look: Callable[[SendAnswer, Callable[[KeyState], object]], object]
    change_key: Callable[[SendAnswer], object]
    forget_key: Callable[[SendAnswer, Callable[[], object]], object]
    refused: str = ""
    is_other_shape: bool = False


class Dialogs(Protocol):
    """Asks the user; each method returns the answer."""

    def ask_save(self, names: Sequence[str]) -> SaveAnswer:
        """Ask whether to save these documents before they close."""

    def ask_name(self, question: NameQuestion) -> str | None:
        """Ask for a name; None if cancelled."""

    def ask_build(self, question: BuildQuestion) -> BuildAnswer | None:
        """Ask with what to build a prompt; None if cancelled."""

    def ask_key(self, origin: str, why: str, *, place: str = "", action: str = "Use key") -> GivenKey | None:
        """Ask for the key of an endpoint, given by scheme, host and port; None if cancelled.

        `place` says where it would be kept, such as "in the keyring of the system"; `action` is the button's
        word.
        """

    def ask_send(self, question: SendQuestion) -> SendAnswer | None:
        """Ask where to send a request; None if cancelled."""

    def confirm(self, title: str, sentence: str, action: str) -> bool:
        """Ask before something that cannot be undone; `action` is the button's word."""

    def ask_alias(self) -> AliasAnswer:
        """Ask whether a value that others use too is edited for all of them, or detached here."""

    def resolve(self, conflict: Conflict) -> ConflictAnswer:
        """Show the three texts of a conflict and ask which to keep."""

    def compare_recovered(self, text: RecoveredText) -> RecoveryAnswer:
        """Show a recovered text beside the file's, and ask which to keep."""

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Ask for a folder."""

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask for a file to open; `patterns` is a filter such as "Prompts (*.md)"."""

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask where to save a file."""

    def show_about(self, facts: Sequence[tuple[str, str]]) -> bool:
        """Show facts about the program as pairs of a name and a value; return whether to copy them."""

    def show_changelog(self, text: str) -> None:
        """Show what changed from version to version, given as Markdown."""

    def show_notes(self, title: str, sentence: str, notes: Sequence[str]) -> None:
        """Show a sentence and a list of notes."""

    def show_shortcuts(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """List menu, action and keys of every shortcut."""
