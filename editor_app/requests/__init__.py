"""Requests to providers: assembled from a system text and messages, and checked before they are sent."""

from editor_app.requests.body_parts import body_parts, shape_of
from editor_app.requests.body_text import beginning_of_request_text, read_body, request_text
from editor_app.requests.building import assemble_request, build_request, continued, message_entries
from editor_app.requests.checking import CACHE_BROKEN, check_assembled, check_request, check_text, placed
from editor_app.requests.comparing import BodyDifference, compare_bodies, compare_request, goes_on_difference
from editor_app.requests.curl import curl_line
from editor_app.requests.explaining import (
    BodyEnd,
    BodyReason,
    BodyReasons,
    EndReasons,
    EntriesText,
    body_end,
    entries_text,
    explain_body,
)
from editor_app.requests.findings import Finding
from editor_app.requests.importing import ImportedChat, ImportNote, import_chat
from editor_app.requests.parts import (
    CacheMarks,
    Request,
    RequestAnswer,
    RequestCall,
    RequestMessage,
    RequestPart,
    SystemText,
    ToolMessage,
    shown_place,
)
from editor_app.requests.providers import Provider, provider_named
from editor_app.requests.structure import (
    PartGroup,
    PartRow,
    PrefixEnd,
    Structure,
    StructureFinding,
    StructureHead,
    part_row,
    structure_of,
)

__all__ = [
    "CACHE_BROKEN",
    "BodyDifference",
    "BodyEnd",
    "BodyReason",
    "BodyReasons",
    "CacheMarks",
    "EndReasons",
    "EntriesText",
    "Finding",
    "ImportNote",
    "ImportedChat",
    "PartGroup",
    "PartRow",
    "PrefixEnd",
    "Provider",
    "Request",
    "RequestAnswer",
    "RequestCall",
    "RequestMessage",
    "RequestPart",
    "Structure",
    "StructureFinding",
    "StructureHead",
    "SystemText",
    "ToolMessage",
    "assemble_request",
    "beginning_of_request_text",
    "body_end",
    "body_parts",
    "build_request",
    "check_assembled",
    "check_request",
    "check_text",
    "compare_bodies",
    "compare_request",
    "continued",
    "curl_line",
    "entries_text",
    "explain_body",
    "goes_on_difference",
    "import_chat",
    "message_entries",
    "part_row",
    "placed",
    "provider_named",
    "read_body",
    "request_text",
    "shape_of",
    "shown_place",
    "structure_of",
]
