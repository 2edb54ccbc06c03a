"""Commands on the request of the chat in front: copied, compared, and traced to the text that goes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QGuiApplication

from editor_app.analysis.chat_requests.importing import ReadBody, read_body_bytes, read_body_text
from editor_app.analysis.explanation import Explanation, explain_at
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.folders import Library
from editor_app.requests.body_text import curl_line, request_text
from editor_app.requests.building import assemble_request
from editor_app.requests.parts import RequestPart
from editor_app.text import Sentence
from editor_app.window.frame.notices import Notices
from editor_app.window.kinds.chat.current_chat import CurrentChat
from editor_app.window.kinds.chat.system_text import MadeSystem
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.dialogs.file_filters import ALL_FILES, JSON_FILES, file_filters
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion
from editor_app.window.panels.preview.why import explained
from editor_app.window.panels.request.request_panel import RequestPanel

_MOST_BYTES: Final = 20_000_000
_PATTERNS: Final = file_filters(JSON_FILES, ALL_FILES)


class RequestCommands:
    """Copies the request, and compares it with another body."""

    def __init__(
        self,
        *,
        current: CurrentChat,
        panel: RequestPanel,
        dialogs: Dialogs,
        notifier: Notices,
        library: Callable[[], Library],
        stored: Callable[[str], str | None],
    ) -> None:
        """Use these parts; `stored` returns what a conversation got, None for nothing."""
        self._current = current
        self._panel = panel
        self._dialogs = dialogs
        self._notifier = notifier
        self._library = library
        self._stored = stored
        self._copied: object | None = None

    def copy(self, form: str) -> None:
        """Copy the body as JSON, or with "curl" the line of a shell that sends it."""
        made = self._current.request
        request = made.request if made is not None else None
        if request is None:
            return
        if form == "curl":
            text = curl_line(request.provider, request.body, request.model)
            sentence = Sentence("window-chat.curl-copied")
        else:
            text, sentence = request_text(request.body), Sentence("window-chat.json-copied")
        QGuiApplication.clipboard().setText(text)
        self._copied = request.body
        self._panel.bar.has_last_copy = True
        self._notifier.say_of_file(sentence)

    def compare(self, source: str) -> None:
        """Compare the request with a file's body, the clipboard's, the last copy or a stored prompt."""
        if source == "conversation":
            self._compare_conversation()
        elif source == "last-copy":
            self._panel.compare_with(self._copied, Sentence("window-chat.the-last-copy"))
        elif source == "clipboard":
            text = QGuiApplication.clipboard().text()
            if len(text) <= _MOST_BYTES:
                self._compare_read(read_body_text(text), Sentence("window-chat.the-clipboard"))
            else:
                self._notifier.say(Sentence("window-chat.clipboard-too-large", most=_MOST_BYTES))
        else:
            path = self._dialogs.choose_file(
                Sentence("window-chat.compare-with-a-request"), self._library().workspace, _PATTERNS
            )
            if path is None:
                return
            try:
                body = read_body_bytes(read_file(path, _MOST_BYTES).data)
            except FileError as error:
                self._notifier.say(error.sentence)
            else:
                self._compare_read(body, path.name)

    def explain_system(self, within: int) -> Explanation | None:
        """Return where a character of the text that goes first comes from."""
        made = self._current.system.now.result
        return explain_at(made, within) if made is not None else None

    def _compare_read(self, read: ReadBody, name: str) -> None:
        if read.problems:
            self._notifier.say(Sentence("window-chat.not-compared", name=quoted(name), reason=read.why_none))
        else:
            self._panel.compare_with(read.body, name)

    def _compare_conversation(self) -> None:
        """Compare with the same messages after what a conversation got."""
        question = NameQuestion(
            Sentence("window-chat.compare-with-a-conversation"),
            Sentence("window-chat.about-compare-conversation"),
            Sentence("window-chat.compare"),
        )
        wanted = self._dialogs.ask(question)
        if not wanted:
            return
        stored, made = self._stored(wanted), self._current.request
        if stored is None:
            self._notifier.say(Sentence("window-chat.never-built", id=quoted(wanted)))
            return
        if made is None or made.request is None:
            return
        before = len(made.request.system.blocks)
        settings = self._current.settings
        messages = [(part.role, part.text) for part in made.request.parts[before:]]
        request = assemble_request(
            made.provider,
            messages,
            system=stored,
            model=settings.model,
            max_tokens=settings.max_tokens,
            cache=settings.cache,
        )
        self._panel.compare_with(request.body, wanted)


def explained_system(made: MadeSystem, part: RequestPart, within: int) -> Card | None:
    """Return the card of a character of the text that goes first; None for a part of a message."""
    if made.result is None or part.role != "system" or part.origin != made.origin:
        return None
    explanation = explain_at(made.result, within)
    name = part.origin.name if part.origin is not None else ""
    return explained(explanation, name) if explanation is not None else None
