"""The shapes of what the API answers, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

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
