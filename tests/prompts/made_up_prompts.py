"""Frontmatters of every sort, good and bad, for properties to hold on."""

from __future__ import annotations

import json

from hypothesis import strategies as st

NAMES = [
    "test",
    "Test",
    "other",
    "my file",
    "con",
    "",
    "123",
    "yes",
    "null",
    "~",
    "[a]",
    "'test'",
    '"Test"',
    "test # why",
]
VERSIONS = [
    "1.0.0",
    "'1.0.0'",
    "1.10",
    "1",
    '"1.1"',
    "v1.2.3",
    "1.0.0-rc.1",
    "2026-03-04",
    "",
    "[1, 2]",
    "true",
    "١.٠.٠",
    "01.0.0",
]
DESCRIPTIONS = [
    "Test",
    "NO",
    "''",
    '"  "',
    "",
    "5",
    "2026-03-04",
    "[a, b]",
    "{x}",
    "{{x}} y",
    "a: b: c",
    "*a* b",
]
DESCRIPTIONS += ["|\n  several\n  lines", ">-\n  folded", "'it''s' # remark", "@a", "!x y", "é漢😀"]
TOKENS = [
    "500",
    "1",
    "4096",
    "4097",
    "0",
    "-5",
    "500.0",
    "true",
    '"500"',
    "1_000",
    "0x10",
    "010",
    "9" * 30,
    "",
    "[1]",
    "ten",
    "1:30",
]
VARIABLE_NAMES = ["a", "b", "title", "Title", "a-b", "1", "yes", "", "[x]", "~", "titel", "a b", "_"]
REQUIRED = ["true", "false", '"true"', "yes", "1", "", "maybe"]
DEFAULTS = ["x", "''", "5", "", "[a]", "null"]
KNOWN = ["name", "version", "description", "max_tokens"]
VALUES = {"name": NAMES, "version": VERSIONS, "description": DESCRIPTIONS, "max_tokens": TOKENS}
GOOD = {"name": "test", "version": "1.0.0", "description": "Test", "max_tokens": "500"}
PARTS = [
    "{{a}}",
    "{{b}}",
    "{{titel}}",
    "{{title}}",
    "{{Title}}",
    "{{#if a}}x{{/if}}",
    "{{yes}}",
    "text\n",
    "\n",
    "😀",
]
PARTS += ["{{#if a}}", "{{else}}", "{{/if}}", "{{/unless}}", "{{! note", "{{#each x}}", "{{^b}}", "\u200b"]
BODIES = st.lists(st.sampled_from(PARTS), max_size=6).map("".join)


@st.composite
def entries(draw) -> dict[str, str]:
    """One variable: its keys and what stands behind them."""
    entry = {"name": draw(st.sampled_from(VARIABLE_NAMES)), "required": draw(st.sampled_from(REQUIRED))}
    entry["description"] = draw(st.sampled_from(["d", "", "NO", "5"]))
    if draw(st.booleans()):
        entry["default"] = draw(st.sampled_from(DEFAULTS))
    for key in draw(st.sets(st.sampled_from([*entry, "x"]), max_size=1)):
        entry.pop(key, None)
    if draw(st.integers(0, 5)) == 0:
        entry[draw(st.sampled_from(["requird", "Description", "type"]))] = "z"
    return entry


@st.composite
def variables(draw) -> str:
    """What stands behind `variables:`, with its newline."""
    listed = draw(st.lists(entries(), max_size=3))
    style = draw(st.sampled_from(["block", "block", "flow items", "flow", "odd"]))
    if style == "odd":
        return draw(
            st.sampled_from(
                [
                    "",
                    " null",
                    " x",
                    " {a: b}",
                    "\n  url: The address\n  n: 5",
                    " [a, b]",
                    "\n  - a\n  - b: c",
                    "\n- []",
                    " [\n  # none\n  ]",
                ]
            )
        )
    if not listed:
        return draw(st.sampled_from([" []", " [] # none yet", "   []"]))
    if style == "flow":
        return " [" + ", ".join(_flow(entry) for entry in listed) + "]"
    indent = draw(st.sampled_from(["", "  ", "    "]))
    remark = draw(st.sampled_from(["", f"\n{indent}# a remark: with - dashes"]))
    if style == "flow items":
        return "".join(f"{remark}\n{indent}- {_flow(entry)}" for entry in listed)
    lines = []
    for entry in listed:
        pairs = [f"{key}: {value}".rstrip() for key, value in entry.items()] or ["{}"]
        lines.append(f"{remark}\n{indent}- " + f"\n{indent}  ".join(pairs))
    return "".join(lines)


def _flow(entry: dict[str, str]) -> str:
    safe = {
        key: json.dumps(value) if set(value) & set(",[]{}:#") or not value else value
        for key, value in entry.items()
    }
    return "{" + ", ".join(f"{key}: {value}" for key, value in safe.items()) + "}"


@st.composite
def prompt_files(draw) -> str:
    """A prompt file in which a few things may be wrong."""
    wrong = draw(st.sets(st.sampled_from(KNOWN), max_size=2))
    values = {key: draw(st.sampled_from(VALUES[key])) if key in wrong else GOOD[key] for key in KNOWN}
    for key in draw(st.sets(st.sampled_from(KNOWN), max_size=1)):
        if draw(st.booleans()):
            del values[key]
    lines = [f"{key}: {value}".rstrip() for key, value in values.items()]
    if draw(st.integers(0, 6)):
        lines.insert(draw(st.integers(0, len(lines))), "variables:" + draw(variables()))
    extra = draw(
        st.sampled_from(
            ["", "", "maxTokens: 5", "tags: [a, b]", "# remark", "descriptions: x", "name: test", "author: é"]
        )
    )
    if extra:
        lines.insert(draw(st.integers(0, len(lines))), extra)
    fences = draw(
        st.sampled_from(
            [
                ("---\n", "---\n"),
                ("---\n", "---\n"),
                ("--- \n", "---\t\n"),
                ("---\n", ""),
                ("", ""),
                ("\n---\n", "---\n"),
            ]
        )
    )
    return fences[0] + "\n".join(lines) + "\n" + fences[1] + draw(BODIES)
