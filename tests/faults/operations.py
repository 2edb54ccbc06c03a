"""The operations of the product that are tried: saving, files, local history, settings, values.

Each says what its acknowledged steps change on the disk, by name in the scene: bytes, or None for no file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from counting import sole_path, state_of
from places import CASES, NEW, NEWER, NOW, OLD, Scene
from tracing import Report

from editor_app.library.files.companions import duplicate_file
from editor_app.library.files.operations import (
    copy_file,
    create_file,
    move_to_history,
    rename_file,
    rename_with_text,
    undo_file_change,
)
from editor_app.library.files.reading import FileError
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.history.history import keep_version, prune_history, read_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.settings.settings import Settings, read_settings, write_settings
from editor_app.library.settings.trial_values import move_trial_values, write_trial_values
from editor_app.text import Edit, Span

Changes = Mapping[str, bytes | None]
LATER = NOW + timedelta(hours=1)
SOME = ("with history", "on the disk", "first start", "other scripts", "damaged list")
FEW = ("with history", "first start on the disk")
LONG_AGO = (b"long ago", b"longer ago", b"longest ago")
_SETTINGS = "# my own words\ntheme = 'dark' # late\nunknown = 3\n"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: `prepare` makes what it needs and gives, `act` is run in the child.

    `changes` has what each acknowledged step changes; None: what an undisturbed run does is right, and tests
    of its own say so.
    """

    name: str
    act: Callable[[Scene, Path, Any, Report], object]
    changes: Callable[[Scene, Path, Any], tuple[Changes, ...]] | None = None
    prepare: Callable[[Scene, Path], Any] = lambda _scene, _path: None
    places: tuple[str, ...] = SOME
    between: Callable[[Scene, Path], Mapping[str, bytes]] = lambda _scene, _path: {}
    """What files may hold while a step is under way, besides what they hold before and after it."""
    forgets: tuple[bytes, ...] = ()
    """Versions that it removes from local history on purpose."""
    may_do_nothing: bool = False
    """Whether it may be done without a change: it only reads, and tidies up if it can."""
    may_run_ahead: bool = False
    """Whether more may be done than was acknowledged, since it does not wait."""
    unsaved: Callable[[Scene], Mapping[str, bytes]] | None = None
    """For a window, which is run in children alone: the unsaved texts that one more window shows."""


def _save(scene: Scene, path: Path, given: Any, report: Report) -> None:
    report.done(save_file(path, NEW, expected=given, state_dir=scene.state, now=NOW).warnings)


def _save_twice(scene: Scene, path: Path, given: Any, report: Report) -> None:
    saved = save_file(path, NEW, expected=given, state_dir=scene.state, now=NOW)
    report.done(saved.warnings)
    again = save_file(path, NEWER, expected=saved.stamp, state_dir=scene.state, now=LATER)
    report.done(again.warnings)


def stamp_before(_scene: Scene, path: Path) -> Any:
    return stamp_now(path)


def real_name(scene: Scene, path: Path) -> str:
    return sole_path(scene, Path(os.path.realpath(path)))


def _new(path: Path) -> Path:
    return path.with_name("a new one.md")


def _save_new(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    report.done(save_file(_new(path), NEW, expected=None, state_dir=scene.state, now=NOW).warnings)


def _create(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    made = create_file(path.parent / "new folder" / "deeper" / "new.md", NEW, state_dir=scene.state)
    report.done(made.warnings)


def _copy(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    report.done(copy_file(path, path.with_name("my copy.md"), state_dir=scene.state).warnings)


def _duplicate(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    report.done(duplicate_file(path, state_dir=scene.state).warnings)


def _duplicate_name(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(".md") + "-copy.md")


def _cases_of(path: Path) -> Path:
    return path.with_name(path.stem + ".cases.yaml")


def _with_cases(_scene: Scene, path: Path) -> None:
    _cases_of(path).write_bytes(CASES)


def _rename(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    report.done(rename_file(path, "renamed.md", state_dir=scene.state, now=NOW).warnings)


def _renamed(scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    new = path.with_name("renamed.md")
    return (
        {
            sole_path(scene, path): None,
            sole_path(scene, _cases_of(path)): None,
            sole_path(scene, new): OLD,
            sole_path(scene, _cases_of(new)): CASES,
        },
    )


def _first_word(text: str) -> Edit | None:
    start = text.find("old")
    return Edit(Span(start, start + 3), "new name's") if start >= 0 else None


def _edited() -> bytes:
    return OLD.replace(b"old", b"new name's", 1)


def _rename_text(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    change = rename_with_text(path, "renamed.md", _first_word, state_dir=scene.state, now=NOW)
    report.done(change.warnings)


def _renamed_text(scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    new = sole_path(scene, path.with_name("renamed.md"))
    return ({**_renamed(scene, path, None)[0], new: _edited()},)


def _old_under_new_name(scene: Scene, path: Path) -> Mapping[str, bytes]:
    return {sole_path(scene, path.with_name("renamed.md")): OLD}


def _delete(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    report.done(move_to_history(path, state_dir=scene.state, now=NOW).warnings)


def _reset(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    why = VersionReason.RESET
    report.done(move_to_history(path, state_dir=scene.state, now=NOW, why=why).warnings)


def gone(scene: Scene, path: Path, _given: Any) -> tuple[Changes, ...]:
    return ({sole_path(scene, path): None},)


def _to_undo(operate: Callable[[Scene, Path], Any]) -> Callable[[Scene, Path], Any]:
    """Return a preparation that does an operation, so that its undoing is what is tried."""

    def prepare(scene: Scene, path: Path) -> Any:
        _cases_of(path).write_bytes(CASES)
        before = state_of(scene)
        change = operate(scene, path)
        after = state_of(scene)
        return change, {name: before.get(name) for name in before.keys() | after.keys()}

    return prepare


def _undo(_scene: Scene, _path: Path, given: Any, report: Report) -> None:
    report.done(undo_file_change(given[0], now=LATER).warnings)


def _undone(_scene: Scene, _path: Path, given: Any) -> tuple[Changes, ...]:
    return (given[1],)


def _keep(scene: Scene, path: Path, _given: Any, report: Report) -> None:
    kept = keep_version(scene.state, path, NEWER, VersionReason.RELOADED, now=NOW)
    report.done(kept.warnings)


def no_changes(_scene: Scene, _path: Path, _given: Any) -> tuple[Changes, ...]:
    return ({},)


def old_versions(scene: Scene, path: Path) -> None:
    """Keep versions of a hundred days ago, which are to go; none of those that were there is."""
    for number, text in enumerate(LONG_AGO):
        other = path.with_name(f"other-{number}.md")
        long_ago = NOW - timedelta(days=100 + number)
        keep_version(scene.state, other, text, VersionReason.SAVED, now=long_ago)


def _prune(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    try:
        sentences = prune_history(scene.state, now=NOW)
    except OSError as error:  # as its callers expect
        raise FileError(str(error), scene.state) from error
    report.done(sentences)


def _restore(scene: Scene, path: Path, given: Any, report: Report) -> None:
    versions = versions_of(scene.state, path)
    if not versions:
        raise FileError("There are no versions.", path)
    data = read_version(scene.state, versions[-1])
    report.done(save_file(path, data, expected=given, state_dir=scene.state, now=NOW).warnings)


def _settings_there(scene: Scene, _path: Path) -> None:
    scene.config.mkdir(mode=0o700)
    (scene.config / "settings.toml").write_text(_SETTINGS)


def _settings_broken(scene: Scene, _path: Path) -> None:
    scene.config.mkdir(mode=0o700)
    (scene.config / "settings.toml").write_text("theme = [\n")


def _write_settings(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    write_settings(scene.config, Settings({"theme": "light"}))
    report.done()


def _read_settings(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    _, sentences = read_settings(scene.config)
    report.done(sentences)


def _values_there(scene: Scene, _path: Path) -> None:
    write_trial_values(scene.state, scene.library, "greeting.md", {"user_name": "Ada"})


def _write_values(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    write_trial_values(scene.state, scene.library, "greeting.md", {"user_name": "Grace", "x": "ü" * 9000})
    report.done()


def _move_values(scene: Scene, _path: Path, _given: Any, report: Report) -> None:
    move_trial_values(scene.state, scene.library, "greeting.md", "renamed.md")
    report.done()


def _made(name: Callable[[Path], Path], content: bytes) -> Callable[[Scene, Path, Any], tuple[Changes, ...]]:
    return lambda scene, path, _given: ({sole_path(scene, name(path)): content},)


def _do_create(scene: Scene, path: Path) -> Any:
    return create_file(path.parent / "new folder" / "new.md", NEW, state_dir=scene.state)


def _do_rename(scene: Scene, path: Path) -> Any:
    return rename_file(path, "renamed.md", state_dir=scene.state, now=NOW)


def _do_rename_text(scene: Scene, path: Path) -> Any:
    return rename_with_text(path, "renamed.md", _first_word, state_dir=scene.state, now=NOW)


def _do_delete(scene: Scene, path: Path) -> Any:
    return move_to_history(path, state_dir=scene.state, now=NOW)


EVERYWHERE = (
    "with history", "on the disk", "first start", "first start on the disk", "through a link", "two names",
    "mode and attributes", "long name", "other scripts", "20 folders deep", "damaged list", "torn list",
    "renamed before", "list of a newer version", "contents gone", "state folder open to others",
    "state folder is a file", "read-only state folder", "read-only folder", "read-only file",
)  # fmt: skip

OPERATIONS = (
    Operation("save", _save, lambda s, p, _: ({real_name(s, p): NEW},), stamp_before, EVERYWHERE),
    Operation(
        "save twice",
        _save_twice,
        lambda s, p, _: ({real_name(s, p): NEW}, {real_name(s, p): NEWER}),
        stamp_before,
        SOME,
    ),
    Operation("save a new file", _save_new, _made(_new, NEW), places=(*SOME, "read-only folder")),
    Operation(
        "create with folders",
        _create,
        _made(lambda path: path.parent / "new folder" / "deeper" / "new.md", NEW),
        places=(*SOME, "20 folders deep", "read-only folder"),
    ),
    Operation("copy", _copy, _made(lambda path: path.with_name("my copy.md"), OLD)),
    Operation("duplicate", _duplicate, _made(_duplicate_name, OLD), places=(*FEW, "through a link")),
    Operation(
        "rename with cases",
        _rename,
        _renamed,
        _with_cases,
        (*SOME, "read-only folder", "renamed before"),
    ),
    Operation("rename with text", _rename_text, _renamed_text, _with_cases, between=_old_under_new_name),
    Operation(
        "delete",
        _delete,
        gone,
        places=(*SOME, "through a link", "read-only folder", "torn list", "renamed before"),
    ),
    Operation("reset", _reset, gone, places=FEW),
    Operation("undo create", _undo, _undone, _to_undo(_do_create), FEW),
    Operation("undo rename", _undo, _undone, _to_undo(_do_rename), FEW),
    Operation(
        "undo rename with text", _undo, _undone, _to_undo(_do_rename_text), SOME, between=_old_under_new_name
    ),
    Operation("undo delete", _undo, _undone, _to_undo(_do_delete), (*FEW, "through a link")),
    Operation("keep a version", _keep, no_changes, places=(*SOME, "torn list", "list of a newer version")),
    Operation(
        "prune history",
        _prune,
        no_changes,
        old_versions,
        (*SOME, "list of a newer version"),
        forgets=LONG_AGO,
    ),
    Operation(
        "restore a version",
        _restore,
        lambda s, p, _: ({real_name(s, p): b"first\n"},),
        stamp_before,
        ("with history",),
    ),
    Operation("write settings", _write_settings, prepare=_settings_there, places=FEW),
    Operation("write the first settings", _write_settings, places=FEW),
    Operation(
        "set broken settings aside",
        _read_settings,
        prepare=_settings_broken,
        places=FEW,
        may_do_nothing=True,
    ),
    Operation("write values", _write_values, prepare=_values_there, places=FEW),
    Operation("move values", _move_values, prepare=_values_there, places=FEW),
)
