"""The HTTP API: what programs ask and are answered, on this computer only."""

from editor_app.http_api.app import create_app
from editor_app.http_api.serving.access import Access

__all__ = ["Access", "create_app"]
