"""The metadata of documents: read from YAML and TOML, shown, never sent; problems stand at their place."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest
from counted_patterns import patterns_of, steps_of_match
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis import analyse, read_document
from editor_app.library import Kind
from editor_app.prompts import check_document, check_prompt, metadata_words, plain_metadata
from editor_app.structured import toml_reader
from editor_app.text import LineIndex, Severity, apply_edits

HEAD = 'title = "A guide" # for all\ndate = 2026-11-22\n\n[params]\nweight = [1, nan]\n'
TOML = f"+++\n{HEAD}+++\n\nHello {{{{name}}}}.\n"


def document(source):
    return analyse(source, Kind.DOCUMENT, "guide.md")


def test_toml_is_metadata_and_not_sent():
    analysis = document(TOML)
    assert analysis.diagnostics == ()
    assert analysis.template.source == "Hello {{name}}."
    assert analysis.outline[0].label == "frontmatter"
    assert analysis.metadata["date"] == date(2026, 11, 22)
    plain = plain_metadata(analysis.metadata)
    assert json.loads(json.dumps(plain, allow_nan=False)) == {
        "title": "A guide", "date": "2026-11-22", "params": {"weight": [1, "nan"]},
    }  # fmt: skip
    assert metadata_words(analysis.metadata) == (
        ("title", "A guide"),
        ("date", "2026-11-22"),
        ("params", "weight: 1, nan"),
    )


def test_yaml_and_toml_give_the_same_metadata():
    yaml = document(
        "---\ntitle: A guide\ndate: 2026-11-22\nparams: {weight: [1, 2]}\ndone: true\n---\nBody\n"
    )
    toml = document(
        '+++\ntitle = "A guide"\ndate = 2026-11-22\nparams.weight = [1, 2]\ndone = true\n+++\nBody\n'
    )
    assert dict(yaml.metadata) == dict(toml.metadata)
    assert ("done", "true") in metadata_words(toml.metadata)
    assert yaml.template.source == toml.template.source == "Body"


@pytest.mark.parametrize("data", [TOML.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + TOML.encode()])
def test_line_ends_and_a_byte_order_mark_change_nothing(data):
    analysis = read_document(data, Kind.DOCUMENT, "guide.md")
    assert analysis.metadata == document(TOML).metadata
    assert analysis.template.source == "Hello {{name}}."


def test_what_begins_with_a_brace_is_text():
    source = '{\n"a": 1\n}\n\ntext'
    assert document(source).metadata == {}
    assert document(source).template.source == source


@pytest.mark.parametrize(
    ("source", "code", "place"),
    [
        ("+++\na = 1\nb =\n+++\n", "toml-syntax", (3, 3)),
        ("+++\na = 1\na = 2\n+++\n", "toml-syntax", (3, 5)),
        ("+++\na = '''\nx\n+++\nfoo", "toml-syntax", (3, 1)),
        ("+++\na = " + "1" * 5000 + "\n+++\n", "toml-syntax", (2, 1)),
        ("+++\na = " + "[" * 3000 + "\n+++\n", "toml-limit", (2, 69)),
        ("+++\n" + "a." * 3000 + "a = 1\n+++\n", "toml-limit", (2, 130)),
        ("+++\na = '" + "x" * 200_000 + "'\n+++\n", "toml-limit", (2, 1)),
        ("---\na: [\n---\n", "yaml-syntax", (2, 4)),
        ("---\na: 2026-13-45\n---\n", "yaml-value", (2, 1)),
        ("---\na: !!int ''\n---\n", "yaml-value", (2, 1)),
        ("---\na: " + "[" * 3000 + "\n---\n", "yaml-limit", (2, 67)),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_what_is_wrong_is_a_note_at_its_place(source, code, place):
    analysis = document(source)
    [note] = analysis.diagnostics
    assert (note.code, note.severity) == (code, Severity.INFORMATION)
    assert LineIndex(source).position(note.span.start) == place
    assert analysis.metadata == {}


def test_a_bomb_of_aliases_is_not_followed():
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    analysis = document(f"---\na0: &a0 [x]\n{levels}---\nBody\n")
    assert [note.code for note in analysis.diagnostics] == ["yaml-limit"]
    assert analysis.metadata == {}


def test_toml_that_is_never_closed_is_sent_and_said():
    source = "+++\ntitle = 'x'\n\nBody\n"
    analysis = document(source)
    [note] = analysis.diagnostics
    assert (note.code, note.severity) == ("unclosed-frontmatter", Severity.INFORMATION)
    assert analysis.template.source == source.rstrip()
    closed = document(apply_edits(source, note.fixes[0].edits))
    assert closed.diagnostics == ()
    assert closed.template.source == "Body"


def test_a_prompt_file_with_toml_says_what_to_write():
    lines = "name = 'test'\nversion = '1.0.0'\ndescription = 'A test'\nmax_tokens = 100\nvariables = []\n"
    source = f"+++\n{lines}+++\n\nBody\n"
    check = check_prompt(source, "test.md")
    [error] = check.diagnostics
    assert (error.code, error.span) == ("INVALID_FRONTMATTER", (0, 3))
    assert "a prompt file’s is YAML, between ‘---’ lines" in error.message
    fixed = check_prompt(apply_edits(source, error.fixes[0].edits), "test.md")
    assert fixed.diagnostics == ()
    assert (fixed.prompt.name, fixed.prompt.version) == ("test", "1.0.0")
    commented = check_prompt(source.replace("+++\n\n", "# a comment\n+++\n\n"), "test.md")
    assert commented.diagnostics[0].fixes == (), "a fix would lose the comment"


@given(st.text(alphabet="+-\na=1[]{}'\".:# \\&*!<~0x9", max_size=60), st.sampled_from(["+++", "---"]))
def test_any_metadata_gives_a_result(text, mark):
    analysis = document(f"{mark}\n{text}\n{mark}\n")
    json.dumps(plain_metadata(analysis.metadata), allow_nan=False)
    metadata_words(analysis.metadata)


@pytest.mark.parametrize("part", ['"', '"""', "'''", "'", '\\"', "[", "a.", "#", "a=", '""""'])
def test_looking_for_depth_reads_once(part):
    def head(length):
        return f"+++\n{(part * length)[:length]}\n+++\n"

    assert_work_in_proportion(lambda length: lambda: check_document(head(length)), 200)
    for pattern in patterns_of(toml_reader):
        few, many = (steps_of_match(pattern, (part * length)[:length]) for length in (60, 600))
        assert many < 14 * few + 20


LOADED = """
import sys
from editor_app.prompts import check_document
from editor_app.prompts.metadata import read_metadata
def loaded(): return sorted({"frontmatter", "yaml", "tomllib"} & set(sys.modules))
check_document("---\\ntitle: x\\n---\\nBody").diagnostics
print(*loaded())
read_metadata("---\\ntitle: x\\n---\\n")
print(*loaded())
check_document("+++\\ntitle = 1\\n+++\\nBody").diagnostics
print(*loaded())
"""


def test_the_libraries_are_loaded_when_metadata_is_asked_for():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["", "frontmatter yaml", "frontmatter tomllib yaml"]
