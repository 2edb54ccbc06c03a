"""Text of a prompt made a variable, and a variable replaced by its default; a sentence where it cannot be."""

from __future__ import annotations

from editor_app.analysis.analysis import Analysis
from editor_app.prompts.checking.checking import check_prompt, declare_variables
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.insertion import insert_tag
from editor_app.text import Edit, Sentence, Span


def extract_variable(analysis: Analysis, file_name: str, span: Span, name: str) -> tuple[Edit, ...] | str:
    """Return the edits that declare a variable and put its tag in place of a text, its value from then on."""
    why_not = why_not_extracted(analysis, span)
    if why_not:
        return why_not
    declared = declare_variables(check_prompt(analysis.source, file_name), [name])
    if not declared:
        return Sentence("analysis.frontmatter-broken")
    return (*declared, Edit(span, insert_tag(Dialect.BRACES, name)))


def why_not_extracted(analysis: Analysis, span: Span) -> str:
    """Return why a text cannot be made a variable, "" if it can."""
    if not analysis.row.form.declares_variables or analysis.template is None:
        return Sentence("analysis.only-prompts-declare")
    if analysis.frontmatter is not None and span.start < analysis.frontmatter.body.start:
        return Sentence("analysis.select-below")
    if not span.of(analysis.source).strip():
        return Sentence("analysis.select-text")
    if analysis.template.tags_between(span.start, span.end):
        return Sentence("analysis.selection-has-tag")
    return ""


def inline_default(analysis: Analysis, offset: int) -> tuple[Edit, ...] | str:
    """Return the edits that replace the variable at an offset by its default wherever it is inserted."""
    template = analysis.template
    tag = None if template is None else template.tag_at(offset) or template.tag_at(max(offset - 1, 0))
    if template is None or tag is None or tag.kind is not TagKind.INSERT:
        return Sentence("analysis.no-variable-at-caret")
    variable = analysis.variable_names.get(tag.name) if analysis.row.form.declares_variables else None
    if variable is None or variable.default is None:
        return Sentence("analysis.no-default", name=tag.name)
    if "{{" in variable.default:
        return Sentence("analysis.default-is-tag", name=tag.name)
    tags = (one for one in template.tags if one.kind is TagKind.INSERT and one.name == tag.name)
    return tuple(Edit(one.span, variable.default) for one in tags)
