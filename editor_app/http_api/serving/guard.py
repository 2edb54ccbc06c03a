"""The guard before the API: what `why_refused` refuses never reaches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor_app.http_api.serving.access import Access, why_refused
from editor_app.http_api.serving.notes import note_refusal
from editor_app.http_api.serving.refusals import send_refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def guard(app: ASGIApp, access: Access) -> ASGIApp:
    """Return an app that passes on only the requests that may be answered; it reads no body of the others.

    Their connections are closed: by being refused on and on, they would else keep out who may ask.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = why_refused(scope["headers"], access) if scope["type"] == "http" else None
        if refusal is None:
            await app(scope, receive, send)
            return
        note_refusal(scope, refusal.code)
        await send_refusal(send, refusal)

    return guarded
