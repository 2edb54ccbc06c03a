"""The published schema of `variables.yaml` says what the checks say, except what no schema can say."""

from __future__ import annotations

import json

import jsonschema
import pytest
import yaml

from editor_app.library.paths import resource_path
from editor_app.text import Severity
from editor_app.variables.declarations import read_variables

SCHEMA = json.loads(resource_path("schemas/variables.schema.json").read_text("utf-8"))
WHOLE = {"type": "customer", "name": "plan", "description": "What they pay for", "volatility": "conversation"}


def listed(**changes: object) -> object:
    entry = {key: value for key, value in {**WHOLE, **changes}.items() if value is not ...}
    return {"format": 1, "variables": [entry]}


@pytest.mark.parametrize(
    ("document", "is_valid"),
    [
        (None, True),
        ({"variables": None}, True),
        ({"format": 1, "variables": []}, True),
        (listed(), True),
        (listed(sample="free", supplied_by="the shop"), True),
        (listed(sample=None, supplied_by=None), True),
        (listed(name="a b/c.md"), True),
        (listed(unknown="is no error"), True),
        ({}, False),
        ([], False),
        ("text", False),
        ({"format": 2, "variables": []}, False),
        ({"variables": {}}, False),
        ({"variables": ["customer:plan"]}, False),
        *((listed(**{key: ...}), False) for key in WHOLE),
        *((listed(**{key: "  "}), False) for key in WHOLE),
        *((listed(**{key: ["a"]}), False) for key in (*WHOLE, "sample", "supplied_by")),
        *((listed(**{key: None}), False) for key in WHOLE),
        (listed(type="literal"), False),
        (listed(type="a-b"), False),
        (listed(name="a]b"), False),
        (listed(name="ends blank "), False),
        (listed(volatility="daily"), False),
    ],
)
def test_the_schema_and_the_checks_agree(document, is_valid):
    source = yaml.safe_dump(document, sort_keys=False) if document is not None else ""
    errors = [problem for problem in read_variables(source)[1] if problem.severity is Severity.ERROR]
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    assert (not errors, validator.is_valid(document)) == (is_valid, is_valid), [one.message for one in errors]
