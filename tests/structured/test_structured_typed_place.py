"""Where in a YAML file somebody types, however unreadable it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from editor_app.structured.typed_place import MOST_LINES, is_in_comment, keys_beside, typed_place

PATH = Path(__file__).parents[1] / "cases/structured/typed_places.yaml"
CASES = {case.pop("id"): case for case in yaml.load(PATH.read_text("utf-8"), yaml.CSafeLoader)}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_a_place_is_told_by_the_lines_around_it(case):
    before, _, behind = case["source"].partition("‸")
    source, offset = before + behind, len(before)
    place, beside = typed_place(source, offset), keys_beside(source, offset)
    found = {
        "source": case["source"],
        "path": list(place.path),
        "key": place.key,
        "typed": place.typed,
        "word": place.span.of(source),
        "line": place.line,
    }
    found |= {"beside": dict(beside.values)} if beside.values else {}
    found |= {"item": True} if beside.is_item else {}
    found |= {"comment": True} if is_in_comment(source, offset) else {}
    assert found == case
    assert place.span.end - len(place.span.of(source).removeprefix(place.typed)) == offset


@pytest.mark.parametrize(
    ("between", "path"),
    [(MOST_LINES - 1, ("a",)), (MOST_LINES, ())],
)
def test_keys_are_looked_for_so_many_lines_above(between, path):
    source = "a:\n" + "  # no\n" * between + "  b"
    assert typed_place(source, len(source)).path == path


@pytest.mark.parametrize(("between", "found"), [(MOST_LINES - 1, {"a": "1"}), (MOST_LINES, {})])
def test_keys_beside_are_looked_for_so_many_lines_away(between, found):
    lines = "\n" * between
    source = f"a: 1\n{lines}b"
    assert keys_beside(source, len(source)).values == found
    assert keys_beside(f"b\n{lines}a: 1", 1).values == found


@pytest.mark.parametrize(("count", "has_first"), [(999, True), (1000, True), (1001, False)])
def test_so_many_keys_beside_are_told(count, has_first):
    source = "".join(f"k{number}: 1\n" for number in range(count)) + "b"
    assert ("k0" in keys_beside(source, len(source)).values) == has_first


@pytest.mark.parametrize(("width", "key"), [(996, "k"), (997, "k"), (998, None)])
def test_so_many_columns_are_looked_at(width, key):
    source = f"k: {'-' * width}"
    assert typed_place(source, len(source)).key == key
    assert is_in_comment("#" + source[3:], width + 1) == (key is not None or width == 998)
