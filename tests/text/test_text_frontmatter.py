"""The frontmatter's place is found in any text, in one pass."""

from __future__ import annotations

import pytest
from counted_work import ReadText, assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter, unclosed_toml

PARTS = st.lists(
    st.sampled_from(
        ["---", "--- ", "---\t", "----", "+++", "+++ ", "++++", "--- x", "", " ", "a: 1", "  b", "\f---"]
    )
).map("\n".join)


@pytest.mark.parametrize(
    ("source", "yaml", "body"),
    [
        ("---\na: 1\n---\nbody", "a: 1\n", "body"),
        ("--- \t\na: 1\n---  \n\nbody", "a: 1\n", "\nbody"),
        ("---\n---", "", ""),
        ("---\n---x\n----\n---\n\n---\n", "---x\n----\n", "\n---\n"),
        ("---\na\n---", "a\n", ""),
    ],
)
def test_a_closed_frontmatter(source, yaml, body):
    found = split_frontmatter(source)
    assert found.closed
    assert (found.metadata.of(source), found.body.of(source)) == (yaml, body)


@pytest.mark.parametrize(
    ("source", "metadata", "body"),
    [
        ("+++\na = 1\n+++\nbody", "a = 1\n", "body"),
        ("+++ \t\na = 1\n---\n+++  \n\nbody", "a = 1\n---\n", "\nbody"),
        ("+++\n+++", "", ""),
    ],
)
def test_toml_between_plus_signs(source, metadata, body):
    found = split_frontmatter(source)
    assert (found.format, found.closed) == (FrontmatterFormat.TOML, True)
    assert (found.metadata.of(source), found.body.of(source)) == (metadata, body)


def test_toml_that_is_never_closed_is_text():
    source = "+++\na = 1\n\nbody"
    assert split_frontmatter(source) is None
    assert unclosed_toml(source).metadata.of(source) == "a = 1\n"
    assert unclosed_toml("+++\na = 1\n+++\n") is unclosed_toml("---\n") is None


@pytest.mark.parametrize(
    "source",
    [
        "++++\n++++\n",
        "+++ a\n+++\n",
        "\n+++\n+++\n",
        "```\n+++\n+++\n",
        "{\n}\n",
        "",
        "\n---\na: 1\n---\n",
        "----\n",
        "--- # x\n---\n",
        " ---\n---\n",
        "text",
    ],
)
def test_no_frontmatter(source):
    assert split_frontmatter(source) is None


@pytest.mark.parametrize(
    ("source", "yaml"),
    [
        ("---", ""),
        ("---\n", ""),
        ("---\na: 1\n\nbody\n", "a: 1\n"),
        ("---\n\na: 1", "\na: 1"),
        ("---\na: 1\n  \nb", "a: 1\n"),
    ],
)
def test_an_unclosed_one_ends_before_its_first_blank_line(source, yaml):
    found = split_frontmatter(source)
    assert not found.closed
    assert found.metadata.of(source) == yaml


@given(PARTS)
def test_the_parts_are_the_whole_text(source):
    found = split_frontmatter(source)
    if found is not None:
        parts = (found.opening, found.metadata, found.closing, found.body)
        assert "".join(span.of(source) for span in parts) == source
        assert source.startswith(found.format.mark)
        assert found.closed or found.format is FrontmatterFormat.YAML
        assert found.closed == bool(found.closing.length)


@pytest.mark.parametrize(
    "near_fences",
    [lambda count: "---x\n" * count, lambda count: "---" + " " * count + "x\n", lambda count: "\n" * count],
    ids=["lines", "blanks", "blank lines"],
)
def test_near_fences_are_read_once(near_fences):
    def characters_read(count):
        text = ReadText("---\n" + near_fences(count))
        split_frontmatter(text)
        return text.read

    assert_work_in_proportion(lambda count: lambda: split_frontmatter("---\n" + near_fences(count)), 1_000)
    assert characters_read(10_000) < 11 * characters_read(1_000) + 100
