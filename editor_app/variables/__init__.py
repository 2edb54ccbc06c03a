"""The variables of templates: which there are, and what their values are now."""

from editor_app.variables.access import FileAccess, Refusal, end_of
from editor_app.variables.catalog import (
    LITERAL,
    TEMPLATE_CATALOG,
    Catalog,
    CatalogEntry,
    Volatility,
    entry_for,
)
from editor_app.variables.checks import check_catalog
from editor_app.variables.declarations import VARIABLES_NAME, read_variables
from editor_app.variables.declaring import EMPTY_LIST, TO_DESCRIBE, declare_variable_edits
from editor_app.variables.files import FileText, file_reader
from editor_app.variables.git import git_runner, trusted_search_path
from editor_app.variables.notes import (
    FAILED_CAUSES,
    LACKING_CAUSES,
    UNKNOWN_EXISTENCE,
    Cause,
    Note,
    short_name,
)
from editor_app.variables.resolver import Context, Snapshot, Sources, read_once, real_sources, resolve
from editor_app.variables.secrets import may_hold_secrets
from editor_app.variables.stability import Break, Rebuilt, Stability, how_stable

__all__ = [
    "EMPTY_LIST",
    "FAILED_CAUSES",
    "LACKING_CAUSES",
    "LITERAL",
    "TEMPLATE_CATALOG",
    "TO_DESCRIBE",
    "UNKNOWN_EXISTENCE",
    "VARIABLES_NAME",
    "Break",
    "Catalog",
    "CatalogEntry",
    "Cause",
    "Context",
    "FileAccess",
    "FileText",
    "Note",
    "Rebuilt",
    "Refusal",
    "Snapshot",
    "Sources",
    "Stability",
    "Volatility",
    "check_catalog",
    "declare_variable_edits",
    "end_of",
    "entry_for",
    "file_reader",
    "git_runner",
    "how_stable",
    "may_hold_secrets",
    "read_once",
    "read_variables",
    "real_sources",
    "resolve",
    "short_name",
    "trusted_search_path",
]
