"""What is offered while a file of any kind is written, and its names changed everywhere they stand."""

from editor_app.analysis.editing.completion import complete_at, completes, files_around
from editor_app.analysis.editing.renaming import (
    RenamedFile,
    SymbolUses,
    rename_symbol,
    symbol_at,
    symbol_uses,
)

__all__ = [
    "RenamedFile",
    "SymbolUses",
    "complete_at",
    "completes",
    "files_around",
    "rename_symbol",
    "symbol_at",
    "symbol_uses",
]
