"""One door between a text and what every face shows of it, for every kind of file."""

from __future__ import annotations

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.kinds.prompt import content_of
from editor_app.analysis.tag_limit import MOST_TAGS, too_many_tags
from editor_app.library.kinds import STANDARD_KINDS, Kind, all_kinds
from editor_app.library.paths import sample_dir
from editor_app.template.dialect import Dialect
from editor_app.text import Severity

PROMPT = """---
name: test
version: 1.0.0
description: d
max_tokens: 500
variables:
  - {name: url, required: true, description: d}
  - {name: title, required: false, description: d, default: Untitled}
---

URL: {{url}}
{{#if title}}Title: {{title}}{{/if}}
"""


def codes(source: str, kind: Kind, file_name: str = "") -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in analyse(source, kind, file_name).diagnostics]


def test_a_prompt_file():
    analysis = analyse(PROMPT, Kind.PROMPT, "test.md", revision=7)
    assert (analysis.revision, analysis.kind, analysis.dialect) == (7, Kind.PROMPT, Dialect.BRACES)
    assert analysis.source == PROMPT
    assert content_of(analysis).name == "test"
    assert analysis.max_tokens == 500
    assert not analysis.diagnostics
    assert [*analysis.variable_names] == ["url", "title"]
    assert analysis.declarations["title"].of(PROMPT) == "title"
    assert analysis.frontmatter.body.of(PROMPT).startswith("\nURL")
    assert analysis.lines.position(PROMPT.index("URL")).line == 11


def test_a_document_declares_what_it_uses():
    analysis = analyse("---\ndescription: x\n---\n# {{title}}\n{{title}} {{b}}\n", Kind.DOCUMENT, "SKILL.md")
    assert [(one.name, one.required, one.default) for one in analysis.variables] == [
        ("title", False, None),
        ("b", False, None),
    ]
    assert not analysis.diagnostics
    assert content_of(analysis) is None
    assert analysis.frontmatter is not None


def test_a_template_is_checked_against_the_catalog():
    found = codes("[prompt:cwd] [file:AGENTS.md] [promt:cwd] [git:brnch] [x](y)", Kind.TEMPLATE, "a.tmpl")
    assert found == [("unknown-type", "warning"), ("unknown-name", "warning")]
    assert analyse("[prompt:cwd]", Kind.TEMPLATE, "a.tmpl").dialect is Dialect.BRACKETS
    assert codes("[prompt:cwd]", Kind.PROMPT, "a.md") == [("INVALID_FRONTMATTER", "error")]


def test_cases_are_checked():
    assert codes("- name: a\n- name: a\n", Kind.CASES, "a.cases.yaml") == [("invalid-case", "error")]
    assert analyse("- name: a\n", Kind.CASES, "a.cases.yaml").template is None


@pytest.mark.parametrize(
    ("source", "kind", "file_name", "expected"),
    [
        ("a: b: c", Kind.OTHER, "x.yaml", [("yaml-syntax", "information")]),
        ("a: b: c", Kind.SCENARIO, "runs/x.yml", [("yaml-syntax", "error")]),
        ("a: 1\na: 2", Kind.OTHER, "x.yaml", []),
        ("steps:\n- user: a\n  user: b", Kind.SCENARIO, "x.yaml", [("duplicate-key", "error")]),
        ("a: !Ref b\n---\nb: 1", Kind.OTHER, "x.yaml", []),
        ('{"a": 1,}', Kind.OTHER, "x.json", [("json-syntax", "information")]),
        ('{"a": 1}', Kind.OTHER, "x.json", []),
        ("{", Kind.TRIGGERS, "x.json", [("json-syntax", "error")]),
        ("", Kind.OTHER, "x.json", []),
        ("[" * 40_000, Kind.OTHER, "x.json", [("json-limit", "information")]),
        ("1" * 40_000, Kind.OTHER, "x.json", []),
        ("a: b: c " * 10_000, Kind.OTHER, "x.yaml", []),  # too long to be read with every key
        ("a: b: c", Kind.OTHER, "x.toml", []),
        ("variables: 5\n", Kind.OTHER, "variables.yaml", [("invalid-variables", "error")]),
        ("format: 1\nvariables: []\n", Kind.OTHER, "variables.yaml", []),
        ("format = 1\nworkspace = 5\n", Kind.OTHER, "foreword.toml", [("config-value", "error")]),
        ("a: b: c", Kind.OTHER, "", []),
        ("; role: user\n\n\nHello {{x}}", Kind.MESSAGE, "1.md", [("missing-metadata", "information")]),
    ],
)
def test_a_data_file_is_readable_or_not(source, kind, file_name, expected):
    analysis = analyse(source, kind, file_name)
    assert [(one.code, one.severity) for one in analysis.diagnostics] == expected
    assert (analysis.kind, analysis.template, analysis.dialect) == (kind, None, None)
    for one in analysis.diagnostics:
        assert one.span.end <= max(len(source), 1)


@pytest.mark.parametrize("kind", all_kinds(), ids=str)
def test_hidden_characters_are_found_in_every_kind(kind):
    source = PROMPT.replace("URL:", "URL\u202e:")
    found = analyse(source, kind, "test.md").diagnostics
    assert "hidden-character" in {one.code for one in found}
    starts = [one.span.start for one in found]
    assert starts == sorted(starts)


OUTLINES = {
    PROMPT: [
        ("frontmatter", "frontmatter", 0),
        ("variable", "url", 0),
        ("condition", "if title", 0),
        ("variable", "title", 1),
    ],
    "# One\n{{a}}\n## Two ##\n{{b}}\n# Three\n": [
        ("heading", "One", 0),
        ("variable", "a", 1),
        ("heading", "Two", 1),
        ("variable", "b", 2),
        ("heading", "Three", 0),
    ],
    "# A\n{{#unless x}}\n## In\n{{y}}\n{{else}}\n{{z}}\n{{/unless}}\n{{w}}\n": [
        ("heading", "A", 0),
        ("condition", "unless x", 1),
        ("heading", "In", 2),
        ("variable", "y", 3),
        ("else", "else", 2),
        ("variable", "z", 2),
        ("variable", "w", 1),
    ],
    "```\n# code\n~~~\n````\n# real\n{{! # note }}\n#no\n    # indented\n####### seven\n": [
        ("heading", "real", 0)
    ],
    "{{#if a}}\n{{else}}\n{{b}}": [("variable", "b", 0)],
}


@pytest.mark.parametrize("source", OUTLINES)
def test_the_outline(source):
    items = analyse(source, Kind.PROMPT if source is PROMPT else Kind.DOCUMENT, "test.md").outline
    assert [(item.kind, item.label, item.depth) for item in items] == OUTLINES[source]
    for item in items:
        assert item.label.split()[-1] in item.span.of(source) or item.kind == "frontmatter"


def test_the_outline_of_a_template():
    source = "[if !file:A.md]none[else][file:A.md][endif]"
    items = analyse(source, Kind.TEMPLATE, "a.tmpl").outline
    assert [(item.kind, item.label, item.depth, item.name) for item in items] == [
        ("condition", "if not file:A.md", 0, "file:A.md"),
        ("else", "else", 1, ""),
        ("variable", "file:A.md", 1, "file:A.md"),
    ]


ANY = st.text(st.sampled_from("-\n :#a[]{}\"'|>&*!\t/é\u200b`~") | st.sampled_from("if"), max_size=40)


@given(ANY, st.sampled_from(all_kinds()), st.sampled_from(["", "x.md", "x.yaml", "x.json", "x.tmpl"]))
def test_any_text_of_any_kind_has_an_analysis(source, kind, file_name):
    analysis = analyse(source, kind, file_name)
    assert all(item.depth >= 0 for item in analysis.outline)
    assert all(0 <= one.span.start <= one.span.end <= max(len(source), 3) for one in analysis.diagnostics)


HOSTILE = {
    "headings": lambda n: "# x\n" * n,
    "openers": lambda n: "{{#if a}}" * n,
    "tags": lambda n: "{{a}}" * n,
    "fence": lambda n: "`" * n,
    "nested headings": lambda n: "{{#if a}}\n# x\n" * n + "{{/if}}" * n,
}


@pytest.mark.parametrize("text_of", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_outlined_in_one_pass(text_of):
    def outlining(count):
        source = text_of(count)
        return lambda: analyse(source, Kind.DOCUMENT, "x.md").outline

    assert_work_in_proportion(outlining, 300)


def test_the_sample_library_is_as_it_says():
    kinds = ((".md", Kind.PROMPT), (".tmpl", Kind.TEMPLATE), (".cases.yaml", Kind.CASES))
    found = {
        path.relative_to(sample_dir()).as_posix(): analyse(
            path.read_text("utf-8"),
            Kind.MESSAGE if "chats" in path.parts else STANDARD_KINDS.get(path.name, kind),
            path.name,
        )
        for suffix, kind in kinds
        for path in sample_dir().rglob(f"*{suffix}")
    }
    broken = found.pop("page-analysis.md")
    assert [(one.code, one.severity) for one in broken.diagnostics] == [
        ("INVALID_FRONTMATTER", Severity.ERROR),
        ("undeclared-variable", Severity.WARNING),
    ]
    assert {name: analysis.diagnostics for name, analysis in found.items() if analysis.diagnostics} == {}
    assert (
        content_of(found["defaults/page-analysis.md"]).loaded_at is None
    )  # an analysed text was loaded from nowhere


def test_only_tags_are_counted_as_tags():
    source = "#if A\n#unless\n{ {x} }{{else}}" * (MOST_TAGS + 1)
    assert too_many_tags(source, "{{") is None
    assert too_many_tags("{{ \t#if x}}" * (MOST_TAGS + 1), "{{") is not None
