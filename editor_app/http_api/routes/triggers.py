"""Triggers checked over HTTP for an agent that runs."""

from __future__ import annotations

from pathlib import Path

from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import Call
from editor_app.http_api.reading import shortened
from editor_app.library.folders import Library
from editor_app.library.paths import is_file
from editor_app.runs.model.scenario import TriggerSet
from editor_app.text import Sentence
from editor_app.variables.access import end_of
from editor_app.wire.trigger_checks import SessionError, check_triggers, triggers_of

_OWN = "runs/triggers.yaml"


def check_session_triggers(call: Call) -> Answer:
    """Return what fires before the next step of a session, and what the next request has more."""
    fields = call.fields
    triggers = _triggers(call.served.opened_library(), fields.get("triggers"))
    try:
        checked = check_triggers(
            fields["session"],
            triggers,
            provider=fields.get("provider", "openai"),
            values=fields.get("values"),
        )
    except SessionError as error:
        raise ErrorAnswer("bad-session", str(error)) from None
    return Answer(checked.to_json())


def _triggers(library: Library, name: str | None) -> TriggerSet:
    """Return the triggers of a file of the library, by default its own, else the built-in ones."""
    path = library.root / (name or _OWN)
    is_inside = "\0" not in str(path) and path.is_relative_to(library.root) and ".." not in path.parts
    end = end_of(path, library.access) if is_inside else None
    # Why a link is not followed is said when the file is read.
    is_named = isinstance(end, Path) or (end is not None and end.link is not None)
    if not is_named or not is_file(path):
        if name is None:
            return triggers_of(None)
        raise ErrorAnswer("not-found", Sentence("http-api.no-triggers-file", name=shortened(name)))
    try:
        return triggers_of(path, library.access)
    except SessionError as error:
        raise ErrorAnswer("unusable-triggers", str(error)) from None
