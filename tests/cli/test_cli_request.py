"""`foreword request`: the request of a chat or a body, whole, and what would be refused on standard error."""

from __future__ import annotations

import json
import os

import pytest

from editor_app.requests.body_text import request_text
from editor_app.text.tokens import count_tokens


@pytest.fixture
def chat(here):
    """Return a chat of two messages, anywhere."""
    folder = here / "talk"
    folder.mkdir()
    (folder / "1.md").write_text("; role: user\n\n\n\nWhat is a fuse?\n")
    (folder / "10.md").write_text("; role: assistant\n\n\nA wire. \n")
    (folder / "notes.txt").write_text("Not a message.")
    return folder


def codes(text):
    return [line.split(": ", 1)[1].split()[1] for line in text.splitlines()]


def test_a_chat_gives_the_body_of_each_provider_and_what_it_would_refuse(foreword, chat):
    ran = foreword("request", chat, "--model", "gpt-5")
    assert ran.code == 0
    messages = [{"role": "user", "content": "What is a fuse?"}, {"role": "assistant", "content": "A wire. "}]
    assert ran.text == request_text({"model": "gpt-5", "messages": messages})
    assert codes(ran.err) == ["final-assistant", "cache-too-short"]
    assert f"{os.path.join('talk', '10.md')}:4:1: warning final-assistant" in ran.err
    assert foreword("request", chat, "--model", "gpt-5", "--strict").code == 1
    refused = foreword("request", chat, "--provider", "anthropic", "--model", "claude-opus-4-8")
    assert (refused.code, json.loads(refused.out)["messages"]) == (1, messages)
    assert codes(refused.err) == ["final-assistant", "trailing-whitespace"]
    google = json.loads(foreword("request", chat, "--provider", "google", "--max-tokens", 9).out)
    assert google["generationConfig"] == {"maxOutputTokens": 9}
    curl = foreword("request", chat, "--curl", "--provider", "openai-responses").text
    assert curl.startswith("curl 'https://api.openai.com/v1/responses' ")


def test_the_system_text_is_split_where_its_stable_prefix_ends(foreword, chat, library, write_prompt):
    (library / "system-prompt.tmpl").write_text("Help.\nFor [prompt:conversation_id].\nBe kind.\n")
    (library / "system-messages").mkdir()
    topic = "[{name: topic, description: d, required: false}]"
    write_prompt(library, "ask", "Rules.\n\n{{topic}} and more.", topic)

    def system(*arguments):
        ran = foreword("request", chat, "--library", library, "--provider", "anthropic", *arguments)
        return json.loads(ran.out), codes(ran.err)

    body, _ = system("--system", "prompts/system-prompt.tmpl", "--conversation", "c-1")
    texts = [(block["text"], "cache_control" in block) for block in body["system"]]
    assert texts == [("Help.\nFor ", True), ("c-1.\nBe kind.\n", True)]
    body, said = system("--system", "ask", "--set", "topic=Fuses", "--cache", "1h")
    assert [(block["text"], block.get("cache_control")) for block in body["system"]] == [
        ("Rules.\n\n", {"type": "ephemeral", "ttl": "1h"}),
        ("Fuses and more.", None),
    ]
    assert body["max_tokens"] == 100  # the prompt's own
    assert "cache-broken" in said
    ran = foreword("request", chat, "--library", library, "--system", "ask", "--set", "topic=Fuses")
    assert f"{os.path.join('prompts', 'ask.md')}:11:1: warning cache-broken" in ran.err
    foreword("conversation", "construct", "c-1", "--library", library)
    stored = foreword("conversation", "get", "c-1", "--library", library).text
    body, _ = system("--conversation", "c-1", "--cache", "off")
    assert body["system"] == [{"type": "text", "text": stored}]
    never = foreword("request", chat, "--library", library, "--conversation", "c-2")
    assert (never.code, never.out) == (2, b"")


def test_json_has_the_parts_with_their_files_and_the_problems(foreword, chat):
    ran = foreword("request", chat, "--json", "--model", "claude-opus-4-8", "--provider", "anthropic")
    found = json.loads(ran.out)
    assert (ran.code, ran.err, found["format"], found["provider"]) == (1, "", 1, "anthropic")
    texts = ("What is a fuse?", "A wire. ")
    sizes = [{"characters": len(text), "tokens": count_tokens(text).count} for text in texts]
    assert found["parts"] == [
        {"role": "user", "filePath": str(chat / "1.md"), **sizes[0], "cached": False},
        {"role": "assistant", "filePath": str(chat / "10.md"), **sizes[1], "cached": False},
    ]
    assert [(one["code"], one["filePath"], one["suggestions"]) for one in found["problems"]] == [
        ("final-assistant", str(chat / "10.md"), ["Add a user message"]),
        ("trailing-whitespace", str(chat / "10.md"), ["Remove the whitespace at its end"]),
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("2.md", "; role: assisant\n\n\nHi", "assistant"),
        ("2.md", "Just text", "role"),
        ("2.md", "; role: user\nNo separator", ":"),
        ("01.md", "; role: user\n\n\nHi", "both message 1"),
    ],
)
def test_a_chat_with_an_error_gives_no_body(foreword, chat, name, text, said):
    (chat / name).write_text(text)
    ran = foreword("request", chat)
    assert (ran.code, ran.out) == (1, b"")
    assert said in ran.err
    document = json.loads(foreword("request", chat, "--json").out)
    assert document["request"] is None
    assert document["problems"]


def test_a_pipe_a_huge_file_and_no_message_at_all_are_told(foreword, chat, here):
    os.mkfifo(chat / "3.md")
    (chat / "4.md").write_bytes(b"; role: user\n\n\n" + b"x" * 6_000_000)
    ran = foreword("request", chat)
    assert (ran.code, ran.out) == (1, b"")
    assert "3.md: error" in ran.err
    (here / "empty").mkdir()
    empty = foreword("request", here / "empty")
    assert (empty.code, codes(empty.err)) == (1, ["no-messages"])


def test_a_body_from_elsewhere_is_checked_as_it_stands(foreword, here):
    body = here / "body.json"
    system = '{"role": "system", "parts": [{"text": "S"}]}'
    source = f'{{"contents": [{{"role": "user", "parts": [{{"text": "é"}}]}},\n {system}]}}'
    body.write_text(source)
    ran = foreword("request", body)
    assert (ran.code, ran.text) == (1, source)  # its shape is Google's
    assert "body.json:2:2: error system-not-first" in ran.err
    assert foreword("request", "-", "--provider", "google", stdin=source.encode()).code == 1
    parts = json.loads(foreword("request", body, "--json").out)["parts"]
    assert [(part["role"], part["characters"]) for part in parts] == [("user", 1), ("system", 1)]
    for text in (b"", b"{", b"[" * 10_000, b'{"messages": [\n"\\ud800"]}', b"\xff\xfe{", b"3"):
        body.write_bytes(text)
        ran = foreword("request", body)
        assert ran.code == 1
        assert "body.json" in ran.err
    body.write_bytes(b'{"model": "m", "messages": [{"role": "user", "content": "\\ud83d"}]}')
    assert "error not-unicode" in foreword("request", body).err


def test_what_fits_no_request_is_said(foreword, chat, here):
    (here / "body.json").write_text("{}")
    for arguments, said in [
        ((chat, "--provider", "antropic"), "Did you mean ‘anthropic’?"),
        ((chat, "--cache", "2h"), "‘2h’ is not a value of ‘--cache’. It is one of 5m, 1h, off."),
        ((chat, "--max-tokens", "0"), "at least 1"),
        ((chat, "--set", "a=b"), "Name that with ‘--system’."),
        ((here / "body.json", "--system", "x"), "‘--system’ is for chats"),
        ((here / "bodies.json",), "Did you mean"),
        (("nothing-like-it",), "There is no file ‘nothing-like-it’, and no chat of that name in "),
        ((chat, "--system", "nothing"), "No file and no prompt"),
    ]:
        ran = foreword("request", *arguments)
        assert (ran.code, ran.out) == (2, b"")
        assert said in ran.err


def test_a_chat_of_the_library_is_found_by_its_path_there_and_by_its_name(foreword, here, library):
    for number, path in enumerate(("chats/charged-twice", "chats/a/same", "chats/b/same")):
        (library / path).mkdir(parents=True)
        (library / path / "1.md").write_text(f"; role: user\n\n\nText {number}\n")
    listed = foreword("list", "--library", library).text
    assert "chats/charged-twice" in listed

    def said(word):
        ran = foreword("request", word, "--library", library)
        return json.loads(ran.out)["messages"][0]["content"] if ran.code == 0 else ran.err

    assert said("chats/charged-twice") == said("charged-twice") == said("chats/charged-twice/") == "Text 0"
    assert "Name the chat’s folder: ‘chats/charged-twice’." in said("chats/charged-twice/1.md")
    assert said("charged-twic").endswith("Did you mean ‘charged-twice’?\n")
    (here / "charged-twice").mkdir()
    (here / "charged-twice" / "1.md").write_text("; role: user\n\n\nHere\n")
    assert (said("charged-twice"), said("chats/charged-twice")) == ("Here", "Text 0")


def test_a_message_that_is_named_for_its_chat_is_said(foreword, chat):
    ran = foreword("request", "talk/1.md")
    assert ran.err == "foreword: ‘talk/1.md’ is a message of a chat. Name the chat’s folder: ‘talk’.\n"
    assert (ran.code, ran.out) == (2, b"")
    (chat / "11.md").write_text('{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}')
    assert foreword("request", "talk/11.md").code == 0


def test_a_request_without_the_librarys_own_system_text_says_so(foreword, chat, library):
    def said(*arguments):
        return foreword("request", chat, "--library", library, *arguments).err

    assert "No system text" not in said()
    (library / "system-prompt.tmpl").write_text("Help.\n")
    line = "foreword: No system text: name one with ‘--system’, such as ‘prompts/system-prompt.tmpl’.\n"
    assert said().startswith(line)
    assert said().count("No system text") == 1
    assert "No system text" not in said("--system", "prompts/system-prompt.tmpl")
    assert said("--json") == ""
