"""A prompt, its variables, its source, the result of rendering it, and the error that it raises."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from editor_app.library.folders import Origin
from editor_app.template.rendering import Rendering, render
from editor_app.template.template import Template
from editor_app.text import Diagnostic, LineIndex, MoreProblems, Sentence, Severity, nearest


class PromptErrorType(StrEnum):
    """The categories of errors, by the names that callers rely on."""

    FILE_NOT_FOUND = "FILE_NOT_FOUND"
    PARSE_ERROR = "PARSE_ERROR"
    INVALID_FRONTMATTER = "INVALID_FRONTMATTER"
    MISSING_REQUIRED_FIELD = "MISSING_REQUIRED_FIELD"
    INVALID_VARIABLE = "INVALID_VARIABLE"
    ENCODING_ERROR = "ENCODING_ERROR"
    TEMPLATE_SYNTAX_ERROR = "TEMPLATE_SYNTAX_ERROR"
    MISSING_REQUIRED_VARIABLE = "MISSING_REQUIRED_VARIABLE"


class PromptError(Exception):
    """A prompt that can't be used, or can't be rendered with these values.

    `line` and `column` count from 1; `causes` are the errors behind this one,
    in the order they were met; `diagnostic` is the problem in the text, if it
    is one.
    """

    def __init__(  # noqa: PLR0913  these are the fields of the documented error
        self,
        type: PromptErrorType,  # noqa: A002  callers know it by this name
        message: str,
        file_path: str,
        *,
        field: str | None = None,
        line: int | None = None,
        column: int | None = None,
        suggestions: Iterable[str] = (),
        causes: Iterable[PromptError] = (),
        diagnostic: Diagnostic | None = None,
    ) -> None:
        """Keep the parts that callers may show."""
        super().__init__(message)
        self.type = type
        self.message = message
        self.file_path = file_path
        self.field = field
        self.line = line
        self.column = column
        self.suggestions = tuple(suggestions)
        self.causes = tuple(causes)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line is not None else ""
        return f"{self.file_path}{place}: {self.message}" if self.file_path else self.message

    def __repr__(self) -> str:
        return f"<PromptError {self.type} {self}>"


def error_from(diagnostic: Diagnostic, file_path: str, lines: LineIndex) -> PromptError:
    """Return the error that stands for a problem in the text."""
    code = diagnostic.code
    place = lines.position(diagnostic.span.start)
    return PromptError(
        PromptErrorType(code) if code in set(PromptErrorType) else PromptErrorType.TEMPLATE_SYNTAX_ERROR,
        diagnostic.message,
        file_path,
        field=diagnostic.args.get("field"),
        line=place.line,
        column=place.column,
        suggestions=(fix.title for fix in diagnostic.fixes),
        diagnostic=diagnostic,
    )


def error_count(errors: Iterable[PromptError]) -> int:
    """Return the number of errors, including those that a MoreProblems among them counts."""
    total = 0
    for error in errors:
        counted = error.diagnostic.counted if isinstance(error.diagnostic, MoreProblems) else {}
        total += sum(count for (_, severity), count in counted.items() if severity is Severity.ERROR) or 1
    return total


_LOG = logging.getLogger(__name__)
Values = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class PromptSource:
    """Where a prompt was loaded from.

    `is_fallback`: the default is used because the user's own file is missing
    or invalid; never set for a file that is read by its path.
    """

    type: Origin
    file_path: str
    is_fallback: bool = False


@dataclass(frozen=True, slots=True)
class PromptVariable:
    """A declared variable; `default` is used where no value is given, and only optional ones have it."""

    name: str
    required: bool
    description: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class PromptContext:
    """The values to render with; None is not given. With `verbose` rendering logs what became of which."""

    variables: Values = field(default_factory=dict)
    verbose: bool = False


@dataclass(frozen=True, slots=True)
class PromptRenderResult:
    """A rendered prompt, ready to be sent; `rendering` has the source map."""

    rendered_content: str
    source: PromptSource
    substituted_variables: tuple[str, ...]
    missing_optional_variables: tuple[str, ...]
    max_tokens: int
    rendering: Rendering = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """A valid prompt file. `max_tokens` bounds the reply, never the prompt.

    `loaded_at` is None for the text of an editor.
    """

    name: str
    version: str
    description: str
    max_tokens: int
    variables: tuple[PromptVariable, ...]
    template_content: str
    source: PromptSource
    loaded_at: datetime | None
    template: Template = field(repr=False, compare=False)

    def render(self, values: Values | PromptContext) -> PromptRenderResult:
        """Insert the values; a required variable without one raises PromptError.

        The empty string is a value, None is not one. A value of another type
        raises TypeError.
        """
        context = values if isinstance(values, PromptContext) else PromptContext(values)
        missing = missing_required(self.variables, context.variables)
        if missing:
            raise _missing(missing, context.variables, self.source.file_path)
        rendering = render_with(self.template, self.variables, context.variables)
        without_value = missing_optional(self.variables, context.variables)
        if context.verbose:
            names = (", ".join(of_them) or "none" for of_them in (rendering.inserted, without_value))
            _LOG.info("%s (%s): inserted %s; missing %s", self.name, self.source.file_path, *names)
        return PromptRenderResult(
            rendering.text,
            self.source,
            rendering.inserted,
            without_value,
            self.max_tokens,
            rendering,
        )


def render_with(template: Template, variables: tuple[PromptVariable, ...], values: Values) -> Rendering:
    """Render a body: declared variables without a value are blank, other names stay as written."""
    known: dict[str, str | None] = {variable.name: None for variable in variables}
    known.update((name, value) for name, value in values.items() if value is not None)
    defaults = {variable.name: variable.default for variable in variables if variable.default is not None}
    return render(template, known, defaults=defaults, trim_blank_ends=True)


def missing_required(variables: tuple[PromptVariable, ...], values: Values) -> tuple[str, ...]:
    """Return the required variables that have no value, in the order of their declarations."""
    return tuple(
        variable.name for variable in variables if variable.required and values.get(variable.name) is None
    )


def missing_optional(variables: tuple[PromptVariable, ...], values: Values) -> tuple[str, ...]:
    """Return the optional variables with neither value nor default, in the order of their declarations."""
    return tuple(
        variable.name
        for variable in variables
        if not variable.required and variable.default is None and values.get(variable.name) is None
    )


def _missing(missing: tuple[str, ...], values: Values, file_path: str) -> PromptError:
    names = [f"‘{name}’" for name in missing[:3]]
    if len(missing) > 3:
        names.append(Sentence("prompts.and-more"))
    other_names = [name for name in values if values[name] is not None]
    suggestions = [
        Sentence("prompts.other-name-given", near=near, name=name)
        for name in missing[:3]
        for near in nearest(name, other_names)
    ]
    return PromptError(
        PromptErrorType.MISSING_REQUIRED_VARIABLE,
        Sentence("prompts.required-not-set", count=len(missing), names=names),
        file_path,
        field=missing[0],
        suggestions=suggestions or [Sentence("prompts.give-value", name=missing[0])],
    )
