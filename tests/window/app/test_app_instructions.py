"""Compaction instructions: built in until they are copied, beside the template, sent as they stand."""

from __future__ import annotations

NAME = "compaction.md"


def test_the_instructions_stand_under_the_template_are_copied_tried_and_reset(open_bench, root):
    bench = open_bench(root, "system-prompt.tmpl")
    rows = {row.prompt_name: row for row in bench.panels.library._listing.rows}
    assert (rows[NAME].heading, rows[NAME].icon, rows[NAME].badge) == ("Template", "minimize-2", "built in")
    bench.act("compaction_instructions")
    assert bench.tab_titles == ["system-prompt.tmpl", f"{NAME} (built in)"]
    assert bench.editor.isReadOnly()
    built_in = bench.text
    assert bench.preview == built_in.rstrip("\n")
    bench.link("Make my copy")
    assert (bench.file.path, bench.badge(NAME)) == (root / NAME, "user")
    assert bench.file.analysis.kind.value == "instructions"
    bench.type("Keep [git:branch] and {{all}}. ")
    assert bench.preview == bench.text.rstrip("\n"), "nothing in it is a tag"
    assert bench.preview.startswith("Keep [git:branch] and {{all}}. ")
    assert not bench.file.analysis.diagnostics
    assert not bench.panels.variables.pills, "it has no variables to insert"
    actions = bench.workbench.actions
    assert actions.action("copy_model_text").isEnabled()
    assert not actions.action("insert_variable").isEnabled()
    assert not actions.action("refresh_values").isEnabled()
    bench.press("Ctrl+S")
    bench.act("reset_to_default")
    assert (bench.text, bench.badge(NAME)) == (built_in, "built in")
    bench.undo_notice()
    assert (root / NAME).read_text().startswith("Keep [git:branch]")
