"""What is wrong with a prompt file is said at its place, in file order, with what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st
from made_up_prompts import prompt_files

from editor_app.library.paths import sample_dir
from editor_app.prompts.checking.checking import (
    check_document,
    check_prompt,
    declare_variables,
    rename_variable,
)
from editor_app.prompts.checking.rules import (
    DEVICE_NAMES,
    to_prompt_name,
    to_variable_name,
    to_version,
    to_words,
)
from editor_app.prompts.entities import PromptErrorType
from editor_app.prompts.loading import read_prompt
from editor_app.structured.nodes import integer
from editor_app.structured.reading import read_yaml
from editor_app.text import LineIndex, Severity, apply_edits

HEAD = "name: test\nversion: 1.0.0\ndescription: Test\nmax_tokens: 500\n"


def prompt(variables: str = " []", body: str = "Body\n", head: str = HEAD) -> str:
    return f"---\n{head}variables:{variables}\n---\n\n{body}"


def entry(name: str, rest: str = "required: true\n    description: d") -> str:
    return f"\n  - name: {name}\n    {rest}"


def the_problem(source: str, file_name: str = "test.md"):
    (problem,) = check_prompt(source, file_name).diagnostics
    return problem


PROBLEMS_PATH = Path(__file__).parents[1] / "cases/prompts/problems.yaml"
PROBLEMS = {case["id"]: case for case in yaml.load(PROBLEMS_PATH.read_text("utf-8"), yaml.CSafeLoader)}


def described(source: str) -> list[dict[str, object]]:
    """Return the problems of a text as they are kept; `after` is what the first fix leaves."""
    lines = LineIndex(source)
    found = []
    for one in check_prompt(source, "test.md").diagnostics:
        position = lines.position(one.span.start)
        entry = {
            "code": f"{one.code}",
            "severity": f"{one.severity}",
            "at": f"{position.line}:{position.column}",
        }
        entry |= {"shown": one.span.of(source), "field": one.args.get("field"), "message": one.message}
        entry["fixes"] = [fix.title for fix in one.fixes]
        if one.fixes:
            entry["after"] = apply_edits(source, one.fixes[0].edits)
        found.append(entry)
    return found


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_problem_is_said_at_its_place_with_what_to_do(case, update_goldens):
    found = described(PROBLEMS[case]["source"])
    if update_goldens:
        PROBLEMS[case]["problems"] = found
        write_problems()
    assert found == PROBLEMS[case]["problems"]
    for problem in found:
        assert re.search(r"[.?]$", problem["message"])


def write_problems() -> None:
    class Dumper(yaml.SafeDumper):
        """Writes texts of several lines as blocks."""

    def write_text(dumper, text):
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    Dumper.add_representer(str, write_text)
    cases = [*PROBLEMS.values()]
    text = yaml.dump(cases, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=110)
    PROBLEMS_PATH.write_text(text, "utf-8")


def test_all_errors_come_in_file_order():
    source = "---\nname: Test\nversion: 1\nmax_tokens: 0\nvariables:\n  - name: A\n    required: 5\n---\n"
    source += "\n{{#if A}}{{B}}\n{{/unless}}\n{{else}}"
    check = check_prompt(source, "test.md")
    assert [(one.code, one.args.get("field")) for one in check.diagnostics] == [
        ("MISSING_REQUIRED_FIELD", "description"),
        ("INVALID_FRONTMATTER", "name"),
        ("INVALID_FRONTMATTER", "version"),
        ("INVALID_FRONTMATTER", "max_tokens"),
        ("INVALID_VARIABLE", "variables[0].description"),
        ("INVALID_VARIABLE", "variables[0].name"),
        ("INVALID_VARIABLE", "variables[0].required"),
        ("undeclared-variable", None),
        ("mismatched-close", None),
        ("stray-else", None),
    ]
    _, errors = read_prompt(source.encode(), "test.md")
    assert [error.type for error in errors][-2:] == [PromptErrorType.TEMPLATE_SYNTAX_ERROR] * 2
    assert [error.line for error in errors] == [1, 2, 3, 4, 6, 6, 7, 11, 12]
    assert errors[1].suggestions == ("Change to test",)
    assert str(errors[1]).startswith("test.md:2:7: ‘name’ is ‘Test’")


def test_a_parse_error_is_the_only_error():
    source = "---\nname: [a\nmax_tokens: 0\n---\n{{#if a}}{{each x}}\n"
    diagnostics = check_prompt(source, "test.md").diagnostics
    assert [one.code for one in diagnostics if one.severity is Severity.ERROR] == ["PARSE_ERROR"]
    assert [one.severity for one in diagnostics if one.code == "foreign-tag"] == ["information"]


def test_variables_are_known_while_the_yaml_is_broken():
    for broken in ("description: a: b", "description: [a", "name: test", "\tx: y"):
        source = prompt(entry("url") + entry("title"), head=HEAD + broken + "\n")
        assert [variable.name for variable in check_prompt(source, "test.md").variables] == ["url", "title"]
    unclosed = prompt(entry("url")).replace("\n---\n\n", "\n\n")
    assert [variable.name for variable in check_prompt(unclosed, "test.md").variables] == ["url"]


def test_variables_are_read_as_they_are_most_likely_meant():
    source = prompt(
        "\n  - {name: a, required: yes, description: d, default: x}"
        "\n  - {name: b, default: y, description: [z]}\n  - {name: a}\n  - c\n  - {required: true}"
    )
    found = check_prompt(source, "test.md").variables
    assert [(one.name, one.required, one.description, one.default) for one in found] == [
        ("a", True, "d", None),
        ("b", False, "", "y"),
        ("c", False, "", None),
    ]


def test_merged_keys_count():
    source = prompt(
        "\n  - &base {name: a, required: true, description: d}\n  - <<: *base\n    name: b", "{{a}}{{b}}"
    )
    check = check_prompt(source, "test.md")
    assert not check.diagnostics
    assert [variable.description for variable in check.variables] == ["d", "d"]


def test_a_name_too_far_off_has_no_suggestion():
    source = prompt(entry("title"), "{{title}} {{Zebra}}")
    problem = the_problem(source)
    assert [fix.title for fix in problem.fixes] == ["Declare ‘zebra’ as an optional variable"]
    fixed = apply_edits(source, problem.fixes[0].edits)
    assert "{{title}} {{zebra}}" in fixed
    assert "  - name: zebra\n    required: false\n    description: Zebra\n---" in fixed


def test_the_three_ways_out_of_a_misspelt_name():
    source = prompt(entry("title"), "{{#if title}}{{titel}}{{/if}}")
    problem = the_problem(source)
    results = [apply_edits(source, fix.edits) for fix in problem.fixes]
    assert [fix.title for fix in problem.fixes] == [
        "Replace with ‘title’",
        "Declare ‘titel’ as an optional variable",
        "Rename the declaration ‘title’ to ‘titel’",
    ]
    assert [bool(check_prompt(result, "test.md").diagnostics) for result in results] == [False] * 3
    assert "{{#if titel}}{{titel}}" in results[2]
    assert problem.message == "‘titel’ is not declared. Did you mean ‘title’?"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (" []", "variables:\n  - name: x\n    required: false\n    description: X\n---"),
        (" [] # none", "variables: # none\n  - name: x\n    required: false\n    description: X\n---"),
        ("\n- {name: a, required: true, description: d}", "d}\n- {name: x, required: false, description: X}"),
        (" [{name: a, required: true, description: d}]", "d}, {name: x, required: false, description: X}]\n"),
        (" [\n  ]", "variables: [{name: x, required: false, description: X}\n  ]"),
        ("\n    -   name: a\n        required: true\n        description: |\n          d\n",
         "          d\n    - name: x\n      required: false\n      description: X\n"),
    ],
)  # fmt: skip
def test_a_declaration_is_added_the_way_the_list_is_written(variables, expected):
    source = prompt(variables, "{{a}}{{x}}" if "name: a" in variables else "{{x}}")
    problem = the_problem(source)
    fixed = apply_edits(source, problem.fixes[0].edits)
    assert expected in fixed
    assert not check_prompt(fixed, "test.md").diagnostics


def test_new_frontmatter_declares_what_is_used():
    problem, *_ = check_prompt("# {{title}}\n\n{{#if url}}{{url}}{{/if}} {{Url}}\n", "my-page.md").diagnostics
    fixed = apply_edits("# {{title}}\n\n{{#if url}}{{url}}{{/if}}\n", problem.fixes[0].edits)
    check = check_prompt(fixed, "my-page.md")
    assert not check.diagnostics
    assert (check.prompt.name, check.prompt.description) == ("my-page", "My page")
    assert [variable.name for variable in check.variables] == ["title", "url"]


def test_variables_are_declared_on_request():
    check = check_prompt(prompt(entry("a"), "{{a}} {{b}} {{c}}"), "test.md")
    changed = apply_edits(check.source, declare_variables(check, ["a", "b", "c", "b"]))
    assert not check_prompt(changed, "test.md").diagnostics
    assert [one.name for one in check_prompt(changed, "test.md").variables] == ["a", "b", "c"]
    assert declare_variables(check, ["a"]) == ()
    assert declare_variables(check_prompt("no frontmatter", "test.md"), ["a"]) == ()


def test_a_variable_is_renamed_everywhere():
    check = check_prompt(prompt(entry("'a'") + entry("on_"), "{{a}} {{#if a}}{{x}}{{/if}}"), "test.md")
    changed = apply_edits(check.source, rename_variable(check, "a", "b"))
    assert "- name: 'b'\n" in changed
    assert "{{b}} {{#if b}}" in changed
    assert "{{#if a}}{{on_}}" in apply_edits(check.source, rename_variable(check, "x", "on_"))


def test_all_that_are_used_and_not_declared_are_declared_at_once():
    source = prompt(body="{{a}} {{b}} {{c}} {{Not-one}} {{a}}")
    problems = check_prompt(source, "test.md").diagnostics
    titles = [
        [fix.title for fix in problem.fixes if fix.title.startswith("Declare all")] for problem in problems
    ]
    assert titles == [["Declare all 3"], ["Declare all 3"], ["Declare all 3"], [], ["Declare all 3"]]
    fixed = apply_edits(source, next(fix.edits for fix in problems[0].fixes if fix.title == "Declare all 3"))
    left = check_prompt(fixed, "test.md").diagnostics
    assert not [one for one in left if one.code == "undeclared-variable"]
    (alone, _) = check_prompt(prompt(body="{{a}} {{Not-one}}"), "test.md").diagnostics
    assert not [fix for fix in alone.fixes if fix.title.startswith("Declare all")]


def test_missing_variables_can_be_declared_at_once():
    source = prompt(body="{{a}} {{b}}").replace("variables: []\n", "")
    missing, *undeclared = check_prompt(source, "test.md").diagnostics
    fixed = apply_edits(source, missing.fixes[0].edits)
    assert missing.fixes[0].title == "Declare all 2"
    assert not check_prompt(fixed, "test.md").diagnostics
    assert "variables: []\n" in apply_edits(source, missing.fixes[1].edits)
    assert len(undeclared) == 2
    flow = "---\n{name: test, version: 1.0.0, description: d, max_tokens: 5}\n---\n{{a}}"
    for fix in check_prompt(flow, "test.md").diagnostics[1].fixes:
        assert not check_prompt(apply_edits(flow, fix.edits), "test.md").diagnostics


def test_variables_without_a_list_can_be_declared():
    source = prompt("", "{{a}}")
    null, undeclared = check_prompt(source, "test.md").diagnostics
    assert null.args["field"] == "variables"
    assert not check_prompt(apply_edits(source, undeclared.fixes[0].edits), "test.md").diagnostics
    for odd in (" ~", " x", " {}"):  # nothing can be added to these
        found = check_prompt(prompt(odd, "{{a}}"), "test.md").diagnostics
        assert not any("Declare" in fix.title for one in found for fix in one.fixes)


@given(
    st.integers(-(10**30), 10**30), st.sampled_from(["{}", "+{}", "{:#x}", "{:#b}", "0{:o}", "{:_}", "{}:59"])
)
def test_whole_numbers_are_read_as_yaml_reads_them(number, form):
    number = abs(number) if form != "{}" else number
    written = form.format(number)
    node, _ = read_yaml(written)
    if node.tag == "int":
        assert integer(node) == yaml.safe_load(written)


def test_a_bad_name_is_changed_in_declaration_and_uses():
    source = prompt(entry("Url") + entry("'b'"), "{{Url}} {{#if Url}}{{b}}{{/if}}")
    problem = the_problem(source)
    fixed = apply_edits(source, problem.fixes[0].edits)
    assert problem.fixes[0].title == "Change to url and its uses"
    assert "{{url}} {{#if url}}" in fixed
    assert not check_prompt(fixed, "test.md").diagnostics


def test_a_bad_name_beside_the_good_one_is_removed():
    source = prompt(entry("url") + entry("Url"), "{{url}} {{Url}}")
    problem = the_problem(source)
    fixed = apply_edits(source, problem.fixes[0].edits)
    assert "{{url}} {{url}}" in fixed
    assert fixed.count("- name") == 1
    assert not check_prompt(fixed, "test.md").diagnostics


def test_a_renamed_key_is_offered_before_a_new_one():
    source = prompt(head=HEAD.replace("max_tokens", "maxTokens"))
    missing, note = check_prompt(source, "test.md").diagnostics
    assert [fix.title for fix in missing.fixes] == [
        "Rename ‘maxTokens’ to ‘max_tokens’",
        "Add ‘max_tokens: 1024’",
    ]
    assert (note.code, note.severity) == ("unknown-key", Severity.INFORMATION)
    assert not check_prompt(apply_edits(source, note.fixes[0].edits), "test.md").diagnostics


@pytest.mark.parametrize(
    ("file_name", "name", "fixes"),
    [
        ("test.md", "other", [("Change to test", None), ("Rename the file to other.md", "other.md")]),
        ("My file.md", "other", [("Rename the file to other.md", "other.md")]),
        ("My file.md", "My file", [("Change to my-file and rename the file", "my-file.md")]),
        ("con.md", "con", [("Change to con-prompt and rename the file", "con-prompt.md")]),
        ("test.md", "con", [("Change to test", None)]),
        ("", "My name", [("Change to my-name", None)]),
        ("123.md", "123", [("Change to prompt and rename the file", "prompt.md")]),
        (
            "billing/refund.md",
            "refunds",
            [("Change to refund", None), ("Rename the file to refunds.md", "refunds.md")],
        ),
    ],
)
def test_a_name_follows_the_file_or_the_file_the_name(file_name, name, fixes):
    source = prompt(head=HEAD.replace("name: test", f"name: {name}"))
    problem = the_problem(source, file_name)
    assert [(fix.title, fix.rename and fix.rename.new_name) for fix in problem.fixes] == fixes


def test_without_a_file_any_good_name_will_do():
    assert check_prompt(prompt(), "").prompt is not None


def test_names_are_made_from_any_text():
    assert to_prompt_name("Größe: 2. Teil!") == "gr-e-2-teil"
    assert to_prompt_name("123") == "prompt"
    assert to_prompt_name("NUL") == "nul-prompt"
    assert to_variable_name("2nd Item") == "_2nd_item"
    assert to_version("v2") == "2.0.0"
    assert to_version("soon") == "1.0.0"
    assert to_words("page-analysis_now") == "Page analysis now"
    assert {"con", "com1", "lpt9"} <= DEVICE_NAMES


@given(prompt_files())
def test_nothing_but_the_named_severities_and_codes(source):
    check = check_prompt(source, "test.md")
    assert (check.prompt is None) == any(one.severity is Severity.ERROR for one in check.diagnostics)
    starts = [one.span.start for one in check.diagnostics]
    assert starts == sorted(starts)
    if check.head.frontmatter is not None and check.head.frontmatter.closed:
        end = check.head.frontmatter.closing.end
        assert check.template.offset >= end or not check.template.source
    assert source[check.template.offset :].startswith(check.template.source)


SAMPLES = sorted(path.relative_to(sample_dir()).as_posix() for path in sample_dir().rglob("*.md"))


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_prefix_and_every_deletion_is_checked_without_an_exception(sample, step):
    path = sample_dir() / sample
    source = path.read_text("utf-8")
    for at in range(0, len(source), step):
        for text in (source[:at], source[:at] + source[at + 1 :]):
            check = check_prompt(text, path.name)
            assert check.diagnostics or check.prompt


@given(st.text(st.sampled_from("-\n :#a[]{}\"'|>&*!\t{{/if}}é\u200b"), max_size=60))
def test_any_text_is_a_document_and_a_prompt_file(source):
    check_prompt(source, "x.md").diagnostics  # noqa: B018  it is worked out on demand
    assert all(
        one.severity is not Severity.ERROR or one.code == "unclosed-comment"
        for one in check_document(source).diagnostics
    )


@pytest.mark.parametrize(
    "entries",
    [
        "[name: 1]",
        "[? name : x, {}]",
        "[&a {}, *a, {name: x}]",
        "[&a {name: x}, *a]",
        "[[a]: 1]",
        "[&a {name: x}, <<: *a]",
    ],
)
def test_variables_in_brackets_may_lack_braces_and_repeat_others(entries):
    source = f"---\nname: a\nvariables: {entries}\n---\n"
    problems = check_prompt(source, "a.md").diagnostics
    assert {problem.code for problem in problems} & {
        PromptErrorType.INVALID_VARIABLE,
        PromptErrorType.PARSE_ERROR,
    }
    added = [fix for problem in problems for fix in problem.fixes if "required" in fix.title]
    assert added or "[a]" in entries, "a list as a key is told alone"
    for fix in added:
        assert "required: true" in apply_edits(source, fix.edits)


def test_a_document_may_have_any_frontmatter():
    skill = "---\nname: pdf\ndescription: Works with PDFs: reads them\n---\n\n# PDF\n\n{{title}}\n\n"
    check = check_document(skill)
    (note,) = check.diagnostics
    assert (note.code, note.severity) == ("yaml-syntax", Severity.INFORMATION)
    assert check.template.source == "# PDF\n\n{{title}}"
    assert [(one.name, one.required) for one in check.variables] == [("title", False)]
    assert check_document("---\n\nA rule above.\n").frontmatter is None
    assert check_document("# AGENTS\n").frontmatter is None


def test_another_tool_s_tags_are_no_warnings_in_a_document():
    handlebars = "{{#if user.name}}Hello {{user.name}}{{else}}Hi{{/if}}\n{{#each items}}{{this}}{{/each}}\n"
    assert {one.severity for one in check_document(handlebars).diagnostics} == {Severity.INFORMATION}
    ours = check_document("{{#if name}}Hello\n")
    assert [one.severity for one in ours.diagnostics] == [Severity.WARNING]


def test_half_a_tag_is_a_warning_in_a_prompt_and_a_note_in_a_document():
    text = "Dear {{name}, hello\n"
    in_prompt = [one for one in check_prompt(prompt(body=text), "test.md").diagnostics if one.fixes]
    (in_document,) = check_document(text).diagnostics
    assert [(one.code, one.severity) for one in in_prompt] == [("malformed-tag", Severity.WARNING)]
    assert (in_document.code, in_document.severity) == ("malformed-tag", Severity.INFORMATION)
    assert apply_edits(text, in_document.fixes[0].edits) == "Dear {{name}}, hello\n"
    (more,) = check_document("{{name}\n" * 1001).diagnostics[1000:]
    assert (more.severity, more.args["information"]) == (Severity.INFORMATION, "1")


def many_variables(count: int) -> str:
    return "".join(entry(f"v{n}") for n in range(count))


def flow_entries(count: int) -> str:
    return " [" + ", ".join(["{name: a, required: true, description: d}"] * count) + "]"


def tags(name: str, count: int) -> str:
    return "".join(f"{{{{{name}{n}}}}}" for n in range(count))


def keys(line: str, count: int) -> str:
    return HEAD + "".join(line.format(n) for n in range(count))


HOSTILE = {
    "variables": lambda n: prompt(many_variables(n), "{{v1}}"),
    "undeclared uses": lambda n: prompt(entry("titel"), tags("name", n)),
    "one name many times": lambda n: prompt(entry("title"), "{{titel}}" * n),
    "both": lambda n: prompt(many_variables(n // 2), tags("u", 5 * n)),
    "brackets": lambda n: prompt(flow_entries(n)),
    "unknown keys": lambda n: prompt(head=keys("descriptio{}: x\n", n)),
    "double keys": lambda n: prompt(head=keys("name: test\n", n)),
    "bad entries": lambda n: prompt("".join(f"\n  - {{nam{m}: x, requird: y}}" for m in range(n))),
    "capitals": lambda n: prompt("".join(entry(f"V{m}") for m in range(n)), "{{V1}}"),
    "blank lines": lambda n: "---\n" + "\n" * n + "---\n" + " \n" * n,
    "deep": lambda n: prompt(" " + "[" * n),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_checked_in_one_pass(case):
    hostile = HOSTILE[case]

    def checking(count):
        source = hostile(count)
        return lambda: check_prompt(source, "test.md").diagnostics

    assert checking(200)()
    assert_work_in_proportion(checking, 20)


def test_typing_in_the_body_does_not_read_the_frontmatter_again(monkeypatch):
    source = prompt(entry("a"), "{{a}}")
    check_prompt(source, "test.md")
    monkeypatch.setattr("editor_app.prompts.checking.head.read_yaml", None)
    assert check_prompt(source + "more", "test.md").prompt is not None
    with pytest.raises(TypeError):  # control: another frontmatter is read
        check_prompt(source.replace("1.0.0", "1.0.1"), "test.md")
