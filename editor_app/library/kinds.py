"""What kind of file a file is, by its name, its place and the first part of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from editor_app.library.heads import has_message_header, head_text, top_level_keys, yaml_frontmatter
from editor_app.library.paths import DEFAULTS_FOLDER
from editor_app.template import Dialect

PROMPT_KEYS = frozenset(("name", "version", "max_tokens"))
_DIGITS = re.compile(r"[0-9]+\Z")
_DATA_SUFFIXES = (".yaml", ".yml", ".json")


class Kind(StrEnum):
    """The kinds of file a library holds; the values are what `--kind` and foreword.toml take."""

    PROMPT = "prompt"
    DOCUMENT = "document"
    TEMPLATE = "template"
    SYSTEM_MESSAGE = "system-message"
    SITUATIONS = "situations"
    CASES = "cases"
    SCENARIO = "scenario"
    TRIGGERS = "triggers"
    MESSAGE = "message"
    OTHER = "other"


_DIALECTS = {Kind.PROMPT: Dialect.BRACES, Kind.DOCUMENT: Dialect.BRACES, Kind.TEMPLATE: Dialect.BRACKETS}


def dialect_of(kind: Kind) -> Dialect | None:
    """Return the template language a kind of file is written in, None where it has none."""
    return _DIALECTS.get(kind)


def kind_by_name(folders: Sequence[str], name: str) -> Kind | None:
    """Return the kind that place and name alone decide, None where the text has a say.

    `folders` are the folders from the library's root down to the file.
    """
    lower = name.lower()
    if lower.endswith(".cases.yaml"):
        return Kind.CASES
    if lower.endswith(".situations.yaml"):
        return Kind.SITUATIONS
    if lower.endswith((".yaml", ".yml")) and folders and folders[-1] == "runs":
        return Kind.TRIGGERS if lower in {"triggers.yaml", "triggers.yml"} else Kind.SCENARIO
    if lower.endswith(_DATA_SUFFIXES):
        return None
    if lower.endswith(".md"):
        numbered = len(folders) > 1 and folders[-2] == "chats" and _DIGITS.match(name[:-3])
        return Kind.MESSAGE if numbered else None
    return None if lower.endswith((".tmpl", ".txt")) else Kind.OTHER


def kind_by_text(folders: Sequence[str], name: str, head: bytes | None, *, beside_defaults: bool) -> Kind:
    """Return the kind of a file that its name alone did not decide.

    `head` is the first part of its bytes, None if unknown; `beside_defaults`
    says that the file lies in the root of a library that has defaults.
    """
    lower = name.lower()
    text = "" if head is None else head_text(head)
    if lower.endswith(_DATA_SUFFIXES):
        return _kind_of_data(folders, text)
    if has_message_header(text):
        return Kind.MESSAGE
    if lower.endswith(".tmpl"):
        return Kind.TEMPLATE
    if not lower.endswith(".md"):
        return Kind.OTHER
    if DEFAULTS_FOLDER in folders or (beside_defaults and lower != "compaction.md"):
        return Kind.PROMPT
    return Kind.PROMPT if _has_prompt_keys(text) else Kind.DOCUMENT


def _kind_of_data(folders: Sequence[str], text: str) -> Kind:
    keys = top_level_keys(text)
    if "steps" in keys:
        return Kind.SCENARIO
    if "system-messages" in folders or ("blocks" in keys and keys.get("role") == "system"):
        return Kind.SYSTEM_MESSAGE
    return Kind.OTHER


def _has_prompt_keys(text: str) -> bool:
    yaml = yaml_frontmatter(text)
    return yaml is not None and PROMPT_KEYS.issubset(top_level_keys(yaml))
