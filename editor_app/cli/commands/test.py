"""`foreword test`: compare what a model gets in each saved case, and each run, with what is expected."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.analysis import Tested, row_of
from editor_app.analysis.trials import cases_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.expected_texts import save_updates, update_edit
from editor_app.cli.failure import Failure
from editor_app.cli.given.trial import trial_of_case, trust_warnings
from editor_app.cli.paths import is_path, no_such_path, path_of_word, show_path
from editor_app.cli.rendered import render_found
from editor_app.cli.runs.testing import ScenarioTests, coverage_of
from editor_app.cli.sources import access_to, find_for_cases, library_around, library_of, open_current_library
from editor_app.cli.streams import Streams, problem_lines
from editor_app.library.files.reading import quoted, read_file
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.listing import list_files
from editor_app.library.paths import is_file, is_folder
from editor_app.prompts.cases.cases import Case, CaseFile, read_cases
from editor_app.prompts.cases.expectations import check_expectation
from editor_app.text import Diagnostic, Edit, LineIndex, Severity, decode
from editor_app.wire.documents import CaseResult, results_document
from editor_app.wire.named_texts import CASES_SUFFIX, NamedSource
from editor_app.wire.problems import problems_of, to_json
from editor_app.wire.runs import coverage_to_json


class _Tried(NamedTuple):
    """A case's text, why it fails (None where it passes), and what is blank for want of trust."""

    text: str | None
    difference: str | None
    lacking: tuple[str, ...] = ()


def run(arguments: Arguments, streams: Streams) -> int:
    """Print each case that fails, and how many do; `--update` saves their texts as the expected ones."""
    results: list[CaseResult] = []
    warnings: list[str] = []
    scenarios = ScenarioTests()
    for path, library, is_played in streams.with_progress(_tested_files(arguments, streams), "Files tested:"):
        if is_played:
            found = scenarios.test(path, arguments, streams, warnings)
            results += [one if one.passed else _show(one, streams) for one in found]
        else:
            results += _test_file(path, library, arguments, streams, warnings)
    if arguments.words and not (results or scenarios.played or scenarios.skipped):
        words = ", ".join(map(quoted, arguments.words))
        raise Failure(
            "not-found",
            f"There is nothing to test in {words}: no case expects anything, and no scenario is there.",
        )
    coverage = coverage_of(scenarios.played)
    failed = sum(not result.passed for result in results)
    if arguments.json:
        shown = coverage_to_json(coverage) if scenarios.played else None
        streams.write(to_json(results_document(results, warnings, shown, map(str, scenarios.skipped))))
    else:
        streams.print(f"{len(results) - failed} passed, {failed} failed")
        unfired = [one.trigger for one in coverage if not one.scenarios]
        if unfired:
            who = "What was tested does not fire" if arguments.words else "No scenario fires"
            streams.print(f"{who} {', '.join(unfired)}.")
        if scenarios.skipped:
            shown_paths = ", ".join(map(show_path, scenarios.skipped))
            streams.print(f"Skipped, as a test asks no endpoint: {shown_paths}.")
    return int(failed > 0)


class _TestedFile(NamedTuple):
    """A file with tests, its library, and whether it is a scenario that is played."""

    path: Path
    library: Library | None
    is_played: bool = False


def _tested_files(arguments: Arguments, streams: Streams) -> Iterator[_TestedFile]:
    if not arguments.words:
        library = open_current_library(arguments, streams)
        yield from _tested_below(library, library.root)
    for word in arguments.words:
        path = path_of_word(word)
        if not is_path(word) or word == "-":
            raise no_such_path(word)
        if is_folder(path):
            yield from _tested_below(library_around(path, arguments), path)
            continue
        library_here = library_of(path, arguments)
        if is_file(path) and _is_played(path, library_here, arguments):
            yield _TestedFile(path, library_here, is_played=True)
            continue
        named = (path,) if path.name.endswith(CASES_SUFFIX) else cases_of(path, library_here)
        cases = next(filter(is_file, named), None)
        if cases is None:
            sentence = f"{quoted(word)} has no cases: there is no {quoted(show_path(named[0]))}."
            raise Failure("not-found", sentence, path=named[0])
        yield _TestedFile(cases, library_here)


def _tested_below(library: Library, folder: Path) -> Iterator[_TestedFile]:
    for file in list_files(library):
        row = row_of(file.kind)
        if file.problem is not None or not file.path.is_relative_to(folder):
            continue
        if row.tested is Tested.RUN or (row.tested is Tested.CASES and not _is_shadowed(file.path, library)):
            yield _TestedFile(file.path, library, row.tested is Tested.RUN)


def _is_played(path: Path, library: Library | None, arguments: Arguments) -> bool:
    data = read_file(path, access=access_to(path, library, arguments)).data
    return row_of(kind_of(library, path, data[:HEAD_BYTES])).tested is Tested.RUN


def _is_shadowed(path: Path, library: Library) -> bool:
    """Whether a cases file is that of a default which the user's own cases file replaces."""
    return library.is_default(path) and is_file(library.own_path(path))


def _test_file(
    path: Path, library: Library | None, arguments: Arguments, streams: Streams, warnings: list[str]
) -> Iterator[CaseResult]:
    access = access_to(path, library, arguments)
    content = read_file(path, access=access)
    source = decode(content.data).text
    cases, diagnostics = read_cases(source)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    unusable = _by_entry(errors, cases)
    for (name, _), found_here in unusable.items():
        lines = problem_lines(problems_of(found_here, str(path), LineIndex(source)))
        yield _show(CaseResult(str(path), name, "\n".join(lines)), streams)
    names = {name for name, _ in unusable}
    found = find_for_cases(path, library, arguments)
    streams.warn(found.warnings if found else ())
    edits: list[Edit] = []
    for case in cases.cases:
        if not case.expect or case.name in names:
            continue
        text, difference, lacking = _try(case, found, arguments)
        new = [line for line in lacking if line not in warnings]
        streams.warn(new)
        warnings += new
        result = CaseResult(str(path), case.name, difference)
        if difference is None:
            yield result
            continue
        edit = update_edit(source, case, text) if arguments.update and text is not None else None
        if edit is not None:
            edits.append(edit)
            result = result._replace(updated=True)
        yield _show(result, streams, asked_to_update=arguments.update)
    if edits:
        saying = save_updates(path, content, edits, access)
        said = [f"{show_path(path)}: {warning}" for warning in saying]
        streams.warn(said)
        warnings += said


def _by_entry(errors: Iterable[Diagnostic], cases: CaseFile) -> dict[tuple[str, str], list[Diagnostic]]:
    """Group errors by (case, ""), by ("", entry that is no case), or as ("", "") for the file."""
    starts = [case.span.start for case in cases.cases]
    entries: dict[tuple[str, str], list[Diagnostic]] = {}
    for error in errors:
        at = bisect_right(starts, error.span.start) - 1
        in_case = at >= 0 and cases.cases[at].span.contains(error.span.start)
        entry = error.args.get("field", "").partition(".")[0]
        key = (cases.cases[at].name, "") if in_case else ("", entry if entry.startswith("cases[") else "")
        entries.setdefault(key, []).append(error)
    return entries


def _try(case: Case, found: NamedSource | None, arguments: Arguments) -> _Tried:
    """Try a case on its text."""
    if found is None:
        return _Tried(None, "There is no text beside the cases that they could be tried on.")
    try:
        trial = trial_of_case(case, found, arguments)
        rendered = render_found(found, trial, arguments)
        lacking = (*trust_warnings(trial, found, arguments), *rendered.lacks_trust)
    except Failure as failure:  # about this case's folder alone; the other cases are still tested
        return _Tried(None, failure.sentence)
    if rendered.result is None or rendered.problems:
        return _Tried(None, "\n".join(problem_lines(rendered.problems)), lacking)
    rendering = rendered.result.rendering
    differences = (check_expectation(expectation, rendering) for expectation in case.expect)
    wrong = [difference for difference in differences if difference is not None]
    return _Tried(rendering.text, "\n".join(wrong) if wrong else None, lacking)


def _show(result: CaseResult, streams: Streams, *, asked_to_update: bool = False) -> CaseResult:
    """Print a case that did not pass, before `--update` saves anything; return its result."""
    if streams.is_json:
        return result
    name = f" {quoted(result.case)}" if result.case else ""
    streams.print(f"FAILED {show_path(Path(result.path))}{name}")
    for line in (result.difference or "").split("\n"):
        streams.print(f"  {line}")
    if result.updated:
        streams.print("  → what it expects is updated")
    elif asked_to_update:
        streams.print("  → not updated: only a plain text it expects can be")
    return result
