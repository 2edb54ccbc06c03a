"""Until its folder is trusted, a text gets nothing from git and no file from outside of its library."""

from __future__ import annotations

import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import allow_file, distrust_workspace, trust_workspace

NOW = datetime(2026, 3, 4, tzinfo=UTC)
TEMPLATE = "[file:AGENTS.md]|[file:prompts/in.md]|[if !git:branch]no branch[endif]|[file:../voice.md]"


@pytest.fixture
def template(library: Path, here: Path) -> Path:
    """Return a template that asks for what needs no trust, for what needs it, and for what needs more."""
    (here / "AGENTS.md").write_text("rules")
    (library / "in.md").write_text("in")
    (here.parent / "voice.md").write_text("voice")
    path = library / "system-prompt.tmpl"
    path.write_text(TEMPLATE)
    return path


def lacking(here: Path) -> str:
    return (
        f"3 variables are blank, because ‘{here}’ is restricted: [file:AGENTS.md], [git:branch], "
        "[file:../voice.md]. ‘--trust’ trusts it for this call. "
        f"Besides: [file:../voice.md] needs ‘--allow-file {here.parent / 'voice.md'}’."
    )


def test_what_is_blank_for_want_of_trust_is_said_once(foreword, template: Path, here: Path):
    ran = foreword("render", template)
    assert ran == (0, b"|in|no branch|", f"foreword: warning: {lacking(here)}\n")
    ran = foreword("render", template, "--json")
    assert (ran.err, json.loads(ran.out)["warnings"]) == ("", [lacking(here)])
    ran = foreword("explain", template)
    assert ran.err == f"foreword: warning: {lacking(here)}\n"
    assert (
        f"blank [file:AGENTS.md]: {here} is restricted. ‘AGENTS.md’ lies outside the library; it is read "
        "when you trust the folder."
    ) in ran.text
    blank = json.loads(foreword("explain", template, "--json").out)["blank"]
    assert {row["cause"] for row in blank} == {"not-trusted"}
    ran = foreword("export", template, "--out", "o", "--format", "text")
    assert ran.err == f"foreword: warning: {lacking(here)}\n"
    ran = foreword("render", template, "--allow-file", "../voice.md")
    assert ran.text == "|in|no branch|", "a file is allowed within a trusted folder"
    assert ran.err == f"foreword: warning: {lacking(here).partition(' Besides')[0]}\n", "it is given already"


def test_trust_for_this_call_and_trust_that_is_remembered(foreword, template: Path, here: Path):
    ran = foreword("render", template, "--trust")
    assert ran.text == "rules|in|no branch|"
    assert "not trusted" not in ran.err
    assert "‘../voice.md’ lies outside" in ran.err
    assert foreword("render", template, "--trust", "--allow-file", "../voice.md").text.endswith("|voice")
    assert foreword("render", template).text == "|in|no branch|", "the call before is not remembered"

    trust_workspace(state_dir(), here, now=NOW)
    assert foreword("render", template).text == "rules|in|no branch|"
    allow_file(state_dir(), here, here.parent / "voice.md", now=NOW)
    assert foreword("render", template).text == "rules|in|no branch|voice"
    distrust_workspace(state_dir(), here)
    assert foreword("render", template).text == "|in|no branch|"


def test_the_option_that_allows_a_file_is_printed_as_it_works(
    foreword, template: Path, library: Path, here: Path, monkeypatch: pytest.MonkeyPatch
):
    (here / ".env").write_text("KEY=1")
    (here / "my key.pem").write_text("secret")
    template.write_text("[file:.env]|[file:my key.pem]|[file:../voice.md]")
    monkeypatch.chdir(library)
    first = foreword("render", template).err
    quoted = re.findall("‘(--allow-file [^’]*+)’", first)
    assert len(quoted) == 3
    options = [word for one in quoted for word in shlex.split(one)]
    assert foreword("render", template, "--trust", *options) == (0, b"KEY=1|secret|voice", "")
    lines = foreword("render", template, "--trust").err
    assert re.findall("‘(--allow-file [^’]*+)’", lines) == quoted


def test_a_file_that_is_allowed_and_not_named_is_told(
    foreword, template: Path, library: Path, here: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(library)
    voice = here.parent / "voice.md"
    ran = foreword("render", template, "--trust", "--allow-file", "../voice.md", "--allow-file", "x.md")
    assert ran.text.endswith("|")
    lines = [line.removeprefix("foreword: warning: ") for line in ran.err.splitlines()]
    assert lines[:2] == [
        (
            f"‘--allow-file’ allows ‘{here / 'voice.md'}’, which the text does not name. "
            f"Did you mean ‘--allow-file {voice}’?"
        ),
        f"‘--allow-file’ allows ‘{library / 'x.md'}’, which the text does not name.",
    ]
    assert foreword("render", template, "--trust", "--allow-file", voice).text.endswith("|voice")


def test_an_allowed_file_that_became_a_link_is_not_followed(foreword, template: Path, here: Path):
    trust_workspace(state_dir(), here, now=NOW)
    voice = here.parent / "voice.md"
    allow_file(state_dir(), here, voice, now=NOW)
    voice.unlink()
    (here.parent / "other.md").write_text("other")
    voice.symlink_to("other.md")
    assert foreword("render", template).text.endswith("|")
    assert foreword("render", template, "--allow-file", "../voice.md").text.endswith("|other"), "by hand"


def test_cases_are_tried_with_trust_and_without(foreword, template: Path, here: Path):
    (template.parent / "system-prompt.cases.yaml").write_text(
        "- {name: a, expect: [{contains: rules}]}\n- {name: b, expect: [{contains: in}]}\n"
    )
    ran = foreword("test")
    assert (ran.code, ran.text.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert ran.err == f"foreword: warning: {lacking(here)}\n", "once, for both cases"
    assert json.loads(foreword("test", "--json").out)["warnings"] == [lacking(here)]
    assert foreword("test", "--trust") == (0, b"2 passed, 0 failed\n", "")


@pytest.mark.parametrize("is_repository", [False, True])
def test_a_case_leads_into_no_other_repository(foreword, template: Path, here: Path, is_repository: bool):
    inside = here / "vendor"
    inside.mkdir()
    (inside / "AGENTS.md").write_text("vendor")
    if is_repository:
        (inside / ".git").write_text("gitdir: /elsewhere\n")
    (template.parent / "system-prompt.cases.yaml").write_text("- {name: a, cwd: vendor}\n")
    expected = "|" if is_repository else "vendor|"
    for options in (["--trust"], []):
        ran = foreword("render", template, "--case", "a", *options)
        assert ran.text.startswith(expected)
        assert (f"‘{inside}’ is restricted" in ran.err) is is_repository
        assert ("Trust it in the window. Besides: " in ran.err) is is_repository
        trust_workspace(state_dir(), here, now=NOW)
    assert foreword("render", template, "--cwd", inside, "--trust").text.startswith("vendor|"), "by hand"


def test_trust_in_the_library_is_not_in_the_workspace_that_its_settings_name(
    foreword, template: Path, library: Path
):
    trust_workspace(state_dir(), library, now=NOW)
    (library / "foreword.toml").write_text('workspace = ".."\n')
    assert foreword("render", template).text.startswith("|in|")
    (library / "foreword.toml").write_text('workspace = "."\n')
    (library / "AGENTS.md").write_text("the library's")
    assert foreword("render", template).text.startswith("the library's|")


def test_without_a_library_nothing_is_read(foreword, here: Path):
    (here / "x.tmpl").write_text("[file:a.md]")
    (here / "a.md").write_text("text")
    assert foreword("render", "x.tmpl").text == ""
    ran = foreword("render", "-", "--kind", "template", stdin=b"[file:a.md]")
    assert (ran.text, "[file:a.md]" in ran.err) == ("", True)
    assert foreword("render", "x.tmpl", "--trust").text == "text"


def test_a_damaged_store_trusts_nobody_and_is_told(foreword, template: Path, here: Path):
    trust_workspace(state_dir(), here, now=NOW)
    (state_dir() / "trust.json").write_text("{")
    ran = foreword("render", template)
    assert ran.text == "|in|no branch|"
    assert f"‘trust.json’ in ‘{state_dir()}’ is damaged, so no folder is trusted." in ran.err
    assert lacking(here) in ran.err
    assert foreword("check", template) == (0, b"", ""), "which asks nobody for a value"


def test_the_copy_of_the_sample_is_trusted_from_the_start(
    foreword, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    assert "not trusted" not in foreword("render", "system-prompt.tmpl").err
    sample = Path(
        json.loads(foreword("render", "system-prompt.tmpl", "--json").out)["source"]["filePath"]
    ).parent
    distrust_workspace(state_dir(), sample)
    assert f"‘{sample}’ is restricted" in foreword("render", "system-prompt.tmpl").err, "taken back for good"
