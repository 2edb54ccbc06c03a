"""Rows of JSON and CSV become cases, or the reason why not is said."""

from __future__ import annotations

import pytest

from editor_app.prompts.cases.pasted_cases import free_name, pasted_cases

KNOWN = ("url", "title")


def values(text: str, known=KNOWN) -> list[tuple[str, dict[str, str | None]]]:
    made = pasted_cases(text, known, ("taken",))
    assert not made.problem
    return [(case.name, dict(case.values)) for case in made.cases]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_has_any_of_the_usual_delimiters(delimiter):
    text = '\ufeffname,url,title\r\nhome,"a,b","say ""hi"""\r\n\r\n'.replace(",", delimiter)
    assert values(text) == [("home", {"url": f"a{delimiter}b", "title": 'say "hi"'})]


def test_an_empty_cell_is_not_given_and_a_quoted_one_has_lines():
    assert values('url,title\n,"two\nlines"\nx\n') == [
        ("case 1", {"title": "two\nlines"}),
        ("case 2", {"url": "x"}),
    ]


def test_json_is_a_list_of_objects_or_a_file_of_cases():
    assert values('[{"name": "a", "url": 1.10, "title": null}, {"url": true}]') == [
        ("a", {"url": "1.10", "title": None}),
        ("case 1", {"url": "true"}),
    ]
    assert values('{"cases": [{"name": "taken", "values": {"url": "x"}}]}') == [("taken 2", {"url": "x"})]
    assert values('{"url": "one"}') == [("case 1", {"url": "one"})]


def test_names_are_one_line_and_each_another():
    assert [name for name, _ in values('name,url\n"two\nlines",1\ntwo lines,2\n taken ,3\n')] == [
        "two lines",
        "two lines 2",
        "taken 2",
    ]
    assert free_name("case 9", {"case 9", "case 2"}) == "case 3"


def test_what_is_not_declared_is_left_out_and_named():
    made = pasted_cases("url,lang,name\nx,en,a\n", KNOWN, ())
    assert made.left_out == ("lang",)
    assert dict(made.cases[0].values) == {"url": "x"}
    assert values("lang,name\nen,a\n", known=()) == [("a", {"lang": "en"})]
    assert values("name,url\nAda,x\n", known=("name", "url")) == [("case 1", {"name": "Ada", "url": "x"})]


@pytest.mark.parametrize("text", ["x\x0cy", "x\u2028y", "x\x1cy", "x\x85y"])
def test_a_cell_keeps_what_is_no_line_end(text):
    assert values(f"name,url\na,{text}\n") == [("a", {"url": text})]


def test_a_name_of_json_is_that_of_csv_and_a_variable_is_no_name():
    assert values('[{"case": "a", "url": "x"}]') == values("case,url\na,x\n") == [("a", {"url": "x"})]
    row = [("case 1", {"name": "Anna", "url": "u"})]
    assert values('[{"name": "Anna", "url": "u"}]', ("name", "url")) == row
    assert values('[{"name": "a", "values": {"name": "b"}}]', ("name",)) == [("a", {"name": "b"})]
    assert values('[{"values": "v", "url": "u"}]', ("values", "url")) == [
        ("case 1", {"values": "v", "url": "u"})
    ]
    of_a_variable = pasted_cases('[{"values": {"x": "1"}, "url": "u"}]', ("values", "url"), ())
    assert of_a_variable.problem == "‘values’ of row 1 is an object; it must be text."


def test_very_many_rows_without_names_are_numbered_at_once():
    names = [name for name, _ in values("url\n" + "x\n" * 40_000)]
    assert (names[1], names[-1]) == ("case 2", "case 40000")


def test_a_long_value_is_taken_whole():
    assert values(f"url\n{'x' * 1_000_000}\n") == [("case 1", {"url": "x" * 1_000_000})]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("url,title\na,b,c\n", "Row 2 has 3 cells, and there are 2 columns."),
        ("url,url\na,b\n", "The first line must have a name for each column, each another."),
        ("url,title\n", "There are only names, and no rows of values below them."),
        ('url\n"open\n', "This can’t be read as CSV: unexpected end of data."),
        ("[1, 2]", "This JSON is not a list of objects, such as those of a file of cases."),
        ('{"cases": 3}', "This JSON is not a list of objects, such as those of a file of cases."),
        ('[{"url": ["a"]}]', "‘url’ of row 1 is a list; it must be text."),
        ("[{]", "This can’t be read as JSON, from line 1 on."),
    ],
)
def test_why_there_are_none_is_said(text, problem):
    made = pasted_cases(text, KNOWN, ())
    assert (made.cases, made.problem) == ((), problem)


def test_nested_too_deeply_is_no_exception():
    assert pasted_cases("[" * 100_000, KNOWN, ()).problem == "This JSON is nested too deeply."
    assert pasted_cases(" \n", KNOWN, ()).problem == ""
