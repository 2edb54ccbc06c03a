"""The variables that a library's templates can use: those of every library, and its own."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.library.files.errors import FileError
from editor_app.library.files.reading import read_file
from editor_app.library.folders import Library
from editor_app.text import decode
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog
from editor_app.variables.declarations import VARIABLES_NAME, read_variables


def variables_of(library: Library, is_too_much: Callable[[str], bool] | None = None) -> Catalog:
    """Return the catalog of a library's templates; a text of its own that `is_too_much` is not read.

    Its `variables.yaml` is optional; what is wrong in it is reported where it is checked.
    """
    try:
        source = decode(read_file(library.root / VARIABLES_NAME, access=library.access).data).text
    except FileError:
        return TEMPLATE_CATALOG
    if is_too_much is not None and is_too_much(source):
        return TEMPLATE_CATALOG
    return TEMPLATE_CATALOG + read_variables(source)[0]
