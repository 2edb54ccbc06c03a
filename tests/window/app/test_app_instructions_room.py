"""The compaction instructions under a template: folded, they leave their room to the text."""

from __future__ import annotations

from editor_app.window.kinds.template.panels.instructions import InstructionsSection


def test_folded_instructions_leave_no_blank(open_bench, root) -> None:
    bench = open_bench(root, "system-prompt.tmpl")
    (section,) = bench.window.findChildren(InstructionsSection)
    texts = bench.workbench.tabs.texts
    for size in ((1440, 900), (1000, 700)):
        bench.window.resize(*size)
        bench.settle()
        for _ in range(2):
            section.set_folded(folded=False)
            bench.settle()
            assert section.height() > 100
            section.set_folded(folded=True)
            bench.settle()
            assert section.height() == 34
            assert texts.widget(0).height() + 1 + 34 == texts.height()
