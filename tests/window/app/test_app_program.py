"""What a program sends that asks a real `foreword serve` is what the window shows of that conversation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from running_server import running_server

from editor_app.conversations.service import open_service
from editor_app.window.kinds.template.conversation.conversation_panel import View

NAME = "system-prompt.tmpl"
PROGRAM = Path(__file__).parents[3] / "resources" / "examples" / "talk_to_model.py"
TEMPLATE = "You help in [prompt:cwd].\n\n[file:AGENTS.md]\nConversation [prompt:conversation_id], “{}”\n\n"


def test_the_prompts_of_a_program_are_those_the_window_shows(open_bench, root, own_home):
    folder, template = root.parent, root / NAME
    (folder / ".git").mkdir()
    (folder / "AGENTS.md").write_text("Run the tests.\n")
    template.write_text(TEMPLATE.format("one"))
    bench = open_bench(root, NAME, real=True)
    perspective = bench.workbench.perspectives.of(bench.file)
    page = perspective.page
    with running_server(root, own_home, "--trust") as server:
        there = {"FOREWORD_URL": server.url, "FOREWORD_TOKEN_FILE": server.address["tokenFile"]}

        def sent(*turns: str) -> list[str]:
            words = [sys.executable, str(PROGRAM), "c/1", str(folder), *turns]
            ran = subprocess.run(words, capture_output=True, env={**os.environ, **there}, check=True)
            assert ran.stderr == b""
            return [json.loads(line)["system"] for line in ran.stdout.splitlines()]

        def show(view: View) -> None:
            bench.trigger("show_conversations")
            perspective.shown.refresh()
            perspective.shown.show("c/1")
            page.choose_view(view)
            bench.settle()

        [first] = sent("first")
        assert first == f"You help in {folder}.\n\nRun the tests.\n\nConversation c/1, “one”\n\n"
        show(View.GOT)
        assert page.text.contents.text == first

        template.write_text(TEMPLATE.format("two"))
        (folder / "AGENTS.md").write_text("Ask first.\n")
        (root / "compaction.md").write_text("Summarise it.\n\n")
        bench.workbench.files.disk.look_now()
        show(View.COMPACTION)
        parts = page.compaction
        stored, rebuilt = parts._stored_text.contents.text, parts.rebuilt_text.contents.text
        instructions = parts._instructions.contents.text
        page.foot_link.click()
        shown = bench.clipboard()
        compacted, later = sent("compaction", "later")
    assert stored == first
    assert rebuilt == later == open_service(root).get("c/1") != first
    assert instructions == "Summarise it."
    assert compacted == shown == f"{rebuilt}\n\n{instructions}"
