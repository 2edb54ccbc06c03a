"""Cases that share what is dear to set up, a window above all: the one that fails is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def in_case(name: object) -> Iterator[None]:
    """Say with whatever fails within that it was in the case `name`."""
    try:
        yield
    except BaseException as error:  # those of pytest itself are no `Exception`
        error.add_note(f"in the case {name!r}")
        raise
