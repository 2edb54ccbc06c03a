"""The fix that declares a variable of an unknown type in the library's `variables.yaml`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.text import Diagnostic, Fix, Sentence
from editor_app.variables.catalog import TEMPLATE_CATALOG
from editor_app.variables.declarations import VARIABLES_NAME

_OUR_TYPES: Final = frozenset(entry.type for entry in TEMPLATE_CATALOG)
_CODES: Final = frozenset(("unknown-type", "unknown-name"))
DECLARE_WORDS: Final = Sentence("window-documents.declare", file=VARIABLES_NAME)


@dataclass(frozen=True, slots=True)
class DeclareFix(Fix):
    """Declares the variable `type:name` in the library's list, for somebody to describe."""

    key: str = ""


def with_declare_fixes(analysis: Analysis) -> Analysis:
    """Return an analysis whose problems about a type that is not Foreword's can be fixed by declaring it.

    A name that was probably meant for one that is there gets no such fix: it is misspelt.
    """
    if not any(problem.code in _CODES for problem in analysis.diagnostics):
        return analysis
    return replace(analysis, diagnostics=tuple(map(_with_fix, analysis.diagnostics)))


def _with_fix(problem: Diagnostic) -> Diagnostic:
    name = problem.args.get("name", "")
    is_ours = name.partition(":")[0] in _OUR_TYPES
    if problem.code not in _CODES or is_ours or not name or problem.args.get("meant"):
        return problem
    return replace(problem, fixes=(*problem.fixes, DeclareFix(DECLARE_WORDS, key=name)))
