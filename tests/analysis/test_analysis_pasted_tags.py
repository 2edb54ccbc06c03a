"""The tags of a pasted text that give nothing, and making them literal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.pasted_tags import tags_without_effect
from editor_app.analysis.trials import Trial
from editor_app.library.kinds import Kind
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render as render_template
from editor_app.template.template import parse
from editor_app.text import Span, apply_edits
from editor_app.variables.catalog import Cause, Note
from editor_app.variables.resolver import Context, Snapshot

PIECES = ("[x:y]", "[if x:y]", "[if other:z]", "[else]", "[endif]", "[", "]", "a b", "\n", "[a[b:c]", "]]")


def found_in(source: str, kind: Kind = Kind.TEMPLATE, values=None, snapshot: Snapshot | None = None):
    analysis = analyse(source, kind, "a.tmpl")
    result = render(analysis, Trial(values or {}, snapshot=snapshot))
    return tags_without_effect(analysis.template, Span(0, len(source)), result)


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_made_literal_every_unknown_tag_reaches_the_model_as_it_was_written(source):
    edited = apply_edits(source, found_in(source).edits)
    assert render_template(parse(edited, Dialect.BRACKETS), {}).text == source
    assert not found_in(edited).sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("[x:y]", "1 tag would render as nothing."),
        ("[if x:y]a[else][x:z][endif]", "2 tags would render as nothing."),
        ("[if !x:y]a[endif]", ""),
        ("[if x:y]a", ""),
        ("[literal:[] [prompt:model]", ""),
        ("[git:branch] [git:status] [prompt:cwd]", "1 tag would render as nothing."),
        ("[system:os] [file:a.md]", ""),
    ],
)
def test_what_is_known_by_now_decides(source, sentence):
    known = {"git:branch": None, "git:status": "", "prompt:cwd": "/atlas"}
    snapshot = Snapshot(known, {}, Context(), datetime(2026, 3, 4, tzinfo=UTC))
    assert found_in(source, values={"prompt:model": "sonnet"}, snapshot=snapshot).sentence == sentence


def test_what_lacks_only_trust_or_leave_is_not_made_literal():
    """Tags that render once the folder is trusted are what the author meant, not text to be shown."""
    lacking = {
        "git:branch": Note(Cause.NOT_TRUSTED, ""),
        "git:status": Note(Cause.NOT_TRUSTED, ""),
        "file:../a.md": Note(Cause.NEEDS_GRANT, ""),
    }
    moment = datetime(2026, 3, 4, tzinfo=UTC)
    snapshot = Snapshot(dict.fromkeys(lacking), lacking, Context(), moment)
    source = "[git:branch] [if git:status]x[endif] [file:../a.md]"
    found = found_in(source, snapshot=snapshot)
    assert found.sentence == "2 tags are blank: the folder is restricted."
    assert found.needs_only_trust
    assert [span.of(source) for span in found.spans] == ["[git:branch]", "[if git:status]"]
    assert found.edits == ()

    found = found_in(f"{source} [x:y]", snapshot=snapshot)
    assert found.sentence == "1 tag would render as nothing."
    assert not found.needs_only_trust
    assert apply_edits(f"{source} [x:y]", found.edits) == f"{source} [literal:[]x:y]"


def test_a_condition_that_nothing_closes_is_made_literal_with_the_others():
    source = "[x:z] [if x:y]a[else]b"
    assert (
        apply_edits(source, found_in(source).edits) == "[literal:[]x:z] [literal:[]if x:y]a[literal:[]else]b"
    )
    source = "[if system:os]old [if x:y]new [endif]"
    analysis = analyse(source, Kind.TEMPLATE, "a.tmpl")
    pasted = Span(source.index("[if x"), source.index("[endif]"))
    edits = tags_without_effect(analysis.template, pasted, render(analysis, Trial())).edits
    assert apply_edits(source, edits) == "[if system:os]old [literal:[]if x:y]new [endif]", (
        "only what was pasted"
    )


def test_what_is_not_looked_up_yet_is_unsettled_and_only_the_pasted_part_counts():
    assert found_in("[file:a.md]").is_unsettled
    assert not found_in("[x:y]").is_unsettled
    source = "[x:y] [x:z] [x:w]"
    analysis = analyse(source, Kind.TEMPLATE, "a.tmpl")
    result = render(analysis, Trial())
    found = tags_without_effect(analysis.template, Span(3, 14), result)
    assert [span.of(source) for span in found.spans] == ["[x:z]"]


def test_in_braces_what_nothing_declares_is_told_apart_from_what_has_no_value():
    head = "---\nname: a\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables:\n"
    head += "  - name: title\n    description: d\n    required: true\n---\n"
    source = f"{head}{{{{title}}}} {{{{who}}}} {{{{#unless who}}}}x{{{{/unless}}}}"
    analysis = analyse(source, Kind.PROMPT, "a.md")
    result = render(analysis, Trial())
    found = tags_without_effect(analysis.template, Span(len(head), len(source)), result)
    assert [span.of(source) for span in found.nothing] == ["{{title}}"]
    assert [span.of(source) for span in found.as_written] == ["{{who}}"]
    assert apply_edits(source, found.edits).endswith("\\{{title}} \\{{who}} {{#unless who}}x{{/unless}}")
