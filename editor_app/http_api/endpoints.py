"""What an endpoint is: its method and path, what it takes, and the function that answers it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from editor_app.conversations.results import BusyStoreError, ConversationError, TextError
from editor_app.conversations.service import ConversationService
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.reading import Field, shortened
from editor_app.library.files.reading import FileError, NotAllowed
from editor_app.library.paths import real_path
from editor_app.text import LineIndex, Sentence
from editor_app.wire.named_texts import Advice
from editor_app.wire.problems import Problem, problems_of


def _allow(path: Path) -> str:
    return f"‘foreword serve --allow-file {shlex.quote(str(path))}’"


ADVICE: Final = Advice(Sentence("http-api.trust-trusts"), _allow)
"""What the server says about what may not be read."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was read: the variable part of its path, its fields, its query and its headers.

    `workspaces` are the folders that may be named as `cwd`.
    """

    service: ConversationService | None
    workspaces: tuple[Path, ...]
    name: str = ""
    fields: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    query: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def place_of(self, cwd: str) -> Path:
        """Return the folder that `cwd` leads to; one that may not be read raises ErrorAnswer."""
        return check_folder(cwd, self.workspaces)

    def serves(self, cwd: str) -> bool:
        """Whether the folder that `cwd` leads to may be read."""
        try:
            self.place_of(cwd)
        except ErrorAnswer:
            return False
        return True

    @property
    def served(self) -> ConversationService:
        """The service; without one, ErrorAnswer is raised."""
        if self.service is None:
            raise ErrorAnswer("no-service", Sentence("http-api.no-service"))
        return self.service


@contextmanager
def errors_answered(call: Call) -> Iterator[None]:
    """Turn what the service or the disk cannot do into the answer that says so."""
    try:
        yield
    except NotAllowed as error:
        raise ErrorAnswer("not-allowed", error.sentence, ADVICE.on_refusal(error.refusal)) from None
    except FileError as error:
        raise ErrorAnswer("file", error.sentence) from None
    except ConversationError as error:
        is_busy = isinstance(error, BusyStoreError)  # no second mends the others
        headers = {"Retry-After": "1"} if is_busy else {}
        problems: tuple[Problem, ...] = ()
        if isinstance(error, TextError):
            problems = problems_of(error.problems, str(error.path or ""), LineIndex(error.source))
        # what the store has to say may be why, so the message and the log have it
        notices = call.service.take_notices() if call.service is not None else ()
        raise ErrorAnswer(
            error.code, error.sentence, *notices, problems=problems, headers=headers, notes=notices
        ) from None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method of a path; without `fields` it takes no body, without `query` no parameters are read.

    `check` refuses names that cannot be, before anything is looked up. `id` names it in the OpenAPI document.
    """

    method: str
    path: str
    id: str
    answer: Callable[[Call], Answer]
    fields: tuple[Field, ...] | None = None
    query: tuple[str, ...] | None = None
    needs_service: bool = True
    check: Callable[[Call], None] | None = None

    @property
    def pattern(self) -> tuple[str, ...]:
        """The path in segments."""
        return tuple(self.path.split("/")[1:])


_MOST_BYTES = 4095  # the most that the system takes as a path, without the zero behind it


def check_folder(cwd: str, workspaces: Iterable[Path]) -> Path:
    """Return the folder that `cwd` leads to, links resolved: what is read has to be read there.

    One that is not absolute, or lies in none of the workspaces once links are resolved, is refused.
    """
    if "\0" in cwd or len(cwd.encode()) > _MOST_BYTES:
        raise ErrorAnswer("bad-cwd", Sentence("http-api.not-a-path", name=shortened(cwd)))
    if not Path(cwd).is_absolute():
        raise ErrorAnswer("bad-cwd", Sentence("http-api.not-absolute", name=shortened(cwd)))
    real = real_path(Path(cwd))
    if real is None or not any(
        real.is_relative_to(folder) for folder in map(real_path, workspaces) if folder
    ):
        outside = Sentence("http-api.outside", name=shortened(cwd))
        raise ErrorAnswer("outside-workspaces", outside, Sentence("http-api.serve-workspace"))
    return real
