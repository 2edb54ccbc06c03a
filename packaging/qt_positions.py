"""A plugin of mypy that gives Qt's positions in texts a type of their own.

Qt counts a text in UTF-16 units, and its stubs call every such position `int`, as if it were an index of a
Python string. Checked with this, the methods and attributes below take and return `QtPosition` instead, so
that an offset given to Qt is an error, and so is a position given to a Python string. Nothing of it runs
with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Import, ImportAll, ImportBase, ImportFrom, MypyFile, TypeInfo
from mypy.plugin import AttributeContext, MethodSigContext, Plugin
from mypy.types import CallableType, FunctionLike, Instance, Type, get_proper_type

POSITIONS: Final = "editor_app.window.kit.positions"
METHODS: Final = frozenset(
    f"PySide6.QtGui.{name}"
    for name in (
        "QTextBlock.contains",
        "QTextBlock.length",
        "QTextBlock.position",
        "QTextCursor.anchor",
        "QTextCursor.position",
        "QTextCursor.positionInBlock",
        "QTextCursor.selectionEnd",
        "QTextCursor.selectionStart",
        "QTextCursor.setPosition",
        "QTextDocument.characterAt",
        "QTextDocument.characterCount",
        "QTextDocument.findBlock",
        "QTextDocument.markContentsDirty",
        "QTextFragment.length",
        "QTextFragment.position",
        "QTextLayout.drawCursor",
        "QTextLayout.isValidCursorPosition",
        "QTextLayout.leftCursorPosition",
        "QTextLayout.lineForTextPosition",
        "QTextLayout.nextCursorPosition",
        "QTextLayout.preeditAreaPosition",
        "QTextLayout.previousCursorPosition",
        "QTextLayout.rightCursorPosition",
        "QTextLayout.setPreeditArea",
        "QTextLine.cursorToX",
        "QTextLine.textLength",
        "QTextLine.textStart",
        "QTextLine.xToCursor",
    )
)
ATTRIBUTES: Final = frozenset(
    f"PySide6.QtGui.{name}"
    for name in (
        "QAbstractTextDocumentLayout.PaintContext.cursorPosition",
        "QTextLayout.FormatRange.length",
        "QTextLayout.FormatRange.start",
    )
)
_RANGES: Final = (
    "PySide6.QtGui.QTextDocument.markContentsDirty"  # a position and a length; of others the first int
)
_FIRST_DEPENDENCY: Final = 10  # as mypy's own plugins give for a module that is needed but not imported


class QtPositions(Plugin):
    """Puts `QtPosition` where the stubs of Qt say int."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Have the type read before any file that uses Qt."""
        if file.fullname == POSITIONS or file.fullname.startswith(("PySide6", "shiboken6")):
            return []
        return [(_FIRST_DEPENDENCY, POSITIONS, -1)] if any(map(_is_of_qt, file.imports)) else []

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Change the methods that take or return positions."""
        if fullname not in METHODS:
            return None
        return partial(_with_positions, arguments=2 if fullname == _RANGES else 1)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Change the attributes that are positions."""
        return _position if fullname in ATTRIBUTES else None


def plugin(_version: str) -> type[Plugin]:
    """Give mypy the plugin."""
    return QtPositions


def _is_of_qt(found: ImportBase) -> bool:
    names: list[str] = []
    if isinstance(found, Import):
        names = [name for name, _ in found.ids]
    elif isinstance(found, ImportFrom | ImportAll):
        names = [found.id]
    return any(name.partition(".")[0] == "PySide6" for name in names)


def _with_positions(context: MethodSigContext, arguments: int) -> CallableType:
    """Return the signature with a position for each of the first int arguments, and for a returned int."""
    signature, position = context.default_signature, _type_of_position(context)
    kinds = list(signature.arg_types)
    for place in [place for place, kind in enumerate(kinds) if _is_int(kind)][:arguments]:
        kinds[place] = position
    returned = position if _is_int(signature.ret_type) else signature.ret_type
    return signature.copy_modified(arg_types=kinds, ret_type=returned)


def _position(context: AttributeContext) -> Type:
    return _type_of_position(context)


def _type_of_position(context: MethodSigContext | AttributeContext) -> Instance:
    checker = context.api
    assert isinstance(checker, TypeChecker)
    found = checker.modules[POSITIONS].names["QtPosition"].node
    assert isinstance(found, TypeInfo)
    return Instance(found, [])


def _is_int(kind: Type) -> bool:
    proper = get_proper_type(kind)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.int"
