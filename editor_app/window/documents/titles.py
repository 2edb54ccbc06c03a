"""The titles of open files: their names, with folders where several have the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from editor_app.library.kinds import container_of
from editor_app.window.documents.open_file import OpenFile


def titles_of(paths: Iterable[Path], with_folder: Collection[Path] = ()) -> Mapping[Path, str]:
    """Return each file's name, with as many of its folders as distinguish it from the others.

    Files in `with_folder` have at least one.
    """
    waiting = set(paths)
    folders = dict.fromkeys(waiting, 0) | dict.fromkeys(waiting.intersection(with_folder), 1)
    titles: dict[Path, str] = {}
    while waiting:
        named = {path: _title(path, folders[path]) for path in waiting}
        times = Counter([*named.values(), *titles.values()])
        done = {path for path in waiting if times[named[path]] == 1 or _is_whole(path, folders[path])}
        titles.update((path, named[path]) for path in done)
        waiting -= done
        for path in waiting:
            folders[path] += 1
    return titles


def tab_folder(file: OpenFile) -> Path | None:
    """Return the folder whose files share one tab, named for it; None where a file has its own."""
    return None if file.is_untitled else container_of(file.kind, file.path)


def names_in_sentences(files: Iterable[OpenFile]) -> tuple[str, ...]:
    """Return what sentences call open files: their names, those of messages with the chat's."""
    named = tuple(files)
    in_chats = [file.path for file in named if container_of(file.kind, file.path) is not None]
    titles = titles_of((file.path for file in named), in_chats)
    return tuple(titles[file.path] for file in named)


def _title(path: Path, folders: int) -> str:
    return "/".join(path.parts[-folders - 1 :])


def _is_whole(path: Path, folders: int) -> bool:
    return folders + 1 >= len(path.parts)
