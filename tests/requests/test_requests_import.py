"""A body of another program becomes a chat, and what message files cannot hold is told."""

from __future__ import annotations

import pytest

from editor_app.requests.building import build_request
from editor_app.requests.importing import import_chat
from editor_app.requests.parts import Provider

CHAT = [
    ("system", "Be kind."),
    ("user", "What is a fuse?"),
    ("assistant", "A `wire`.\n\n\n\nYes."),
    ("user", "Why?"),
]


@pytest.mark.parametrize("provider", list(Provider))
def test_a_body_made_here_comes_back_as_the_same_chat(provider):
    found = import_chat(build_request(provider, CHAT, model="m", cache="off"))
    assert found.provider == provider
    assert [(role, content) for role, content, _ in found.messages] == CHAT
    named = {"google": []}.get(provider, ["‘model’"])
    assert [note.message.split(",")[0].split(" ")[0] for note in found.losses] == named
    assert found.warnings == ()
    with_system = import_chat(build_request(provider, CHAT[1:], system="Be kind."))
    assert [(role, content) for role, content, _ in with_system.messages] == CHAT


def test_a_bare_list_of_messages_of_any_shape_is_a_chat():
    plain = import_chat([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}])
    google = import_chat([{"parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Yes"}]}])
    assert plain.messages == google.messages
    assert (plain.losses, google.losses) == ((), ())


def test_what_message_files_cannot_hold_is_told_with_its_place():
    found = import_chat(
        {
            "model": "claude-opus-5",
            "temperature": 1,
            "tools": [{"name": "t"}],
            "system": [{"type": "text", "text": "S", "cache_control": {"type": "ephemeral"}}],
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]},
                {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "C\r\nD\ud83d"}]},
                {"role": "critic", "content": "E"},
                "F",
            ],
        }
    )
    assert found.provider == "anthropic"
    assert [(one.role, one.content) for one in found.messages] == [
        ("system", "S"),
        ("user", "A\n\nB"),
        ("user", "C\nD\ufffd"),
    ]
    assert [note.place for note in found.losses] == [
        "messages[4]",
        "tools",
        "messages[1].content[0]",
        "messages[2].content[0]",
        "system[0].cache_control",
        "The body",
        "messages[0]",
        "messages[2]",
        "messages[2]",
        "messages[3]",
    ]
    assert (
        found.losses[5].message
        == "‘model’, ‘temperature’ do not belong to a chat; name them with the request."
    )
    developer = import_chat({"messages": [{"role": "developer", "content": "S"}]})
    assert developer.messages[0].role == "system"
    assert "‘developer’" in developer.losses[0].message


SECRETS = [
    "sk-ant-api03-" + "a1" * 20,
    "sk-proj-" + "b2" * 20,
    "AIza" + "Sy" * 18,
    "AKIA" + "QRSTUVWXYZ234567",
    "ASIA" + "QRSTUVWXYZ234567",
    *(f"gh{letter}_" + "c3" * 20 for letter in "opsur"),
    "github_pat_" + "c3" * 20,
    "glpat-" + "c3" * 10,
    "xoxb-" + "1234567890-abc",
    "hf_" + "c3" * 20,
    "eyJ" + "d4" * 15,
    "Bearer " + "d4" * 15,
    "bearer " + "d4" * 15,
    "-----BEGIN RSA PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_body_that_holds_a_key_is_imported_with_a_warning_that_names_its_place_only(secret):
    body = {
        "messages": [{"role": "user", "content": "Hi"}, {"role": "user", "content": f"Use {secret} here."}]
    }
    found = import_chat(body)
    assert secret in found.messages[1].content
    (warning,) = found.warnings
    assert warning.place == "messages[1].content"
    assert "message 2" in warning.message
    assert not any(secret[at : at + 12] in warning.message for at in range(max(len(secret) - 12, 1)))


def test_a_key_beside_the_messages_is_told_and_what_is_none_is_not():
    body = {
        "api_key": "0123456789",
        "messages": [{"role": "user", "content": "sk-test, a bearer of token eyJ"}],
    }
    (warning,) = import_chat(body).warnings
    assert (warning.place, "is not in the chat" in warning.message) == ("api_key", True)


def test_what_is_left_out_is_told_once():
    call = {"id": "a", "function": {"name": "n", "arguments": "{}"}}
    found = import_chat(
        [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "a", "content": "sk-ant-api03-" + "a1" * 20},
            {"role": "tool", "tool_call_id": "b", "content": "B"},
        ]
    )
    assert [note.message for note in found.losses] == [
        (
            "messages[1].tool_calls: message files can’t hold tool calls; "
            "messages[1] has no text, and is left out."
        ),
        "messages[2]: message files can’t hold tool results; it has the role ‘tool’, and is left out.",
        "messages[3] has the role ‘tool’, and is left out.",
    ]
    assert "is not in the chat" in found.warnings[0].message


def test_newlines_at_the_ends_of_a_message_are_told_as_they_are_not_sent():
    found = import_chat(
        [{"role": "user", "content": "\n\nfoo\n"}, {"role": "assistant", "content": " a\nb "}]
    )
    assert [note.message for note in found.losses] == [
        "The newlines at the ends of messages[0] are not sent."
    ]


@pytest.mark.parametrize("body", [None, 3, "text", {}, [], [None], {"messages": "no"}, {"contents": [[]]}])
def test_anything_gives_a_chat(body):
    assert import_chat(body).messages == ()
