"""A bracket or brace of a glob that stands for itself is told: the glob would match hardly any file."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.model.scopes import matches_glob
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text import apply_edits

HEAD = 'id: m\nversion: "1"\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\nupdatedAt: 2026-01-28T09:00:00Z\n'


def message_with(glob: str) -> str:
    block = (
        f"blocks:\n- id: a\n  type: safety\n  priority: 1\n  scope: {{applyTo: ['{glob}']}}\n  content: x\n"
    )
    return HEAD + block


def codes(glob: str) -> list[str]:
    reading = read_system_message(message_with(glob), Syntax.YAML)
    return [f"{one.severity} {one.code}" for one in reading.diagnostics]


@pytest.mark.parametrize("glob", ["src/[ab", "src/{a,b", "[a/b]", "{{a,b}", "src/[", "a[]", "[]"])
def test_what_is_never_closed_is_a_warning(glob: str) -> None:
    assert codes(glob) == ["warning open-glob"]


@pytest.mark.parametrize("glob", ["src/[ab]", "src/{a,b}", "[]a]", "{a,{b,c}}", "a]", "a}", "[{]", "**/*.py"])
def test_what_is_closed_is_none(glob: str) -> None:
    assert codes(glob) == []


@pytest.mark.parametrize(
    ("glob", "meant", "path"),
    [
        ("*.{md}", "*.md", "a.md"),
        ("{src}/**", "src/**", "src/a"),
        ("{a,{b}}/c.d", "{a,b}/c.d", "b/c.d"),
        ("docs/{a b}.md", "docs/a b.md", "docs/a b.md"),
        ("{a}/{b}", "a/b", "a/b"),
        ("{{a}}/{a}", "{{a}}/a", "{{a}}/a"),
        ("{a{b}}/c", "ab/c", "ab/c"),
    ],
)
def test_braces_without_a_comma_are_a_warning_with_a_fix(glob: str, meant: str, path: str) -> None:
    source = message_with(glob)
    (problem,) = read_system_message(source, Syntax.YAML).diagnostics
    assert (problem.code, problem.severity) == ("single-choice-glob", "warning")
    assert not matches_glob(glob, path)
    (fix,) = problem.fixes
    assert apply_edits(source, fix.edits) == message_with(meant)
    assert codes(meant) == []
    assert matches_glob(meant, path)


@pytest.mark.parametrize("glob", ["{1..3}.md", "{a..c}/x", "{{slug}}/**", "{a,}.md", "[{}]", "${pkg}/x"])
def test_braces_that_stand_for_others_or_hold_a_placeholder_are_none(glob: str) -> None:
    assert codes(glob) == []


@given(st.text("{}[]a,$./1", max_size=12))
@example("{{a}}/{a}/{b{c}}")
@examples(40)
def test_the_fix_of_braces_removes_its_problem(glob: str) -> None:
    source = message_with(glob)
    for problem in read_system_message(source, Syntax.YAML).diagnostics:
        if problem.code == "single-choice-glob":
            for fix in problem.fixes:
                assert read_system_message(apply_edits(source, fix.edits), Syntax.YAML).diagnostics == ()
