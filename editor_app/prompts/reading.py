"""Reading a prompt file's bytes."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath

from editor_app.clock import utc_now
from editor_app.library.folders import Origin
from editor_app.prompts.checking.checking import check_prompt, to_prompt
from editor_app.prompts.entities import PromptError, PromptErrorType, PromptSource, SystemPrompt, error_from
from editor_app.text import LineIndex, Severity, decode
from editor_app.text.argument_types import require_bytes


def read_prompt(
    data: bytes,
    path: str | PurePath,
    *,
    origin: Origin = Origin.USER,
    is_fallback: bool = False,
    loaded_at: datetime | None = None,
) -> tuple[SystemPrompt | None, tuple[PromptError, ...]]:
    """Read a prompt file; the prompt is None where one of its errors makes it unusable.

    `path` names the file, and is not opened; `loaded_at` is now unless it is given.
    The errors are in file order. Text in place of bytes raises TypeError.
    """
    require_bytes(data, "read_prompt")
    file_path = str(path)
    not_utf8 = encoding_error(data, file_path)
    if not_utf8 is not None:
        return None, (not_utf8,)
    source = decode(data).text
    check = check_prompt(source, file_path)
    errors = [diagnostic for diagnostic in check.diagnostics if diagnostic.severity is Severity.ERROR]
    if errors:
        lines = LineIndex(source)
        return None, tuple(error_from(diagnostic, file_path, lines) for diagnostic in errors)
    found_at = PromptSource(origin, file_path, is_fallback)
    return to_prompt(check, found_at, loaded_at or utc_now()), ()


def encoding_error(data: bytes, file_path: str) -> PromptError | None:
    """Return what is wrong with a prompt file's encoding, None for UTF-8."""
    decoded = decode(data)
    if decoded.format.encoding != "utf-8":
        at, what = 0, f"it is {decoded.format.encoding.upper().removesuffix('-LE').removesuffix('-BE')}"
    elif decoded.bad_byte is not None:
        at, what = decoded.bad_byte, f"byte {decoded.bad_byte + 1} is 0x{data[decoded.bad_byte]:02x}"
    else:
        return None
    before = decode(data[:at]).text
    line = before.count("\n") + 1
    return PromptError(
        PromptErrorType.ENCODING_ERROR,
        f"The file is not UTF-8: {what}, on line {line}." if at else f"The file is not UTF-8: {what}.",
        file_path,
        line=line,
        column=len(before) - (before.rfind("\n") + 1) + 1,
        suggestions=["Save the file as UTF-8."],
    )
