"""Models at OpenAI-compatible endpoints: asked, streamed, cancelled, with tools that only read."""

from editor_app.runs.endpoint.addresses import Endpoint, endpoint_at, origin_of
from editor_app.runs.endpoint.completing import Connection
from editor_app.runs.endpoint.errors import DeniedError, EndpointError
from editor_app.runs.endpoint.exchange import check_requirements
from editor_app.runs.endpoint.keys import Key, KeyStore, check_private, key_of, open_keys
from editor_app.runs.endpoint.limits import Limits, RetryWait
from editor_app.runs.endpoint.model import EndpointModel, ModelSetup
from editor_app.runs.endpoint.sending import endpoint_plan, send_once
from editor_app.runs.endpoint.tools import TOOLS, tools_named

__all__ = [
    "TOOLS",
    "Connection",
    "DeniedError",
    "Endpoint",
    "EndpointError",
    "EndpointModel",
    "Key",
    "KeyStore",
    "Limits",
    "ModelSetup",
    "RetryWait",
    "check_private",
    "check_requirements",
    "endpoint_at",
    "endpoint_plan",
    "key_of",
    "open_keys",
    "origin_of",
    "send_once",
    "tools_named",
]
