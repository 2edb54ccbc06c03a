"""The window and the command line say the same of a library: what it holds, and what is wrong in it."""

from __future__ import annotations

import io
import json
import os
from contextlib import redirect_stdout

import pytest

from editor_app.cli import main
from editor_app.window.panels.problems.problem_list import ProblemScope

pytestmark = pytest.mark.one_window

HEAD = "---\nname: {}\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n\n"


@pytest.fixture
def library(tmp_path):
    root = tmp_path / "library"
    files = {
        "foreword.toml": '[kinds]\n"b.md" = "document"\n"*.log" = "documnt"\n',
        "variables.yaml": "variables: 3\n",
        "defaults/a.md": HEAD.format("a") + "{{who}} {{what}}\n",
        "a.md": "---\nname: a\n---\n{{who}}\n",
        "b.md": HEAD.format("b") + "Hello {{#if x}}\n",
        "runs/s.yaml": "steps: [\n",
        "system-prompt.tmpl": "[sytem:time]\n",
        "latin.md": b"---\nname: latin\n---\n\xe9\n",
        "notes.txt": b"\xff is not looked at\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.mkfifo(root / "pipe.md")
    (root / "gone.tmpl").symlink_to("nowhere")
    return root


def test_what_people_keep_in_hidden_folders_and_beside_a_file(open_bench, root):
    (root / ".github").mkdir()
    (root / ".github" / "copilot-instructions.md").write_text("Be brief.\n")
    bench = open_bench(root)
    rows = {os.path.relpath(row.path, root): row for row in bench.panels.library._listing.rows}
    assert rows[".github/copilot-instructions.md"].heading == "Documents"
    assert "page-analysis.cases.yaml" not in rows
    prompt = rows["page-analysis.md"]
    assert (prompt.parts, prompt.state.number) == ((root / "page-analysis.cases.yaml",), "3 cases")
    message = "system-messages/coding-assistant"
    assert rows[f"{message}.situations.yaml"].owner == root / f"{message}.yaml"
    assert {(row.label, row.state.number) for row in rows.values() if row.owner} == {("situations", "6")}
    assert (rows[f"{message}.yaml"].label, rows[f"{message}.yaml"].state.number) == (
        "coding-assistant",
        "30 blocks",
    )
    runs = {row.label: row.state.number for row in rows.values() if row.heading == "Runs"}
    assert runs == {"long-refactor": "120 steps", "quick-question": "2 steps", "triggers": "3 triggers"}


def printed(*arguments: object) -> dict:
    """Return the JSON that a command prints."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(out):
        main([str(argument) for argument in arguments])
    return json.loads(out.buffer.getvalue())


def test_the_window_and_the_command_line_agree(open_bench, library):
    bench = open_bench(library)
    found = printed("check", library, "--library", library, "--json")["problems"]
    of_check = {
        (one["filePath"], one["code"], one["severity"], one.get("line", 1), one.get("column", 1))
        for one in found
    }
    rows = bench.panels.problems._rows[ProblemScope.LIBRARY]
    of_window = {
        (str(row.place.path), row.code, row.severity, row.place.line, row.place.column) for row in rows
    }
    assert of_window == of_check
    with_errors = {os.path.relpath(one["filePath"], library) for one in found if one["severity"] == "error"}
    wrong = {"foreword.toml", "variables.yaml", "a.md", "runs/s.yaml", "latin.md", "pipe.md", "gone.tmpl"}
    assert wrong <= with_errors

    listed = printed("list", "--library", library, "--json")
    shown = bench.panels.library._listing.rows
    prompts = {row.prompt_name: row.state.badge or "invalid" for row in shown if row.kind == "prompt"}
    assert prompts == {one["name"]: one["status"] for one in listed["prompts"]}
    assert prompts == {"a": "fallback", "latin": "invalid", "pipe": "invalid"}
    others = {(str(row.path), row.state.badge) for row in shown if row.kind != "prompt"}
    listed_others = {
        (one.get("filePath", str(library / one["path"])), one.get("status", "")) for one in listed["files"]
    }
    assert others == listed_others
    prompt_rows = [row for row in shown if row.kind == "prompt"]
    counts = {row.prompt_name: sum(row.state.counts[:2]) for row in prompt_rows}
    assert counts == {one["name"]: one["problems"] for one in listed["prompts"]}


def test_the_built_in_template_is_there_to_be_copied(open_bench, tmp_path):
    root = tmp_path / "empty"
    root.mkdir()
    bench = open_bench(root)
    panel, name = bench.panels.library, "system-prompt.tmpl"
    assert panel._no_files.isVisible(), "an empty library says what to do"
    assert bench.badge(name) == "built in"
    [row] = (row for row in panel._listing.rows if row.prompt_name == name)
    assert row.in_words() == "system-prompt, built in, read-only"
    actions = {action.text(): action.isEnabled() for action in panel.menu_for(row).actions()}
    assert actions["Make my copy"]
    assert not any(actions[words] for words in ("Rename…\tF2", "Duplicate", "Delete\tDel"))
    panel.tree.setCurrentIndex(panel.tree.index_of(panel.key_of(row.path)))
    bench.press("Return", panel.tree)
    assert bench.preview.startswith("You are a helpful coding assistant.")
    assert bench.editor.isReadOnly()
    assert bench.bar.startswith("This is built in, for libraries")
    built_in = bench.text
    bench.link("Make my copy")
    assert bench.file.path == root / name
    assert (root / name).read_text() == built_in
    assert bench.badge(name) == "user"
    assert not panel._no_files.isVisible()
    bench.type("x")
    bench.press("Ctrl+S")
    bench.act("reset_to_default")
    assert bench.file.path == row.path
    assert bench.badge(name) == "built in"
    bench.undo_notice()
    assert (root / name).read_text() == f"x{built_in}"


def test_an_ignored_template_is_the_user_s_and_one_that_is_no_file_says_so(open_bench, tmp_path):
    root, name = tmp_path / "mine", "system-prompt.tmpl"
    (root / ".git").mkdir(parents=True)
    (root / ".gitignore").write_text(f"{name}\n")
    (root / name).write_text("Mine.\n")
    bench = open_bench(root)
    panel = bench.panels.library
    [row] = (row for row in panel._listing.rows if row.prompt_name == name)
    assert (row.path, row.state.badge) == (root / name, "user")
    actions = {action.text(): action.isEnabled() for action in panel.menu_for(row).actions()}
    assert "Make my copy" not in actions
    (root / name).unlink()
    (root / name).symlink_to("nowhere")
    (root / ".gitignore").unlink()
    library = bench.workbench.library
    library.refresh()
    library.finish_checking()
    [row] = (row for row in panel._listing.rows if row.prompt_name == name)
    assert (row.path, row.state.badge) == (root / name, "")
    assert "a link that leads to nothing" in row.state.remark
