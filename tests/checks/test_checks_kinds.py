"""Only the catalog of kinds and the rows branch on a kind of file by name, or look at what a kind made."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from parsed_modules import module_nodes

from editor_app.library.kinds import all_kinds

PROJECT = Path(__file__).resolve().parents[2]
CODE = PROJECT / "editor_app"
LIBRARY = {"editor_app.library", "editor_app.library.kinds"}
ALLOWED = ("library/kinds.py", "analysis/kinds/")
ROOMS_OF_ANY_KIND = ("analysis/", "wire/", "cli/", "window/")
MADE_BY_KINDS = {"AssembledText", "CaseFile", "MessageMemory", "MessageReading", "SystemPrompt"}
KIND_NAMES = frozenset(kind.value for kind in all_kinds())
KEYS_OF_TABLES = frozenset(name.replace("-", "_") for name in KIND_NAMES)
NAMED_KINDS = {"PROMPT_KIND", "UNRECOGNISED"}


def branches_on_kinds(nodes: Sequence[ast.AST], path: str) -> Iterator[str]:
    """Yield each place of a module that names a kind, or asks which kind made something."""
    kinds = names_of_kind(nodes)
    for node in nodes:
        if (
            (isinstance(node, ast.Attribute) and node.attr.isupper() and is_kind(node.value, kinds))
            or (isinstance(node, ast.Compare) and compares_kinds(node))
            or (isinstance(node, ast.Dict) and is_table_of_kinds(node))
            or (path.startswith(ROOMS_OF_ANY_KIND) and looks_at_content(node))
        ):
            yield f"{path}:{node.lineno}: {ast.unparse(node)}"


def names_of_kind(nodes: Sequence[ast.AST]) -> set[str]:
    """Return what `Kind` of the library is called in a module."""
    return {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in LIBRARY
        for alias in node.names
        if alias.name == "Kind"
    }


def is_kind(node: ast.expr, kinds: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in kinds
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "Kind"
        and isinstance(node.value, ast.Name)
        and node.value.id in {"kinds", "library"}
    )


def compares_kinds(node: ast.Compare) -> bool:
    """Whether a comparison has a kind in it, by its value's name or by one of the kinds with a role."""
    parts = [part for side in (node.left, *node.comparators) for part in (side, *elements(side))]
    if any(isinstance(part, ast.Name) and part.id in NAMED_KINDS for part in parts):
        return True
    strings = {part.value for part in parts if isinstance(part, ast.Constant)}
    return bool(strings & KIND_NAMES) and any(map(says_kind, parts))


def is_table_of_kinds(node: ast.Dict) -> bool:
    """Whether a dictionary has the names of several kinds for its keys."""
    keys = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return sum(key.replace("-", "_") in KEYS_OF_TABLES for key in keys) > 1


def elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Set | ast.Tuple | ast.List) else []


def says_kind(node: ast.expr) -> bool:
    """Whether an expression is called a kind: `kind`, `file.kind`, `analysis.kind.value`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "kind" or (node.attr == "value" and says_kind(node.value))
    if isinstance(node, ast.Call):
        return any(map(says_kind, node.args))
    return isinstance(node, ast.Name) and node.id == "kind"


def looks_at_content(node: ast.AST) -> bool:
    """Whether a node asks for the class of what a kind made, or takes a message from any analysis."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        named = (part for part in ast.walk(node.args[1]) if isinstance(part, ast.Name | ast.Attribute))
        return any((part.id if isinstance(part, ast.Name) else part.attr) in MADE_BY_KINDS for part in named)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
        return isinstance(node.left, ast.Attribute) and node.left.attr == "message"
    return isinstance(node, ast.Attribute) and node.attr == "message" and is_analysis(node.value)


def is_analysis(node: ast.expr) -> bool:
    """Whether an expression is called an analysis: `analysis`, `file.analysis`, `self._analysis`."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lstrip("_") == "analysis"


def test_only_the_catalog_and_the_rows_branch_on_a_kind():
    found: list[str] = []
    for file in sorted(CODE.rglob("*.py")):
        path = file.relative_to(CODE).as_posix()
        if not path.startswith(ALLOWED):
            found += branches_on_kinds(module_nodes(file), path)
    assert found == []


def test_kinds_do_not_know_each_other():
    folder = CODE / "analysis" / "kinds"
    modules = [file for file in folder.glob("*.py") if file.stem not in {"__init__", "row"}]
    assert {file.stem.replace("_", "-") for file in modules} == {kind.value for kind in all_kinds()}
    others = {f"editor_app.analysis.kinds.{file.stem}" for file in modules}
    for file in modules:
        imported = {node.module for node in module_nodes(file) if isinstance(node, ast.ImportFrom)}
        assert not imported & others, file.name


def test_the_search_for_branches_finds_them():
    planted = """
from editor_app.library import Kind, library, UNRECOGNISED
from editor_app.library.kinds import Kind as FileKind
from editor_app.template import TagKind
from elsewhere import Kind as Sort

a = Kind.PROMPT
b = {FileKind.CASES: 1}
c = library.Kind.TEMPLATE
d = file.kind.value == "document"
e = str(kind) in ("cases", "situations")
f = file.kind is not UNRECOGNISED
g = isinstance(result, (str, AssembledText))
h = result.message is not None
i = file.analysis.message or self._analysis.message
j = {"prompt": "Prompts", "system_message": "System messages"}

quiet = {"document": 1, "style": 2}
quiet = TagKind.IF, Sort.PROMPT, Kind("x"), Kind.of(file), name == "document", row.kind == "heading"
quiet = isinstance(result, ModelText), problem.message == "x", file.kind == other.kind
"""
    nodes = [*ast.walk(ast.parse(planted))]
    found = [place.split(":")[1] for place in branches_on_kinds(nodes, "cli/planted.py")]
    assert sorted(set(map(int, found))) == [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    below = [place.split(":")[1] for place in branches_on_kinds(nodes, "system_messages/planted.py")]
    assert sorted(set(map(int, below))) == [7, 8, 9, 10, 11, 12, 16]  # which may look at its own
