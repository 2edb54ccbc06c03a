"""Conversations over HTTP: constructed, read back, compacted, listed and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from editor_app.conversations.arguments import check_id
from editor_app.conversations.results import (
    ConversationPage,
    TextError,
    never_constructed,
    nothing_deleted,
)
from editor_app.http_api.answers import Answer
from editor_app.http_api.endpoints import ADVICE, Call
from editor_app.http_api.reading import read_limit
from editor_app.http_api.routes.template import check_template
from editor_app.text import Sentence
from editor_app.wire.conversations import (
    compaction_document,
    construction_document,
    conversations_document,
    preview_document,
    stored_document,
)
from editor_app.wire.named_texts import lacking_lines
from editor_app.wire.problems import JsonObject

MOST_LISTED = 100


def check_conversation(call: Call) -> None:
    """Refuse an id that cannot be, and a template that no file can hold."""
    check_id(call.name)
    check_template(call)


def list_conversations(call: Call) -> Answer:
    """Return a page of conversations, the newest first."""
    limit = read_limit(call.query.get("limit"), MOST_LISTED)
    service = call.served
    page = service.list(limit, call.query.get("after"))
    differs, warnings = _differs(call, page)
    document = conversations_document(page, service.elsewhere(), differs, warnings)
    return _told(call, document)


def _differs(call: Call, page: ConversationPage) -> tuple[Mapping[str, bool | None], tuple[str, ...]]:
    """Return by id whether it would get another text now, and warnings about what is blank now.

    Of a conversation whose folder is not served it is not known, nor where no text can be made.
    """
    served = call.served
    ids = [entry.conversation_id for entry in page.entries if call.serves(entry.cwd)]
    advice = ADVICE._replace(workspaces=served.permissions.workspaces_of(served.opened_library()))
    try:
        comparisons = tuple(served.comparisons(ids, call.place_of))
    except TextError as error:
        return {}, (Sentence("http-api.none-known-now", reason=error.sentence),)
    differs = {comparison.conversation_id: comparison.differs for comparison in comparisons}
    return differs, tuple(lacking_lines((comparison.now for comparison in comparisons), advice))


def get_conversation(call: Call) -> Answer:
    """Return what is stored of a conversation."""
    stored = call.served.stored(call.name)
    if stored is None:
        raise never_constructed(call.name)
    return _told(call, stored_document(stored))


def delete_conversation(call: Call) -> Answer:
    """Delete a conversation with all that is kept of it."""
    if not call.served.delete([call.name]):
        raise nothing_deleted(call.name)
    return replace(_told(call, {}), document=None, status=204)


def construct(call: Call) -> Answer:
    """Construct the prompt of a conversation and store it; with `once`, only if none is stored."""
    built = call.served.build(call.name, **_given(call), once=call.fields.get("once", False))
    return _told(call, construction_document(built))


def preview(call: Call) -> Answer:
    """Return what a construct would give, from another template if one is given; nothing is stored."""
    built = call.served.build_preview(call.name, **_given(call), template=call.fields.get("template"))
    return _told(call, preview_document(built))


def compact(call: Call) -> Answer:
    """Construct afresh for a compaction; the folder of before has to be one that is served, too."""
    instructions = call.fields.get("instructions")
    compaction = call.served.build_compaction(call.name, **_given(call), instructions=instructions)
    return _told(call, compaction_document(compaction))


def _given(call: Call) -> dict[str, Any]:
    """Return what a prompt is to be constructed with, by the names of arguments."""
    return {**{name: call.fields.get(name) for name in ("cwd", "model", "values")}, "place_of": call.place_of}


def _told(call: Call, document: JsonObject) -> Answer:
    """Return an answer; what the store has to say goes to the log."""
    return Answer(document, notes=call.served.take_notices())
