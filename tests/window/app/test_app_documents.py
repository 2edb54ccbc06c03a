"""Somebody's repository of Markdown: documents, no wall of errors, and not a byte touched."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from editor_app.text import Severity
from editor_app.window.panels.problems.problem_list import ProblemScope

FILES = {
    "SKILL.md": (
        "---\n"
        "name: pdf-tools\n"
        "description: Fill in forms. Use when: a PDF has fields.\n"
        "---\n"
        "\n"
        "# PDF\n"
        "\n"
        "Run `{{ tool }}`.\n"
    ),
    "AGENTS.md": "# Rules\n\n- Run the tests.\n- Use ${{ secrets.TOKEN }} only in CI.\n",
    ".github/copilot.md": "hidden folders are not shown",
    "docs/python.instructions.md": '---\napplyTo: "**/*.py,**/*.pyi"\n---\nPrefer functions.\n',
    "docs/review.prompt.md": (
        "---\n"
        "mode: agent\n"
        "model: GPT-4o\n"
        "tools: ['codebase', githubRepo]\n"
        'description: "Review: ${input:scope}"\n'
        "---\n"
        "Review ${selection}.\n"
    ),
    "docs/odd.prompt.md": "---\ntools: [unclosed\nfoo: bar: baz\n---\nText {{#if a}}x{{/if}}\n",
    "ci/workflow.md": (
        "```yaml\nif: ${{ github.event_name == 'push' }}\nrun: echo ${{ matrix.python }}\n```\n"
    ),
    "mail/list.md": (
        "{{#each items}}\n- {{this.name}} {{> partial}}\n{{else}}\nnothing\n{{/each}}\n{{{raw}}} {{&amp}}\n"
    ),
    "mail/jinja.md": "{% for x in y %}{{ x|upper }}{% endfor %} {# note #}\n",
    "crlf.md": "# Title\r\n\r\nHello {{name}}\r\n",
    "bom.md": "\ufeff# Title\n",
    "empty.md": "",
    "no-newline.md": "text",
    "rule.md": "---\n\nnot frontmatter, a rule\n\n---\n",
}


@pytest.fixture
def documents(tmp_path):
    root = tmp_path / "someones"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (root / "latin1.md").write_bytes(b"caf\xe9\n")
    return root


def tree_of(root: Path) -> dict[str, tuple[str, int, int]]:
    return {
        str(path.relative_to(root)): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            path.stat().st_mtime_ns,
            path.stat().st_ino,
        )
        for path in [root, *root.rglob("*")]
    }


def test_no_errors_nothing_written_and_the_variables_of_a_document_are_those_it_uses(open_bench, documents):
    before = tree_of(documents)
    bench = open_bench(documents)
    bench.panels.problems.set_scope(ProblemScope.LIBRARY)
    rows = bench.panels.problems._rows[ProblemScope.LIBRARY]
    errors = [(row.place.path.name, row.message) for row in rows if row.severity is Severity.ERROR]
    assert errors == [("latin1.md", "The file is not UTF-8: byte 4 is 0xe9, on line 1.")]
    listed = [row for row in bench.panels.library._listing.rows if row.state.badge != "built in"]
    assert {row.kind for row in listed} == {"document"}
    for row in listed:
        file = bench.open(row.path)
        bench.settle()
        for view in ("markdown", "difference", "text"):
            bench.panels.preview.choose_view(view)
        bench.window.grab()
        assert not file.is_modified
        codes = {str(one.code) for one in file.analysis.diagnostics if one.severity is Severity.ERROR}
        assert codes == ({"ENCODING_ERROR"} if row.path.name == "latin1.md" else set())
        bench.press("Ctrl+S", bench.editor)
        bench.act("close_tab")
    bench.open("SKILL.md")
    assert [row.field.key for row in bench.panels.values.cells] == ["tool"]
    bench.panels.values.cells[0].widget.give("pdftk")
    assert "Run `pdftk`." in bench.preview
    assert "Declare variable…" not in [pill.spec.text for pill in bench.panels.variables.pills]
    bench.close()
    assert tree_of(documents) == before
