"""Pauses in long work: who waits for it may have a turn wherever the work calls `PAUSE.get()()`."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

PAUSE: Final[ContextVar[Callable[[], object]]] = ContextVar("PAUSE", default=bool)
"""What is called at each pause; `bool` does nothing, and costs less than a function would."""
