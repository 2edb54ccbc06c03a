"""The template language in both dialects: parser, checks, renderer and source map."""

from editor_app.template.blank_effect import blank_effect
from editor_app.template.checks.malformed_tags import malformed_tag
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.first_change import FirstChange, first_change, sure_characters
from editor_app.template.insertion import insert_tag, literal_edits, wrap_in_condition
from editor_app.template.rendering import Rendering, render, render_plain
from editor_app.template.source_map import Branch, LeftOut, Piece, SourceMap, Why
from editor_app.template.template import Template, parse
from editor_app.template.tree import Condition, Tag

__all__ = [
    "Branch",
    "Condition",
    "Dialect",
    "FirstChange",
    "LeftOut",
    "Piece",
    "Rendering",
    "SourceMap",
    "Tag",
    "TagKind",
    "Template",
    "Why",
    "blank_effect",
    "first_change",
    "insert_tag",
    "literal_edits",
    "malformed_tag",
    "parse",
    "render",
    "render_plain",
    "sure_characters",
    "wrap_in_condition",
]
