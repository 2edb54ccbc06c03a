"""`foreword export` writes the same bytes for everybody, in each format, and says what that cannot hold."""

from __future__ import annotations

import json

import pytest

from editor_app.requests.body_text import request_text
from editor_app.requests.building import build_request
from editor_app.requests.parts import Provider

HEADER = "; Version: 1.0.0\n;\n; role: user\n\n\n"


@pytest.fixture
def chat(here):
    """Return a chat of two messages, one with metadata."""
    folder = here / "talk.v2"
    folder.mkdir()
    (folder / "1.md").write_text(f"{HEADER}\nWhat is a fuse?\n")
    (folder / "2.md").write_text("; role: assistant\n\n\nA wire.\n")
    return folder


MESSAGES = [("user", "What is a fuse?"), ("assistant", "A wire.")]


def exported(foreword, here, form, path, *more):
    ran = foreword("export", path, "--out", "out", "--format", form, *more)
    assert ran.code == 0
    (name,) = ran.text.split()
    return name, (here / name).read_bytes(), ran.err


def test_a_chat_is_exported_in_each_format(foreword, chat, here):
    for provider in Provider:
        name, data, said = exported(foreword, here, provider, chat, "--model", "m")
        assert (name, data) == (
            f"out/talk.v2.{provider}.json",
            request_text(build_request(provider, MESSAGES, model="m")).encode(),
        )
        assert f"‘{provider}’ holds no metadata of messages." in said
        assert ("holds no model" in said) == (provider == "google")
    name, data, said = exported(foreword, here, "json", chat)
    assert (name, said) == ("out/talk.v2.json", "")
    assert json.loads(data) == {
        "format": 1,
        "name": "talk.v2",
        "kind": "chat",
        "messages": [
            {"role": "user", "content": "What is a fuse?", "metadata": {"Version": "1.0.0"}},
            {"role": "assistant", "content": "A wire.", "metadata": {}},
        ],
    }
    name, data, said = exported(foreword, here, "text", chat)
    assert (name, data) == ("out/talk.v2.txt", b"user:\n\nWhat is a fuse?\n\nassistant:\n\nA wire.\n")
    assert "holds the roles as words only" in said
    (chat / "3.md").write_text("no header")
    failed = foreword("export", chat, "--out", "other", "--format", "json")
    assert (failed.code, failed.out, (here / "other").exists()) == (1, b"", False)


def test_a_prompt_is_exported_as_the_system_text_of_each_provider(foreword, here, library, write_prompt):
    topic = "[{name: topic, description: d, required: false}]"
    path = write_prompt(library, "ask", "Rules.\n\n{{topic}} and more.", topic)
    text = "Rules.\n\nFuses and more."
    found = {}
    for form in ("text", "json", *Provider):
        _, data, said = exported(foreword, here, form, path, "--set", "topic=Fuses")
        again = exported(foreword, here, form, path, "--set", "topic=Fuses")[1]
        assert data == again
        lost = "max_tokens" if form == "text" else "frontmatter but max_tokens"
        assert f"‘{form}’ holds no {lost}." in said
        found[form] = data if form == "text" else json.loads(data)
    assert found["text"] == text.encode()
    assert found["json"] == {
        "format": 1,
        "name": "ask",
        "kind": "prompt",
        "text": text,
        "maxTokens": 100,
        "stablePrefix": 8,
    }
    mark = {"type": "ephemeral"}
    assert found["anthropic"]["system"] == [
        {"type": "text", "text": "Rules.\n\n", "cache_control": mark},
        {"type": "text", "text": "Fuses and more."},
    ]
    assert found["openai"]["messages"] == [{"role": "system", "content": text}]
    assert found["openai-responses"]["instructions"] == text
    assert found["google"]["generationConfig"] == {"maxOutputTokens": 100}
