"""The bar's buttons, from what is known of a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from editor_app.analysis import Analysis
from editor_app.library import Kind
from editor_app.template import Dialect
from editor_app.variables import CatalogEntry, Snapshot
from editor_app.window.panels.variables.spec import ButtonKind, ButtonSpec


def button_specs(
    analysis: Analysis, values: Mapping[str, str | None], snapshot: Snapshot | None = None
) -> tuple[ButtonSpec, ...]:
    """Return the buttons of a text; none for a kind that is no template.

    `values` are the given ones; for templates they lie over `snapshot`.
    """
    if analysis.dialect is Dialect.BRACKETS:
        found = dict(snapshot.values) if snapshot is not None else {}
        found.update((name, value) for name, value in values.items() if value is not None)
        return tuple(_of_template(analysis, found, snapshot))
    return tuple(_of_prompt(analysis, values)) if analysis.dialect is not None else ()


def _of_prompt(analysis: Analysis, values: Mapping[str, str | None]) -> Iterator[ButtonSpec]:
    for variable in analysis.variables:
        value = values.get(variable.name)
        shown = value if value is not None else variable.default
        now = "no value" if shown is None else shown or "empty"
        tooltip = f"{variable.description}\n{now}" if variable.description else now
        yield ButtonSpec("Variables", variable.name, variable.name, tooltip=tooltip)
    if analysis.kind is Kind.PROMPT:
        yield ButtonSpec(
            "Variables", "", "Declare variable…", ButtonKind.DECLARE, tooltip="Declare a variable"
        )
    yield ButtonSpec("Insert", "", "if…", ButtonKind.CONDITION)
    yield ButtonSpec("Insert", "", "unless…", ButtonKind.CONDITION, negated=True)


def _of_template(
    analysis: Analysis, found: Mapping[str, str | None], snapshot: Snapshot | None
) -> Iterator[ButtonSpec]:
    notes = snapshot.notes if snapshot is not None else {}
    groups: dict[str, list[CatalogEntry]] = {}
    for entry in analysis.catalog:
        groups.setdefault(entry.type, []).append(entry)
    for group, entries in groups.items():
        for entry in entries:
            for key in _keys(entry, analysis):
                note = notes.get(key)
                why = note.sentence if note is not None else found.get(key) or ""
                yield ButtonSpec(
                    group,
                    key,
                    key.partition(":")[2],
                    value=live_value(key, found.get(key)),
                    exists=key not in found or found[key] is not None,
                    tooltip="\n".join(part for part in (entry.description, why) if part),
                )
        if group == "file":
            yield ButtonSpec(group, "", "Choose…", ButtonKind.FILE, tooltip="Insert a file’s text")
            yield ButtonSpec(group, "", "Literal…", ButtonKind.LITERAL, tooltip="Insert text that is no tag")
    yield ButtonSpec("Condition", "", "if…", ButtonKind.CONDITION)
    yield ButtonSpec("Condition", "", "if not…", ButtonKind.CONDITION, negated=True)


def _keys(entry: CatalogEntry, analysis: Analysis) -> list[str]:
    """Return the keys of an entry: its own, or for one that covers a whole type the names in use."""
    if not entry.dynamic:
        return [entry.key]
    names = analysis.template.names if analysis.template is not None else ()
    return [name for name in names if name.partition(":")[0] == entry.type]


def live_value(key: str, value: str | None) -> str:
    """Return a value in the few words a button has room for."""
    if value is None:
        return ""
    if key == "git:status":
        changed = len(value.splitlines())
        return f"{changed} changed" if changed else "clean"
    if not value:
        return "empty"
    if key.startswith("file:"):
        size = len(value.encode("utf-8", "surrogatepass"))
        return f"{size:,} byte{'' if size == 1 else 's'}".replace(",", "\u2009")
    if key == "system:time":
        return value.partition("T")[2].partition(".")[0] + "Z" if "T" in value else value
    if key == "prompt:cwd":
        return value.replace("\\", "/").rstrip("/").rpartition("/")[2] or value
    return value
