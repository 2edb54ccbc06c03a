"""Who gets a block, as one sentence: what its scope, its conditions and the blocks around it limit it to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from editor_app.system_messages.model.condition_values import in_words
from editor_app.system_messages.model.entities import Block, Scope, ancestors
from editor_app.system_messages.resolution.constraints import listed
from editor_app.text import Span

_LINE = 110
_SHORTER = ((4, 40), (3, 40), (2, 40), (1, 40), (1, 20))
_WHOLE = (60, 200)
"""How many names of each list are shown, and how many characters of each."""


class ScopeSentence(NamedTuple):
    """The sentence for one line, with the spans of the names in it; `whole` leaves out less."""

    text: str
    names: tuple[Span, ...]
    whole: str


def scope_sentence(blocks: Sequence[Block], index: int) -> ScopeSentence:
    """Return who gets the block at `index` among all `blocks`: "Sent for `*.py`, in ask, with read_file."."""
    limits = _limits(blocks, index)
    if not limits:
        return ScopeSentence("Always sent.", (), "Always sent.")
    for shown in _SHORTER:
        pieces = _pieces(limits, *shown)
        if sum(map(len, pieces)) <= _LINE:
            break
    names, at = [], 0
    for place, piece in enumerate(pieces):
        if place % 2:
            names.append(Span(at, at + len(piece)))
        at += len(piece)
    return ScopeSentence("".join(pieces), tuple(names), "".join(_pieces(limits, *_WHOLE)))


def _limits(blocks: Sequence[Block], index: int) -> list[tuple[str, Sequence[str], str]]:
    """Return each limit: the word before its names, the names, and the word between the last two."""
    body = blocks[index].body
    scope = body.scope or Scope()
    conditions = [in_words(condition.kind, condition.value) for condition in body.conditions]
    around = (place for place in ancestors(tuple(blocks), index) if _is_limited(blocks[place]))
    above = [blocks[place].name for place in around][:1]
    limits = (
        ("where", above, "and"),
        ("for", (*scope.apply_to, *scope.files), "or"),
        ("in", scope.modes, "or"),
        ("with", scope.tools, "or"),
        ("when", conditions, "and"),
    )
    return [limit for limit in limits if limit[1]]


def _is_limited(block: Block) -> bool:
    return block.body.scope is not None or bool(block.body.conditions)


def _pieces(limits: Sequence[tuple[str, Sequence[str], str]], most: int, length: int) -> list[str]:
    """Return the pieces of the sentence, the names at odd indexes."""
    pieces = ["Sent"]
    for word, names, between in limits:
        first, *rest = listed(names, between, most, length)
        pieces[-1] += f"{', ' if len(pieces) > 1 and word != 'where' else ' '}{word} {first}"
        pieces += rest
        if word == "where":
            pieces[-1] += " is"
    pieces[-1] += "."
    return pieces
