"""The one door between a text and what every face shows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from editor_app.analysis.outline import OutlineItem, outline_of
from editor_app.library import Kind
from editor_app.prompts import PromptVariable, SystemPrompt, check_document, check_prompt, read_cases
from editor_app.template import Dialect, Template, parse
from editor_app.text import Diagnostic, LineIndex, in_file_order
from editor_app.text.frontmatter import Frontmatter
from editor_app.text.hidden import hidden_characters
from editor_app.variables import TEMPLATE_CATALOG, Catalog, check_catalog


@dataclass(frozen=True)
class Analysis:
    """What is known of one revision of a text.

    `template` is None for kinds that are no template. `variables` are the
    declared ones; a document declares none, so there they are those it uses.
    `prompt` is None unless the text is a valid prompt file.
    """

    revision: int
    source: str
    kind: Kind
    catalog: Catalog
    template: Template | None = None
    frontmatter: Frontmatter | None = None
    variables: tuple[PromptVariable, ...] = ()
    prompt: SystemPrompt | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def dialect(self) -> Dialect | None:
        """The template language of the text, None where it has none."""
        return self.template.dialect if self.template is not None else None

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of the source."""
        return LineIndex(self.source)

    @cached_property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The frontmatter, conditions and variables in order, each with its depth."""
        return outline_of(self.frontmatter, self.template)

    @cached_property
    def variable_names(self) -> Mapping[str, PromptVariable]:
        """Name → variable."""
        return {variable.name: variable for variable in self.variables}


def analyse(
    source: str, kind: Kind, file_name: str, *, catalog: Catalog = TEMPLATE_CATALOG, revision: int = 0
) -> Analysis:
    """Read a text as its kind says; any text gives an analysis.

    `file_name` is the file's own name, which a prompt's `name` has to match.
    """
    read = _READERS.get(kind, _read_other)
    analysis = read(source, file_name, catalog, revision)
    hidden = hidden_characters(source)
    if not hidden:
        return analysis
    return replace(analysis, diagnostics=in_file_order([*analysis.diagnostics, *hidden]))


def _read_prompt(source: str, file_name: str, catalog: Catalog, revision: int) -> Analysis:
    check = check_prompt(source, file_name)
    return Analysis(
        revision,
        source,
        Kind.PROMPT,
        catalog,
        check.template,
        check.frontmatter,
        check.variables,
        check.prompt,
        check.diagnostics,
    )


def _read_document(source: str, _file_name: str, catalog: Catalog, revision: int) -> Analysis:
    check = check_document(source)
    used = tuple(PromptVariable(name, required=False, description="") for name in check.template.names)
    return Analysis(
        revision,
        source,
        Kind.DOCUMENT,
        catalog,
        check.template,
        check.frontmatter,
        used,
        None,
        check.diagnostics,
    )


def _read_template(source: str, _file_name: str, catalog: Catalog, revision: int) -> Analysis:
    template = parse(source, Dialect.BRACKETS)
    diagnostics = in_file_order([*template.diagnostics, *check_catalog(template, catalog)])
    return Analysis(revision, source, Kind.TEMPLATE, catalog, template, diagnostics=diagnostics)


def _read_cases(source: str, _file_name: str, catalog: Catalog, revision: int) -> Analysis:
    _, diagnostics = read_cases(source)
    return Analysis(revision, source, Kind.CASES, catalog, diagnostics=diagnostics)


def _read_other(source: str, file_name: str, catalog: Catalog, revision: int) -> Analysis:
    del file_name
    return Analysis(revision, source, Kind.OTHER, catalog)


_Reader = Callable[[str, str, Catalog, int], Analysis]
_READERS: Mapping[Kind, _Reader] = {
    Kind.PROMPT: _read_prompt,
    Kind.DOCUMENT: _read_document,
    Kind.TEMPLATE: _read_template,
    Kind.CASES: _read_cases,
}
