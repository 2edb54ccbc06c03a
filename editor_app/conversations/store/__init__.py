"""The SQLite database of all conversations."""

from editor_app.conversations.store.builds import StoredBuild
from editor_app.conversations.store.database import Database

__all__ = ["Database", "StoredBuild"]
