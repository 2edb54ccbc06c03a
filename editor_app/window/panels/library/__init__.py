"""The library panel: the files of a library by kind, with their origin and problem counts."""

from editor_app.window.panels.library.panel import LibraryPanel

__all__ = ["LibraryPanel"]
