"""What the request panel shows: a request, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.requests.explaining.body_end import BodyEnd
from editor_app.requests.parts import Finding, Provider, Request
from editor_app.requests.structure import PartGroup, PartRow, Structure
from editor_app.text import Severity
from editor_app.window.kit.words.counts import Counts

_NO_PARTS: Final = Structure()
STRUCTURE: Final = "structure"
RAW: Final = "raw"
COMPARE: Final = "compare"
ANSWER: Final = "answer"
PROVIDERS: Final = (
    (Provider.OPENAI.value, "OpenAI"),
    (Provider.OPENAI_RESPONSES.value, "Responses"),
    (Provider.ANTHROPIC.value, "Anthropic"),
    (Provider.GOOGLE.value, "Google"),
)


class BlockedPart(NamedTuple):
    """A part of a request that there is not: with a `reason` it is one that cannot be sent."""

    role: str
    words: str
    origin: Path | None
    reason: str = ""


class Comparison(NamedTuple):
    """Two texts to compare, what they are called, and a sentence about them; without texts only that."""

    sentence: str
    before: str = ""
    after: str = ""
    names: tuple[str, str] = ("", "")


class RunStep(NamedTuple):
    """What a request before a step of a run has besides: its text is long, and it has one before it.

    `end` gives about so many of the last characters of the body's text, None for one that is hardly longer;
    `compared` is what the request is compared with of itself.
    """

    end: Callable[[int], BodyEnd | None]
    compared: Callable[[], Comparison]


@dataclass(frozen=True, slots=True)
class RequestView:
    """A request as the panel shows it.

    `made` is the request, or what makes it when it is asked for: that of a long run is not made to show its
    rows. Without one, `why_none` says why, and `blocked` are the parts it would have. `current` is the file
    in front, `context` what the system text was made with, `system_note` stands after its name.
    """

    provider: Provider
    made: Request | Callable[[], Request] | None = None
    structure: Structure = _NO_PARTS
    why_none: str = ""
    blocked: tuple[BlockedPart, ...] = ()
    current: Path | None = None
    context: str = ""
    system_note: str = ""
    step: RunStep | None = None

    @property
    def has_request(self) -> bool:
        """Whether there is a request."""
        return self.made is not None

    @property
    def request(self) -> Request | None:
        """The request, None where there is none."""
        return self.made() if callable(self.made) else self.made

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the request, but for that no model is named."""
        findings = (row.finding for row in self.structure.all_findings)
        return tuple(finding for finding in findings if not finding.is_of_no_model)

    @property
    def lacks_model(self) -> bool:
        """Whether a model has to be named yet for the provider to take the request."""
        return any(row.finding.is_of_no_model for row in self.structure.findings)

    @property
    def counts(self) -> Counts:
        """How many findings of each severity there are."""
        return Counts(*map([finding.severity for finding in self.findings].count, Severity))

    def is_system_text(self, row: PartRow) -> bool:
        """Whether a part is of the system text, and no message of a chat."""
        return self.has_request and row.number < self.structure.system_parts

    def is_in_front(self, row: PartRow | PartGroup) -> bool:
        """Whether a part comes from the file in front, or from a trigger that fired just before."""
        if not isinstance(row, PartRow):
            return False
        return row.inserted is not None or (self.current is not None and row.part.origin == self.current)


class AnswerState(Enum):
    """How far an answer is."""

    RUNNING = auto()
    ENDED = auto()
    CUT = auto()
    CANCELLED = auto()
    FAILED = auto()


class ShownCall(NamedTuple):
    """A call of a tool in an answer: it is shown, never run. `arguments` are JSON."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer as the panel shows it.

    `of` tells one answer from another; of the same one, `text` and `calls` only grow. `status` says how far
    it is, `place` which model was asked where, `remark` why it is waited for, `error` why there is no more;
    with `asks_key` since the endpoint wants a key, or another one.
    """

    of: object
    state: AnswerState
    status: str
    place: str = ""
    text: str = ""
    calls: tuple[ShownCall, ...] = ()
    remark: str = ""
    error: str = ""
    asks_key: bool = False

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return self.state is AnswerState.RUNNING
