"""Saving several files: what is on the disk, what is named, and that nothing is called saved before."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files import saving as saving_to_disk
from editor_app.library.folders import open_library
from editor_app.text import Edit, Span
from editor_app.window.documents import changes as saving
from editor_app.window.documents.changes import SaveResult, Saving
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_files import DEFAULT_IS_READ_ONLY, OpenFiles

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HEAD = "; role: user\n\n\n"


class Bench:
    """A chat of open messages, each with `!` typed at its end, and what was told of their saving."""

    def __init__(self, root: Path, count: int) -> None:
        self.folder = root / "chats" / "talk"
        self.folder.mkdir(parents=True)
        (root / "defaults").mkdir()
        self.paths = [self.folder / f"{number}.md" for number in range(1, count + 1)]
        for path in self.paths:
            path.write_text(f"{HEAD}{path.stem}")
        library, _ = open_library(root)
        self.files = OpenFiles(LibraryState(library, lambda: NOW), root.parent / "state")
        self.saving = Saving(self.files, self.files)
        self.results: list[SaveResult] = []
        self.saving.ended.connect(self.results.append)
        self.open = [file for file in map(self.files.open, self.paths) if file is not None]
        for file in self.open:
            file.document.apply_edits([Edit(Span(len(file.text), len(file.text)), "!")])

    def on_disk(self) -> list[str]:
        return [path.read_text().removeprefix(HEAD) if path.exists() else "" for path in self.paths]

    def unsaved(self) -> list[str]:
        return [file.path.name for file in self.open if file.is_unsaved]

    def words(self) -> str:
        [result] = self.results
        return result.in_words()


@pytest.fixture
def begin(qapp: object, tmp_path: Path) -> Iterator[type[Bench]]:
    del qapp
    made: list[Bench] = []

    def begin(count: int) -> Bench:
        made.append(Bench(tmp_path / "prompts", count))
        return made[-1]

    yield begin  # type: ignore[misc]
    for bench in made:
        bench.files.marks.forget_all()
        bench.files.deleteLater()


def test_all_are_on_the_disk_before_it_is_told_once(begin) -> None:
    bench = begin(4)
    seen = []
    bench.saving.ended.connect(lambda _result: seen.append(bench.on_disk()))
    bench.saving.save_now(bench.open)
    assert seen == [["1!", "2!", "3!", "4!"]]
    assert bench.words() == "4 files are saved."
    assert bench.unsaved() == []


@pytest.mark.parametrize("count", [1, 2, 5])
def test_those_that_could_not_be_saved_are_named_and_stay_unsaved(begin, count, monkeypatch) -> None:
    """The disk is full for the first files only, as when somebody makes room meanwhile."""
    bench = begin(6)
    replace_file, full = saving_to_disk.replace_file, {path.name for path in bench.paths[:count]}

    def replace(path: Path, *args: object, **kwargs: object) -> object:
        if path.name in full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return replace_file(path, *args, **kwargs)

    monkeypatch.setattr(saving_to_disk, "replace_file", replace)
    bench.saving.save_now(bench.open)
    full_disk = "the disk is full. Free some space and try again. The file on the disk is as it was."
    first = f"‘1.md’ was not saved: {full_disk}"
    named = {
        1: f"{first} All others are saved.",
        2: f"2 of 6 files were not saved: ‘talk/1.md’ and ‘talk/2.md’. {first}",
        5: f"5 of 6 files were not saved: ‘talk/1.md’, ‘talk/2.md’, ‘talk/3.md’ and 2 more. {first}",
    }
    assert bench.words() == named[count]
    assert bench.on_disk() == [f"{n}{'' if n <= count else '!'}" for n in range(1, 7)]
    assert bench.unsaved() == [path.name for path in bench.paths[:count]]


def _make_read_only(path: Path) -> None:
    path.chmod(0o444)


def _change(path: Path) -> None:
    path.write_text(f"{HEAD}theirs")


def _put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (_make_read_only, "‘2.md’ is read-only. Make it writable, or save under another name."),
        (_change, "‘2.md’ was not saved: another program changed it on disk. "),
        (_put_a_folder, "‘2.md’"),
    ],
)
def test_bad_places_are_named_and_the_others_are_saved(begin, harm, words) -> None:
    bench = begin(3)
    harm(bench.paths[1])
    has_several: list[bool] = []
    bench.files.saved.connect(lambda _file: has_several.append(bench.saving.has_several))
    result = bench.saving.save_now(bench.open)
    assert [file.path.name for file, _ in result.failed] == ["2.md"]
    assert bench.words().startswith(words)
    assert bench.words().endswith(" All others are saved.")
    assert has_several == [True, True], "so that neither is announced by itself"
    assert bench.unsaved() == ["2.md"]


def test_a_file_that_was_deleted_meanwhile_is_written_again(begin) -> None:
    bench = begin(3)
    bench.paths[1].unlink()
    bench.saving.save_now(bench.open)
    assert bench.on_disk() == ["1!", "2!", "3!"]
    assert bench.words() == "3 files are saved."


def test_many_are_saved_in_events_of_their_own_and_what_is_asked_for_meanwhile_too(
    begin, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(saving, "_SLICE_MS", 0)
    bench = begin(9)
    saved: list[int] = []
    bench.saving._slicer._next.timeout.connect(
        lambda: saved.append(sum("!" in text for text in bench.on_disk()))
    )
    bench.saving.save(bench.open[:7])
    assert bench.saving.has_several
    assert (bench.on_disk()[:2], bench.results) == (["1!", "2"], [])
    bench.files.close(bench.open[6])
    bench.saving.save(bench.open[7:])
    qtbot.waitUntil(lambda: bench.results != [], timeout=60_000)
    assert bench.on_disk() == [f"{n}{'' if n == 7 else '!'}" for n in range(1, 10)]
    assert bench.words() == "8 files are saved."
    assert saved == [3, 4, 5, 6, 6, 7, 8], "one more in each event, but for the closed one"


def test_what_cannot_be_kept_is_told_once_for_all(begin) -> None:
    bench = begin(3)
    history = bench.files.state_dir / "history"
    history.parent.mkdir(exist_ok=True)
    history.write_text("in the way")
    bench.saving.save_now(bench.open)
    [result] = bench.results
    assert len(result.warned) == 3
    assert result.warnings.count("could not be kept") == 1
    assert bench.on_disk() == ["1!", "2!", "3!"]


def test_a_file_is_saved_under_no_name_that_another_tab_has_and_under_none_of_a_default(begin) -> None:
    bench = begin(2)
    default = bench.folder.parents[1] / "defaults" / "a.md"
    said: list[str] = []
    bench.files.failed.connect(said.append)
    assert not bench.files.save_as(bench.open[0], bench.paths[1])
    assert not bench.files.save_as(bench.open[0], default)
    assert said == [
        "‘2.md’ is open in another tab. Close it there, or choose another name.",
        f"‘a.md’ was not saved: {DEFAULT_IS_READ_ONLY}",
    ]
    assert bench.on_disk() == ["1", "2"]
    assert not default.exists()
    assert bench.unsaved() == ["1.md", "2.md"]
    assert bench.files.save_as(bench.open[0], bench.folder / "3.md")
    assert bench.open[0].path.read_text() == f"{HEAD}1!"
