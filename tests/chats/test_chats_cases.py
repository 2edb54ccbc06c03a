"""Problems and changes of message files, as cases; and what people are told where a chat cannot be made."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

from editor_app.chats.chat import Message, UnwritableMessageError, read_message, write_message
from editor_app.chats.checks import MOST_BYTES, problems_of
from editor_app.chats.header_table import is_time
from editor_app.chats.operations import header_like
from editor_app.chats.reading import message_edits, read_quickly, read_text, role_edits
from editor_app.library.files.new_names import new_folder_problem
from editor_app.text import apply_edits
from editor_app.text.readable_json import utc_text

FOLDER = Path(__file__).parents[1] / "cases" / "chats"
NOW = datetime(2026, 3, 4, 13, 5, 6, 7000, tzinfo=timezone(timedelta(hours=1)))
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
GIVEN = "11111111-1111-4111-8111-111111111111"


class Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""

    def represent_str(self, text: str) -> yaml.Node:
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


Dumper.add_representer(str, Dumper.represent_str)


def load(name: str) -> list[dict[str, Any]]:
    return yaml.load((FOLDER / name).read_text("utf-8"), yaml.CSafeLoader)


def check(name: str, found: Callable[[dict[str, Any]], dict[str, Any]], *, update: bool) -> None:
    """Compare what is found of each case with what the file has; or write it there."""
    cases = load(name)
    now = [{**case, **found(case)} for case in cases]
    if update:
        head = "".join(re.findall(r"(?m)^#.*\n", (FOLDER / name).read_text("utf-8")))
        body = yaml.dump(now, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=110)
        (FOLDER / name).write_text(head + body, "utf-8")
        return
    for was, one in zip(cases, now, strict=True):
        assert was == one, was["id"]


def after(source: str, edits: Any) -> str:
    return UUID.sub(lambda one: one[0] if one[0] == GIVEN else "NEW-UUID", apply_edits(source, edits))


def problems(case: dict[str, Any]) -> dict[str, Any]:
    source = case["source"]
    return {
        "problems": [
            {
                "problem": f"{one.severity.value} {one.code}",
                "at": [one.span.start, one.span.of(source)],
                "message": one.message,
                **({"args": dict(one.args)} if one.args else {}),
                "fixes": {fix.title: after(source, fix.edits) for fix in one.fixes},
            }
            for one in problems_of(read_text(source), NOW)
        ]
    }


def test_what_is_wrong_is_told_at_its_place_with_what_mends_it(update_goldens):
    check("problems.yaml", problems, update=update_goldens)


def changed(case: dict[str, Any]) -> dict[str, Any]:
    text = read_text(case["source"])
    wanted = {"role": text.role, "content": text.content, "metadata": text.metadata, **case["change"]}
    edits = message_edits(text, **wanted)
    new = read_text(apply_edits(text.source, edits))
    assert (new.role, new.content, new.metadata) == tuple(wanted.values()), case["id"]
    message = replace(read_message(text.source.encode()), **wanted)
    assert write_message(message).decode() == new.source
    return {"after": new.source}


def test_what_a_change_makes_of_a_file(update_goldens):
    check("edits.yaml", changed, update=update_goldens)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("; role: user\n\n\nx", "\n\n\nx"),
        ("; role: user\n; role: system\n\n\nx", "\n\n\nx"),
        ("; a: 1\n; role: user\n\n\nx", "; a: 1\n\n\nx"),
        ("; role: user\n; a: 1\n\n\nx", "; a: 1\n\n\nx"),
    ],
)
def test_a_role_goes_with_its_lines(source, after):
    assert apply_edits(source, role_edits(read_text(source), None)) == after


@pytest.mark.parametrize("name", ["problems.yaml", "edits.yaml"])
def test_what_is_read_quickly_is_what_is_read(name):
    for case in load(name):
        text = read_text(case["source"])
        role, content, fields = read_quickly(text.source)
        assert (role, content, dict(fields)) == (text.role, text.content, dict(text.metadata))
        assert (fields == dict(text.metadata), len(fields)) == (True, len(text.metadata))
        assert fields != {"no": "such"}


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("2026-03-04T12:00:00Z", True),
        ("2026-03-04t12:00:00z", True),
        ("2026-03-04 12:00:00.123+01:00", True),
        ("2026-03-04T00:00:00-23:59", True),
        ("2026-03-04T23:59:60Z", True),
        ("2024-02-29T12:00:00Z", True),
        ("2026-02-29T12:00:00Z", False),
        ("2026-13-01T12:00:00Z", False),
        ("2026-03-04T24:00:00Z", False),
        ("2026-03-04T12:60:00Z", False),
        ("2026-03-04T12:00:61Z", False),
        ("2026-03-04T12:00:00+24:00", False),
        ("2026-03-04T12:00:00+01:60", False),
        ("2026-03-04T12:00:00", False),
        ("2026-03-04", False),
        ("2026-03-04T12:00:00Z ", False),
    ],
)
def test_a_time_has_a_date_that_there_is_and_its_zone(text, valid):
    assert is_time(text) == valid


def test_a_time_is_written_in_utc():
    assert utc_text(NOW) == "2026-03-04T12:05:06.007Z"


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"; role: user\n\n\nx", ["missing-metadata"]),
        (b"; role: us\xffer\n\n\nx", ["ENCODING_ERROR"]),
        (b"", ["no-role"]),
        (b"; role: user\n\nx", ["missing-metadata", "no-separator"]),
        (b"; role: tool\n\n\nx", ["missing-metadata", "unknown-role"]),
        (b"; role: user\n\n\n" + b"x" * (MOST_BYTES - 16), ["missing-metadata"]),
        (b"; role: user\n\n\n" + b"x" * (MOST_BYTES - 15), ["large-message", "missing-metadata"]),
    ],
    ids=["fine", "encoding", "empty", "separator", "role", "large", "too large"],
)
def test_errors_keep_a_message_from_being_sent(data, codes):
    message = read_message(data, now=NOW)
    assert [one.code for one in message.diagnostics] == codes
    assert message.has_errors == (codes != ["missing-metadata"])


def test_a_message_that_is_made_has_no_problems_but_that_of_an_empty_file():
    assert Message("user", "").diagnostics == Message(None, "x").diagnostics == ()
    assert not Message("tool", "x").has_errors
    assert [one.code for one in Message(None, "").diagnostics] == ["no-role"]
    assert [one.code for one in Message("tool", "", path=Path("1.md")).diagnostics] == ["no-role"]


@pytest.mark.parametrize(
    "change",
    [
        {"role": "a\nb"},
        {"role": " user"},
        {"metadata": {"": "x"}},
        {"metadata": {"a:b": "x"}},
        {"metadata": {"Role": "x"}},
        {"metadata": {" a": "x"}},
        {"metadata": {"a": "x\ny"}},
        {"metadata": {"a": "x\t"}},
    ],
    ids=str,
)
def test_what_no_header_can_hold_is_refused(change):
    for data in (b"", b"; role: user\n\n\nx"):
        with pytest.raises(UnwritableMessageError):
            write_message(replace(read_message(data), **{"role": "user", **change}))


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("; role: user\n\n\n\n\na\n\nb\n\n", ["a\n\nb"]),
        ("; role: user\n\n\n\\`a\\` b", ["`a", "` b"]),
        ("; role: user\n\n\n\n\n", []),
        ("a\\`\n", ["a", "`"]),
    ],
)
def test_what_is_sent_is_found_in_the_file(source, sent):
    text = read_text(source)
    assert [span.of(source) for span in text.sent_spans] == sent
    assert "".join(sent) == read_message(source.encode()).sent_content


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("talk", ""),
        ("b" * 200, ""),
        ("é" * 100, ""),
        (" ", "that is not empty"),
        (".talk", "that begins with no dot"),
        ("a/b", "without slashes"),
        ("a\\b", "without slashes"),
        ("a?", 'without : * ? " < > and |'),
        ("a\nb", "without line ends or control characters"),
        ("b" * 201, "that is shorter"),
        ("é" * 101, "that is shorter"),
    ],
)
def test_a_name_is_refused_with_the_rule_that_it_breaks(tmp_path, name, advice):
    said = new_folder_problem(tmp_path, name)
    assert said.endswith(f"Choose one {advice}." if advice else "")
    assert bool(said) == bool(advice)
    if not advice:
        (tmp_path / name).mkdir()
        assert new_folder_problem(tmp_path, name).endswith("is already there. Choose another name.")


def test_a_new_message_has_a_header_like_its_neighbours():
    fields = {"block-uuid": GIVEN, "Component": "x", "Description": "d", "Authors": "a", "own": "o"}
    made = dict(header_like(Message("user", "x", fields), "assistant", NOW.astimezone(UTC)))
    assert UUID.fullmatch(made.pop("block-uuid"))
    assert made == {"Component": "AssistantMessage", "Description": "", "Authors": "a", "own": "o"}
    assert header_like(Message("user", "x"), "user", NOW) == header_like(None, "user", NOW) == {}
