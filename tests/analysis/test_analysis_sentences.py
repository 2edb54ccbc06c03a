"""Every problem of the cases is said by catalogues, with nothing in it that was built by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.text import Diagnostic, Sentence

CASES = Path(__file__).parents[1] / "cases"
# Problems of these files are all said by catalogues; system messages, scenarios and triggers come next.
FILES = [
    ("template/problems.yaml", Kind.DOCUMENT, "notes.md"),
    ("prompts/problems.yaml", Kind.PROMPT, "test.md"),
    ("chats/problems.yaml", Kind.MESSAGE, "1.md"),
]
# Names and values that sentences have as they are: those of the languages, formats and commands.
_is_plain = re.compile(r"[^ ]*|\{\{[^ ]*[^}]*\}\}|\[[^]]*\]|‘[^’]*’").fullmatch


def problems_in(name: str, kind: Kind, file_name: str) -> Iterator[tuple[str, Diagnostic]]:
    for case in yaml.load((CASES / name).read_text("utf-8"), yaml.CSafeLoader):
        source = case["source"]
        for diagnostic in analyse(source, kind, case.get("file", file_name)).diagnostics:
            yield source, diagnostic


def plain_parameters(sentence: Sentence) -> Iterator[str]:
    """Yield the parameters of a sentence, and of those within it, that no catalogue says."""
    for value in sentence.parameters.values():
        for one in (value,) if isinstance(value, str | int) else value:
            if isinstance(one, Sentence):
                yield from plain_parameters(one)
            elif isinstance(one, str):
                yield one


@pytest.mark.parametrize(("name", "kind", "file_name"), FILES)
def test_problems_and_fixes_are_said_by_catalogues(name: str, kind: Kind, file_name: str):
    by_hand = set()
    count = 0
    for source, diagnostic in problems_in(name, kind, file_name):
        for text in (diagnostic.message, *(fix.title for fix in diagnostic.fixes)):
            count += 1
            if not isinstance(text, Sentence):
                by_hand.add(text)
                continue
            words = " ".join(source.split())
            by_hand |= {
                part
                for part in plain_parameters(text)
                if not _is_plain(part) and " ".join(part.strip('…‘’"').split()) not in words
            }
    assert count > 40, "the control: there are problems"
    assert by_hand == set()
