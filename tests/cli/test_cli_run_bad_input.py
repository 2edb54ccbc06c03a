"""Scenarios and triggers with something wrong: said with file, line and field, and what can be played is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "runs" / "bad_input.yaml").read_text("utf-8"), yaml.CSafeLoader
)
USUAL = """\
steps:
- user: a
  tools: [{name: read_file}]
- text: b
"""
RUNS = "prompts/runs"


def written(library: Path, case: dict[str, Any], *, is_mended: bool = False) -> list[str]:
    """Write the files of a case; return the names of those that it has itself."""
    texts = {"a.yaml": case.get("scenario", USUAL), "triggers.yaml": case.get("triggers", "triggers: []\n")}
    for key in ("mended", "mended_too") if is_mended else ():
        before, after = case.get(key, ("", ""))
        assert any(before in text for text in texts.values())
        texts = {name: text.replace(before, after) if before else text for name, text in texts.items()}
    (library / "runs").mkdir(exist_ok=True)
    for name, text in texts.items():
        (library / "runs" / name).write_text(text)
    return list(texts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["row"])
def test_what_is_wrong_is_said_and_what_can_be_played_is(foreword, library: Path, case):
    written(library, case)
    ran = foreword("run", f"{RUNS}/a.yaml")
    assert ran.code == case.get("code", 1)
    assert bool(ran.out) == case.get("plays", False)
    if "said" in case:
        assert [line for line in ran.err.splitlines() if line.startswith(f"{RUNS}/{case['said']}")]
    for note in case.get("notes", ()):
        assert note in ran.text
    if "good, signal" in case.get("triggers", ""):
        assert "good (" in ran.text, "the other triggers run"
    if case.get("code", 1):
        tested = foreword("test")
        assert (tested.code, "FAILED" in tested.text) == (1, True)
    if " error " in case.get("said", ""):
        assert f"{RUNS}/{case['said']}" in foreword("check").text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["row"])
def test_the_control_what_is_mended_is_said_no_more(foreword, library: Path, case):
    written(library, case, is_mended=True)
    ran = foreword("run", f"{RUNS}/a.yaml")
    assert (ran.code, bool(ran.out)) == (0, True)
    assert "error" not in ran.err
    if "said" in case:
        assert f"{RUNS}/{case['said']}" not in ran.err
    for note in () if case.get("is_said_still") else case.get("notes", ()):
        assert note not in ran.text
    assert foreword("test").code == 0
