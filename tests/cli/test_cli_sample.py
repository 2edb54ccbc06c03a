"""Every command in a copy of the sample library, against what it printed before."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

CASES_DIR = Path(__file__).parents[1] / "cases" / "cli"
CASES = yaml.load((CASES_DIR / "sample.yaml").read_text("utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_sample(case: dict, foreword, sample: Path, update_goldens: bool):
    if "given" in case:
        foreword(*case["given"])
    ran = foreword(*case["run"])
    out = ran.text if ran.text.endswith("\n") or not ran.text else f"{ran.text}⏎\n"
    shown = f"$ foreword {' '.join(case['run'])}\n{out}"
    if ran.err:
        shown += f"\n[standard error]\n{ran.err}"
    shown = f"{shown}\n[exit code {ran.code}]\n".replace(str(sample.parent), "FOLDER")
    shown = re.sub(
        r"\(or any parent up to mount point [^)]*\)", "(or any of the parent directories): .git", shown
    )
    golden = CASES_DIR / f"{case['name']}.txt"
    if update_goldens:
        golden.write_text(shown, "utf-8")
    assert shown == golden.read_text("utf-8")


def test_every_expected_file_has_its_case():
    assert {path.stem for path in CASES_DIR.glob("*.txt")} == {case["name"] for case in CASES}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("check", "chats/charged-twice"),
        ("check", "system-messages/support-desk.json"),
        ("test", "runs/quick-question.yaml"),
        ("test", "page-analysis.cases.yaml"),
        ("run", "runs/long-refactor.yaml"),
        ("assemble", "system-messages/coding-assistant.yaml"),
        ("request", "chats/charged-twice"),
        ("explain", "system-prompt.tmpl"),
        ("render", "compaction.md"),
        ("render", "system-messages/coding-assistant.yaml"),
        ("explain", "system-messages/support-desk.json"),
        ("request chats/charged-twice --system", "system-messages/support-desk.json"),
        ("run runs/quick-question.yaml --triggers", "runs/triggers.yaml"),
        ("history", "runs/long-refactor.yaml"),
    ],
)
def test_what_is_listed_is_found_by_the_path_that_is_printed(foreword, sample, command, path):
    assert path in foreword("list").text
    ran = foreword(*command.split(), path)
    assert ran.code < 2, ran.err
    assert ran == foreword(*command.split(), f"prompts/{path}")


def test_a_folder_inside_a_library_is_in_it_and_in_none_the_users_own_is_named(foreword, sample, monkeypatch):
    listed = foreword("list")
    monkeypatch.chdir(sample / "runs")
    assert foreword("list") == listed
    nowhere = sample.parent / "nowhere"
    nowhere.mkdir()
    monkeypatch.chdir(nowhere)
    (sample / "test-scenario-generation.md").unlink()
    for words in (("test",), ("reset", "test-scenario-generation", "--yes")):
        assert "foreword: No library is here, so your own is used: ‘" in foreword(*words).err
    assert json.loads(foreword("list", "--json").text)["prompts"]


@pytest.mark.parametrize("words", [("prompts/chats",), ("compaction.md", "prompts/chats"), ("prompts/runs",)])
def test_what_has_no_tests_is_no_success(foreword, sample, words):
    ran = foreword("test", *words)
    if words == ("prompts/runs",):
        assert ran.code == 0, "the control: scenarios are there"
    else:
        assert ran.code == 2
        assert "nothing to test" in ran.err or "has no cases" in ran.err


@pytest.mark.parametrize("command", ["check", "test"])
def test_what_is_listed_is_found_by_the_name_of_a_prompt(foreword, sample, command):
    (sample / "test-data-generation.md").unlink()  # its default is listed then
    (sample / "page-analysis").mkdir()
    assert foreword(command, "page-analysis") == foreword(command, "prompts/page-analysis.md")
    default = "prompts/defaults/test-data-generation.md"
    assert foreword(command, "test-data-generation") == foreword(command, default)
    for word in ("nowhere", "", "../page-analysis", "/page-analysis"):
        assert "There is no file" in foreword(command, word).err
