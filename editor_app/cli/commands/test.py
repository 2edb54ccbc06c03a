"""`foreword test`: compare what a model gets in each saved case, and each run, with what is expected."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.analysis import FileTest, row_of
from editor_app.analysis.case_outcomes import outcome_of
from editor_app.analysis.trials import cases_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.trial import trial_of_case
from editor_app.cli.paths import existing_path, show_path
from editor_app.cli.rendered import render_found
from editor_app.cli.runs.run_input import load_run_input
from editor_app.cli.runs.scenario_runs import PlayedScenario, play_run_input
from editor_app.cli.sources import (
    access_to,
    find_for_cases,
    library_around,
    library_of,
    open_current_library,
    read_named,
)
from editor_app.cli.streams import Streams, problem_lines
from editor_app.clock import utc_now
from editor_app.library.files.reading import FileContent, quoted, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.files.unsaved_marks import writing_allowed
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.listing import list_files
from editor_app.library.paths import is_file, is_folder, state_dir
from editor_app.prompts.cases.cases import Case, CaseFile, read_cases
from editor_app.prompts.cases.expectation_edits import expectation_edits
from editor_app.prompts.cases.expectations import ExpectationKind
from editor_app.runs.expectations.checking import trigger_coverage
from editor_app.text import Diagnostic, Edit, LineIndex, Sentence, Severity, decode, encode_edited
from editor_app.variables.access import FileAccess
from editor_app.wire.documents import CaseResult, results_document
from editor_app.wire.named_texts import CASES_SUFFIX, NamedSource
from editor_app.wire.problems import problems_of, to_json
from editor_app.wire.runs import coverage_to_json


class _TestedFile(NamedTuple):
    """A file with tests, and its library; `is_played` for a scenario."""

    path: Path
    library: Library | None
    is_played: bool


class _TriedCase(NamedTuple):
    """A case's text, why it fails (None where it passes), and what is blank for lack of trust."""

    text: str | None
    failure: str | None
    lacking: tuple[str, ...] = ()


def run(arguments: Arguments, streams: Streams) -> int:
    """Print each case that fails, and how many do; `--update` saves their texts as the expected ones."""
    results: list[CaseResult] = []
    warnings: list[str] = []
    scenarios = ScenarioTests()
    tested = streams.with_progress(_tested_files(arguments, streams), Sentence("cli.tested", count=0))
    for file in tested:
        if file.is_played:
            case_results = scenarios.test(file.path, arguments, streams, warnings)
            results += [result if result.passed else _show(result, streams) for result in case_results]
        else:
            results += _test_file(file.path, file.library, arguments, streams, warnings)
    if arguments.words and not (results or scenarios.played or scenarios.skipped):
        raise Failure(
            "not-found", Sentence("cli.nothing-to-test", names=[quoted(word) for word in arguments.words])
        )
    coverage = trigger_coverage(
        (str(play.run_input.path), play.run_input.triggers, play.result) for play in scenarios.played
    )
    failed = sum(not result.passed for result in results)
    if arguments.json:
        shown = coverage_to_json(coverage) if scenarios.played else None
        streams.write(to_json(results_document(results, warnings, shown, map(str, scenarios.skipped))))
    else:
        streams.print(Sentence("cli.passed-and-failed", passed=len(results) - failed, failed=failed))
        unfired = [row.trigger for row in coverage if not row.scenarios]
        if unfired:
            scope = "named" if arguments.words else "all"
            streams.print(Sentence("cli.never-fired", scope=scope, triggers=unfired))
        if scenarios.skipped:
            streams.print(Sentence("cli.skipped", paths=[show_path(path) for path in scenarios.skipped]))
    return int(failed > 0)


def _tested_files(arguments: Arguments, streams: Streams) -> Iterator[_TestedFile]:
    if not arguments.words:
        library = open_current_library(arguments, streams)
        yield from _tested_below(library, library.root)
    for word in arguments.words:
        path = existing_path(word)
        if is_folder(path):
            yield from _tested_below(library_around(path, arguments), path)
            continue
        library_here = library_of(path, arguments)
        if is_file(path):
            head = read_named(path, library_here, arguments)[:HEAD_BYTES]
            if row_of(kind_of(library_here, path, head)).tested is FileTest.RUN:
                yield _TestedFile(path, library_here, is_played=True)
                continue
        named = (path,) if path.name.endswith(CASES_SUFFIX) else cases_of(path, library_here)
        cases = next(filter(is_file, named), None)
        if cases is None:
            sentence = Sentence("cli.no-cases", name=quoted(word), cases=quoted(show_path(named[0])))
            raise Failure("not-found", sentence, path=named[0])
        yield _TestedFile(cases, library_here, is_played=False)


def _tested_below(library: Library, folder: Path) -> Iterator[_TestedFile]:
    for file in list_files(library):
        row = row_of(file.kind)
        if file.problem is not None or not file.path.is_relative_to(folder):
            continue
        # Cases of a default are not tried where the user's own cases file replaces them.
        if row.tested is FileTest.RUN or (
            row.tested is FileTest.CASES
            and not (library.is_default(file.path) and is_file(library.own_path(file.path)))
        ):
            yield _TestedFile(file.path, library, is_played=row.tested is FileTest.RUN)


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
    named = find_for_cases(path, library, arguments)
    streams.warn(named.warnings if named else ())
    edits: list[Edit] = []
    for case in cases.cases:
        if not case.expect or case.name in names:
            continue
        tried = _try(case, named, arguments)
        new = [line for line in tried.lacking if line not in warnings]
        streams.warn(new)
        warnings += new
        result = CaseResult(str(path), case.name, tried.failure)
        if result.passed:
            yield result
            continue
        changes = update_edits(source, case, tried.text) if arguments.update else ()
        if changes:
            edits += changes
            result = result._replace(updated=True)
        yield _show(result, streams, asked_to_update=arguments.update)
    if edits:
        saying = save_updates(path, content, edits, access)
        warned = [f"{show_path(path)}: {warning}" for warning in saying]
        streams.warn(warned)
        warnings += warned


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


def _try(case: Case, named: NamedSource | None, arguments: Arguments) -> _TriedCase:
    if named is None:
        return _TriedCase(None, Sentence("cli.no-text-for-cases"))
    try:
        trial, unusable = trial_of_case(case, named, arguments)
        rendered = render_found(named, trial, arguments)
    except Failure as failure:  # about this case's folder alone; the other cases are still tested
        return _TriedCase(None, failure.sentence)
    lacking = (*unusable, *rendered.lacks_trust)
    if rendered.result is None or rendered.problems:
        return _TriedCase(None, "\n".join(problem_lines(rendered.problems)), lacking)
    failures = outcome_of(case, rendered.result).failures
    wrong = [failure for failure in failures if failure is not None]
    return _TriedCase(rendered.result.text, "\n".join(wrong) if wrong else None, lacking)


def _show(result: CaseResult, streams: Streams, *, asked_to_update: bool = False) -> CaseResult:
    """Print a case that did not pass, before `--update` saves anything; return its result."""
    if streams.is_json:
        return result
    name = quoted(result.case) if result.case else ""
    streams.print(Sentence("cli.failed", path=show_path(Path(result.path)), case=name))
    for line in (result.difference or "").split("\n"):
        streams.print(f"  {line}")
    if result.updated:
        streams.print(f"  → {Sentence('cli.updated')}")
    elif asked_to_update:
        streams.print(f"  → {Sentence('cli.not-updated')}")
    return result


def update_edits(source: str, case: Case, text: str | None) -> tuple[Edit, ...]:
    """Return the edits that make a case expect `text`; none where it expects anything but one exact text."""
    if text is None or [expectation.kind for expectation in case.expect] != [ExpectationKind.EQUALS]:
        return ()
    (old,) = case.expect
    ends_line = old.text.endswith("\n") and not text.endswith("\n")
    return expectation_edits(source, case.name, (replace(old, text=f"{text}\n" if ends_line else text),))


def save_updates(
    path: Path, content: FileContent, edits: Iterable[Edit], access: FileAccess | None
) -> tuple[str, ...]:
    """Save a cases file with these edits, keeping its newlines and byte order mark; return warnings.

    `access` is as for `save_file`.
    """
    data = encode_edited(decode(content.data), edits)
    with writing_allowed(state_dir(), path) as unknown:
        saved = save_file(
            path, data, expected=content.stamp, state_dir=state_dir(), now=utc_now(), access=access
        )
    return (*unknown, *saved.warnings)


class ScenarioTests:
    """The results of scenarios, and those that were played, for the coverage of triggers.

    `skipped` are those of an endpoint, which no test asks.
    """

    def __init__(self) -> None:
        """Begin with no scenario."""
        self.played: list[PlayedScenario] = []
        self.skipped: list[Path] = []

    def test(
        self, path: Path, arguments: Arguments, streams: Streams, warnings: list[str]
    ) -> Iterator[CaseResult]:
        """Yield a result for each expectation of a scenario, or the one that it cannot be played.

        What is not among `warnings` yet is said and added.
        """
        try:
            run_input = load_run_input(str(path), arguments, streams)
        except Failure as failure:
            yield CaseResult(str(path), "", failure.sentence)
            return
        new = [warning for warning in run_input.warnings if warning not in warnings]
        streams.warn(new)
        warnings += new
        if run_input.can_play and not run_input.scenario.model.is_scripted:
            self.skipped.append(path)
        errors = [problem for problem in run_input.problems if problem.severity is Severity.ERROR]
        if errors:
            yield CaseResult(str(path), "", "\n".join(problem_lines(errors)))
        if not run_input.can_play or not run_input.scenario.model.is_scripted:
            return
        with streams.with_time(Sentence("cli.playing")):
            played = play_run_input(run_input)
        self.played.append(played)
        refused = played.result.refused(played.result.settings.provider)
        if refused:
            sentences = [
                Sentence("cli.at-step", step=step.number, sentence=sentence) for step, sentence in refused
            ]
            yield CaseResult(str(played.run_input.path), "", "\n".join(sentences))
        for outcome in played.expectations:
            yield CaseResult(str(path), outcome.text, None if outcome.held else outcome.message)
