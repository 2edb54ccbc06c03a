"""The catalog of variables that a library's templates can use: those of every library, and its own."""

from __future__ import annotations

from editor_app.analysis.data_files import too_much_data
from editor_app.library import FileError, Library, read_file
from editor_app.text import decode
from editor_app.variables import TEMPLATE_CATALOG, VARIABLES_NAME, Catalog, read_variables


def catalog_of(library: Library | None, *, somebody_waits: bool = False) -> Catalog:
    """Return the variables that a template of this library can use; `check_file` reports problems of its own.

    With `somebody_waits`, a file of very many variables is not read, which `check_file` reports too.
    """
    if library is None:
        return TEMPLATE_CATALOG
    try:
        source = decode(read_file(library.root / VARIABLES_NAME, only_in=library.only_in).data).text
    except FileError:
        return TEMPLATE_CATALOG
    if somebody_waits and too_much_data(source) is not None:
        return TEMPLATE_CATALOG
    return TEMPLATE_CATALOG + read_variables(source)[0]
