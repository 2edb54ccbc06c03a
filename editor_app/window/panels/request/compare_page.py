"""The comparison of a request with another body: where the cache first reads another text, and the lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from editor_app.requests.body_text import request_text
from editor_app.requests.comparing import compare_request
from editor_app.requests.parts import Request
from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import column
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.request.request_view import CONVERSATIONS, RequestView
from editor_app.window.panels.request.words import difference_words
from editor_app.window.text.difference.compare_view import CompareView

_THIS_REQUEST: Final = Sentence("window-request.this-request")


class _Other(NamedTuple):
    """The other body, what it is called, and its text in lines, None where it has none."""

    body: object
    name: str
    text: str | None


class ComparePage(QWidget):
    """Shows how a request differs from another body."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a comparison."""
        super().__init__(parent)
        self._other: _Other | None = None
        head = Ground(line_below=True)
        self.sentence = ReadableLabel("", "small", head)
        column(head, self.sentence, margins=(8, 6, 8, 6))
        self.difference = CompareView(self)
        column(self, head, (self.difference, 1))
        self.sentence.hide()
        self.difference.say(
            Sentence("window-request.nothing-compared"), Sentence("window-request.choose-other")
        )

    def take_other(self, body: object, name: str) -> None:
        """Compare with another body, which is called `name`, from now on."""
        text = _text_of(body)
        self._other = _Other(body, name, _in_lines(text) if text is not None else None)

    def show_view(self, view: RequestView) -> None:
        """Show what a request is compared with of itself, else the changes from the other body."""
        other = self._other
        if view.step is not None:
            texts = view.step.compared()
            self.sentence.say(texts.sentence)
            self.sentence.setVisible(bool(texts.before))
            if texts.before:
                self.difference.compare(_in_lines(texts.before), _in_lines(texts.after), texts.names)
            else:
                self.difference.say(Sentence("window-request.nothing-to-compare"), texts.sentence)
        elif other is not None and (request := view.request) is not None:  # which is made when asked for
            self.sentence.show()
            if other.text is None:
                self.sentence.say(Sentence("window-request.too-deep", name=other.name))
                self.difference.say(
                    Sentence("window-request.no-comparison"), Sentence("window-request.choose-another")
                )
            else:
                self.sentence.say(_sentence(request, other))
                ours = _in_lines(request_text(request.body))
                self.difference.compare(
                    other.text, ours, (other.name, Sentence("window-request.this-request"))
                )


def _in_lines(text: str) -> str:
    """Return the text of a body broken behind each newline of its strings too.

    A message is one string: unbroken, the smallest change would show all of it as changed.
    """
    backslash, newline = "\\\\", "\\n"  # as JSON writes them
    return backslash.join(part.replace(newline, f"{newline}\n") for part in text.split(backslash))


def _text_of(body: object) -> str | None:
    try:
        return request_text(body)
    except (RecursionError, TypeError, ValueError):  # no JSON, or nested too deeply to be written
        return None


def _sentence(request: Request, other: _Other) -> Sentence:
    key = CONVERSATIONS[request.provider]
    if not isinstance(other.body, Mapping) or key not in other.body:
        return Sentence("window-request.of-other-api", key=key, name=other.name)
    return difference_words(compare_request(request, other.body), other.name)
