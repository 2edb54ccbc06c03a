"""Triggers checked over HTTP, as a run checks them."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import Client

from editor_app import check_triggers

USER = {"role": "user", "content": [{"type": "text", "content": "Read it"}]}
CALL = {"type": "tool", "toolId": "call_0", "name": "read_file", "args": {}, "result": "a = 1"}
STEP = {"parts": [CALL], "usage": {"total": 850}, "finishReason": "tool-calls"}
SESSION = {
    "contextLimit": 1000,
    "flags": {"sessionStartTodoShown": True},
    "messages": [USER, {"role": "assistant", "steps": [STEP]}],
}


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_the_answer_is_that_of_python(client: Client, provider: str) -> None:
    answer = client.post("/triggers/check", {"session": SESSION, "provider": provider})
    assert answer.status == 200
    assert answer.json == check_triggers(SESSION, provider=provider).to_json()
    assert [one["trigger"] for one in answer.json["messages"]] == ["context-warning-80"]
    again = client.post("/triggers/check", {"session": answer.json["session"], "provider": provider})
    assert again.json["messages"] == []


def test_the_triggers_of_the_library_are_used_and_others_by_their_name(client: Client, library: Path) -> None:
    entry = "triggers:\n- {{id: {id}, signal: steps, at: 1, text: 'Step [step:index]'}}\n"
    for folder, name in (("runs", "triggers"), ("other", "some")):
        (library / folder).mkdir()
        (library / folder / f"{name}.yaml").write_text(entry.format(id=name))
    for given, fired in (({}, "triggers"), ({"triggers": "other/some.yaml"}, "some")):
        told = client.post("/triggers/check", {"session": SESSION, **given}).json["messages"]
        assert [one["trigger"] for one in told] == ["context-warning-80", fired]
        assert told[-1]["text"] == "Step 1"
    (library / "runs" / "triggers.yaml").write_text("triggers: [{id: a}]\n")
    assert client.post("/triggers/check", {"session": SESSION}).status == 422
    (library / "large.yaml").write_text("#" * 5_000_000)
    (library / "away.yaml").symlink_to("/etc/passwd")
    for name, status in (("large.yaml", 503), ("away.yaml", 403)):
        assert client.post("/triggers/check", {"session": SESSION, "triggers": name}).status == status
    (library / ".env").write_text("KEY=1\n")
    outside = library.parent / "x.yaml"
    outside.write_text(entry.format(id="outside"))
    (library.parent / "way").symlink_to(library.parent)
    ways = (outside, library.parent / "way" / "x.yaml", f"/proc/self/root{outside}")
    for name in ("nowhere.yaml", "../x.yaml", *map(str, ways), ".env", "a\0b"):
        assert client.post("/triggers/check", {"session": SESSION, "triggers": name}).status == 404


@pytest.mark.parametrize(
    ("session", "said"),
    [
        ({"messages": {}}, "‘messages’ must be a list."),
        ({"messages": [1]}, "‘messages[0]’ must be an object."),
        ({"messages": [{"role": "tool"}]}, "‘messages[0].role’ must be one of user, assistant, system."),
        ({"cpu": 80}, "‘cpu’ must be a number from 0 to 1."),
        ({"strategy": "hybird"}, "Did you mean ‘hybrid’?"),
        (
            {"messages": [{"role": "assistant", "steps": [{"parts": [{"type": "x"}]}]}]},
            "parts[0].type’ must be one of",
        ),
        ({"flags": {"a": "yes"}}, "‘flags.a’ must be true or false."),
    ],
)
def test_what_is_no_session_is_said_at_its_place(client: Client, session: dict, said: str) -> None:
    answer = client.post("/triggers/check", {"session": session})
    assert (answer.status, answer.json["error"]["code"]) == (400, "bad-session")
    assert said in answer.json["error"]["message"]
