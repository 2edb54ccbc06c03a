"""Whatever type of JSON stands at whatever place of a body from elsewhere, each reader gives a result."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from json_variants import variants

from editor_app.requests.body_text import request_text
from editor_app.requests.body_view import body_parts, shape_of
from editor_app.requests.checking import check_text
from editor_app.requests.comparing import compare_bodies
from editor_app.requests.importing import import_chat
from editor_app.runs.endpoint.addresses import EndpointError
from editor_app.runs.endpoint.answers import Answer
from editor_app.runs.transcripts.importing import import_scenario

CALL = {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{}"}}
USE = {"type": "tool_use", "id": "c1", "name": "a", "input": {"b": 1}}
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
MARK = {"type": "ephemeral", "ttl": "1h"}
BODIES = {
    "openai": {
        "model": "gpt-5",
        "tools": [{"type": "function", "function": {"name": "read_file"}}],
        "max_completion_tokens": 100,
        "messages": [
            {"role": "system", "content": "S"},
            {"role": "user", "content": [{"type": "text", "text": "U", "prompt_cache_breakpoint": MARK}]},
            {"role": "user", "content": [IMAGE]},
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "R"},
        ],
        "usage": {"total_tokens": 12},
    },
    "openai-responses": {
        "model": "gpt-5",
        "instructions": "S",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "U"}]},
            {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": "R"},
        ],
    },
    "anthropic": {
        "model": "claude-opus-5",
        "max_tokens": 100,
        "system": [{"type": "text", "text": "S", "cache_control": MARK}],
        "messages": [
            {"role": "user", "content": "U"},
            {"role": "assistant", "content": [USE]},
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "R"}]},
                    {"type": "text", "text": "<system_message>x</system_message>"},
                ],
                "usage": {"input_tokens": 1, "output_tokens": 2},
                "stop_reason": "tool_use",
            },
        ],
    },
    "google": {
        "systemInstruction": {"parts": [{"text": "S"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "U"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "a", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "a", "response": {}}}]},
        ],
        "generationConfig": {"maxOutputTokens": 100},
    },
}


@pytest.mark.parametrize("name", BODIES)
def test_each_type_of_json_at_each_place_of_a_body_is_read(name):
    body = BODIES[name]
    for odd in variants(body):
        assert shape_of(odd) in BODIES
        import_chat(odd)
        request_text(odd)
        for provider in {name, shape_of(odd)}:
            check_text(provider, odd, json.dumps(odd, indent=2))
            assert all(part.text is not None for part in body_parts(provider, odd))
            compare_bodies(provider, body, odd)
            compare_bodies(provider, odd, body)


@pytest.mark.parametrize("name", BODIES)
def test_each_type_of_json_at_each_place_of_a_transcript_is_read(name):
    for odd in variants(BODIES[name]):
        import_scenario(json.dumps(odd))
        messages = odd.get("messages") if isinstance(odd, dict) else None
        for message in messages if isinstance(messages, list) else ():
            import_scenario(json.dumps({"message": message}) + "\n")


@pytest.mark.parametrize("inner", ["delta", "message"])
def test_each_type_of_json_at_each_place_of_an_answer_is_read(inner):
    call = CALL | {"index": 0}
    choice = {inner: {"content": "U", "tool_calls": [call]}, "finish_reason": "tool_calls"}
    for odd in variants({"choices": [choice], "usage": {"total_tokens": 12}, "error": None}):
        answer = Answer()
        with suppress(EndpointError):
            assert all(isinstance(part.text, str) for part in answer.take(json.dumps(odd)))
        assert all(isinstance(call.part.name, str) for call in answer.calls(0, set()))
