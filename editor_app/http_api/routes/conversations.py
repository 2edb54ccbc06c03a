"""Conversations over HTTP: constructed, read back, compacted, listed and deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from editor_app.conversations import never_constructed, nothing_deleted
from editor_app.conversations.arguments import check_id
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import Call
from editor_app.http_api.requests.queries import read_limit
from editor_app.http_api.routes.conversation_errors import conversation_errors_answered
from editor_app.wire import (
    compaction_document,
    construction_document,
    conversations_document,
    preview_document,
    stored_document,
)
from editor_app.wire.json_text import JsonObject

MOST_LISTED = 100


def check_conversation(call: Call) -> None:
    """Refuse an id that cannot be, and a template that no file can hold."""
    with conversation_errors_answered(call):
        check_id(call.name)
    if "\0" in call.fields.get("template", ""):
        raise ErrorAnswer(400, "bad-template", "The template has a NUL character, which no text file has.")


def list_conversations(call: Call) -> Answer:
    """Return a page of conversations, the newest first."""
    limit = read_limit(call.query.get("limit"), MOST_LISTED)
    with conversation_errors_answered(call):
        service = call.served
        page = service.list(limit, call.query.get("after"))
        document = conversations_document(page, service.elsewhere())
    return _told(call, document)


def get_conversation(call: Call) -> Answer:
    """Return what is stored of a conversation."""
    with conversation_errors_answered(call):
        stored = call.served.stored(call.name)
        if stored is None:
            raise never_constructed(call.name)
    return _told(call, stored_document(stored))


def delete_conversation(call: Call) -> Answer:
    """Delete a conversation with all that is kept of it."""
    with conversation_errors_answered(call):
        if not call.served.delete([call.name]):
            raise nothing_deleted(call.name)
    return replace(_told(call, {}), document=None, status=204)


def construct(call: Call) -> Answer:
    """Construct the prompt of a conversation and store it; with `once`, only if none is stored."""
    with conversation_errors_answered(call):
        built = call.served.build(call.name, **_given(call), once=call.fields.get("once", False))
    return _told(call, construction_document(built))


def preview(call: Call) -> Answer:
    """Return what a construct would give, from another template if one is given; nothing is stored."""
    with conversation_errors_answered(call):
        built = call.served.build_preview(call.name, **_given(call), template=call.fields.get("template"))
    return _told(call, preview_document(built))


def compact(call: Call) -> Answer:
    """Construct afresh for a compaction; the folder of before has to be one that is served, too."""
    instructions = call.fields.get("instructions")
    with conversation_errors_answered(call):
        compaction = call.served.build_compaction(call.name, **_given(call), instructions=instructions)
    return _told(call, compaction_document(compaction))


def _given(call: Call) -> dict[str, Any]:
    """Return what a prompt is to be constructed with, by the names of arguments."""
    return {**{name: call.fields.get(name) for name in ("cwd", "model", "values")}, "place_of": call.place_of}


def _told(call: Call, document: JsonObject) -> Answer:
    """Return an answer; what the store has to say goes to the log."""
    return Answer(document, notes=call.served.take_notices())
