"""A run is written as the command line prints it: into a new file, over another one, and to the clipboard."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from named_cases import in_case
from PySide6.QtGui import QGuiApplication

from editor_app.cli import main
from editor_app.library import history_of, read_version
from editor_app.runs.model.scenario import ModelChoice
from editor_app.window.kinds.scenario import exporting

pytestmark = pytest.mark.one_window

SCENARIO = """\
format: 1
system: {text: Be brief.}
provider: anthropic
context_limit: 1000
steps:
  - user: Begin.
    tools: [{name: read_file, result: one}]
    usage: {total: 850}
  - text: I go on.
    tools: [{name: Edit, result: two}]
    usage: {total: 950}
  - compact: {summary: It is half done.}
    tools: [{name: Edit, result: null}]
    usage: {total: 100}
  - text: "Done\\u202e | `so`."
  - text: Never.
expect:
  - fires context-warning-80 at step 1
  - never context-warning-80
"""
TRIGGERS = """\
format: 1
triggers:
  - id: todo
    signal: steps
    at: 2
    text: Now.
  - id: broken
    signal: contxt
    text: Never.
"""


@pytest.fixture
def bench(open_bench, root):
    (root / "runs" / "small.yaml").write_text(SCENARIO)
    (root / "runs" / "triggers.yaml").write_text(TRIGGERS)
    bench = open_bench(root, "runs/small.yaml")
    bench.come_to_front()
    bench.wait_until_quiet()
    return bench


@pytest.fixture
def run(bench):
    perspective = bench.workbench.perspectives.of(bench.file)
    bench.wait_until(lambda: perspective.run.played is not None)
    return perspective


@pytest.fixture
def printed(capsysbinary):
    """Return a function that gives what `foreword run` prints."""

    def printed(path, *options: str) -> bytes:
        capsysbinary.readouterr()
        main(["run", str(path), *options])
        return capsysbinary.readouterr().out

    return printed


def settle(bench, run) -> None:
    bench.wait_until_quiet()
    bench.wait_until(lambda: not run.run.is_playing and not run.exporter.is_busy)


def export(bench, run, path) -> None:
    bench.dialogs.answers.append(path)
    bench.trigger("export_run")
    settle(bench, run)


def test_an_export_and_a_copy_have_the_bytes_of_the_command_line(bench, run, printed, tmp_path):
    scenario = bench.root / "runs" / "small.yaml"
    for strategy in ("", "hints", "all"):
        if strategy:
            run.run.choose_strategy(strategy)
            settle(bench, run)
        for suffix, option in ((".json", "--json"), (".MD", "--markdown")):
            with in_case((strategy, suffix)):
                out = tmp_path / f"out{strategy}{suffix}"
                export(bench, run, out)
                options = ("--strategy", strategy) if strategy else ()
                wanted = printed(scenario, option, *options)
                assert out.read_bytes() == wanted
                assert b"context-warning-80" in wanted
                assert b"steps-after-end" in wanted  # a problem of the run
                assert b"contxt" in wanted  # one of the triggers file
                assert bench.notice.startswith(f"The run is in ‘{out.name}’.")
    run.run.choose_strategy("hybrid")
    settle(bench, run)
    bench.trigger("copy_run")
    settle(bench, run)
    assert QGuiApplication.clipboard().text() == printed(scenario, "--markdown").decode()
    assert bench.notice == "The report of the run is copied."

    # What is not saved is exported as it is shown.
    run.show_source()
    bench.select("950")
    bench.type("700")
    settle(bench, run)
    out = tmp_path / "unsaved.json"
    export(bench, run, out)
    document = json.loads(out.read_bytes())
    assert [step["contextTokens"] for step in document["steps"]][2] != 950
    assert "950" in scenario.read_text()


def test_an_export_is_undone_or_keeps_what_was_there_or_says_why_it_cannot_be(bench, run, tmp_path):
    out = tmp_path / "out.md"
    export(bench, run, out)
    assert bench.dialogs.questions[-1][2].name == "small-run.md"
    bench.window.notices.link.click()
    assert not out.exists()
    out.write_text("Mine.")
    export(bench, run, out)
    assert out.read_text().startswith("# Run of small.yaml\n")
    assert "What it held is in local history." in bench.notice
    version, *_ = history_of(tmp_path / "state", out).versions  # newest first
    assert read_version(tmp_path / "state", version) == b"Mine."

    (bench.root / "runs" / "open.json").write_text("{}\n")
    bench.open("runs/open.json")
    bench.open("runs/small.yaml")
    settle(bench, run)
    before = sorted((bench.root / "runs").iterdir())
    export(bench, run, None)  # cancelled
    assert sorted((bench.root / "runs").iterdir()) == before
    for name, sentence in (
        ("report", "end its name with ‘.md’"),
        ("a.txt", "‘.json’ for JSON"),
        ("runs/open.json", "open in a tab"),
    ):
        with in_case(name):
            export(bench, run, bench.root / name)
            assert sentence in bench.notice
            assert (bench.root / "runs" / "open.json").read_text() == "{}\n"
            assert not (bench.root / name).exists() or name == "runs/open.json"
            bench.dialogs.answers.append(None)
            bench.window.notices.link.click()  # Choose again
            assert bench.dialogs.answers == []


def test_a_long_run_is_made_a_text_in_slices_and_none_has_no_export(bench, run, tmp_path, monkeypatch):
    see_a_run_at_an_endpoint(bench, run)
    monkeypatch.setattr(exporting, "_PIECES_IN_SLICE", 10)
    out = tmp_path / "out.json"
    bench.dialogs.answers.append(out)
    bench.trigger("export_run")
    slices = 0
    while run.exporter.is_busy:
        assert not out.exists()
        run.exporter._next.stop()
        run.exporter._go_on()
        slices += 1
    assert slices > 10
    assert json.loads(out.read_bytes())["strategy"] == "hybrid"

    # Without a run nothing can be exported.
    (bench.root / "runs" / "broken.yaml").write_text("format: 1\nmax_steps: 0\nsteps: [{user: a}]\n")
    actions = [bench.workbench.actions.action(id_) for id_ in ("export_run", "copy_run")]
    assert all(action.isEnabled() for action in actions)
    bench.open("runs/broken.yaml")
    settle(bench, run)
    assert not any(action.isEnabled() for action in actions)


def see_a_run_at_an_endpoint(bench, run) -> None:
    """See that it has what was answered, and is never played for its export."""
    played = run.run.played
    model = ModelChoice("https://api.example.org/v1?key=sk-in-query", "some-model")
    scenario = replace(played.inputs.scenario, model=model)
    linked = replace(played.inputs.linked, scenario=scenario)
    at_endpoint = replace(played, inputs=replace(played.inputs, scenario=scenario, linked=linked))
    export = exporting._Export(bench.file.path, at_endpoint, is_compared=False)
    *slices, text = exporting._text_in_slices(export, exporting.RunForm.JSON)
    document = json.loads(text)
    assert slices == [None] * len(slices)
    assert (document["endpoint"], document["model"]) == ("https://api.example.org:443", "some-model")
    assert "sk-in-query" not in text
    *_, report = exporting._text_in_slices(export, exporting.RunForm.MARKDOWN)
    assert "api.example.org:443" in report
    assert "sk-in-query" not in report
    assert [part["text"] for part in document["answers"][1]["parts"] if part["type"] == "text"] == [
        "I go on."
    ]
    assert "error" not in document
    strategy = run.run.strategy
    run.run.choose_strategy("all")
    run.run.played = at_endpoint
    assert run.exporter._export().is_compared is False
    run.run.choose_strategy(strategy)
    settle(bench, run)
