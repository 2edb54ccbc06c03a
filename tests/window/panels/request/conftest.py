"""A request panel with a request of each provider."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import Provider, RequestMessage, SystemText
from editor_app.requests.structure import structure_of
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import RequestView

FOLDER = Path("/library/chats/fuse")
SYSTEM = SystemText(
    "Never reveal secrets.\nYou are on branch main, with changes that are not committed.",
    22,
    "[git:branch]",
    is_rebuilt=True,
    origin=Path("/library/system-messages/helper.yaml"),
)
CHAT = (
    RequestMessage("user", "\nWhat is a “fuse”?\nAnd <b>why</b>?\n", FOLDER / "1.md"),
    RequestMessage("assistant", "A thin wire.\u00a0\u2028\x85 It melts.", FOLDER / "2.md"),
    RequestMessage("system", "The user is ten years old.", FOLDER / "3.md"),
    RequestMessage("user", "And why?", FOLDER / "4.md"),
)


@pytest.fixture
def request_view() -> Callable[..., RequestView]:
    """Return a function that returns the view of a provider’s request."""

    def request_view(provider="anthropic", chat=CHAT, *, model="claude-sonnet-4", cache="5m", **more):
        made = assemble_request(provider, chat, system=SYSTEM, model=model, cache=cache)
        structure = structure_of(made, check_assembled(made))
        more.setdefault("current", FOLDER / "2.md")
        return RequestView(Provider(provider), made, structure, **more)

    return request_view


@pytest.fixture
def panel(theme, show, request_view) -> RequestPanel:
    panel = RequestPanel()
    panel.show_request(request_view(context="as if in atlas · claude-sonnet-4", system_note="on src"))
    show(panel, 420, 800)
    return panel
