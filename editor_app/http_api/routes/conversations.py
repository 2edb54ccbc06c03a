"""Conversations over HTTP: constructed, read back, compacted, listed and deleted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from editor_app.conversations.arguments import check_id
from editor_app.conversations.results import (
    BusyStoreError,
    ConversationError,
    ConversationPage,
    TextError,
    never_constructed,
    nothing_deleted,
)
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import ADVICE, Call
from editor_app.http_api.reading import read_limit
from editor_app.http_api.routes.template import check_template
from editor_app.text import LineIndex, Sentence
from editor_app.wire.conversations import (
    compaction_document,
    construction_document,
    conversations_document,
    preview_document,
    stored_document,
)
from editor_app.wire.named_texts import lacking_lines
from editor_app.wire.problems import JsonObject, Problem, problems_of


@contextmanager
def conversation_errors_answered(call: Call) -> Iterator[None]:
    """Turn what the service cannot do into the answer that says so."""
    try:
        yield
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


MOST_LISTED = 100


def check_conversation(call: Call) -> None:
    """Refuse an id that cannot be, and a template that no file can hold."""
    with conversation_errors_answered(call):
        check_id(call.name)
    check_template(call)


def list_conversations(call: Call) -> Answer:
    """Return a page of conversations, the newest first."""
    limit = read_limit(call.query.get("limit"), MOST_LISTED)
    with conversation_errors_answered(call):
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
