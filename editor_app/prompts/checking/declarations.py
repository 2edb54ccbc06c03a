"""Whether the variables that are declared are those used, and edits that declare, rename, remove them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nsmallest

from editor_app.prompts.checking import rules
from editor_app.prompts.checking.entries import Declaration, new_fields
from editor_app.prompts.checking.fields import as_prompt_problem, invalid
from editor_app.prompts.checking.head import HEAD, Head
from editor_app.structured.editing.repairs import (
    add_entry,
    append_items,
    block_item,
    flow_mapping,
    remove_item,
    spelled_like,
)
from editor_app.structured.fields.checked_values import Effort, Text, missing
from editor_app.structured.nodes import MappingNode, ScalarNode, Syntax, read_as, short_value
from editor_app.structured.spelling import spell
from editor_app.text import (
    MOST_PROBLEMS,
    Diagnostic,
    Edit,
    Fix,
    Sentence,
    Severity,
    Span,
    line_end,
    more_problems,
    nearest,
)

Uses = Mapping[str, tuple[Span, ...]]


def declare(source: str, head: Head, names: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edits that declare `names`; none where the frontmatter is too broken to add to."""
    mapping, listed = head.mapping, head.listed
    if mapping is None or not names:
        return ()
    items = [new_fields(name) for name in names]
    if listed is not None and listed.items:
        return (append_items(source, listed, items),)
    if listed is not None:
        return _fill_empty(source, listed.span, items, flow=mapping.flow)
    node = mapping.get("variables")
    if node is None:
        return _add_list(source, mapping, items)
    if isinstance(node, ScalarNode) and node.tag == "null" and not node.span.length and not mapping.flow:
        end = line_end(source, node.span.end)
        return (Edit(Span(end, end), _block(items)),)
    return ()


def _block(items: Iterable[Sequence[tuple[str, str]]]) -> str:
    return "".join(f"\n  {block_item(fields, 2)}" for fields in items)


def _fill_empty(
    source: str, brackets: Span, items: Sequence[Sequence[tuple[str, str]]], *, flow: bool
) -> tuple[Edit, ...]:
    """Return the edits that replace `[]` by lines, or fill the brackets where that is not possible."""
    if flow or brackets.of(source) != "[]":
        written = ", ".join(map(flow_mapping, items))
        return (Edit(Span(brackets.start + 1, brackets.start + 1), written),)
    start = brackets.start
    start -= len(source[:start]) - len(source[:start].rstrip(" "))
    end = line_end(source, brackets.end)
    return Edit(Span(start, brackets.end), ""), Edit(Span(end, end), _block(items))


def _add_list(
    source: str, mapping: MappingNode, items: Sequence[Sequence[tuple[str, str]]]
) -> tuple[Edit, ...]:
    if mapping.flow:
        written = f"[{', '.join(map(flow_mapping, items))}]"
        return (add_entry(source, mapping, "variables", written, HEAD.keys),)
    if not mapping.entries or mapping.span.start != source.rfind("\n", 0, mapping.span.start) + 1:
        return ()  # an indented mapping would need its own indentation for the list
    edit = add_entry(source, mapping, "variables", "", HEAD.keys)
    offset = edit.text.index("variables:") + len("variables:")
    return (Edit(edit.span, edit.text[:offset] + _block(items) + edit.text[offset:].removeprefix(" ")),)


def rename_uses(uses: Uses, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that give every tag of `old` the name `new`."""
    return tuple(Edit(span, new) for span in uses.get(old, ()))


def rename_variable_edits(declared: Declaration, uses: Uses, new: str) -> tuple[Edit, ...]:
    """Return the edits that rename a variable: its declaration and every use."""
    old = declared.variable.name
    written = spelled_like(declared.name, new) if declared.name.style else spell(new, flow=True)
    return Edit(declared.name.span, written), *rename_uses(uses, old, new)


def remove(source: str, head: Head, declared: Declaration) -> tuple[Edit, ...]:
    """Return the edits that remove a declaration; the last one leaves `variables: []`."""
    return remove_item(source, head.listed, declared.place) if head.listed is not None else ()


MOST_WITH_FIXES = 100


def check_usage(source: str, head: Head, uses: Uses) -> Iterator[Diagnostic]:
    """Check what the frontmatter declares against what the body uses."""
    if head.mapping is None:
        return
    if head.mapping.get("variables") is None:
        yield _no_list(source, head, head.mapping, uses)
    for declared in head.declared:
        if declared.name.tag != "str" or not rules.is_variable_name(declared.variable.name):
            yield _bad_name(source, head, declared, uses)
        elif declared.variable.name not in uses:
            yield _unused(source, head, declared)
    node = head.mapping.get("variables")
    if head.listed is not None or node is None or (isinstance(node, ScalarNode) and node.tag == "null"):
        yield from _undeclared(source, head, uses)


def _no_list(source: str, head: Head, mapping: MappingNode, uses: Uses) -> Diagnostic:
    text = Text(source, Syntax.YAML, Effort())
    problem = missing(text, mapping, "", "variables", HEAD.keys, "[]")
    fixes = (*_declare_all(source, head, uses, least=1), *problem.fixes)
    return replace(as_prompt_problem(problem), span=Span(0, 3), fixes=fixes)


def _declare_all(source: str, head: Head, used: Iterable[str], *, least: int) -> tuple[Fix, ...]:
    """Return the fix that declares the names that are used, if these are at least so many."""
    names = [name for name in used if rules.is_variable_name(name)][:MOST_WITH_FIXES]
    edits = declare(source, head, names) if len(names) >= least else ()
    title = Sentence("prompts.declare-all", count=len(names))
    if len(names) == 1:
        title = Sentence("prompts.declare-optional", name=names[0])
    return (Fix(title, edits),) if edits else ()


def _bad_name(source: str, head: Head, declared: Declaration, uses: Uses) -> Diagnostic:
    name = declared.variable.name
    field = f"variables[{declared.place}].name"
    better = name if rules.is_variable_name(name) else rules.to_variable_name(name)
    other_names = (
        {other.variable.name for other in head.declared if other is not declared} if better != name else set()
    )
    if better in other_names:
        edits = remove(source, head, declared)
        edits = (*edits, *rename_uses(uses, name, better)) if edits else ()
        title = Sentence("prompts.use-declared", name=better)
    else:
        # replaced even where only quotes are missing
        written = f'"{better}"' if declared.name.tag != "str" else spelled_like(declared.name, better)
        edits = (
            Edit(declared.name.span, written),
            *(rename_uses(uses, name, better) if better != name else ()),
        )
        uses_change = "yes" if better != name and name in uses else "no"
        title = Sentence("prompts.change-name", name=better, uses=uses_change)
    shown = short_value(name)
    if declared.name.tag == "str":
        message = Sentence("prompts.bad-variable-name", name=shown)
    else:
        message = Sentence("prompts.name-is-not-text", value=shown, reading=read_as(declared.name))
    return invalid(declared.name.span, field, message, [Fix(title, edits)] if edits else ())


def _unused(source: str, head: Head, declared: Declaration) -> Diagnostic:
    name = declared.variable.name
    edits = remove(source, head, declared)
    message = Sentence("prompts.unused-variable", name=name)
    fixes = (Fix(Sentence("prompts.remove-declaration"), edits),) if edits else ()
    return Diagnostic("unused-variable", Severity.WARNING, declared.name.span, message, {"name": name}, fixes)


def _undeclared(source: str, head: Head, uses: Uses) -> Iterator[Diagnostic]:
    declared = {declaration.variable.name: declaration for declaration in head.declared}
    usable = [name for name in declared if rules.is_variable_name(name)]
    undeclared = [name for name in uses if name not in declared]
    if not undeclared:
        return
    places = ((span.start, name) for name in undeclared for span in uses[name])
    first = nsmallest(MOST_PROBLEMS + 1, places)
    others = sum(len(uses[name]) for name in undeclared) - MOST_PROBLEMS
    if others > 0:
        start, name = first.pop()
        counted = {("undeclared-variable", Severity.WARNING): others}
        yield more_problems(Span(start, start + len(name)), counted)
    of_all = _declare_all(source, head, undeclared, least=2)
    listed: dict[str, int] = Counter(name for _, name in first)
    for count, name in enumerate(listed):
        with_fixes = count < MOST_WITH_FIXES
        near = nearest(name, usable) if with_fixes else []
        common = (
            _fixes_for_all(source, head, name, [declared[other] for other in near], uses)
            if with_fixes
            else ()
        )
        args = {"name": name, **({"near": near[0]} if near else {})}
        for span in uses[name][: listed[name]]:
            message = _undeclared_message(source, span, short_value(name), near)
            own = tuple(
                Fix(Sentence("prompts.replace-with", name=other), (Edit(span, other),)) for other in near
            )
            fixes = own + common + (of_all if common and rules.is_variable_name(name) else ())
            yield Diagnostic("undeclared-variable", Severity.WARNING, span, message, args, fixes)


def _undeclared_message(source: str, span: Span, name: str, near: list[str]) -> Sentence:
    """Say what was meant, or what becomes of the tag: text, or a condition that is not set."""
    if near:
        return Sentence("prompts.undeclared-near", name=name, near=near[0])
    tag = source[source.rfind("{{", 0, span.start) : span.start]
    effect = "left-out" if "#if" in tag else "sent" if "#unless" in tag else "text"
    return Sentence("prompts.undeclared", effect=effect, name=name)


def _fixes_for_all(
    source: str, head: Head, name: str, near: list[Declaration], uses: Uses
) -> tuple[Fix, ...]:
    """Return the fixes that declare an undeclared name, or rename a declaration to it: for all its uses."""
    usable = rules.is_variable_name(name)
    better = name if usable else rules.to_variable_name(name)
    edits: tuple[Edit, ...] = ()
    if all(declared.variable.name != better for declared in head.declared):
        edits = declare(source, head, [better])
    if edits and not usable:
        edits += rename_uses(uses, name, better)
    renamed = [
        Fix(
            Sentence("prompts.rename-declaration", name=name, old=other.variable.name),
            rename_variable_edits(other, uses, name),
        )
        for other in near
        if usable
    ]
    return (*([Fix(Sentence("prompts.declare-optional", name=better), edits)] if edits else []), *renamed)
