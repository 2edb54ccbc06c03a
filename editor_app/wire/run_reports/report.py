"""A run as Markdown: how it was played and ended, its steps, what was sent, and what was expected."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from editor_app.requests.parts import Provider
from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.loop.results import RunResult, compare_strategies
from editor_app.runs.model.records import StepRecord
from editor_app.runs.model.scenario import ContinuePolicy, StepLimit
from editor_app.runs.model.session import StepStatus, Strategy, ToolPart
from editor_app.runs.reading.linked_files import LinkedScenario
from editor_app.text import Sentence, some_of, together
from editor_app.wire.problems import Problem

_MOST_SHOWN: Final = 72
_MOST_TOOLS: Final = 4
_PROVIDERS: Final = {
    Provider.OPENAI: "OpenAI",
    Provider.ANTHROPIC: "Anthropic",
    Provider.GOOGLE: "Google",
}


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """A run and what it was played with; `strategies` are all runs where it was played with each.

    `path` is the scenario’s. Others are shown as named from its folder: the report is the same anywhere.
    """

    path: Path
    linked: LinkedScenario
    result: RunResult
    expectations: Sequence[CheckedExpectation] = ()
    problems: Sequence[Problem] = ()
    strategies: Mapping[Strategy, RunResult] = field(default_factory=dict)


def run_report(run: ReportedRun) -> str:
    """Return the report; the same run gives the same text, and no text of a file becomes markup in it."""
    return "".join(report_lines(run))


def report_lines(run: ReportedRun) -> Iterator[str]:
    """Yield the lines of the report, each with its end, for who must not wait until all of it is written."""
    sections: list[tuple[str, Iterable[str]]] = [
        ("", _head(run)),
        (Sentence("wire.expectations"), _expectations(run.expectations)),
        (Sentence("wire.strategies"), _strategies(run)),
        (Sentence("wire.steps"), _steps(run.result)),
        (Sentence("wire.system-messages"), _system_messages(run.result)),
        (Sentence("wire.hints"), _hints(run.result)),
        (Sentence("wire.refused"), _refused(run.result)),
        (Sentence("wire.problems"), _problems(run)),
    ]
    yield f"# {Sentence('wire.run-of', name=plain(run.path.name))}\n"
    for title, lines in sections:
        for number, line in enumerate(lines):
            if number == 0:
                yield f"\n## {title}\n\n" if title else "\n"
            yield f"{line}\n"


def _head(run: ReportedRun) -> Iterator[str]:
    result = run.result
    steps, sent = len(result.steps), sum(len(step.fired) for step in result.steps)
    ended = Sentence("wire.ended", end=plain(result.end), steps=steps, sent=sent)
    yield together((ended, plain(result.message or "")))
    yield ""
    yield from table((Sentence("wire.setting"), Sentence("wire.value")), _settings(run))


def _settings(run: ReportedRun) -> Iterator[tuple[str, str]]:
    settings, linked = run.result.settings, run.linked
    scenario = linked.scenario
    yield Sentence("wire.strategy"), plain(settings.strategy)
    yield Sentence("wire.provider"), _PROVIDERS.get(settings.provider, plain(settings.provider))
    if settings.model is not None:
        yield Sentence("wire.model"), plain(settings.model)
    if scenario.model.endpoint is not None:
        from editor_app.runs.endpoint.addresses import origin_of

        yield Sentence("wire.endpoint"), plain(origin_of(scenario.model.endpoint))
    yield Sentence("wire.context"), Sentence("wire.context-limit", limit=settings.context_limit or 0)
    yield Sentence("wire.goes-on"), _policy(settings.go_on)
    yield Sentence("wire.step-limit"), _limit(settings.max_steps)
    yield Sentence("wire.delivered"), plain(settings.deliver)
    yield (
        Sentence("wire.tokens"),
        Sentence("wire.estimated")
        if settings.tokenizer is None
        else Sentence("wire.counted", tokenizer=plain(settings.tokenizer)),
    )
    if linked.system_path is not None:
        yield Sentence("wire.system"), plain(_named(linked.system_path, run.path))
    elif isinstance(scenario.system, str):
        yield Sentence("wire.system"), Sentence("wire.in-scenario")
    if linked.chat is not None:
        yield Sentence("wire.chat"), plain(_named(linked.chat.folder, run.path))
    file = linked.triggers_file
    built_in = Sentence("wire.built-in-triggers")
    yield Sentence("wire.triggers"), built_in if file is None else plain(_named(file.path, run.path))


def _policy(policy: ContinuePolicy) -> str:
    if policy.after is None:
        return Sentence("wire.any-call")
    return Sentence("wire.calls-of", count=policy.at_least, tools=[plain(tool) for tool in policy.after])


def _limit(limit: StepLimit) -> str:
    most, per_todo = limit.most or 0, limit.per_todo
    return Sentence("wire.least-steps", least=limit.least, per_todo=per_todo, most=most)


def _expectations(expectations: Iterable[CheckedExpectation]) -> Iterator[str]:
    for expectation in expectations:
        became = "held" if expectation.held else "error" if expectation.is_error else "failed"
        instead = f" ({plain(expectation.message)})" if expectation.message and not expectation.held else ""
        yield f"- {Sentence('wire.became', became=became)}: {plain(expectation.text)}{instead}"


def _strategies(run: ReportedRun) -> Iterator[str]:
    results = run.strategies
    if not results:
        return
    comparison = compare_strategies(results, run.linked.triggers)
    rows = [
        [name(row.trigger), *(plain(row.by_strategy[strategy].words) for strategy in results)]
        for row in comparison
    ]
    rows.append([Sentence("wire.row-ended"), *(plain(result.end) for result in results.values())])
    yield from table((Sentence("wire.trigger"), *(plain(strategy) for strategy in results)), rows)


def _steps(result: RunResult) -> Iterator[str]:
    rows = (_step_row(result.steps[group.start : group.stop]) for group in _groups(result.steps))
    heads = (
        *(Sentence("wire.step"), Sentence("wire.tokens"), Sentence("wire.context")),
        *(Sentence("wire.system-messages"), Sentence("wire.happens")),
    )
    yield from table(heads, rows, numbers=(0, 1, 2))


def _groups(steps: Sequence[StepRecord]) -> Iterator[range]:
    """Yield the steps one by one, but those before which nothing happens as one row."""
    start = 0
    for number in range(1, len(steps) + 1):
        if number == len(steps) or _is_eventful(steps[number]) or _is_eventful(steps[start]):
            yield range(start, number)
            start = number


def _is_eventful(step: StepRecord) -> bool:
    came = step.user is not None or step.is_compacted or step.fired or step.hints
    return bool(came or step.refused or step.notes or step.status is not StepStatus.COMPLETED)


def _step_row(steps: Sequence[StepRecord]) -> tuple[str, ...]:
    first, last = steps[0], steps[-1]
    tokens, percent = last.figures.tokens, last.figures.percent
    return (
        str(first.number) if first is last else f"{first.number}–{last.number}",
        "" if tokens is None else f"{tokens:,}",
        "" if percent is None else f"{percent} %",
        ", ".join(name(firing.trigger) for firing in first.fired),
        "; ".join(_happenings(steps)),
    )


def _happenings(steps: Sequence[StepRecord]) -> Iterator[str]:
    first = steps[0]
    if first.is_compacted:
        yield Sentence("wire.compaction")
    if first.user is not None:
        yield Sentence("wire.user", text=plain(short_line(first.user)))
    if first.hints:
        yield Sentence("wire.hints-of-step", count=len(first.hints))
    refused = dict.fromkeys(provider.provider for provider in first.refused)
    if refused:
        makers = [_PROVIDERS.get(provider, plain(provider)) for provider in refused]
        yield f"**{Sentence('wire.refused-by', makers=makers)}**"
    tools = Counter(part.name for step in steps for part in step.parts if isinstance(part, ToolPart))
    if tools:
        names = some_of([name(short_line(tool)) for tool, _ in tools.most_common()], _MOST_TOOLS)
        yield Sentence("wire.tool-calls", count=tools.total(), names=names)
    elif any(step.has_text for step in steps):
        yield Sentence("wire.text")
    if first.status is not StepStatus.COMPLETED:
        yield f"**{plain(first.status)}**"
    yield from (plain(note) for note in first.notes)


def _system_messages(result: RunResult) -> Iterator[str]:
    blocks: list[list[str]] = []
    for step in result.steps:
        if step.summary is not None:
            head = Sentence("wire.before-step", step=step.number, what=Sentence("wire.summary"))
            blocks.append([f"### {head}", "", *fenced(step.summary)])
        for firing in step.fired:
            head = Sentence("wire.before-step", step=step.number, what=name(firing.trigger))
            facts = Sentence("wire.tag-and-level", tag=name(firing.tag), level=firing.level.value)
            blocks.append([f"### {head}", "", facts, "", *fenced(firing.text)])
    yield from _apart(blocks)


def _hints(result: RunResult) -> Iterator[str]:
    yield from _apart(
        [f"### {_in_step(step, name(hint.trigger))}", "", *fenced(hint.text)]
        for step in result.steps
        for hint in step.hints
    )


def _in_step(step: StepRecord, what: str) -> Sentence:
    return Sentence("wire.in-step", step=step.number, what=what)


def _refused(result: RunResult) -> Iterator[str]:
    for step in result.steps:
        for refusal in step.refused:
            provider = _PROVIDERS.get(refusal.provider, plain(refusal.provider))
            yield f"- {_in_step(step, f'{provider}, {name(refusal.rule)}: {plain(refusal.message)}')}"


def _problems(run: ReportedRun) -> Iterator[str]:
    for problem in run.problems:
        place = _named(Path(problem.file_path), run.path)
        if problem.region is not None:
            start = problem.region.start
            place = f"{place}:{start.line}:{start.column}"
        yield f"- {problem.severity} {name(problem.code)}, {plain(place)}: {plain(problem.message)}"


def _apart(blocks: Iterable[Sequence[str]]) -> Iterator[str]:
    for number, block in enumerate(blocks):
        yield from ([""] if number else [])
        yield from block


def _named(path: Path, scenario: Path) -> str:
    """Return a path as it is named from the folder of the scenario."""
    return Path(os.path.relpath(path, scenario.parent)).as_posix() if path.is_absolute() else path.as_posix()


def short_line(text: str) -> str:
    """Return the beginning of a text on one line."""
    line = " ".join(text[: _MOST_SHOWN * 4].split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"


# Controls but tab and line feed, line separators, bidi marks, the byte order mark, tag characters, and halves
# of surrogate pairs.
_unsafe = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f"
    "\ud800-\udfff]"
)
_markup = re.compile(r"[\\`*_\[\]<>|~&$#^@]")
_begins_block = re.compile(r"(?:[-+=:]|[0-9]{1,9}[.)])").match
_links = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=[Ww]{3})\.")
_is_name = re.compile(r"[A-Za-z0-9_./-]+").fullmatch
_ticks = re.compile("`+")
_LEAST_TICKS: Final = 3


def plain(text: str) -> str:
    """Return a text as one line that renders as it is; white space between words becomes one space."""
    line = " ".join(_shown(text).split())
    escaped = _links.sub(r"\\\g<0>", _markup.sub(r"\\\g<0>", line))
    marker = _begins_block(line)
    if marker is None:
        return escaped
    offset = marker.end() - 1  # the sign itself, behind the digits of a number
    return f"{escaped[:offset]}\\{escaped[offset:]}"


def name(text: str) -> str:
    """Return a name, such as an id, as code; one of other characters than names have, as plain text."""
    return f"`{text}`" if _is_name(text) else plain(text)


def fenced(text: str) -> Iterator[str]:
    """Yield the lines of a text as a block of code, in a fence that the text does not have."""
    shown = _shown(text)
    longest = max((len(run) for run in _ticks.findall(shown)), default=0)
    fence = "`" * max(_LEAST_TICKS, longest + 1)
    yield f"{fence}text"
    yield from shown.removesuffix("\n").split("\n")
    yield fence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> Iterator[str]:
    """Yield the lines of a table of cells in Markdown; the columns in `numbers` are set to the right."""
    right = set(numbers)
    yield _row(heads)
    yield _row("---:" if column in right else "---" for column in range(len(heads)))
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(text: str) -> str:
    """Return a text with the characters escaped that steer a terminal, hide, or turn what is around them."""
    return _unsafe.sub(_escape, text)


def _escape(character: re.Match[str]) -> str:
    code = ord(character[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
