"""Tags that name nothing in the catalog, and the product's own variables."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import yaml
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Severity, apply_edits
from editor_app.variables.catalog import TEMPLATE_CATALOG, Volatility
from editor_app.variables.checks import check_catalog
from editor_app.variables.declarations import read_variables
from editor_app.variables.declaring import EMPTY_LIST, declare_variable_edits

BEFORE = "---\n"  # a source may begin anywhere in its file


def check(source: str, **options: object) -> tuple[Diagnostic, ...]:
    return check_catalog(parse(source, Dialect.BRACKETS, offset=len(BEFORE)), TEMPLATE_CATALOG, **options)


def only(source: str, **options: object) -> Diagnostic:
    (problem,) = check(source, **options)
    return problem


def fixed(source: str, problem: Diagnostic, title: str) -> str:
    (fix,) = [fix for fix in problem.fixes if fix.title == title]
    return apply_edits(BEFORE + source, fix.edits).removeprefix(BEFORE)


@pytest.mark.parametrize(
    "source",
    [
        "[system:time] [if git:status]x[endif] [file:any/path at all] [if !file:x]y[endif] [literal:[] plain",
        "[if literal:x]y[endif]",
        "[if nothing:here] never closed, so it is text",
        "[my-type:x] [IF a:b] [text](url)",
        "",
    ],
)
def test_what_is_fine(source: str):
    assert check(source) == ()


@pytest.mark.parametrize(
    ("source", "code", "sentence", "fix"),
    [
        (
            "a [fle:AGENTS.md] b",
            "unknown-type",
            "‘fle’ is not a variable type, so the tag renders as nothing.",
            "a [file:AGENTS.md] b",
        ),
        (
            "[ System:Time ]",
            "unknown-type",
            "‘System’ is not a variable type, so the tag renders as nothing.",
            "[ system:time ]",
        ),
        (
            "[sytem:tim]",
            "unknown-type",
            "‘sytem’ is not a variable type, so the tag renders as nothing.",
            "[system:time]",
        ),
        (
            "[if git:brnch]x[else]y[endif]",
            "unknown-name",
            "The type ‘git’ has no variable ‘brnch’, so the condition is never yes.",
            "[if git:branch]x[else]y[endif]",
        ),
        (
            "[if !prompt:modle]x[endif]",
            "unknown-name",
            "The type ‘prompt’ has no variable ‘modle’, so the condition is always yes.",
            "[if !prompt:model]x[endif]",
        ),
        (
            "[Note: this]",
            "unknown-type",
            "‘Note’ is not a variable type, so the tag renders as nothing.",
            None,
        ),
        ("[git:]", "unknown-name", "The type ‘git’ has no variable ‘’, so the tag renders as nothing.", None),
    ],
)
def test_unknown(source: str, code: str, sentence: str, fix: str | None):
    problem = only(source)
    meant = f" Did you mean ‘{problem.args['meant']}’?" if fix else ""
    assert (problem.code, problem.severity, problem.message) == (code, Severity.WARNING, sentence + meant)
    assert problem.span.of(BEFORE + source) == problem.args["name"]
    if fix is None:
        assert [each.title for each in problem.fixes] == ["Make it literal text"]
    else:
        assert fixed(source, problem, f"Use ‘{problem.args['meant']}’") == fix
        assert check(fix) == ()


@pytest.mark.parametrize(
    ("source", "literal"),
    [
        ("See [Note: this] ok", "See [literal:[]Note: this] ok"),
        ("[foo:[file:x]", "[literal:[]foo:[literal:[]file:x]"),
        ("[if x:y]a[endif]", "[literal:[]if x:y]a[literal:[]endif]"),
        (
            "[if system:os][if x:y]a[else]b[endif][endif]",
            "[if system:os][literal:[]if x:y]a[literal:[]else]b[literal:[]endif][endif]",
        ),
    ],
)
def test_made_literal_it_renders_as_written(source: str, literal: str):
    assert fixed(source, only(source), "Make it literal text") == literal
    assert check(literal) == ()
    text = render(parse(literal, Dialect.BRACKETS), {"system:os": "linux"}).text
    assert text == source.removeprefix("[if system:os]").removesuffix(
        "[endif]" * source.startswith("[if sys")
    )


def test_in_blocks_an_unknown_type_stays():
    problem = only("[Note: x]", unknown_types_stay=True)
    assert problem.message == "‘Note’ is not a variable type, so the tag stays as text."
    assert problem.args["renders"] == "as-written"
    assert only("[git:x]", unknown_types_stay=True).args["renders"] == "nothing"


def test_each_use_is_a_problem():
    source = "[a:b] [a:b]"
    assert [problem.span.start - len(BEFORE) for problem in check(source)] == [1, 7]


@pytest.mark.parametrize(
    ("source", "written", "fixed_source"),
    [
        ("On [git:branch and so on", "[git:branch", "On [git:branch] and so on"),
        ("On [git:branch} today", "[git:branch}", "On [git:branch] today"),
        ("On [file:notes/a.md) today", "[file:notes/a.md)", "On [file:notes/a.md] today"),
        ("(see [file:notes/a.md) today", "[file:notes/a.md", "(see [file:notes/a.md]) today"),
        ("Read [ file:AGENTS.md.\n", "[ file:AGENTS.md", "Read [ file:AGENTS.md].\n"),
        ("[if !git:status\nclean\n", "[if !git:status", "[if !git:status]\nclean\n"),
        ("[git:brnch\n", "[git:brnch", "[git:brnch]\n"),
        ("as [literal:[", "[literal:[", "as [literal:[]"),
    ],
)
def test_a_tag_of_a_known_type_that_nothing_closes(source: str, written: str, fixed_source: str):
    problem = only(source)
    assert (problem.code, problem.severity, problem.args["written"]) == (
        "malformed-tag",
        Severity.WARNING,
        written,
    )
    assert problem.span.of(BEFORE + source) == written
    assert "stays as text" in problem.message
    first, _as_text = problem.fixes
    assert fixed(source, problem, first.title) == fixed_source
    assert "malformed-tag" not in [one.code for one in check(fixed_source)]
    text = fixed(source, problem, "Mark it as text")
    assert check(text) == ()
    assert render(parse(text, Dialect.BRACKETS), {}).text == source


def test_a_tag_that_takes_in_the_next_one_is_told_as_that():
    source = "[git:branch} and [git:status] or [file:a.md} and [file:b.md]"
    assert [(one.code, one.args["meant"]) for one in check(source)] == [
        ("malformed-tag", "[git:branch]"),
        ("malformed-tag", "[file:a.md]"),
    ]
    assert "runs on to the next ‘]’" in check(source)[0].message
    both = [one.fixes[0].edits[0] for one in check(source)]
    assert (
        apply_edits(BEFORE + source, both)
        == f"{BEFORE}[git:branch] and [git:status] or [file:a.md] and [file:b.md]"
    )


@pytest.mark.parametrize("source", ["[file:my file.md\n", "[file:a.md, then b", "[file:a.md and [file:b.md]"])
def test_a_free_name_that_may_go_on_is_not_closed_in_the_middle(source: str):
    problem = only(source)
    assert (problem.code, "meant" in problem.args) == ("malformed-tag", False)
    assert problem.message.endswith(" Close it where its name ends.")
    assert [fix.title for fix in problem.fixes] == ["Mark it as text"]
    text = fixed(source, problem, "Mark it as text")
    assert "malformed-tag" not in [one.code for one in check(text)]


@pytest.mark.parametrize(
    "source",
    [
        "[Note: this goes on\nin the next line]",
        "[text](http://x/[y",
        "- [ ] a\n- [x] file:x",
        "a[1:2 and {'a': [1, 2",
        "[system: You are\nan assistant]",
        "[system:You are an assistant\n",
        "[system:You.\n",
        "[if needed: more\nof it]",
        "[file: and more",
        "[file:app/[id]",
        "[unknown:x\n",
    ],
)
def test_ordinary_brackets_are_no_unclosed_tags(source: str):
    assert check(source) == ()


@pytest.mark.parametrize(
    "part",
    [
        "[git:branch\n",
        "[file:a[file:a",
        "[git:branch} [git:status]",
        "[git:branch) [git:status]",
        "[git:branch",
    ],
)
def test_many_unclosed_tags_take_work_in_proportion(part: str):
    assert_work_in_proportion(lambda size: partial(check, part * size), 100)


PARTS = [
    "[",
    "]",
    "if ",
    "!",
    "else]",
    "[endif]",
    "a:b",
    "git:x",
    "[git:branch",
    "}",
    "file:x",
    "[literal:[]",
    " ",
    "\n",
    "[if fle:x]",
    "é",
]


@given(st.lists(st.sampled_from(PARTS), max_size=20).map("".join))
def test_every_fix_removes_its_problem(source: str):
    problems = check(source)
    for problem in problems:
        for fix in problem.fixes:
            edited = apply_edits(BEFORE + source, fix.edits).removeprefix(BEFORE)
            after = check(edited)
            at = (problem.code, problem.span.start)
            assert len(after) < len(problems) or at not in [(one.code, one.span.start) for one in after]


VALID = """\
format: 1
variables:
  - type: todo
    name: list
    description: The open todos
    volatility: turn
    sample: 1.10
    supplied_by: the agent
  - {type: todo, name: count, description: How many, volatility: conversation}
"""


def test_the_product_s_own_variables():
    catalog, problems = read_variables(VALID)
    assert problems == ()
    todos, count = catalog
    assert (todos.key, todos.sample, todos.supplied_by) == ("todo:list", "1.10", "the agent")
    assert todos.volatility is Volatility.TURN
    assert (count.description, count.sample, count.volatility) == ("How many", None, Volatility.CONVERSATION)
    assert (
        check_catalog(parse("[todo:list][todo:lst]", Dialect.BRACKETS), catalog)[0].args["meant"]
        == "todo:list"
    )


@pytest.mark.parametrize(
    "source",
    [
        "",
        "# nothing yet\n",
        "format: 1\nvariables: []\n",
        "format: 1\nvariables:\n",
        "variables: []",
        EMPTY_LIST,
    ],
)
def test_no_variables_is_fine(source: str):
    assert read_variables(source) == ((), ())


def test_a_file_without_variables_shows_how_one_is_written():
    lines = [line.removeprefix("# ") for line in EMPTY_LIST.splitlines()]
    example = "\n".join(lines[lines.index("variables:") : lines.index("format: 1")])
    (entry,), problems = read_variables(f"format: 1\n{example}\n")
    assert (entry.key, problems) == ("user:plan", ())
    declared = apply_edits(EMPTY_LIST, declare_variable_edits(EMPTY_LIST, "user:name"))
    (entry,), problems = read_variables(declared)
    assert (entry.key, problems) == ("user:name", ())


def test_many_declarations_take_work_in_proportion():
    def reading(count: int) -> partial[object]:
        entries = "".join(
            f"- {{type: t, name: n{n}, description: d, volatility: turn}}\n" for n in range(count)
        )
        return partial(read_variables, f"variables:\n{entries}{entries}")

    assert len(reading(3)()[0]) == 3
    assert_work_in_proportion(reading, 30)


CASES = yaml.load(
    (Path(__file__).parent.parent / "cases" / "variables" / "declarations.yaml").read_text("utf-8"),
    yaml.CSafeLoader,
)


@pytest.mark.parametrize("case", CASES, ids=[case["source"] for case in CASES])
def test_problems_of_variables_yaml(case: dict):
    source = case["source"]
    catalog, problems = read_variables(source)
    assert len(catalog) == case["kept"]
    if "code" not in case:
        assert problems == ()
        return
    (problem,) = problems
    assert (problem.code, problem.message, problem.span.of(source)) == (
        case["code"],
        case["message"],
        case["at"],
    )
    fixed_sources = [apply_edits(source, fix.edits) for fix in problem.fixes]
    assert fixed_sources == ([case["fix"]] if "fix" in case else [])
    assert all(read_variables(fixed_source)[1] == () for fixed_source in fixed_sources)


def test_unreadable_yaml_is_said():
    catalog, problems = read_variables("variables: [")
    assert catalog == ()
    assert problems[0].severity is Severity.ERROR
