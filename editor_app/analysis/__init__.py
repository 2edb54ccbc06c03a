"""Analysis of texts: the tree, the problems, and the text that a model gets."""

from importlib import import_module
from typing import TYPE_CHECKING

from editor_app.analysis.analysis import (
    Analysis,
    analyse,
    encoding_problem,
    read_document,
    with_encoding_problem,
)
from editor_app.analysis.explanation import Explanation, condition_in_words, explain_at
from editor_app.analysis.kinds import KindRow, all_played_kinds, row_of
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import (
    CheckedFile,
    access_of_links,
    check_file,
    check_folder,
    check_settings,
    files_to_check,
    linked_problems,
    names_others,
    with_name_problems,
)
from editor_app.analysis.library_facts.index import (
    BUILT_IN,
    INVALID,
    LibraryChat,
    LibraryIndex,
    NamedText,
    first_message,
    index_files,
    index_in_steps,
    index_library,
    load_named,
)
from editor_app.analysis.model_text import Blank, BlockNotSent, LeftOutPart, ModelText
from editor_app.analysis.outline import OutlineItem
from editor_app.analysis.rendering import render
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.analysis.trials import Trial, cases_of, resolve_for, workspace_of
from editor_app.text.tokens import TokenCount, count_tokens

if TYPE_CHECKING:
    from editor_app.analysis.assembled_text import AssembledText, LeftOutBlock
    from editor_app.analysis.message_memory import SystemMessageMemory
    from editor_app.analysis.pasted_tags import PastedTags, tags_without_effect
    from editor_app.analysis.rendered_file import RenderedFile, render_file

__all__ = [
    "BUILT_IN",
    "INVALID",
    "Analysis",
    "AssembledText",
    "Blank",
    "BlockNotSent",
    "CheckedFile",
    "Explanation",
    "KindRow",
    "LeftOutBlock",
    "LeftOutPart",
    "LibraryChat",
    "LibraryIndex",
    "ModelText",
    "NamedText",
    "OutlineItem",
    "PastedTags",
    "RenderedFile",
    "SystemMessageMemory",
    "TokenCount",
    "Trial",
    "access_of_links",
    "all_played_kinds",
    "analyse",
    "cases_of",
    "catalog_of",
    "check_file",
    "check_folder",
    "check_settings",
    "condition_in_words",
    "count_tokens",
    "encoding_problem",
    "explain_at",
    "files_to_check",
    "first_message",
    "index_files",
    "index_in_steps",
    "index_library",
    "linked_problems",
    "load_named",
    "names_others",
    "read_document",
    "render",
    "render_file",
    "resolve_for",
    "row_of",
    "tags_without_effect",
    "too_many_tags",
    "with_encoding_problem",
    "with_name_problems",
    "workspace_of",
]

_MODULE_OF = {
    "AssembledText": "assembled_text",
    "LeftOutBlock": "assembled_text",
    "SystemMessageMemory": "message_memory",
    "PastedTags": "pasted_tags",
    "RenderedFile": "rendered_file",
    "render_file": "rendered_file",
    "tags_without_effect": "pasted_tags",
}


def __getattr__(name: str) -> object:
    """Import a name that not every start needs when it is first used."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value
