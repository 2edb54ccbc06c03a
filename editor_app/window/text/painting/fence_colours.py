"""The colours of fenced code while it is typed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from editor_app.highlighting.code import MOST_CHARACTERS, code_colours, is_coloured, is_loaded
from editor_app.highlighting.line_colours import Colour
from editor_app.text import difference

_LARGEST_EDIT: Final = 200
_COMMENT: Final = "faint"


class _Shown(NamedTuple):
    language: str
    code: str
    colours: Sequence[Colour]


class FenceColours:
    """Colours fences: those that are edited keep their colours, moved along, until the typing pauses.

    So a key costs no reading of the fence, and an unclosed quote does not make the rest of it blink. Between
    two pauses at most MOST_CHARACTERS of code are read; other fences stay plain until the next pause, and
    the first one of a language until its lexer is loaded in a pause.
    """

    def __init__(self, wait: Callable[[], object]) -> None:
        """Start without fences; `wait` is called when one waits for a pause, then `after_pause` is due."""
        self._wait = wait
        self._shown: dict[int, _Shown] = {}
        self._edited: set[int] = set()
        self._room = MOST_CHARACTERS
        self._to_load: set[str] = set()
        self._may_load: set[str] = set()

    def after_pause(self) -> None:
        """Let the fences that waited be read when they are next coloured."""
        for number in self._edited:
            self._shown.pop(number, None)
        self._edited.clear()
        self._may_load |= self._to_load
        self._to_load.clear()
        self._room = MOST_CHARACTERS

    def colours(self, number: int, language: str, code: str) -> Sequence[Colour]:
        """Return the colours of the code of a fence; `number` is its index in the text."""
        if not is_coloured(language, code):
            self._shown.pop(number, None)
            return ()
        last = self._shown.get(number)
        if last is not None and last.language == language:
            if last.code == code:
                return last.colours
            moved = _moved(last, code)
            if moved is not None:
                self._shown[number] = _Shown(language, code, moved)
                self._edited.add(number)
                self._wait()
                return moved
        if not is_loaded(language) and language not in self._may_load:
            self._to_load.add(language)
            self._wait()
            return ()
        if len(code) > self._room:
            self._shown.pop(number, None)
            self._wait()
            return ()
        self._room -= len(code)
        colours = code_colours(language, code)
        self._shown[number] = _Shown(language, code, colours)
        return colours


def _moved(last: _Shown, code: str) -> list[Colour] | None:
    """Return the colours moved along with an edit of the code in one place; None for a larger change."""
    edit = difference(last.code, code)
    if edit is None or max(edit.span.length, len(edit.text)) > _LARGEST_EDIT:
        return None
    (before, changed_end), new, growth = edit.span, len(edit.text), edit.growth
    colours: list[Colour] = []
    for start, end, role in last.colours:
        begin = start if start < before else start + growth if start >= changed_end else before + new
        goes_on = end > before or (end == before and role == _COMMENT)  # a comment ends with its line
        stop = end + growth if goes_on and end >= changed_end else min(end, before)
        if begin < stop:
            colours.append(Colour(begin, stop, role))
    return colours
