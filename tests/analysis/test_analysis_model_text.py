"""What the model gets is the same for every face, and each part of it can be explained."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.analysis.explanation import condition_in_words, explain_at
from editor_app.analysis.kinds.prompt import content_of
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.library.paths import sample_dir
from editor_app.prompts.cases.cases import read_cases
from editor_app.prompts.cases.expectations import check_expectation
from editor_app.prompts.loading import load_prompt
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot

HEAD = """---
name: test
version: 1.0.0
description: d
max_tokens: 500
variables:
  - {name: url, required: true, description: d}
  - {name: title, required: false, description: d}
  - {name: lang, required: false, description: d, default: English}
---

"""
BODY = """URL: {{url}}
{{#if title}}Title: {{title}}{{else}}No title{{/if}}
{{#if lang}}
{{lang}}
{{/if}}
{{titel}} {{title}} \\{{ {{! note }}
"""


def prompt(body: str = BODY) -> Analysis:
    return analyse(HEAD + body, Kind.PROMPT, "test.md")


def result(values: dict[str, str | None], body: str = BODY) -> ModelText:
    found = render(prompt(body), Trial(values))
    assert found is not None
    return found


def test_a_prompt():
    text = result({"url": "u", "title": None})
    assert text.text == "URL: u\nNo title\nEnglish\n{{titel}}  {{ "
    assert text.missing_required == ()
    assert text.rendering.text == text.text


def test_a_required_value_is_named_and_blank():
    text = result({"title": ""})
    assert text.text.startswith("URL: \nNo title\n")
    assert text.missing_required == ("url",)
    assert [(blank.name, blank.tag, blank.cause) for blank in text.blank] == [
        ("url", "{{url}}", Cause.NOT_GIVEN),
        ("titel", "{{titel}}", Cause.NOT_DECLARED),
        ("title", "{{title}}", Cause.EMPTY),
    ]
    required, undeclared, empty = text.blank
    assert required.sentence == "‘url’ is required and not set."
    assert undeclared.fix.title == "Replace with ‘title’"
    assert required.fix is None
    assert empty.sentence == "‘title’ is empty."


VALUE = st.none() | st.sampled_from(["", "x", "{{url}}", "\n\na\n", "é😀"])
NAMES = st.sampled_from(["url", "title", "lang", "other"])
PARTS = [
    "{{url}}",
    "{{title}}",
    "{{#if lang}}",
    "{{else}}",
    "{{/if}}",
    "{{#unless title}}",
    "\n",
    " ",
    "x",
    "{{other}}",
]


@given(st.dictionaries(NAMES, VALUE), st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
def test_the_text_is_what_rendering_the_prompt_gives(values, body):
    analysis = prompt(body)
    text = render(analysis, Trial(values))
    found = content_of(analysis)
    if found is None or text.missing_required:
        return
    result = found.render(values)
    assert text.text == result.rendered_content
    assert text.rendering.inserted == result.substituted_variables
    assert {*text.rendering.missing} <= {*result.missing_optional_variables}


@given(st.dictionaries(NAMES, VALUE), st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
def test_every_character_can_be_explained(values, body):
    text = result(values, body)
    for offset in range(len(text.text)):
        explanation = explain_at(text, offset)
        assert explanation.sentence.endswith(".")
        assert explanation.place == text.analysis.lines.position(text.rendering.source_map.source_at(offset))
    assert explain_at(text, len(text.text)) is None
    for blank in text.blank:
        assert blank.span.of(text.analysis.source) == blank.tag
    for part in text.left_out:
        assert part.reason
        assert part.condition.start <= part.source.end


def test_a_document_leaves_unknown_names_as_written():
    source = "---\nname: x\n---\n\n# {{title}}\n{{#if who}}Hi {{who}}{{/if}}\n\n"
    analysis = analyse(source, Kind.DOCUMENT, "SKILL.md")
    assert render(analysis, Trial()).text == "# {{title}}"
    assert render(analysis, Trial({"title": "T", "who": "Ada"})).text == "# T\nHi Ada"
    (blank,) = render(analysis, Trial()).blank
    assert (blank.name, blank.cause) == ("title", Cause.NOT_GIVEN)
    assert blank.sentence == "‘title’ is not set, so its tag stays as text."
    (part,) = render(analysis, Trial()).left_out
    assert part.reason == "who is not set"


def test_other_kinds_are_sent_to_no_model():
    assert render(analyse("- name: a\n", Kind.CASES, "a.cases.yaml"), Trial()) is None


TEMPLATE = "You.\n\n[if file:AGENTS.md]\nRules:\n[file:AGENTS.md]\n[else]\nNone.\n[endif]\n"
TEMPLATE += "[prompt:model][git:x] [literal:[x]]\n"


def snapshot(**values: str | None) -> Snapshot:
    named = {"file:AGENTS.md": None, "prompt:model": None, "git:x": None, **values}
    notes = {
        "file:AGENTS.md": Note(Cause.NO_SUCH_FILE, "There is no AGENTS.md."),
        "git:x": Note(Cause.UNKNOWN_NAME, "The type ‘git’ has no variable ‘x’."),
    }
    when = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
    return Snapshot(
        named, {name: note for name, note in notes.items() if named[name] is None}, Context(), when
    )


def test_a_template_takes_resolved_values_and_overrides():
    analysis = analyse(TEMPLATE, Kind.TEMPLATE, "system-prompt.tmpl")
    text = render(analysis, Trial(snapshot=snapshot()))
    assert text.text == "You.\n\n\nNone.\n\n [x]\n"
    assert [(blank.name, blank.cause, blank.sentence) for blank in text.blank] == [
        ("prompt:model", Cause.NOT_GIVEN, "‘prompt:model’ is not set."),
        ("git:x", Cause.UNKNOWN_NAME, "The type ‘git’ has no variable ‘x’."),
    ]
    assert [part.reason for part in text.left_out] == ["AGENTS.md does not exist"]
    resolved = render(
        analysis, Trial({"prompt:model": "m"}, snapshot=snapshot(**{"file:AGENTS.md": "# Atlas"}))
    )
    assert resolved.text == "You.\n\n\nRules:\n# Atlas\n\nm [x]\n"
    assert [part.reason for part in resolved.left_out] == ["AGENTS.md exists"]
    assert render(analysis, Trial({"file:AGENTS.md": ""})).text == "You.\n\n\nRules:\n\n\n [x]\n"


def test_explanations_say_where_a_value_comes_from():
    analysis = analyse(TEMPLATE, Kind.TEMPLATE, "system-prompt.tmpl")
    text = render(analysis, Trial({"prompt:model": "m"}, snapshot=snapshot(**{"file:AGENTS.md": "# Atlas"})))
    found = explain_at(text, text.text.index("# Atlas"))
    assert (found.why, found.name, found.value) == ("value", "file:AGENTS.md", "# Atlas")
    assert found.value_from == "resolved at 14:02:11"
    assert found.conditions == ("file:AGENTS.md exists (condition on line 3)",)
    assert found.sentence == "The value of ‘file:AGENTS.md’ (resolved at 14:02:11), inserted on line 5."
    assert explain_at(text, text.text.index("m [")).value_from == "given"
    named = explain_at(text, text.text.index("m ["), {"prompt:model": "typed"})
    assert named.value_from == "typed"
    literal = explain_at(text, text.text.index("[x"))
    assert literal.sentence == "Written as a literal on line 9."
    assert explain_at(text, 0).sentence == "Text from line 1."


def test_explanations_of_a_prompt():
    text = result({"url": "u"})
    default = explain_at(text, text.text.index("English"))
    assert (default.why, default.value_from) == ("default", "its default")
    assert default.conditions == ("lang has a value (condition on line 14)",)
    untitled = explain_at(text, text.text.index("No title"))
    assert untitled.conditions == ("title is not set (else of the condition on line 13)",)
    unknown = explain_at(text, text.text.index("titel"))
    assert unknown.sentence == ("The tag on line 17 stays as written: ‘titel’ is neither declared nor set.")
    (part,) = text.left_out
    assert (part.reason, part.source.of(text.analysis.source)) == ("title is not set", "Title: {{title}}")
    empty = result({"url": "u", "title": ""})
    assert [one.reason for one in empty.left_out] == ["title is empty"]
    piece = empty.rendering.source_map.piece_at(empty.text.index("No title"))
    assert condition_in_words(empty, piece.branch) == "title is empty (else of the condition on line 13)"


@pytest.mark.parametrize("name", ["page-analysis", "test-data-generation", "test-scenario-generation"])
def test_the_cases_of_the_sample_library_hold(name):
    loaded = load_prompt(name, sample_dir(), sample_dir() / "defaults")
    file, problems = read_cases((sample_dir() / f"{name}.cases.yaml").read_text("utf-8"))
    assert not problems
    for case in file.cases:
        result = loaded.prompt.render(case.values)
        for expect in case.expect:
            assert check_expectation(expect, result.rendered_content, result.rendering.missing) is None
        assert case.expect


def test_the_sample_library_has_a_copy_of_each_default():
    found = {
        name: load_prompt(name, sample_dir(), sample_dir() / "defaults").status
        for name in ("page-analysis", "test-data-generation", "test-scenario-generation")
    }
    assert [*found.values()] == ["fallback", "user", "user"]
