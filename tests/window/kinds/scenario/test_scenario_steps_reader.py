"""A file of very many steps is read in slices, and its beginning alone where a library is looked through."""

from __future__ import annotations

import pytest

from editor_app.analysis.library_facts.check import check_file, files_to_check
from editor_app.clock import utc_now
from editor_app.library.folders import open_library
from editor_app.library.listing import list_files
from editor_app.runs.reading import steps_file
from editor_app.runs.reading.steps_file import read_first_steps, read_steps, steps_in_slices
from editor_app.window.kinds.scenario.playing.inputs import StepsReader, StepsUnreadError

SOURCES = {
    "steps": '{"user": "a"}\n' * 1_200,
    "blank lines": "\n" * 1_200 + '{"user": "a"}\n',
    "wrong lines": "{\n" * 1_200,
    "mixed": '{"user": "a"}\n\n[]\n' * 400,
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_steps_are_read_in_slices_and_are_the_same(source, qapp, qtbot):
    assert list(steps_in_slices(source)).count(None) == 2
    reader = StepsReader()
    with pytest.raises(StepsUnreadError):
        reader.steps_of(source)
    assert reader.slicer.is_busy
    with qtbot.waitSignal(reader.done):
        pass
    assert reader.steps_of(source) == read_steps(source)
    assert not reader.slicer.is_busy


def test_few_steps_are_read_at_once_and_a_reading_that_was_given_up_goes_on(qapp, qtbot):
    reader = StepsReader()
    assert len(reader.steps_of('{"user": "a"}\n' * 400).items) == 400
    long = SOURCES["steps"]
    with pytest.raises(StepsUnreadError):
        reader.steps_of(long)
    reader.slicer.stop()
    with pytest.raises(StepsUnreadError):
        reader.steps_of(long)
    with qtbot.waitSignal(reader.done):
        pass
    assert len(reader.steps_of(long).items) == 1_200


def test_of_a_long_file_the_first_lines_are_read(monkeypatch):
    monkeypatch.setattr(steps_file, "_FIRST_LINES", 100)
    assert len(read_first_steps(SOURCES["steps"]).items) == 100
    assert read_first_steps('{"user": "a"}\n{') == read_steps('{"user": "a"}\n{')


def test_a_library_that_is_looked_through_reads_the_first_lines_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(steps_file, "_FIRST_LINES", 100)
    path = tmp_path / "runs" / "a.yaml"
    path.parent.mkdir()
    path.write_text("format: 1\nsystem: {text: Be kind.}\nsteps: {file: a.steps.jsonl}\n")
    named = path.with_name("a.steps.jsonl")
    library, now = open_library(tmp_path)[0], utc_now()
    file = next(one for one in files_to_check(library, list_files(library)) if one.path == path)

    def problems(*, is_interactive: bool) -> list[str]:
        checked = check_file(file, (), now, is_interactive=is_interactive, library=library)
        return [one.code for one in checked.diagnostics]

    named.write_text('{"user": "a"}\n' * 100 + "{\n")
    assert problems(is_interactive=False) == ["unusable-steps"]
    assert problems(is_interactive=True) == []
    named.write_text('{"user": "a"}\n{\n')
    assert problems(is_interactive=True) == ["unusable-steps"]
    named.write_text("\n" * 200)
    assert problems(is_interactive=True) == ["no-steps"]
