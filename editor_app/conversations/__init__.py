"""The system prompts of conversations: constructed once, read back, and rebuilt at a compaction.

The service, which needs SQLite, is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from editor_app.conversations.errors import (
    BadRequestError,
    BusyStoreError,
    ConversationError,
    LibraryGoneError,
    NeedsFolderError,
    NeverConstructedError,
    NewerStoreError,
    NoLibraryError,
    StillThereError,
    StoreError,
    TextError,
    needs_folder,
    never_constructed,
    nothing_deleted,
)
from editor_app.conversations.results import (
    Adoption,
    BlankTag,
    Change,
    ChangeCause,
    Compaction,
    Comparison,
    Construction,
    ConversationEntry,
    ConversationPage,
    ElsewhereLibrary,
    Reason,
    TemplateOrigin,
    WouldGet,
)

if TYPE_CHECKING:
    from editor_app.conversations.building import Permissions
    from editor_app.conversations.moved_libraries import is_gone
    from editor_app.conversations.service import ConversationService, Setup, open_service
    from editor_app.conversations.stored_runs import RunStore, open_runs

__all__ = [
    "Adoption",
    "BadRequestError",
    "BlankTag",
    "BusyStoreError",
    "Change",
    "ChangeCause",
    "Compaction",
    "Comparison",
    "Construction",
    "ConversationEntry",
    "ConversationError",
    "ConversationPage",
    "ConversationService",
    "ElsewhereLibrary",
    "LibraryGoneError",
    "NeedsFolderError",
    "NeverConstructedError",
    "NewerStoreError",
    "NoLibraryError",
    "Permissions",
    "Reason",
    "RunStore",
    "Setup",
    "StillThereError",
    "StoreError",
    "TemplateOrigin",
    "TextError",
    "WouldGet",
    "is_gone",
    "needs_folder",
    "never_constructed",
    "nothing_deleted",
    "open_runs",
    "open_service",
]

_NAMES_IN = {
    "building": ("Permissions",),
    "moved_libraries": ("is_gone",),
    "service": ("ConversationService", "Setup", "open_service"),
    "stored_runs": ("RunStore", "open_runs"),
}
_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value
