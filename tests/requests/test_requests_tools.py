"""Calls of tools, their answers and further texts, as the four providers write them."""

from __future__ import annotations

import pytest

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Provider, RequestAnswer, RequestCall, ToolMessage

CALL = RequestCall("c1", "read_file", {"path": "é"})
ANSWER = RequestAnswer("c1", "read_file", "No such file", is_error=True)
MESSAGES = [
    ToolMessage("user", "Read it", further=("\n\nMind.",)),
    ToolMessage("assistant", "", calls=(CALL,)),
    ToolMessage("user", answers=(ANSWER,), further=("And this.",)),
]
BODIES = {
    "openai": [
        {
            "role": "user",
            "content": [{"type": "text", "text": "Read it"}, {"type": "text", "text": "\n\nMind."}],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "read_file", "arguments": '{"path": "é"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "No such file"},
        {"role": "user", "content": "And this."},
    ],
    "openai-responses": [
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "Read it"},
                {"type": "input_text", "text": "\n\nMind."},
            ],
        },
        {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": '{"path": "é"}'},
        {"type": "function_call_output", "call_id": "c1", "output": "No such file"},
        {"role": "user", "content": [{"type": "input_text", "text": "And this."}]},
    ],
    "anthropic": [
        {
            "role": "user",
            "content": [{"type": "text", "text": "Read it"}, {"type": "text", "text": "\n\nMind."}],
        },
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "é"}}],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "No such file", "is_error": True},
                {"type": "text", "text": "And this."},
            ],
        },
    ],
    "google": [
        {"role": "user", "parts": [{"text": "Read it"}, {"text": "\n\nMind."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "read_file", "args": {"path": "é"}}}]},
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"name": "read_file", "response": {"error": "No such file"}}},
                {"text": "And this."},
            ],
        },
    ],
}


@pytest.mark.parametrize("provider", list(Provider))
def test_calls_answers_and_further_texts_have_each_providers_form(provider):
    made = assemble_request(provider, MESSAGES)
    key = {"google": "contents", "openai-responses": "input"}.get(provider, "messages")
    assert made.body[key] == BODIES[provider]
    one_by_one = [entry for message in MESSAGES for entry in message_entries(provider, message)]
    assert one_by_one == BODIES[provider]
    texts = ["Read it", "\n\nMind.", "No such file", "And this."]
    assert [(part.text, _at(made.body, part.place)) for part in made.parts] == [
        (text, text) for text in texts
    ]


@pytest.mark.parametrize("provider", list(Provider))
def test_a_message_of_one_text_is_written_as_that_of_a_chat(provider):
    chat = [("user", "\nHello\n"), ("assistant", "Hi")]
    of_tools = [ToolMessage(role, content) for role, content in chat]
    assert assemble_request(provider, chat, system="S") == assemble_request(provider, of_tools, system="S")


def _at(body, place):
    for step in place:
        body = body[step]
    return body
