"""Message files: what they say, and that nothing but a change changes them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from property_runs import examples

from editor_app.chats.chat import Message, UnwritableMessageError, read_message, write_message
from editor_app.chats.reading import read_text
from editor_app.text import Diagnostic, Severity, apply_edits, decode

CASES = json.loads((Path(__file__).parents[1] / "cases/chats/message_files.json").read_text("utf-8"))
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
FULL = (
    "; Block-UUID: 11111111-1111-4111-8111-111111111111\n; Component: UserMessage\n; Version: 1.0.0\n"
    "; Description: d\n; Language: markdown\n; Created-at: 2025-04-21T18:15:00.000Z\n; Authors: A (v1.0.0)\n"
    ";\n; role: user\n\n\n"
)


def read(text: str) -> Message:
    return read_message(text.encode(), now=NOW)


def codes(message: Message) -> list[str]:
    return [problem.code for problem in message.diagnostics]


def test_the_cases_of_the_reference_are_read_as_it_says():
    for case in CASES:
        if case["op"] == "order_files":
            continue  # see test_chats_folders.py
        with in_case(case["id"]):
            message = read(case["input"]["file"])
            expected = case["expected"]
            for name in {"role", "content", "metadata"} & set(expected):
                assert getattr(message, name) == expected[name]
            if "problem" in expected:
                assert "no-role" in codes(message)
            if "invalid" in expected:
                fields = [d.args["field"] for d in message.diagnostics if d.code == "invalid-field"]
                assert fields == expected["invalid"]
            assert write_message(message).decode() == case["input"]["file"]


PROBLEMS = {
    FULL + "x": [],
    "; role: user\n\n\nx": [("missing-metadata", "information")],
    ";ROLE:user\n\n\nx": [("missing-metadata", "information")],
    "; Version: 1.0.0\n; role: user\n\n\nx": [
        ("missing-metadata", "warning"),
        ("unseparated-role", "information"),
    ],
    "": [("no-role", "error")],
    "x": [("no-role", "error")],
    "\n\n\nx": [("no-role", "error")],
    "; a comment\n\n\nx": [("no-role", "error"), ("missing-metadata", "information")],
    "; role:\n\n\nx": [("no-role", "error"), ("missing-metadata", "information")],
    "; role: assisant\n\n\nx": [("missing-metadata", "information"), ("unknown-role", "error")],
    "; role: tool\n\n\nx": [("missing-metadata", "information"), ("unknown-role", "error")],
    "; role: user\n\nx": [("missing-metadata", "information"), ("no-separator", "error")],
    "; role: user": [("missing-metadata", "information"), ("no-separator", "error")],
    "; role: user\n; role: system\n\n\nx": [("missing-metadata", "information"), ("second-role", "warning")],
    "role: user\n\n\nx": [("bare-header-line", "warning"), ("missing-metadata", "information")],
    "<!--\nrole: user\n-->\n\n\nx": [("html-header", "warning"), ("missing-metadata", "information")],
    FULL.replace("1.0.0\n", "1.0\n") + "x": [("invalid-field", "warning")],
    FULL.replace("11111111-1111-4111", "1-4111") + "x": [("invalid-field", "warning")],
    FULL.replace("18:15:00.000Z", "18:15:00") + "x": [("invalid-field", "warning")],
    FULL.replace("04-21", "02-30") + "x": [("invalid-field", "warning")],
    FULL.replace(": markdown", ":") + "x": [("blank-field", "warning")],
    FULL.replace("; Authors", "; Language: x\n; Authors") + "x": [("second-field", "warning")],
}


@pytest.mark.parametrize("text", PROBLEMS)
def test_each_problem_has_its_place_and_its_fixes_remove_it(text: str):
    message = read(text)
    assert [(d.code, d.severity) for d in message.diagnostics] == PROBLEMS[text]
    for problem in message.diagnostics:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        for fix in problem.fixes:
            with in_case((problem.code, fix.title)):
                fixed = read(apply_edits(text, fix.edits))
                assert _key(problem) not in {_key(one) for one in fixed.diagnostics}
                assert fixed.content == message.content
    if any(severity == "error" for _, severity in PROBLEMS[text]):
        assert message.has_errors
        assert all(d.fixes for d in message.diagnostics if d.severity is Severity.ERROR)


def _key(problem: Diagnostic) -> tuple[str, str]:
    return problem.code, problem.args.get("field", "")


def test_what_is_missing_is_named_once_and_the_fix_gives_what_can_be_known():
    [problem] = read("; role: assistant\n\n\nx").diagnostics
    assert problem.message == (
        "The header has no Block-UUID, Component, Version, Description, Language, Created-at and Authors."
    )
    fixed = read(apply_edits("; role: assistant\n\n\nx", problem.fixes[0].edits))
    assert fixed.metadata["Component"] == "AssistantMessage"
    assert fixed.metadata["Version"], fixed.metadata["Language"] == ("1.0.0", "markdown")
    assert fixed.metadata["Created-at"] == "2026-03-04T12:00:00.000Z"
    assert [_key(one) for one in fixed.diagnostics] == [
        ("blank-field", "Description"),
        ("blank-field", "Authors"),
    ]
    assert "‘assistant’" in read("; role: assisant\n\n\nx").diagnostics[1].message


def test_bytes_that_are_no_text_give_a_message_with_its_error():
    message = read_message(b"; role: user\n\n\nx\xff")
    assert codes(message) == ["ENCODING_ERROR"]
    assert write_message(message) == b"; role: user\n\n\nx\xff"
    with pytest.raises(UnwritableMessageError, match="not UTF-8"):
        write_message(replace(message, role="system"))
    large = read_message(b"; role: user\n\n\n" + b"x" * 5_000_000)
    assert "large-message" in codes(large)


@pytest.mark.parametrize(
    ("changes", "before", "after"),
    [
        ({"content": "a\n```js\n1\n```\n"}, "a\n", "a\n\\```js\n1\n\\```\n"),
        ({"content": "kept \\` and ` new"}, "kept \\\\` and ` old", "kept \\\\` and ` new"),
        ({"content": "```\nplain"}, "```\nold", "```\nplain"),
        ({"content": "needless ` stays"}, "needless \\` was", "needless \\` stays"),
    ],
)
def test_a_changed_content_changes_its_span_only(changes: dict[str, str], before: str, after: str):
    for header in ("; role: user\n\n\n", FULL):
        message = read(header + before)
        assert write_message(replace(message, **changes)).decode() == header + after


def test_role_and_metadata_change_in_their_lines():
    text = "; Odd :  spacing \n;; comment\n; Version: 1.0.0\n;\n;Role:user\n; late: yes\n\n\nx\r\n"
    message = read(text)
    changed = replace(
        message, role="system", metadata={"Odd": "spacing", "late": "no", "Authors": "A", "Version": "2.0.0"}
    )
    assert write_message(changed).decode() == text.replace("user", " system").replace("yes", "no").replace(
        "1.0.0\n", "2.0.0\n; Authors: A\n"
    )
    assert write_message(replace(message, metadata={})) == b";; comment\n;\n;Role:user\n\n\nx\r\n"
    assert write_message(replace(message, role=None, metadata={})) == b";; comment\n;\n\n\nx\r\n"
    made = write_message(Message("user", "`a`\n", {"Version": "1.0.0"}))
    assert made == b"; Version: 1.0.0\n;\n; role: user\n\n\n`a`\n"
    for wrong in ({"role": "x"}, {"a": "b\nc"}, {"a:b": "c"}, {"": "x"}, {"a": " b"}):
        with pytest.raises(UnwritableMessageError):
            write_message(
                replace(message, metadata=wrong) if "role" not in wrong else replace(message, role=" x")
            )


LINES = st.sampled_from(
    [
        "; role: user",
        ";role:system",
        "; Role: assistant ",
        "role: user",
        ";",
        "; a: b",
        "; a: c:d",
        "a",
        "",
        "<!--",
        "-->",
        "x: y",
        "; Version: 1",
        "32d9afc7-aeac-4a67-ba94-0c92678604a1",
        " ; b: 1",
        "; : x",
        "; Description:",
    ]
)
PIECES = [*"a`\\\n ;:", "```", "\n\n\n", "ü", "🙂"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
FILES = st.builds(
    lambda lines, gap, text, newlines, bom: _spelled("\n".join(lines) + gap + text, newlines, bom),
    st.lists(LINES, max_size=5),
    st.sampled_from(["\n\n\n", "\n\n", "\n", ""]),
    TEXTS,
    st.lists(NEWLINES, min_size=1, max_size=4),
    st.booleans(),
)
FIELDS = st.dictionaries(
    st.sampled_from(["a", "x", "Version", "New"]), st.sampled_from(["b", "1.0.0", "c:d", ";"])
)


def _spelled(text: str, newlines: list[str], bom: bool) -> bytes:
    """Return the bytes of a text whose newlines are spelled in these ways, in turn."""
    pieces = text.split("\n")
    spelled = pieces[0] + "".join(newlines[at % len(newlines)] + piece for at, piece in enumerate(pieces[1:]))
    return (b"\xef\xbb\xbf" if bom else b"") + spelled.encode()


@examples(200)
@given(FILES)
def test_a_file_that_nobody_changed_keeps_every_byte(data: bytes):
    message = read_message(data, now=NOW)
    assert write_message(message) == data
    text = read_text(decode(data).text)
    assert (message.role, message.content, message.metadata) == (text.role, text.content, text.metadata)


@examples(60)
@given(FILES, st.sampled_from(["user", "assistant", "system", None]), TEXTS, FIELDS)
def test_what_is_changed_is_read_as_it_was_written(
    data: bytes, role: str | None, content: str, metadata: dict[str, str]
):
    message = read_message(data, now=NOW)
    assert message.has_errors == any(one.severity is Severity.ERROR for one in message.diagnostics)
    assert write_message(replace(message, metadata=dict(message.metadata))) == data
    for changes in ({"content": content}, {"role": role}, {"metadata": metadata}):
        changed = replace(message, **changes)
        again = read_message(write_message(changed), now=NOW)
        assert (again.role, again.content, again.metadata) == (
            changed.role,
            changed.content,
            changed.metadata,
        )
    all_new = replace(message, role=role, content=content, metadata=metadata)
    again = read_message(write_message(all_new), now=NOW)
    assert (again.role, again.content, again.metadata) == (role, content, metadata)


@examples(60)
@given(TEXTS, TEXTS, TEXTS)
def test_a_change_of_the_content_leaves_the_text_around_it_alone(before: str, middle: str, behind: str):
    """The content's first and last lines are kept in a change between them."""
    header = b"\xef\xbb\xbf; role: user\r\n\n\r\n"
    raw = f"<{before}>\nold\n<{behind}>".replace("\n\n\n", "\n")
    message = read_message(header + raw.replace("\n", "\r\n").encode(), now=NOW)
    start, end = message.content.index("\nold\n") + 1, message.content.index("\nold\n") + 4
    new = f"-{middle}-"
    changed = replace(message, content=message.content[:start] + new + message.content[end:])
    written = write_message(changed)
    kept_before, kept_behind = (
        f"<{before}>\n".replace("\n\n\n", "\n"),
        f"\n<{behind}>".replace("\n\n\n", "\n"),
    )
    assert written.startswith(header + kept_before.replace("\n", "\r\n").encode())
    assert written.endswith(kept_behind.replace("\n", "\r\n").encode())
    assert read_message(written).content == changed.content
    assert decode(written).format.bom
