"""A bracket or brace of a glob that is never closed is told: it would match hardly any file."""

import pytest

from editor_app.system_messages import Syntax, read_system_message

HEAD = 'id: m\nversion: "1"\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\nupdatedAt: 2026-01-28T09:00:00Z\n'


def codes(glob: str) -> list[str]:
    block = (
        f"blocks:\n- id: a\n  type: safety\n  priority: 1\n  scope: {{applyTo: ['{glob}']}}\n  content: x\n"
    )
    reading = read_system_message(HEAD + block, Syntax.YAML)
    return [f"{one.severity} {one.code}" for one in reading.diagnostics]


@pytest.mark.parametrize("glob", ["src/[ab", "src/{a,b", "[a/b]", "{{a,b}", "src/[", "a[]", "[]"])
def test_what_is_never_closed_is_a_warning(glob: str) -> None:
    assert codes(glob) == ["warning open-glob"]


@pytest.mark.parametrize("glob", ["src/[ab]", "src/{a,b}", "[]a]", "{a,{b,c}}", "a]", "a}", "[{]", "**/*.py"])
def test_what_is_closed_is_none(glob: str) -> None:
    assert codes(glob) == []
