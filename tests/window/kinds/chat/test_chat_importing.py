"""From JSON: a file or the clipboard becomes a chat, with a name, a list of losses, and Undo."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from scripted_dialogs import ScriptedDialogs

from editor_app.analysis.chat_requests.importing import free_chat_name
from editor_app.chats.chat import read_chat
from editor_app.library.files.new_names import new_folder_problem
from editor_app.library.folders import open_library
from editor_app.requests.building import build_request
from editor_app.window.commands.chat_imports import MOST_BYTES, MOST_MESSAGES, ChatImporting
from editor_app.window.commands.questions.import_notes import MOST_NOTES, Notes
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.dialogs.dialog import QuestionDialog

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
CHAT = [("user", "Run `a`."), ("assistant", "No.")]
KEY = "sk-ant-api03-" + "a1" * 20


class World:
    """A library, and what imports into it, with what it said."""

    def __init__(self, place, *answers):
        (place / "prompts").mkdir()
        self.library = open_library(place / "prompts")[0]
        self.work = FileWork(OpenFiles(LibraryState(self.library, lambda: NOW), place / "state"))
        self.dialogs = ScriptedDialogs(*answers)
        self.said, self.done, self.shown, self.pasted = [], [], [], ""
        self.work.failed.connect(self.said.append)
        self.work.done.connect(self.done.append)
        self.importing = ChatImporting(
            library=lambda: self.library,
            write=self.work.import_chat,
            dialogs=self.dialogs,
            say=self.said.append,
            clipboard=lambda: self.pasted,
            show=self.shown.append,
        )

    @property
    def chats(self):
        return self.library.root / "chats"

    def asked(self, what):
        return [question for question in self.dialogs.questions if question[0] == what]


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic", "google"])
def test_a_file_in_any_shape_becomes_a_chat_that_undo_removes(tmp_path, provider):
    world = World(tmp_path, "talk")
    body = build_request(provider, CHAT, system="Help.", cache="off")
    file = tmp_path / "saved chat.json"
    file.write_text(json.dumps(body))
    first = world.importing.import_file(file)
    assert first == world.chats / "talk" / "1.md"
    read = read_chat(world.chats / "talk", now=NOW)
    assert [(one.role, one.sent_content) for one in read.messages] == [("system", "Help."), *CHAT]
    assert not read.has_errors
    (asked,) = world.asked("name")
    assert asked[1].suggestion == "saved chat"
    assert "3 messages" in asked[1].sentence
    (change,) = world.done
    assert change.sentence == "‘talk’ is a chat of 3 messages now."
    world.work.undo(change)
    assert (world.said, world.chats.exists()) == ([], False)


def test_a_chosen_file_and_the_clipboard_are_imported_too(tmp_path):
    file = tmp_path / "body.json"
    file.write_text(json.dumps([{"role": "user", "content": "Hi"}]))
    world = World(tmp_path, file, "one", "two")
    assert world.importing.choose_file() == world.chats / "one" / "1.md"
    world.pasted = file.read_text()
    assert world.importing.import_clipboard() == world.chats / "two" / "1.md"
    assert (world.chats / "two" / "1.md").read_bytes() == (world.chats / "one" / "1.md").read_bytes()
    assert world.asked("notes") == []


def test_a_question_that_is_cancelled_and_a_name_that_is_taken_write_nothing(tmp_path):
    world = World(tmp_path, None, None, "talk")
    assert world.importing.choose_file() is None
    world.pasted = json.dumps([{"role": "user", "content": "Hi"}])
    assert world.importing.import_clipboard() is None
    assert not world.chats.exists()
    (world.chats / "talk").mkdir(parents=True)
    assert world.importing.import_clipboard() is None
    assert world.said == ["‘talk’ is already there. Choose another name."]
    assert (world.done, list((world.chats / "talk").iterdir())) == ([], [])


def test_losses_and_the_place_of_a_key_are_listed_and_never_the_key(tmp_path):
    world = World(tmp_path, "talk")
    image = {"type": "image", "source": {}}
    world.pasted = json.dumps(
        {
            "model": "m",
            "messages": [{"role": "user", "content": [{"type": "text", "text": f"Key {KEY}"}, image]}],
        }
    )
    assert world.importing.import_clipboard() is not None
    ((_, title, sentence, *notes),) = world.asked("notes")
    assert notes[0] == (
        "messages[0].content[0].text, now message 1, seems to hold an Anthropic key. "
        "Take it out before you share."
    )
    assert any("message files can’t hold images" in note for note in notes[1:])
    assert KEY[:16] not in f"{title}{sentence}{notes}{world.said}{world.done[0].in_words}"
    assert KEY in (world.chats / "talk" / "1.md").read_text()


DEEP = "[" * 10_000 + "]" * 10_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "‘body.json’ was not imported. This is not the body of a request: it is empty."),
        (b"Hello", "was not imported. This is not JSON. "),
        (b'{"messages": [\n\n', "was not imported. Line "),
        (DEEP.encode(), "levels deep"),
        (b'{"a": NaN}', "was not imported."),
        (b"\xff\xfe{", "not UTF-8"),
        (b'{"messages": [{"role": "user", "content": "\xed\xa0\x80"}]}', "not UTF-8 from byte 43 on"),
        (b"[\n" + b"7," * 600_000, "Line 2: From here on this is not JSON."),
        (b"[" * 1_200_000, "nested too deeply"),
        (b"3", "has no message with a text. The body should be an object, and is left out."),
        (b'{"messages": 7}', "has no message with a text. messages should be a list, and is left out."),
        (
            json.dumps([{"role": "user", "content": "Hi"}] * (MOST_MESSAGES + 1)).encode(),
            "has 1,001 messages",
        ),
    ],
    ids=[
        "empty",
        "words",
        "cut",
        "deep",
        "NaN",
        "UTF-16",
        "half a pair",
        "long and cut",
        "long and deep",
        "number",
        "no list",
        "too many",
    ],
)
def test_what_is_no_body_is_said_with_its_reason(tmp_path, data, said):
    world = World(tmp_path)
    file = tmp_path / "body.json"
    file.write_bytes(data)
    assert world.importing.import_file(file) is None
    (sentence,) = world.said
    assert said in sentence
    assert "body.json" in sentence
    assert (world.dialogs.questions, world.done, world.chats.exists()) == ([], [], False)


def test_a_huge_file_a_pipe_and_an_empty_clipboard_are_said(tmp_path):
    world = World(tmp_path)
    file = tmp_path / "body.json"
    with file.open("wb") as opened:
        opened.truncate(100_000_000)
    assert world.importing.import_file(file) is None
    assert world.importing.import_file(tmp_path) is None
    assert world.importing.import_file(tmp_path / "none.json") is None
    assert world.importing.import_clipboard() is None
    world.pasted = " " * MOST_BYTES + "[]"
    assert world.importing.import_clipboard() is None
    huge, folder, none, empty, long = world.said
    assert huge == "‘body.json’ is larger than 5 MB, more than can be opened here."
    assert "folder" in folder
    assert "‘none.json’" in none
    assert empty.startswith("There is no text on the clipboard.")
    assert "5,000,000 characters" in long


def test_half_a_character_on_the_clipboard_is_imported_as_u_fffd_and_noted(tmp_path):
    world = World(tmp_path, "talk")
    world.pasted = '[{"role": "user", "content": "a \ud83d b"}]'
    first = world.importing.import_clipboard()
    assert "a \ufffd b" in first.read_text("utf-8")
    ((*_, note),) = world.asked("notes")
    assert note == "messages[0] has half of a character, which becomes U+FFFD."


def test_a_folder_that_cannot_be_written_is_said_and_nothing_stays(tmp_path):
    world = World(tmp_path, "talk")
    world.chats.write_text("in the way")
    world.pasted = '[{"role": "user", "content": "Hi"}]'
    assert world.importing.import_clipboard() is None
    assert len(world.said) == 1
    assert (world.done, world.chats.read_text()) == ([], "in the way")


@pytest.mark.parametrize("name", ["", ".", "..", ".x", "a/b", "a\\b", "a\nb", "a\0b", "x" * 300, "taken"])
def test_a_name_that_no_folder_can_have_is_told(tmp_path, name):
    (tmp_path / "taken").mkdir()
    assert new_folder_problem(tmp_path, name).endswith(".")
    assert new_folder_problem(tmp_path, "free") == ""
    free = free_chat_name(tmp_path, name)
    assert new_folder_problem(tmp_path, free) == ""


def test_the_list_of_notes_is_plain_and_says_how_many_more_there_are(qtbot, theme):
    dialog = QuestionDialog(
        Notes("Imported", "It has <b>more</b>.", ["<i>one</i>\ntwo"] * (MOST_NOTES + 5)).question(), None
    )
    qtbot.addWidget(dialog)
    lines = dialog.body.toPlainText().splitlines()
    assert (lines[0].count("<i>one</i>"), len(lines), lines[-1]) == (1, MOST_NOTES + 1, "… and 5 more.")
    assert dialog.body.isReadOnly()


@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_few_notes_are_all_in_view_and_many_can_be_scrolled(qtbot, theme, count):
    note = "messages[1].tool_calls: message files can’t hold tool calls, which are those of another program."
    dialog = QuestionDialog(Notes("Imported", "It has more.", [note] * count).question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert bool(dialog.body.verticalScrollBar().maximum()) == (count == 40)
