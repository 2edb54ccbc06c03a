"""What a template renders as: the cases of the reference documents, and the language's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from slow_template import slow_render

from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse

CASES = Path(__file__).parents[1] / "cases" / "template"
BRACKETS = json.loads((CASES / "brackets.json").read_text("utf-8"))
BRACES = json.loads((CASES / "braces.json").read_text("utf-8"))
LANGUAGE = yaml.load((CASES / "language.yaml").read_text("utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("case", BRACKETS, ids=lambda case: case["id"])
def test_reference_case_for_brackets(case):
    template = parse(case["input"]["template"], Dialect.BRACKETS)
    if case["op"] == "extract":
        assert list(template.names) == case["expected"]
    else:
        assert render(template, case["input"]["vars"]).text == case["expected"]


@pytest.mark.parametrize("case", BRACES, ids=lambda case: case["id"])
def test_reference_case_for_braces(case):
    variables = case["input"]["variables"]
    values = {variable["name"]: None for variable in variables} | case["input"]["context"]
    defaults = {variable["name"]: variable["default"] for variable in variables if "default" in variable}
    template = parse(case["input"]["template"], Dialect.BRACES)
    rendering = render(template, values, defaults=defaults, trim_blank_ends=True)
    expected = case["expected"]
    assert rendering.text == expected["renderedContent"]
    assert list(rendering.inserted) == expected.get("substitutedVariables", list(rendering.inserted))
    assert list(rendering.missing) == expected.get("missingOptionalVariables", list(rendering.missing))


@pytest.mark.parametrize("case", LANGUAGE, ids=lambda case: case["name"])
def test_language(case):
    dialect = Dialect(case.get("dialect", "braces"))
    values, defaults, known_types = case.get("values", {}), case.get("defaults", {}), case.get("known_types")
    trims = case.get("trim_blank_ends", False)
    template = parse(case["source"], dialect)
    rendering = render(template, values, defaults=defaults, known_types=known_types, trim_blank_ends=trims)
    assert rendering.text == case["text"]
    assert list(rendering.inserted) == case.get("inserted", [])
    assert list(rendering.missing) == case.get("missing", [])
    if not trims:
        slow = slow_render(case["source"], dialect is Dialect.BRACES, values, defaults, known_types)
        assert slow.text == case["text"], "the slow renderer of the tests is wrong"
