"""Cache stability: how long a prefix of a system message stays the same when it is assembled again."""

from __future__ import annotations

from collections.abc import Collection

from editor_app.system_messages.assembly.assembly import Assembly
from editor_app.system_messages.assembly.contents import RenderedContent
from editor_app.system_messages.assembly.source_map import Role
from editor_app.template.first_change import FirstChange, first_change
from editor_app.variables.catalog import TEMPLATE_CATALOG, Catalog, entry_for
from editor_app.variables.stability import Break, Rebuilt, Stability, how_stable

__all__ = ["Rebuilt", "Stability", "stability"]

_BLANK = " \t\n"


def stability(assembly: Assembly, catalog: Catalog = TEMPLATE_CATALOG) -> tuple[Stability, ...]:
    """Return the cache stability of an assembled system message for each member of `Rebuilt`."""
    named = {name for content in assembly.contents.values() for name in content.names}
    volatility = {name: entry.volatility for name in named if (entry := entry_for(name, catalog))}
    return how_stable(len(assembly.text), volatility, lambda names: _first_break(assembly, names))


def _first_break(assembly: Assembly, changing: Collection[str]) -> Break | None:
    """Return the first place whose text depends on one of the variables `changing`, None if there is none."""
    behind = 0  # the end of the last content that is there whatever the values are
    for segment, start in zip(assembly.segments, assembly.starts, strict=False):
        if segment.role is Role.CLOSING:
            behind = start + len(segment.text)
        if segment.role not in {Role.CONTENT, Role.BLANK}:
            continue
        content = assembly.contents[segment.block]
        if content.rendering is not None and any(name in changing for name in content.names):
            change = first_change(content.rendering.source_map, content.rendering.text, changing)
            if change is not None:
                return Break(_place(content, change, start, behind, segment.role), change.tag, segment.block)
        if segment.role is Role.CONTENT:
            behind = start + len(segment.text)
    return None


def _place(content: RenderedContent, change: FirstChange, start: int, behind: int, role: Role) -> int:
    """Return how many characters stay the same, without blanks before text that can turn blank."""
    if role is Role.BLANK:
        return behind
    rendered = content.used
    before = content.text[: min(max(change.offset - rendered.start, 0), rendered.length)]
    if change.rest_is_sure:
        return start + len(before)
    return start + len(before.rstrip("\n")) if before.strip(_BLANK) else behind
