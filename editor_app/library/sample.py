"""The sample library: copied to the user's own folder once, its defaults kept up to date after that."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.files.reading import FileError, content_hash, quoted, read_file, reason_of
from editor_app.library.files.replacing import create_file_at, replace_file
from editor_app.library.files.temporaries import locked
from editor_app.library.folders import repository_of
from editor_app.library.paths import CONFIG_NAME, DEFAULTS_FOLDER, make_private_dir, sample_dir
from editor_app.library.trust.trust import trust_workspace
from editor_app.text import Sentence

FORMAT = 1
LIBRARY_FOLDER = "prompts"
MANIFEST_NAME = ".foreword-sample.json"


def ensure_sample(data_dir: Path, shipped: Path | None = None, *, state_dir: Path | None = None) -> Path:
    """Return the user's own library, made from the shipped sample if there is none yet, and then trusted.

    In one that is there, shipped defaults that the user has not changed are
    brought up to date, and new ones added; nothing else is touched. Without `state_dir` no trust is kept.
    """
    shipped = sample_dir() if shipped is None else shipped
    library = data_dir / LIBRARY_FOLDER
    try:
        make_private_dir(data_dir)
        with locked(data_dir / ".sample.lock", library):
            if os.path.lexists(library):
                _upgrade(library, shipped)
            else:
                _copy_whole(shipped, library)
                if state_dir is not None:
                    made_at = datetime.fromtimestamp(library.stat().st_mtime, UTC)
                    with suppress(FileError):  # where that cannot be kept, it counts as any other
                        trust_workspace(state_dir, library, now=made_at)
    except OSError as error:
        if library.is_dir():  # the library that is there can be used
            return library
        sentence = Sentence("library.sample-not-copied", folder=quoted(library), reason=reason_of(error))
        raise FileError(sentence, library) from error
    return library


def _copy_whole(shipped: Path, library: Path) -> None:
    """Copy the sample into a folder beside `library` first, so that it never exists in part."""
    import shutil

    building = library.parent / f".{library.name}-{os.urandom(6).hex()}"
    try:
        hashes = {}
        for name in _files_of(shipped):
            data = (shipped / name).read_bytes()
            target = building / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)  # a new file, so that a read-only installation does not pass its mode on
            hashes[name] = content_hash(data)
        building.mkdir(exist_ok=True)
        (building / MANIFEST_NAME).write_bytes(_manifest(hashes))
        if repository_of(library.parent) is not None:  # which is none of the sample's business
            (building / CONFIG_NAME).write_text('workspace = "."\n')
        building.rename(library)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _upgrade(library: Path, shipped: Path) -> None:
    try:
        manifest = json.loads(read_file(library / MANIFEST_NAME).data)
        if manifest["format"] != FORMAT:
            return
        shipped_before = {str(name): str(hash_) for name, hash_ in manifest["files"].items()}
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return  # without a readable manifest nothing tells what the user has changed
    hashes = dict(shipped_before)
    for name in _files_of(shipped):
        if not name.startswith(f"{DEFAULTS_FOLDER}/"):
            continue
        data = (shipped / name).read_bytes()
        new_hash = content_hash(data)
        if shipped_before.get(name) == new_hash:
            continue
        # One that cannot be brought up to date is tried again at the next start.
        with suppress(OSError, FileError):
            if _bring_up_to_date(library / name, data, shipped_before.get(name)):
                hashes[name] = new_hash
    if hashes != shipped_before:
        replace_file(library / MANIFEST_NAME, _manifest(hashes))


def _bring_up_to_date(target: Path, data: bytes, shipped_before: str | None) -> bool:
    """Write a default that the user has neither changed nor deleted; return whether it was written."""
    if not os.path.lexists(target):
        if shipped_before is not None:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        create_file_at(target, data)
        return True
    if target.is_symlink() or read_file(target).stamp.hash != shipped_before:
        return False
    replace_file(target, data, like=target.stat())
    return True


def _files_of(shipped: Path) -> list[str]:
    files = (path for path in shipped.rglob("*") if path.is_file())
    names = (path.relative_to(shipped) for path in files)
    return sorted(name.as_posix() for name in names if not name.parts[0].startswith("."))


def _manifest(hashes: Mapping[str, str]) -> bytes:
    return json.dumps({"format": FORMAT, "files": dict(hashes)}, indent=1).encode() + b"\n"
