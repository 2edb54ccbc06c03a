"""A new chat, as its author sees it: nothing is missing that its maker left out."""

from __future__ import annotations

from app_chats import open_chat, perspective


def test_a_new_chat_is_not_nagged_for_fields_that_its_maker_left_out(open_bench, root) -> None:
    begun = root / "chats" / "begun" / "1.md"
    begun.parent.mkdir(parents=True)
    begun.write_text("; Version: 1.0.0\n;\n; role: user\n\n\nHello.")
    bench = open_bench(root)
    bench.dialogs.answers = ["greetings"]
    bench.panels.library.new_chat_requested.emit()
    bench.type("Hello.")
    bench.settle()

    def told() -> tuple[list[int], bool]:
        rows = bench.panels.problems.tree.model().rows
        counted = [row.counts.total for row in perspective(bench).panels.messages.rows]
        return counted, any(row.code == "missing-metadata" for row in rows)

    header = perspective(bench).panels.header
    assert header.missing.isHidden()
    assert told() == ([0], False)
    header.details.click()
    assert header.form.add.text() == "Add what is missing", "who wants the fields has them here"
    header.form.add.click()
    bench.settle()
    assert "; Block-UUID: " in bench.file.text
    open_chat(bench, begun)
    assert header.missing.text() == "6 fields missing", "what somebody began is told"
    assert told() == ([1], True)
