"""Checking the text of a prompt file or a document, which need not be saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from editor_app.library.folders import Origin
from editor_app.prompts.checking.declarations import check_usage, declare, rename_uses, rename_variable_edits
from editor_app.prompts.checking.fields import invalid
from editor_app.prompts.checking.head import Head, read_prompt_head
from editor_app.prompts.entities import PromptSource, PromptVariable, SystemPrompt
from editor_app.prompts.metadata import metadata_problems, unclosed_metadata
from editor_app.template.dialect import Dialect
from editor_app.template.template import Template, parse
from editor_app.text import (
    Diagnostic,
    Edit,
    MoreProblems,
    Sentence,
    Severity,
    Span,
    in_file_order,
    line_end,
    line_start,
    more_problems,
)
from editor_app.text.frontmatter import Frontmatter, split_frontmatter

STRUCTURE_CODES = frozenset(
    {"unclosed-condition", "stray-else", "second-else", "stray-close", "mismatched-close"}
)


@dataclass(frozen=True)
class PromptCheck:
    """The checked text of a prompt file: frontmatter, template, variables and problems.

    `variables` are read as far as possible, from a broken frontmatter too.
    """

    source: str = field(repr=False)
    file_name: str
    head: Head = field(repr=False)
    template: Template = field(repr=False)

    @cached_property
    def variables(self) -> tuple[PromptVariable, ...]:
        """The declared variables, in the order of the file."""
        return tuple(declared.variable for declared in self.head.declared)

    @cached_property
    def declarations(self) -> dict[str, Span]:
        """Variable → the span of its name in the frontmatter."""
        return {declared.variable.name: declared.name.span for declared in self.head.declared}

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every problem, in file order; where the frontmatter can't be read, without other errors."""
        problems = [
            _with_severity(problem, lambda code, own: Severity.ERROR if code in STRUCTURE_CODES else own)
            for problem in self.template.diagnostics
        ]
        problems += check_usage(self.source, self.head, self.template.uses)
        frontmatter = self.head.frontmatter
        if not self.template.source and frontmatter is not None and frontmatter.closed:
            start = frontmatter.closing.start
            message = Sentence("prompts.prompt-is-missing")
            problems.append(invalid(Span(start, start + 3), "templateContent", message))
        if self.head.alone:
            problems = list(filter(None, map(_without_errors, problems)))
        return in_file_order([*self.head.diagnostics, *problems])

    @cached_property
    def prompt(self) -> SystemPrompt | None:
        """The prompt, as a user's one without a loading time; None where an error makes it unusable."""
        return to_prompt(self, PromptSource(Origin.USER, self.file_name), None)


@dataclass(frozen=True)
class DocumentCheck:
    """The checked text of a document: its frontmatter, YAML or TOML without required keys, and template."""

    source: str = field(repr=False)
    frontmatter: Frontmatter | None
    template: Template = field(repr=False)

    @cached_property
    def variables(self) -> tuple[PromptVariable, ...]:
        """The names that tags use, as optional variables."""
        return tuple(PromptVariable(name, False, "") for name in self.template.names)  # noqa: FBT003  a field

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every problem, in file order; with another tool's tags in the text, all but errors are notes."""
        # A malformed tag may be an example in a document.
        problems = [
            _with_severity(
                problem, lambda code, own: Severity.INFORMATION if code == "malformed-tag" else own
            )
            for problem in self.template.diagnostics
        ]
        codes = {problem.code for problem in problems}
        for problem in problems:
            if isinstance(problem, MoreProblems):
                codes.update(code for code, _ in problem.counted)
        if "foreign-tag" in codes:
            problems = [_as_information(problem) for problem in problems]
        if self.frontmatter is not None:
            problems += metadata_problems(self.source[: self.frontmatter.closing.end])
        else:
            problems += unclosed_metadata(self.source)
        return in_file_order(problems)


def check_prompt(source: str, file_name: str) -> PromptCheck:
    """Check the text of a prompt file; `file_name` is its name, "" where it has none yet."""
    name = file_name.replace("\\", "/").rpartition("/")[2]
    head = read_prompt_head(source, name)
    body = head.frontmatter.body if head.frontmatter is not None else Span(0, len(source))
    return PromptCheck(source, name, head, _parse_body(source, body))


def check_document(source: str) -> DocumentCheck:
    """Check the text of a Markdown document; the template below any frontmatter is in braces."""
    frontmatter = split_frontmatter(source)
    if frontmatter is not None and not frontmatter.closed:
        frontmatter = None  # the `---` is a thematic break
    body = frontmatter.body if frontmatter is not None else Span(0, len(source))
    return DocumentCheck(source, frontmatter, _parse_body(source, body))


def to_prompt(check: PromptCheck, source: PromptSource, loaded_at: datetime | None) -> SystemPrompt | None:
    """Return the prompt that was checked, or None where an error makes it unusable."""
    head = check.head
    if any(diagnostic.severity is Severity.ERROR for diagnostic in check.diagnostics):
        return None
    name, version, description, max_tokens = head.values
    if name is None or version is None or description is None or max_tokens is None:
        return None
    return SystemPrompt(
        name,
        version,
        description,
        max_tokens,
        check.variables,
        check.template.source,
        source,
        loaded_at,
        check.template,
    )


def content_span(source: str, body: Span) -> Span:
    """Return the span of a body without the blank lines at its ends."""
    text = body.of(source)
    lead = len(text) - len(text.lstrip(_BLANK))
    if lead == len(text):
        return Span(body.start, body.start)
    return Span(line_start(text, lead), line_end(text, len(text.rstrip(_BLANK)))).shifted(body.start)


_BLANK = " \t\n"


def _parse_body(source: str, body: Span) -> Template:
    content = content_span(source, body)
    return parse(content.of(source), Dialect.BRACES, offset=content.start)


def _with_severity(diagnostic: Diagnostic, severity_of: Callable[[str, Severity], Severity]) -> Diagnostic:
    """Return a problem with the severity that `severity_of` gives it."""
    if isinstance(diagnostic, MoreProblems):
        return diagnostic.with_severities(severity_of)
    severity = severity_of(diagnostic.code, diagnostic.severity)
    return diagnostic if severity is diagnostic.severity else replace(diagnostic, severity=severity)


def _without_errors(diagnostic: Diagnostic) -> Diagnostic | None:
    if isinstance(diagnostic, MoreProblems):
        counted = {key: count for key, count in diagnostic.counted.items() if key[1] is not Severity.ERROR}
        return more_problems(diagnostic.span, counted) if counted else None
    return None if diagnostic.severity is Severity.ERROR else diagnostic


def _as_information(diagnostic: Diagnostic) -> Diagnostic:
    """Return a problem in a document with another tool's tags: errors unchanged, others as information.

    These have no fix: what is wrong here may be right for the tool that reads the file.
    """
    if isinstance(diagnostic, MoreProblems):
        return diagnostic.with_severities(
            lambda _code, severity: severity if severity is Severity.ERROR else Severity.INFORMATION
        )
    if diagnostic.severity is Severity.ERROR:
        return diagnostic
    return replace(diagnostic, severity=Severity.INFORMATION, fixes=())


def declare_variables(check: PromptCheck, names: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edits that declare those of `names` that are not yet declared, in one step.

    Empty where the frontmatter is too broken to add to.
    """
    new = [name for name in dict.fromkeys(names) if name not in check.declarations]
    return declare(check.source, check.head, new)


def rename_variable(check: PromptCheck, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that rename a variable everywhere in its prompt: the declaration and every use."""
    for declared in check.head.declared:
        if declared.variable.name == old:
            return rename_variable_edits(declared, check.template.uses, new)
    return rename_uses(check.template.uses, old, new)
