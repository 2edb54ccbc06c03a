"""Foreword, the editor for people who write system prompts.

What programs need most is here: `from editor_app import Trial, render_file`.
"""

# Nothing is imported before it is asked for: not even what Python has in its own library, which a
# folder that `__main__.py` forgets could stand in for.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from editor_app.analysis import RenderedFile, Trial, render_file
    from editor_app.library import open_library
    from editor_app.wire.trigger_checks import check_triggers

__version__ = "0.1.0"

__all__ = ["RenderedFile", "Trial", "__version__", "check_triggers", "open_library", "render_file"]

_MODULE_OF = {
    "RenderedFile": "editor_app.analysis",
    "Trial": "editor_app.analysis",
    "check_triggers": "editor_app.wire.trigger_checks",
    "open_library": "editor_app.library",
    "render_file": "editor_app.analysis",
}


def __getattr__(name: str) -> object:
    """Import what is here when it is first asked for."""
    home = _MODULE_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
