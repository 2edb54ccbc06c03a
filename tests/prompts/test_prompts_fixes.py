"""Every fix makes its problem go away, and breaks nothing."""

from __future__ import annotations

from hypothesis import given
from made_up_prompts import prompt_files

from editor_app.prompts.checking.checking import check_prompt
from editor_app.prompts.entities import PromptErrorType
from editor_app.text import Diagnostic, Edit, Fix, apply_edits

Diagnostics = tuple[Diagnostic, ...]


def applied(source: str, file_name: str, fix: Fix) -> tuple[str, str]:
    """Return the text and the file's name after a fix."""
    return apply_edits(source, fix.edits), fix.rename.new_name if fix.rename else file_name


def moved(offset: int, edits: tuple[Edit, ...]) -> int:
    """Return where a place of the source is after edits."""
    for span, text in sorted(edits, reverse=True):
        if span.end <= offset:
            offset += len(text) - span.length
        elif span.start <= offset:
            offset = span.start
    return offset


def settles(source: str, diagnostic: Diagnostic, fix: Fix, before: Diagnostics, after: Diagnostics) -> bool:
    """Whether the problem is gone from its place, or, where its like moved there, at least one is gone."""
    place = moved(diagnostic.span.start, fix.edits)
    same = [one for one in after if (one.code, one.message) == (diagnostic.code, diagnostic.message)]
    were = [one for one in before if (one.code, one.message) == (diagnostic.code, diagnostic.message)]
    return len(same) < len(were) or place not in {one.span.start for one in same}


@given(prompt_files())
def test_every_fix_settles_its_problem(source):
    check = check_prompt(source, "test.md")
    before = check.diagnostics
    is_read = check.head.mapping is not None
    for diagnostic in before:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(source)
        for fix in diagnostic.fixes:
            fixed, name = applied(source, "test.md", fix)
            assert (fixed, name) != (source, "test.md")
            after = check_prompt(fixed, name).diagnostics
            assert settles(source, diagnostic, fix, before, after), (diagnostic, fix, fixed)
            if is_read:
                assert PromptErrorType.PARSE_ERROR not in {other.code for other in after}, (
                    diagnostic,
                    fix,
                    fixed,
                )
