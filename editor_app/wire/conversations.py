"""Conversations as JSON: the same documents for the command line and the HTTP API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from editor_app.conversations.results import (
    Adoption,
    Compaction,
    Construction,
    ConversationPage,
    ElsewhereLibrary,
    TemplateOrigin,
)
from editor_app.text.readable_json import utc_text
from editor_app.wire.problems import FORMAT, JsonObject


def stored_document(construction: Construction) -> JsonObject:
    """Return what is stored of a conversation."""
    constructed_at = construction.constructed_at
    return {
        "format": FORMAT,
        "conversationId": construction.conversation_id,
        "systemPrompt": construction.text,
        "constructedAt": None if constructed_at is None else utc_text(constructed_at),
        "cwd": construction.cwd,
        "model": construction.model,
        "template": template_to_json(construction.template),
        "blank": [
            {"tag": tag.tag, "cause": tag.cause.value, "message": tag.message} for tag in construction.blank
        ],
        "warnings": list(construction.warnings),
    }


def construction_document(construction: Construction) -> JsonObject:
    """Return what a construct answers; `created` is false where the stored prompt was kept."""
    return {**stored_document(construction), "created": construction.created}


def preview_document(construction: Construction) -> JsonObject:
    """Return what a preview answers: nothing was stored, so it has no time."""
    return {name: value for name, value in stored_document(construction).items() if name != "constructedAt"}


def compaction_document(compaction: Compaction) -> JsonObject:
    """Return what a compaction answers: what a construct does, what was before, and what is sent."""
    return {
        **construction_document(compaction.rebuilt),
        "before": compaction.before,
        "instructions": compaction.instructions,
        "sent": compaction.sent,
    }


def conversations_document(
    page: ConversationPage,
    elsewhere: Iterable[ElsewhereLibrary],
    differs: Mapping[str, bool | None],
    warnings: Iterable[str] = (),
) -> JsonObject:
    """Return a page of conversations; `differs` has by id whether one would get another text now.

    None (JSON null) is where that is not known: a variable is blank now for want of trust or of an allowed
    file, and was not at the construct; or no text can be made now.
    """
    return {
        "format": FORMAT,
        "conversations": [
            {
                "conversationId": entry.conversation_id,
                "constructedAt": utc_text(entry.constructed_at),
                "cwd": entry.cwd,
                "model": entry.model,
                "template": template_to_json(entry.template),
                "characters": entry.characters,
                "differs": differs.get(entry.conversation_id),
            }
            for entry in page.entries
        ],
        "next": page.next,
        "elsewhere": [
            {"library": str(other.library), "count": other.count, "isGone": other.is_gone}
            for other in elsewhere
        ],
        "warnings": list(warnings),
    }


def deleted_document(deleted: int) -> JsonObject:
    """Return how many conversations were deleted."""
    return {"format": FORMAT, "deleted": deleted}


def adoption_document(adoption: Adoption) -> JsonObject:
    """Return how many conversations were taken over, and the ids that stayed."""
    return {"format": FORMAT, "taken": adoption.taken, "keptIds": list(adoption.kept_ids)}


def template_to_json(template: TemplateOrigin) -> JsonObject:
    """Return which template a prompt was constructed from."""
    path = None if template.path is None else str(template.path)
    return {"filePath": path, "hash": template.hash, "isBuiltIn": template.is_built_in}
