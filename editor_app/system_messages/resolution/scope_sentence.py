"""Who gets a block, as one sentence: what its scope, its conditions and the blocks around it limit it to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.model.entities import Block, Scope, ancestors
from editor_app.system_messages.resolution.emphasis import Part, parts_of, plain, strong, strong_names
from editor_app.text import Sentence

_LINE = 110
_SHORTER = ((4, 40), (3, 40), (2, 40), (1, 40), (1, 20))
_WHOLE = (60, 200)
"""How many names of each list are shown, and how many characters of each."""


class ScopeSentence(NamedTuple):
    """The parts of the sentence for one line, its names strong; `whole` leaves out less."""

    parts: tuple[Part, ...]
    whole: str

    @property
    def text(self) -> str:
        """The sentence for one line."""
        return "".join(part.text for part in self.parts)


def scope_sentence(blocks: Sequence[Block], index: int) -> ScopeSentence:
    """Return who gets the block at `index` among all `blocks`: "Sent for `*.py`, in ask, with read_file."."""
    for shown in _SHORTER:
        line = _sentence(blocks, index, *shown)
        if len(plain(line)) <= _LINE:
            break
    return ScopeSentence(parts_of(line), plain(_sentence(blocks, index, *_WHOLE)))


def _sentence(blocks: Sequence[Block], index: int, most: int, length: int) -> str:
    """Return the sentence with marks."""
    body = blocks[index].body
    scope = body.scope or Scope()
    around = (blocks[place] for place in ancestors(tuple(blocks), index))
    outer = next((block for block in around if block.body.scope or block.body.conditions), None)
    conditions = [in_words(condition.kind, condition.value) for condition in body.conditions]
    limits = []
    if outer is not None:
        limits.append(Sentence("system_messages.limit-around", block=strong(outer.name, length)))
    for limit, names in (
        ("files", (*scope.apply_to, *scope.files)),
        ("modes", scope.modes),
        ("tools", scope.tools),
        ("conditions", conditions),
    ):
        if names:
            shown = strong_names(names, most, length)
            limits.append(Sentence("system_messages.limit", limit=limit, names=shown))
    if not limits:
        return Sentence("system_messages.always-sent")
    return Sentence("system_messages.sent-to", limits=limits)
