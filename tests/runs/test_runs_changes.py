"""Changes of scenarios and triggers files: the text holds the new value, and nothing else changes."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from editor_app.runs.reading.changes import (
    add_trigger,
    free_id,
    new_triggers_text_with,
    set_setting,
    set_trigger_key,
)
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.structured.nodes import Syntax
from editor_app.text import apply_edits

YAML = """\
# Kept.
format: 1
system: {text: Be brief.}  # kept too
context_limit: 1000   # tokens
steps:
  - user: Begin.
"""
JSON = '{"format": 1, "context_limit": 1000, "steps": [{"user": "Begin."}]}'
SOURCES = ((YAML, Syntax.YAML), (JSON, Syntax.JSON))


@pytest.mark.parametrize(("source", "syntax"), SOURCES)
def test_a_setting_is_changed_added_and_removed(source, syntax):
    changed = apply_edits(source, set_setting(source, syntax, "context_limit", 2000))
    assert changed == source.replace("1000", "2000")
    added = apply_edits(source, set_setting(source, syntax, "deliver", "system"))
    assert read_scenario(added, syntax).scenario.settings.deliver == "system"
    assert added.replace('"', "").replace(", deliver: system", "").replace("deliver: system\n", "") == (
        source.replace('"', "")
    )
    removed = apply_edits(source, set_setting(source, syntax, "context_limit", None))
    assert read_scenario(removed, syntax).scenario.settings.context_limit is None
    assert "1000" not in removed
    assert set_setting(source, syntax, "deliver", None) == ()


def test_a_text_that_is_no_mapping_is_left_alone():
    assert set_setting("- a\n", Syntax.YAML, "deliver", "system") == ()
    assert set_trigger_key("- a\n", Syntax.YAML, "b", "at", Decimal(5)) == ()
    assert set_trigger_key("triggers: {a: b}\n", Syntax.YAML, "b", "at", Decimal(5)) == ()


TRIGGERS = (
    ("format: 1\ntriggers: []\n", Syntax.YAML),
    ("format: 1\n", Syntax.YAML),
    ("format: 1\ntriggers:\n", Syntax.YAML),
    ("format: 1\ntriggers:\n  - id: context-warning-80\n    text: Full.\n", Syntax.YAML),
    ("format: 1\ntriggers:\n  - {id: context-warning-80, at: 70}\n", Syntax.YAML),
    ("format: 1\ntriggers:\n  - id: other\n    signal: cpu\n    at: 9\n    text: a\n", Syntax.YAML),
    ('{"format": 1, "triggers": []}', Syntax.JSON),
    ('{"format": 1}', Syntax.JSON),
    ('{"format": 1, "triggers": [{"id": "context-warning-80", "at": 70}]}', Syntax.JSON),
)


@pytest.mark.parametrize(("source", "syntax"), TRIGGERS)
def test_a_limit_is_written_into_the_entry_of_its_trigger_or_a_new_one(source, syntax):
    changed = apply_edits(
        source, set_trigger_key(source, syntax, "context-warning-80", "at", Decimal("72.5"))
    )
    found = read_triggers(changed, syntax, (), BUILT_IN)
    assert found.diagnostics == ()
    assert [one.at for one in found.entries if one.id == "context-warning-80"] == [Decimal("72.5")]
    before = read_triggers(source, syntax, (), BUILT_IN)
    others = [one.id for one in before.entries if one.id != "context-warning-80"]
    assert [one.id for one in found.entries if one.id != "context-warning-80"] == others


LITERAL = "format: 1\ntriggers:\n  - id: other\n    signal: cpu\n    at: 9\n    text: |\n      a\n\n      b\n"


@pytest.mark.parametrize(("source", "syntax"), [*TRIGGERS, (LITERAL, Syntax.YAML)])
def test_a_trigger_is_added_behind_the_others(source, syntax):
    changed = apply_edits(source, add_trigger(source, syntax, "new-trigger"))
    found, before = (read_triggers(one, syntax, (), BUILT_IN) for one in (changed, source))
    assert found.diagnostics == ()
    assert found.entries[:-1] == before.entries
    assert found.entries[-1].id == "new-trigger"
    assert found.entries[-1].text


def test_a_new_file_has_the_trigger_and_what_is_no_list_is_left_alone():
    found = read_triggers(new_triggers_text_with("a"), Syntax.YAML, (), BUILT_IN)
    assert (found.diagnostics, [one.id for one in found.entries]) == ((), ["a"])
    for source in ("- a\n", "triggers: {a: b}\n", "triggers: 5\n"):
        assert add_trigger(source, Syntax.YAML, "a") == ()


def test_the_id_of_a_new_trigger_is_free():
    assert free_id(()) == "new-trigger"
    assert free_id({"new-trigger", "new-trigger-3"}) == "new-trigger-2"


def test_a_value_that_is_repeated_elsewhere_is_left_to_the_text():
    source = "format: 1\ntriggers:\n  - id: a\n    at: &limit 70\n  - id: b\n    at: *limit\n"
    assert set_trigger_key(source, Syntax.YAML, "a", "at", Decimal(5)) == ()
    changed = apply_edits(source, set_trigger_key(source, Syntax.YAML, "b", "at", Decimal(5)))
    assert changed == source.replace("*limit", "5")
    setting = "provider: &p google\ndeliver: user\nsteps: [{user: *p}]\n"
    assert set_setting(setting, Syntax.YAML, "provider", None) == ()
    assert set_setting(setting, Syntax.YAML, "deliver", None) != ()


@example("1e5")
@example(".inf")
@example("0x1F")
@example("a\x85b\u2028")
@given(some.text(some.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20))
def test_any_path_is_written_so_that_it_is_read_again(path):
    changed = apply_edits(YAML, set_setting(YAML, Syntax.YAML, "triggers", path))
    reference = read_scenario(changed, Syntax.YAML).scenario.triggers
    if reference is not None:  # a path that may not be named is a problem of the text
        assert reference.path == path
    else:
        assert read_scenario(changed, Syntax.YAML).diagnostics
