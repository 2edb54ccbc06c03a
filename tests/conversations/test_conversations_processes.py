"""Many processes construct at once, and some are killed: nothing is lost, and no text is a part of one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conversation_setup import write_template

PROGRAM = Path(__file__).with_name("processes_at_once.py")


@pytest.fixture
def run_processes(database: Path, library: Path):
    def run(what: str) -> object:
        write_template(library, "text [a:b]")
        command = [sys.executable, str(PROGRAM), what, str(database), str(library)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_two_processes_that_construct_at_once_lose_nothing(run_processes) -> None:
    found = run_processes("many_each")
    assert found == {"said": ["done"] * 2, "wrong": [], "shared": [*range(20, 10, -1)], "sound": "ok"}


def test_of_twenty_processes_with_once_one_constructs_and_all_return_its_text(run_processes) -> None:
    answers = run_processes("twenty_with_once")
    assert len(answers) == 20
    assert len({text for text, _, _ in answers}) == 1
    assert sorted(created for _, created, _ in answers) == [False] * 19 + [True]
    assert {number for _, _, number in answers} == {1}


@pytest.mark.parametrize("kills", [40, pytest.param(300, marks=pytest.mark.long)])
def test_what_was_returned_outlasts_kills_at_any_moment(run_processes, kills: int) -> None:
    found = run_processes(f"killed_{kills}_times")
    assert (found["wrong"], found["asides"]) == ([], [])
    assert found["under way"] > kills // 2  # the control: most met a construct in the middle


def test_a_process_that_forks_with_the_database_open_loses_nothing(run_processes) -> None:
    assert run_processes("forked_with_it_open") == {
        "texts": ["text 2"] * 5 + ["text 3"] * 5,
        "before": "text 1",
        "after": "text 4",
        "sound": "ok",
    }


def test_a_fork_with_the_database_open_loses_nothing_although_another_program_looks(run_processes) -> None:
    assert run_processes("looked_at_between") == {
        "said": "br",
        "looks": [["first", "second"], ["first", "second", "third"], ["first", "second", "third"]],
        "sound": "ok",
    }


def test_a_fork_while_a_thread_writes_waits_for_it(run_processes) -> None:
    assert run_processes("forked_while_a_thread_writes") == {"said": "r" * 10, "listed": 21, "sound": "ok"}


def test_who_was_forked_in_the_middle_of_a_use_is_told_so(run_processes, database: Path) -> None:
    found = run_processes("forked_in_the_middle")
    assert found == {"said": found["said"], "listed": ["after", "before"], "sound": "ok"}
    assert len(found["said"]) == 2
    for sentence in found["said"]:
        assert f"‘{database}’ was in use at the fork" in sentence
