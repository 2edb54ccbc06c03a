"""The window, its pictures, and the sentences instead of them; and the commands that move prompts."""

from __future__ import annotations

import errno
import io
import json
import os
import socket
import sys
from pathlib import Path
from types import ModuleType

import pytest
from named_cases import in_case

from editor_app.cli.commands.open import why_no_display


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[tuple]:
    """Put a window in place that only writes down how it was opened."""
    opened: list[tuple] = []
    module = ModuleType("editor_app.window.startup.starting")
    module.run = lambda paths, library, *said: opened.append((list(paths), library, *filter(None, said))) or 7
    monkeypatch.setitem(sys.modules, "editor_app.window.startup.starting", module)
    return opened


def test_files_are_opened_by_their_full_path(foreword, window, here: Path):
    (here / "list").write_text("a file called list")
    (here / "a.md").write_text("x")
    ran = foreword("./list", "a.md", "--library", "elsewhere")
    assert ran == (7, b"", "")
    assert window == [([here / "list", here / "a.md"], here / "elsewhere")]


def test_a_folder_is_opened_as_a_library(foreword, window, here: Path):
    foreword(".")
    foreword()
    assert window == [([], here), ([], None)]


def test_no_such_file_opens_nothing(foreword, window, here: Path):
    (here / "notes.md").write_text("x")
    assert foreword("note.md").err == "foreword: There is no file ‘note.md’. Did you mean ‘notes.md’?\n"
    assert foreword("rendr").err == (
        "foreword: There is no command and no file ‘rendr’. Did you mean the command ‘render’? "
        "‘foreword --help’ lists the commands.\n"
    )
    assert foreword("-").code == 2
    assert window == []


def test_what_a_file_manager_names_is_opened_and_the_window_says_what_is_not(foreword, window, here: Path):
    """It passes whole paths or addresses, and nobody reads standard error."""
    odd = here / "a ü%20b.md"
    for file in (odd, here / "-h.md", here / "notes.md"):
        file.write_text("x")
    folder = here / "folder"
    folder.mkdir()
    moved = "What was moved or renamed can be opened where it is now."
    no_file = "is not a file of this computer. Save it as a file, and open that."
    latin = here / "caf\udce9.md"
    latin.write_text("x")
    for words, expected in (
        ([odd, here / "-h.md"], ([odd, here / "-h.md"], None)),
        ([odd.as_uri()], ([odd], None)),
        ([f"file://localhost{here}/notes.md"], ([here / "notes.md"], None)),
        ([folder.as_uri()], ([], folder)),
        ([folder, odd], ([folder, odd], None)),
        (
            [here / "note.md"],
            ([], None, f"There is no file ‘{here}/note.md’. Did you mean ‘{here}/notes.md’? {moved}"),
        ),
        ([here / "x", odd], ([odd], None, f"There is no file ‘{here}/x’. {moved}")),
        (["https://example.org/a.md"], ([], None, f"‘https://example.org/a.md’ {no_file}")),
        (["mailto:a@example.org", odd], ([odd], None, f"‘mailto:a@example.org’ {no_file}")),
        (["file://server/a.md"], ([], None, f"‘file://server/a.md’ {no_file}")),
        ([latin], ([], None, f"The name ‘{here}/caf\\xe9.md’ is not UTF-8. Rename it to open it.")),
        (
            [f"file://{here}/caf%E9.md"],
            ([], None, f"The name ‘{here}/caf\\xe9.md’ is not UTF-8. Rename it to open it."),
        ),
        ([f"file://{here}/%00"], ([], None, f"There is no file ‘{here}/\\x00’. {moved}")),
    ):
        with in_case(words):
            window.clear()
            assert foreword(*words, stdin=b"") == (7, b"", "")
            assert window == [(*expected[:2], *([said] for said in expected[2:]))]


def test_the_window_gets_all_files_and_why_each_of_the_others_cannot_be_opened(foreword, window, here: Path):
    files = [here / f"{number}.md" for number in range(60)]
    for file in files:
        file.write_text("x")
    foreword(*files, *(here / f"gone {number}" for number in range(2)), stdin=b"")
    [(opened, library, said)] = window
    assert (opened, library) == (files, None)
    moved = "What was moved or renamed can be opened where it is now."
    assert said == [f"There is no file ‘{here}/gone 0’. {moved}", f"There is no file ‘{here}/gone 1’."]


@pytest.mark.parametrize(
    ("environment", "terminal", "words"),
    [
        *(({}, terminal, ["{here}/gone.md"]) for terminal in ("stdin", "stdout", "stderr")),
        ({"QT_QPA_PLATFORM": "xcb", "DISPLAY": "", "WAYLAND_DISPLAY": ""}, None, ["{here}/gone.md"]),
        ({}, None, ["{here}/gone.md", "gone.md"]),
    ],
    ids=["input", "output", "errors", "no display", "no file manager"],
)
def test_who_reads_standard_error_is_told_there(
    foreword,
    window,
    here: Path,
    monkeypatch,
    environment: dict[str, str],
    terminal: str | None,
    words: list[str],
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if terminal is not None:
        monkeypatch.setattr(getattr(sys, terminal), "isatty", lambda: True)
    ran = foreword(*(word.format(here=here) for word in words))
    assert (ran.code, ran.err) == (2, f"foreword: There is no file ‘{here}/gone.md’.\n")
    assert window == []


def test_a_missing_display_is_said_with_what_works_without(foreword, window, here, monkeypatch):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    ran = foreword()
    assert ran.code == 2
    assert ran.err == (
        "foreword: There is no display for a window: neither DISPLAY nor WAYLAND_DISPLAY is set. "
        "These commands need none: list, check, render, explain, assemble, request, run, import, export, "
        "test, customize, reset, "
        "history, serve, conversation, screenshot.\n"
    )
    assert window == []


def test_libraries_that_cannot_be_loaded(foreword, here: Path, monkeypatch):
    for module in ("starting", "pictures"):
        monkeypatch.setitem(sys.modules, f"editor_app.window.startup.{module}", None)
    ran = foreword()
    assert ran.code == 2
    assert ran.err.startswith("foreword: The window’s libraries could not be loaded: ")
    assert "These commands need none: list" in ran.err
    ran = foreword("screenshot", "out")
    assert ran.code == 2
    assert ran.err.startswith("foreword: The window’s libraries could not be loaded: ")


def test_pictures(foreword, here: Path, monkeypatch):
    module = ModuleType("editor_app.window.startup.pictures")

    def take_pictures(folder, names, say_made):
        for name in names or ("window", "template"):
            say_made(folder / f"{name}.png")

    module.take_pictures = take_pictures
    monkeypatch.setitem(sys.modules, "editor_app.window.startup.pictures", module)
    ran = foreword("screenshot", "out")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.text.splitlines() == [str(here / "out" / f"{name}.png") for name in ("window", "template")]
    assert foreword("screenshot", "out", "blocks").text == f"{here / 'out' / 'blocks.png'}\n"
    assert foreword("screenshot").code == 2


class TestDisplay:
    @pytest.mark.parametrize(
        ("environment", "platform"),
        [
            ({}, "darwin"),
            ({}, "win32"),
            ({"WAYLAND_SOCKET": "5"}, "linux"),
            ({"QT_QPA_PLATFORM": "offscreen"}, "linux"),
            ({"QT_QPA_PLATFORM": "vnc:size=100x100"}, "linux"),
        ],
    )
    def test_nothing_to_ask(self, environment: dict[str, str], platform: str):
        assert why_no_display(environment, platform) is None

    @pytest.mark.parametrize(
        "display", ["", "nonsense", ":x", ":64999", "unix:64999.0", "127.0.0.1:64999", "127.0.0.1:9"]
    )
    def test_no_x_server(self, display: str):
        why = why_no_display({"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}, "linux")
        assert why is not None
        assert ("is set." if not display else f"nothing answers at DISPLAY={display}.") in why

    def test_no_wayland_server(self, tmp_path: Path):
        environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path), "DISPLAY": ":64999"}
        why = why_no_display(environment, "linux")
        assert why is not None
        assert "DISPLAY=:64999, WAYLAND_DISPLAY=wayland-0" in why

    def test_a_server_that_answers(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
        monkeypatch.chdir(tmp_path)  # a socket's path must be short
        monkeypatch.setattr("editor_app.cli.commands.open._X_SOCKETS", "X")
        with socket.socket(socket.AF_UNIX) as x, socket.socket(socket.AF_UNIX) as wayland:
            for listener, name in ((x, "X7"), (wayland, "wayland-0")):
                listener.bind(name)
                listener.listen()
            assert why_no_display({"DISPLAY": ":7.0"}, "linux") is None
            assert why_no_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux") is None
            assert why_no_display({"DISPLAY": ":8"}, "linux") is not None

    def test_a_server_on_the_network(self, monkeypatch: pytest.MonkeyPatch):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            monkeypatch.setattr("editor_app.cli.commands.open._X_PORT", listener.getsockname()[1] - 10)
            assert why_no_display({"DISPLAY": "127.0.0.1:10.0"}, "linux") is None


class TestCopies:
    @pytest.fixture
    def default(self, library: Path, write_prompt) -> Path:
        return write_prompt(library / "defaults", "letter", "Default")

    def test_there_and_back(self, foreword, library: Path, default: Path):
        document = json.loads(foreword("customize", "letter", "--json").out)
        mine = library / "letter.md"
        assert document == {
            "format": 1,
            "sentence": "‘letter’ is now your own copy of the default.",
            "appeared": [str(mine)],
            "gone": [],
            "warnings": [],
        }
        assert mine.read_bytes() == default.read_bytes()
        assert foreword("customize", "letter").code == 2
        document = json.loads(foreword("reset", "letter", "--yes", "--json").out)
        assert document["gone"] == [str(mine)]
        assert not mine.exists()

    def test_unknown_names(self, foreword, library: Path, default: Path):
        ran = foreword("customize", "lettr")
        assert ran.code == 2
        assert "Did you mean ‘letter’?" in ran.err
        assert foreword("reset", "letter", "--yes").err.startswith(
            "foreword: You have no ‘letter’ of your own."
        )

    @pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("Yes\n", 0), ("n\n", 2), ("", 2)])
    def test_it_asks_on_a_terminal(
        self, foreword, library: Path, default: Path, monkeypatch, answer: str, code: int
    ):
        foreword("customize", "letter")
        terminal = io.StringIO(answer)
        terminal.isatty = lambda: True
        monkeypatch.setattr(sys, "stdin", terminal)
        ran = foreword("reset", "letter")
        assert ran.code == code
        assert ran.err.startswith("Reset ‘letter’ to its default? Your text goes to the history. [y/N]\n")
        assert (library / "letter.md").exists() == (code != 0)

    def test_without_a_terminal_it_does_nothing(self, foreword, library: Path, default: Path, monkeypatch):
        foreword("customize", "letter")
        monkeypatch.setattr(sys, "stdin", None)
        assert foreword("reset", "letter").code == 2
        assert foreword("reset", "letter", "--json").code == 2
        assert (library / "letter.md").exists()


class TestSaidWithTheSave:
    """What could not be kept or promised goes to standard error, and into the document with `--json`."""

    UNSYNCED = "the disk did not confirm it. A power cut soon after may lose it."

    @pytest.fixture
    def default(self, library: Path, write_prompt) -> Path:
        return write_prompt(library / "defaults", "letter", "Default")

    @pytest.fixture
    def no_sync(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        refused: list[int] = []

        def fsync(descriptor: int) -> None:
            refused.append(descriptor)
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

        monkeypatch.setattr(os, "fsync", fsync)
        return refused

    def test_customize(self, foreword, library: Path, default: Path, no_sync: list[int]):
        sentence = f"‘letter.md’ is there; {self.UNSYNCED}"
        ran = foreword("customize", "letter")
        assert no_sync, "the control: nothing could be synced"
        assert (ran.code, ran.text) == (0, "‘letter’ is now your own copy of the default.\n")
        assert ran.err == f"foreword: warning: {sentence}\n"
        (library / "letter.md").unlink()
        ran = foreword("customize", "letter", "--json")
        assert (json.loads(ran.out)["warnings"], ran.err) == ([sentence], "")

    @pytest.mark.parametrize("is_json", [False, True])
    def test_reset(self, foreword, library: Path, default: Path, is_json: bool, own_home: Path):
        for text in ("one", "two"):
            (library / "letter.md").write_text(text)
            foreword("reset", "letter", "--yes")
        [record] = (own_home / "state" / "foreword" / "history" / "files").iterdir()
        record.write_bytes(b"\0" * 100)
        (library / "letter.md").write_text("three")
        ran = foreword("reset", "letter", "--yes", *(["--json"] if is_json else []))
        assert ran.code == 0
        said = json.loads(ran.out)["warnings"][0] if is_json else ran.err
        assert "The list of versions of ‘letter.md’ was damaged and set aside" in said

    def test_export(self, foreword, library: Path, write_prompt, no_sync: list[int], here: Path):
        write_prompt(library, "letter", "Dear all")
        ran = foreword("export", "letter", "--format", "text", "--out", "out")
        assert (ran.code, ran.text) == (0, "out/letter.txt\n")
        said = ["out/letter.txt: ‘text’ holds no max_tokens.", f"out/letter.txt: Saved; {self.UNSYNCED}"]
        assert ran.err.splitlines() == [f"foreword: warning: {sentence}" for sentence in said]
        (here / "out" / "letter.txt").write_text("older")
        document = json.loads(foreword("export", "letter", "--format", "text", "--out", "out", "--json").out)
        assert document["warnings"] == said

    def test_updated_cases(self, foreword, library: Path, write_prompt, no_sync: list[int]):
        write_prompt(library, "letter", "Dear all")
        cases = library / "letter.cases.yaml"
        cases.write_text("- name: one\n  expect: Dear me\n")
        ran = foreword("test", "--update", "--json")
        assert "expect: Dear all" in cases.read_text()
        assert json.loads(ran.out)["warnings"] == [f"prompts/letter.cases.yaml: Saved; {self.UNSYNCED}"]


def test_names_as_long_as_a_disk_takes(foreword, library: Path, write_prompt):
    """The cases beside such a file would have a name that no disk takes."""
    name = "a" * 246
    path = write_prompt(library, name, "Dear all")
    with pytest.raises(OSError, match=f"Errno {errno.ENAMETOOLONG}"):
        path.with_name(f"{name}.cases.yaml").stat()
    assert (foreword("render", path).code, foreword("render", path).text) == (0, "Dear all")
    for command in (("test", path), ("render", path, "--case", "x"), ("customize", name * 2)):
        ran = foreword(*command)
        assert ran.code == 2
        assert "Foreword has a fault" not in ran.err
        assert ran.err.startswith("foreword: ")
