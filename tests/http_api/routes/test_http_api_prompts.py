"""Prompts over HTTP: listed and rendered as the command line does."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from asking import Client, client_of
from counted_work import assert_work_in_proportion
from jsonschema import Draft202012Validator

from editor_app.cli import main
from editor_app.clock import utc_now
from editor_app.conversations.building import Permissions
from editor_app.conversations.service import ConversationService, Setup
from editor_app.http_api.endpoints import Call
from editor_app.http_api.routes.prompts import render_prompt
from editor_app.library.paths import make_state_dir, sample_dir

BY_ITS_OPTION = (
    "‘--trust’ trusts it for this call.",
    "‘foreword serve --trust’ trusts it as long as the server runs.",
)
"""All that is different in the warnings: the way to trust a folder."""

UNUSED = ("stepz", "x" * 90, *(f"other_{index}" for index in range(5)))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A copy of the sample, with a prompt in a subfolder."""
    folder = copytree(sample_dir(), tmp_path / "library")
    (folder / "billing").mkdir()
    (folder / "billing" / "refund.md").write_text(
        "---\nname: refund\nversion: 1.0.0\ndescription: Refunds\nmax_tokens: 10\nvariables:\n"
        "- {name: who, description: Who, required: true}\n"
        "- {name: why, description: Why, required: false}\n---\nHello {{who}}{{#if why}}: {{why}}{{/if}}\n"
    )
    return folder


def _printed(capfdbinary: pytest.CaptureFixture[bytes], *words: str) -> object:
    main([*words, "--json"])
    return json.loads(capfdbinary.readouterr().out)


def test_prompts_are_listed_as_the_command_line_lists_them(
    client: Client, library: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    listed = client.get("/prompts").json
    assert listed == _printed(capfdbinary, "list", "--library", str(library))
    for one in listed["prompts"]:
        prompt = client.get(f"/prompts/{one['name']}").json
        assert {name: prompt[name] for name in one if name != "problems"} == {
            name: one[name] for name in one if name != "problems"
        }
        assert prompt["text"] == Path(one["filePath"]).read_text()
        counted = [problem for problem in prompt["problems"] if problem["severity"] != "information"]
        assert bool(counted) == bool(one["problems"])
    template = next(one for one in listed["files"] if one["kind"] == "template")
    found = client.get(f"/prompts/{template['path']}").json
    assert (found["status"], found["filePath"]) == (template["status"], template["filePath"])


@pytest.mark.parametrize(
    ("name", "body", "options"),
    [
        ("test-scenario-generation", {"case": "checkout"}, ["--case", "checkout"]),
        (
            "test-scenario-generation",
            {"case": "checkout", "values": {"steps": "other", **dict.fromkeys(UNUSED, "x")}},
            ["--case", "checkout", "--set", "steps=other", *(f"--set={name}=x" for name in UNUSED)],
        ),
        (
            "billing/refund",
            {"values": {"who": "Ada", "why": "late"}},
            ["--set", "who=Ada", "--set", "why=late"],
        ),
        ("page-analysis", {"case": "pricing page"}, ["--case", "pricing page"]),
        (
            "system-prompt.tmpl",
            {"model": "m", "conversationId": "c", "values": {"system:time": "", "system:date": "d"}},
            [
                *("--model", "m", "--conversation", "c"),
                *("--set", "system:time=", "--set", "system:date=d"),
            ],
        ),
    ],
)
def test_a_prompt_is_rendered_as_the_command_line_renders_it(
    client: Client,
    library: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    name: str,
    body: dict[str, object],
    options: list[str],
) -> None:
    template = library / "system-prompt.tmpl"
    template.write_text(f"[git:branch][file:no.md][if !git:status]x[endif]{template.read_text()}")
    rendered = client.post(f"/prompts/{name}/render", body)
    printed = _printed(capfdbinary, "render", name, *options, "--library", str(library))
    assert rendered.status == 200
    warnings = [warning.replace(*BY_ITS_OPTION) for warning in printed["warnings"]]
    assert rendered.json == {**printed, "warnings": warnings}
    escaped = name.replace("/", "%2F")
    assert client.post(f"/prompts/{escaped}/render", body).json == rendered.json


def test_trust_that_cannot_be_used_is_warned_of(client: Client, library: Path, state: Path) -> None:
    (library / "system-prompt.tmpl").write_text("[system:os]")
    assert client.post("/prompts/system-prompt.tmpl/render", {}).json["warnings"] == []  # the control
    make_state_dir(state)
    (state / "trust.json").write_text("{")
    (said,) = client.post("/prompts/system-prompt.tmpl/render", {}).json["warnings"]
    assert f"‘trust.json’ in ‘{state}’ is damaged, so no folder is trusted." in said


def test_what_is_at_fault_in_a_prompt_is_said_with_its_problems(client: Client, library: Path) -> None:
    missing = client.post("/prompts/billing/refund/render", {})
    assert (missing.status, missing.code) == (422, "unusable-prompt")
    (problem,) = missing.json["error"]["problems"]
    assert (problem["type"], problem["field"]) == ("MISSING_REQUIRED_VARIABLE", "who")
    absent = client.post("/prompts/billing/refund/render", {"values": {"who": None}})
    assert absent.status == 422
    (library / "billing" / "refund.md").write_text("---\nname: refund\n---\n{{who}}\n")
    invalid = client.post("/prompts/billing/refund/render", {"values": {"who": "Ada"}})
    assert invalid.status == 422
    assert {one["type"] for one in invalid.json["error"]["problems"]} == {"MISSING_REQUIRED_FIELD"}
    shown = client.get("/prompts/billing/refund").json
    assert (shown["status"], shown["text"]) == ("invalid", "---\nname: refund\n---\n{{who}}\n")
    assert len(shown["problems"]) == len(invalid.json["error"]["problems"])


def test_what_is_not_there_is_said_with_what_is_near(client: Client, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret")
    near = client.get("/prompts/page-analysi")
    assert (near.status, near.json["error"]["suggestions"]) == (404, ["page-analysis"])
    assert client.post("/prompts/page-analysi/render", {}).status == 404
    no_case = client.post("/prompts/page-analysis/render", {"case": "pricing pag"})
    assert (no_case.status, no_case.json["error"]["suggestions"]) == (404, ["pricing page"])
    for name in (
        "..%2Foutside",
        "../outside",
        "%2E%2E/outside",
        "a%00",
        "",
        "a//b",
        "%2Fetc%2Fpasswd",
        "a%5Cb",
    ):
        for reply in (client.get(f"/prompts/{name}"), client.post(f"/prompts/{name}/render", {})):
            assert reply.status == 404, name
            assert b"secret" not in reply.body


def test_a_template_is_rendered_only_for_folders_that_are_served(
    client: Client, library: Path, service: ConversationService
) -> None:
    (library / "system-prompt.tmpl").write_text("[prompt:cwd] [file:note.md][git:branch]")
    (library / "note.md").write_text("note")
    render = "/prompts/system-prompt.tmpl/render"
    rendered = client.post(render, {"cwd": str(library)}).json
    assert rendered["renderedContent"] == f"{library} note"
    [warning] = rendered["warnings"]
    assert "[git:branch]. ‘foreword serve --trust’ trusts it as long as the server runs." in warning
    nested = library / "vendor"
    (nested / ".git").mkdir(parents=True)
    *_, warning = client.post(render, {"cwd": str(nested)}).json["warnings"]
    assert warning.endswith(f"‘{nested}’ is restricted: [git:branch]. Trust it in the window.")
    assert client.post(render, {"cwd": "/"}).status == 403
    assert client.post(render, {"cwd": "library"}).status == 400
    assert client.post(render, {}).json["renderedContent"] == f"{library} note"


@pytest.mark.parametrize(
    "field",
    [
        {"conversationId": "a\0b"},
        {"conversationId": ""},
        {"conversationId": "x" * 513},
        {"conversationId": "a\nb"},
        {"model": "a\0"},
        {"model": "m" * 5000},
        {"values": {"nocolon": "x"}},
        {"values": {"nocolon": None}},
        {"values": {"literal:x": "y"}},
    ],
    ids=str,
)
def test_what_no_construct_takes_no_rendering_takes(client: Client, field: dict[str, Any]) -> None:
    refused = client.post("/prompts/system-prompt.tmpl/render", field)
    assert (refused.status, refused.code) == (400, "bad-request")
    if "values" not in field:
        described = client.get("/openapi.json").json["paths"]["/prompts/{name}/render"]["post"]
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        assert not Draft202012Validator(schema).is_valid(field)
        assert Draft202012Validator(schema).is_valid({"conversationId": "é", "model": None})
    given = {"conversationId": "é", "model": "m", "values": {"user:plan": None}}
    assert client.post("/prompts/system-prompt.tmpl/render", given).status == 200  # the control


def test_many_values_that_are_not_used_cost_no_search_each(
    service: ConversationService, library: Path
) -> None:
    def rendering(size: int) -> Callable[[], object]:
        (library / "system-prompt.tmpl").write_text("\n".join(f"[user:n{index}]" for index in range(size)))
        values = {f"usr:m{index}": "" for index in range(size)}
        call = Call(service, (library,), "system-prompt.tmpl", {"values": values})
        return lambda: warnings.append(render_prompt(call).document["warnings"])

    warnings: list[list[str]] = []
    assert_work_in_proportion(rendering, 20)
    assert len([one for one in warnings[-1] if "Did you mean" in one]) == 5
    assert "And 195 more given values are not used." in warnings[-1]


def test_a_template_is_rendered_in_the_folder_that_was_checked(
    library: Path, state: Path, tmp_path: Path
) -> None:
    outside, asked = tmp_path / "outside", library / "asked"
    outside.mkdir()
    asked.mkdir()
    for folder in (outside, asked):
        (folder / "note.md").write_text(f"from {folder.name}")
    (library / "system-prompt.tmpl").write_text("[prompt:cwd]: [file:note.md]")
    flips = False

    def flipping() -> datetime:
        if flips and not asked.is_symlink():
            asked.rename(tmp_path / "moved")
            asked.symlink_to(outside)
        return utc_now()  # asked for once the folder was checked

    permissions = Permissions(state, trusted=True, workspaces=(library,))
    setup = Setup(tmp_path / "conversations.db", clock=flipping, permissions=permissions)
    client = client_of(ConversationService(library, setup))
    render, body = "/prompts/system-prompt.tmpl/render", {"cwd": str(asked)}
    assert client.post(render, body).json["renderedContent"] == f"{asked}: from asked"  # the control
    flips = True
    rendered = client.post(render, body).json
    assert rendered["renderedContent"] == f"{asked}: "
    assert "[file:note.md]" in rendered["warnings"][0]
    assert client.post(render, body).status == 403
