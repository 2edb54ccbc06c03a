"""The command line writes no file of which a window has unsaved edits."""

from __future__ import annotations

from pathlib import Path

from editor_app.library.files.unsaved_marks import hold_unsaved_mark
from editor_app.library.paths import state_dir

_PROMPT = (
    "---\nname: hello\nversion: 1.0.0\ndescription: Hello\nmax_tokens: 9\n"
    "variables: [{name: who, description: Who, required: true}]\n---\nHello {{who}}%s\n"
)
_CASES = "format: 1\ncases:\n- name: ada\n  values: {who: Ada}\n  expect: other\n"


def test_what_a_window_has_unsaved_edits_of_is_written_by_no_command(tmp_path: Path, foreword) -> None:
    library = tmp_path / "library"
    (library / "defaults").mkdir(parents=True)
    (library / "defaults" / "hello.md").write_text(_PROMPT % "")
    (library / "hello.md").write_text(_PROMPT % "!")
    (library / "hello.cases.yaml").write_text(_CASES)
    assert foreword("reset", "hello", "--yes", "--library", library).code == 0
    assert foreword("history", library / "hello.md", "--restore", "1").code == 0
    (library / "hello.md").write_text(_PROMPT % "?")
    commands = (
        ("hello.md", ["reset", "hello", "--yes", "--library", library]),
        ("hello.md", ["history", library / "hello.md", "--restore", "1"]),
        ("hello.cases.yaml", ["test", "--update", "--library", library]),
    )
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    for name, words in commands:
        mark = hold_unsaved_mark(state_dir(), library / name)
        refused = foreword(*words)
        assert refused.code == 2, words
        assert "unsaved edits in a window" in refused.err
        assert {path: path.read_bytes() for path in library.rglob("*") if path.is_file()} == before
        mark.release()
    for _, words in reversed(commands):
        foreword(*words)
    after = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    assert set(before) - set(after) == {library / "hello.md"}
    assert after[library / "hello.cases.yaml"] != before[library / "hello.cases.yaml"]
