"""YAML and JSON as trees with positions, and edits that touch nothing else."""

from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Style
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import is_plain, quoted, spell

__all__ = [
    "MappingNode",
    "Node",
    "ScalarNode",
    "SequenceNode",
    "Style",
    "is_plain",
    "quoted",
    "read_yaml",
    "spell",
]
