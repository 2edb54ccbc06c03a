"""The places in which every operation is tried: kinds of file, of name, of folder, of history, of disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from editor_app.library.files.operations import move_to_history, rename_file
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason, list_path

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
OLD = "# The old text\n\nHello {{user_name}}, ein Wort: Grüße.\n".encode()
NEW = "# The new text\n\nGood morning {{user_name}}, ein Wort: Grüße.\n".encode()
NEWER = b"# The newer text\n\nGood evening.\n"
CASES = b"cases:\n  - name: one\n    values: {user_name: Ada}\n"


@dataclass(frozen=True, slots=True)
class Scene:
    """The folders of one run; `root` is always the same path, since lists of versions hold paths."""

    root: Path

    @property
    def library(self) -> Path:
        return self.root / "library"

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def config(self) -> Path:
        return self.root / "config"


@dataclass(frozen=True, slots=True)
class Place:
    """A place: `prepare` makes a file that holds OLD and returns the path under which it is opened."""

    name: str
    prepare: Callable[[Scene], Path]
    on_disk: bool = False
    """On the disk instead of in memory, whose files have no disk to wait for."""
    gives_up_root: bool = False
    can_save: bool = True
    has_history: bool = True


def _plain(scene: Scene, name: str = "greeting.md", folder: str = "prompts") -> Path:
    path = scene.library / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(OLD)
    return path


def _with_state(scene: Scene) -> Path:
    path = _plain(scene)
    for age, text in enumerate((b"first\n", b"second\n", b"third\n")):
        keep_version(
            scene.state, path, text, VersionReason.SAVED, now=NOW - timedelta(days=9 - 3 * age), mode=0o644
        )
    return path


def _first_start(scene: Scene) -> Path:
    return _plain(scene)


def _through_a_link(scene: Scene) -> Path:
    path = _with_state(scene)
    link = scene.library / "prompts" / "linked.md"
    real = scene.library / "elsewhere" / "real.md"
    real.parent.mkdir()
    path.rename(real)
    link.symlink_to("../elsewhere/real.md")
    return link


def _two_names(scene: Scene) -> Path:
    path = _with_state(scene)
    os.link(path, path.with_name("other-name.md"))
    return path


def _attributes(scene: Scene) -> Path:
    path = _with_state(scene)
    path.chmod(0o640)
    os.setxattr(path, "user.colour", b"green")
    return path


def _long_name(scene: Scene) -> Path:
    return _plain(scene, "l" * 240 + ".md")


def _other_script(scene: Scene) -> Path:
    return _plain(scene, "приветствие 你好 é.md", "пример 🙂")


def _deep(scene: Scene) -> Path:
    return _plain(scene, folder="prompts/" + "/".join(f"level-{number}" for number in range(20)))


def _damaged_list(scene: Scene) -> Path:
    path = _with_state(scene)
    versions = list_path(scene.state / "history", path)
    lines = versions.read_bytes().splitlines(keepends=True)
    versions.write_bytes(lines[0] + b"{ torn\n" + lines[1])
    return path


def _torn_list(scene: Scene) -> Path:
    path = _with_state(scene)
    versions = list_path(scene.state / "history", path)
    versions.write_bytes(versions.read_bytes()[:-20])
    return path


def _newer_list(scene: Scene) -> Path:
    path = _with_state(scene)
    versions = list_path(scene.state / "history", path)
    versions.write_bytes(versions.read_bytes() + b'{"format": 99, "what": "unknown"}\n')
    return path


def _lost_objects(scene: Scene) -> Path:
    path = _with_state(scene)
    for number, content in enumerate(sorted((scene.state / "history" / "objects").glob("*/*"))):
        if number % 2:
            content.unlink()
        else:
            content.write_bytes(content.read_bytes()[:5])
    return path


def _renamed_before(scene: Scene) -> Path:
    """A file that was renamed to the name of one that was deleted; both have a history."""
    path = _with_state(scene)
    move_to_history(path, state_dir=scene.state, now=NOW - timedelta(days=1))
    other = _plain(scene, "other.md")
    keep_version(scene.state, other, b"other before\n", VersionReason.SAVED, now=NOW - timedelta(days=1))
    rename_file(other, path.name, state_dir=scene.state, now=NOW)
    return path


def _state_is_a_file(scene: Scene) -> Path:
    path = _plain(scene)
    scene.state.write_bytes(b"no folder\n")
    return path


def _read_only_state(scene: Scene) -> Path:
    path = _with_state(scene)
    _own_by_nobody(scene.root)
    for folder in (scene.state, scene.state / "history", scene.state / "history" / "files"):
        folder.chmod(0o500)
    return path


def _read_only_folder(scene: Scene) -> Path:
    path = _with_state(scene)
    _own_by_nobody(scene.root)
    path.parent.chmod(0o555)
    return path


def _read_only_file(scene: Scene) -> Path:
    path = _with_state(scene)
    _own_by_nobody(scene.root)
    path.chmod(0o444)
    return path


def _open_state(scene: Scene) -> Path:
    path = _with_state(scene)
    for folder in (scene.state, scene.state / "history"):
        folder.chmod(0o755)
    return path


def _own_by_nobody(root: Path) -> None:
    if os.geteuid() == 0:
        for where, folders, files in os.walk(root):
            for name in (".", *folders, *files):
                os.lchown(os.path.join(where, name), 65534, 65534)


PLACES = {
    place.name: place
    for place in (
        Place("with history", _with_state),
        Place("on the disk", _with_state, on_disk=True),
        Place("first start", _first_start),
        Place("first start on the disk", _first_start, on_disk=True),
        Place("through a link", _through_a_link),
        Place("two names", _two_names),
        Place("mode and attributes", _attributes, on_disk=True),
        Place("long name", _long_name),
        Place("other scripts", _other_script),
        Place("20 folders deep", _deep),
        Place("damaged list", _damaged_list),
        Place("torn list", _torn_list),
        Place("list of a newer version", _newer_list),
        Place("renamed before", _renamed_before),
        Place("contents gone", _lost_objects),
        Place("state folder open to others", _open_state),
        Place("state folder is a file", _state_is_a_file, has_history=False),
        Place("read-only state folder", _read_only_state, gives_up_root=True, has_history=False),
        Place("read-only folder", _read_only_folder, gives_up_root=True, can_save=False),
        Place("read-only file", _read_only_file, gives_up_root=True, can_save=False),
    )
}
