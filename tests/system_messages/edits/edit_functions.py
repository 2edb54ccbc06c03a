"""All functions that edit a system message, by name."""

from __future__ import annotations

from inspect import isfunction
from types import SimpleNamespace

from editor_app.system_messages.edits import blocks, fields
from editor_app.system_messages.edits.reparsing import prepare

edits = SimpleNamespace(
    **{
        name: function
        for module in (blocks, fields)
        for name, function in vars(module).items()
        if isfunction(function) and function.__module__ == module.__name__
        if not name.startswith("_") and name != "stepped"  # which says where a block goes
    },
    prepare=prepare,
)
