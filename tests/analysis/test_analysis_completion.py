"""What is offered while a prompt, a document or a template is typed, and what renaming a variable changes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from editor_app.analysis.analysis import analyse
from editor_app.analysis.editing.completion import complete_at
from editor_app.analysis.editing.renaming import rename_symbol, symbol_at, symbol_uses
from editor_app.library.kinds import kind_named
from editor_app.library.paths import sample_dir
from editor_app.prompts.checking.head import HEAD
from editor_app.text import Edit, apply_edits

CASES = yaml.safe_load(
    (Path(__file__).parents[1] / "cases" / "prompts" / "completions.yaml").read_text("utf-8")
)
PROMPT = """\
---
name: a
version: 1.0.0
description: b
max_tokens: 10
variables:
  - name: "title"
    required: true
    description: c
---
{{title}}{{#if title}} and {{other}}{{/if}}
"""
SAVED = "cases:\n- {name: one, values: {title: x, other: y}}\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["source"].replace("\n", "⏎"))
def test_what_is_offered(case: dict[str, str]) -> None:
    offset = case["source"].rindex("|")
    text = case["source"][:offset] + case["source"][offset + 1 :]
    kind = kind_named(case["kind"])
    assert kind is not None
    found = complete_at(analyse(text, kind, "a.md"), offset)
    assert [one.text for one in found] == case["offers"]
    if "written" in case:
        assert apply_edits(text, [Edit(found[0].span, found[0].text)]) == case["written"]


@pytest.mark.parametrize(
    ("kind_name", "name"),
    [
        ("prompt", "page-analysis.md"),
        ("template", "system-prompt.tmpl"),
        ("cases", "page-analysis.cases.yaml"),
    ],
)
def test_any_place_of_the_samples_can_be_asked_about(kind_name: str, name: str) -> None:
    kind, source = kind_named(kind_name), (sample_dir() / name).read_text("utf-8")
    assert kind is not None
    whole = analyse(source, kind, name)
    for offset in range(len(source) + 1):
        for text in (source, source[:offset]):
            for one in complete_at(whole, offset, source=text):
                assert 0 <= one.span.start <= offset <= one.span.end <= len(text)
        symbol_at(whole, offset)


def test_each_key_of_a_prompt_has_its_note() -> None:
    without = {(path, key) for path, table in HEAD.within() for key in table.keys if key not in table.notes}
    assert without == {(("variables",), "defaultValue")}, "another name of ‘default’, which is never written"


@pytest.mark.parametrize("place", ['"title', "{{titl", "#if titl"])
def test_a_variable_is_renamed_in_its_prompt_and_its_cases(place: str) -> None:
    files = {Path("/p/a.cases.yaml"): SAVED, Path("/p/b.cases.yaml"): SAVED}
    kinds = {path: kind_named("cases") for path in files}
    analysis = analyse(PROMPT, kind_named("prompt"), "a.md")
    offset = PROMPT.index(place) + len(place)
    uses = symbol_uses(analysis, Path("/p/a.md"), offset, kinds, files.get)
    assert not isinstance(uses, str)
    assert uses is not None
    renamed = rename_symbol(uses, "headline")
    assert not isinstance(renamed, str)
    assert {file.path.name: apply_edits(file.source, file.edits) for file in renamed} == {
        "a.md": PROMPT.replace("title", "headline"),
        "a.cases.yaml": SAVED.replace("title", "headline"),
    }
    assert rename_symbol(uses, "other") == "There is a variable ‘other’ already. Choose another name."
    assert str(rename_symbol(uses, "Title")).startswith("‘Title’ can’t name a variable.")


def test_a_text_without_names_has_none_to_rename() -> None:
    analysis = analyse("Text.", kind_named("other"), "a.txt")
    assert symbol_uses(analysis, Path("/p/a.txt"), 0, {}, lambda _path: None) is None
