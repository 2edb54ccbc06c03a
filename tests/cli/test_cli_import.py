"""`foreword import`: a body of another program becomes a folder of message files."""

from __future__ import annotations

import json

from editor_app.requests import build_request

CHAT = [
    ("user", "\nRun `a`:\n\n```sh\na\n```\n\n\n\nPlease."),
    ("assistant", "No.  "),
    ("system", "Be kind."),
]


def test_a_body_becomes_files_that_give_the_same_request(foreword, here):
    body = build_request("anthropic", CHAT, system="Help.", model="claude-opus-4-8")
    (here / "body.json").write_text(json.dumps(body))
    ran = foreword("import", "body.json", "--as", "chat", "--out", "chats/talk")
    assert (ran.code, ran.text.splitlines()) == (0, [f"chats/talk/{number}.md" for number in range(1, 5)])
    assert "foreword: warning: The cache mark is not kept" in ran.err
    assert (here / "chats/talk/1.md").read_text() == "; role: system\n\n\nHelp.\n"
    made = foreword(
        "request", "chats/talk", "--provider", "anthropic", "--model", "claude-opus-4-8", "--cache", "off"
    )
    del body["system"][0]["cache_control"]
    assert json.loads(made.out) == body
    again = foreword("import", "body.json", "--as", "chat", "--out", "chats/talk")
    assert (again.code, "has files already" in again.err) == (2, True)


def test_json_lists_files_losses_and_where_a_key_stands(foreword, here):
    key = "sk-ant-api03-" + "a1" * 20
    body = {"model": "m", "messages": [{"role": "user", "content": f"My key is {key}"}]}
    ran = foreword("import", "-", "--as", "chat", "--out", "new", "--json", stdin=json.dumps(body).encode())
    document = json.loads(ran.out)
    assert (ran.code, document["format"], document["written"]) == (0, 1, [str(here / "new" / "1.md")])
    assert document["losses"][0]["message"].startswith("‘model’ is no part of a chat")
    assert document["warnings"][0]["place"] == "messages[0].content"
    assert key[:20] not in ran.text + ran.err
    assert key in (here / "new" / "1.md").read_text()


def test_what_cannot_be_imported_is_said_and_nothing_is_written(foreword, here):
    file = here / "body.json"
    for text, code, said in [
        ("{", 1, "body.json"),
        ("[" * 10_000, 1, "levels deep"),
        ('{"messages": []}', 2, "no message with a text"),
        (json.dumps([{"role": "user", "content": "Hi"}] * 10_001), 2, "10,001 messages"),
    ]:
        file.write_text(text)
        ran = foreword("import", file, "--as", "chat", "--out", "new")
        assert (ran.code, ran.out) == (code, b"")
        assert said in ran.err
    for arguments, said in [
        (("--out", "new"), "needs ‘--as’"),
        (("--as", "poem", "--out", "new"), "Nothing is imported as ‘poem’"),
        (("--as", "chat"), "needs ‘--out DIR’"),
    ]:
        ran = foreword("import", file, *arguments)
        assert (ran.code, said in ran.err) == (2, True)
    assert not (here / "new").exists()
