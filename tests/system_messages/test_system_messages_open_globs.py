"""A bracket or brace of a glob that stands for itself is told: the glob would match hardly any file."""

import pytest

from editor_app.system_messages import Syntax, matches_glob, read_system_message
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


@pytest.mark.parametrize("glob", ["{1..3}.md", "{a..c}/x", "{{slug}}/**", "{a,}.md", "[{}]"])
def test_braces_that_stand_for_others_or_hold_a_placeholder_are_none(glob: str) -> None:
    assert codes(glob) == []
