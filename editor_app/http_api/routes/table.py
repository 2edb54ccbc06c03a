"""The table of all endpoints: method, path, what is taken, and who answers."""

from __future__ import annotations

from editor_app import __version__
from editor_app.http_api.answers import Answer
from editor_app.http_api.endpoints import Call, Endpoint
from editor_app.http_api.openapi import openapi_document
from editor_app.http_api.reading import Field, FieldType
from editor_app.http_api.routes.conversations import (
    check_conversation,
    compact,
    construct,
    delete_conversation,
    get_conversation,
    list_conversations,
    preview,
)
from editor_app.http_api.routes.prompts import (
    check_name,
    check_rendering,
    get_prompt,
    list_prompts,
    render_prompt,
)
from editor_app.http_api.routes.template import check_template, get_template, get_variables, put_template
from editor_app.http_api.routes.triggers import check_session_triggers
from editor_app.wire.problems import FORMAT


def get_health(call: Call) -> Answer:
    """Return that the API runs, its version, and the folders it serves."""
    library = None if call.service is None else str(call.service.library)
    workspaces = [str(folder) for folder in call.workspaces]
    return Answer(
        {
            "format": FORMAT,
            "status": "ok",
            "version": __version__,
            "library": library,
            "workspaces": workspaces,
        }
    )


_CWD, _MODEL, _VALUES = Field("cwd", is_required=True), Field("model"), Field("values", FieldType.TEXTS)
_CONVERSATION = "/conversations/{id}"


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/system-prompt", "getTemplate", get_template, needs_service=False),
    Endpoint(
        "PUT",
        "/system-prompt",
        "putTemplate",
        put_template,
        (Field("template", is_required=True),),
        check=check_template,
    ),
    Endpoint("GET", "/system-prompt/variables", "getVariables", get_variables, needs_service=False),
    Endpoint("GET", "/health", "getHealth", get_health, needs_service=False),
    Endpoint(
        "GET",
        "/openapi.json",
        "getDescription",
        lambda _call: Answer(openapi_document(ENDPOINTS)),
        needs_service=False,
    ),
    Endpoint("GET", "/prompts", "listPrompts", list_prompts),
    Endpoint(
        "POST",
        "/prompts/{name}/render",
        "renderPrompt",
        render_prompt,
        (
            Field("values", FieldType.TEXTS_OR_NULL),
            Field("case"),
            Field("cwd"),
            Field("model"),
            Field("conversationId"),
        ),
        check=check_rendering,
    ),
    Endpoint("GET", "/prompts/{name}", "getPrompt", get_prompt, check=check_name),
    Endpoint(
        "POST",
        "/triggers/check",
        "checkTriggers",
        check_session_triggers,
        (
            Field("session", FieldType.OBJECT, is_required=True),
            Field("triggers"),
            Field("provider"),
            Field("values", FieldType.TEXTS),
        ),
    ),
    Endpoint("GET", "/conversations", "listConversations", list_conversations, query=("limit", "after")),
    Endpoint("GET", _CONVERSATION, "getConversation", get_conversation, check=check_conversation),
    Endpoint("DELETE", _CONVERSATION, "deleteConversation", delete_conversation, check=check_conversation),
    Endpoint(
        "POST",
        f"{_CONVERSATION}/construct",
        "construct",
        construct,
        (_CWD, _MODEL, _VALUES, Field("once", FieldType.FLAG)),
        check=check_conversation,
    ),
    Endpoint(
        "POST",
        f"{_CONVERSATION}/preview",
        "preview",
        preview,
        (_CWD, _MODEL, _VALUES, Field("template")),
        check=check_conversation,
    ),
    Endpoint(
        "POST",
        f"{_CONVERSATION}/compact",
        "compact",
        compact,
        (Field("cwd"), Field("instructions"), _MODEL, _VALUES),
        check=check_conversation,
    ),
)
