"""Test vectors of a rendered text: what another renderer of the template language has to give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from editor_app.analysis.model_text import ModelText
from editor_app.prompts.entities import PromptVariable
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import Rendering
from editor_app.variables.catalog import types_of


@dataclass(frozen=True, slots=True)
class Vector:
    """A template, values, and the text they give.

    `declared` are in braces the declared variables, of which those without a value give nothing while other
    names stay as written; in brackets the known types where tags of others stay as written, else None.
    `expected` is None where a required variable has no value.
    """

    name: str
    dialect: Dialect
    template: str
    values: Mapping[str, str]
    declared: tuple[PromptVariable, ...] | tuple[str, ...] | None
    expected: str | None


def vectors_of(name: str, result: ModelText) -> Iterator[Vector]:
    """Yield the vectors of a text rendered for a case or a situation of that name.

    It is one of a template, and of a system message one for each block whose content has tags: what is put
    around the blocks is no matter of the template language.
    """
    if isinstance(result.rendering, Rendering):
        template = result.analysis.template
        assert template is not None
        expected = None if result.missing_required else result.text
        values = {variable: value for variable, value in result.values.items() if value is not None}
        declared: tuple[PromptVariable, ...] | None = ()
        if template.dialect is Dialect.BRACKETS:
            values = {variable: values[variable] for variable in template.names if variable in values}
            declared = None
        elif result.analysis.row.form.declares_variables:
            declared = result.analysis.variables
        yield Vector(name, template.dialect, template.source, values, declared, expected)
        return
    types = tuple(sorted(types_of(result.analysis.catalog)))
    for index, content in result.rendering.contents.items():
        block = result.rendering.blocks[index]
        body = block.body.content
        if content.rendering is None or body is None:
            continue
        in_content = ((variable, result.values.get(variable)) for variable in content.names)
        values = {variable: value for variable, value in in_content if value is not None}
        text = content.rendering.text
        yield Vector(f"{name}: {block.name}", Dialect.BRACKETS, body.text, values, types, text)
