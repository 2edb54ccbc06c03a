"""The catalog, and the values of what a template names."""

from __future__ import annotations

import json
import socket
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from editor_app.variables.catalog import TEMPLATE_CATALOG, CatalogEntry, Cause, Note, Volatility
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Context, Snapshot, Sources, real_sources, resolve

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parent.parent / "cases" / "variables" / "resolve.json").read_text("utf-8")
    )
}
NOON = datetime(2024, 6, 15, 12, 30, tzinfo=UTC)
PROJECT = Path("/proj")


def sources_of(given: dict) -> Sources:
    """Build sources from a case: its clock, files, git answers and platform."""

    def read_file(folder: Path, name: str) -> FileText | Note:
        path = folder / name
        text = given.get("files", {}).get(str(path))
        return Note(Cause.NO_SUCH_FILE, "no") if text is None else FileText(text, path)

    def run_git(folder: Path, arguments: tuple[str, ...]) -> str | Note:
        answers = given.get("git", {})
        text, code = answers.get(" ".join(arguments), ("", 128)) if isinstance(answers, dict) else ("", 128)
        return text if code == 0 else Note(Cause.GIT_FAILED, "no")

    now = datetime.fromisoformat(given["now"]) if "now" in given else NOON
    return Sources(lambda: now, read_file, run_git, given.get("platform", "linux"), "atlas")


def resolved(names, *, context: Context | None = None, catalog=TEMPLATE_CATALOG, **given) -> Snapshot:
    return resolve(names, catalog, context or Context(cwd=PROJECT), sources_of(given))


@pytest.mark.parametrize("case_id", [case_id for case_id, case in CASES.items() if case["op"] == "resolve"])
def test_case(case_id: str):
    case = CASES[case_id]
    given, expected = case["input"], case["expected"]
    context = Context(cwd=Path(given.get("cwd", "/proj")))
    snapshot = resolve([*given.get("keys", expected)], TEMPLATE_CATALOG, context, sources_of(given))
    assert dict(snapshot.values) == expected
    assert set(snapshot.notes) == {name for name, value in expected.items() if value is None}


def test_the_catalog_is_the_reference_s():
    assert [f"{entry.key}{' (dynamic)' * entry.dynamic}" for entry in TEMPLATE_CATALOG] == CASES["catalog"][
        "expected"
    ]
    by_key = {entry.key: entry.volatility for entry in TEMPLATE_CATALOG}
    assert by_key["system:time"] is Volatility.TURN
    assert by_key["system:date"] is Volatility.DAY
    assert by_key["system:os"] is by_key["system:hostname"] is Volatility.CONSTANT
    assert by_key["prompt:model"] is Volatility.CONVERSATION
    assert by_key["git:status"] is by_key["file:<path>"] is Volatility.TURN
    assert all(entry.description and entry.example for entry in TEMPLATE_CATALOG)


def test_each_name_is_asked_for_once_in_the_order_named():
    asked: list[str] = []

    def read_file(folder: Path, name: str) -> FileText:
        asked.append(name)
        return FileText(name, folder / name)

    sources = Sources(lambda: NOON, read_file, lambda *_: "x\n", "linux", "atlas")
    names = ["file:a", "system:os", "file:b", "file:a", "literal:[", "git:branch"]
    snapshot = resolve(iter(names), TEMPLATE_CATALOG, Context(PROJECT), sources)
    assert list(snapshot.values) == ["file:a", "system:os", "file:b", "git:branch"]
    assert sorted(asked) == ["a", "b"]
    assert not snapshot.notes


def test_nothing_named_asks_nothing():
    def ask(*_: object) -> str:
        raise AssertionError

    snapshot = resolve(
        [], TEMPLATE_CATALOG, Context(PROJECT), Sources(lambda: NOON, ask, ask, "linux", "atlas")
    )
    assert snapshot == Snapshot({}, {}, Context(PROJECT), NOON)


def test_names_that_wait_wait_together():
    together = threading.Barrier(3, timeout=30)

    def read_file(folder: Path, name: str) -> FileText:
        together.wait()
        return FileText(name, folder / name)

    def run_git(folder: Path, arguments: tuple[str, ...]) -> str:
        together.wait()
        return "main\n"

    sources = Sources(lambda: NOON, read_file, run_git, "linux", "atlas")
    snapshot = resolve(["file:a", "git:branch", "file:b"], TEMPLATE_CATALOG, Context(PROJECT), sources)
    assert dict(snapshot.values) == {"file:a": "a", "git:branch": "main", "file:b": "b"}


def test_at_most_32_wait_at_the_same_time() -> None:
    """Each waits until there are 32, so that fewer threads would never end."""
    together = threading.Barrier(32, timeout=30)
    counting = threading.Lock()
    waiting, most = 0, 0

    def read_file(folder: Path, name: str) -> FileText:
        nonlocal waiting, most
        with counting:
            waiting += 1
            most = max(most, waiting)
        together.wait()
        with counting:
            waiting -= 1
        return FileText(name, folder / name)

    sources = Sources(lambda: NOON, read_file, lambda *_: "main", "linux", "atlas")
    names = [f"file:{number}" for number in range(64)]
    snapshot = resolve(names, TEMPLATE_CATALOG, Context(PROJECT), sources)
    assert list(snapshot.values.values()) == [str(number) for number in range(64)]
    assert most == 32


@pytest.mark.parametrize(
    "error", [RuntimeError("broken pipe"), OSError(5, "Input/output error"), ValueError()]
)
def test_whatever_a_source_raises_the_variable_does_not_exist(error: Exception):
    def fail(*_: object) -> str:
        raise error

    snapshot = resolve(
        ["file:a", "git:status"],
        TEMPLATE_CATALOG,
        Context(PROJECT),
        Sources(lambda: NOON, fail, fail, "linux", "atlas"),
    )
    assert dict(snapshot.values) == {"file:a": None, "git:status": None}
    assert {note.cause for note in snapshot.notes.values()} == {Cause.FAILED}
    assert all("could not be resolved: " in note.sentence for note in snapshot.notes.values())


@pytest.mark.parametrize(
    ("moment", "time", "date"),
    [
        (datetime(2024, 6, 15, 12, 30, 0, 1999, tzinfo=UTC), "2024-06-15T12:30:00.001Z", "2024-06-15"),
        (
            datetime(2024, 6, 16, 1, tzinfo=timezone(timedelta(hours=2))),
            "2024-06-15T23:00:00.000Z",
            "2024-06-15",
        ),
        (datetime(2024, 6, 15, 12), "2024-06-15T12:00:00.000Z", "2024-06-15"),  # noqa: DTZ001  a clock without zone
        (datetime(99, 1, 1, tzinfo=UTC), "0099-01-01T00:00:00.000Z", "0099-01-01"),
    ],
)
def test_the_time_is_utc_with_milliseconds(moment: datetime, time: str, date: str):
    sources = Sources(lambda: moment, lambda *_: None, lambda *_: None, "linux", "atlas")
    snapshot = resolve(["system:time", "system:date"], TEMPLATE_CATALOG, Context(), sources)
    assert dict(snapshot.values) == {"system:time": time, "system:date": date}
    assert snapshot.taken_at.tzinfo is UTC


@pytest.mark.parametrize(
    ("name", "cause", "words"),
    [
        ("prompt:model", Cause.NOT_GIVEN, "‘prompt:model’ is not set."),
        ("prompt:cwd", Cause.NOT_GIVEN, "‘prompt:cwd’ is not set."),
        ("file:a", Cause.NOT_GIVEN, "‘file:a’ needs a working folder, and none was given."),
        ("git:branch", Cause.NOT_GIVEN, "‘git:branch’ needs a working folder, and none was given."),
        ("git:remote", Cause.UNKNOWN_NAME, "The type ‘git’ has no variable ‘remote’."),
        ("system:", Cause.UNKNOWN_NAME, "The type ‘system’ has no variable ‘’."),
        ("unknown:foo", Cause.UNKNOWN_TYPE, "‘unknown’ is not a variable type here."),
        ("System:os", Cause.UNKNOWN_TYPE, "‘System’ is not a variable type here."),
    ],
)
def test_why_there_is_no_value(name: str, cause: Cause, words: str):
    snapshot = resolved([name], context=Context())
    assert snapshot.values[name] is None
    assert snapshot.notes[name] == Note(cause, words)


def test_the_product_s_own_variables_are_not_ours_to_give():
    own = (
        CatalogEntry("todo", "list", "Open todos", Volatility.TURN, supplied_by="the agent"),
        CatalogEntry("git", "remote", "Where it came from", Volatility.CONVERSATION, sample="origin"),
    )
    snapshot = resolved(["todo:list", "git:remote"], catalog=TEMPLATE_CATALOG + own)
    assert dict(snapshot.values) == {"todo:list": None, "git:remote": None}
    assert snapshot.notes["todo:list"].sentence == "‘todo:list’ is not set here; the agent supplies it."


def test_without_git_in_the_catalog_git_is_not_asked():
    snapshot = resolved(["git:branch", "file:a"], catalog=(), git={"rev-parse --abbrev-ref HEAD": ["x\n", 0]})
    assert {note.cause for note in snapshot.notes.values()} == {Cause.UNKNOWN_TYPE}


def test_this_machine(tmp_path: Path):
    (tmp_path / "a.md").write_text("text")
    names = ["system:os", "system:hostname", "file:a.md", "prompt:cwd", "git:branch"]
    frozen = real_sources(tmp_path, clock=lambda: NOON)
    snapshot = resolve([*names, "system:date"], TEMPLATE_CATALOG, Context(cwd=tmp_path), frozen)
    assert snapshot.values == {
        "system:os": sys.platform,
        "system:hostname": socket.gethostname(),
        "file:a.md": "text",
        "prompt:cwd": str(tmp_path),
        "git:branch": None,
        "system:date": "2024-06-15",
    }
    assert snapshot.notes["git:branch"].cause is Cause.GIT_FAILED


def test_a_workspace_without_trust(tmp_path: Path):
    library = tmp_path / "prompts"
    library.mkdir()
    (library / "a.md").write_text("text")
    (tmp_path / "b.md").write_text("text")
    sources = real_sources(tmp_path, clock=lambda: NOON, trusted=False, library=library)
    names = ["git:branch", "git:status", "file:prompts/a.md", "file:b.md", "system:os"]
    snapshot = resolve(names, TEMPLATE_CATALOG, Context(tmp_path), sources)
    assert snapshot.values["file:prompts/a.md"] == "text"
    assert snapshot.values["system:os"]
    assert {name: note.cause for name, note in snapshot.notes.items()} == dict.fromkeys(
        ["git:branch", "git:status", "file:b.md"], Cause.NOT_TRUSTED
    )
