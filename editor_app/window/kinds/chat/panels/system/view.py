"""What the form of a chat's system text shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemGroup
from editor_app.text import Severity


@dataclass(frozen=True, slots=True)
class SystemTextView:
    """What the form shows: the settings, and what can be chosen.

    `trial_word` names the row of saved `trials`, "" where there are none; `untried` is the choice of none of
    them. `models` are offered while a name is typed. `limit_hint` says what no limit means, and `cache_off`
    why marks are of no use, "" where they are. `note` is a sentence about the chosen text, and `passed_over`
    the chosen file where its default is sent instead.
    """

    settings: RequestSettings = field(default_factory=RequestSettings)
    groups: tuple[SystemGroup, ...] = ()
    trial_word: str = ""
    trials: tuple[str, ...] = ()
    untried: str = "None"
    models: tuple[str, ...] = ()
    limit_hint: str = "None"
    cache_off: str = ""
    note: str = ""
    severity: Severity = Severity.INFORMATION
    passed_over: Path | None = None
