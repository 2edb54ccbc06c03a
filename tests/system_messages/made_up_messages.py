"""System messages of every sort, good and bad, for properties to hold on."""

from __future__ import annotations

import json

from hypothesis import strategies as st

GOOD_HEAD = {
    "id": "sys-001",
    "version": "2026-01-28",
    "role": "system",
    "createdAt": "2026-01-28T09:00:00Z",
    "updatedAt": "2026-01-28T09:00:00Z",
}
# Values as Python has them; Raw ones stand in YAML as they are.
HEADS = {
    "id": ["", None, 5, ["x"], "other", {"a": 1}],
    "version": ["", None, 1.5, [], "1.0.0"],
    "role": ["user", "", None, 5, []],
    "createdAt": ["2026-01-28", "yesterday", None, "2026-01-28 10:00", "2026-02-30T00:00:00Z", 5, []],
    "updatedAt": ["2026-01-27T09:00:00Z", "2026-01-28T09:00:00+02:00", "2026-01-28T09:00:60Z", None, ""],
    "priorityModel": [["safety"], ["safty", "mode"], [], None, "mode", [5, None, ["x"]], ["xyz"], {"a": 1}],
    "Id": ["x"],
    "blocs": [[]],
    "owner": ["docs"],
}
BLOCKS = {
    "id": ["", "a", "b", "a", None, 5, "1", [], "formatting-1", " "],
    "type": ["identity", "mode", "tooling", "formating", "xyz", "", None, 5, ["mode"], "formatting"],
    "priority": [1, -5, 0, "90", "x", None, True, 1.5, 10**30, [], 9007199254740992],
    "content": [
        "Hi",
        "Two\nlines\n",
        "- id: x\n  type: y\n\n    indented\n",
        "  leading\nmore",
        "",
        "  ",
        None,
        5,
        True,
        [],
        {"format": "markdown", "text": "# Title\n\n- one\n"},
        {"format": "json", "text": '{"a": 1}'},
        {"format": "json", "text": '{"a": 1,}'},
        {"format": "yaml", "text": "a: [\n"},
        {"format": "html", "text": "x"},
        {"text": "x"},
        {"format": "plain"},
        {"format": "plain", "text": "", "literal": "x"},
        {"format": None, "text": 5, "literal": True},
        {"fromat": "plain", "text": "x"},
        {},
        "children:\n  - id: z\n",
    ],
    "scope": [
        {},
        None,
        "x",
        [],
        {"modes": []},
        {"modes": ["x"]},
        {"modes": "x", "tools": ["read_file", "read_file", "apply_patch"]},
        {"applyTo": ["src\\**\\*.py", "./src/**/*.py", "../x"]},
        {"files": ["a.py", "", None, [], 5]},
        {"mode": ["x"]},
        {"modes": ["x"], "Tools": ["y"]},
    ],
    "conditions": [
        [],
        None,
        "x",
        [{"kind": "k", "value": {}}],
        [{"kind": "k"}],
        [{"value": 1}],
        ["x", None],
        [{"kind": "", "value": {"b": [1, 2.5, None, True], "a": "x"}, "knd": 1}],
        {"kind": "k", "value": 1},
    ],
    "children": [[], None, "x", {"id": "x"}, ["x"], [None]],
    "Type": ["mode"],
    "note": ["kept"],
    "contents": ["x"],
}
GOOD_BLOCK = {"id": "good", "type": "mode", "priority": 1, "content": "Hi"}


@st.composite
def blocks(draw, depth: int = 0) -> object:
    """A block, or what stands in a list of blocks in its place."""
    if draw(st.integers(0, 30)) == 0:
        return draw(st.sampled_from(["x", None, 5, [], {}]))
    block = dict(GOOD_BLOCK) | {"id": f"b{draw(st.integers(0, 10**6))}"}
    for key in draw(st.lists(st.sampled_from([*BLOCKS, *GOOD_BLOCK]), max_size=3)):
        block[key] = draw(st.sampled_from(BLOCKS[key]))
    for key in draw(st.sets(st.sampled_from([*GOOD_BLOCK]), max_size=1)):
        if draw(st.booleans()):
            block.pop(key, None)
    if depth < 3 and draw(st.integers(0, 2)) == 0 and "children" not in block:
        block["children"] = draw(st.lists(blocks(depth + 1), min_size=1, max_size=3))
    if draw(st.integers(0, 3)) == 0:
        keys = draw(st.permutations([*block]))
        block = {key: block[key] for key in keys}
    return block


@st.composite
def messages(draw) -> dict[str, object]:
    """A message in which a few things may be wrong."""
    message: dict[str, object] = dict(GOOD_HEAD)
    for key in draw(st.lists(st.sampled_from([*HEADS]), max_size=2)):
        message[key] = draw(st.sampled_from(HEADS[key]))
    for key in draw(st.sets(st.sampled_from([*GOOD_HEAD]), max_size=1)):
        if draw(st.booleans()):
            message.pop(key, None)
    listed = draw(st.lists(blocks(), max_size=4))
    if listed and draw(st.integers(0, 4)) == 0:
        listed.append(draw(st.sampled_from(listed)))
    message["blocks"] = draw(st.sampled_from([listed] * 12 + [None, "x", {"a": 1}]))
    if draw(st.integers(0, 9)) == 0:
        del message["blocks"]
    elif draw(st.integers(0, 5)) == 0:
        message["priorityModel"] = ["mode", "safety"]
    return message


class Writing:
    """How a message is written as YAML: steps in, dashes, block texts and remarks."""

    def __init__(self, draw) -> None:
        self.draw = draw
        self.step = draw(st.sampled_from([2, 2, 4, 3]))
        self.dash_step = draw(st.sampled_from([2, 2, 0, 4, 1]))
        self.remarks = draw(st.integers(0, 3)) == 0
        self.odd = draw(st.integers(0, 2)) == 0

    def remark(self) -> str:
        if not self.remarks or self.draw(st.integers(0, 4)):
            return ""
        indent = " " * self.draw(st.sampled_from([0, 2, 4]))
        return self.draw(
            st.sampled_from(["\n", f"{indent}# a remark: - id: x\n", f"\n{indent}# why\n\n", "  \n"])
        )

    def value(self, value: object, column: int) -> str:
        """Write what stands behind a key, from the blank on, with its newline."""
        if isinstance(value, dict) and value and not (self.odd and self.draw(st.integers(0, 4)) == 0):
            return "\n" + self.mapping(value, column + self.step)
        if isinstance(value, list) and value and not (self.odd and self.draw(st.integers(0, 2)) == 0):
            return "\n" + self.listed(value, column + self.dash_step)
        if isinstance(value, str) and "\n" in value and self.draw(st.integers(0, 3)):
            return " " + self.block_text(value, column)
        return self.scalar(value) + "\n"

    def scalar(self, value: object) -> str:
        if value is None:
            return self.draw(st.sampled_from(["", " null", " ~"]))
        plain = isinstance(value, str) and value.replace("-", "").replace("_", "").isalnum()
        text = json.dumps(value)
        if plain and not value[:1].isdigit():
            text = self.draw(st.sampled_from([value, value, text, f"'{value}'"]))
        elif self.odd and isinstance(value, str) and value[:4].isdigit():
            text = value
        return f" {text}" + self.draw(st.sampled_from([""] * 9 + [" # remark", " "]))

    def block_text(self, value: str, column: int) -> str:
        lines = value.split("\n")
        chomp = "" if value.endswith("\n") else "-"
        deeper = self.draw(st.sampled_from([self.step, self.step, 1, 6]))
        hint = str(deeper) if value.startswith(" ") and deeper < 10 else ""
        indent = " " * (column + deeper)
        style = self.draw(st.sampled_from(["|", "|", "|", ">"]))
        return f"{style}{hint}{chomp}\n" + "".join(
            f"{indent}{line}\n" if line else "\n" for line in (lines[:-1] if not chomp else lines)
        )

    def mapping(self, value: dict[str, object], column: int, first: int | None = None) -> str:
        parts = []
        for index, (key, inner) in enumerate(value.items()):
            indent = " " * (first if first is not None and index == 0 else column)
            remark = "" if first is not None and index == 0 else self.remark()
            parts.append(f"{remark}{indent}{key}:{self.value(inner, column)}")
        return "".join(parts)

    def listed(self, value: list[object], column: int) -> str:
        parts = []
        for item in value:
            dash = self.remark() + " " * column + "-"
            if isinstance(item, dict) and item and not (self.odd and self.draw(st.integers(0, 5)) == 0):
                gap = self.draw(st.sampled_from([1] * 9 + [3]))
                parts.append(dash + self.mapping(item, column + 1 + gap, gap))
            else:
                parts.append(dash + self.scalar(item) + "\n")
        return "".join(parts)


@st.composite
def yaml_messages(draw) -> str:
    """A message's text in YAML, in any style."""
    message = draw(messages())
    text = Writing(draw).mapping(message, 0)
    ends = draw(st.sampled_from(["", "", "", "\n\n", "# the end\n", "...\n", "--- \n", "cut"]))
    return text[:-1] if ends == "cut" else text + ends


@st.composite
def json_messages(draw) -> str:
    """A message's text in JSON, on one line or on several."""
    indent = draw(st.sampled_from([None, 2, 4, "\t"]))
    return json.dumps(draw(messages()), indent=indent, ensure_ascii=draw(st.booleans()))
