"""`foreword history`: versions of a file listed, printed exactly, and made its text again."""

from __future__ import annotations

import json
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.operations import move_to_history
from editor_app.library.files.reading import read_file
from editor_app.library.files.saving import save_file
from editor_app.library.history.history import keep_version, read_version, versions_of
from editor_app.library.history.version_lists import HistoryLimits, VersionReason, read_limits

STRANGE = b"\xef\xbb\xbfone\r\n\xff\x1b[31m\0\xe2\x80\xae"


@pytest.fixture
def state(own_home: Path) -> Path:
    return own_home / "state" / "foreword"


def at(minute: int) -> datetime:
    return datetime(2026, 3, 4, 14, minute, tzinfo=UTC).astimezone()


def save(state: Path, path: Path, data: bytes, minute: int) -> None:
    expected = read_file(path).stamp if path.exists() else None
    save_file(path, data, expected=expected, state_dir=state, now=at(minute))


@pytest.fixture
def note(state: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of which two versions are kept, a few minutes ago."""
    monkeypatch.setattr("editor_app.cli.commands.history.utc_now", lambda: at(10))
    path = here / "note.md"
    save(state, path, STRANGE, 1)
    save(state, path, b"two" * 1000, 2)
    save(state, path, b"three", 3)
    return path


def test_the_versions_of_a_file(foreword, note: Path, state: Path):
    ran = foreword("history", "note.md")
    kept = sum(one.stat().st_size for one in (state / "history" / "objects").glob("*/*"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.text == (
        f"1  {at(3):%Y-%m-%d %H:%M:%S}    2.9 KB  before save\n"
        f"2  {at(2):%Y-%m-%d %H:%M:%S}      {len(STRANGE)} B  before save\n"
        f"2 versions, {kept} B on disk, kept 90 days\n"
    )
    document = json.loads(foreword("history", note, "--json").out)
    assert [list(one.values())[:5] for one in document["versions"]] == [
        [1, "2026-03-04T14:03:00.000+00:00", "saved", 3000, f"{stat.S_IMODE(note.stat().st_mode):04o}"],
        [2, "2026-03-04T14:02:00.000+00:00", "saved", len(STRANGE), document["versions"][0]["mode"]],
    ]
    rest = {key: document[key] for key in ("format", "filePath", "keptBytes", "keptDays", "warnings")}
    assert rest == {"format": 1, "filePath": str(note), "keptBytes": kept, "keptDays": 90, "warnings": []}


def test_a_version_is_printed_exactly(foreword, note: Path):
    assert foreword("history", note, "--show", 2).out == STRANGE
    shown = json.loads(foreword("history", note, "--show", "1", "--json").out)
    assert (shown["number"], shown["text"]) == (1, "two" * 1000)
    assert json.loads(foreword("history", note, "--show=2", "--json").out)["text"] is None, "it is not UTF-8"
    assert note.read_bytes() == b"three"


def test_a_version_becomes_the_text_and_the_text_before_is_kept(foreword, note: Path, state: Path):
    note.chmod(0o640)
    ran = foreword("history", note, "--restore", 2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.text == (
        f"‘note.md’ has the text of version 2 ({at(2):%Y-%m-%d %H:%M:%S}) again. "
        "The earlier text is in the history.\n"
    )
    assert (note.read_bytes(), stat.S_IMODE(note.stat().st_mode)) == (STRANGE, 0o640)
    newest = versions_of(state, note)[0]
    assert (newest.why, read_version(state, newest)) == (VersionReason.RESTORED, b"three")
    ran = foreword("history", note, "--restore", 3)
    assert ran.text == "‘note.md’ has the text of version 3 already.\n"
    assert "before restore" in foreword("history", note).text
    document = json.loads(foreword("history", note, "--restore", 1, "--json").out)
    assert (document["appeared"], document["warnings"], note.read_bytes()) == ([], [], b"three")


def test_a_deleted_file_comes_back(foreword, note: Path, state: Path, here: Path):
    note.chmod(0o750)
    move_to_history(note, state_dir=state, now=at(4))
    assert "before delete" in foreword("history", "note.md").text.splitlines()[0]
    ran = foreword("history", "note.md", "--restore", 1)
    assert (ran.code, ran.text, ran.err) == (0, "‘note.md’ is back.\n", "")
    assert (note.read_bytes(), stat.S_IMODE(note.stat().st_mode)) == (b"three", 0o750)
    note.unlink()
    document = json.loads(foreword("history", "note.md", "--restore", 2, "--json").out)
    assert (document["appeared"], note.read_bytes()) == ([str(note)], b"two" * 1000)
    note.unlink()
    ran = foreword("history", "nota.md")
    assert ran.code == 2
    assert ran.err == (
        "foreword: There is no file ‘nota.md’, and the history has no version of it. "
        "Did you mean ‘note.md’?\n"
    )
    ran = foreword("history", here)
    assert ran.code == 2
    assert ran.err == (
        f"foreword: ‘{here}’ is a folder, and the history has versions of files. Name a file. "
        "Deleted files with a history: ‘note.md’.\n"
    )


def test_a_prompt_by_its_name(foreword, library: Path, write_prompt, state: Path):
    default = write_prompt(library / "defaults", "letter", "Default")
    assert foreword("customize", "letter").code == 0
    assert "made my copy" in foreword("history", "letter").text
    (library / "letter.md").write_text("mine")
    assert foreword("reset", "letter", "--yes").code == 0
    ran = foreword("history", "letter")
    assert [line.partition("B  ")[2] for line in ran.text.splitlines()[:2]] == [
        "before reset",
        "made my copy",
    ]
    assert foreword("history", "letter", "--restore", 1).text == "‘letter.md’ is back.\n"
    assert (library / "letter.md").read_text() == "mine"
    keep_version(state, default, b"before", VersionReason.SAVED, now=at(1))
    ran = foreword("history", default, "--restore", 1)
    assert ran.code == 2
    assert ran.err == (
        "foreword: ‘letter.md’ is a default and is not changed. "
        "Print the version with ‘--show’, or make your own copy first.\n"
    )
    assert foreword("history", "system-prompt.tmpl").text == "0 versions, 0 B on disk, kept 90 days\n"
    ran = foreword("history", "lettre")
    assert ran.code == 2
    assert ran.err.startswith("foreword: There is no file ‘lettre’, and the history has no version of it.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["note.md", "--show", "3"], "There is no version 3 of ‘note.md’. The history has 1 to 2"),
        (["note.md", "--show", "0"], "There is no version 0 of ‘note.md’."),
        (["note.md", "--restore", "-1"], "There is no version -1 of ‘note.md’."),
        (["note.md", "--show", "one"], "‘--show’ needs a whole number, not ‘one’."),
        (["note.md", "--restore", "9" * 30], "‘--restore’ needs a whole number, not ‘"),
        (["note.md", "--show", "1", "--restore", "1"], "‘--show’ and ‘--restore’ exclude each other."),
        (["new.md", "--restore", "1"], "The history has no version of ‘new.md’."),
        (["-"], "Standard input has no history. Name a file."),
        ([], "‘foreword history’ needs PATH|NAME."),
        (["../here"], "‘../here’ is a folder, and the history has versions of files. Name a file."),
    ],
)
def test_what_cannot_be_done_says_why(foreword, note: Path, here: Path, words: list[str], sentence: str):
    (here / "new.md").write_text("x")
    ran = foreword("history", *words)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"foreword: {sentence}")
    document = json.loads(foreword("history", *words, "--json").out)
    assert document["error"]["message"].startswith(sentence)
    assert note.read_bytes() == b"three"


def test_a_file_that_may_not_be_changed_stays(foreword, note: Path):
    note.chmod(0o444)
    ran = foreword("history", note, "--restore", 1)
    assert ran.code == 2
    assert ran.err == ("foreword: ‘note.md’ is read-only. Make it writable, or save under another name.\n")
    note.unlink()
    note.symlink_to("nowhere")
    assert foreword("history", note, "--restore", 1).code == 2
    note.unlink()
    os.mkfifo(note)
    ran = foreword("history", note, "--restore", 1)
    assert "is a named pipe, not a file that can be opened" in ran.err


def test_versions_are_shown_and_restored_through_a_link_out_of_a_library_only_where_its_end_is_allowed(
    foreword, library: Path, tmp_path: Path, state: Path
):
    outside = tmp_path / "outside"
    outside.mkdir()

    def allowed(name: str) -> tuple[object, ...]:
        return "--trust", "--allow-file", outside / name

    for name in ("note.md", "gone.md"):
        save(state, outside / name, b"one", 1)
        save(state, outside / name, b"two", 2)
    (outside / "gone.md").unlink()
    (library / "note.md").symlink_to(outside / "note.md")
    (library / "folder").symlink_to(outside)
    for path in (library / "note.md", library / "folder" / "note.md", library / "folder" / "gone.md"):
        for option in ("--restore", "--show"):
            ran = foreword("history", path, option, 1)
            assert (ran.code, ran.text) == (2, ""), path
            end = outside / path.name
            assert ran.err.startswith(f"foreword: The version of ‘{path.name}’ was not used: ‘{path.name}’ ")
            assert f"to ‘{end}’, outside the library" in ran.err
            assert ran.err.endswith(f"‘--trust’ trusts it for this call. ‘--allow-file {end}’ allows it.\n")
            for more in (["--json"], ["--trust"]):
                assert foreword("history", path, option, 1, *more).code == 2
    own = library / "own.md"
    for number, data in enumerate((b"one", b"two"), 1):
        save(state, own, data, number)
    assert foreword("history", own, "--show", 1).out == b"one", "what lies in the library is shown"
    assert foreword("history", outside / "note.md", "--show", 1).out == b"one", "named by its own path, too"
    assert foreword("history", library / "note.md", "--show", 1, *allowed("note.md")).out == b"one"
    assert (outside / "note.md").read_bytes() == b"two"
    assert not (outside / "gone.md").exists()
    for path in (library / "note.md", library / "folder" / "gone.md"):
        assert foreword("history", path, "--restore", 1, *allowed(path.name)).code == 0
    assert (outside / "note.md").read_bytes() == (outside / "gone.md").read_bytes() == b"one"


def test_damage_in_local_history_is_said(foreword, note: Path, state: Path):
    [record] = (state / "history" / "files").iterdir()
    lines = record.read_bytes()
    newest = versions_of(state, note)[0]
    (state / "history" / "objects" / newest.hash[:2] / newest.hash[2:]).write_bytes(b"damaged")
    ran = foreword("history", note, "--restore", 1)
    assert (ran.code, note.read_bytes()) == (2, b"three")
    assert ran.err == "foreword: The version of ‘note.md’ is no longer in the history.\n"
    (state / "history" / "objects" / newest.hash[:2] / newest.hash[2:]).unlink()
    ran = foreword("history", note)
    assert (ran.code, len(ran.text.splitlines())) == (0, 2)
    assert ran.err == (
        "foreword: warning: A version of ‘note.md’ is no longer in the history, only its time is.\n"
    )
    record.write_bytes(lines.replace(b'"format": 1', b'"format": 2'))
    ran = foreword("history", note, "--show", 1)
    assert ran.err == (
        "foreword: The history has no version of ‘note.md’. "
        "2 versions of ‘note.md’ were kept by a newer Foreword, which can show it.\n"
    )
    record.write_bytes(lines.replace(b'"kept_at": ', b'"kept_at": 1e300, "was": '))
    assert "????-??-?? ??:??:??" in foreword("history", note).text
    document = json.loads(foreword("history", note, "--json").out)
    assert document["versions"][0]["time"] is None


def test_the_setting_is_said_and_a_wrong_one_too(foreword, note: Path, own_home: Path, state: Path):
    settings = own_home / "config" / "foreword" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("history_days = 30\n")
    assert foreword("history", note).text.endswith("kept 30 days\n")
    settings.write_text("history_days = 0\n")
    ran = foreword("history", note)
    assert "kept 30 days" in ran.text
    assert ran.err.startswith("foreword: warning: ‘history_days’ in settings.toml, line 1, must be a whole")
    assert read_limits(state) == HistoryLimits(30, 200)
