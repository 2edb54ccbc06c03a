"""Diagnostics and their fixes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from property_runs import examples
from template_texts import braces_texts, braces_values, templates

from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import Severity, apply_edits

GOLDENS = Path(__file__).parents[1] / "cases" / "template" / "problems.yaml"
CASES = yaml.load(GOLDENS.read_text("utf-8"), yaml.CSafeLoader)


class Readable(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def as_block(dumper, text):
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Readable.add_representer(str, as_block)


def problems_of(case):
    source = case["source"]
    problems = []
    for one in parse(source, Dialect(case.get("dialect", "braces"))).diagnostics:
        fixes = {fix.title: apply_edits(source, fix.edits) for fix in one.fixes}
        problems.append(
            {
                "code": one.code,
                "severity": one.severity.value,
                "marks": one.span.of(source),
                "message": one.message,
                "fixes": fixes,
            }
        )
    return problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_problems(case, update_goldens):
    if update_goldens:
        case["problems"] = problems_of(case)
        if case is CASES[-1]:
            head = GOLDENS.read_text("utf-8").split("- name:", 1)[0]
            body = yaml.dump(CASES, Dumper=Readable, allow_unicode=True, sort_keys=False, width=1000)
            GOLDENS.write_text(head + body, "utf-8")
    assert problems_of(case) == case["problems"]


@examples(50)
@given(template=templates)
def test_every_fix_removes_its_diagnostic(template):
    source, dialect = template
    before = parse(source, dialect).diagnostics
    count = Counter(one.code for one in before)
    for one in before:
        assert one.fixes
        for fix in one.fixes:
            after = parse(apply_edits(source, fix.edits), dialect).diagnostics
            place = moved(one.span.start, fix.edits)
            still = [other for other in after if other.code == one.code and other.span.start == place]
            fewer = sum(other.code == one.code for other in after) < count[one.code]
            assert fewer or not still, (fix.title, apply_edits(source, fix.edits))


def moved(place, edits):
    return place + sum(edit.growth for edit in edits if edit.span.end <= place and edit.span.start < place)


@examples(30)
@given(template=templates)
def test_diagnostics_are_in_order_and_inside_the_source(template):
    source, dialect = template
    here, there = (parse(source, dialect, offset=offset).diagnostics for offset in (0, 9))
    assert [one.span.start for one in here] == sorted(one.span.start for one in here)
    assert all(0 <= one.span.start < one.span.end <= len(source) for one in here)
    assert [one.span for one in here] == [one.span.shifted(-9) for one in there]
    assert [[edit.span for fix in one.fixes for edit in fix.edits] for one in here] == [
        [edit.span.shifted(-9) for fix in one.fixes for edit in fix.edits] for one in there
    ]
    assert all(one.message.count("\n") == 0 and one.message.endswith((".", "?")) for one in here)


@examples(30)
@given(source=braces_texts, values=braces_values)
def test_keeping_what_is_always_shown_changes_no_output(source, values):
    if parse(source, Dialect.BRACES).diagnostics:
        return
    source = f"{{{{#if a}}}}\n{{{{#if a}}}}\n{source}\n{{{{else}}}}\nno\n{{{{/if}}}}\n{{{{/if}}}}\n"
    always = [one for one in parse(source, Dialect.BRACES).diagnostics if one.code == "always-same"]
    inner = [one for one in always if one.span.start == source.index("\n") + 1]
    for one in inner:
        better = apply_edits(source, one.fixes[0].edits)
        assert (
            render(parse(better, Dialect.BRACES), values).text
            == render(parse(source, Dialect.BRACES), values).text
        )


def test_severities_are_those_of_the_page():
    source = "{{#if a}}{{else}}{{else}}{{/unless}}{{/if}}{{else}}{{#if a}}{{! x"
    assert {one.code: one.severity for one in parse(source, Dialect.BRACES).diagnostics} == {
        "second-else": Severity.WARNING,
        "mismatched-close": Severity.WARNING,
        "stray-close": Severity.WARNING,
        "stray-else": Severity.WARNING,
        "unclosed-condition": Severity.WARNING,
        "unclosed-comment": Severity.ERROR,
    }


def test_ordinary_text_has_no_problems():
    source = '# {{title}}\n\n{{#if a}}\n{{a}}\n{{else}}\nnone\n{{/if}}\n\n{{! note }}\n\\{{x.y}} {"a": {}}\n'
    assert parse(source, Dialect.BRACES).diagnostics == ()
    assert parse("[if file:x]\n[file:x]\n[endif]\n- [ ] [a](b)", Dialect.BRACKETS).diagnostics == ()
