"""Messages written in every style YAML and JSON know, from a seed."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from functools import cache

import yaml

TYPES = [
    "identity",
    "safety",
    "behavior",
    "tooling",
    "editing",
    "formatting",
    "project",
    "skills",
    "agents",
    "mode",
]
WORDS = [
    "keep",
    "the",
    "change",
    "small:",
    "say",
    "what",
    "it",
    "does",
    "#",
    "and",
    "why,",
    "'then'",
    "stop",
    "{a}",
    "[b]",
    '"c"',
    "漢",
    "😀",
    "-",
    "x",
    "|",
    ">",
    "&",
    "*",
    "%",
    "é",
]


@dataclass
class Habits:
    """How one file is written."""

    offset: int
    gap: int
    blank: float
    comments: float
    flow: float
    anchors: float
    odd: float
    last_newline: bool


def habits(rnd: random.Random, *, plain: bool = False) -> Habits:
    offset = rnd.choice([0, 2, 2, 2, 4])
    return Habits(
        offset=offset,
        gap=rnd.choice([1, 1, 1, 3]),
        blank=rnd.choice([0, 0, 0.3, 1]),
        comments=rnd.choice([0, 0.2, 0.6]),
        flow=0 if plain else rnd.choice([0, 0, 0.3, 0.9]),
        anchors=0 if plain else rnd.choice([0, 0, 0.5]),
        odd=rnd.choice([0, 0.2]),
        last_newline=rnd.random() < 0.8,
    )


class Writer:
    """Writes one YAML message; every comment names the block it belongs to, or nobody."""

    def __init__(self, rnd: random.Random, style: Habits) -> None:
        self.rnd, self.style = rnd, style
        self.ids = self.notes = 0
        self.anchors: list[str] = []
        self.scopes: list[str] = []

    def message(self) -> str:
        style = self.style
        lines = ["id: sys-1", "version: 1.0.0", "role: system", "createdAt: 2026-01-28T09:00:00Z"]
        lines += ['updatedAt: "2026-01-28T09:00:00Z"']
        lines += [self.note("nobody")] if self.chance(style.comments) else []
        blocks = ["blocks:" + self.behind("nobody"), *self.list(0, style.offset, self.rnd.randint(1, 4))]
        tail = ["priorityModel: [safety, identity]"]
        lines = [*tail, *lines, *blocks] if self.chance(0.3) else [*lines, *blocks]
        lines += [*self.between(), *tail] if lines[0] != tail[0] and self.chance(0.4) else []
        text = "\n".join(lines)
        if not style.last_newline:
            return text
        return text + "\n" * self.rnd.choice([1, 1, 1, 2, 3])

    def list(self, depth: int, column: int, count: int) -> list[str]:
        lines: list[str] = []
        for index in range(count):
            if index or self.chance(0.1):
                lines += self.between()
            lines += self.block(depth, column)
        return lines

    def between(self) -> list[str]:
        lines = [""] * (self.rnd.choice([1, 1, 2]) if self.chance(self.style.blank) else 0)
        if lines and self.chance(self.style.comments / 3):
            lines += [self.note("nobody"), ""]
        return lines

    def block(self, depth: int, column: int) -> list[str]:
        self.ids += 1
        name = f"b-{self.ids}"
        blanks = " " * column
        lines = []
        while self.chance(self.style.comments):
            lines.append(blanks + self.note(name))
        if self.chance(self.style.flow * 0.7):
            return [*lines, f"{blanks}- {self.braces(name, depth)}{self.behind(name)}"]
        inner = column + 1 + self.style.gap
        body = self.body(name, depth, inner)
        anchor = ""
        if self.chance(self.style.anchors / 3):
            anchor = f"&a{self.ids}"
        if anchor or self.chance(self.style.odd / 3):
            head = " ".join(part for part in ("-", anchor) if part)
            return [*lines, blanks + head + self.behind(name), *body]
        first = blanks + "-" + " " * self.style.gap + body[0].lstrip(" ")
        return [*lines, first, *body[1:]]

    def body(self, name: str, depth: int, column: int) -> list[str]:
        blanks = " " * column
        fields: list[list[str]] = [
            [f"{blanks}id: {name}{self.behind(name)}"],
            [f"{blanks}type: {self.rnd.choice(TYPES)}"],
            [f"{blanks}priority: {self.rnd.randint(-5, 90)}{self.behind(name)}"],
            self.content(name, column),
        ]
        if self.chance(0.3):
            fields.append(self.scope(name, column))
        if self.chance(0.2):
            fields.append([f"{blanks}note: extra {self.rnd.random()}"])
        if self.chance(0.2):
            conditions = f"{blanks}conditions: [{{kind: whenAsked, value: {{}}}}]"
            fields.append([conditions + self.behind(name)])
        if depth < 3 and self.chance(0.5):
            key = f"{blanks}children:{self.behind('nobody')}"
            if self.chance(self.style.flow):
                inner = ", ".join(self.braces(self.name(), depth + 1) for _ in range(self.rnd.randint(1, 3)))
                fields.append([f"{blanks}children: [{inner}]"])
            else:
                children = self.list(depth + 1, column + self.style.offset, self.rnd.randint(1, 3))
                fields.append([key, *children])
        if self.chance(self.style.odd):
            self.rnd.shuffle(fields)
        lines: list[str] = []
        for field in fields:
            if lines and self.chance(self.style.comments / 4):
                lines.append(blanks + self.note("nobody" if self.after_children(lines) else name))
            lines += field
        return lines

    def after_children(self, lines: list[str]) -> bool:
        return any("children:" in line for line in lines)

    def name(self) -> str:
        self.ids += 1
        return f"b-{self.ids}"

    def scope(self, name: str, column: int) -> list[str]:
        blanks, anchor = " " * column, ""
        if self.scopes and self.chance(self.style.anchors):
            return [f"{blanks}scope: *{self.rnd.choice(self.scopes)}"]
        if self.style.anchors and self.chance(self.style.anchors):
            self.scopes.append(f"s{self.ids}")
            anchor = f" &s{self.ids}"
        if self.chance(0.5):
            return [f"{blanks}scope:{anchor} {{modes: [orchestrator, subagent], applyTo: ['src/**/*.py']}}"]
        return [
            f"{blanks}scope:{anchor}{self.behind(name)}",
            f"{blanks}  modes: [orchestrator]",
            f"{blanks}  applyTo:",
            f"{blanks}  - src/**/*.py{self.behind(name)}",
            f"{blanks}  - '*.md'",
        ]

    def content(self, name: str, column: int) -> list[str]:
        blanks, rnd = " " * column, self.rnd
        if self.anchors and self.chance(self.style.anchors):
            return [f"{blanks}content: *{rnd.choice(self.anchors)}"]
        anchor = ""
        if self.chance(self.style.anchors):
            anchor = f"&t{self.ids}"
            self.anchors.append(anchor[1:])
        if self.chance(0.15):
            return [f"{blanks}content: {anchor}", *self.text_object(column)]
        head, *rest = self.scalar(column)
        return [f"{blanks}content: {anchor and anchor + ' '}{head}", *rest]

    def text_object(self, column: int) -> list[str]:
        blanks = " " * (column + 2)
        head, *rest = self.scalar(column + 2)
        return [f"{blanks}format: markdown", f"{blanks}text: {head}", *rest]

    def words(self, most: int = 6) -> str:
        return " ".join(self.rnd.choice(WORDS[:8]) for _ in range(self.rnd.randint(1, most)))

    def scalar(self, column: int) -> list[str]:
        rnd = self.rnd
        kind = rnd.randint(0, 6)
        if kind == 0:
            return ["A " + rnd.choice(["plain", "small", "good"]) + " text"]
        if kind == 1:
            return [json.dumps(" ".join(rnd.choice(WORDS) for _ in range(3)), ensure_ascii=False)]
        if kind == 2:
            return ["'it''s # quoted: {x}'"]
        if kind == 3:
            return ["A plain text", " " * (column + 2) + "over lines"]
        if kind == 4:
            return ['"over', "", " " * (column + rnd.choice([1, 2, 5])) + 'lines \\n x"']
        return self.block_scalar(column)

    def block_scalar(self, column: int) -> list[str]:
        rnd = self.rnd
        deep = rnd.choice([2, 2, 4, 1])
        header = rnd.choice("|||>") + rnd.choice(["", "", "-", "+"])
        texts = [" ".join(rnd.choice(WORDS) for _ in range(3)) for _ in range(rnd.randint(1, 4))]
        if self.chance(0.2):
            header += str(deep)
            texts[0] = "  " + texts[0]
        if self.chance(0.3):
            texts.insert(
                rnd.randint(1, len(texts)), rnd.choice(["", "", "   deeper", "- id: fake", "# not a comment"])
            )
        if self.chance(0.2):
            texts += [""] * rnd.randint(1, 2)
        return [header, *(" " * (column + deep) + text if text else "" for text in texts)]

    def braces(self, name: str, depth: int) -> str:
        fields = [f"id: {name}", "type: mode", f"priority: {self.rnd.randint(0, 9)}", 'content: "a, b"']
        if depth < 3 and self.chance(0.3):
            fields.append(f"children: [{self.braces(self.name(), depth + 1)}]")
        return "{" + ", ".join(fields) + "}"

    def note(self, owner: str) -> str:
        self.notes += 1
        return f"# n{self.notes} {owner}"

    def behind(self, owner: str) -> str:
        return "  " + self.note(owner) if self.chance(self.style.comments / 3) else ""

    def chance(self, share: float) -> bool:
        return self.rnd.random() < share


@cache  # many properties begin with the same
def yaml_message(seed: int, *, plain: bool = False, repeating: bool = False) -> str:
    """Return a message that YAML can read.

    `plain` ones have no brackets round blocks and no anchors, `repeating` ones many anchors.
    """
    rnd = random.Random(seed)
    while True:
        style = habits(rnd, plain=plain)
        text = Writer(rnd, replace(style, anchors=0.6, flow=0) if repeating else style).message()
        try:
            yaml.load(text, yaml.CSafeLoader)
        except yaml.YAMLError:
            continue
        return text


def json_message(seed: int) -> str:
    rnd = random.Random(seed)
    text = yaml_message(seed, plain=True)
    data = yaml.load(text, yaml.CBaseLoader)
    indent = rnd.choice([None, 2, 4, "\t"])
    separators = rnd.choice([(",", ":"), (", ", ": ")]) if indent is None else None
    return json.dumps(data, indent=indent, separators=separators, ensure_ascii=False) + rnd.choice(["", "\n"])
