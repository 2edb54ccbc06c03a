"""Journals that are cut off, damaged, newer or no journals: what can be had is had, the rest is kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from journals import (
    LIBRARY,
    PATIENCE,
    document,
    insert,
    only_content,
    open_one,
    replace,
    replayed,
    taken,
    texts_of,
)
from library_trees import as_nobody, open_to_all
from property_runs import examples

from editor_app.library.journal.framing import FIRST_LINE, frame
from editor_app.library.journal.taking import FoundJournal, take_journals
from editor_app.text import apply_edits

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@pytest.fixture
def journal(state: Path) -> Path:
    """Return a small journal of a process that ended: two documents, edited in turns."""
    writer = open_one(state)
    writer.begin(document(1, "one", "/library/a.md"))
    writer.begin(document(2, "two"))
    for number in range(3):
        writer.edited(1, insert(3 + number, str(number)))
        writer.edited(2, insert(0, "é"))
    writer.session({"front": 2})
    writer.close(is_clean=True)
    return writer.path


ONE = ("one", "one0", "one01", "one012")
TWO = ("two", "étwo", "éétwo", "ééétwo")


def read_again(journal: Path, data: bytes) -> tuple[list[FoundJournal], list[str]]:
    """Put bytes in the place of the journal and take it; return all that is said."""
    for aside in journal.parent.iterdir():
        aside.unlink()
    journal.write_bytes(data)
    found, sentences = take_journals(journal.parents[2], LIBRARY)
    return list(found), [*sentences, *(one for journal in found for one in journal.content.sentences)]


def test_at_whatever_byte_a_journal_is_cut_it_gives_all_before(journal: Path):
    data = journal.read_bytes()
    numbers = []
    for size in range(len(data) + 1):
        found, said = read_again(journal, data[:size])
        texts = texts_of(found[0].content) if found else {}
        one, two = texts.get(1), texts.get(2)
        assert one is None or one in ONE
        assert two is None or two in TWO
        numbers.append((one is not None and ONE.index(one)) + (two is not None and TWO.index(two)))
        is_whole = bool(found) and found[0].content.is_whole
        assert is_whole == (not said)
        if found:
            found[0].remove()
        kept = [path.read_bytes() for path in journal.parent.iterdir()]
        assert kept == ([] if is_whole else [data[:size]]), "what is not whole is set aside, byte by byte"
    assert numbers == sorted(numbers), "more bytes never give less"
    assert numbers[-1] == 6


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("harm", [0, 1, 0x80, 0xFF])
def test_damage_at_any_byte_harms_only_what_is_there(journal: Path, harm: int, step: int):
    data = journal.read_bytes()
    whole = 0
    for place in range(harm % step, len(data), step):
        harmed = bytearray(data)
        harmed[place] = harm if harm != 1 else data[place] ^ 1
        if harmed == data:
            continue
        found, said = read_again(journal, bytes(harmed))
        assert said, f"byte {place}"
        [one] = found
        texts = texts_of(one.content)
        assert texts.get(1, "one") in ONE
        assert texts.get(2, "two") in TWO
        assert texts, "at least one of the documents begins elsewhere"
        whole += texts == {1: ONE[-1], 2: TWO[-1]}
        one.remove()
        [aside] = journal.parent.iterdir()
        assert aside.read_bytes() == harmed
        assert any(aside.name in sentence for sentence in said)
    assert whole > len(FIRST_LINE) // step, "the first line and the session are not needed for the texts"


@examples(20)
@given(data=st.data())
def test_what_is_read_of_a_cut_journal_is_a_beginning_of_what_was_given(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
):
    state = tmp_path_factory.mktemp("cut") / "state"
    writer = open_one(state)
    texts = {number: data.draw(st.text("ab", max_size=5)) for number in (1, 2, 3)}
    states: dict[int, list[str]] = {}
    synced = [(writer.path.stat().st_size, dict.fromkeys(texts, -1))]
    for number, text in texts.items():
        writer.begin(document(number, text))
        states[number] = [text]
    for _ in range(data.draw(st.integers(0, 12))):
        number = data.draw(st.sampled_from(list(texts)))
        text = texts[number]
        start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        edits = replace(start, end, data.draw(st.text("xé\ud800\n", max_size=4)))
        texts[number] = apply_edits(text, edits)
        states[number].append(texts[number])
        writer.edited(number, edits, joins=data.draw(st.booleans()))
        if data.draw(st.booleans()):
            assert writer.flush(PATIENCE)
            promised = {number: len(made) - 1 for number, made in states.items()}
            synced.append((writer.path.stat().st_size, promised))
    writer.close(is_clean=False)
    whole = writer.path.read_bytes()
    size = data.draw(st.integers(0, len(whole)))
    os.truncate(writer.path, size)
    with taken(state) as (found, _):
        content = {one.document.number: one for one in found[0].content.texts} if found else {}
    _, promised = max((one for one in synced if one[0] <= size), default=(0, dict.fromkeys(texts, -1)))
    for number, made in states.items():
        if number not in content:
            assert promised[number] < 0, "it had been on the disk"
            continue
        text = content[number].text
        assert text == replayed(content[number])
        assert text in made[max(0, promised[number]) :], "neither less than was flushed, nor anything else"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"\0" * len(data), "does not begin like a journal"),
        (lambda _data: b"", "does not begin like a journal"),
        (lambda _data: b"\x89PNG\r\n\x1a\n" * 99, "does not begin like a journal"),
        (lambda _data: b"\xf5\xf6\xf7\xf8\xff\xff\xff\x00" * 999, "does not begin like a journal"),
        (lambda _data: FIRST_LINE + b"\xf5\xf6\xf7\xf8\xff\x00\x00\x00" * 9999, "damaged|ends in the middle"),
    ],
)
def test_what_is_no_journal_is_set_aside_and_said(journal: Path, change, words: str):
    made = change(journal.read_bytes())
    found, [sentence] = read_again(journal, made)
    assert found == []
    assert re.search(words, sentence)
    [aside] = journal.parent.iterdir()
    assert "broken-1" in aside.name
    assert aside.name in sentence
    assert aside.read_bytes() == made


def test_a_newer_journal_and_records_of_a_later_sort_give_what_is_known(journal: Path):
    data = journal.read_bytes()
    newer = data.replace(FIRST_LINE, b"foreword-journal 2\n")
    later = data + frame(b'["folded",0,1]\n') + frame(b"nothing known")
    for made in (newer, later):
        [found], said = read_again(journal, made)
        assert texts_of(found.content) == {1: ONE[-1], 2: TWO[-1]}
        assert "newer Foreword" in said[0]
        assert not found.content.is_whole
        found.remove()
        [aside] = journal.parent.iterdir()
        assert said[1:] == [
            f"What could be read of it is here; the file itself is kept as ‘{aside}’.",
            f"The newer Foreword takes all of it once it is named ‘{journal.name}’ again.",
        ]
        assert journal.name not in said[0], "no file has that name by now"
        assert aside.read_bytes() == made


def test_zeros_behind_the_last_record_as_a_power_cut_leaves_them(journal: Path):
    [found], [said, _kept] = read_again(journal, journal.read_bytes() + b"\0" * 9_000_000)
    assert "its last 9,000,000 bytes can’t be read" in said
    assert texts_of(found.content) == {1: ONE[-1], 2: TWO[-1]}
    found.release()


def test_a_record_that_was_lost_ends_its_document_and_no_other(state: Path):
    writer = open_one(state)
    for number in (1, 2):
        writer.begin(document(number, "x"))
    assert writer.flush(PATIENCE)
    begin = writer.path.stat().st_size
    writer.edited(1, insert(0, "lost"))
    assert writer.flush(PATIENCE)
    end = writer.path.stat().st_size
    for text in "abc":
        writer.edited(1, insert(0, text))
        writer.edited(2, insert(0, text))
    writer.close(is_clean=False)
    data = bytearray(writer.path.read_bytes())
    data[begin:end] = bytes(end - begin)
    [found], said = read_again(writer.path, bytes(data))
    assert texts_of(found.content) == {1: "x", 2: "cbax"}
    assert "Of ‘Untitled’, the last 3 changes are missing: a record before was lost." in said
    found.release()


def test_links_pipes_folders_and_files_in_the_place_of_journals(state: Path, tmp_path: Path, journal: Path):
    folder = journal.parent
    names = [f"{journal.stem[:-16]}{number:016}.journal" for number in range(3)]
    outside = tmp_path / "outside.journal"
    shutil.copy(journal, outside)
    (folder / names[0]).symlink_to(outside)
    os.mkfifo(folder / names[1])
    (folder / names[2]).mkdir()
    with taken(state) as (found, sentences):
        assert [one.path for one in found] == [journal]
        assert len(sentences) == 3
        assert ["is a link" in one for one in sentences].count(True) == 1
        assert ["not a plain file" in one for one in sentences].count(True) == 2
    assert sum("broken-1" in path.name for path in folder.iterdir()) == 3
    assert outside.exists()
    for replaced in (folder, folder.parent):
        elsewhere = tmp_path / f"elsewhere-{replaced.name}"
        replaced.rename(elsewhere)
        replaced.symlink_to(elsewhere)
        with taken(state) as (found, [sentence]):
            assert found == (), "a link is not followed"
        assert "broken-1" in sentence
        assert elsewhere.is_dir()
        writer = open_one(state)
        writer.begin(document(1))
        writer.close(is_clean=True)
        assert only_content(state).is_clean, "and a real folder is made in its place"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_journal_of_another_user_is_not_read(state: Path, journal: Path):
    os.chown(journal, 12345, 12345)
    with taken(state) as (found, [sentence]):
        assert found == ()
    assert "belongs to another user" in sentence
    assert journal.exists()
    os.chown(journal.parent, 12345, 12345)
    said: list[str] = []
    writer = open_one(state, on_trouble=said.append)
    writer.close(is_clean=True)
    [reason] = said
    assert reason.startswith("you have no perm")


@pytest.mark.skipif(os.geteuid() != 0, reason="for root permissions mean nothing, so another user tries")
def test_a_journal_without_permissions_stays_and_is_said(tmp_path: Path):
    state = open_to_all(tmp_path) / "ours" / "state"
    state.parent.mkdir()
    state.parent.chmod(0o777)

    def tried() -> tuple[int, tuple[str, ...], bool]:
        writer = open_one(state)
        writer.begin(document(1, "text"))
        writer.close(is_clean=False)
        writer.path.chmod(0)
        found, sentences = take_journals(state, LIBRARY)
        return len(found), sentences, writer.path.exists()

    count, [sentence], is_there = as_nobody(tried)
    assert (count, is_there) == (0, True)
    assert "you have no permission" in sentence


TAKE = """
import sys
from pathlib import Path
from editor_app.library.journal.taking import take_journals
sys.stdin.readline()
found, sentences = take_journals(Path(sys.argv[1]), Path("/library"))
print(*(text.text for one in found for text in one.content.texts), *sentences, flush=True)
sys.stdin.readline()
for one in found:
    one.remove()
"""


@pytest.mark.parametrize("processes", [5, pytest.param(10, marks=pytest.mark.long)])
def test_of_processes_at_once_each_journal_goes_to_exactly_one(state: Path, processes: int):
    for number in range(7):
        writer = open_one(state)
        writer.begin(document(1, f"text{number}"))
        writer.close(is_clean=False)
    command = [sys.executable, "-c", TAKE, os.fspath(state)]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    answers = [word for child in children for word in child.stdout.readline().split()]
    for child in children:
        child.communicate("end\n")
    assert sorted(answers) == [f"text{number}" for number in range(7)]
    assert only_nothing(state)


def only_nothing(state: Path) -> bool:
    return [path for path in (state / "journals").rglob("*") if not path.is_dir()] == []
