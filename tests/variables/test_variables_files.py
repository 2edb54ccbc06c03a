"""Reading the files that templates name, and no others."""

from __future__ import annotations

import os
import socket
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from editor_app.clock import utc_now
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.files import MOST_BYTES, FileText, file_reader
from editor_app.variables.resolver import real_sources
from editor_app.variables.secrets import may_hold_secrets

WAYS = pytest.mark.parametrize("by_component", [True, False], ids=["by component", "by place"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a working folder with a file, beside a file of somebody else's."""
    (tmp_path / "outside.txt").write_text("private")
    folder = tmp_path / "atlas"
    (folder / "docs" / "deep").mkdir(parents=True)
    (folder / "AGENTS.md").write_text("rules\n")
    (folder / "docs" / "deep" / "a b.md").write_text("deep")
    return folder


def refused(folder: Path, name: str, cause: Cause, words: str, **options: object) -> Note:
    found = file_reader(**options)(folder, name)
    assert isinstance(found, Note), found
    assert found.cause is cause
    assert words in found.sentence
    assert found.sentence.endswith(".")
    return found


@WAYS
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("AGENTS.md", "rules\n"),
        ("./AGENTS.md", "rules\n"),
        ("docs//deep/./a b.md", "deep"),
        ("docs/deep/a b.md", "deep"),
    ],
)
def test_a_file_in_the_folder(folder: Path, name: str, text: str, by_component: bool):
    found = file_reader(by_component=by_component)(folder, name)
    assert isinstance(found, FileText)
    assert found.text == text
    assert found.path == folder / name


@WAYS
def test_a_working_folder_that_is_a_link_is_one_folder(folder: Path, tmp_path: Path, by_component: bool):
    (tmp_path / "here").symlink_to(folder)
    assert isinstance(file_reader(by_component=by_component)(tmp_path / "here", "AGENTS.md"), FileText)


@WAYS
def test_a_resolved_folder_that_became_a_link_is_not_followed(
    folder: Path, tmp_path: Path, by_component: bool
):
    read = file_reader(follows_links=False, by_component=by_component)
    run_git = real_sources(folder, clock=utc_now, follows_links=False).run_git
    asked = folder / "docs"
    assert isinstance(read(asked, "deep/a b.md"), FileText)  # the control
    folder.rename(tmp_path / "moved")
    folder.symlink_to(tmp_path / "moved")
    assert isinstance(file_reader(by_component=by_component)(asked, "deep/a b.md"), FileText)
    found = read(asked, "deep/a b.md")
    assert isinstance(found, Note)
    assert "goes through the link ‘atlas’ to" in found.sentence
    said = run_git(asked, ("status",))
    assert isinstance(said, Note)
    assert "leads to another folder now" in said.sentence


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfone\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        (b"", ""),
        ("é😀\u2028x\u00a0".encode(), "é😀\u2028x\u00a0"),
        (b"x" * MOST_BYTES, "x" * MOST_BYTES),
    ],
    ids=["mark and newlines", "empty", "unicode", "just small enough"],
)
def test_text_comes_as_engine_text(folder: Path, data: bytes, text: str):
    (folder / "a.md").write_bytes(data)
    found = file_reader()(folder, "a.md")
    assert isinstance(found, FileText)
    assert found.text == text


@pytest.mark.parametrize(
    ("data", "cause", "words"),
    [
        (b"caf\xe9", Cause.NOT_TEXT, "‘a.md’ is not UTF-8 text: byte 4 can’t be read"),
        ("x".encode("utf-16"), Cause.NOT_TEXT, "not UTF-8 text: byte 1"),
        (b"ab\0", Cause.NOT_TEXT, "byte 3 is NUL"),
        (b"x" * (MOST_BYTES + 1), Cause.TOO_LARGE, "larger than 1 MB"),
    ],
    ids=["latin-1", "utf-16", "nul", "too large"],
)
def test_what_is_not_text(folder: Path, data: bytes, cause: Cause, words: str):
    (folder / "a.md").write_bytes(data)
    refused(folder, "a.md", cause, words)


@WAYS
@pytest.mark.parametrize("name", ["gone.md", "docs/gone/x.md", "AGENTS.md/x"])
def test_no_such_file(folder: Path, name: str, by_component: bool):
    refused(
        folder, name, Cause.NO_SUCH_FILE, f"There is no file ‘{name}’ in {folder}", by_component=by_component
    )


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_a_name_that_names_nothing(folder: Path, name: str):
    refused(folder, name, Cause.NO_SUCH_FILE, "is not the name of a file")


@pytest.mark.parametrize("name", ["x" * 300, "half \ud800"])
def test_a_name_no_file_can_have(folder: Path, name: str):
    refused(folder, name, Cause.UNREADABLE, "can’t be read")


@WAYS
def test_a_folder_a_pipe_a_socket_and_a_device_are_not_read(
    folder: Path, by_component: bool, monkeypatch: pytest.MonkeyPatch
):
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name, words in {
            "docs": "a folder",
            ".": "a folder",
            "pipe": "a pipe",
            "socket": "a socket",
        }.items():
            refused(
                folder,
                name,
                Cause.NOT_A_FILE,
                f"is {words}. A variable takes a file",
                by_component=by_component,
            )
    refused(Path("/dev"), "null", Cause.NOT_A_FILE, "is a device", by_component=by_component)


@WAYS
@pytest.mark.parametrize("name", ["../outside.txt", "docs/../../outside.txt", "..", "{outside}"])
def test_the_way_out_needs_to_be_allowed(folder: Path, tmp_path: Path, name: str, by_component: bool):
    name = name.format(outside=tmp_path / "outside.txt")
    words = f"‘{name}’ lies outside {folder}; it is read when you allow it."
    note = refused(folder, name, Cause.NEEDS_GRANT, words, by_component=by_component)
    assert note.path == Path(os.path.realpath(folder / name))


@WAYS
@pytest.mark.parametrize("name", ["docs/../AGENTS.md", "{folder}/AGENTS.md", "{folder}/docs/../AGENTS.md"])
def test_what_ends_inside_is_read_however_it_is_named(folder: Path, name: str, by_component: bool):
    found = file_reader(by_component=by_component)(folder, name.format(folder=folder))
    assert isinstance(found, FileText)
    assert found.text == "rules\n"


@WAYS
@pytest.mark.parametrize("name", ["../outside.txt", "docs/../../outside.txt", "{outside}", "link.md"])
def test_what_is_allowed_is_read_however_it_is_named(
    folder: Path, tmp_path: Path, name: str, by_component: bool
):
    outside = tmp_path / "outside.txt"
    (folder / "link.md").symlink_to(outside)
    found = file_reader([outside], by_component=by_component)(folder, name.format(outside=outside))
    assert isinstance(found, FileText)
    assert found.text == "private"
    (tmp_path / "other.txt").write_text("other")
    refused(folder, "../other.txt", Cause.NEEDS_GRANT, "lies outside", allowed_files=[outside])


def test_a_link_put_in_the_way_at_the_last_moment_is_not_followed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real_stat = os.stat

    def swap_after_looking(path: object, **options: object) -> os.stat_result:
        seen = real_stat(path, **options)
        if path == "AGENTS.md":
            (folder / "AGENTS.md").unlink()
            (folder / "AGENTS.md").symlink_to(tmp_path / "outside.txt")
        return seen

    monkeypatch.setattr(os, "stat", swap_after_looking)
    refused(folder, "AGENTS.md", Cause.UNREADABLE, "can’t be read", by_component=True)
    monkeypatch.undo()
    assert (folder / "AGENTS.md").read_text() == "private", "the control: the link was there"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(folder: Path):
    (folder / "AGENTS.md").chmod(0)
    refused(folder, "AGENTS.md", Cause.UNREADABLE, "Permission denied")


def test_descriptors_are_closed(folder: Path):
    (folder / "same.md").symlink_to("AGENTS.md")
    before = len(os.listdir("/proc/self/fd"))
    for name in ("AGENTS.md", "docs/deep/a b.md", "docs", "same.md", "gone"):
        for by_component in (True, False):
            file_reader(by_component=by_component)(folder, name)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_secret_file_needs_to_be_allowed(folder: Path):
    (folder / ".env").write_text("KEY=1")
    refused(folder, ".env", Cause.NEEDS_GRANT, "‘.env’ may hold secrets")
    refused(folder, "./.env", Cause.NEEDS_GRANT, "may hold secrets")
    found = file_reader([folder / ".env"])(folder, ".env")
    assert isinstance(found, FileText)


@pytest.mark.parametrize(
    "name",
    [
        ".env", ".ENV", ".env.local", "prod.env", "id_rsa", "id_ed25519", "keys/server.pem", "server.KEY",
        ".netrc", "_netrc", ".git/config", "home/.ssh/known_hosts", ".aws/config", "secrets.yaml",
        "credentials.json", ".npmrc", ".ssh/.env.example",
        ".config/gh/hosts.yml", "x/.config/github-token.json", ".config/gcloud/access_tokens.db",
    ],
)  # fmt: skip
def test_names_that_hold_secrets(name: str):
    assert may_hold_secrets(PurePosixPath(name))
    assert may_hold_secrets(PureWindowsPath(name))


@pytest.mark.parametrize(
    "name",
    [
        "AGENTS.md",
        ".env.example",
        "environment.md",
        "docs/keys.md",
        "monkey",
        "hosts.yml",
        "token.md",
        ".",
        "",
    ],
)
def test_names_that_do_not(name: str):
    assert not may_hold_secrets(PurePosixPath(name))


def test_windows_drops_dots_and_spaces_at_a_name_s_end():
    assert may_hold_secrets(PureWindowsPath(".env. ."))


def test_without_trust_only_the_library_is_read(folder: Path, tmp_path: Path):
    library = folder / "docs"
    untrusted = file_reader([tmp_path / "outside.txt"], library=library, trusted=False)
    assert isinstance(untrusted(folder, "docs/deep/a b.md"), FileText)
    for name in ("AGENTS.md", "../outside.txt"):
        note = untrusted(folder, name)
        assert isinstance(note, Note)
        assert note.cause is Cause.NOT_TRUSTED
        assert f"{folder} is restricted" in note.sentence


def test_the_folder_that_is_looked_in_may_hold_secrets_too(folder: Path):
    for place in (".git", ".git/modules/x", ".ssh", "docs/bare.git"):
        (folder / place).mkdir(parents=True)
        (folder / place / "config").write_text("token")
    (folder / "docs" / "bare.git" / "HEAD").write_text("ref: refs/heads/main")
    for name in ("objects", "refs"):
        (folder / "docs" / "bare.git" / name).mkdir()
    (folder / "way").symlink_to(".git")
    for place in (".git", ".git/modules/x", ".ssh", "docs/bare.git", "way", "docs/../.ssh"):
        for reader in (file_reader(), file_reader(library=folder, trusted=False)):
            note = reader(folder / place, "config")
            assert isinstance(note, Note), place
            assert note.cause is Cause.NEEDS_GRANT
    (folder / "docs" / "config").write_text("harmless")
    assert isinstance(file_reader()(folder / "docs", "config"), FileText)
