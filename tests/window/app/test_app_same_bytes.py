"""The window and the command line give the same text for the same file, values and circumstances."""

from __future__ import annotations

import subprocess

import pytest

from editor_app.cli import main
from editor_app.library.paths import COMPACTION_NAME, sample_dir
from editor_app.prompts.cases.cases import cases_path, read_cases

PROMPTS = [
    str(path.relative_to(sample_dir()))
    for path in sorted([*sample_dir().glob("*.md"), *sample_dir().glob("defaults/*.md")])
    if path.name != COMPACTION_NAME
]


@pytest.fixture
def rendered(capsysbinary, monkeypatch, tmp_path):
    """Return a function that gives what `foreword render` prints, and its exit code."""
    monkeypatch.chdir(tmp_path)

    def render(*arguments: object) -> tuple[str, int]:
        capsysbinary.readouterr()
        code = main(["render", *map(str, arguments)])
        return capsysbinary.readouterr().out.decode(), code

    return render


def _valid(root) -> None:
    """Mend the prompt that is broken on purpose: what is not valid is not printed."""
    path = root / "page-analysis.md"
    path.write_text(path.read_text().replace("version: 1.1\n", "version: 1.1.0\n").replace("titel", "title"))


def test_the_window_and_the_command_line_give_the_same_text(open_bench, root, rendered):
    _valid(root)
    folder = root.parent
    (folder / "AGENTS.md").write_bytes(b"Run the tests.\r\nAlways.\n")
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "First"]):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)
    bench = open_bench(root, "system-prompt.tmpl", real=True)
    bench.resolve()
    assert "You are on branch main." in bench.preview
    for _ in range(2):  # midnight may lie between the two
        bench.act("refresh_values")
        bench.resolve()
        bench.act("copy_model_text")
        printed, code = rendered(
            root / "system-prompt.tmpl", "--cwd", folder, "--conversation", "c-0042", "--trust"
        )
        if printed == bench.clipboard():
            break
    assert code == 0
    assert printed == bench.clipboard()
    assert "Run the tests.\nAlways.\n" in printed

    see_every_case(bench, root, rendered)
    bench.open("page-analysis.md")
    bench.panels.values.case_chosen.emit(None)
    bench.act("copy_model_text")
    assert bench.notice == "Copied, but ‘url’ is required and not set."
    printed, code = rendered(root / "page-analysis.md")
    assert (printed, code != 0) == ("", True), "the command line prints nothing where a value is missing"


def see_every_case(bench, root, rendered) -> None:
    """See that every prompt with every case is printed as it is copied."""
    compared = 0
    for name in PROMPTS:
        bench.open(name)
        cases = read_cases(cases_path(root / name.removeprefix("defaults/")).read_text())[0].cases
        assert [case.name for case in bench.file.cases] == [case.name for case in cases]
        for case in cases:
            bench.panels.values.case_chosen.emit(case.name)
            bench.act("copy_model_text")
            printed, code = rendered(root / name, "--case", case.name, "--library", root)
            assert code == 0
            assert printed == bench.clipboard()
            compared += 1
    assert compared >= 10
