"""The text a new prompt file begins with."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.prompts.checking.head import first_frontmatter


class NewPrompt(NamedTuple):
    """A new file's text, and where the cursor goes: into the body."""

    source: str
    cursor: int


def new_prompt_source(name: str) -> NewPrompt:
    """Return the text for `<name>.md`: a valid frontmatter, and a first sentence to be replaced."""
    head = first_frontmatter(name.rpartition("/")[2]) + "\n"
    return NewPrompt(head + "You are a helpful assistant.\n", len(head))
