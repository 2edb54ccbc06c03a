"""Where the paths of a library may lead: attacks through links on readers and writers, with controls."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.chats.chat import read_chat
from editor_app.conversations.results import TextError
from editor_app.conversations.service import open_service
from editor_app.conversations.templates import read_instructions, read_template
from editor_app.library.files.reading import FileError, NotAllowed, read_file
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.folders import Library, open_library
from editor_app.library.paths import TEMPLATE_NAME
from editor_app.library.trust.trust import allow_file, library_with_trust, trust_workspace
from editor_app.prompts.copies import customize
from editor_app.prompts.entities import PromptError
from editor_app.prompts.loading import load_prompt
from editor_app.variables import access as access_room

NOW = datetime(2026, 3, 4, tzinfo=UTC)
SECRET = "the private key"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with a key, and a repository in it that holds a library."""
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_rsa").write_text(SECRET)
    (tmp_path / "plain.txt").write_text(SECRET)
    work = tmp_path / "work"
    (work / ".git").mkdir(parents=True)
    (work / "prompts" / "chats").mkdir(parents=True)
    (work / "CLAUDE.md").write_text("rules")
    (work / ".env").write_text(SECRET)
    return tmp_path


def opened(home: Path, *, trusted: bool, allowed: Path | None = None) -> Library:
    state = home / "state"
    if trusted:
        trust_workspace(state, home / "work", now=NOW)
        if allowed is not None:
            allow_file(state, home / "work", allowed, now=NOW)
    return library_with_trust(open_library(home / "work" / "prompts")[0], state)


ATTACKS: dict[str, tuple[tuple[str, str], ...]] = {  # links in the library, the first is the template
    "a file": ((TEMPLATE_NAME, "{end}"),),
    "relative": ((TEMPLATE_NAME, "../../{name}"),),
    "a chain": ((TEMPLATE_NAME, "first"), ("first", "second"), ("second", "{end}")),
    "through a folder": ((TEMPLATE_NAME, "way/{name}"), ("way", "{folder}")),
    "back and forth": ((TEMPLATE_NAME, "../prompts/../../{name}"),),
    "nothing there": ((TEMPLATE_NAME, "{end}.gone"),),
}


def _chat(library: Library) -> object:
    (library.root / "chats" / "c").mkdir()
    (library.root / "chats" / "c" / "1.md").symlink_to("../../system-prompt.tmpl")
    (problem,) = read_chat(library.root / "chats" / "c", access=library.access).problems
    raise FileError(problem.diagnostic.message, library.root)


def _save(library: Library) -> object:
    stamp = stamp_now(library.own_text(TEMPLATE_NAME))
    return save_file(
        library.own_text(TEMPLATE_NAME),
        b"mine",
        expected=stamp,
        state_dir=library.root.parent.parent / "state",
        now=NOW,
        access=library.access,
    )


def _built(library: Library) -> object:
    state = library.root.parent.parent / "state"
    return open_service(library, state / "c.db", state_dir=state).preview("c", library.workspace)


READERS: dict[str, Callable[[Library], object]] = {
    "template": read_template,
    "file": lambda library: read_file(library.own_text(TEMPLATE_NAME), access=library.access).data,
    "saving": _save,
    "chat": _chat,
    "building": _built,
}


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_link_out_is_neither_read_nor_written(home: Path, attack: str, reader: str, trusted: bool):
    end = home / "plain.txt"
    for name, target in ATTACKS[attack]:
        to = target.format(end=end, name=end.name, folder=end.parent)
        (home / "work" / "prompts" / name).symlink_to(to)
    end = Path(os.path.realpath(home / "work" / "prompts" / TEMPLATE_NAME))
    there = end.exists()
    library = opened(home, trusted=trusted)
    with pytest.raises((FileError, TextError)) as refused:
        READERS[reader](library)
    told = str(refused.value)
    assert f"‘{end}’" in told, "the sentence names the end"
    assert SECRET not in told
    assert (end.read_text() == SECRET) if there else not end.exists()
    if there:
        assert library.own_text(TEMPLATE_NAME).read_text() == SECRET, (
            "the control: an ordinary read follows it"
        )
        allowed = opened(home, trusted=True, allowed=end)
        assert read_file(allowed.own_text(TEMPLATE_NAME), access=allowed.access).data == SECRET.encode()


@pytest.mark.parametrize("end", [".ssh/id_rsa", "work/.env", "work/.git/config"])
def test_what_may_hold_secrets_needs_its_own_allowance(home: Path, end: str):
    (home / "work" / ".git" / "config").write_text(SECRET)
    (home / "work" / "prompts" / "compaction.md").symlink_to(home / end)
    library = opened(home, trusted=True)
    with pytest.raises(TextError, match="which may hold secrets; it is used when you allow that file"):
        read_instructions(library)
    state = home / "state"
    service = open_service(library.root, state / "c.db", state_dir=state, allowed_files=(home / end,))
    assert read_instructions(service.opened_library()) == SECRET, "the control"


@pytest.mark.parametrize(
    ("link", "trusted", "is_read"),
    [
        ("rules.md", False, True),  # in the library
        ("../CLAUDE.md", False, False),
        ("../CLAUDE.md", True, True),  # in the workspace, once it is trusted
        ("{home}/work/CLAUDE.md", True, True),
        ("../../work/prompts/rules.md", False, True),
    ],
)
def test_a_link_to_a_file_inside_is_one_like_any_other(home: Path, link: str, trusted: bool, is_read: bool):
    prompts = home / "work" / "prompts"
    (prompts / "rules.md").write_text("rules")
    (prompts / "system-prompt.tmpl").symlink_to(link.format(home=home))
    (prompts / "AGENTS.md").symlink_to("system-prompt.tmpl")
    library = opened(home, trusted=trusted)
    for name in ("system-prompt.tmpl", "AGENTS.md"):
        if is_read:
            assert read_file(prompts / name, access=library.access).data == b"rules"
            continue
        with pytest.raises(NotAllowed, match="when you trust the folder"):
            read_file(prompts / name, access=library.access)
    if is_read:
        _save(library)
        assert (prompts / link.format(home=home)).read_text() == "mine"
        assert (prompts / "system-prompt.tmpl").is_symlink(), "the link stays"


def test_a_loop_a_device_and_what_is_named_elsewhere(home: Path):
    library = opened(home, trusted=True)
    (library.root / "loop.md").symlink_to("loop.md")
    (library.root / "zero.md").symlink_to("/dev/zero")
    with pytest.raises(FileError, match="leads back to itself"):
        read_file(library.root / "loop.md", access=library.access)
    with pytest.raises(NotAllowed, match="is a link to ‘/dev/zero’"):
        read_file(library.root / "zero.md", access=library.access)
    with pytest.raises(FileError, match="is a folder"):
        read_file(library.root / "chats", access=library.access)
    assert read_file(home / "plain.txt", access=library.access).data, "the user named it"


def test_a_link_put_there_between_the_look_and_the_opening_is_not_followed(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    library = opened(home, trusted=True)
    (library.root / "in.md").write_text("inside")
    (library.root / "a.md").symlink_to("in.md")
    swapped = []

    def swap(path: Path, *more: object, **named: object) -> int:
        if path == library.root / "in.md":
            path.unlink()
            path.symlink_to(home / "plain.txt")
            swapped.append(path)
        return real(path, *more, **named)  # type: ignore[arg-type]

    real = access_room.open_end
    assert read_file(library.root / "a.md", access=library.access).data == b"inside", "the control"
    monkeypatch.setattr(access_room, "open_end", swap)
    with pytest.raises(FileError, match="was put there just now"):
        read_file(library.root / "a.md", access=library.access)
    assert swapped


def test_a_folder_that_leads_out_is_not_listed_and_nothing_is_made_in_it(home: Path):
    outside = home / "elsewhere"
    outside.mkdir()
    (outside / "1.md").write_text(f"; role: user\n\n\n{SECRET}")
    library = opened(home, trusted=True)
    (library.root / "chats" / "c").symlink_to(outside)
    chat = read_chat(library.root / "chats" / "c", access=library.access)
    assert chat.messages == ()
    assert [one.diagnostic.code for one in chat.problems] == ["unreadable-folder"]
    assert "Open that folder as a library." in chat.problems[0].diagnostic.message
    assert len(read_chat(library.root / "chats" / "c").messages) == 1, "the control"

    (library.root / "defaults" / "sub").mkdir(parents=True)
    (library.root / "defaults" / "sub" / "a.md").write_text("x")
    (library.root / "sub").symlink_to(outside)
    library = opened(home, trusted=True)
    with pytest.raises(NotAllowed):
        customize("sub/a", library, state_dir=home / "state", now=NOW)
    assert sorted(path.name for path in outside.iterdir()) == ["1.md"]
    (library.root / "sub").unlink()
    assert customize("sub/a", library, state_dir=home / "state", now=NOW).appeared, "the control"


def test_a_prompt_that_leads_out_gives_way_to_its_default(home: Path):
    library = opened(home, trusted=True)
    (library.root / "a.md").symlink_to(home / "plain.txt")
    with pytest.raises(PromptError) as refused:
        load_prompt("a", library.user_dir, None, access=library.access)
    assert "is a link to" in str(refused.value.causes[0])
    assert SECRET not in str(refused.value.causes[0])
