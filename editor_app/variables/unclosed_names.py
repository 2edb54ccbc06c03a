"""Tags of known types that lack their closing bracket."""

from __future__ import annotations

import re
from collections.abc import Iterator

from editor_app.template.checks.malformed_tags import malformed_tag
from editor_app.template.template import Template
from editor_app.text import MOST_PROBLEMS, Diagnostic, Severity, Span, more_problems
from editor_app.variables.catalog import LITERAL, Catalog, entry_for, types_of

_opener = re.compile(r"\[[ \t]*+(?:if[ \t]++!?+)?([A-Za-z0-9_]++):")
_LOOKED_BACK = 200
_WRONG_CLOSERS = ("}", ")")
_PUNCTUATION = ".,;:!?)}>'\"’”"


def check_unclosed_names(template: Template, catalog: Catalog) -> Iterator[Diagnostic]:
    """Report what begins like a tag of a type in the catalog and lacks its closing bracket.

    A later ‘]’ in the line closes the tag. Text behind a name of a dynamic type, such as a file's, may be
    a part of the name (`[file:my file.md`), so that no closed tag is offered there.
    """
    names: dict[str, list[str]] = {kind: [] for kind in (*types_of(catalog), LITERAL)}
    for entry in catalog:
        if not entry.dynamic:
            names[entry.type].append(entry.name)
    names = {kind: sorted(of_kind, key=len, reverse=True) for kind, of_kind in names.items()}
    found = 0
    rest_from: Span | None = None
    for start, text in _candidates(template, names):
        length, is_sure = _length(text, names, catalog)
        if not length:
            continue
        found += 1
        tag, behind = text[:length], text[length : length + 1]
        is_closer = behind == "}" or (behind == ")" and not _has_parenthesis(template, start))
        written = tag + behind if is_closer else tag
        span = Span(start, start + len(written))
        if found > MOST_PROBLEMS:
            rest_from = rest_from or span
            continue
        meant = f"{tag}]" if is_sure else None
        if template.tag_at(start) is None:
            yield malformed_tag(template, span, written, meant)
        else:
            yield malformed_tag(template, span, written, meant, "the tag goes on to the next ‘]’")
    if rest_from is not None:
        yield more_problems(rest_from, {("malformed-tag", Severity.WARNING): found - MOST_PROBLEMS})


def _candidates(template: Template, names: dict[str, list[str]]) -> Iterator[tuple[int, str]]:
    """Yield where each may begin in the file, and its text up to the line's end or the next tag's opener."""
    spans = list(template.open_ended)
    for name in template.names:
        if "[" in name:
            tags = (template.tag_at(use.start) for use in template.uses[name])
            spans += (tag.span for tag in tags if tag is not None)
    for span in sorted(spans):
        text = span.shifted(-template.offset).of(template.source)
        later = (match for match in _opener.finditer(text, 1) if match[1] in names)
        following = next(later, None)
        if following is not None or text[-1] != "]":
            yield span.start, text[: following.start()] if following else text


def _has_parenthesis(template: Template, start: int) -> bool:
    """Whether a parenthesis may have opened shortly before a place, in its line."""
    place = start - template.offset
    return "(" in template.source[max(place - _LOOKED_BACK, 0) : place].rpartition("\n")[2]


def _length(text: str, names: dict[str, list[str]], catalog: Catalog) -> tuple[int, bool]:
    """Return the length of the unclosed tag that `text` begins with, and whether the tag surely ends there.

    (0, False) where it begins with none.
    """
    opener = _opener.match(text)
    if opener is None or opener[1] not in names:
        return 0, False
    kind, rest = opener[1], text[opener.end() :]
    words = rest.split(maxsplit=1) if rest and not rest[0].isspace() else []
    if not words:
        return 0, False
    if kind == LITERAL:
        return (len(text), True) if len(words[0]) == len(rest) else (0, False)
    known = next((one for one in names[kind] if _begins_with(rest, one)), None)
    name = known or words[0].rstrip(_PUNCTUATION)
    behind = rest[len(name) :]
    is_whole = known is not None or behind.startswith(_WRONG_CLOSERS) or not behind.strip()
    is_free = entry_for(f"{kind}:{name}", catalog) is not None
    is_sure = is_whole or (is_free and not behind.strip(_PUNCTUATION + " \t"))
    return (opener.end() + len(name), is_sure) if name and (is_whole or is_free) else (0, False)


def _begins_with(rest: str, name: str) -> bool:
    behind = rest[len(name) : len(name) + 1]
    return rest.startswith(name) and not (behind.isalnum() or behind == "_")
