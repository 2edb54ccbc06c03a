"""Questions to the user as data, and the protocol of whoever asks them.

    @dataclass(frozen=True, slots=True)
    class Discarding:
        name: str

        def question(self) -> Question[bool]:
            buttons = Button("Cancel", answer=False), Button("Discard", answer=True)
            return Question(f"Discard ‘{self.name}’?", "It cannot be undone.", buttons)

    if dialogs.ask(Discarding("notes")):
        …

Whoever asks gets the answer of a button, or what is read from fields. A test answers such a value from a
list, and no dialog is made. A `Question` can be asked as it is, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.form.field import Field
from editor_app.window.kit.form.form import Form
from editor_app.window.kit.form.line import Commit, Line

_Answer = TypeVar("_Answer")
_Answer_co = TypeVar("_Answer_co", covariant=True)

Values: TypeAlias = Mapping[str, Any]
"""The values of fields, by their keys."""


class Dialogs(Protocol):
    """Asks the user."""

    def ask(self, question: UserQuestion[_Answer]) -> _Answer:
        """Return the answer to a question; if it was closed, that of its first button."""

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Ask for a folder; None if cancelled."""

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask for a file to open; `patterns` is a filter such as "Prompts (*.md)"."""

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask where to save a file."""


class UserQuestion(Protocol[_Answer_co]):
    """A value that is a question to the user."""

    def question(self) -> Question[_Answer_co]:
        """Return how it is asked."""


@dataclass(frozen=True, slots=True)
class Button(Generic[_Answer_co]):
    """A button and what it answers; `about` is the tooltip.

    Enter presses the last one from anywhere if it `is_primary`. What `discards` stands where the platform has
    such buttons.
    """

    words: str
    answer: _Answer_co
    is_primary: bool = False
    discards: bool = False
    about: str = ""


CANCEL: Final = Button(Sentence("window-kit.cancel"), None)
"""The first button of a question whose answer is None if it is cancelled."""


@dataclass(frozen=True, slots=True)
class FieldsAnswer(Generic[_Answer_co]):
    """What values of fields answer, None while that is nothing; what is wrong with them, or they mean."""

    answer: _Answer_co | None
    problem: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class QuestionFields(Generic[_Answer_co]):
    """Fields of a form, and what `read` makes of their values at each change; the last button answers that.

    `fill` returns values for other fields after a change, from those before it and now. `dress` adds to the
    form what stands beside its fields. The field with the key `first` has the focus, by default the first; of
    its text the first `selected` characters are selected, by default all.
    """

    fields: Sequence[Field]
    read: Callable[[Values], FieldsAnswer[_Answer_co]]
    fill: Callable[[Values, Values], Values] = lambda _before, _now: {}
    dress: Callable[[Form], object] = lambda _form: None
    first: str = ""
    selected: int | None = None


@dataclass(frozen=True, slots=True)
class Question(Generic[_Answer_co]):
    """A title and a sentence, shown as plain text, what is below them, and buttons; Esc presses the first.

    Below the fields and the `links`, which answer as buttons do, is what `content` makes with its parent.
    `size` is in pixels of the design; a height of 0 is that of the content. Unless it is `by_enter`, Enter
    goes on to the next field, and Ctrl+Enter answers.
    """

    title: str
    sentence: str
    buttons: Sequence[Button[_Answer_co]]
    fields: QuestionFields[_Answer_co] | None = None
    links: Sequence[Button[_Answer_co]] = ()
    content: Callable[[QWidget], QWidget] | None = None
    size: tuple[int, int] | None = None
    by_enter: bool = True

    def question(self) -> Question[_Answer_co]:
        """Return itself."""
        return self


def confirmation(title: str, sentence: str, action: str) -> Question[bool]:
    """Return the question before something that cannot be undone; `action` is the button's word."""
    return Question(
        title, sentence, (Button(Sentence("window-kit.cancel"), answer=False), Button(action, answer=True))
    )


def line(key: str, label: str, text: str, hint: str, offered: Sequence[str] = ()) -> Line:
    """Return a field for a line that is read as it is typed, key by key; without a label it has the hint."""
    name, commits = label or hint, Commit.EACH_KEY
    return Line(key, label, text, name=name, hint=hint, offered=(*offered,), commits=commits, reads=str)


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question for a name; `problem` returns what is wrong with one, "" for nothing.

    The `choices` that contain the typed text are offered below the field. Of the suggestion, the first
    `selected` characters are, by default all.
    """

    title: str
    sentence: str
    action: str
    suggestion: str = ""
    problem: Callable[[str], str] = lambda _name: ""
    choices: Sequence[str] = ()
    selected: int | None = None

    def question(self) -> Question[str | None]:
        """Return how it is asked: the answer has no spaces around it, and is None if it is cancelled."""
        field = line("name", "", self.suggestion, Sentence("window-kit.name"), self.choices)
        typed = QuestionFields((field,), self._read, selected=self.selected)
        buttons = CANCEL, Button(self.action, None, is_primary=True)
        return Question(self.title, self.sentence, buttons, typed)

    def _read(self, values: Values) -> FieldsAnswer[str | None]:
        name = values["name"].strip()
        return FieldsAnswer(name or None, self.problem(name) if name else "")
