from functools import partial
from pathlib import Path

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import example, given
from hypothesis import strategies as st
from property_runs import examples

from editor_app.library.folders import kind_of, open_library
from editor_app.library.kinds import Kind
from editor_app.library.settings.config_reading import read_config
from editor_app.text import LineIndex, Severity, apply_edits


def test_every_part_is_read():
    config, problems = read_config(
        'format = 1\ndefaults = "base/prompts"\nworkspace = ".."\nshow = [".notes"]\n\n'
        '[kinds]\n"README.md" = "document"\n"agents/**" = "prompt"\n"*.{cases,tests}.yml" = "cases"\n'
    )
    assert problems == ()
    assert config.defaults == "base/prompts"
    assert config.workspace == ".."
    assert config.show == (".notes",)
    assert config.kind_of("docs/README.md") is Kind.DOCUMENT
    assert config.kind_of("agents/deep/x.txt") is Kind.PROMPT
    assert config.kind_of("x.tests.yml") is Kind.CASES
    assert config.kind_of("x.md") is None


def test_the_first_pattern_that_matches_wins():
    config, _ = read_config('[kinds]\n"a.*" = "template"\n"a.md" = "message"\n')
    assert config.kind_of("a.md") is Kind.TEMPLATE


def test_an_empty_file_says_nothing():
    config, problems = read_config("")
    assert problems == ()
    assert config.kind_of("a.md") is None
    assert config.defaults == "defaults"


def test_braces_without_a_comma_are_a_warning_with_a_fix():
    source = "[kinds]\n'*.{md}' = 'document'\n'*.{tmpl,txt}' = 'template'\n"
    config, (problem,) = read_config(source)
    assert (problem.code, problem.severity) == ("single-choice-glob", Severity.WARNING)
    assert problem.span.of(source) == "'*.{md}'"
    assert len(config.kinds) == 2
    better = apply_edits(source, problem.fixes[0].edits)
    config, problems = read_config(better)
    assert problems == ()
    assert config.kind_of("a.md") is Kind.DOCUMENT


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("{{a}}/{a}", "{{a}}/a"),
        ("{a}/{b}", "a/b"),
        ("{a}/{a}", "a/a"),
        ("{a{b}}/x", "ab/x"),
        ("{{a},b}", "{a,b}"),
    ],
)
def test_one_fix_takes_all_braces_without_a_comma_and_no_others(pattern: str, meant: str):
    source = f"[kinds]\n'{pattern}' = 'document'\n"
    (problem,) = read_config(source)[1]
    (fix,) = problem.fixes
    assert apply_edits(source, fix.edits) == f"[kinds]\n'{meant}' = 'document'\n"


@pytest.mark.parametrize("pattern", ["{{name}}/x", "${pkg}/x", "{1..3}.md", "{a,b}.md"])
def test_braces_that_are_meant_are_no_problem(pattern: str):
    assert read_config(f"[kinds]\n'{pattern}' = 'document'\n")[1] == ()


@pytest.mark.parametrize("kinds", ["'{/}' = 'prompt'", "'*.{md}' = 'prompt'\n'*.md' = 'document'"])
def test_braces_have_no_fix_where_it_would_make_the_file_wrong(kinds: str):
    (problem,) = read_config(f"[kinds]\n{kinds}\n")[1]
    assert (problem.code, problem.fixes) == ("single-choice-glob", ())


@given(st.text("{}a,$./1", max_size=12))
@example("{{{a}}}{b{c}}")
@examples(50)
def test_the_fix_of_braces_removes_its_problem(pattern: str):
    source = f"[kinds]\n'{pattern}' = 'document'\n"
    for problem in read_config(source)[1]:
        for fix in problem.fixes:
            assert read_config(apply_edits(source, fix.edits))[1] == ()


PROBLEMS = [
    ("format = 2\ndefaults = 'x'", "config-newer", "2"),
    ("format = true", "config-value", "true"),
    ("format = 0 # none", "config-value", "0"),
    ("[kinds\n", "config-unreadable", "[kinds"),
    ("a = 1\nb = = 2", "config-unreadable", "b = = 2"),
    ("a = " + "[" * 5000, "config-unreadable", "a = " + "[" * 5000),
    ("a = " + "9" * 5000, "config-unreadable", "a = " + "9" * 5000),
    ("#" * 200_001, "config-unreadable", "#" * 200_001),
    ("colours = 1", "config-unknown-key", "colours"),
    ("workspaces = '.'", "config-unknown-key", "workspaces"),
    ("workspace = 3", "config-value", "3"),
    ("workspace = '  '", "config-value", "'  '"),
    ('workspace = "a\\u0000b"', "config-value", '"a\\u0000b"'),
    ("defaults = '../x'", "config-value", "'../x'"),
    ("defaults = '/x'", "config-value", "'/x'"),
    ("defaults = 'C:\\x'", "config-value", "'C:\\x'"),
    ("defaults = '.'", "config-value", "'.'"),
    ("show = '.notes'", "config-value", "'.notes'"),
    ("show = ['.notes', 3] # two", "config-value", "['.notes', 3]"),
    ("show = ['notes']", "config-value", "['notes']"),
    ("show = ['../.notes']", "config-value", "['../.notes']"),
    ("show = ['.git']", "config-value", "['.git']"),
    ("kinds = 3", "config-value", "3"),
    ("[kinds]\n'*.md' = 'promt'", "config-unknown-kind", "'promt'"),
    ("[kinds]\n'*.md' = 3 # three", "config-unknown-kind", "3"),
    ("[kinds]\n'{1..9999}.md' = 'prompt'", "config-value", "'prompt'"),
    ("[kinds]\n'' = 'prompt'", "config-value", "'prompt'"),
]


@pytest.mark.parametrize(
    ("source", "code", "place"), PROBLEMS, ids=[code + str(n) for n, (_, code, _) in enumerate(PROBLEMS)]
)
def test_a_problem_is_reported_at_its_place(source: str, code: str, place: str):
    _config, problems = read_config(source)
    assert [problem.code for problem in problems] == [code]
    assert problems[0].span.of(source) == place
    assert problems[0].message.endswith(".")


@pytest.mark.parametrize(
    "source", ["workspaces = '.'", "[kinds]\n'*.md' = 'promt'\n", '[kinds]\na = "documents" # x']
)
def test_a_fix_removes_its_problem(source: str):
    _config, [problem] = read_config(source)
    fixed = apply_edits(source, problem.fixes[0].edits)
    assert read_config(fixed)[1] == ()


def test_one_problem_does_not_hide_the_rest():
    config, problems = read_config(
        "colour = 1\nworkspace = 'x'\n[kinds]\n'a.md' = 'nope'\n'b.md' = 'message'\n"
    )
    assert [problem.severity for problem in problems] == [Severity.WARNING, Severity.ERROR]
    assert config.workspace == "x"
    assert config.kind_of("b.md") is Kind.MESSAGE


def test_too_many_rules_are_cut_off():
    source = "[kinds]\n" + "".join(f"'{n}.md' = 'message'\n" for n in range(600))
    config, [problem] = read_config(source)
    assert len(config.kinds) == 500
    assert "more than 500" in problem.message


def test_hostile_patterns_cost_little():
    stars, folders = "*a" * 30 + "*b", "**/a/" * 20 + "b"
    config, problems = read_config(f"[kinds]\n'{stars}' = 'prompt'\n'{folders}' = 'prompt'\n")
    assert problems == ()
    assert_work_in_proportion(lambda size: partial(config.kind_of, "a/" * size + "a" * 2 * size), 60)


def test_escaped_and_repeated_keys_lose_only_their_place():
    source = '[kinds]\n"\\u0061.md" = "nope"\n'
    _config, [problem] = read_config(source)
    assert problem.span == LineIndex(source).line_span(1)
    assert problem.fixes == ()


def test_a_library_uses_its_file(tmp_path: Path):
    (tmp_path / "foreword.toml").write_bytes(
        b"\xef\xbb\xbfdefaults = 'base'\r\nworkspace = 'base'\r\n[kinds]\r\n'README.md' = 'document'\r\n"
    )
    (tmp_path / "base").mkdir()
    library, problems = open_library(tmp_path)
    assert problems == ()
    assert library.default_dir == tmp_path / "base"
    assert library.workspace == tmp_path / "base"
    assert kind_of(library, Path("README.md"), b"") is Kind.DOCUMENT
    assert kind_of(library, Path("other.md"), b"") is Kind.PROMPT
    assert kind_of(library, Path("base/x/deep.md"), b"") is Kind.PROMPT


@pytest.mark.parametrize("content", [b"caf\xe9 = 1", b"x = [", b"format = 9"])
def test_a_broken_file_is_reported_and_the_library_opens(tmp_path: Path, content: bytes):
    (tmp_path / "foreword.toml").write_bytes(content)
    library, [problem] = open_library(tmp_path)
    assert problem.severity is Severity.ERROR
    assert "not used" in problem.message
    assert library.root == tmp_path


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path):
    (tmp_path / "foreword.toml").mkdir()
    _library, [problem] = open_library(tmp_path)
    assert "is a folder" in problem.message
