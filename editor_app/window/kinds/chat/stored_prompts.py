"""The prompts that are stored for conversations, as the request of a chat needs them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor_app.clock import Clock


class StoredPrompts:
    """Looks up what a conversation of the library got."""

    def __init__(
        self, library: Callable[[], Path], state_dir: Path, clock: Clock, say: Callable[[str], object]
    ) -> None:
        """Use the library in a folder; `say` tells why its conversations cannot be read."""
        self._library = library
        self._state_dir = state_dir
        self._clock = clock
        self._say = say

    def text_of(self, conversation_id: str) -> str | None:
        """Return what is stored for a conversation; None where nothing is, or it cannot be read."""
        from editor_app.conversations.building import Permissions
        from editor_app.conversations.results import ConversationError
        from editor_app.conversations.service import ConversationService, Setup

        setup = Setup(clock=self._clock, permissions=Permissions(self._state_dir))
        try:
            stored = ConversationService(self._library(), setup).stored(conversation_id)
        except ConversationError as error:
            self._say(error.sentence)
            return None
        return stored.text if stored is not None else None
