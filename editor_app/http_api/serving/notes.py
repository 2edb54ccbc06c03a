"""What the log says of a request beside its status: why it was refused, or which fault it met.

The app and the server note it in the request's scope, and the log takes it from there.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.types import Scope

_KEY = "foreword.notes"
_MOST_FRAMES = 8


def notes_of(scope: Scope) -> dict[str, Any]:
    """Return the notes on a request, which can be added to."""
    notes: dict[str, Any] = scope.setdefault(_KEY, {})
    return notes


def note_refusal(scope: Scope, code: str) -> None:
    """Note why a request is refused: a code only, as messages may quote what was sent."""
    notes_of(scope).setdefault("refused", code)


def note_fault(scope: Scope, error: BaseException) -> str:
    """Note a fault of the program; return the number that the answer and the log both have."""
    number = secrets.token_hex(4)
    notes_of(scope).update(fault=number, error=fault_place(error))
    return number


def fault_place(error: BaseException) -> str:
    """Return the class of an exception and where it came from; its message may quote a text."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' '.join(places[-_MOST_FRAMES:])}"
