"""What the form of a chat's system text shows, from the settings and what was made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemGroup
from editor_app.requests.parts import Provider, facts_of, model_names
from editor_app.requests.shapes.anthropic import DEFAULT_MAX_TOKENS
from editor_app.text import Severity
from editor_app.window.kinds.chat.system_text import MadeSystem, Trials


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
    trials: Trials = field(default_factory=Trials)
    models: tuple[str, ...] = ()
    limit_hint: str = "None"
    cache_off: str = ""
    note: Note = Note()
    passed_over: Path | None = None


def system_view(
    settings: RequestSettings, made: MadeSystem, groups: Sequence[SystemGroup], provider: Provider
) -> SystemTextView:
    """Return what the form shows for a provider's request."""
    return SystemTextView(
        settings,
        tuple(groups),
        made.trials,
        model_names(provider),
        _limit_hint(made, provider),
        _why_no_marks(provider, settings.model),
        _note(made),
        made.choice.path if made.default is not None else None,
    )


def _note(made: MadeSystem) -> Note:
    """Return why there is no text, or what stayed blank in it, and how bad that is."""
    if made.default is not None and not made.why_none:
        return Note(f"{made.default.why} Callers get the default instead.", Severity.WARNING)
    if made.why_none:
        return Note(made.why_none, Severity.INFORMATION if made.is_resolving else Severity.ERROR)
    blank = made.result.unresolved if made.result is not None else ()
    if not blank:
        return Note()
    more = f" {len(blank) - 1} more stayed blank, too." if len(blank) > 1 else ""
    return Note(f"{blank[0].tag} stayed blank. {blank[0].sentence}{more}", Severity.WARNING)


def _limit_hint(made: MadeSystem, provider: Provider) -> str:
    """Return in words which limit a request gets where none is given."""
    if made.text is not None and made.text.max_tokens is not None:
        return f"{made.text.max_tokens:,}, from the prompt"
    if provider is Provider.ANTHROPIC:
        return f"{DEFAULT_MAX_TOKENS:,}"
    return "None"


def _why_no_marks(provider: Provider, model: str | None) -> str:
    """Return why no cache marks are written for a provider, "" where they are."""
    if provider is Provider.ANTHROPIC or facts_of(provider, model).takes_breakpoints:
        return ""
    return f"{provider.maker} caches every prefix by itself, so no marks are written."
