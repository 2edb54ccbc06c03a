"""The tools that a model at an endpoint may call: they read in one trusted folder and change nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias

from editor_app.runs.loop.models import ModelCancelledError
from editor_app.runs.loop.playing import Cancelled
from editor_app.text import nearest
from editor_app.text.tokens import byte_length
from editor_app.variables.access import FileAccess, end_of
from editor_app.variables.catalog import Cause
from editor_app.variables.files import FileText, file_reader
from editor_app.variables.secrets import is_secret_place, may_hold_secrets

MOST_BYTES = 256 * 1024
_MOST_FILES = 20_000
_MOST_LINE = 300
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gives: a text, which is an error where the call could not be done."""

    text: str
    is_error: bool = False


class _Refused(Exception):  # noqa: N818  it becomes a result
    """A call that cannot be done; the message is a sentence for the model."""


_Run: TypeAlias = Callable[[Path, Mapping[str, Any], Cancelled], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what the model is told of it, and what it does in a folder."""

    name: str
    description: str
    parameters: Mapping[str, str]
    required: tuple[str, ...]
    run: _Run

    @property
    def definition(self) -> dict[str, Any]:
        """What a request says of it."""
        properties = {name: {"type": "string", "description": text} for name, text in self.parameters.items()}
        schema = {
            "type": "object",
            "properties": properties,
            "required": list(self.required),
            "additionalProperties": False,
        }
        function = {"name": self.name, "description": self.description, "parameters": schema}
        return {"type": "function", "function": function}


def tools_named(names: tuple[str, ...]) -> tuple[Tool, ...]:
    """Return the tools of these names, each once and in their order; names of no tool are left out."""
    return tuple(TOOLS[name] for name in dict.fromkeys(names) if name in TOOLS)


def call_tool(
    tools: tuple[Tool, ...], workspace: Path, name: str, arguments: Mapping[str, Any], cancelled: Cancelled
) -> ToolResult:
    """Return what a call gives, at most 256 KB of it; raises only ModelCancelledError."""
    tool = next((known for known in tools if known.name == name), None)
    if tool is None:
        return ToolResult(_unknown(name, tools), is_error=True)
    try:
        _check(tool, arguments)
        text = tool.run(workspace, arguments, cancelled)
    except _Refused as refused:
        return ToolResult(str(refused), is_error=True)
    except OSError as error:
        return ToolResult(f"‘{name}’ failed: {error.strerror or type(error).__name__}.", is_error=True)
    return ToolResult(_cut(text))


def _unknown(name: str, tools: tuple[Tool, ...]) -> str:
    names = [tool.name for tool in tools]
    near = nearest(name, names)
    there = f"There are {', '.join(names)}." if names else "There are none in this run."
    return f"There is no tool ‘{_shown(name)}’. {f'Did you mean ‘{near[0]}’? ' if near else ''}{there}"


def _check(tool: Tool, arguments: Mapping[str, Any]) -> None:
    for name, value in arguments.items():
        if name not in tool.parameters:
            known = ", ".join(tool.parameters)
            raise _Refused(f"‘{tool.name}’ has no argument ‘{_shown(name)}’. It takes {known}.")
        if not isinstance(value, str) and not (value is None and name not in tool.required):
            raise _Refused(f"‘{name}’ has to be a text.")
    for name in tool.required:
        if not arguments.get(name):
            raise _Refused(f"‘{tool.name}’ needs ‘{name}’.")


def _read_file(workspace: Path, arguments: Mapping[str, Any], _: Cancelled) -> str:
    text = _text_of(workspace, arguments["path"])
    if isinstance(text, str):
        raise _Refused(text)
    return text.text


def _list_files(workspace: Path, arguments: Mapping[str, Any], cancelled: Cancelled) -> str:
    names, is_whole = _names(workspace, arguments.get("path") or ".", cancelled)
    if not is_whole:
        names.append(f"[Cut after {_MOST_FILES:,} files.]")
    return "\n".join(names) or "[There are no files.]"


def _search(workspace: Path, arguments: Mapping[str, Any], cancelled: Cancelled) -> str:
    wanted = arguments["text"]
    names, is_whole = _names(workspace, arguments.get("path") or ".", cancelled)
    lines: list[str] = []
    size = 0
    for name in names:
        _stop_if(cancelled)
        text = _text_of(workspace, name)
        if isinstance(text, str) or wanted not in text.text:
            continue
        for number, line in enumerate(text.text.split("\n"), 1):
            if wanted in line:
                lines.append(f"{name}:{number}: {line.strip()[:_MOST_LINE]}")
                size += byte_length(lines[-1]) + 1
        if size > MOST_BYTES:
            break
    if not is_whole:
        lines.append(f"[Only the first {_MOST_FILES:,} files were searched.]")
    return "\n".join(lines) or f"[Nothing has ‘{_shown(wanted)}’ in it.]"


def _text_of(workspace: Path, name: str) -> FileText | str:
    """Return a file of the workspace, or a sentence why it is not read."""
    name = name.removeprefix("./")
    result = file_reader(follows_links=False)(workspace, name)
    if isinstance(result, FileText):
        return result
    shown = _shown(name)
    if result.cause is Cause.NEEDS_GRANT:
        return _refusal(shown)
    if result.cause is Cause.NO_SUCH_FILE:
        return f"There is no file ‘{shown}’. ‘list_files’ says what there is."
    reasons = {
        Cause.NOT_A_FILE: "it is no file with text",
        Cause.TOO_LARGE: "it is larger than 1 MB",
        Cause.NOT_TEXT: "it is no UTF-8 text",
    }
    return f"‘{shown}’ cannot be read: {reasons.get(result.cause, 'the system does not let it')}."


def _names(workspace: Path, folder: str, cancelled: Cancelled) -> tuple[list[str], bool]:
    """Return the files in and below a folder as paths from the workspace, and whether these are all.

    Links in it are not followed, nor folders looked into that hold secrets.
    """
    access = FileAccess(workspace, is_trusted=True, is_resolved=True)
    top = None if "\0" in folder else end_of(workspace / folder, access)
    if not isinstance(top, Path) or is_secret_place(top.relative_to(workspace)):
        raise _Refused(_refusal(_shown(folder)))
    if not top.is_dir():
        raise _Refused(f"There is no folder ‘{_shown(folder)}’. Without a path all files are listed.")
    names: list[str] = []
    for name in _walk(top, workspace, cancelled):
        if len(names) == _MOST_FILES:
            return names, False
        names.append(name)
    return names, True


def _walk(top: Path, workspace: Path, cancelled: Cancelled) -> Iterator[str]:
    for place, folders, files in os.walk(top):
        _stop_if(cancelled)
        folders[:] = sorted(folder for folder in folders if not is_secret_place(PurePath(folder)))
        for name in sorted(files):
            path = Path(place, name)
            below = path.relative_to(workspace).as_posix()
            if below.isprintable() and not path.is_symlink() and not may_hold_secrets(PurePath(below)):
                yield below


def _refusal(shown: str) -> str:
    return f"‘{shown}’ is not read: it lies outside the workspace, or may hold secrets."


def _stop_if(cancelled: Cancelled) -> None:
    if cancelled():
        raise ModelCancelledError


def _cut(text: str) -> str:
    size = byte_length(text)
    if size <= MOST_BYTES:
        return text
    note = f"\n[Cut at 256 KB of {size / 1024:,.0f} KB.]"
    data = text.encode("utf-8", "replace")[: MOST_BYTES - len(note.encode())]
    return data.decode("utf-8", "ignore") + note


def _shown(text: str) -> str:
    plain = "".join(character if character.isprintable() else "�" for character in text[:_MOST_SHOWN])
    return plain if len(text) <= _MOST_SHOWN else f"{plain}…"


TOOLS: Final[Mapping[str, Tool]] = {
    schema.name: schema
    for schema in (
        Tool(
            "read_file",
            "Read a text file of the workspace.",
            {"path": "The file’s path from the workspace’s folder."},
            ("path",),
            _read_file,
        ),
        Tool(
            "list_files",
            "List the files in a folder of the workspace and in those below it.",
            {"path": "The folder’s path from the workspace’s folder; all of the workspace without it."},
            (),
            _list_files,
        ),
        Tool(
            "search",
            "Find the lines of the workspace’s files that have a text in them.",
            {
                "text": "The text to find, exactly as it is spelled.",
                "path": "The folder to search; all without it.",
            },
            ("text",),
            _search,
        ),
    )
}
"""The tools by name: the only ones there are."""
