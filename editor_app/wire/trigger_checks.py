"""The check of triggers for a live agent: a session as JSON in, and what is to be added out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from editor_app.library.files.errors import quoted
from editor_app.library.files.reading import read_file
from editor_app.requests.parts import Provider
from editor_app.runs.loop.hook import check_session
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.model.records import Firing
from editor_app.runs.model.scenario import TriggerSet
from editor_app.runs.model.session import PROVIDERS
from editor_app.runs.reading.linked_files import MOST_TRIGGERS_BYTES
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.sent.placement import wrapped
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.runs.triggers.merging import trigger_set
from editor_app.runs.triggers.variables import TRIGGER_CATALOG
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Severity, decode
from editor_app.variables.access import FileAccess
from editor_app.wire.problems import FORMAT, JsonObject
from editor_app.wire.session_reading import SessionError, read_session
from editor_app.wire.sessions import session_document


@dataclass(frozen=True, slots=True)
class CheckedTriggers:
    """What is to be added before the next step of an agent.

    `messages` fired, and `entries` are what the next request has more than the last, with those, as the
    provider takes them. `hints` are shown to a person and never sent. `session` is handed in the next time,
    with the steps that were taken since.
    """

    messages: tuple[Firing, ...]
    hints: tuple[Firing, ...]
    entries: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    session: Mapping[str, Any]

    def to_json(self) -> JsonObject:
        """Return it as the HTTP API answers it."""
        return {
            "format": FORMAT,
            "messages": [_fired(one) for one in self.messages],
            "hints": [_fired(one) for one in self.hints],
            "entries": list(self.entries),
            "notes": list(self.notes),
            "session": dict(self.session),
        }


def check_triggers(
    session: Mapping[str, Any],
    triggers: TriggerSet | Path | str | None = None,
    *,
    provider: str = Provider.OPENAI,
    values: Mapping[str, str] | None = None,
) -> CheckedTriggers:
    """Check triggers before the next step of an agent, as `foreword run` does between steps.

    `session` is that of `run --json`: messages with their steps, flags, and the figures of now. `triggers` is
    a triggers file, None for the built-in ones; `values` are those of variables besides the figures. Raises
    SessionError, a ValueError, for what is no session, and for a triggers file with an error.
    """
    if provider not in PROVIDERS:
        raise SessionError(f"The provider must be one of {', '.join(PROVIDERS)}.")
    given = read_session(session)
    found = triggers if isinstance(triggers, TriggerSet) else triggers_of(triggers)
    plan = RunPlan(
        replace(given.settings, provider=Provider(provider)),
        found,
        start=given.start,
        todos=given.todos,
        values=values or {},
    )
    checked = check_session(plan, given.session, given.tokens)
    return CheckedTriggers(
        checked.fired,
        checked.hints,
        checked.entries,
        checked.notes,
        {**session, **session_document(checked.session)},
    )


def triggers_of(path: Path | str | None, access: FileAccess | None = None) -> TriggerSet:
    """Return the triggers of a file with the built-in ones; raises SessionError where it has an error.

    `access` says where its path may lead; a file that cannot be read raises FileError.
    """
    if path is None:
        return trigger_set()
    place = Path(path)
    source = decode(read_file(place, MOST_TRIGGERS_BYTES, access=access).data).text
    reading = read_triggers(source, syntax_of(place.name), TRIGGER_CATALOG, BUILT_IN)
    wrong = next((one for one in reading.diagnostics if one.severity is Severity.ERROR), None)
    if wrong is not None:
        raise SessionError(f"The triggers file {quoted(place.name)} has an error: {wrong.message}")
    return trigger_set(reading.entries)


def _fired(one: Firing) -> JsonObject:
    return {
        "trigger": one.trigger,
        "level": one.level,
        "tag": one.tag,
        "text": one.text,
        "wrapped": wrapped(one.tag, one.text),
    }
