"""A system text and messages become the body that each provider takes, and nothing is lost on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.requests.building import assemble_request, build_request
from editor_app.requests.parts import Provider, RequestMessage, SystemText

CHAT = [
    ("system", "Speak plainly."),
    ("user", "\nWhat is a fuse?\n"),
    ("assistant", "  A thin wire.\n\n"),
    ("system", "The user is ten."),
    ("user", "And why?"),
]
TEMPLATE = SystemText("You help.\nIt is 12:00.\nBe kind.", 10, "[system:time]")


def test_each_provider_gets_the_shape_of_its_api():
    made = {
        provider: build_request(provider, CHAT, system=TEMPLATE, model="m", max_tokens=500)
        for provider in Provider
    }
    later = [
        {"role": "user", "content": "What is a fuse?"},
        {"role": "assistant", "content": "  A thin wire."},
        {"role": "system", "content": "The user is ten."},
        {"role": "user", "content": "And why?"},
    ]
    leading = {"role": "system", "content": "Speak plainly."}
    assert made["openai"] == {
        "model": "m",
        "messages": [{"role": "system", "content": TEMPLATE.text}, leading, *later],
        "max_completion_tokens": 500,
    }
    assert made["openai-responses"] == {
        "model": "m",
        "instructions": TEMPLATE.text,
        "input": [leading, *later],
        "max_output_tokens": 500,
    }
    mark = {"type": "ephemeral"}
    assert made["anthropic"] == {
        "model": "m",
        "max_tokens": 500,
        "system": [
            {"type": "text", "text": "You help.\n", "cache_control": mark},
            {"type": "text", "text": "It is 12:00.\nBe kind.", "cache_control": mark},
            {"type": "text", "text": "Speak plainly."},
        ],
        "messages": later,
    }
    assert made["google"] == {
        "systemInstruction": {
            "parts": [
                {"text": "You help.\n"},
                {"text": "It is 12:00.\nBe kind."},
                {"text": "Speak plainly."},
            ]
        },
        "contents": [
            {"role": "user", "parts": [{"text": "What is a fuse?"}]},
            {"role": "model", "parts": [{"text": "  A thin wire."}]},
            {"role": "system", "parts": [{"text": "The user is ten."}]},
            {"role": "user", "parts": [{"text": "And why?"}]},
        ],
        "generationConfig": {"maxOutputTokens": 500},
    }


def test_nothing_is_added_that_nobody_named():
    bodies = [build_request(provider, [("user", "Hi")]) for provider in Provider]
    assert bodies == [
        {"messages": [{"role": "user", "content": "Hi"}]},
        {"input": [{"role": "user", "content": "Hi"}]},
        {"max_tokens": 1024, "messages": [{"role": "user", "content": "Hi"}]},  # the API needs a limit
        {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]},
    ]
    from_prompt = SystemText("Hi", max_tokens=77)
    assert build_request("openai", [], system=from_prompt)["max_completion_tokens"] == 77
    assert build_request("openai", [], system=from_prompt, max_tokens=5)["max_completion_tokens"] == 5


def _blocks(system, **more):
    body = build_request("anthropic", [("user", "Hi")], system=system, **more)
    return [(one["text"], one.get("cache_control")) for one in body.get("system", [])]


def test_cache_marks_stand_where_the_stable_prefix_ends():
    mark, hour = {"type": "ephemeral"}, {"type": "ephemeral", "ttl": "1h"}
    assert _blocks("Stored") == [("Stored", mark)]
    assert _blocks("") == []
    assert _blocks(SystemText("A B", 2)) == [("A ", mark), ("B", mark)]
    assert _blocks(SystemText("A B", 2), cache="1h") == [("A ", hour), ("B", hour)]
    assert _blocks(SystemText("A B", 2), cache="off") == [("A ", None), ("B", None)]
    assert _blocks(SystemText("A B", 2, is_rebuilt=True)) == [("A ", mark), ("B", None)]
    assert _blocks(SystemText("A B", is_rebuilt=True)) == [("A B", mark)]
    assert _blocks(SystemText("A \n", 1)) == [("A \n", mark)]  # a blank block joins its neighbour
    assert _blocks(SystemText(" \nB", 2)) == [(" \nB", mark)]
    assert _blocks(SystemText(" \nB", 2, is_rebuilt=True)) == [(" \nB", None)]  # all of it changes


def test_openai_gets_marks_only_where_the_model_reads_them():
    def system(model, **more):
        return build_request("openai", [], system=SystemText("A B", 2, is_rebuilt=True), model=model, **more)[
            "messages"
        ][0]["content"]

    part = {"type": "text", "text": "A ", "prompt_cache_breakpoint": {"mode": "explicit"}}
    assert system("gpt-5.6-mini") == [part, {"type": "text", "text": "B"}]
    assert system("gpt-5.10") == system("gpt-5.6-mini")
    assert system("gpt-5.6", cache="off") == "A B"
    assert [system(model) for model in ("gpt-5.1", "my-model", None)] == ["A B"] * 3


def test_each_part_says_where_it_stands_and_comes_from(tmp_path):
    system = SystemText("A B", 2, is_rebuilt=True, origin=tmp_path / "s.yaml")
    chat = [RequestMessage("user", "\nHi\n\n", tmp_path / "1.md"), RequestMessage("assistant", "Yes")]
    made = assemble_request("anthropic", chat, system=system)
    assert [(one.role, one.place, one.within, one.origin, one.is_cached) for one in made.parts] == [
        ("system", ("system", 0, "text"), (0, 2), tmp_path / "s.yaml", True),
        ("system", ("system", 1, "text"), (2, 3), tmp_path / "s.yaml", False),
        ("user", ("messages", 0, "content"), (1, 3), tmp_path / "1.md", False),
        ("assistant", ("messages", 1, "content"), (0, 3), None, False),
    ]
    cached = {
        (provider, is_rebuilt): [
            one.is_cached
            for one in assemble_request(
                provider, chat, system=SystemText("A B", 2, is_rebuilt=is_rebuilt)
            ).parts
        ]
        for provider in ("openai", "google")
        for is_rebuilt in (True, False)
    }
    assert cached == {
        ("openai", True): [True, False, False, False],
        ("openai", False): [True] * 4,
        ("google", True): [True, False, False, False],
        ("google", False): [True] * 4,
    }


def test_what_is_no_provider_cache_or_message_is_said():
    for wrong, said in [
        (lambda: build_request("antropic", []), "Did you mean ‘anthropic’?"),
        (lambda: build_request("openai", [], cache="2h"), "Known are 5m, 1h and off."),
    ]:
        with pytest.raises(ValueError, match=said.replace("?", r"\?")):
            wrong()
    with pytest.raises(TypeError, match="a role and a content"):
        build_request("openai", [("user", None)])


@examples(40)
@given(
    st.sampled_from(list(Provider)),
    st.lists(
        st.tuples(st.sampled_from(["user", "assistant", "system", "tool"]), st.text(max_size=9)), max_size=6
    ),
    st.text(max_size=9),
    st.integers(0, 9) | st.none(),
    st.booleans(),
)
def test_the_texts_of_the_parts_are_all_that_was_given_in_order(provider, chat, text, stable, is_rebuilt):
    system = SystemText(text, stable, is_rebuilt=is_rebuilt)
    made = assemble_request(provider, chat, system=system, model="gpt-5.6")
    count = len(system.blocks)
    assert "".join(one.text for one in made.parts[:count]) == text
    assert [(one.role, one.text) for one in made.parts[count:]] == [(r, c.strip("\n")) for r, c in chat]
    for part in made.parts:
        value = made.body
        for step in part.place:
            value = value[step]
        assert part.text in value
