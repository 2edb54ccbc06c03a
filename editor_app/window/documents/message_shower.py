"""What the file in front asks of whatever shows system messages, which need not be there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from editor_app.analysis import ModelText
from editor_app.text import Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.panels.preview import MessageLook

if TYPE_CHECKING:  # loaded when the first system message is opened
    from editor_app.window.kinds.system_message.message_view import MessageView


class MessageShower(Protocol):
    """Shows the system message in front, if the file is one."""

    @property
    def has_block(self) -> bool:
        """Whether a block is chosen."""
        ...

    def can_step_muting(self, *, undoes: bool) -> bool:
        """Whether the last muting of a block can be taken back, or made again."""
        ...

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Say what the step undone, or redone, in the text `before` did to a block; "" if nobody knows."""
        ...

    @property
    def caret_offset(self) -> int | None:
        """Where the caret of the content stands in the file."""
        ...

    def show(self, view: MessageView | None) -> None:
        """Show another message, or none."""
        ...

    def show_form(self, *, shown: bool) -> None:
        """Show the fields of the chosen block, or hide them."""
        ...

    def take_typed(self) -> None:
        """Take into the file what is being typed in the form."""
        ...

    def go_to(self, span: Span) -> bool:
        """Go to a place of the file in a block's content; say False where it lies in none."""
        ...

    def file_status(self) -> FileStatus | None:
        """Return what there is to say about the content that is shown."""
        ...

    def in_words(self) -> str:
        """Say how many blocks there are, and how many are sent; "" without a message."""
        ...

    @property
    def has_other_blocks(self) -> bool:
        """Whether a large message has other blocks, or in other places, than the preview shows."""
        ...

    def look(self, result: ModelText | None) -> MessageLook | None:
        """Return what the preview shows beside the text, None for what is no message."""
        ...

    def refresh(self) -> None:
        """Show what the text or the situation has become."""
        ...


class NoMessage:
    """Stands there until the first system message is opened, and shows nothing."""

    has_block = False
    caret_offset = None

    def can_step_muting(self, *, undoes: bool) -> bool:  # noqa: ARG002  as who shows messages has it
        """There is no block."""
        return False

    def step_in_words(self, _before: str, *, undoes: bool) -> str:  # noqa: ARG002  as who shows messages has it
        """There is no block."""
        return ""

    def show(self, view: MessageView | None) -> None:
        """Show nothing."""

    def show_form(self, *, shown: bool) -> None:
        """Show nothing."""

    def take_typed(self) -> None:
        """Take nothing: nothing is typed."""

    def go_to(self, _span: Span) -> bool:
        """Say that no block has the place."""
        return False

    def file_status(self) -> FileStatus | None:
        """Return nothing."""
        return None

    def in_words(self) -> str:
        """Say nothing."""
        return ""

    @property
    def has_other_blocks(self) -> bool:
        """There is no message."""
        return False

    def look(self, _result: ModelText | None) -> MessageLook | None:
        """Return nothing."""
        return None

    def refresh(self) -> None:
        """Show nothing."""
