"""The comparison of a request with another body: where the cache first reads another text, and the lines."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from editor_app.requests.body_text import request_text
from editor_app.requests.comparing import compare_request
from editor_app.requests.provider_rules import RULES
from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import column
from editor_app.window.kit.words.labels import ReadableLabel
from editor_app.window.panels.request.request_view import Comparison, RequestView
from editor_app.window.panels.request.words import difference_words
from editor_app.window.text.difference.compare_view import CompareView


class ComparePage(QWidget):
    """Shows how a request differs from another body."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a comparison."""
        super().__init__(parent)
        self._other: object = None
        self._name = ""
        self._head = Ground(line_below=True)
        self.sentence = ReadableLabel("", "small", self._head)
        column(self._head, self.sentence, margins=(8, 6, 8, 6))
        self.difference = CompareView(self)
        column(self, self._head, (self.difference, 1))

    def take_other(self, body: object, name: str) -> None:
        """Compare with another body, which is called `name`, from now on."""
        self._other, self._name = body, name

    def show_view(self, view: RequestView) -> None:
        """Show what a request is compared with of itself, else the changes from the other body."""
        shown = view.step.compared() if view.step is not None else self._compared(view)
        self.sentence.say(shown.sentence)
        self.sentence.setVisible(bool(shown.before))
        self._head.setVisible(bool(shown.before))
        if shown.before:
            self.difference.compare(_in_lines(shown.before), _in_lines(shown.after), shown.names)
        else:
            self.difference.say(Sentence("window-request.nothing-to-compare"), shown.sentence)

    def _compared(self, view: RequestView) -> Comparison:
        request, name = view.request, self._name
        if request is None or not name:
            return Comparison(Sentence("window-request.choose-other"))
        try:
            other = request_text(self._other)
        except (RecursionError, TypeError, ValueError):  # no JSON, or nested too deeply to be written
            return Comparison(Sentence("window-request.too-deep", name=name))
        key = RULES[request.provider].conversation
        sentence = Sentence("window-request.of-other-api", key=key, name=name)
        if isinstance(self._other, Mapping) and key in self._other:
            sentence = difference_words(compare_request(request, self._other), name)
        names = name, Sentence("window-request.this-request")
        return Comparison(sentence, other, request_text(request.body), names)


def _in_lines(text: str) -> str:
    """Return the text of a body broken behind each newline of its strings too.

    A message is one string: unbroken, the smallest change would show all of it as changed.
    """
    backslash, newline = "\\\\", "\\n"  # as JSON writes them
    return backslash.join(part.replace(newline, f"{newline}\n") for part in text.split(backslash))
