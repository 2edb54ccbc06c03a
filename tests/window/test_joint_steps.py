"""A change of several texts is one step: undone and redone with any of them, and saved with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.library.folders import open_library
from editor_app.text import Edit, Span
from editor_app.window.documents.changes import JointStep, JointSteps
from editor_app.window.documents.file_work import FileWork
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles

NOW = datetime(2026, 1, 2, tzinfo=UTC)
OLD, NEW = "say mine here\n", "say ours here\n"


class Bench:
    """Files `a.md`, `b.md` and `c.md`, in all of which one step makes `mine` to `ours`."""

    def __init__(self, root: Path, names: str = "abc") -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.paths = {name: root / f"{name}.md" for name in names}
        for path in self.paths.values():
            path.write_text(OLD)
        library, _ = open_library(root)
        self.files = OpenFiles(LibraryState(library, lambda: NOW), root.parent / "state")
        self.steps = JointSteps(self.files, FileWork(self.files), self.files.open)
        self.said: list[str] = []
        self.told: list[tuple[JointStep, bool]] = []
        self.steps.told.connect(self.said.append)
        self.steps.stepped.connect(lambda step, undoes: self.told.append((step, undoes)))

    def file(self, name: str) -> OpenFile:
        file = self.files.open(self.paths[name])
        assert file is not None
        return file

    def rename(self) -> JointStep:
        files = [self.file(name) for name in self.paths]
        places = [file.text.index("mine") for file in files]
        edits = {file: [Edit(Span(at, at + 4), "ours")] for file, at in zip(files, places, strict=True)}
        return self.steps.make("renaming ‘mine’ to ‘ours’", edits)

    def texts(self) -> list[str]:
        return [self.file(name).text for name in self.paths]

    def on_disk(self) -> list[str]:
        return [path.read_text() for path in self.paths.values()]

    def type(self, name: str, text: str = "x") -> None:
        self.file(name).document.apply_edits([Edit(Span(0, 0), text)])

    def close(self) -> None:
        self.files.marks.forget_all()
        self.files.deleteLater()


@pytest.fixture
def bench(qapp: object, tmp_path: Path) -> Iterator[Bench]:
    del qapp
    bench = Bench(tmp_path / "prompts")
    yield bench
    bench.close()


@pytest.mark.parametrize("name", "abc")
def test_undo_and_redo_in_any_file_are_those_of_all_and_write_nothing(bench, name) -> None:
    step = bench.rename()
    assert bench.texts() == [NEW] * 3
    bench.file(name).document.undo()
    assert bench.texts() == [OLD] * 3
    bench.file(name).document.redo()
    assert bench.texts() == [NEW] * 3
    assert bench.on_disk() == [OLD] * 3
    assert bench.told == [(step, True), (step, False)]
    assert bench.said == [
        "Undone in 3 files: renaming ‘mine’ to ‘ours’.",
        "Redone in 3 files: renaming ‘mine’ to ‘ours’.",
    ]


def test_what_was_typed_since_is_undone_first_and_what_came_before_after_it(bench) -> None:
    bench.type("a", "1")
    bench.rename()
    bench.type("a", "2")
    undo = bench.file("a").document.undo
    undo()
    assert bench.texts() == ["1" + NEW, NEW, NEW]
    undo()
    assert bench.texts() == ["1" + OLD, OLD, OLD]
    undo()
    assert bench.texts() == [OLD] * 3
    assert len(bench.told) == 1


def test_a_file_that_was_changed_since_is_named_and_follows_once_that_is_undone(bench) -> None:
    bench.rename()
    bench.type("b")
    bench.file("a").document.undo()
    assert bench.texts() == [OLD, "x" + NEW, OLD]
    assert bench.said == [
        "Undone in 2 files: renaming ‘mine’ to ‘ours’. ‘b.md’ was changed since. Undo that there first."
    ]
    bench.file("b").document.undo()
    bench.file("b").document.undo()
    assert bench.texts() == [OLD] * 3
    bench.file("c").document.redo()
    assert bench.texts() == [NEW] * 3


def test_other_text_that_was_typed_and_undone_is_not_redone_in_its_place(bench) -> None:
    bench.rename()
    bench.file("a").document.undo()
    bench.type("b")
    bench.file("b").document.undo()  # its redo has the x by now
    bench.file("a").document.redo()
    assert bench.texts() == [NEW] * 3


def test_typing_that_is_undone_after_a_step_was_undone_does_not_undo_that_again(bench) -> None:
    bench.rename()
    bench.file("a").document.undo()
    told, said = list(bench.told), list(bench.said)
    bench.type("b")
    bench.file("b").document.undo()
    assert (bench.told, bench.said, bench.texts()) == (told, said, [OLD] * 3)


def test_a_file_that_a_redo_left_undone_does_not_undo_the_others_when_typing_is_undone_there(bench) -> None:
    bench.rename()
    bench.file("a").document.undo()
    bench.type("b")
    bench.file("a").document.redo()
    assert bench.texts() == [NEW, "x" + OLD, NEW]
    bench.file("b").document.undo()
    assert bench.texts() == [NEW, OLD, NEW]


def test_two_steps_over_the_same_files_are_undone_one_by_one(bench) -> None:
    bench.rename()
    again = [Edit(Span(4, 8), "theirs")]
    bench.steps.make("renaming ‘ours’ to ‘theirs’", {bench.file(name): again for name in "ab"})
    bench.file("b").document.undo()
    assert bench.texts() == [NEW] * 3
    bench.file("a").document.undo()
    assert bench.texts() == [OLD] * 3
    bench.file("c").document.redo()
    bench.file("b").document.redo()
    assert bench.texts() == [NEW.replace("ours", "theirs")] * 2 + [NEW]


def test_saving_one_of_them_does_not_part_them(bench) -> None:
    bench.rename()
    assert set(bench.steps.only_unsaved_with([bench.file("a")])) == {bench.file("b"), bench.file("c")}
    assert bench.files.save(bench.file("a"))
    bench.file("b").document.undo()
    assert bench.texts() == [OLD] * 3
    assert bench.steps.only_unsaved_with([bench.file("b")]) == (bench.file("a"),), "the others are as saved"
    assert bench.on_disk() == [NEW, OLD, OLD]


def test_a_file_with_other_unsaved_text_is_not_saved_along(bench) -> None:
    bench.rename()
    bench.type("b")
    assert bench.steps.only_unsaved_with([bench.file("a")]) == (bench.file("c"),)
    bench.steps.make("again", {bench.file(name): [Edit(Span(0, 1), "S")] for name in "ac"})
    assert bench.steps.only_unsaved_with([bench.file("a")]) == (bench.file("c"),), "by two steps"


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_file_that_was_closed_is_opened_for_it_if_the_disk_has_the_change(bench, is_saved) -> None:
    bench.rename()
    for name in "bc":
        if is_saved:
            assert bench.files.save(bench.file(name))
        bench.files.close(bench.file(name))
    bench.file("a").document.undo()
    assert [file.path.name for file in bench.files.files] == ["a.md", *(["b.md", "c.md"] if is_saved else [])]
    assert bench.texts() == [OLD] * 3
    assert bench.on_disk() == [OLD, *([NEW] * 2 if is_saved else [OLD] * 2)], "nothing is written"
    bench.file("a").document.redo()
    assert bench.texts() == [NEW] * 3


def _change(path: Path) -> None:
    path.write_text("theirs\n")


def _not_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")


@pytest.mark.parametrize("harm", [_change, _not_text, Path.unlink])
def test_a_closed_file_that_is_another_by_now_is_named_and_stays(bench, harm: Callable[[Path], None]) -> None:
    bench.rename()
    assert bench.files.save(bench.file("b"))
    bench.files.close(bench.file("b"))
    harm(bench.paths["b"])
    held = bench.paths["b"].read_bytes() if bench.paths["b"].exists() else None
    bench.file("a").document.undo()
    assert (bench.file("a").text, bench.file("c").text) == (OLD, OLD)
    assert bench.said[-1].endswith("‘b.md’ was closed and changed since, and stays as it is.")
    assert (bench.paths["b"].read_bytes() if bench.paths["b"].exists() else None) == held


def test_a_file_that_may_not_be_changed_by_now_is_named(bench) -> None:
    bench.rename()
    bench.file("b").document.set_read_only_because("This is a default.")
    bench.file("a").document.undo()
    assert bench.texts() == [OLD, NEW, OLD]
    assert bench.said[-1].endswith("‘b.md’ stays as it is: This is a default.")


def test_what_another_program_wrote_is_not_undone_with_it(bench) -> None:
    bench.rename()
    assert all(bench.files.save(bench.file(name)) for name in "abc")
    bench.paths["b"].write_text(NEW + "theirs\n")
    bench.files.disk.look_now()
    bench.file("a").document.undo()
    assert bench.texts() == [OLD, NEW + "theirs\n", OLD]


ACTS = st.lists(
    st.tuples(st.sampled_from(["undo", "redo", "type", "save", "rename"]), st.sampled_from("ab")), max_size=14
)


@examples(25)
@given(ACTS)
def test_after_whatever_was_done_nothing_is_lost_and_all_can_be_undone(qapp, tmp_path_factory, acts) -> None:
    """Undone in each file to its end, every file has the text that it was opened with."""
    bench = Bench(tmp_path_factory.mktemp("any") / "prompts", "ab")
    count = 0
    try:
        for act, name in acts:
            document = bench.file(name).document
            if act == "type":
                count += 1
                bench.type(name, f"<{count}>")
            elif act == "save":
                bench.files.save(bench.file(name))
            elif act == "rename":
                count += 1
                ends = {bench.file(one): [Edit(Span(0, 0), f"[{count}]")] for one in "ab"}
                bench.steps.make(f"step {count}", ends)
            else:
                (document.undo if act == "undo" else document.redo)()
        for _ in range(2 * len(acts) + 2):
            for name in "ab":
                bench.file(name).document.undo()
        assert bench.texts() == [OLD, OLD]
    finally:
        bench.close()
