"""YAML and JSON as one lossless tree with positions; `editing` changes texts through it and nothing else.

What edits is loaded when it is first asked for: reading alone needs none of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Style,
    Syntax,
    WrittenNode,
    is_bracketed,
    mapping_node,
)
from editor_app.structured.reading import read_json, read_yaml

if TYPE_CHECKING:
    from editor_app.structured.editing.scalars import edit_scalar, write_scalar
    from editor_app.structured.scalar_places import ScalarMap, ScalarRun, scalar_map
    from editor_app.structured.spelling import is_plain, quoted_scalar, spell, spell_key

__all__ = [
    "AliasNode",
    "MappingNode",
    "Node",
    "ScalarMap",
    "ScalarNode",
    "ScalarRun",
    "SequenceNode",
    "Style",
    "Syntax",
    "WrittenNode",
    "edit_scalar",
    "is_bracketed",
    "is_plain",
    "mapping_node",
    "quoted_scalar",
    "read_json",
    "read_yaml",
    "scalar_map",
    "spell",
    "spell_key",
    "write_scalar",
]

_NAMES_IN = {
    "editing.scalars": ("edit_scalar", "write_scalar"),
    "scalar_places": ("ScalarRun", "ScalarMap", "scalar_map"),
    "spelling": ("is_plain", "quoted_scalar", "spell", "spell_key"),
}
_MODULE_OF = {name: home for home, names in _NAMES_IN.items() for name in names}


def __getattr__(name: str) -> object:
    home = _MODULE_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value
