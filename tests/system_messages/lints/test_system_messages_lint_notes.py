"""Notes on a message that is being edited are those that reading it anew gives."""

import random

from editor_app.system_messages.lints.lints import LintMemory, co_activity_lints
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import ReadingMemory, read_system_message
from editor_app.text import Edit, Span, apply_edits

HEAD = """\
id: notes
version: "1"
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""


def _message(blocks: int) -> str:
    parts = [HEAD]
    for index in range(blocks):
        parts.append(f"- id: b{index}\n  type: {'editing' if index % 3 else 'tooling'}\n  priority: 5\n")
        parts.append(f"  scope:\n    modes: [m{index % 4}]\n" if index % 2 else "")
        said = "Always" if index % 5 else "Never"
        parts.append(
            f"  content: |\n    {said} run the tests before you stop, number {index % 3}.\n    More.\n"
        )
    return "".join(parts)


def test_after_every_edit_the_notes_are_those_of_a_fresh_reading():
    choose = random.Random(3)
    source = _message(24)
    reading_memory, memory = ReadingMemory(), LintMemory()
    noted = 0
    for _ in range(60):
        at = choose.randrange(source.index("blocks:"), len(source))
        text = choose.choice(["x", "", "\n", " never", "5", "always run the tests"])
        span = Span(at, min(at + choose.choice([0, 0, 1, 3]), len(source)))
        source = apply_edits(source, [Edit(span, text)])
        reading = read_system_message(source, Syntax.YAML, reading_memory)
        found = co_activity_lints(reading, memory)
        noted += len(found)
        assert found == co_activity_lints(read_system_message(source, Syntax.YAML))
        if not reading.is_readable or choose.random() < 0.1:
            source = _message(24)
    assert noted > 200, "there were hardly any notes, so nothing was tried"
