"""Conversations as JSON, in the words of the reference documents."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from editor_app.conversations.results import (
    Adoption,
    BlankTag,
    Compaction,
    Construction,
    ConversationEntry,
    ConversationPage,
    ElsewhereLibrary,
    TemplateOrigin,
)
from editor_app.variables.catalog import Cause
from editor_app.wire.conversations import (
    adoption_document,
    compaction_document,
    construction_document,
    conversations_document,
    deleted_document,
    preview_document,
    stored_document,
)
from editor_app.wire.problems import to_json

AT = datetime(2026, 3, 4, 10, 12, 0, 7_500, tzinfo=timezone(timedelta(hours=1)))
ORIGIN = TemplateOrigin(Path("/l/system-prompt.tmpl"), "ab12")
MADE = Construction(
    "c/1",
    "text",
    AT,
    "/srv/atlas/",
    None,
    {"a:b": "given"},
    {"a:b": "given"},
    {},
    (BlankTag("[git:branch]", Cause.NOT_TRUSTED, "Not trusted."),),
    ("A warning.",),
    ORIGIN,
    created=True,
    number=3,
)
STORED = {
    "format": 1,
    "conversationId": "c/1",
    "systemPrompt": "text",
    "constructedAt": "2026-03-04T09:12:00.007Z",
    "cwd": "/srv/atlas/",
    "model": None,
    "template": {"filePath": "/l/system-prompt.tmpl", "hash": "ab12", "isBuiltIn": False},
    "blank": [{"tag": "[git:branch]", "cause": "not-trusted", "message": "Not trusted."}],
    "warnings": ["A warning."],
}


def test_a_construct_a_preview_and_a_compaction_say_the_same_of_a_prompt() -> None:
    assert json.loads(to_json(stored_document(MADE))) == STORED
    assert json.loads(to_json(construction_document(MADE))) == {**STORED, "created": True}
    without = {name: value for name, value in STORED.items() if name != "constructedAt"}
    assert json.loads(to_json(preview_document(MADE))) == without
    compaction = Compaction(None, MADE, "Summarise.", "text\n\nSummarise.")
    assert json.loads(to_json(compaction_document(compaction))) == {
        **STORED,
        "created": True,
        "before": None,
        "instructions": "Summarise.",
        "sent": "text\n\nSummarise.",
    }


def test_lists_and_what_was_done_to_them() -> None:
    origin = TemplateOrigin(None, "cd34", is_built_in=True)
    entry = ConversationEntry("c", AT.astimezone(UTC), "/w", "m", origin, 4, 2)
    page = ConversationPage((entry,), "17")
    listed = {
        "conversationId": "c",
        "constructedAt": "2026-03-04T09:12:00.007Z",
        "cwd": "/w",
        "model": "m",
        "template": {"filePath": None, "hash": "cd34", "isBuiltIn": True},
        "characters": 4,
    }
    elsewhere = ElsewhereLibrary(Path("/old"), 23, is_gone=True)
    assert conversations_document(page, [elsewhere], {"c": True}) == {
        "format": 1,
        "conversations": [{**listed, "differs": True}],
        "next": "17",
        "elsewhere": [{"library": "/old", "count": 23, "isGone": True}],
        "warnings": [],
    }
    for differs in (False, None):
        told = conversations_document(page, (), {"c": differs})["conversations"]
        assert told == [{**listed, "differs": differs}]
    assert deleted_document(2) == {"format": 1, "deleted": 2}
    assert adoption_document(Adoption(2, ("b",))) == {"format": 1, "taken": 2, "keptIds": ["b"]}
