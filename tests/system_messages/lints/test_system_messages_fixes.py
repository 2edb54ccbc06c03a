"""Every fix makes its problem go away, and breaks nothing."""

from __future__ import annotations

from hypothesis import given
from made_up_messages import json_messages, yaml_messages

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text import apply_edits


def check_fixes(source: str, syntax: Syntax) -> None:
    reading = read_system_message(source, syntax)
    for diagnostic in reading.diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(source)
        for fix in diagnostic.fixes:
            fixed = apply_edits(source, fix.edits)
            assert fixed != source
            after = read_system_message(fixed, syntax)
            assert after.is_readable or not reading.is_readable, (diagnostic, fix, fixed)
            before = [(one.code, one.message) for one in reading.diagnostics]
            left = [(one.code, one.message) for one in after.diagnostics]
            said = (diagnostic.code, diagnostic.message)
            assert left.count(said) < before.count(said) or moved(diagnostic, fix), (diagnostic, fix, fixed)


def moved(diagnostic, fix) -> bool:
    """Whether the fix takes something away, after which the next one stands at its place."""
    return fix.title.startswith("Remove") and diagnostic.args.get("field", "").endswith("]")


@given(yaml_messages())
def test_every_fix_of_yaml_settles_its_problem(source):
    check_fixes(source, Syntax.YAML)


@given(json_messages())
def test_every_fix_of_json_settles_its_problem(source):
    check_fixes(source, Syntax.JSON)
