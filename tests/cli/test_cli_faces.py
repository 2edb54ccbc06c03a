"""What a run and a list say is the same in every form, and help speaks of its own command alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CHAT = {"1.md": "; role: assistant\n\n\nHi\n", "2.md": "; role: user\n\n\nHow are you?\n"}
UNREACHED = {
    'request at step 5 contains "x"': "step-never-reached",
    "fires context-warning-80 at step 9": "step-never-reached",
    "present after compaction: context-warning-80": "never-compacted",
}


@pytest.fixture
def runs(library: Path) -> Path:
    chat = library / "chats" / "talk"
    for folder in (library / "runs", chat):
        folder.mkdir(parents=True)
    for name, text in CHAT.items():
        (chat / name).write_text(text)
    return library / "runs"


def test_what_is_expected_of_a_step_never_reached_is_a_problem_at_its_place(foreword, runs: Path):
    expected = "".join(f"- {text}\n" for text in UNREACHED)
    (runs / "a.yaml").write_text(
        f"steps:\n- {{user: Hi, text: Hello}}\nexpect:\n{expected}- stops with error\n"
    )
    ran = foreword("run", "prompts/runs/a.yaml", "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    problems = [(one["code"], one["severity"], one["line"], one["field"]) for one in told["problems"]]
    assert problems == [(code, "error", 4 + at, "expect") for at, code in enumerate(UNREACHED.values())]
    assert [one["message"] for one in told["problems"]] == [
        one["message"] for one in told["expectations"][: len(UNREACHED)]
    ]
    assert foreword("run", "prompts/runs/a.yaml").err.count("step-never-reached") == 2


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_chat_that_the_assistant_begins_is_told_by_run_as_by_request(foreword, runs: Path, provider: str):
    (runs / "a.yaml").write_text("chat: ../chats/talk\nsteps:\n- text: Fine\n")

    def told(*words: str) -> list[str]:
        problems = json.loads(foreword(*words, "--provider", provider, "--json").out)["problems"]
        return [one["code"] for one in problems if one["code"] == "first-not-user"]

    asked = told("request", "prompts/chats/talk")
    assert told("run", "prompts/runs/a.yaml") == asked == ["first-not-user"] * (provider != "openai")


def test_help_names_what_its_own_command_takes(foreword):
    words = {
        command: " ".join(foreword(command, "--help").text.split()) for command in ("run", "export", "import")
    }
    assert "openai, anthropic or google" in words["run"]
    assert "responses" not in words["run"]
    assert "the folder the files go into" in words["export"]
    assert "import" not in words["export"]
    assert "the folder of the chat, or the file of the scenario" in words["import"]


def test_a_built_in_text_is_not_called_by_the_name_of_a_file(foreword, library: Path):
    left_out = foreword("explain", "system-prompt.tmpl", "--library", library).text
    assert left_out.startswith("built-in template:3:")
    warned = foreword("render", "system-prompt.tmpl", "--library", library, "--cwd", library.parent).err
    assert "resources" not in left_out + warned


@pytest.mark.usefixtures("estimated_tokens")
def test_a_message_has_as_many_tokens_in_a_request_as_in_a_run(foreword, runs: Path):
    text = "漢字かな交じり文"
    (runs.parent / "chats" / "talk" / "2.md").write_text(f"; role: user\n\n\n\n{text}\n\n")
    (runs / "a.yaml").write_text(
        f'steps:\n- {{user: "{text}\\n\\n", text: Fine, tools: [{{name: a}}]}}\n- text: Done\n'
    )
    parts = json.loads(foreword("request", "prompts/chats/talk", "--json").out)["parts"]
    run = json.loads(foreword("run", "prompts/runs/a.yaml", "--strategy", "multi-step", "--json").out)
    assert (parts[1]["characters"], parts[1]["tokens"]) == (8, 6)
    assert run["steps"][1]["contextTokens"] == 6 + 1 + 1


def test_a_run_has_its_session_as_the_document_has_it(foreword, runs: Path):
    (runs / "a.yaml").write_text("steps:\n- {user: Hi, tools: [{name: a, id: c-1}]}\n- text: Done\n")
    session = json.loads(foreword("run", "prompts/runs/a.yaml", "--json").out)["session"]
    (answer,) = [one for one in session["messages"] if one["role"] == "assistant"]
    assert [one["stepIndex"] for one in answer["steps"]] == [0, 1]
    assert answer["steps"][0]["parts"][0]["toolId"] == "c-1"
    assert answer["steps"][1]["parts"] == [{"type": "text", "content": "Done", "status": "completed"}]
    assert session["flags"] == {"sessionStartTodoShown": True}
