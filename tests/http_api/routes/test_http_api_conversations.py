"""Conversations over HTTP: the same texts as the service gives, ids kept apart, folders kept in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from asking import Client, client_of

from editor_app.conversations.building import Permissions
from editor_app.conversations.results import Construction, never_constructed
from editor_app.conversations.service import ConversationService, Setup, open_service
from editor_app.http_api.serving.access import Access
from editor_app.variables.resolver import Sources, real_sources
from editor_app.wire.conversations import compaction_document, construction_document, stored_document

_IDS = ("a", "a/b", "..", ".", "-x", "%2F", "é", "e\u0301", "🙂", "a b", "?x=1#y", "x" * 512, "construct")


def _at(conversation_id: str, action: str = "") -> str:
    return f"/conversations/{quote(conversation_id, safe='')}{action}"


def test_a_conversation_from_its_first_turn_to_its_end(
    client: Client, service: ConversationService, library: Path
) -> None:
    (library / "system-prompt.tmpl").write_text("In [prompt:cwd] with [prompt:model]: [user:plan]\n")
    asked = {"cwd": str(library), "model": "m", "values": {"user:plan": "pro"}}
    first = client.post(_at("a", "/construct"), asked)
    text = f"In {library} with m: pro\n"
    assert (first.json["systemPrompt"], first.json["created"]) == (text, True)
    assert service.get("a") == text
    got = client.get(_at("a"))
    assert got.json == stored_document(service.stored("a"))
    (library / "system-prompt.tmpl").write_text("Now [prompt:model], [git:branch]\n")
    assert client.get(_at("a")).json == got.json
    kept = client.post(_at("a", "/construct"), {**asked, "once": True})
    assert (kept.json["systemPrompt"], kept.json["created"]) == (text, False)
    seen = client.post(_at("a", "/preview"), asked)
    assert seen.json["systemPrompt"] == "Now m, \n"
    assert seen.json["blank"][0]["tag"] == "[git:branch]"
    assert seen.json["blank"][0]["cause"] == "not-trusted"
    other = client.post(_at("a", "/preview"), {**asked, "template": "[prompt:conversation_id]"})
    assert other.json["systemPrompt"] == "a"
    [warning] = client.post(_at("a", "/preview"), {**asked, "template": "[if user:plan]"}).json["warnings"]
    assert warning.startswith("the template:1:1: ")
    compacted = client.post(_at("a", "/compact"), {"instructions": "Sum up."})
    assert compacted.json["before"] == text
    assert compacted.json["sent"] == "Now m, \n\n\nSum up."
    assert client.get(_at("a")).json["systemPrompt"] == "Now m, \n"
    assert client.ask("DELETE", _at("a")).status == 204
    gone = client.ask("DELETE", _at("a"))
    assert gone.json["error"]["message"] == "There is no conversation ‘a’. Nothing was deleted."
    missing = client.get(_at("a"))
    assert missing.json["error"]["message"] == never_constructed("a").sentence
    for reply in (missing, gone):
        assert (reply.status, reply.code) == (404, "never-constructed")


def test_ids_are_kept_apart_as_they_are_written(client: Client, library: Path) -> None:
    for one in _IDS:
        assert client.post(_at(one, "/construct"), {"cwd": str(library)}).json["conversationId"] == one
    for one in _IDS:
        assert client.get(_at(one)).json["conversationId"] == one
    listed = client.get("/conversations").json
    assert {one["conversationId"] for one in listed["conversations"]} == set(_IDS)
    assert listed["next"] is None
    assert not [path for path in library.parent.rglob("*") if path.name in _IDS]


@pytest.mark.parametrize(
    "segment", ["", "%00", "a%0Ab", "%7F", "x" * 513, "%F0%9F%99%82" * 129, "%FF", "%ED%A0%80", "%zz", "%"]
)
def test_ids_that_cannot_be_are_refused(client: Client, library: Path, segment: str) -> None:
    for method, action in (("GET", ""), ("DELETE", ""), ("POST", "/construct"), ("POST", "/compact")):
        reply = client.send(method, f"/conversations/{segment}{action}", {"cwd": str(library)})
        assert reply.status == 400
    assert client.get("/conversations").json["conversations"] == []


def test_only_folders_that_are_served_are_looked_into(
    service: ConversationService, library: Path, tmp_path: Path
) -> None:
    served = tmp_path / "served"
    served.mkdir()
    (served / "out").symlink_to(tmp_path)
    (tmp_path / "in").symlink_to(served)
    client = client_of(
        service,
        Access("t" * 40, 80, (served,)),
    )
    client = Client(client.app, {"host": "localhost", "authorization": "Bearer " + "t" * 40})
    expected = {
        str(served): 200,
        str(served / "gone"): 200,
        str(tmp_path / "in"): 200,
        f"{served}/../served": 200,
        "served": 400,
        "": 400,
        ".": 400,
        "~": 400,
        "/\0": 400,
        "/" + "x" * 5000: 400,
        "/": 403,
        str(tmp_path): 403,
        str(library): 403,
        f"{served}/..": 403,
        str(served / "out"): 403,
        str(served / "out" / "library"): 403,
        f"{served}-2": 403,
    }
    for action in ("construct", "preview", "compact"):
        for cwd, status in expected.items():
            reply = client.post(_at(f"{action} {cwd}"[:100].replace("\0", "0"), f"/{action}"), {"cwd": cwd})
            assert reply.status == status, (action, cwd, reply.body)
    gone = client.post(_at("gone", "/construct"), {"cwd": str(served / "gone")}).json
    assert "is not there" in gone["warnings"][0]
    service.build("outside", str(tmp_path))  # from the command line, which may look anywhere
    refused = client.post(_at("outside", "/compact"), {})
    assert (refused.status, refused.code) == (403, "outside-workspaces")
    assert service.stored("outside").number == 1


@pytest.mark.parametrize("is_linked", [True, False], ids=["a link", "a folder"])
def test_a_folder_that_leads_elsewhere_after_it_was_checked_is_not_read(
    library: Path, state: Path, tmp_path: Path, is_linked: bool
) -> None:
    served, outside = tmp_path / "served", tmp_path / "outside"
    for folder in (served / "inside", outside):
        folder.mkdir(parents=True)
        (folder / "note.md").write_text(f"from {folder.name}")
    asked = served / "asked" if is_linked else served / "inside"
    if is_linked:
        asked.symlink_to(served / "inside")
    flips = False

    def flip() -> None:
        if flips and is_linked:
            asked.unlink()
        elif flips:
            asked.rename(served / "moved")
        if flips:
            asked.symlink_to(outside)

    def sources(workspace: Path, **named: Any) -> Sources:
        flip()  # when the folder was checked, and nothing was read yet
        return real_sources(workspace, **named)

    permissions = Permissions(state, trusted=True, workspaces=(served,))
    setup = Setup(tmp_path / "conversations.db", permissions=permissions, make_sources=sources)
    client = client_of(ConversationService(library, setup), Access("t" * 40, 80, (served,)))
    client = Client(client.app, {"host": "localhost", "authorization": "Bearer " + "t" * 40})
    template = {"cwd": str(asked), "template": "[prompt:cwd]: [file:note.md]"}
    seen = client.post(_at("a", "/preview"), template).json
    assert seen["systemPrompt"] == f"{asked}: from inside"  # the control
    flips = True
    seen = client.post(_at("a", "/preview"), template).json
    if is_linked:  # it was followed once, and what it led to then is read
        assert seen["systemPrompt"] == f"{asked}: from inside"
    else:
        assert seen["systemPrompt"] == f"{asked}: "
        assert [one["tag"] for one in seen["blank"]] == ["[file:note.md]"]
    assert (seen["cwd"], client.post(_at("a", "/preview"), template).status) == (str(asked), 403)


def test_a_compaction_of_a_conversation_never_constructed_needs_a_folder(
    client: Client, service: ConversationService, library: Path
) -> None:
    refused = client.post(_at("new", "/compact"), {"model": None})
    assert (refused.status, refused.code) == (400, "needs-cwd")
    found = client.post(_at("new", "/compact"), {"cwd": str(library)})
    assert found.json["before"] is None
    assert found.json["sent"] == f"{found.json['systemPrompt']}\n\n{found.json['instructions']}"
    again = client.post(_at("new", "/compact"), {"instructions": ""}).json
    assert again["sent"] == again["systemPrompt"]
    expected = compaction_document(service.build_compaction("new", str(library)))
    assert {**found.json, **_unlike} == {**expected, **_unlike}
    expected = construction_document(service.build("b", str(library)))
    built = client.post(_at("b", "/construct"), {"cwd": str(library)}).json
    assert {**built, **_unlike} == {**expected, **_unlike}


def test_a_compaction_takes_folder_model_and_values_of_one_construct(
    library: Path, state: Path, tmp_path: Path
) -> None:
    other = library / "other"
    other.mkdir()
    (library / "system-prompt.tmpl").write_text("[prompt:cwd] [prompt:model]")

    class Busy(ConversationService):
        """A service whose conversation is constructed anew by another program, once it was read."""

        def stored(self, conversation_id: str) -> Construction | None:
            found = super().stored(conversation_id)
            super().build(conversation_id, other, "second")
            return found

    service = Busy(library, Setup(tmp_path / "conversations.db", permissions=Permissions(state)))
    service.build("a", library, "first")
    compacted = client_of(service).post(_at("a", "/compact"), {}).json
    assert compacted["systemPrompt"] == f"{library} first"


_unlike = {"constructedAt": "", "before": ""}


@pytest.mark.parametrize(
    ("action", "document"),
    [
        ("construct", {}),
        ("construct", {"cwd": 5}),
        ("construct", {"cwd": "/", "once": "yes"}),
        ("construct", {"cwd": "/", "values": {"a:b": None}}),
        ("construct", {"cwd": "/", "values": []}),
        ("construct", {"cwd": "/", "template": "a"}),
        ("construct", {"cwd": "LIBRARY", "values": {"no name": "a"}}),
        ("preview", {"cwd": "/", "template": "\0"}),
        ("preview", {"cwd": "/", "once": True}),
        ("compact", {"cwd": "/", "instructions": 5}),
        ("compact", {"cwd": "/", "Cwd": "/"}),
    ],
)
def test_fields_that_cannot_be_are_refused(
    client: Client, library: Path, action: str, document: dict[str, object]
) -> None:
    asked = {name: str(library) if value == "LIBRARY" else value for name, value in document.items()}
    assert client.post(_at("a", f"/{action}"), asked).status == 400


def test_pages_go_on_where_the_one_before_ended(client: Client, library: Path) -> None:
    for number in range(5):
        client.post(_at(f"c-{number}", "/construct"), {"cwd": str(library)})
    found: list[str] = []
    after = ""
    while after is not None:
        more = f"&after={quote(after, safe='')}" if after else ""
        page = client.get(f"/conversations?limit=2{more}").json
        assert len(page["conversations"]) <= 2
        found += (one["conversationId"] for one in page["conversations"])
        after = page["next"]
    assert found == [f"c-{number}" for number in reversed(range(5))]
    for query in ("limit=0", "limit=101", "limit=x", "limit=-1", "limit=1&limit=2", "limit", "lmit=1"):
        reply = client.get(f"/conversations?{query}")
        assert reply.status == 400, query
    assert client.get("/conversations?lmit=1").json["error"]["suggestions"] == ["limit"]
    assert client.get("/conversations?after=nonsense").status in {200, 400}
    assert client.get("/conversations?%ff=1").status == 400


def test_a_template_at_fault_and_a_prompt_too_large_are_the_users(client: Client, library: Path) -> None:
    kept = client.post(_at("a", "/construct"), {"cwd": str(library)}).json
    template = library / "system-prompt.tmpl"
    template.write_bytes(b"caf\xe9")
    broken = client.post(_at("a", "/construct"), {"cwd": str(library)})
    assert broken.status == 422
    assert broken.json["error"]["problems"][0]["filePath"] == str(template)
    assert broken.json["error"]["problems"][0]["line"] == 1
    template.write_text("[user:long]" * 20)
    large = {"cwd": str(library), "values": {"user:long": "x" * 1_000_000}}
    assert client.post(_at("a", "/construct"), large).status == 422
    assert client.get(_at("a")).json == {name: kept[name] for name in kept if name != "created"}


def test_what_the_store_cannot_is_said_and_nothing_is_called_saved(
    library: Path, state: Path, tmp_path: Path
) -> None:
    database = tmp_path / "database"
    database.mkdir()  # a folder in its place
    client = client_of(open_service(library, database, state_dir=state))
    for reply in (
        client.post(_at("a", "/construct"), {"cwd": str(library)}),
        client.get(_at("a")),
        client.ask("DELETE", _at("a")),
        client.get("/conversations"),
    ):
        assert (reply.status, reply.code) == (503, "store")
        assert "retry-after" not in reply.headers  # no second mends that
        assert reply.json["error"]["message"]
    assert client.post(_at("a", "/preview"), {"cwd": str(library)}).status == 200  # which stores nothing


def test_a_damaged_database_is_told_to_whoever_meets_it_first(
    client: Client, service: ConversationService, library: Path
) -> None:
    """In the message and the log, and once."""
    sentence = "The database of conversations was damaged and kept as"
    for method, action, status in (
        ("GET", "", 404),
        ("DELETE", "", 404),
        ("POST", "/compact", 400),
        ("POST", "/preview", 200),
    ):
        client.post(_at("a", "/construct"), {"cwd": str(library)})
        service.close()
        service.database.write_bytes(b"This is no database.\n" * 400)
        body = {"cwd": str(library)} if action == "/preview" else {}
        reply = client.send(method, _at("a", action), body) if action else client.ask(method, _at("a"))
        assert reply.status == status
        if action == "/preview":  # the control: nothing is stored, and the database is not looked at
            assert "notes" not in reply.notes
            continue
        assert sentence in reply.json["error"]["message"]
        [note] = reply.notes["notes"]
        assert note.startswith(sentence)
        again = client.get(_at("a"))
        assert (again.status, "notes" in again.notes) == (404, False)
        assert sentence not in again.json["error"]["message"]


def test_who_meets_a_busy_store_is_told_to_come_back(library: Path, state: Path, tmp_path: Path) -> None:
    database = tmp_path / "conversations.db"
    setup = Setup(database, permissions=Permissions(state), busy_seconds=0.01)
    client = client_of(ConversationService(library, setup))
    assert client.post(_at("a", "/construct"), {"cwd": str(library)}).status == 200  # the control
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = client.post(_at("a", "/construct"), {"cwd": str(library)})
    assert (busy.status, busy.code, busy.headers["retry-after"]) == (503, "busy-store", "1")


def test_a_library_that_is_gone_is_said_while_what_is_stored_can_be_read(
    client: Client, library: Path
) -> None:
    client.post(_at("a", "/construct"), {"cwd": str(library)})
    library.rename(library.with_name("renamed"))
    assert client.get(_at("a")).status == 200
    for path in ("/system-prompt", "/system-prompt/variables", "/prompts"):
        assert (client.get(path).status, client.get(path).code) == (503, "library-gone")
    assert client.put("/system-prompt", {"template": "a"}).status == 503
    assert not library.exists()


def test_grants_and_secret_files_do_not_count_over_http(
    client: Client, service: ConversationService, library: Path
) -> None:
    (library / ".env").write_text("KEY=1")
    (library / "big.md").write_text("x" * 2_000_000)
    (library / "note.md").write_text("note")
    template = "[file:.env][file:big.md][file:/etc/hostname][file:../x][file:note.md]"
    reply = client.post(_at("a", "/preview"), {"cwd": str(library), "template": template}).json
    assert reply["systemPrompt"] == "note"
    assert [one["tag"] for one in reply["blank"]] == [
        "[file:.env]",
        "[file:big.md]",
        "[file:/etc/hostname]",
        "[file:../x]",
    ]
    assert all(one["message"] for one in reply["blank"])
    assert service.permissions.uses_grants is False
