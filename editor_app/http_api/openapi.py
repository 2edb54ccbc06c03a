"""The OpenAPI 3.1 document, made from the table of endpoints and the shapes of their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from editor_app import __version__
from editor_app.conversations.arguments import MOST_BYTES_OF_ID, MOST_BYTES_OF_NAME
from editor_app.http_api.endpoints import Endpoint
from editor_app.http_api.reading import Field, FieldType
from editor_app.text import Sentence
from editor_app.wire.problems import JsonObject

Schema: TypeAlias = Mapping[str, Any]


def of_type(*types: str, **more: object) -> Schema:
    """Return the schema of one type, or of several."""
    return {"type": types[0] if len(types) == 1 else list(types), **more}


def array_of(items: Schema) -> Schema:
    """Return the schema of an array."""
    return {"type": "array", "items": items}


def reference(name: str) -> Schema:
    """Return a reference to one of `SCHEMAS`."""
    return {"$ref": f"#/components/schemas/{name}"}


def object_with(optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """Return the schema of an object with these keys and no others; those not `optional` are always there."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


_TEXT, _TEXT_OR_NULL, _FLAG = of_type("string"), of_type("string", "null"), of_type("boolean")
_COUNT, _PLACE = of_type("integer", minimum=0), of_type("integer", minimum=1)
_COUNT_OR_NULL = of_type("integer", "null")
_FORMAT: Schema = {"const": 1}
_SPAN: Schema = {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}
_TIME = of_type("string", format="date-time")
_TEXTS = array_of(_TEXT)

_PROBLEM = object_with(
    ("type", "field", "line", "column", "endLine", "endColumn"),
    type=_TEXT,
    code=_TEXT,
    severity={"enum": ["error", "warning", "information"]},
    message=_TEXT,
    filePath=_TEXT,
    field=_TEXT,
    line=_PLACE,
    column=_PLACE,
    endLine=_PLACE,
    endColumn=_PLACE,
    suggestions=_TEXTS,
)

_VARIABLE = object_with(
    ("suppliedBy",),
    type=_TEXT,
    name=_TEXT,
    description=_TEXT,
    dynamic=_FLAG,
    volatility={"enum": ["constant", "conversation", "day", "turn"]},
    example=_TEXT,
    suppliedBy=_TEXT,
)

_LISTED_PROMPT = object_with(name=_TEXT, status=_TEXT, version=_TEXT_OR_NULL, filePath=_TEXT, problems=_COUNT)

_PIECE = object_with(
    ("name", "block"), output=_SPAN, source=_SPAN, why=_TEXT, name=_TEXT, block=_TEXT, conditions=_TEXTS
)

_RENDERING = object_with(
    format=_FORMAT,
    renderedContent=_TEXT,
    source=object_with(type=_TEXT, filePath=_TEXT, isFallback=_FLAG),
    substitutedVariables=_TEXTS,
    missingOptionalVariables=_TEXTS,
    maxTokens=_COUNT_OR_NULL,
    stablePrefix=object_with(characters=_COUNT, brokenBy=_TEXT_OR_NULL),
    warnings=_TEXTS,
    leftOut=array_of(object_with(source=_SPAN, output=_COUNT, why=_TEXT, conditions=_TEXTS)),
    sourceMap=array_of(_PIECE),
)

_TEMPLATE_ORIGIN = object_with(filePath=_TEXT_OR_NULL, hash=_TEXT, isBuiltIn=_FLAG)

_ENTRY = object_with(
    conversationId=_TEXT,
    constructedAt=_TIME,
    cwd=_TEXT,
    model=_TEXT_OR_NULL,
    template=_TEMPLATE_ORIGIN,
    characters=_COUNT,
    differs=of_type("boolean", "null"),
)

_PREVIEW: Mapping[str, Schema] = {
    "format": _FORMAT,
    "conversationId": _TEXT,
    "systemPrompt": _TEXT,
    "cwd": _TEXT,
    "model": _TEXT_OR_NULL,
    "template": _TEMPLATE_ORIGIN,
    "blank": array_of(object_with(tag=_TEXT, cause=_TEXT, message=_TEXT)),
    "warnings": _TEXTS,
}
_STORED: Mapping[str, Schema] = {**_PREVIEW, "constructedAt": _TIME}

_FIRED = object_with(trigger=_TEXT, level={"enum": ["message", "step"]}, tag=_TEXT, text=_TEXT, wrapped=_TEXT)

SCHEMAS: Mapping[str, Schema] = {
    "Checked": object_with(
        format=_FORMAT,
        messages=array_of(_FIRED),
        hints=array_of(_FIRED),
        entries=array_of(of_type("object")),
        notes=_TEXTS,
        session=of_type("object", required=["messages", "flags"]),
    ),
    "Error": object_with(
        error=object_with(code=_TEXT, message=_TEXT, suggestions=_TEXTS, problems=array_of(_PROBLEM))
    ),
    "Template": object_with(template=_TEXT),
    "Variables": object_with(variables=array_of(_VARIABLE)),
    "Health": object_with(
        format=_FORMAT, status={"const": "ok"}, version=_TEXT, library=_TEXT_OR_NULL, workspaces=_TEXTS
    ),
    "Description": of_type("object", required=["openapi", "info", "paths"]),
    "Prompts": object_with(
        format=_FORMAT,
        prompts=array_of(_LISTED_PROMPT),
        files=array_of(
            object_with(("status", "filePath"), path=_TEXT, kind=_TEXT, status=_TEXT, filePath=_TEXT)
        ),
        chats=array_of(object_with(path=_TEXT, name=_TEXT, messages=_COUNT)),
    ),
    "Prompt": object_with(
        format=_FORMAT,
        name=_TEXT,
        status=_TEXT,
        version=_TEXT_OR_NULL,
        filePath=_TEXT,
        text=_TEXT_OR_NULL,
        problems=array_of(_PROBLEM),
    ),
    "Rendering": _RENDERING,
    "Conversations": object_with(
        format=_FORMAT,
        conversations=array_of(_ENTRY),
        next=_TEXT_OR_NULL,
        elsewhere=array_of(object_with(library=_TEXT, count=_COUNT, isGone=_FLAG)),
        warnings=_TEXTS,
    ),
    "Conversation": object_with(**_STORED),
    "Preview": object_with(**_PREVIEW),
    "Construction": object_with(**_STORED, created=_FLAG),
    "Compaction": object_with(**_STORED, created=_FLAG, before=_TEXT_OR_NULL, instructions=_TEXT, sent=_TEXT),
}


class _OperationFacts(NamedTuple):
    """What an operation does, the schema of its answer, and the errors that only some have."""

    summary: str
    schema: str | None
    errors: tuple[int, ...] = ()


_OPERATIONS: Mapping[str, _OperationFacts] = {
    "getTemplate": _OperationFacts(Sentence("http-api.does-get-template"), "Template"),
    "putTemplate": _OperationFacts(Sentence("http-api.does-put-template"), "Template", (409, 412)),
    "getVariables": _OperationFacts(Sentence("http-api.does-get-variables"), "Variables"),
    "getHealth": _OperationFacts(Sentence("http-api.does-get-health"), "Health"),
    "getDescription": _OperationFacts(Sentence("http-api.does-get-description"), "Description"),
    "listPrompts": _OperationFacts(Sentence("http-api.does-list-prompts"), "Prompts"),
    "getPrompt": _OperationFacts(Sentence("http-api.does-get-prompt"), "Prompt", (404,)),
    "renderPrompt": _OperationFacts(Sentence("http-api.does-render-prompt"), "Rendering", (404,)),
    "listConversations": _OperationFacts(Sentence("http-api.does-list-conversations"), "Conversations"),
    "getConversation": _OperationFacts(Sentence("http-api.does-get-conversation"), "Conversation", (404,)),
    "deleteConversation": _OperationFacts(Sentence("http-api.does-delete-conversation"), None, (404,)),
    "construct": _OperationFacts(Sentence("http-api.does-construct"), "Construction"),
    "preview": _OperationFacts(Sentence("http-api.does-preview"), "Preview"),
    "checkTriggers": _OperationFacts(Sentence("http-api.does-check-triggers"), "Checked", (404,)),
    "compact": _OperationFacts(Sentence("http-api.does-compact"), "Compaction"),
}

_ERRORS: Mapping[int, str] = {
    400: Sentence("http-api.status-400"),
    401: Sentence("http-api.status-401"),
    403: Sentence("http-api.status-403"),
    404: Sentence("http-api.status-404"),
    409: Sentence("http-api.status-409"),
    412: Sentence("http-api.status-412"),
    413: Sentence("http-api.status-413"),
    415: Sentence("http-api.status-415"),
    421: Sentence("http-api.status-421"),
    422: Sentence("http-api.status-422"),
    500: Sentence("http-api.status-500"),
    503: Sentence("http-api.status-503"),
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

_ETAG = {"ETag": {"schema": of_type("string"), "description": Sentence("http-api.etag")}}
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
    facts = _OPERATIONS[endpoint.id]
    operation: dict[str, object] = {
        "operationId": endpoint.id,
        "summary": facts.summary,
        "parameters": list(_parameters(endpoint)),
        "responses": dict(_responses(endpoint, facts)),
    }
    if endpoint.fields is not None:
        optional = tuple(field.name for field in endpoint.fields if not field.is_required)
        body = object_with(optional, **{field.name: _field_schema(field) for field in endpoint.fields})
        operation["requestBody"] = {"required": True, "content": _json(body)}
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


def _responses(endpoint: Endpoint, facts: _OperationFacts) -> Iterator[tuple[str, object]]:
    headers = {"headers": _ETAG} if facts.schema == "Template" else {}
    if facts.schema is None:
        yield "204", {"description": Sentence("http-api.done")}
    else:
        yield (
            "200",
            {"description": facts.summary, "content": _json(reference(facts.schema)), **headers},
        )
    if endpoint.id == "getTemplate":
        yield "304", {"description": Sentence("http-api.status-304"), **headers}
    with_body = (415,) if endpoint.fields is not None else ()
    for status in sorted({*_ALWAYS, *_WITH_SERVICE, *with_body, *facts.errors}):
        yield str(status), {"description": _ERRORS[status], "content": _json(reference("Error"))}


def _field_schema(field: Field) -> Schema:
    schema = {**_FIELD_SCHEMAS[field.type], **_LIMITS.get(field.name, {})}
    return schema if field.is_required else {**schema, "type": [schema["type"], "null"]}


def _json(schema: Schema) -> JsonObject:
    return {"application/json": {"schema": schema}}
