"""Documents in JSON with each place holding each type of JSON, one at a time."""

from __future__ import annotations

from collections.abc import Iterator

ODD_VALUES = (None, True, -1, 1.5, 10**30, "", "\ud800", [], {}, [[None]], ["x"], [{}], {"a": 1})


def variants(document: object) -> Iterator[object]:
    """Give the document with each value in it, itself included, replaced by each odd one, and left out."""
    yield from ODD_VALUES
    if isinstance(document, dict):
        for key, value in document.items():
            rest = {name: other for name, other in document.items() if name != key}
            yield rest
            yield from (document | {key: other} for other in variants(value))
    elif isinstance(document, list):
        for index, value in enumerate(document):
            before, after = document[:index], document[index + 1 :]
            yield before + after
            yield from ([*before, other, *after] for other in variants(value))
