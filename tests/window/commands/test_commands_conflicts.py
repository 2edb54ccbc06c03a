"""Choosing between two texts of a file, with open files and answers but without a window."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from scripted_dialogs import ScriptedDialogs

from editor_app.library.folders import open_library
from editor_app.text import Edit, Span
from editor_app.window.commands.problems import RemedyCommands
from editor_app.window.commands.questions.conflict_question import Conflict, ConflictAnswer
from editor_app.window.dialogs.text_pairs import TextPair, TextPairs
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.frame.notices import User

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


class ShownVersions:
    """What the versions in local history were asked to show and to say."""

    def __init__(self):
        """Begin with nothing."""
        self.shown, self.said = [], []
        self.show = self.shown.append

    def say_with_history(self, sentence, paths):
        """Note a sentence with its link."""
        self.said.append((sentence, paths))


@pytest.fixture
def open_files(qapp, tmp_path):
    root = tmp_path / "library"
    root.mkdir()
    (root / "notes.md").write_text("read\n")
    owner = QObject()
    yield OpenFiles(LibraryState(open_library(root)[0], lambda: NOON, owner), tmp_path / "state", owner)
    owner.deleteLater()


def test_the_text_that_is_chosen_stays(open_files):
    path = open_files.library.root / "notes.md"
    file = open_files.open(path)
    answers = (
        ConflictAnswer.LATER,
        ConflictAnswer.HISTORY,
        ConflictAnswer.TAKE_DISK,
        ConflictAnswer.KEEP_MINE,
    )
    dialogs, said, versions = ScriptedDialogs(*answers), [], ShownVersions()
    conflicts = RemedyCommands(
        SimpleNamespace(files=open_files, library=None, work=None, cases=None),
        SimpleNamespace(tabs=None, current=None),
        User(dialogs, SimpleNamespace(say=said.append)),
        files=None,
        versions=versions,
        others={},
    )

    file.document.apply_edits([Edit(Span(0, 0), "mine, ")])
    path.write_text("theirs\n")
    conflicts.compare(file)
    assert dialogs.questions == [("resolve", Conflict("notes.md", "read\n", "mine, read\n", "theirs\n"))]
    assert (file.text, path.read_text()) == ("mine, read\n", "theirs\n")
    conflicts.compare(file)
    assert (file.text, path.read_text()) == ("mine, read\n", "theirs\n")
    assert versions.shown == [path]
    conflicts.compare(file)
    assert (file.text, path.read_text()) == ("theirs\n", "theirs\n")

    file.document.apply_edits([Edit(Span(0, 0), "not ")])
    path.write_text("theirs again\n")
    conflicts.compare(file)
    assert (file.text, path.read_text()) == ("not theirs\n", "not theirs\n")
    assert said == []
    assert versions.said == [("‘notes.md’ has your text now; what was on disk is in the history.", [path])]

    path.unlink()
    conflicts.compare(file)
    assert [sentence for sentence in said if "notes.md" in sentence] == said != []
    assert len(dialogs.questions) == len(answers), "of what is not there nothing is asked"


def test_pairs_of_texts_in_the_same_words_are_two(qtbot, theme):
    pairs = [TextPair("Changes", before, "c\n", ("a", "b")) for before in ("a\n", "c\nd\n")]
    shown = TextPairs(pairs)
    qtbot.addWidget(shown)
    assert shown.compared.counts == (1, 1)
    shown.views.chosen.emit("1")
    assert shown.compared.counts == (0, 1)
