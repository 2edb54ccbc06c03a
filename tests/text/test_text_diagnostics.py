from itertools import permutations

from editor_app.text import Diagnostic, Severity, Span, in_file_order


def problem(code: str, severity: Severity, start: int, end: int) -> Diagnostic:
    return Diagnostic(code, severity, Span(start, end), code)


def test_diagnostics_sort_by_place_then_the_worst_first():
    ordered = (
        problem("first", Severity.INFORMATION, 0, 9),
        problem("error", Severity.ERROR, 3, 8),
        problem("a-warning", Severity.WARNING, 3, 4),
        problem("b-warning", Severity.WARNING, 3, 4),
        problem("long-warning", Severity.WARNING, 3, 9),
        problem("note", Severity.INFORMATION, 3, 4),
    )
    for shuffled in permutations(ordered):
        assert in_file_order(shuffled) == ordered


def test_severities_rank_from_worst_to_least():
    assert [severity.rank for severity in Severity] == [0, 1, 2]
    assert Severity.ERROR.rank < Severity.WARNING.rank < Severity.INFORMATION.rank


def test_a_diagnostic_has_no_arguments_and_fixes_unless_given():
    plain = problem("x", Severity.ERROR, 0, 1)
    assert plain.args == {}
    assert plain.fixes == ()
