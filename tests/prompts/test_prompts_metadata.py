"""The metadata of documents: read from YAML and TOML, shown, never sent; problems stand at their place."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest
from counted_patterns import patterns_of, steps_of_match
from counted_work import assert_work_in_proportion, assert_work_is_bounded, work_of
from hypothesis import example, given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse, read_document
from editor_app.library.kinds import Kind
from editor_app.prompts.checking.checking import check_document, check_prompt
from editor_app.prompts.metadata import metadata_words, plain_metadata
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
        ("---\na: 2026-13-45\n---\n", "yaml-value", (2, 4)),
        ("---\na: 2026-02-29T01:02:03Z\n---\n", "yaml-value", (2, 4)),
        ("---\na: !!int ''\n---\n", "yaml-value", (2, 4)),
        ("---\nb: 1\na: [x, =]\n---\n", "yaml-value", (3, 8)),
        ("---\nb: 1\na: 1" + ":1" * 300 + ".5\n---\n", "yaml-value", (3, 4)),
        ("---\nb: " + "1:" * 20_000 + "1\n---\n", "yaml-value", (2, 4)),
        ("---\nb: " + "1" * 5000 + "\n---\n", "yaml-value", (2, 4)),
        ("---\na: !!omap [1]\n---\n", "yaml-value", (2, 1)),
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
    assert "This frontmatter is TOML, between ‘+++’ lines" in error.message
    fixed = check_prompt(apply_edits(source, error.fixes[0].edits), "test.md")
    assert fixed.diagnostics == ()
    assert (fixed.prompt.name, fixed.prompt.version) == ("test", "1.0.0")
    commented = check_prompt(source.replace("+++\n\n", "# a comment\n+++\n\n"), "test.md")
    assert commented.diagnostics[0].fixes == (), "a fix would lose the comment"


@pytest.mark.parametrize(
    "head", ["at = 07:32:00\n", "list = [" + "'some text', " * 200 + "]\n"], ids=["time of day", "long"]
)
def test_toml_that_yaml_cannot_say_or_that_is_long_is_not_rewritten(head):
    [error] = check_prompt(f"+++\n{head}+++\nHi\n", "test.md").diagnostics
    assert (error.code, error.fixes) == ("INVALID_FRONTMATTER", ())


@pytest.mark.parametrize("is_fast", [True, False])
def test_toml_is_not_rewritten_to_another_text(monkeypatch, is_fast):
    if not is_fast:  # PyYAML without its library in C writes this line break so that it is read as a blank
        monkeypatch.delattr("yaml.CSafeDumper", raising=False)
    source = f'+++\nname = "x\\u0085y"\nfast = {str(is_fast).lower()}\n+++\nHi\n'
    [error] = check_prompt(source, "test.md").diagnostics
    for fix in error.fixes:
        assert document(apply_edits(source, fix.edits)).metadata["name"] == "x\x85y"
    assert is_fast or not error.fixes


VALUES = (
    "a = 1979-05-27T07:32:00Z\nb = 1979-05-27T00:32:00.999999-07:00\n"
    "c = 1979-05-27 07:32:00\nd = 1979-05-27\n"
    "e = [nan, -inf, -0.0, 1e3, 1.0]\nf = 'yes'\ng = '1.0.0'\n"
    "h = \"a\\n---\\nb\"\n[i]\nk = true\n[[i.l]]\nm = 'é'\n"
)


def test_toml_rewritten_as_yaml_says_the_same_in_the_same_types():
    source = f"+++\n{VALUES}+++\nHi\n"
    [error] = check_prompt(source, "test.md").diagnostics
    rewritten = document(apply_edits(source, error.fixes[0].edits))
    assert repr(dict(rewritten.metadata)) == repr(dict(document(source).metadata)).replace(
        "tzinfo=datetime.timezone(datetime.timedelta(0))", "tzinfo=datetime.timezone.utc"
    )
    assert rewritten.template.source == "Hi"


@pytest.mark.parametrize(
    "head",
    [
        "+++\nx = 0x{}\n+++\n",
        "---\nx: 0x{}\n---\n",
        "---\n? 0x{}\n: x\n---\n",
        "---\nx: !!set {{0x{}}}\n---\n",
    ],
    ids=["TOML", "YAML", "key", "set"],
)
def test_a_number_of_thousands_of_digits_is_shown_as_text(head):
    analysis = document(head.format("F" * 6000))
    assert analysis.diagnostics == ()
    plain = plain_metadata(analysis.metadata)
    [(key, value)] = metadata_words(analysis.metadata)
    shown = "0x" + "f" * 58 + "…"
    assert plain in ({"x": shown}, {shown: "x"}, {"x": [shown]})
    assert "0xffff" in key + value
    assert len(json.dumps(plain)) + len(key) + len(value) < 400


def test_a_date_costs_a_check_no_second_reading():
    rows = "".join(f"key{number}: value 'of' {number}\n" for number in range(100))

    def work_with(value):
        return work_of(lambda: check_document(f"---\nchanged: {value}\n{rows}---\nText").diagnostics)

    work_with("2024-01-02 01:02:03+01:00")  # takes what is imported once
    with_text = work_with("'some text'")
    for value in ("2024-01-02", "2024-01-03 01:02:03+01:00", "0x10"):
        assert work_with(value) < 1.2 * with_text + 100, "reading it all again takes twice as much"


def test_toml_in_a_prompt_file_is_rewritten_once_for_all_keys_in_its_body():
    head = "+++\n" + "".join(f"key{number} = 'value {number}'\n" for number in range(60)) + "+++\n"
    first, second = (
        work_of(lambda body=body: check_prompt(head + body, "a.md").diagnostics) for body in "xy"
    )
    assert check_prompt(head, "a.md").diagnostics[0].fixes
    assert second * 10 < first


def test_long_toml_in_a_prompt_file_takes_no_longer_at_each_key():
    def prepared(lines):
        head = "+++\n" + "".join(f"key{number} = 'a value'\n" for number in range(lines)) + "+++\n"
        return lambda: check_prompt(head + "Hi", "a.md").diagnostics

    assert_work_is_bounded(prepared, 400)


NUMBERS = st.builds(
    lambda start, digits, count: start + digits * count,
    st.sampled_from(["0x", "-0x", "0o", "0b", "0", "1", "1:1"]),
    st.sampled_from(["7", "1", "F", ":1", "_1"]),
    st.sampled_from([1, 5, 700, 3700, 5000, 11_000]),
)
OTHERS = st.sampled_from(
    ["07:32:00", "2020-01-01T07:32:00+02:00", "2020-01-01", '"x\\u0085y"', "true", "nan", "=", "<<"]
)
LINES = st.lists(st.tuples(NUMBERS | OTHERS, st.booleans()), min_size=1, max_size=3)


@st.composite
def heads(draw):
    mark = draw(st.sampled_from(["+++", "---"]))
    if draw(st.booleans()):
        return mark, draw(st.text(alphabet="+-\na=1[]{}'\".:# \\&*!<~0x9", max_size=60))
    lines = []
    for number, (value, is_key) in enumerate(draw(LINES)):
        key, said = (value, "1") if is_key else (f"k{number}", value)
        lines.append(f"{key} = {said}" if mark == "+++" else f"? {key}\n: {said}")
    return mark, "\n".join(lines)


@given(heads())
@example(("+++", "x = 0x" + "F" * 6000))
@example(("---", "x: 0x" + "F" * 6000))
@example(("+++", "x = 07:32:00"))
def test_any_metadata_gives_a_result(head):
    mark, text = head
    source = f"{mark}\n{text}\n{mark}\n"
    analysis = document(source)
    json.dumps(plain_metadata(analysis.metadata), allow_nan=False)
    metadata_words(analysis.metadata)
    for fix in (fix for problem in check_prompt(source, "a.md").diagnostics for fix in problem.fixes):
        if fix.title == "Write it as YAML":
            rewritten = document(apply_edits(source, fix.edits))
            assert plain_metadata(rewritten.metadata) == plain_metadata(analysis.metadata)


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
from editor_app.prompts.checking.checking import check_document
from editor_app.prompts.metadata import read_metadata
def loaded(): return sorted({"frontmatter", "yaml", "tomllib"} & set(sys.modules))
lines = ("title: x", "date: 2026-11-22", "at: 2026-11-22T01:02:03Z", "order: 0", "done: yes")
check_document("\\n".join(("---", *lines, "---", "Body"))).diagnostics
print(*loaded())
read_metadata("---\\ntitle: x\\n---\\n")
print(*loaded())
check_document("+++\\ntitle = 1\\n+++\\nBody").diagnostics
print(*loaded())
"""


def test_the_libraries_are_loaded_when_metadata_is_asked_for():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["", "frontmatter yaml", "frontmatter tomllib yaml"]
