"""Reading a scenario file: the steps, what they are played with, what is expected, and every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Final, NamedTuple

from editor_app.runs.expectations.forms import Meaning, UnreadableExpectation, read_expectation, trigger_span
from editor_app.runs.model.scenario import (
    ExpectedText,
    FileReference,
    ModelChoice,
    RunSettings,
    Scenario,
    Start,
    Steps,
)
from editor_app.runs.model.session import PROVIDERS, Counting, Deliver, Strategy, Tokenizer
from editor_app.runs.reading.scenario_settings import (
    CONTINUE,
    MAX_STEPS,
    PLAYED_BY,
    START,
    TODOS,
    note_stricter_servers,
)
from editor_app.runs.reading.scenario_steps import RAMP, STEP, read_items
from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.fields.checked_values import CheckedValue, problem
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import (
    Field,
    FieldReader,
    FieldType,
    Table,
    file_fields,
    has_errors,
)
from editor_app.structured.fields.types import (
    FORMAT_FIELD,
    NAME_SCHEMA,
    SPELLED,
    TEXT,
    list_of,
    one_of,
    whole_type,
    word_type,
    words_schema,
)
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, read_as, short_value
from editor_app.structured.scalar_places import scalar_map
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Span, in_file_order

MOST_EXPECTED: Final = 1000
_MOST_UNREAD: Final = 500  # characters shown of what is no line of text
NOWHERE: Final = Span(0, 0)
_PUT_STEPS_ELSEWHERE: Final = Sentence("runs.steps-elsewhere")


class ReadableExpectation(NamedTuple):
    """An expectation as it is written, its place, what it means, and where the id of its trigger stands."""

    text: str
    span: Span
    meaning: Meaning
    trigger_span: Span | None = None


@dataclass(frozen=True, slots=True)
class ScenarioReading:
    """What a scenario file says, and all its problems.

    With `steps_file`, the steps are in that file, and `scenario` has none yet. `expected` are the
    expectations that could be read. `can_play` says that no error keeps the scenario from being played:
    those in expectations do not. `steps_span` is where the steps stand.
    """

    scenario: Scenario = field(default_factory=Scenario)
    steps_file: FileReference | None = None
    expected: tuple[ReadableExpectation, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    can_play: bool = False
    is_newer: bool = False
    steps_span: Span = NOWHERE


def read_scenario(source: str, syntax: Syntax) -> ScenarioReading:
    """Read a scenario file; any text gives a reading, and no other file is looked at."""
    problems: list[Diagnostic] = []
    fields = file_fields(source, syntax, Sentence("structured.format-and-list", key="steps"), problems)
    if fields is None:
        if len(source) > MOST_CHARACTERS:
            problems = [
                replace(problem, message=f"{problem.message} {_PUT_STEPS_ELSEWHERE}") for problem in problems
            ]
        return ScenarioReading(diagnostics=in_file_order(problems))
    if fields.is_newer():
        return ScenarioReading(diagnostics=in_file_order(problems), is_newer=True)
    values = fields.read(SCENARIO)
    steps_file, steps = values["steps"]
    model, start = values["model"], values["start"]
    note_stricter_servers(fields, model, values["deliver"])
    if steps_file is None and values["chat"] is None:
        check_first_step(fields, steps)
    can_play = not has_errors(problems)
    expected = tuple(values["expect"])  # read only here: what is wrong in it keeps nothing from being played
    scenario = Scenario(
        steps=steps,
        settings=_settings(values),
        system=values["system"],
        chat=values["chat"],
        triggers=values["triggers"],
        model=model,
        start=replace(start, measures=replace(start.measures, todos=values["todos"] or None)),
        expect=tuple(
            ExpectedText(expectation.text, expectation.span) for expectation in expected
        ),  # none is passed over
    )
    return ScenarioReading(
        scenario,
        steps_file,
        tuple(expectation for expectation in expected if isinstance(expectation, ReadableExpectation)),
        in_file_order(problems),
        can_play,
        steps_span=fields.value_span("steps"),
    )


def _settings(values: Mapping[str, Any]) -> RunSettings:
    return RunSettings(
        strategy=values["strategy"],
        go_on=values["continue"],
        max_steps=values["max_steps"],
        count=values["count"],
        tokenizer=values["tokenizer"],
        deliver=values["deliver"],
        hints_every=values["hints_every"],
        provider=values["provider"],
        context_limit=values["context_limit"],
        model=values["model"].name,
    )


def check_first_step(fields: FieldReader, steps: Steps) -> None:
    """Report that no user message begins the run; steps of which none could be read are reported already."""
    if not steps.items or steps.items[0].user is not None:
        return
    span = steps.items[0].origin or fields.value_span("steps")
    first = Span(span.start, min(span.end, span.start + len(span.of(fields.text.source).partition("\n")[0])))
    fields.problems.append(problem("no-user-message", first, "steps[0].user", NO_USER_MESSAGE))


def _reference(fields: FieldReader, part: CheckedValue) -> FileReference | None:
    """Return the path that a value is."""
    path = fields.name(part, Sentence("runs.path-of-file"))
    if path is None:
        return None
    if "\0" in path or "\n" in path:
        fields.problems.append(part.problem("invalid-path", Sentence("runs.impossible-path", name=part.name)))
        return None
    if PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive or path.startswith("~"):
        message = Sentence("runs.path-from-elsewhere", name=part.name, path=short_value(path))
        fields.problems.append(part.problem("invalid-path", message))
        return None
    return FileReference(path, part.span)


def _system(fields: FieldReader, part: CheckedValue) -> FileReference | str | None:
    inner = fields.inner(part)
    if inner is None:
        return _reference(fields, part)
    text: str | None = inner.read(SYSTEM)["text"]
    return text


def _steps(fields: FieldReader, part: CheckedValue) -> tuple[FileReference | None, Steps]:
    inner = fields.inner(part)
    if inner is not None and "file" in inner.parts:
        return inner.read(STEPS_FILE)["file"], Steps()
    if part.is_null:
        fields.problems.append(problem("no-steps", fields.span("steps"), part.path, _NO_STEPS))
    elif isinstance(part.node, SequenceNode) and not part.node.items:
        fields.problems.append(problem("no-steps", part.span, part.path, _NO_STEPS))
    return None, Steps(tuple(read_items(fields, part)))


def _expected(fields: FieldReader, part: CheckedValue) -> Iterator[ReadableExpectation | ExpectedText]:
    """Yield the expectations; one that cannot be read is a problem, and its text alone."""
    for item in fields.items(part, Sentence("runs.list-of-expectations"), MOST_EXPECTED):
        sentence = _sentence(fields, item)
        if sentence is None:
            words = item.span.of(fields.text.source)[:_MOST_UNREAD].split()
            yield ExpectedText(" ".join(words), item.span)
            continue
        text, place_of = sentence
        meaning = read_expectation(text)
        if not isinstance(meaning, UnreadableExpectation):
            trigger = trigger_span(text, meaning)
            yield ReadableExpectation(
                text, item.span, meaning, None if trigger is None else place_of(trigger)
            )
            continue
        span = place_of(meaning.span)
        fixes: tuple[Fix, ...] = ()
        if meaning.better is not None and span.of(fields.text.source) == meaning.span.of(text):
            fixes = (
                Fix(
                    Sentence("structured.change-to", value=f"‘{meaning.better}’"),
                    (Edit(span, meaning.better),),
                ),
            )
        fields.problems.append(problem("invalid-expectation", span, item.path, meaning.message, fixes))
        yield ExpectedText(text, item.span)


def _sentence(fields: FieldReader, item: CheckedValue) -> tuple[str, Callable[[Span], Span]] | None:
    """Return an expectation as one line, and where a part of it stands in the file.

    What YAML reads as a mapping of one key, as ‘present after compaction: ID’, is the line that it is.
    """
    source, node = fields.text.source, item.node
    if isinstance(node, ScalarNode):
        if node.value is None:
            fields.problems.append(
                problem("invalid-expectation", item.span, item.path, Sentence("runs.expectation-blank"))
            )
            return None
        places = scalar_map(source, node)
        return node.value, places.source_span if places.is_exact else lambda _: item.span
    if isinstance(node, MappingNode) and len(node.entries) == 1 and not node.merged and not node.flow:
        value = node.entries[0][1]
        line = node.span.of(source)
        if isinstance(value, ScalarNode) and "\n" not in line:
            return line, lambda span: span.shifted(node.span.start)
    message = Sentence("runs.expectation-is", path=item.path, reading=read_as(node))
    fields.problems.append(problem("wrong-type", item.span, item.path, message))
    return None


NO_USER_MESSAGE: Final = Sentence("runs.no-user-message")
_NO_STEPS: Final = Sentence("runs.no-steps")


_DEFAULTS: Final = RunSettings()
_EXPECTED: Final = list_of(
    one_of(
        NAME_SCHEMA,
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": TEXT.schema,
        },
    )
)
_PATH_SCHEMA: Final = {
    "type": SPELLED,
    "pattern": r"^(?![/~])(?![A-Za-z]:)[^\n\u0000]*\S[^\n\u0000]*$",
}
_PATH: Final = FieldType(_reference, _PATH_SCHEMA)
SYSTEM: Final = Table(
    Sentence("runs.subject-a-system-text"), (Field("text", Sentence("runs.the-system-text"), TEXT, ""),)
)
STEPS_FILE: Final = Table(
    "‘steps’",
    (
        Field(
            "file",
            Sentence("runs.field-steps-file"),
            _PATH,
            "",
            more=Sentence("runs.field-steps-file-more"),
        ),
    ),
)
SCENARIO: Final = Table(
    Sentence("runs.subject-a-scenario"),
    (
        FORMAT_FIELD,
        Field(
            "system",
            Sentence("runs.field-system"),
            FieldType(_system, one_of(_PATH_SCHEMA, SYSTEM)),
            more=Sentence("runs.field-system-more"),
        ),
        Field("chat", Sentence("runs.field-chat"), _PATH),
        Field(
            "model",
            Sentence("runs.field-model"),
            PLAYED_BY,
            default=ModelChoice(),
        ),
        Field(
            "provider",
            Sentence("runs.field-provider"),
            FieldType(
                lambda at, part: at.word(part, PROVIDERS, Sentence("runs.a-provider")),
                words_schema(PROVIDERS),
                dict.fromkeys(map(str, PROVIDERS), ""),
            ),
            default=_DEFAULTS.provider,
        ),
        Field("triggers", Sentence("runs.field-triggers"), _PATH),
        Field("context_limit", Sentence("runs.field-context-limit"), whole_type(Range(1, 1_000_000_000))),
        Field(
            "max_steps",
            Sentence("runs.field-max-steps"),
            MAX_STEPS,
            default=_DEFAULTS.max_steps,
            more=Sentence("runs.field-max-steps-more"),
        ),
        Field(
            "strategy",
            Sentence("runs.field-strategy"),
            word_type(Strategy, Sentence("runs.a-strategy")),
            default=_DEFAULTS.strategy,
        ),
        Field(
            "continue",
            Sentence("runs.field-continue"),
            CONTINUE,
            default=_DEFAULTS.go_on,
        ),
        Field(
            "count",
            Sentence("runs.field-count"),
            word_type(Counting, Sentence("runs.a-way-of-counting")),
            default=_DEFAULTS.count,
        ),
        Field(
            "tokenizer",
            Sentence("runs.field-tokenizer"),
            word_type(Tokenizer, Sentence("runs.a-tokenizer")),
        ),
        Field(
            "deliver",
            Sentence("runs.field-deliver"),
            word_type(Deliver, Sentence("runs.a-way-to-deliver")),
            default=_DEFAULTS.deliver,
        ),
        Field(
            "hints_every",
            Sentence("runs.field-hints-every"),
            whole_type(Range(1, 10_000)),
            default=_DEFAULTS.hints_every,
        ),
        Field("todos", Sentence("runs.field-todos"), TODOS),
        Field("start", Sentence("runs.field-start"), START, default=Start()),
        Field(
            "steps",
            Sentence("runs.field-steps"),
            FieldType(_steps, one_of(list_of(one_of(STEP, RAMP), minItems=1), STEPS_FILE)),
            "",
            (None, Steps()),
        ),
        Field("expect", Sentence("runs.field-expect"), FieldType(_expected, _EXPECTED), default=()),
    ),
)
