"""The catalog of variables that a library's templates can use: those of every library, and its own."""

from __future__ import annotations

from editor_app.analysis.data_files import too_much_data
from editor_app.library.folders import Library, variables_of
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog


def catalog_of(library: Library | None, *, is_interactive: bool = False) -> Catalog:
    """Return the variables that a template of this library can use; `check_file` reports problems of its own.

    With `is_interactive`, a file of very many variables is not read, which `check_file` reports too.
    """
    if library is None:
        return TEMPLATE_CATALOG
    return variables_of(library, (lambda text: too_much_data(text) is not None) if is_interactive else None)
