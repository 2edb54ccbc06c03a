import fnmatch
import re
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pathspec
import pytest
from counted_patterns import steps_of_match
from counted_work import assert_work_in_proportion, assert_work_is_bounded
from hypothesis import example, given
from hypothesis import strategies as st
from library_trees import write_tree

from editor_app.library.folders import open_library
from editor_app.library.globs import read_globs, segment_test, single_choices
from editor_app.library.ignoring import MOST_WEIGHT, IgnoreFile, is_ignored, read_ignore_rules
from editor_app.library.kinds import UNRECOGNISED
from editor_app.library.listing import list_files


def matches(pattern: str, path: str) -> bool:
    globs = read_globs(pattern)
    assert not isinstance(globs, str), globs
    return any(glob.matches(path.split("/")) for glob in globs)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*.md", "a.md", True),
        ("*.md", "deep/down/a.md", True),
        ("*.md", "a.mdx", False),
        ("/*.md", "a.md", True),
        ("/*.md", "deep/a.md", False),
        ("docs/*.md", "docs/a.md", True),
        ("docs/*.md", "docs/b/a.md", False),
        ("docs/*.md", "x/docs/a.md", False),
        ("docs/**", "docs/b/a.md", True),
        ("docs/**", "docs", False),
        ("**/docs/*.md", "docs/a.md", True),
        ("**/docs/*.md", "x/y/docs/a.md", True),
        ("a/**/b/**/c", "a/b/c", True),
        ("a/**/b/**/c", "a/x/b/y/z/c", True),
        ("a/**/b/**/c", "a/x/y/c", False),
        ("a/**/**/c", "a/c", True),
        ("**", "a/b", True),
        ("{a,b/c}/*.md", "a/x.md", True),
        ("{a,b/c}/*.md", "b/c/x.md", True),
        ("{a,b/c}/*.md", "b/x.md", False),
        ("x{1..3}.md", "x2.md", True),
        ("x{1..3}.md", "x4.md", False),
        ("[a-c]?.md", "bx.md", True),
        ("[!a-c]?.md", "bx.md", False),
        ("[^a]*", "bcd", True),
        ("[]a]*[]a]", "]xa", True),
        ("[[:digit:]]*.md", "7a.md", True),
        ("[[:digit:]*]", "*", True),
        (r"\*.md", "*.md", True),
        (r"\*.md", "a.md", False),
        (r"a[\]]*", "a]b", True),
        ("[abc", "[abc", True),
        ("[abc*", "[abcd", True),
        (".*", ".hidden", True),
        ("*", ".hidden", True),
        ("*a*b*", "xxaxxbxx", True),
        ("*a*b*", "xxbxxaxx", False),
        ("a*", "A", False),
        ("name", "deep/name", True),
        ("na\nme*", "na\nmed", True),
        ("*.md", "a\n.md", True),
    ],
)
def test_globs_match_as_people_expect(pattern: str, path: str, expected: bool):
    assert matches(pattern, path) is expected


@given(st.text(alphabet="ab*?", min_size=1, max_size=8), st.text(alphabet="abc", max_size=8))
def test_a_segment_matches_as_a_shell_would(pattern: str, name: str):
    assert segment_test(pattern)(name) == fnmatch.fnmatchcase(name, pattern)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "empty"),
        ("//", "empty"),
        ("a" * 501, "longer than 500"),
        ("{1..100000}", "more than 100"),
        ("{a,b}" * 20, "more than 100"),
        ("{" * 480, "more than 100"),
        ("a/" * 60, "deeper than 50"),
    ],
)
def test_patterns_without_end_are_refused_in_words(pattern: str, words: str):
    problem = read_globs(pattern)
    assert isinstance(problem, str)
    assert words in problem


HOSTILE = [
    "*a" * 20 + "*b",
    "*?" * 100 + "b",
    "[a]*" * 60 + "b",
    "*" * 400 + "b",
    "a*" * 100,
    "*[!b]" * 50 + "b",
    "[" * 4000,
    "[[:alpha" * 500,
    "*?" * 2000,
]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[re.Pattern[str]]:
    """The patterns that are compiled from now on."""
    found: list[re.Pattern[str]] = []
    compile_one = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: found.append(compile_one(*given)) or found[-1])
    return found


@pytest.mark.parametrize("pattern", HOSTILE)
def test_hostile_segments_cost_little(pattern: str, compiled: list[re.Pattern[str]]):
    test = segment_test(pattern)
    assert_work_in_proportion(lambda size: partial(test, "a" * size), len(pattern))
    for regex in compiled[:1]:
        few, many = (steps_of_match(regex, "a" * size) for size in (50, 500))
        assert many < 15 * few


def test_hostile_paths_cost_little():
    globs = read_globs("**/a/" * 24 + "b")
    assert not isinstance(globs, str)
    assert_work_in_proportion(lambda size: partial(globs[0].matches, ["a"] * size + ["c"]), 60)


def test_braces_in_braces_cost_little():
    assert [len(single_choices("{a" * n + "}" * n)) for n in (1, 3)] == [1, 3]
    assert_work_in_proportion(lambda size: partial(single_choices, "{a" * size + "}" * size), 20)


def test_the_hostile_pattern_is_hostile_elsewhere(compiled: list[re.Pattern[str]]):
    """The control: a matcher that backtracks takes work by a power of the length."""
    spec = pathspec.GitIgnoreSpec.from_lines(["*a" * 2 + "*b"])
    assert not spec.match_file("a" * 20)
    regex = next(one for one in compiled if "b" in one.pattern)
    few, many = (steps_of_match(regex, "a" * size) for size in (5, 50))
    assert many > 100 * few


IGNORE_LINES = """
# comment
\\#note.md
\\!loud.md
*.log
!keep.log
/only-root.md
build/
sub/inner.md
**/cache/**
a/**/z.md
docs/*.tmp
trailing.md{spaces}
escaped.md\\{space}
[xy]1.md
foo?.md
!/deep/
deep*
"quoted".md
wild\\*.md
end\\
no//slash.md
/
!
mid*dle*.md
**.bak
folder/**
{a,b}.md
""".replace("{spaces}", "   ").replace("{space}", " ")

PATHS = [
    "#note.md", "!loud.md", "a.log", "keep.log", "x/a.log", "x/keep.log", "only-root.md",
    "x/only-root.md", "build/a.md", "x/build/a.md", "y/build", "sub/inner.md", "x/sub/inner.md",
    "cache/a.md", "x/cache/b/a.md", "a/z.md", "a/b/z.md", "a/b/c/z.md", "b/z.md", "docs/a.tmp",
    "docs/x/a.tmp", "trailing.md", "escaped.md ", "escaped.md", "x1.md", "z1.md", "foo1.md", "foo.md",
    "deep/a.md", "deeper/a.md", '"quoted".md', "quoted.md", "wild*.md", "wilder.md", "end",
    "no/slash.md", "midXdleY.md", "x/y.bak", "folder/x/y.md", "other/folder/y.md", "a.md", "{a,b}.md",
    "plain.md",
]  # fmt: skip


def ours_ignored(ignores: dict[str, str], path: str) -> bool:
    """Walk down as a listing does: what is in a folder that is left out is left out."""
    parts = path.split("/")
    files: list[IgnoreFile] = []
    for depth, name in enumerate(parts):
        folder = "/".join(parts[:depth])
        if folder in ignores:
            files.append(read_ignore_rules(ignores[folder]))
        if is_ignored(files, name, is_folder=depth < len(parts) - 1):
            return True
        files = [file.within(name) for file in files]
    return False


def git_ignored(root: Path, ignores: dict[str, str], paths: Sequence[str] = PATHS) -> set[str]:
    """Ask git itself which of the paths it leaves out."""
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    write_tree(root, dict.fromkeys(paths, "x"))
    write_tree(
        root, {f"{folder}/.gitignore" if folder else ".gitignore": text for folder, text in ignores.items()}
    )
    asked = subprocess.run(
        ["git", "-C", str(root), "check-ignore", "-z", "--stdin"],
        input="\0".join(paths).encode(),
        capture_output=True,
        check=False,
    )
    return set(asked.stdout.decode().rstrip("\0").split("\0"))


@pytest.mark.parametrize(
    "ignores",
    [
        {"": IGNORE_LINES},
        {"": IGNORE_LINES.replace("\n", "\r\n")},
        {"": "*.md\n", "x": "!*.md\n/sub\n", "docs": "*\n!x/\n"},
        {"": "*\n!*/\n!*.log\n"},
        {"": "x/\n", "x": "!*\n"},
        {"a": "b/\n!b/c/\n/z.md\n", "": "*.bak\n"},
    ],
)
def test_ignore_files_are_read_as_git_reads_them(tmp_path: Path, ignores: dict[str, str]):
    expected = git_ignored(tmp_path, ignores)
    assert {path for path in PATHS if ours_ignored(ignores, path)} == expected


@given(
    st.lists(st.text(alphabet="ab*?/!", min_size=1, max_size=6), max_size=4),
    st.text(alphabet="ab/", min_size=1, max_size=7),
)
@example(lines=["!*", "?/"], path="a/a")  # where pathspec takes the earlier rule
def test_ignore_rules_agree_with_pathspec_or_with_git(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], path: str
):
    """Pathspec is asked, being quick; where it says otherwise, git decides."""
    parts = [part for part in path.split("/") if part]
    if not parts or any("//" in line or line.strip("/!") == "" for line in lines):
        return
    spec = pathspec.GitIgnoreSpec.from_lines(lines)
    said = any(
        spec.check_file("/".join(parts[: n + 1]) + ("/" if n < len(parts) - 1 else "")).include
        for n in range(len(parts))
    )
    whole, ignores = "/".join(parts), {"": "\n".join(lines)}
    ours = ours_ignored(ignores, whole)
    if ours != said:
        assert ours == (whole in git_ignored(tmp_path_factory.mktemp("git"), ignores, [whole]))


@pytest.mark.parametrize(
    ("line", "name"),
    [("*a*{}*", "b" * 100), ("a/**/b/**/*{}", "b"), ("/a/**/a/**/a/{}", "a"), ("*a" * 20 + "{}", "a" * 100)],
)
def test_what_a_hostile_ignore_file_costs_at_a_file_is_bounded(line: str, name: str):
    def ignoring(lines: int) -> partial[bool]:
        file = read_ignore_rules("\n".join(line.format(n) for n in range(lines)))
        assert file.weight <= MOST_WEIGHT
        assert file.left_out > 1
        for folder in ("a", "b", "a", "b") * 10:
            file = file.within(folder)
        return partial(is_ignored, [file], name, is_folder=False)

    assert not ignoring(MOST_WEIGHT)()
    assert_work_is_bounded(ignoring, MOST_WEIGHT)


def test_names_without_wildcards_cost_nothing_and_are_all_used():
    file = read_ignore_rules("\n".join(f"name{n}" for n in range(5000)))
    assert (file.weight, file.left_out) == (0, 0)
    assert is_ignored([file], "name4999", is_folder=False)
    assert not is_ignored([file], "name5000", is_folder=False)


def test_a_listing_says_which_lines_of_an_ignore_file_are_not_used(tmp_path: Path):
    lines = [f"*{n}*{n}*" for n in range(MOST_WEIGHT)]
    write_tree(tmp_path, {".gitignore": "\n".join(lines), "a.md": "x", "a0b0.md": "x"})
    ignore, kept = list_files(open_library(tmp_path)[0])
    assert kept.relative == "a.md"
    assert (ignore.relative, ignore.kind) == (".gitignore", UNRECOGNISED)
    assert ignore.problem == "Line 334 and those below are not used: too many wildcards and folders."
