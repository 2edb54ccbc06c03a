"""What the form of a chat's system text shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemGroup
from editor_app.text import Severity


@dataclass(frozen=True, slots=True)
class Trials:
    """The saved situations or cases by name, what one is called, and what it is called to choose none."""

    word: str = ""
    names: tuple[str, ...] = ()
    untried: str = "None"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about the chosen text, and how bad it is."""

    sentence: str = ""
    severity: Severity = Severity.INFORMATION


@dataclass(frozen=True, slots=True)
class SystemTextView:
    """What the form shows: the settings, and what can be chosen.

    `models` are offered while a name is typed. `limit_hint` says what no limit means, and `cache_off`
    why marks are of no use, "" where they are. `passed_over` is the chosen file where its default is sent
    instead.
    """

    settings: RequestSettings = field(default_factory=RequestSettings)
    groups: tuple[SystemGroup, ...] = ()
    trials: Trials = Trials()
    models: tuple[str, ...] = ()
    limit_hint: str = "None"
    cache_off: str = ""
    note: Note = Note()
    passed_over: Path | None = None
