"""Which problem has its fixes opened from the content of a block, without a window."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from editor_app.text import Diagnostic, Severity, Span
from editor_app.window.commands.problems import ProblemCommands
from editor_app.window.perspectives.perspective import FilePart

BLOCK = Span(10, 20)
ERROR, WARNING, INFORMATION = Severity


@pytest.mark.parametrize(
    ("problems", "opened"),
    [
        pytest.param([(INFORMATION, 11), (WARNING, 12), (INFORMATION, 13)], 12, id="the worst, warnings"),
        pytest.param([(WARNING, 11), (ERROR, 13), (WARNING, 12)], 13, id="the worst, errors"),
        pytest.param([(ERROR, 14), (ERROR, 13)], 13, id="of two as bad the first"),
        pytest.param([(ERROR, 9), (INFORMATION, 10), (ERROR, 20)], 10, id="from where the block begins"),
        pytest.param([(ERROR, 9), (INFORMATION, 19), (ERROR, 20)], 19, id="to where it ends"),
        pytest.param([(ERROR, 9), (ERROR, 20)], None, id="none of another block"),
    ],
)
def test_the_fixes_of_the_worst_problem_of_the_block_are_opened_then_of_the_first(problems, opened):
    file, content, current = Mock(), Mock(), Mock()
    found = [Diagnostic("code", severity, Span(at, at + 1), "message") for severity, at in problems]
    file.analysis.diagnostics = found
    content.line_span_at.return_value = Span(15, 16)
    content.marks.between.return_value = ()
    current.perspective.part_around.return_value = FilePart("block", BLOCK)
    current.first_error.return_value = None
    ProblemCommands(Mock(), Mock(current=current), Mock(), files=Mock(), apply_other=Mock()).show_fixes(
        file, content
    )
    gone_to = [call.args[0].start for call in current.go_to.call_args_list]
    assert gone_to == ([] if opened is None else [opened])
    (content if opened is None else current.editor).show_fixes.assert_called_once_with()
