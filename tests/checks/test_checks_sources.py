"""What must not be in the project’s files, and how long they may grow."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parents[2]
MOST_LINES = 450
FOLDERS = ("editor_app", "packaging", "prompts", "resources", "tests", ".ci", ".github")
TEXT_SUFFIXES = {
    "",
    ".md",
    ".py",
    ".sh",
    ".toml",
    ".tmpl",
    ".yaml",
    ".yml",
    ".json",
    ".qss",
    ".svg",
    ".in",
    ".txt",
    ".desktop",
    ".nsi",
    ".plist",
    ".ps1",
    ".spec",
    ".xml",
}

# Written in pieces, so that this file does not find itself.
NOT_OF_THE_PROJECT = [
    r"(?<![\w.~-])/wo" + r"rk/(main|shared)",
    r"(?<![\w.~/-])/ro" + r"ot/",
    r"/tmp/" + r"plan",
    r"/opt/(wheels|pyp" + r"i)",
    r"\bpypi\." + r"org",
    r"pythonhosted\." + r"org",
    r"\bdeb\." + r"debian\.org",
    r"\bcontracts" + r"\.md",
    r"\bdesign " + r"(page|document)",
    r"\bissue " + r"#?\d",
    r"\bsee " + r"page \d",
    r"\bco-authored" + r"-by\b",
]


def project_files() -> Iterator[Path]:
    yield from (file for file in PROJECT.glob("[!.]*") if file.is_file() and file.suffix in TEXT_SUFFIXES)
    yield PROJECT / ".gitignore"
    for folder in FOLDERS:
        for file in (PROJECT / folder).rglob("*"):
            if file.is_file() and file.suffix in TEXT_SUFFIXES and "__pycache__" not in file.parts:
                yield file


def code_files() -> list[Path]:
    return sorted((PROJECT / "editor_app").rglob("*.py"))


def lines_with(pattern: str, files: Iterable[Path], folder: Path = PROJECT) -> list[str]:
    found = re.compile(pattern, re.IGNORECASE)
    texts = ((file, file.read_bytes().decode("utf-8", "replace")) for file in files)
    return [
        f"{file.relative_to(folder)}:{number}: {line.strip()[:120]}"
        for file, text in texts
        if found.search(text)
        for number, line in enumerate(text.split("\n"), 1)
        if found.search(line)
    ]


def any_of(patterns: Iterable[str]) -> str:
    return "|".join(f"(?:{pattern})" for pattern in patterns)


def test_files_stay_readable_in_one_sitting() -> None:
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in code_files()}
    too_long = {
        str(file.relative_to(PROJECT)): lines for file, lines in lengths.items() if lines > MOST_LINES
    }
    assert lengths
    assert not too_long


def foreign_words(files: Iterable[Path], folder: Path = PROJECT) -> list[str]:
    """Return the lines with what is not of the project; files without such letters are not searched long."""
    letters = [re.compile(re.sub(r"^(\\b|\(\?<!.*?\))", "", pattern)) for pattern in NOT_OF_THE_PROJECT]
    texts = ((file, file.read_bytes().decode("utf-8", "replace").lower()) for file in files)
    suspects = [file for file, text in texts if any(one.search(text) for one in letters)]
    return lines_with(any_of(NOT_OF_THE_PROJECT), suspects, folder)


def test_the_project_speaks_only_of_itself() -> None:
    assert foreign_words(project_files()) == []


def test_the_search_for_foreign_words_finds_them(tmp_path: Path) -> None:
    lines = ["cd /wo" + "rk/main", "~/wo" + "rk/main", "at PyPI." + "org", "a quiet line"]
    for number, line in enumerate(lines, 1):
        (tmp_path / f"{number}.md").write_text(line)
    found = foreign_words(sorted(tmp_path.iterdir()), tmp_path)
    assert [line.split(":")[0] for line in found] == ["1.md", "3.md"]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"\.toPlainText\(", "it turns no-break spaces into spaces; the document keeps the exact text"),
        (
            r"\bQSaveFile\b",
            "on a full disk it reports success over a truncated file; save_file is the one way",
        ),
        (r"\bQFileSystemModel\b", "the library lists files, with its own rules"),
        (r"\.setHtml\(|\.insertHtml\(|\.appendHtml\(", "text from files must not become markup"),
    ],
)
def test_what_loses_or_endangers_text_is_not_used(pattern: str, reason: str) -> None:
    assert lines_with(pattern, code_files()) == [], reason


def test_the_window_knows_no_kind_of_file_by_its_folder() -> None:
    """Perspectives and their actions are found by name."""
    window = PROJECT / "editor_app" / "window"
    others = [file for file in code_files() if not file.is_relative_to(window / "kinds")]
    assert lines_with(r"\bwindow\.kinds\.\w", others) == []


def test_an_exemption_names_its_rule_and_reason() -> None:
    bare = lines_with(r"#\s*type:\s*ignore(?!\[[\w, -]+\]\s+(# )?\w)", code_files())
    bare += lines_with(r"#\s*noqa(?!: [A-Z]+\d+(, ?[A-Z]+\d+)*\s+([#–-] )?\w)", code_files())
    assert bare == []


def test_qt_releases_that_abort_are_excluded() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    [qt] = [Requirement(line) for line in project["dependencies"] if line.lower().startswith("pyside6")]
    assert not qt.specifier.contains("6.12.0")
    assert not qt.specifier.contains("6.12.1")
    assert qt.specifier.contains("6.11.3")


def test_every_dependency_has_a_floor_and_a_ceiling() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    open_ended = [
        line
        for line in lines
        if {one.operator for one in Requirement(line).specifier}.isdisjoint({"<", "=="})
    ]
    assert open_ended == []
