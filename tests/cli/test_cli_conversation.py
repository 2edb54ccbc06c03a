"""`foreword conversation`: a conversation from its first turn on, and what it says of what cannot be."""

from __future__ import annotations

import json
import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.conversations.service import ConversationService, Setup
from editor_app.library.paths import state_dir
from editor_app.library.trust.trust import allow_file, distrust_workspace, trust_workspace

TEMPLATE = "In [prompt:cwd] with [prompt:model], [prompt:conversation_id]: [user:plan].\n"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def template(library: Path) -> Path:
    path = library / "system-prompt.tmpl"
    path.write_text(TEMPLATE, "utf-8")
    return path


@pytest.fixture
def talk(foreword):
    """Return a function that runs `foreword conversation`."""
    return lambda *words, **more: foreword("conversation", *words, **more)


def database_of(home: Path) -> Path:
    return home / "data" / "foreword" / "conversations.db"


def error_of(ran) -> dict[str, str]:
    assert (ran.code, ran.err) == (2, "")
    return json.loads(ran.out)["error"]


def test_a_conversation_from_its_first_turn_to_its_compaction(
    talk, template: Path, library: Path, here: Path, own_home: Path
) -> None:
    given = ("--model", "m", "--set", "user:plan=pro")
    text = f"In {here} with m, c-1: pro.\n".encode()
    assert talk("preview", "c-1", *given) == (0, text, "")
    assert not database_of(own_home).exists(), "a preview stores nothing"
    assert talk("construct", "c-1", *given) == (0, text, "")
    template.write_text("Now [prompt:model], [user:plan]\n", "utf-8")
    assert talk("get", "c-1") == (0, text, "")
    assert talk("construct", "c-1", "--once") == (0, text, "")
    now = b"Now m, pro\n"
    assert talk("compact", "c-1").out.startswith(now + b"\n\nSummarise the conversation")
    assert talk("get", "c-1").out == now, "the instructions are not stored with it"

    (library / "compaction.md").write_bytes(b"\xef\xbb\xbf[system:date] stays.\r\n\r\n")
    assert talk("compact", "c-1").out == now + b"\n\n[system:date] stays."
    (here / "short.md").write_text("Shorter!\n")
    assert talk("compact", "c-1", "--instructions", "short.md").out == now + b"\n\nShorter!"
    assert talk("compact", "c-1", "--instructions", "-", stdin=b"said\n").out == now + b"\n\nsaid"
    other = talk("compact", "c-1", "--model", "n", "--set", "user:plan=free", "--instructions", os.devnull)
    assert other.code == 2, "no file of instructions"
    other = talk("compact", "c-1", "--model", "n", "--set", "user:plan=free")
    assert other.out.startswith(b"Now n, free\n\n\n")

    template.write_text("")
    assert talk("construct", "c-1") == (0, b"", ""), "nothing is sent"
    assert talk("get", "c-1") == (0, b"", "")
    assert talk("compact", "c-1").out == b"[system:date] stays."


def test_the_documents_are_those_of_the_api(talk, template: Path, here: Path) -> None:
    given = ("c-1", "--model", "m", "--set", "user:plan=pro", "--json")
    made = json.loads(talk("construct", *given).out)
    again = json.loads(talk("construct", *given, "--once").out)
    seen = json.loads(talk("preview", *given).out)
    got = json.loads(talk("get", "c-1", "--json").out)
    assert made == {**got, "created": True}
    assert again == {**got, "created": False}
    assert got == {**seen, "constructedAt": got["constructedAt"]}
    assert got["systemPrompt"] == f"In {here} with m, c-1: pro.\n"
    assert (got["format"], got["cwd"], got["template"]["filePath"]) == (1, str(here), str(template))
    compacted = json.loads(talk("compact", "c-1", "--json").out)
    assert compacted["before"] == compacted["systemPrompt"] == got["systemPrompt"]
    assert compacted["sent"] == f"{got['systemPrompt']}\n\n{compacted['instructions']}"


def test_lists_say_what_would_be_different(talk, template: Path, here: Path) -> None:
    assert talk("list") == (0, b"", "")
    assert json.loads(talk("list", "--json").out)["conversations"] == []
    talk("construct", "old", "--set", "user:plan=pro")
    template.write_text("[prompt:cwd] [prompt:conversation_id]\n", "utf-8")
    talk("construct", "a new one", "--model", "m")
    first, second = talk("list").text.splitlines()
    time = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ"
    assert re.fullmatch(rf"a new one  {time}  {re.escape(str(here))}  m", first)
    changed = "would get something else now"
    assert re.fullmatch(rf"old        {time}  {re.escape(str(here))}  {changed}", second)
    listed = json.loads(talk("list", "--json").out)
    told = [(one["conversationId"], one["differs"]) for one in listed["conversations"]]
    assert told == [("a new one", False), ("old", True)]

    template.write_bytes(b"\xff")
    ran = talk("list")
    assert ran.code == 0
    assert "What they would get now is unknown. The system-prompt template can’t be used" in ran.err
    listed = json.loads(talk("list", "--json").out)
    assert listed["conversations"][0]["differs"] is None
    assert "unknown" in listed["warnings"][0]


def test_deleting_asks_first_and_deletes_all_or_none(
    talk, template: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in ("a", "b", "c"):
        talk("construct", one)
    refused = talk("delete", "a", "b")
    assert refused == (2, b"", "foreword: Nothing was deleted. Add ‘--yes’ to do it without being asked.\n")
    unknown = talk("delete", "a", "x", "--yes")
    assert unknown == (2, b"", "foreword: There is no conversation ‘x’. Nothing was deleted.\n")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    for answer, kept in (("n\n", True), ("y\n", False)):
        monkeypatch.setattr(sys.stdin, "readline", lambda answer=answer: answer, raising=False)
        ran = talk("delete", "a", "a")
        assert ran.err.startswith(
            "Delete 1 conversation and everything kept of it? This can’t be undone. [y/N]\n"
        )
        assert (talk("get", "a").code == 0) is kept
    assert talk("delete", "--older-than", "1") == (0, b"0 conversations deleted.\n", "")
    old = ConversationService(library, Setup(clock=lambda: LONG_AGO))
    old.construct("ages ago", library)
    assert talk("delete", "--older-than", "1", "--json").code == 2
    assert json.loads(talk("delete", "--older-than", "1", "--yes", "--json").out)["deleted"] == 1
    assert talk("delete", "b", "c", "--yes").text == "2 conversations deleted.\n"
    assert talk("list").out == b""
    for wrong in (["x", "--older-than", "3"], ["--older-than", "-1"], ["--older-than", "999999999", "--yes"]):
        assert talk("delete", *wrong).code == 2


def test_a_library_that_was_moved_takes_its_conversations_over(
    talk, template: Path, library: Path, here: Path
) -> None:
    for one in ("both", "moved"):
        talk("construct", one, "--set", "user:plan=pro")
    new = here / "my library"
    assert "is still there" in talk("adopt", library, "--library", here).err
    library.rename(new)
    options = ("--library", new)
    talk("construct", "both", "--set", "user:plan=new", *options)
    assert talk("get", "moved", *options).code == 2
    adopt = f"‘foreword conversation adopt {library} --library '{new}'’ gives it to this library"
    delete = f"‘foreword conversation delete both --library {library}’ deletes it"
    kept = f"1 conversation of {library}, which is gone, has an id that this library has, too: {delete}"
    assert talk("list", *options).text.splitlines()[-2:] == [
        f"1 conversation of {library}, which is gone: {adopt}",
        kept,
    ]
    ran = talk("adopt", "prompts", *options)
    assert ran.text == f"1 conversation belongs to the library ‘{new}’ now.\n"
    assert ran.err == (
        f"foreword: warning: ‘both’ stays with ‘prompts’: ‘{new}’ has a conversation of that id. {delete}.\n"
    )
    assert talk("list", *options).text.splitlines()[-1] == kept, "nothing else to take over"
    assert talk("get", "moved", *options).text == f"In {here} with , moved: pro.\n"
    assert ": new." in talk("get", "both", *options).text
    assert json.loads(talk("adopt", library, *options, "--json").out) == {
        "format": 1,
        "taken": 0,
        "keptIds": ["both"],
    }
    assert "No conversations of" in error_of(talk("adopt", "nowhere", *options, "--json"))["message"]
    itself = error_of(talk("adopt", new, *options, "--json"))["message"]
    assert itself.startswith(f"‘{new}’ is this library itself.")

    assert "which is gone" in talk("list", *options).text, "the control"
    wrong = error_of(talk("delete", "x", "--library", library, "--yes", "--json"))["message"]
    assert wrong == "There is no conversation ‘x’. Nothing was deleted."
    deleted = talk("delete", "both", "--library", library, "--yes")
    assert deleted == (0, b"1 conversation deleted.\n", "")
    assert "which is gone" not in talk("list", *options).text
    assert ": new." in talk("get", "both", *options).text, "that of this library stays"
    gone = error_of(talk("delete", "both", "--library", library, "--yes", "--json"))["message"]
    assert gone.startswith(f"No conversations of ‘{library}’ are stored.")


def test_conversations_are_not_given_to_a_library_that_nobody_named(
    talk, template: Path, library: Path, tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk("construct", "c")
    library.rename(tmp_path / "moved")
    nowhere = tmp_path / "nothing here"
    nowhere.mkdir()
    monkeypatch.chdir(nowhere)
    ran = talk("adopt", library)
    assert (ran.code, ran.out) == (2, b"")
    assert "Name it with ‘--library DIR’" in ran.err
    assert not (own_home / "data" / "foreword" / "prompts").exists(), "no library is made for it"
    (nowhere / "notes.md").write_text("Any folder with Markdown is taken for a library, but not here.")
    assert error_of(talk("adopt", library, "--json")) == {
        "code": "no-library",
        "message": f"‘{nowhere}’ holds no prompt, template or system message. Nothing was taken over."
        " Name the library that is to get them with ‘--library DIR’.",
        "suggestions": [],
    }
    assert talk("adopt", library, "--library", tmp_path / "moved").code == 0, "the control"


IDS = ("a/b", "..", "-x", "x" * 512, "🙂", "é", "e\u0301", "a b")


def test_ids_are_kept_apart_and_are_never_paths(talk, library: Path, here: Path) -> None:
    (library / "system-prompt.tmpl").write_text("[prompt:conversation_id]")
    before = sorted(here.rglob("*"))
    for one in IDS:
        assert talk("construct", "--", one) == (0, one.encode(), "")
    for one in IDS:
        assert talk("get", "--", one) == (0, one.encode(), "")
    assert sorted(here.rglob("*")) == before
    assert len(json.loads(talk("list", "--json").out)["conversations"]) == len(IDS)


@pytest.mark.parametrize("bad", ["", "a\nb", "x" * 513, "🙂" * 129, "\udcff", "\x7f", "\0"])
def test_ids_that_cannot_be_are_refused(talk, library: Path, own_home: Path, bad: str) -> None:
    for words in (["construct"], ["preview"], ["get"], ["compact", "--cwd", "/"], ["delete", "--yes"]):
        assert error_of(talk(*words, "--json", "--", bad))["code"] == "bad-request"
        ran = talk(*words, "--", bad)
        assert (ran.code, ran.out) == (2, b"")
        assert ran.err.count("\n") == 1
    assert not database_of(own_home).exists()


def test_the_help_and_the_errors_of_options_say_what_is_wanted(talk, foreword, here: Path) -> None:
    for action in ("construct", "preview", "compact"):
        assert "--set TYPE:NAME=VALUE" in talk(action, "--help").text
        assert "Write ‘--set TYPE:NAME=VALUE’." in talk(action, "c", "--cwd", here, "--set", "plan").err
        assert "‘--set TYPE:NAME=VALUE’" in talk(action, "c", "--set").err
    assert "--set NAME=VALUE" in foreword("render", "--help").text, "the control"
    for word in ("Sum up", "/nope"):
        wrong = error_of(talk("compact", "c", "--cwd", here, "--instructions", word, "--json"))
        assert wrong["code"] == "not-found"
        assert wrong["message"].startswith(
            f"‘--instructions’ takes a file, and there is no file ‘{word}’. Name a file with the text"
        )


def test_what_cannot_be_done_says_why(talk, template: Path, library: Path, here: Path) -> None:
    assert error_of(talk("get", "x", "--json"))["code"] == "never-constructed"
    assert error_of(talk("compact", "x", "--json"))["code"] == "needs-cwd"
    assert error_of(talk("compact", "x", "--json"))["message"].endswith(
        "so give its working folder as ‘--cwd’."
    )
    assert talk("compact", "x", "--cwd", "prompts").code == 0, "the control"
    for setting in ("plan", "plan=x", "user:=x", "literal:x=y", ":a=b"):
        assert talk("construct", "c", "--set", setting).code == 2
    ran = talk("construct", "c", "--cwd", "nowhere", "--set", "user:pla=x")
    assert ran.text == f"In {here / 'nowhere'} with , c: .\n"
    assert (
        f"warning: The folder ‘{here / 'nowhere'}’ is not there, so it has no files and no git.\n" in ran.err
    )
    assert "‘user:pla’ is not used by the template. Did you mean ‘user:plan’?\n" in ran.err

    template.write_text("[prompt:cwd]")
    for name, meant in (("prompt:modle", " Did you mean ‘prompt:model’?"), ("prompt:model", "")):
        said = talk("preview", "c", "--set", f"{name}=x").err
        assert (
            said == f"foreword: warning: The value given for ‘{name}’ is not used by the template.{meant}\n"
        )

    (here / "latin.md").write_bytes(b"\xe9")
    assert talk("compact", "c", "--instructions", "latin.md").code == 1
    assert talk("compact", "c", "--instructions", "nowhere.md").code == 2
    ran = talk("compact", "c", "--instructions", "-", stdin=b"ab\xe9")
    assert ran.code == 1
    assert "The instructions on standard input are not UTF-8: byte 3 is 0xe9." in ran.err
    template.write_bytes(b"\nab\xff")
    ran = talk("construct", "c")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.startswith("prompts/system-prompt.tmpl:2:3: error ENCODING_ERROR ")
    document = json.loads(talk("construct", "c", "--json").out)
    assert (document["systemPrompt"], document["problems"][0]["line"]) == (None, 2)
    template.write_text("[user:x]" * 17)
    ran = talk("construct", "c", "--set", f"user:x={'x' * 1_000_000}")
    assert ran.code == 1
    assert ran.err.startswith("prompts/system-prompt.tmpl: error text The prompt is larger than 16 MB")
    assert talk("get", "c").text == f"In {here / 'nowhere'} with , c: .\n", "the stored one stays"


def test_a_database_that_cannot_be_used_is_said(talk, template: Path, own_home: Path) -> None:
    assert talk("construct", "c").code == 0
    database = database_of(own_home)
    database.unlink()
    database.mkdir()
    assert error_of(talk("construct", "c", "--json"))["code"] == "store"
    assert error_of(talk("get", "c", "--json"))["code"] == "store"
    database.rmdir()
    database.write_bytes(b"\0" * 5000)
    ran = talk("construct", "c")
    assert ran.code == 0
    [aside] = database.parent.glob("conversations.db.damaged-*[!ml]")
    assert aside.read_bytes() == b"\0" * 5000
    assert str(aside) in ran.err
    assert talk("get", "c").code == 0


def test_what_is_blank_for_want_of_trust_or_a_grant_is_said(talk, template: Path, here: Path) -> None:
    (here / "AGENTS.md").write_text("rules")
    voice = here.parent / "voice.md"
    voice.write_text("voice")
    template.write_text("[file:AGENTS.md]|[if !git:branch]no branch[endif]|[file:../voice.md]")
    lacking = (
        f"foreword: warning: 3 variables are blank, because ‘{here}’ is restricted: [file:AGENTS.md], "
        "[git:branch], [file:../voice.md]. ‘--trust’ trusts it for this call. "
        f"Besides: [file:../voice.md] needs ‘--allow-file {voice}’.\n"
    )
    bare = b"|no branch|"
    for words in (["preview", "c"], ["construct", "c"]):
        assert talk(*words) == (0, bare, lacking)
    assert talk("compact", "c").err == lacking
    stored = talk("get", "c")
    assert stored.err == (
        "foreword: warning: 2 variables were blank for lack of trust or an allowed file: "
        "[file:AGENTS.md] and [file:../voice.md]. ‘--json’ says why.\n"
        "foreword: warning: 1 condition was yes for lack of trust or an allowed file: "
        "[if !git:branch]. ‘--json’ says why.\n"
    )
    template.write_text("[if file:AGENTS.md]rules[endif]")
    talk("construct", "condition")
    assert "1 condition was no for lack of" in talk("get", "condition").err
    talk("delete", "condition", "--yes")
    template.write_text("[file:AGENTS.md]|[if !git:branch]no branch[endif]|[file:../voice.md]")
    assert talk("construct", "c", "--once").err == stored.err
    causes = [one["cause"] for one in json.loads(talk("get", "c", "--json").out)["blank"]]
    assert causes == ["not-trusted"] * 3

    ran = talk("construct", "c", "--trust")
    assert ran.out == b"rules|no branch|"
    [line] = [line for line in ran.err.splitlines() if "voice" in line]
    assert line.startswith("foreword: warning: prompts/system-prompt.tmpl: blank [file:../voice.md]: ")
    assert line.endswith(f"‘--allow-file {voice}’ allows it.")
    assert talk("compact", "c", "--trust", "--allow-file", voice).out.startswith(b"rules|no branch|voice\n\n")
    assert talk("construct", "c").out == bare, "a call before is not remembered"
    trust_workspace(state_dir(), here, now=LONG_AGO)
    allow_file(state_dir(), here, voice, now=LONG_AGO)
    assert talk("construct", "c").out == b"rules|no branch|voice"
    distrust_workspace(state_dir(), here)
    elsewhere = here / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "AGENTS.md").write_text("other rules")
    assert talk("construct", "d", "--cwd", "elsewhere", "--trust").out.startswith(b"other rules|")
    assert talk("compact", "d").out.startswith(bare), "without the option it is not trusted"
    assert talk("compact", "d", "--trust").out.startswith(b"other rules|"), "the folder of the last construct"


def test_lists_do_not_guess_what_would_be_different_without_trust(
    talk, template: Path, here: Path, tmp_path: Path
) -> None:
    (here / "AGENTS.md").write_text("rules")
    template.write_text("[file:AGENTS.md] now")
    talk("construct", "trusted", "--trust")
    talk("construct", "not trusted")
    lacking = (
        f"1 variable is blank, because ‘{here}’ is restricted: [file:AGENTS.md]. "
        "‘--trust’ trusts it for this call."
    )

    def differs(*options: str) -> dict[str, bool | None]:
        told = json.loads(talk("list", "--json", *options).out)
        assert told["warnings"] == ([] if options else [lacking])
        return {one["conversationId"]: one["differs"] for one in told["conversations"]}

    ran = talk("list")
    assert ran.err == f"foreword: warning: {lacking}\n"
    assert "would get something else" not in ran.text
    assert [line.endswith("now is unknown") for line in ran.text.splitlines()] == [False, True]
    assert differs() == {"trusted": None, "not trusted": False}
    assert differs("--trust") == {"trusted": False, "not trusted": True}
    template.write_text("[file:AGENTS.md] then")
    assert differs() == {"trusted": None, "not trusted": True}, "lacking the same as before"

    voice = tmp_path / "voice.md"
    voice.write_text("voice")
    template.write_text("[file:../voice.md]")
    talk("construct", "trusted", "--trust", "--allow-file", voice)
    told = json.loads(talk("list", "--trust", "--json").out)
    assert told["conversations"][0]["differs"] is None
    assert [f"‘--allow-file {voice}’ allows it." in one for one in told["warnings"]] == [True]
    allowed = json.loads(talk("list", "--trust", "--allow-file", voice, "--json").out)
    assert (allowed["conversations"][0]["differs"], allowed["warnings"]) == (False, [])
    other = tmp_path / "other"
    other.mkdir()
    talk("construct", "elsewhere", "--cwd", other)
    assert f"‘{other}’ is restricted: [file:../voice.md]. Trust it in the window." in talk("list").err


def test_what_nobody_supplied_is_said(talk, template: Path, library: Path) -> None:
    (library / "variables.yaml").write_text(
        "format: 1\nvariables:\n"
        "- {type: user, name: plan, description: d, volatility: conversation, supplied_by: billing}\n"
        "- {type: user, name: home town, description: d, volatility: conversation}\n"
    )
    template.write_text("[prompt:model]|[user:plan]|[user:home town]|[user:plan]|[if user:plan]paid[endif]")
    place = "foreword: warning: prompts/system-prompt.tmpl: blank"
    plan = (
        f"{place} [user:plan]: ‘user:plan’ is not set here; billing supplies it. "
        "‘--set user:plan=VALUE’ gives one.\n"
    )
    town = (
        f"{place} [user:home town]: ‘user:home town’ is not set. ‘--set 'user:home town=VALUE'’ gives one.\n"
    )
    assert talk("preview", "c") == (0, b"||||", plan + town)
    assert talk("construct", "c") == (0, b"||||", plan + town)
    given = ("--set", "user:plan=pro", "--set", "user:home town=")
    assert talk("construct", "d", *given) == (0, b"|pro||pro|paid", ""), "a value that is empty was given"
    assert talk("compact", "c").err == plan + town
    assert talk("compact", "d").err == "", "its values are remembered"
