"""The quick reader gives what the whole YAML reader gives, or nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.library.paths import sample_dir
from editor_app.structured.plain_reader import read_plain
from editor_app.structured.reading import read_yaml
from editor_app.structured.yaml_reader import compose
from editor_app.text import Span
from editor_app.text.frontmatter import split_frontmatter

LINES = [
    "a: 1",
    "b: x y # why",
    "c:",
    "d: 'it'",
    'e: "q" # r',
    "- a: 1",
    "-  b: [] ",
    "f: []",
    "on: off",
    "null: Null",
    "a: x",
]
LINES += ["", "# remark", "g: 1.10", "h: 1.2.3", "i: http://x/y?z#w", "j: a: b", "k: x:", "- c", "l", "m: |"]
LINES += [
    "n: é😀 \xa0",
    "o: ~",
    "p: 010",
    "q: -1",
    "- q: 'a''b'",
    "r: {x}",
    "s: 2026-03-04",
    "t: x#y",
    "u: 'a' b",
]
LINES += [
    "- a",
    "- 'b: c' # why",
    '- "x"',
    "- /x-y",
    "y: |",
    "z: |- # why",
    "ab: [a, 'b', \"c d\"]",
    "ac: {} ",
]
LINES += ["ad: [ a ,b/*.py]", "- [x]", "- {}", "- on", "    x", "   - y: z", "# no", "ae: |+"]
LINES += ["v:x", "---", "w: \\d", "x: y\tz", "yes: No "]
INDENTED = st.tuples(st.sampled_from(["", "", "  ", "    ", " "]), st.sampled_from(LINES)).map("".join)
DOCUMENTS = st.lists(INDENTED, max_size=8).map("\n".join)


@given(DOCUMENTS, st.booleans())
def test_what_the_quick_reader_reads_the_whole_one_reads_the_same_way(text, ends):
    source = f"é\n{text}\n" if ends else f"é\n{text}"
    span = Span(2, len(source))
    node = read_plain(source, span)
    if node is not None:
        assert (node, ()) == compose(source, span)


@given(st.text(st.sampled_from("ab1:-#' \"\n[]é\x85\u2028."), max_size=24))
def test_any_text(text):
    node = read_plain(text, Span(0, len(text)))
    if node is not None:
        assert (node, ()) == compose(text, Span(0, len(text)))


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: two words # why\nc: 'it'\nd:\n",
        "v:\n  # first\n  - name: a\n    required: true\n\n  - name: b\nw: []\n",
        "v:\n- name: a\n  x:\n    y: 1\n- name: b\nw: 1.2.3",
        "  a: 1\n  b:\n    c: 2\n",
        "# nothing but\na: b\n",
    ],
)
def test_what_most_frontmatters_are_is_read_quickly(text):
    assert read_plain(text, Span(0, len(text))) is not None


def test_the_samples_are_read_without_loading_the_library():
    for path in sample_dir().rglob("*.md"):
        source = path.read_text("utf-8")
        frontmatter = split_frontmatter(source)
        if frontmatter is None:  # instructions have none
            continue
        yaml = frontmatter.metadata
        assert (read_plain(source, yaml), ()) == compose(source, yaml) == read_yaml(source, yaml)
    code = (
        "import sys; from editor_app.prompts.checking.checking import check_prompt;"
        "assert check_prompt(sys.stdin.read(), 'page-analysis.md').prompt;"
        "assert not {'yaml', 'difflib'} & set(sys.modules)"
    )
    source = (sample_dir() / "defaults/page-analysis.md").read_bytes()
    subprocess.run([sys.executable, "-c", code], input=source, check=True, timeout=200)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# x\n",
        "a: 1\na: 2\n",
        "a: x\n  b: 1\n",
        "a: 1\n - b: 1\n",
        "a: |\n",
        "- a: 1\nb: 1\n",
        "a: " + "x" * 10**6,
    ],
)
def test_what_is_not_certain_is_left_to_the_whole_reader(text):
    assert read_plain(text, Span(0, len(text))) is None


def test_depth_is_left_to_the_whole_reader():
    deep = "".join(" " * level + "a:\n" for level in range(70))
    assert read_plain(deep, Span(0, len(deep))) is None
    assert read_yaml(deep)[1][0].code == "yaml-limit"
