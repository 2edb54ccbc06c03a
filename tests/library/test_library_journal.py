"""The journal of unsaved text: what was given to it is there for the next start."""

from __future__ import annotations

import os
import stat
from dataclasses import replace as changed
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from journals import (
    NOW,
    PATIENCE,
    contents,
    document,
    insert,
    only_content,
    open_one,
    replace,
    replayed,
    taken,
    texts_of,
)
from property_runs import examples

from editor_app.library.journal import undo_steps
from editor_app.library.journal.taking import take_journals
from editor_app.library.journal.undo_steps import Replay
from editor_app.text import Edit, Newlines, Span, TextFormat, apply_edits

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def test_what_was_typed_is_there_after_the_process_ended_without_a_word(state: Path):
    writer = open_one(state)
    writer.begin(document(1, "Hello\n", "/library/a.md"))
    writer.begin(document(2))
    writer.edited(1, insert(5, " there"))
    writer.edited(2, insert(0, "N"))
    writer.edited(2, insert(1, "o"), joins=True)
    writer.edited(2, insert(2, "te"), joins=True)
    writer.edited(2, replace(0, 1, "n"))
    writer.session({"tabs": [1, 2], "front": 2})
    assert writer.flush(PATIENCE)
    with taken(state) as (found, _):
        assert found == (), "nobody takes the journal of a running process"
    writer.forget()  # as the end of the process does
    content = only_content(state)
    first, second = content.texts
    assert (first.document, first.text) == (document(1, "Hello\n", "/library/a.md"), "Hello there\n")
    assert (second.document, second.text) == (document(2), "note")
    assert second.steps == (tuple(insert(0, "Note")), tuple(replace(0, 1, "n")))
    assert content.session == {"tabs": [1, 2], "front": 2}
    assert (content.is_clean, content.last_write, content.sentences) == (False, NOW, ())


def test_documents_that_ended_are_not_brought_back_and_names_are_the_last_ones(state: Path):
    writer = open_one(state)
    for number in (1, 2, 3):
        writer.begin(document(number, "x"))
        writer.edited(number, insert(0, str(number)))
    writer.ended(2)
    writer.renamed(3, Path("/library/new \udcff.md"), "new")
    writer.begin(document(1, "1x", "/library/saved.md"))
    writer.edited(1, insert(2, "!"))
    writer.close(is_clean=True)
    content = only_content(state)
    assert texts_of(content) == {1: "1x!", 3: "3x"}
    assert content.texts[0].steps == (tuple(insert(2, "!")),), "undo leads back to the last save"
    assert content.texts[1].document.path == Path("/library/new \udcff.md")
    assert content.is_clean
    with pytest.raises(ValueError, match="document 2 has not begun"):
        open_one(state).edited(2, insert(0, "x"))


def test_texts_and_formats_come_back_as_they_were(state: Path):
    newlines = Newlines("\r\n", ((3, "\n"), (7, "\r")))
    text = "\ud800\udc00 \u2028\xa0\0\ufeff😀\n" + "\udfff"
    one = changed(
        document(7, text, "/l/x.md"), text_format=TextFormat("utf-16-le", bom=True, newlines=newlines)
    )
    writer = open_one(state)
    writer.begin(one)
    writer.edited(7, [Edit(Span(0, 1), "\udc00\ud83d"), Edit(Span(2, 2), '\ude00"\\\n')])
    writer.close(is_clean=False)
    [found] = only_content(state).texts
    assert found.document == one
    assert found.text == '\udc00\ud83d\udc00\ude00"\\\n' + text[2:]


def test_only_the_user_may_look_at_journals(state: Path):
    old = os.umask(0)
    try:
        writer = open_one(state)
        writer.close(is_clean=True)
    finally:
        os.umask(old)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (writer.path, *writer.path.parents)}
    folders = (writer.path.parent, writer.path.parent.parent, state)
    assert modes[writer.path.name] == 0o600
    assert [modes[folder.name] for folder in folders] == [0o700] * 3
    (state / "journals").chmod(0o777)
    open_one(state).close(is_clean=True)
    assert stat.S_IMODE((state / "journals").stat().st_mode) == 0o700


def test_typing_without_pause_does_not_postpone_writing(state: Path):
    writer = open_one(state)
    writer.begin(document(1))
    begun = writer.path.stat().st_size
    for number in count():  # until the disk has some of it; the test's time limit ends a journal that waits
        writer.edited(1, insert(number, "x"))
        if writer.path.stat().st_size > begun + 1000:
            break
    writer.close(is_clean=True)


def test_a_library_has_its_own_journals_newest_first_whatever_the_clock_says(state: Path):
    for number, days in enumerate((0, -400, 30, 1)):
        writer = open_one(state, now=NOW + timedelta(days=days))
        writer.begin(document(number))
        writer.edited(number, insert(0, "x"))
        writer.close(is_clean=False)
    assert [[one.document.number for one in content.texts] for content in contents(state)] == [
        [3],
        [2],
        [1],
        [0],
    ]
    assert take_journals(state, Path("/other")) == ((), ())


@pytest.mark.usefixtures("each_system")
def test_a_journal_taken_over_is_removed_released_or_set_aside(state: Path):
    for number in range(3):
        writer = open_one(state)
        writer.begin(document(number))
        writer.close(is_clean=False)
    (first, second, third), _ = take_journals(state, Path("/library"))
    assert take_journals(state, Path("/library")) == ((), ()), "each is given once"
    first.remove()
    sentence = second.set_aside()
    assert second.path.with_name(f"{second.path.stem}.broken-1.journal").exists()
    assert "broken-1" in sentence
    third.release()
    with taken(state) as (found, _):
        assert [one.path for one in found] == [third.path]
    for one in (first, second, third):
        one.remove()
        one.release()
    assert third.path.exists(), "what was released is no longer ours to remove"


@pytest.mark.usefixtures("each_system")
def test_a_journal_keeps_only_the_texts_that_are_asked_for(state: Path):
    writer = open_one(state)
    for number in (1, 2):
        writer.begin(document(number, "base"))
        writer.edited(number, insert(4, "a"))
        writer.edited(number, insert(5, "b"))
    writer.session({"tabs": [1]})
    writer.close(is_clean=False)
    (found,), _ = take_journals(state, Path("/library"))
    before = found.content
    found.keep_only(before.texts[1:])
    assert take_journals(state, Path("/library")) == ((), ()), "it is still locked"
    assert found.content == changed(before, texts=before.texts[1:])
    found.release()
    assert only_content(state) == found.content
    (found,), _ = take_journals(state, Path("/library"))
    found.remove()
    assert contents(state) == []


def steps_of(text: str, data: st.DataObject, most: int) -> list[tuple[bool, list[Edit]]]:
    """Draw edits of a text, and then of what it has become, and so on."""
    steps = []
    for _ in range(data.draw(st.integers(0, most))):
        places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=6)))
        inserted = st.text("ab😀\ud800\n", max_size=4)
        edits = [
            Edit(Span(start, end), data.draw(inserted))
            for start, end in zip(places[::2], places[1::2], strict=False)
        ]
        steps.append((data.draw(st.booleans()), edits))
        text = apply_edits(text, edits)
    return steps


@examples(60)
@given(base=st.text("xyz", max_size=12), data=st.data())
def test_undo_steps_lead_from_the_base_to_the_text(base: str, data: st.DataObject):
    replay, text, states = Replay(base), base, [base]
    for joins, edits in steps_of(base, data, 8):
        assert replay.take(edits, joins=joins)
        text = apply_edits(text, edits)
        if joins and len(states) > 1:
            states.pop()
        states.append(text)
    steps, result = replay.result()
    assert result == text
    now, made = base, [base]
    for step in steps:
        now = apply_edits(now, step)
        made.append(now)
    assert made == states, "joined edits are one step with the one before"


def test_the_oldest_of_very_many_steps_become_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(undo_steps, "MOST_STEPS", 10)
    replay = Replay("0")
    for number in range(1, 40):
        replay.take(insert(number, str(number % 10)), joins=False)
    steps, text = replay.result()
    assert text == "0123456789" * 4
    assert steps[0] == tuple(insert(1, "12345678901234567890123456789"))
    assert [step[0].text for step in steps[1:]] == list("0123456789")
    monkeypatch.setattr(undo_steps, "_MOST_JOINED", 3)
    replay = Replay("." * 100)
    for place in range(0, 100, 2):
        replay.take(replace(place, place + 1, "x"), joins=place > 0)
    [[edit]], text = replay.result()
    assert text == "x." * 50
    assert edit == Edit(Span(0, 99), ("x." * 50)[:99])


def test_edits_that_do_not_fit_the_text_change_nothing():
    replay = Replay("abc")
    for edits in (
        insert(4, "x"),
        insert(-1, "x"),
        replace(2, 1, "x"),
        [*replace(0, 2, ""), *replace(1, 3, "")],
    ):
        assert not replay.take(edits, joins=False)
    assert replay.result() == ((), "abc")


@pytest.mark.usefixtures("each_system")
def test_a_journal_that_has_grown_is_written_anew_with_all_that_counts(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("editor_app.library.journal.writing.MOST_BYTES", 20_000)
    writer = open_one(state)
    writer.begin(document(1, "base"))
    writer.edited(1, insert(4, "!"))
    writer.edited(1, replace(0, 1, "B"))
    writer.session({"number": -1})
    assert writer.flush(PATIENCE)
    for number in range(300):
        writer.session({"number": number, "filling": "x" * 500})
        assert writer.flush(PATIENCE)
    assert writer.path.stat().st_size < 30_000, "of 150 000 bytes that were written"
    with taken(state) as (found, _):
        assert found == (), "it is locked from its first byte on"
    writer.edited(1, insert(5, "?"))
    writer.close(is_clean=False)
    content = only_content(state)
    assert content.session is not None
    assert content.session["number"] == 299
    [text] = content.texts
    assert (text.text, len(text.steps)) == ("Base!?", 3)
    assert os.listdir(writer.path.parent) == [writer.path.name]


def test_a_document_with_very_many_edits_is_shortened_and_goes_on(
    state: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("editor_app.library.journal.live_documents.MOST_LOG_BYTES", 2_000)
    monkeypatch.setattr(undo_steps, "MOST_STEPS", 20)
    writer = open_one(state)
    writer.begin(document(1, "<>"))
    writer.begin(document(2, "other"))
    for number in range(500):
        writer.edited(1, insert(1 + number, "x"))
        if not number % 7:
            writer.edited(2, insert(0, "y"), joins=True)
        if not number % 50:
            assert writer.flush(PATIENCE)
    writer.close(is_clean=False)
    content = only_content(state)
    assert texts_of(content) == {1: "<" + "x" * 500 + ">", 2: "y" * 72 + "other"}
    assert content.sentences == ()
    assert 20 < len(content.texts[0].steps) < 400
    assert len(content.texts[1].steps) == 1


@pytest.mark.parametrize("keys", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_very_many_keys_in_a_large_text_are_read_in_one_go(state: Path, keys: int):
    base = "line of text\n" * 200_000
    writer = open_one(state)
    writer.begin(document(1, base))
    for number in range(keys):
        writer.edited(1, insert(1_300_000 + number, "x"), joins=bool(number))
    assert writer.flush(PATIENCE)  # a busy machine takes longer than closing waits
    writer.close(is_clean=False)
    [text] = only_content(state).texts
    assert text.steps == (tuple(insert(1_300_000, "x" * keys)),)
    assert text.text == replayed(text)


def test_a_forked_process_neither_writes_nor_keeps_the_lock(state: Path):
    writer = open_one(state)
    writer.begin(document(1))
    assert writer.flush(PATIENCE)
    (reading, answer), (end, writing) = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        writer.edited(1, insert(0, "of the child"))
        os.write(answer, b"yes" if writer.flush(PATIENCE) else b"no")
        os.read(end, 1)
        os._exit(0)
    try:
        assert os.read(reading, 3) == b"no"
        writer.edited(1, insert(0, "of the parent"))
        writer.close(is_clean=False)
        assert texts_of(only_content(state)) == {1: "of the parent"}
    finally:
        os.write(writing, b"!")
        os.waitpid(child, 0)
