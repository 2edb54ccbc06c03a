"""One index of a library's files: each stands in it once, and cases know what they belong to."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from counted_work import assert_work_is_bounded, work_of

from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import check_file, files_to_check
from editor_app.analysis.library_facts.index import index_in_steps, index_library, load_named
from editor_app.library.folders import Library, open_library
from editor_app.library.kinds import Kind
from editor_app.library.listing import LibraryFile
from editor_app.library.paths import built_in_template
from editor_app.library.settings.config import LibraryConfig

ROOT = Path("/library")
NOW = datetime(2026, 3, 4, tzinfo=UTC)
PROMPT = "---\nname: {}\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n\nHello\n"


def write(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROMPT.format(path.stem) if name.endswith(".md") else "")
    return root


def test_a_file_is_one_of_a_prompts_or_one_of_the_others(tmp_path):
    write(tmp_path, "defaults/a.md", "defaults/billing/refund.md", "a.md")
    write(tmp_path, "b.md", "c.MD", "x.tmpl", "notes.txt")
    (tmp_path / "foreword.toml").write_text('[kinds]\n"b.md" = "document"\n"*.txt" = "prompt"\n')
    index = index_library(open_library(tmp_path)[0])
    assert [prompt.name for prompt in index.prompts] == ["a", "billing/refund"]
    of_prompts = [path for prompt in index.prompts for path in prompt.paths]
    listed = [*of_prompts, *(file.path for file in index.others)]
    assert sorted(listed) == [file.path for file in sorted(index.files, key=lambda file: file.path)]
    kinds = {file.relative: file.kind for file in index.others}
    assert kinds == {
        "b.md": Kind.DOCUMENT,
        "c.MD": Kind.PROMPT,
        "foreword.toml": Kind.OTHER,
        "notes.txt": Kind.PROMPT,
        "x.tmpl": Kind.TEMPLATE,
    }


def test_a_prompt_that_cannot_be_used_says_so(tmp_path):
    write(tmp_path, "defaults/a.md")
    (tmp_path / "a.md").write_text("---\nname: a\n---\nHello")
    (tmp_path / "b.md").write_text("---\nname: b\n---\nHello")
    library, _ = open_library(tmp_path)
    prompts = [load_named(prompt, library) for prompt in index_library(library).prompts]
    assert [(prompt.name, prompt.status) for prompt in prompts] == [("a", "fallback"), ("b", "invalid")]


def test_a_prompt_that_is_loaded_again_keeps_nothing_of_the_last_time(tmp_path):
    (tmp_path / "defaults").mkdir()
    (tmp_path / "b.md").write_text("---\nname: b\n---\nHello")
    library, _ = open_library(tmp_path)
    (prompt,) = index_library(library).prompts
    first = load_named(prompt, library)
    assert first.error is not None
    known = weakref.ref(first.error)
    again = load_named(first, library)
    del first
    gc.collect()
    assert (again.status, known()) == ("invalid", None)


def test_cases_and_situations_belong_to_a_file(tmp_path):
    write(tmp_path, "defaults/a.md", "defaults/b.md", "b.md", "x.tmpl", "system-messages/m.json")
    cases = {
        "a.cases.yaml": "defaults/a.md",  # the user's cases of a default
        "b.cases.yaml": "b.md",
        "defaults/b.cases.yaml": "b.md",  # the file that stands for the name
        "x.cases.yaml": "x.tmpl",
        "system-messages/m.situations.yaml": "system-messages/m.json",
    }
    write(tmp_path, *cases, "nobody.cases.yaml", "system-messages/a.situations.yaml")
    index = index_library(open_library(tmp_path)[0])
    owners = {path.relative_to(tmp_path).as_posix(): owner for path, owner in index.owners.items()}
    assert owners == {name: tmp_path / owner for name, owner in cases.items()}


def test_cases_of_the_template_belong_to_the_one_that_is_used(tmp_path):
    write(tmp_path, "defaults/a.md", "system-prompt.cases.yaml")
    own, default = tmp_path / "system-prompt.tmpl", tmp_path / "defaults" / "system-prompt.tmpl"

    def owner() -> Path:
        return index_library(open_library(tmp_path)[0]).owners[tmp_path / "system-prompt.cases.yaml"]

    assert owner() == built_in_template()
    default.write_text("Ours.")
    assert owner() == default
    own.write_text("Mine.")
    assert owner() == own


def test_what_is_large_is_read_whole_where_nobody_waits(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "s.yaml").write_text("steps:\n" + "- a\n" * 12_000 + "- [\n")
    entries = "".join(f"- {{type: t, name: n{number}}}\n" for number in range(5_000))
    (tmp_path / "variables.yaml").write_text(f"variables:\n{entries}")
    library, _ = open_library(tmp_path)
    assert catalog_of(library, is_interactive=True) == catalog_of(None)
    index = index_library(library)

    def codes(*, is_interactive: bool) -> dict[str, set[str]]:
        files: list[LibraryFile] = list(files_to_check(library, index.files))
        checked = [check_file(file, catalog_of(None), NOW, is_interactive=is_interactive) for file in files]
        return {one.path.name: {problem.code for problem in one.diagnostics} for one in checked}

    assert codes(is_interactive=True) == {"variables.yaml": {"too-much-data"}, "s.yaml": {"too-much-data"}}
    assert "too-much-data" not in set().union(*codes(is_interactive=False).values())
    assert codes(is_interactive=False)["s.yaml"] == {"yaml-syntax"}


def steps_of_indexing(prompts: int) -> Iterator[object]:
    """Return the steps over as many prompts, half of them defaults, each with the user's cases."""
    library = Library(ROOT, LibraryConfig(), ROOT, ROOT / "defaults", ROOT, ROOT)
    files = []
    for number in range(prompts):
        folder = f"folder-{number // 100}"
        for relative, kind in (
            (f"{'defaults/' * (number % 2)}{folder}/{number}.md", Kind.PROMPT),
            (f"{folder}/{number}.cases.yaml", Kind.CASES),
        ):
            files.append(LibraryFile(ROOT / relative, relative, kind))
    return index_in_steps(library, files)


def largest_step(steps_of: Callable[[], Iterator[object]]) -> int:
    """Count the work of the step that takes most; the last one gives the index."""
    steps, index, most = steps_of(), None, 0

    def step() -> None:
        nonlocal index
        index = next(steps)

    while index is None:
        most = max(most, work_of(step))
    return most


def test_a_large_library_is_indexed_in_steps_that_stay_small():
    def prepared(prompts: int) -> Callable[[], Iterator[object]]:
        return lambda: steps_of_indexing(prompts)

    assert_work_is_bounded(prepared, 500, counted=largest_step)


def test_each_file_of_a_large_library_takes_little_work():
    *_, index = steps_of_indexing(2_000)
    assert len(index.owners) == 2_000, "the control: each of the cases belongs to a prompt"
    assert index.owners[ROOT / "folder-0" / "1.cases.yaml"] == ROOT / "defaults" / "folder-0" / "1.md"
    steps = steps_of_indexing(2_000)
    assert work_of(lambda: list(steps)) < 100 * 4_000, (
        "lines and calls, of Python 3.13 the most; with pathlib it is many times as much"
    )
