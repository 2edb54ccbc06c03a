"""Choosing the sides of conditions: blanking the pieces on the sides that do not hold.

Three ways, the quickest first: for conditions that are not nested, for nested
ones whose tags all fit together, and, over the tree's structure, for sources
with tags that turned out to be text or have an unknown type.
"""

from __future__ import annotations

from collections.abc import Mapping

from editor_app.template.dialect import Dialect
from editor_app.template.pairing import ELSE_OF, stand_side_by_side
from editor_app.template.syntax import SYNTAX
from editor_app.template.tree import Tree
from editor_app.template.variable_values import AS_WRITTEN, ELSE, VariableValues


def chosen(tree: Tree, variables: VariableValues) -> tuple[list[str], bool]:
    """Return the pieces to render, and whether the tags of conditions and comments are blank in them."""
    tree.place_lines()
    if not tree.letters:
        return tree.listed.copy(), False
    if variables.known_types is None and "?" not in tree.letters:
        choose = _choose_side_by_side if stand_side_by_side(tree.letters) else _choose_nested
        out = _without_indents(tree.listed, tree.indents) if tree.indents else tree.listed.copy()
        if choose(tree, variables, out):
            return out, False
    return _choose_paired(tree, variables), True


def _without_indents(listed: list[str], indents: Mapping[int, int]) -> list[str]:
    out = listed.copy()
    for place, indent in indents.items():
        out[place - 1] = out[place - 1][:-indent]
    return out


def _choose_side_by_side(tree: Tree, variables: VariableValues, out: list[str]) -> bool:
    """Blank the sides that do not hold, for conditions that are not nested."""
    name = SYNTAX[tree.dialect].condition_name
    holds = variables.values.get if tree.dialect is Dialect.BRACES else variables.values.__contains__
    dead = 0  # the place of the tag before a side that does not hold
    for place, letter in zip(tree.places(), tree.letters):  # noqa: B905  strict costs, and both have one origin
        if letter == "i":
            if not holds(name(out[place])):
                dead = place
        elif letter == "u":
            if holds(name(out[place])):
                dead = place
        elif dead and letter != "c":
            out[dead:place] = [""] * (place - dead)
            dead = 0
        elif letter == "e":
            dead = place
    return True


# The state of an open condition: in its first side or its `else`, which is live, dead, or skipped because
# the whole condition is on a dead side.
_LIVE, _DEAD, _SKIPPED, _LIVE_ELSE, _DEAD_ELSE, _SKIPPED_ELSE = range(6)


def _choose_nested(tree: Tree, variables: VariableValues, out: list[str]) -> bool:
    """Blank the sides that do not hold; False if tags do not fit together, and `out` is unusable then."""
    name = SYNTAX[tree.dialect].condition_name
    holds = variables.values.get if tree.dialect is Dialect.BRACES else variables.values.__contains__
    dead = 0
    opened: list[int] = []
    for place, letter in zip(tree.places(), tree.letters):  # noqa: B905  strict costs, and both have one origin
        if letter == "i" or letter == "u":  # noqa: PLR1714  half the time of a look into a collection
            if dead:
                opened.append(_SKIPPED)
            elif (not holds(name(out[place]))) == (letter == "i"):
                dead = place
                opened.append(_DEAD)
            else:
                opened.append(_LIVE)
        elif letter == "x" or letter == "y":  # noqa: PLR1714  half the time of a look into a collection
            if not opened:
                return False
            if opened.pop() in (_DEAD, _DEAD_ELSE):
                out[dead:place] = [""] * (place - dead)
                dead = 0
        elif letter == "e":
            side = opened.pop() if opened else _LIVE_ELSE
            if side >= _LIVE_ELSE:
                return False
            if side == _LIVE:
                dead = place
            elif side == _DEAD:
                out[dead:place] = [""] * (place - dead)
                dead = 0
            opened.append((_DEAD_ELSE, _LIVE_ELSE, _SKIPPED_ELSE)[side])
    return not opened


def _choose_paired(tree: Tree, variables: VariableValues) -> list[str]:
    """Return the pieces with the sides blank that do not hold, and the tags of conditions and comments.

    Those of conditions that stay as written are not blank.
    """
    structure = tree.structure
    out = _without_indents(tree.listed, structure.indents)
    for place in structure.places:
        out[place] = ""
    sides = {key: variables.side(key) for key in set(structure.sides[2]) if key[0] != ELSE_OF}
    written = {key for key, side in sides.items() if side == AS_WRITTEN}
    for start, end, key in zip(*structure.sides, strict=True) if written else ():
        if key.removeprefix(ELSE_OF) in written:
            out[start], out[end] = tree.listed[start], tree.listed[end]
    dead = {key if side == ELSE else ELSE_OF + key for key, side in sides.items() if side != AS_WRITTEN}
    behind = 0
    for start, end, key in zip(*structure.sides, strict=True):
        if key in dead and start >= behind:  # conditions inside a dead side are skipped
            out[start:end] = [""] * (end - start)
            behind = end
    return out
