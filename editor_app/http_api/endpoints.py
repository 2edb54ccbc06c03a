"""What an endpoint is: its method and path, what it takes, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from editor_app.conversations.service import ConversationService
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.requests.fields import Field
from editor_app.http_api.requests.folders import check_folder


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
            message = "No library is served here. Start ‘foreword serve’ with one."
            raise ErrorAnswer(503, "no-service", message)
        return self.service


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
