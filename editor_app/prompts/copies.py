"""*Make my copy*, *Reset to default* and renaming a prompt, as file operations that can be taken back.

The names are those of prompts, and those of the template and of the compaction instructions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from editor_app.library.files.companions import duplicate_file
from editor_app.library.files.file_changes import FileChange, TextReplacement
from editor_app.library.files.operations import copy_file, move_to_history, rename_file, rename_with_text
from editor_app.library.files.reading import FileError, allowed_end, quoted, read_file, read_file_head, shown
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.paths import is_file
from editor_app.prompts.checking.rules import is_prompt_name
from editor_app.prompts.names import is_name, prompt_names, prompt_path
from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode, plain_value
from editor_app.structured.reading import read_yaml
from editor_app.text import Edit, Sentence, apply_edits, decode, difference, meant, nearest
from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter


def customize(name: str, library: Library, *, state_dir: Path, now: datetime) -> FileChange:
    """Copy a default to the user's folder, where it can be changed; raises FileError.

    Local history of the copy begins with the default's text.
    """
    default, mine = _default(name, library), _mine(name, library)
    if not is_file(default):
        raise FileError(
            Sentence("prompts.no-default-to-copy", name=quoted(name), meant=_did_you_mean(name, library)),
            default,
        )
    if _has_mine(name, library):
        raise FileError(Sentence("prompts.yours-already", name=quoted(name), path=shown(mine)), mine)
    allowed_end(mine, library.access)
    sentence = Sentence("prompts.yours-now", name=quoted(name))
    change = copy_file(default, mine, state_dir=state_dir, sentence=sentence, access=library.access)
    try:
        warnings = keep_version(state_dir, mine, read_file(mine).data, VersionReason.COPIED, now=now).warnings
    except FileError as error:
        warnings = (error.sentence,)
    return replace(change, warnings=(*change.warnings, *warnings))


def reset(name: str, library: Library, *, state_dir: Path, now: datetime) -> FileChange:
    """Move the user's file to local history, so that the default is used; raises FileError."""
    default, mine = _default(name, library), _mine(name, library)
    if not _has_mine(name, library):
        raise FileError(
            Sentence("prompts.not-yours", name=quoted(name), meant=_did_you_mean(name, library)), mine
        )
    if not is_file(default):
        raise FileError(Sentence("prompts.no-default-to-go-back", name=quoted(name)), mine)
    allowed_end(mine.parent, library.access)
    sentence = Sentence("prompts.default-again", name=quoted(name))
    return move_to_history(mine, state_dir=state_dir, now=now, why=VersionReason.RESET, sentence=sentence)


def _mine(name: str, library: Library) -> Path:
    return library.own_text(name) if name in STANDARD_KINDS else prompt_path(library.user_dir, name)


def _has_mine(name: str, library: Library) -> bool:
    return library.has_own_text(name) if name in STANDARD_KINDS else os.path.lexists(_mine(name, library))


def _default(name: str, library: Library) -> Path:
    if name in STANDARD_KINDS:
        return library.default_text(name)
    if not is_name(name):
        raise FileError(Sentence("prompts.impossible-name", name=quoted(name)), library.user_dir)
    if library.default_dir is None:
        sentence = Sentence(
            "prompts.no-default-prompts", name=quoted(library.root.name), meant=_did_you_mean(name, library)
        )
        raise FileError(sentence, library.root)
    return prompt_path(library.default_dir, name)


def _did_you_mean(name: str, library: Library) -> str:
    others = (*prompt_names(library.user_dir, library.default_dir, access=library.access), *STANDARD_KINDS)
    return meant([near for near in nearest(name, others) if near != name])


_SUFFIX = ".md"


def rename_with_companions(
    path: Path,
    new_name: str,
    library: Library,
    *,
    state_dir: Path,
    now: datetime,
    make_edit: Callable[[str], Edit | None] | None = None,
) -> FileChange:
    """Rename a file, and with it its cases or situations; a prompt's `name` becomes the same.

    For a file of another kind, `make_edit` gives the edit of its text that the new name asks for. Raises
    FileError, having done nothing.
    """
    if make_edit is not None:
        return rename_with_text(path, new_name, make_edit, state_dir=state_dir, now=now)
    name = _prompt_name(new_name)
    if name is None or not _is_prompt(path, library):
        return rename_file(path, new_name, state_dir=state_dir, now=now)
    change = rename_with_text(
        path, new_name, lambda source: name_edit(source, name), state_dir=state_dir, now=now
    )
    is_in_text = any(isinstance(step, TextReplacement) for step in change.steps)
    sentence = change.sentence
    if is_in_text:
        sentence = Sentence("prompts.name-says-so-too", sentence=sentence)
    return replace(change, sentence=sentence, says_name=True)


def duplicate(path: Path, library: Library, *, state_dir: Path) -> FileChange:
    """Copy a file beside itself, with its cases or situations; a prompt's `name` becomes that of the copy."""
    if not _is_prompt(path, library):
        return duplicate_file(path, state_dir=state_dir)
    return duplicate_file(path, state_dir=state_dir, rewrite=_with_name)


def _with_name(data: bytes, copy: Path) -> bytes:
    """Return the bytes of a prompt with the name of another file; what is not plain UTF-8 stays as it is."""
    source = decode(data).text
    edit = name_edit_for(source, copy) if source.encode() == data else None
    return data if edit is None else apply_edits(source, [edit]).encode()


def name_edit_for(source: str, path: Path) -> Edit | None:
    """Return the edit that makes a prompt's frontmatter have the name that its file has."""
    name = _prompt_name(path.name)
    return None if name is None else name_edit(source, name)


def name_edit(source: str, name: str) -> Edit | None:
    """Return the edit that makes a prompt's frontmatter have this name, in the scalar style of the old.

    None where it has the name already, cannot be read or has no `name` of its own, and where the edit would
    change another value, such as an alias of the name's anchor.
    """
    entries = _entries(source)
    value = None if entries is None else entries.get("name")
    if entries is None or not isinstance(value, ScalarNode):
        return None
    after = apply_edits(source, write_scalar(source, value, name))
    entries_after = _entries(after)
    expected = {**_values(entries), ("str", "name"): ("str", name)}
    if entries_after is None or _values(entries_after) != expected:
        return None
    return difference(source, after)


def _prompt_name(file_name: str) -> str | None:
    """Return the name of the prompt in a file of that name; None where that is not a prompt's."""
    stem = file_name.removesuffix(_SUFFIX)
    return stem if stem != file_name and is_prompt_name(stem) else None


def _is_prompt(path: Path, library: Library) -> bool:
    try:
        return kind_of(library, path, read_file_head(path, HEAD_BYTES)).has_prompt_names
    except (OSError, ValueError):
        return False


def _entries(source: str) -> MappingNode | None:
    """Return the frontmatter's mapping; None unless it is valid YAML."""
    frontmatter = split_frontmatter(source)
    if frontmatter is None or not frontmatter.closed or frontmatter.format is not FrontmatterFormat.YAML:
        return None
    node, problems = read_yaml(source, frontmatter.metadata)
    return node if isinstance(node, MappingNode) and not problems else None


def _values(mapping: MappingNode) -> dict[tuple[str, str | None], object]:
    return {(key.tag, key.value): plain_value(value) for key, value in mapping.all_entries()}
