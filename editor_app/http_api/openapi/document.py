"""The OpenAPI 3.1 document, made from the table of endpoints and the shapes of their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from editor_app import __version__
from editor_app.conversations.arguments import MOST_BYTES_OF_ID, MOST_BYTES_OF_NAME
from editor_app.http_api.endpoints import Endpoint
from editor_app.http_api.openapi.schemas import SCHEMAS, Schema, of_type, reference
from editor_app.http_api.requests.fields import Field, FieldType
from editor_app.wire.problems import JsonObject


class _Described(NamedTuple):
    """What an operation does, the schema of its answer, and the errors that only some have."""

    summary: str
    schema: str | None
    errors: tuple[int, ...] = ()


_OPERATIONS: Mapping[str, _Described] = {
    "getTemplate": _Described("The system-prompt template; the built-in one if there is no file", "Template"),
    "putTemplate": _Described("Save the template as a window does", "Template", (409, 412)),
    "getVariables": _Described("What a template can name", "Variables"),
    "getHealth": _Described("Whether the API runs, and what it serves", "Health"),
    "getDescription": _Described("This document", "Description"),
    "listPrompts": _Described("The prompts and the other files of the library", "Prompts"),
    "getPrompt": _Described("A prompt with its text and problems", "Prompt", (404,)),
    "renderPrompt": _Described("What the model gets of a prompt", "Rendering", (404,)),
    "listConversations": _Described("The conversations, the newest first", "Conversations"),
    "getConversation": _Described("What is stored of a conversation", "Conversation", (404,)),
    "deleteConversation": _Described("Delete a conversation", None, (404,)),
    "construct": _Described("Construct the prompt of a conversation, and store it", "Construction"),
    "preview": _Described("What a construct would give; nothing is stored", "Preview"),
    "checkTriggers": _Described(
        "What fires before an agent’s next step; nothing is stored", "Checked", (404,)
    ),
    "compact": _Described("Construct afresh, for the turn that compacts", "Compaction"),
}

_ERRORS: Mapping[int, str] = {
    400: "The request cannot be read, or something in it cannot be",
    401: "The token is missing or wrong",
    403: "Another origin, a folder outside of the workspaces, or a link to a file that is not allowed",
    404: "There is none of that name",
    409: "A window has unsaved edits of the file; nothing was written",
    412: "The file is not the one that If-Match names; nothing was written",
    413: "The body is larger than 1 MB",
    415: "The body is not application/json",
    421: "The Host header is of another address",
    422: "The user's text is at fault",
    500: "A fault of Foreword, with the number that its log has too",
    503: "There is no service, or the store or the disk cannot",
}
_ALWAYS = (400, 401, 403, 413, 421, 500)
_WITH_SERVICE = (422, 503)

_FIELD_SCHEMAS: Mapping[FieldType, Schema] = {
    FieldType.TEXT: of_type("string"),
    FieldType.FLAG: of_type("boolean"),
    FieldType.OBJECT: of_type("object"),
    FieldType.TEXTS: of_type("object", additionalProperties=of_type("string")),
    FieldType.TEXTS_OR_NULL: of_type("object", additionalProperties=of_type("string", "null")),
}
_LIMITS: Mapping[str, Schema] = {
    "conversationId": {"minLength": 1, "maxLength": MOST_BYTES_OF_ID, "pattern": r"^[^\x00-\x1f\x7f-\x9f]*$"},
    "model": {"maxLength": MOST_BYTES_OF_NAME, "pattern": r"^[^\x00]*$"},
}
"""What fields of these names hold; the service counts bytes, which are never fewer than the characters."""

_ETAG = {"ETag": {"schema": of_type("string"), "description": "Strong, from the file's bytes"}}
_QUERY: Mapping[str, Schema] = {
    "limit": of_type("integer", minimum=1, maximum=100),
    "after": of_type("string"),
}


def openapi_document(endpoints: Iterable[Endpoint]) -> JsonObject:
    """Return the document of these endpoints."""
    paths: dict[str, dict[str, object]] = {}
    for endpoint in endpoints:
        methods = paths.setdefault(endpoint.path, {})
        methods[endpoint.method.lower()] = _operation(endpoint)
        if endpoint.method == "GET":
            methods["head"] = {**_operation(endpoint), "operationId": f"{endpoint.id}Head"}
    token = {"type": "http", "scheme": "bearer"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Foreword", "version": __version__},
        "security": [{"token": []}],
        "paths": paths,
        "components": {"schemas": SCHEMAS, "securitySchemes": {"token": token}},
    }


def _operation(endpoint: Endpoint) -> dict[str, object]:
    described = _OPERATIONS[endpoint.id]
    operation: dict[str, object] = {
        "operationId": endpoint.id,
        "summary": described.summary,
        "parameters": list(_parameters(endpoint)),
        "responses": dict(_responses(endpoint, described)),
    }
    if endpoint.fields is not None:
        operation["requestBody"] = {"required": True, "content": _json(_body(endpoint.fields))}
    return operation


def _parameters(endpoint: Endpoint) -> Iterator[Mapping[str, Any]]:
    for part in endpoint.pattern:
        if part.startswith("{"):
            yield {"name": part[1:-1], "in": "path", "required": True, "schema": of_type("string")}
    for name in endpoint.query or ():
        yield {"name": name, "in": "query", "schema": _QUERY[name]}
    header = {"getTemplate": "If-None-Match", "putTemplate": "If-Match"}.get(endpoint.id)
    if header is not None:
        yield {"name": header, "in": "header", "schema": of_type("string")}


def _responses(endpoint: Endpoint, described: _Described) -> Iterator[tuple[str, object]]:
    headers = {"headers": _ETAG} if described.schema == "Template" else {}
    if described.schema is None:
        yield "204", {"description": "It is done"}
    else:
        yield (
            "200",
            {"description": described.summary, "content": _json(reference(described.schema)), **headers},
        )
    if endpoint.id == "getTemplate":
        yield "304", {"description": "It is the one that If-None-Match names", **headers}
    with_body = (415,) if endpoint.fields is not None else ()
    for status in sorted({*_ALWAYS, *_WITH_SERVICE, *with_body, *described.errors}):
        yield str(status), {"description": _ERRORS[status], "content": _json(reference("Error"))}


def _body(fields: tuple[Field, ...]) -> Schema:
    properties = {field.name: _schema_of(field) for field in fields}
    required = [field.name for field in fields if field.is_required]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _schema_of(field: Field) -> Schema:
    schema = {**_FIELD_SCHEMAS[field.type], **_LIMITS.get(field.name, {})}
    return schema if field.is_required else {**schema, "type": [schema["type"], "null"]}


def _json(schema: Schema) -> JsonObject:
    return {"application/json": {"schema": schema}}
