"""What globs, named files and tool entries cover, and which scopes exclude each other."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
import yaml
from counted_patterns import steps_of_match
from counted_work import assert_work_in_proportion, assert_work_is_bounded
from hypothesis import given
from hypothesis import strategies as st
from short_messages import FILES, GLOBS, MODES, NAMES, blocks_of, few

from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, Block, Specificity
from editor_app.system_messages.model.scopes import (
    covers_tool,
    glob_problem,
    matches_file,
    matches_glob,
    normal_glob,
)
from editor_app.system_messages.resolution.constraints import can_overlap, coverage_of, why_apart
from editor_app.system_messages.resolution.precedence import Precedence
from editor_app.system_messages.resolution.why import loss_sentence
from editor_app.system_messages.situations.situation import OPEN

CASES = yaml.load(
    (Path(__file__).parents[2] / "cases" / "system_messages" / "globs.yaml").read_text(encoding="utf-8"),
    yaml.CSafeLoader,
)


@pytest.mark.parametrize(("glob", "covered", "others"), CASES["covers"], ids=lambda value: str(value)[:30])
def test_globs(glob: str, covered: list[str], others: list[str]) -> None:
    assert glob_problem(glob) is None
    assert [path for path in covered if not matches_glob(glob, path)] == []
    assert [path for path in others if matches_glob(glob, path)] == []


@pytest.mark.parametrize(("glob", "problem"), CASES["problems"])
def test_problems_of_globs(glob: str, problem: str | None) -> None:
    assert glob_problem(glob) == problem
    if problem:
        assert not matches_glob(glob, "a")


def oracle(glob: str) -> re.Pattern[str]:
    """Return a glob of plain segments, `*` and `**` as a regular expression of the whole path."""
    regex, segments = "", glob.split("/")
    for place, segment in enumerate(segments):
        last = place == len(segments) - 1
        if segment == "**":
            regex += "[^/]+(?:/[^/]+)*" if last else "(?:[^/]+/)*"
        else:
            regex += segment.replace(".", r"\.").replace("*", "[^/]*").replace("?", "[^/]")
            regex += "" if last else "/"
    return re.compile(regex)


segments = st.sampled_from(["**", "*", "a", "b", "a*", "*b", "a?", "*.b", "*a*"])
names = st.text("ab.", min_size=1, max_size=3).filter(lambda name: name not in {".", ".."})


@given(st.lists(segments, min_size=1, max_size=4), st.lists(names, min_size=1, max_size=4))
def test_globs_are_what_they_say(pattern: list[str], path: list[str]) -> None:
    glob = "/".join(pattern)
    assert matches_glob(glob, "/".join(path)) == bool(oracle(glob).fullmatch("/".join(path)))


@given(st.text("./\\ a*{},[]", max_size=12), st.text("./a", max_size=6))
def test_any_text_may_be_a_glob(glob: str, path: str) -> None:
    assert normal_glob(normal_glob(glob)) == normal_glob(glob)
    assert glob_problem(glob) == glob_problem(normal_glob(glob))
    assert matches_glob(glob, path) in {True, False}


HOSTILE = {
    "200 KB": ("a" * 200_000, "a", True),
    "200 KB of folders": ("**/a/" * 40_000, "a/b", True),
    "200 KB of braces": ("{a," * 60_000, "a", True),
    "eight folders anywhere": ("**/a/" * 8 + "b", "a/" * 500 + "c", False),
    "too many folders anywhere": ("**/a/" * 33 + "b", "a/b", True),
    "many stars": ("a*" * 2000 + "b", "a" * 3000, False),
    "many classes": ("*[ab]" * 800 + "c", "ab" * 1500, False),
    "open braces": ("{" * 4000, "a", True),
    "nested braces": ("{a," * 1000 + "b" + "}" * 1000, "a", True),
    "a product of braces": ("{a,b}" * 500, "a", True),
    "a range": ("{1..99999999}", "7", True),
    "long alternatives": ("{a,b}" * 8 + "x*" * 2000, "a" * 100, True),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_glob_takes_long(name: str) -> None:
    glob, path, is_problem = HOSTILE[name]
    assert (glob_problem(glob) is not None) == is_problem
    assert not matches_glob(glob, path)
    unit = "a/" if "/" in glob else "a"
    assert_work_in_proportion(lambda size: partial(matches_glob, glob, unit * size + "c"), 50)


@pytest.mark.parametrize("name", [name for name, (*_, is_problem) in HOSTILE.items() if is_problem])
def test_a_glob_ten_times_as_long_is_refused_with_no_more_work(name: str) -> None:
    glob = HOSTILE[name][0]
    assert_work_is_bounded(lambda times: partial(glob_problem, glob * times), 1)


def test_a_naive_matcher_takes_long_where_this_one_does_not() -> None:
    glob = oracle("**/a/" * 5 + "b")
    few, many = (steps_of_match(glob, "a/" * folders + "c") for folders in (4, 16))
    assert many > 20 * few
    assert_work_in_proportion(lambda size: partial(matches_glob, "**/a/" * 5 + "b", "a/" * size + "c"), 12)


@pytest.mark.parametrize(
    ("entry", "covered", "others"),
    [
        ("git", ["git", "git.a", "git/a", "git:a", "git__a"], ["gi", "github", "git_a", "agit", "Git", ""]),
        ("git.a", ["git.a", "git.a.b"], ["git", "git.b"]),
        ("", [], ["", "a", ".a"]),
    ],
)
def test_tools(entry: str, covered: list[str], others: list[str]) -> None:
    assert [tool for tool in covered if not covers_tool(entry, tool)] == []
    assert [tool for tool in others if covers_tool(entry, tool)] == []


@pytest.mark.parametrize(
    ("entry", "covered", "others"),
    [
        ("a.py", ["a.py", "src/a.py", "src\\a.py"], ["b.py", "a.py/b", "xa.py"]),
        ("src/a.py", ["src/a.py", "./src/a.py"], ["a.py", "x/src/a.py"]),
        ("./a.py", ["a.py", "./a.py"], ["src/a.py"]),
        (".\\a.py", ["a.py"], ["src/a.py"]),
        ("*.py", ["*.py"], ["a.py"]),
    ],
)
def test_named_files(entry: str, covered: list[str], others: list[str]) -> None:
    assert [path for path in covered if not matches_file(entry, path)] == []
    assert [path for path in others if matches_file(entry, path)] == []


@given(few(GLOBS), few(NAMES), few(GLOBS), few(NAMES), few(MODES), few(MODES))
def test_scopes_exclude_each_other_only_if_nothing_is_in_both(
    globs: list[str],
    files: list[str],
    globs2: list[str],
    files2: list[str],
    modes: list[str],
    modes2: list[str],
) -> None:
    blocks = blocks_of(
        [
            {"applyTo": globs, "files": files, "modes": modes},
            {"applyTo": globs2, "files": files2, "modes": modes2},
        ]
    )
    one, other = coverage_of(blocks, 0), coverage_of(blocks, 1)
    together = can_overlap(one, other)
    assert together == can_overlap(other, one)
    assert bool(why_apart(one, other)) != together
    if together:
        return
    assert can_overlap(one, one)
    shares_mode = not modes or not modes2 or set(modes) & set(modes2)

    def covers(globs: list[str], files: list[str], path: str) -> bool:
        if not globs and not files:
            return True
        return any(matches_glob(glob, path) for glob in globs) or any(matches_file(f, path) for f in files)

    shares_file = any(covers(globs, files, path) and covers(globs2, files2, path) for path in FILES)
    assert not (shares_mode and shares_file)


def specificities(blocks: tuple[Block, ...]) -> list[Specificity]:
    precedence = Precedence(blocks, DEFAULT_PRIORITY_MODEL, OPEN)
    return [precedence.specificity(index) for index in range(len(blocks))]


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        ({"modes": ["a"]}, {}),
        ({"modes": ["a"], "tools": ["t"]}, {"files": ["f"]}),
        ({"modes": ["a"], "applyTo": ["**"]}, {"modes": ["a"]}),
        ({"files": ["f"]}, {"applyTo": ["a/very/long/glob/**"]}),
        ({"applyTo": ["src/ui/**"]}, {"applyTo": ["src/**"]}),
        ({"applyTo": ["src/*.py"]}, {"applyTo": ["src/[ab]*.*"]}),
        ({"applyTo": ["src/*.a"]}, {"applyTo": ["src/*.{a,b}"]}),
        ({"applyTo": ["src/*.a"]}, {"applyTo": ["src/*.a", "src/*.b"]}),
        ({"modes": ["a"]}, {"modes": ["a", "b"]}),
    ],
)
def test_specificity(narrow: dict[str, list[str]], wide: dict[str, list[str]]) -> None:
    blocks = blocks_of([narrow, wide])
    one, other = specificities(blocks)
    assert one > other
    assert one != other
    said = loss_sentence(blocks, 0, 1, (one, other), ())
    assert any(verb in said for verb in (" limits ", " names ", " matches ", " leaves ")), said


def test_what_is_inherited_narrows_too() -> None:
    blocks = blocks_of([{"modes": ["a", "b"], "children": [{}, {"modes": ["a"]}, {"tools": ["t"]}]}])
    parent, plain, narrower, more = specificities(blocks)
    assert parent == plain < narrower < more
