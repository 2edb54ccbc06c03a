"""The cases of the reference documents, one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editor_app.prompts.entities import PromptError
from editor_app.prompts.loading import load_prompt, read_prompt

CASES = json.loads((Path(__file__).parents[1] / "cases/prompts/prompt_files.json").read_text("utf-8"))

# Case → what differs, and why. The settled rules win over the cases; so far they say the same everywhere.
DIFFERENT: dict[str, str] = {}


def of(op: str):
    cases = [case for case in CASES if case["op"] == op]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def test_every_case_is_run():
    assert {case["op"] for case in CASES} == {"parse_file", "render", "loader"}
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert set(DIFFERENT) <= {case["id"] for case in CASES}


@of("parse_file")
def test_a_file_is_read(case):
    prompt, errors = read_prompt(case["input"]["content"].encode(), case["input"]["file"])
    got = {
        "ok": prompt is not None,
        "errors": [error.type for error in errors],
        "field": errors[0].field if errors else None,
        "templateContent": prompt.template_content if prompt else None,
    }
    expected = case["expected"]
    assert {key: got[key] for key in expected} == expected
    assert bool(errors) != got["ok"]


@of("render")
def test_a_prompt_is_rendered(case):
    given, expected = case["input"], case["expected"]
    variables = json.dumps(given["variables"])  # which is YAML
    head = f"name: t\nversion: 1.0.0\ndescription: d\nmax_tokens: 5\nvariables: {variables}\n"
    prompt, errors = read_prompt(f"---\n{head}---\n{given['template']}".encode(), "t.md")
    assert not errors
    if "error" in expected:
        with pytest.raises(PromptError) as raised:
            prompt.render(given["context"])
        assert (raised.value.type, raised.value.field) == (expected["error"], expected["field"])
        return
    result = prompt.render(given["context"])
    got = {
        "renderedContent": result.rendered_content,
        "substitutedVariables": list(result.substituted_variables),
        "missingOptionalVariables": list(result.missing_optional_variables),
    }
    assert {key: got[key] for key in expected} == expected


@of("loader")
def test_a_prompt_is_loaded(case, tmp_path):
    given, expected = case["input"], case["expected"]
    folders = {"user": tmp_path / "user", "default": tmp_path / "default"}
    text = "---\nname: p\nversion: 1.0.0\ndescription: d\nmax_tokens: 5\nvariables: []\n---\nx\n"
    for origin, folder in folders.items():
        folder.mkdir()
        if given[origin] != "missing":
            written = text if given[origin] == "valid" else text.replace("1.0.0", "one")
            (folder / "p.md").write_text(written, "utf-8")
    if "error" in expected:
        with pytest.raises(PromptError) as raised:
            load_prompt("p", folders["user"], folders["default"])
        assert raised.value.type == expected["error"]
        if "hasCause" in expected:
            assert bool(raised.value.causes) == expected["hasCause"]
        return
    source = load_prompt("p", folders["user"], folders["default"]).prompt.source
    assert {"type": source.type, "isFallback": source.is_fallback} == expected
