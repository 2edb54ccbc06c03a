"""The rules for prompt files: patterns and limits, in one place."""

from __future__ import annotations

import re

MOST_TOKENS = 4096
USUAL_TOKENS = 1024
FIRST_VERSION = "1.0.0"

NAME = "[a-z][a-z0-9-]*"
VERSION = r"[0-9]+\.[0-9]+\.[0-9]+"
VARIABLE = "[a-z_][a-z0-9_]*"
# Windows takes these for devices, whatever ending the file has.
DEVICE_NAMES = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)}
)


def is_prompt_name(name: str) -> bool:
    """Whether `name` is a valid name of a prompt."""
    return re.fullmatch(NAME, name) is not None and name not in DEVICE_NAMES


def is_version(version: str) -> bool:
    """Whether `version` is three numbers with dots between them."""
    return re.fullmatch(VERSION, version) is not None


def is_variable_name(name: str) -> bool:
    """Whether `name` is a valid name of a variable."""
    return re.fullmatch(VARIABLE, name) is not None


def stem_of(file_name: str) -> str:
    """Return a file's name without its ending: the name it gives its prompt."""
    return file_name.rpartition(".")[0] or file_name


def to_prompt_name(text: str) -> str:
    """Return the valid prompt name nearest to `text`."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-").lstrip("0123456789-")
    name = name[:80].rstrip("-") or "prompt"
    return f"{name}-prompt" if name in DEVICE_NAMES else name


def to_variable_name(text: str) -> str:
    """Return the valid variable name nearest to `text`."""
    name = re.sub(r"[^a-z0-9_]+", "_", text.lower())[:80]
    return name if is_variable_name(name) else f"_{name}"


def to_version(text: str) -> str:
    """Return the version that `text` most likely means: its first numbers, filled up with zeros."""
    numbers = re.findall(r"[0-9]+", text[:80])[:3]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else FIRST_VERSION


def to_words(name: str) -> str:
    """Return a name as the words it is made of: `page-analysis` → "Page analysis"."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:]
