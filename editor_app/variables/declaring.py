"""Declaring a variable in `variables.yaml`, as an edit of its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from editor_app.structured.editing.records import FORMAT, Record, RecordFile, add_records, is_newer
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import spell
from editor_app.text import Edit, Sentence, apply_edits
from editor_app.variables.catalog import Volatility, entry_for
from editor_app.variables.declarations import VARIABLE, read_variables

_FILE = RecordFile("variables", VARIABLE.keys, "variable", Sentence("variables.type-and-name"))

TO_DESCRIBE: Final = "What it is"
"""The description of a variable that was just declared, to be typed over."""

EMPTY_LIST: Final = f"""\
# The variables of this library, beside the ones that are built in. A template writes this one as [user:plan]:
#
# variables:
#   - type: user
#     name: plan
#     description: What the user pays for
#     volatility: conversation # or constant, day, turn: how long a value stays the same
#     sample: Team # is shown while nobody gives a value
#     supplied_by: The program that calls the model
format: {FORMAT}
variables: []
"""
"""The text of a file without variables, which shows how one is written."""


def declare_variable_edits(source: str, key: str) -> tuple[Edit, ...]:
    """Return the edits that declare `type:name` at the end of the list, as one that may change any turn.

    None where the file can't be read, a newer Foreword wrote it, or the name can't be declared.
    """
    node, problems = read_yaml(source)
    if (node is None and problems) or is_newer(node):
        return ()
    kind, _, name = key.partition(":")

    def fields(_column: int | None) -> Iterator[tuple[str, str]]:
        yield "type", spell(kind, flow=True)
        yield "description", TO_DESCRIBE
        yield "volatility", Volatility.TURN.value

    edits = add_records(source, node, _FILE, (Record(name, fields),))
    if not edits:
        return ()
    return edits if entry_for(key, read_variables(apply_edits(source, edits))[0]) is not None else ()
