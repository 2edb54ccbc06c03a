"""Cases from rows that are pasted: a JSON list of objects, or CSV with a line of names."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from io import StringIO
from itertools import count
from typing import Final, NamedTuple

from editor_app.prompts.cases.cases import RECORDS, Case
from editor_app.structured.nodes import short_value
from editor_app.text import Sentence

_NAMES: Final = ("name", "case")
_DELIMITERS: Final = ",;\t|"
_LONGEST_CELL: Final = 1 << 24
_Row = Mapping[str, str | None]


class PastedCases(NamedTuple):
    """The cases that rows make; `left_out` are the names of values that nothing declares.

    `problem` says why there are none.
    """

    cases: tuple[Case, ...] = ()
    left_out: tuple[str, ...] = ()
    problem: str = ""


class _Refused(Exception):  # noqa: N818  it says why, and only this module sees it
    """The rows make no cases; the message is a sentence."""


def pasted_cases(text: str, known: Collection[str], taken: Iterable[str]) -> PastedCases:
    """Read rows as cases with names that are not `taken`; `known` are the variables, empty for any."""
    text = text.removeprefix("\ufeff").strip("\r\n")
    if not text.strip():
        return PastedCases()
    try:
        rows = list(_json_rows(text, known) if text.lstrip()[0] in "[{" else _csv_rows(text, known))
    except _Refused as refused:
        return PastedCases(problem=str(refused))
    except RecursionError:
        return PastedCases(problem=Sentence("prompts.pasted-too-deep"))
    if not rows:
        return PastedCases(problem=Sentence("prompts.pasted-names-alone"))
    names = dict.fromkeys(name for _, row in rows for name in row)
    left_out = dict.fromkeys(name for name in names if known and name not in known)
    given = _free_names((" ".join((wanted or "").split()) or "case 1" for wanted, _ in rows), taken)
    cases = tuple(
        Case(name, {key: value for key, value in row.items() if key not in left_out})
        for name, (_, row) in zip(given, rows, strict=True)
    )
    return PastedCases(cases, tuple(left_out))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: the wanted one, or with another number at its end."""
    return next(_free_names([wanted], taken))


def _free_names(wanted: Iterable[str], taken: Iterable[str]) -> Iterator[str]:
    """Yield names of which each is another, and none is taken."""
    used, numbers = set(taken), dict[str, Iterator[int]]()
    for name in wanted:
        free = name
        if name in used:
            head, _, number = name.rpartition(" ")
            start = head if number.isdecimal() and head else name
            further = numbers.setdefault(start, count(2))
            free = next(other for at in further if (other := f"{start} {at}") not in used)
        used.add(free)
        yield free


def _json_rows(text: str, known: Collection[str]) -> Iterator[tuple[str | None, _Row]]:
    try:
        data = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise _Refused(Sentence("prompts.pasted-no-json", line=line)) from None
    listed = data.get("cases", [data]) if isinstance(data, dict) else data
    if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
        raise _Refused(Sentence("prompts.pasted-no-list"))
    for number, item in enumerate(listed, 1):
        own = item.get("values")
        is_case = isinstance(own, dict) and item.keys() <= set(RECORDS.record_keys)
        name = item.pop("name" if is_case else _name_among(item, known), None)
        values = own if is_case else item
        yield (
            name if isinstance(name, str) else None,
            {key: _json_text(key, value, number) for key, value in values.items()},
        )


def _name_among(keys: Iterable[str], known: Collection[str]) -> str:
    """Return the key of what a case is called, "" without one."""
    return next((key for key in keys if key.casefold() in _NAMES and key not in known), "")


def _json_text(key: str, value: object, number: int) -> str | None:
    if isinstance(value, (list, dict)):
        what = "list" if isinstance(value, list) else "object"
        raise _Refused(Sentence("prompts.pasted-no-text", name=short_value(key), row=number, what=what))
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _csv_rows(text: str, known: Collection[str]) -> Iterator[tuple[str | None, _Row]]:
    """Yield the rows; an empty cell is not given."""
    limit = csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), strict=True))
    except csv.Error as error:
        raise _Refused(Sentence("prompts.pasted-no-csv", why=str(error))) from None
    finally:
        csv.field_size_limit(limit)
    heads = [head.strip() for head in rows[0]]
    if not all(heads) or len(set(heads)) < len(heads):
        raise _Refused(Sentence("prompts.pasted-heads"))
    named = _name_among(heads, known)
    for number, cells in enumerate(rows[1:], 2):
        if len(cells) > len(heads):
            raise _Refused(
                Sentence("prompts.pasted-too-many", row=number, cells=len(cells), columns=len(heads))
            )
        if any(cells):
            row = {head: cell for head, cell in zip(heads, cells, strict=False) if cell}
            yield row.pop(named, None), row


def _delimiter(text: str) -> str:
    """Return what stands between cells: the mark that the first line has most often, outside of quotes."""
    outside = "".join(text.split("\n", 1)[0].split('"')[::2])
    return max(_DELIMITERS, key=outside.count)
