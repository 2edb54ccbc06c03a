"""Answers to questions for the values of variables, which are asked off the window's thread."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from editor_app.variables.resolver import Snapshot

AT_ONCE: Final = 4
"""How many questions a runner answers at once: each may wait for files or for git."""


def with_answer(known: Snapshot | None, answer: Snapshot) -> Snapshot:
    """Return what is known with one more answer; its context and time are those of the first."""
    if known is None:
        return answer
    return replace(known, values={**known.values, **answer.values}, notes={**known.notes, **answer.notes})
