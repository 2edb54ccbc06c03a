"""Prompt files: checking, loading by name, rendering, and cases (saved values with expectations)."""

from editor_app.library.folders import Origin
from editor_app.prompts.cases.case_edits import case_edits, rename_value
from editor_app.prompts.cases.cases import Case, CaseFile, cases_path, read_cases
from editor_app.prompts.cases.expectations import (
    Expectation,
    ExpectationKind,
    RenderedText,
    check_expectation,
)
from editor_app.prompts.checking.checking import DocumentCheck, PromptCheck, check_document, check_prompt
from editor_app.prompts.checking.variable_edits import declare_variables, rename_variable
from editor_app.prompts.context import ContextCheck, check_context
from editor_app.prompts.copies import customize, reset
from editor_app.prompts.entities import (
    PromptContext,
    PromptRenderResult,
    PromptSource,
    PromptVariable,
    SystemPrompt,
    missing_optional,
    missing_required,
    render_with,
)
from editor_app.prompts.errors import PromptError, PromptErrorType, error_count, error_from
from editor_app.prompts.loading import LoadedPrompt, Status, Tried, default_used, load_prompt
from editor_app.prompts.metadata import metadata_words, plain_metadata
from editor_app.prompts.names import (
    PROMPT_SUFFIX,
    has_prompt_name,
    is_name,
    prompt_files,
    prompt_names,
    prompt_path,
)
from editor_app.prompts.new_prompt import NewPrompt, new_prompt_source
from editor_app.prompts.reading import encoding_error, read_prompt
from editor_app.prompts.registry import PromptRegistry
from editor_app.prompts.renaming import name_edit, name_edit_for, rename_with_companions

__all__ = [
    "PROMPT_SUFFIX",
    "Case",
    "CaseFile",
    "ContextCheck",
    "DocumentCheck",
    "Expectation",
    "ExpectationKind",
    "LoadedPrompt",
    "NewPrompt",
    "Origin",
    "PromptCheck",
    "PromptContext",
    "PromptError",
    "PromptErrorType",
    "PromptRegistry",
    "PromptRenderResult",
    "PromptSource",
    "PromptVariable",
    "RenderedText",
    "Status",
    "SystemPrompt",
    "Tried",
    "case_edits",
    "cases_path",
    "check_context",
    "check_document",
    "check_expectation",
    "check_prompt",
    "customize",
    "declare_variables",
    "default_used",
    "encoding_error",
    "error_count",
    "error_from",
    "has_prompt_name",
    "is_name",
    "load_prompt",
    "metadata_words",
    "missing_optional",
    "missing_required",
    "name_edit",
    "name_edit_for",
    "new_prompt_source",
    "plain_metadata",
    "prompt_files",
    "prompt_names",
    "prompt_path",
    "read_cases",
    "read_prompt",
    "rename_value",
    "rename_variable",
    "rename_with_companions",
    "render_with",
    "reset",
]
