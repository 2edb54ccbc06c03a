"""Where tags are in the source: in templates, in the contents of blocks, and in what is none."""

from __future__ import annotations

import pytest

from editor_app.analysis.analysis import analyse
from editor_app.analysis.editing.tag_places import TagPlaces
from editor_app.library.kinds import Kind

HEAD = "id: m\nblocks:\n  - id: a\n    type: identity\n    priority: 1\n"


def tags_in(source: str, kind: Kind = Kind.SYSTEM_MESSAGE) -> list[str]:
    places = TagPlaces(analyse(source, kind, "name"))
    return [span.of(source) for span, _ in places.between(0, len(source))]


@pytest.mark.parametrize(
    ("content", "tags"),
    [
        ("    content: |\n      😀 [git:branch]\n      [if git:branch]\n\n      x[endif]\n", 3),
        ("    content: >-\n      a [git:branch]\n      b [git:branch]\n", 2),
        ('    content: "\\u0041 [git:branch]"\n', 1),
        ("    content: {format: json, text: '[git:branch]'}\n", 0),
        ("    content: [git:branch]\n", 0),
        ("    content:\n", 0),
        ("    content: |\n      [git:branch\n", 0),
        (f"    content: |\n      [git:branch] {'x' * 30_000}\n", 0),
        (
            "    content: |\n      [git:branch]\n    children:\n    - {id: b, content: '[git:branch]'}\n",
            2,
        ),
    ],
    ids=["literal", "folded", "escaped", "data", "list", "empty", "unclosed", "too long", "nested"],
)
def test_tags_of_contents_are_found_where_they_are_written(content, tags):
    found = tags_in(HEAD + content)
    assert len(found) == tags
    assert set(found) <= {"[git:branch]", "[if git:branch]", "[endif]"}


def test_tags_of_a_template_are_its_own_and_a_broken_file_has_none():
    assert tags_in("a {{x}}", Kind.DOCUMENT) == ["{{x}}"]
    assert tags_in("blocks: [") == []
    assert tags_in("", Kind.OTHER) == []


def test_only_what_touches_a_part_is_found():
    source = HEAD + "    content: |\n" + "      [git:branch]\n" * 9
    at = source.index("[git:branch]")
    assert [
        span.start for span, _ in TagPlaces(analyse(source, Kind.SYSTEM_MESSAGE, "n")).between(at, at + 5)
    ] == [at]
