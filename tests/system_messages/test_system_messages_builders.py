"""Messages built in Python: what building refuses, and that what is written reads back the same."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from short_messages import built_blocks

from editor_app.system_messages.builders import (
    ConditionBuilder,
    ContentBuilder,
    InstructionBlockBuilder,
    ScopeBuilder,
    SystemMessageBuilder,
)
from editor_app.system_messages.model.entities import (
    DEFAULT_PRIORITY_MODEL,
    BlockCondition,
    BlockType,
    Content,
    ContentFormat,
    InstructionBlock,
    Scope,
    Syntax,
    SystemMessage,
)
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.writing import system_message_document, write_system_message

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "resources" / "examples" / "build_system_message.py"
TWIN = PROJECT / "tests" / "cases" / "system_messages" / "builders_twin.yaml"
WHEN = "2026-01-28T09:00:00Z"


def text(words: str = "Hi") -> Content:
    return ContentBuilder.plain(words).build()


def block(block_id: str = "a", block_type: str = "identity") -> InstructionBlockBuilder:
    return InstructionBlockBuilder.create(block_id, block_type).with_priority(1).with_content(text())


def message(*blocks: InstructionBlock) -> SystemMessageBuilder:
    builder = SystemMessageBuilder.create("m", "1").with_role("system")
    builder.with_created_at(WHEN).with_updated_at(WHEN)
    for one in blocks:
        builder.add_block(one)
    return builder


def test_the_example_equals_its_twin():
    built = runpy.run_path(str(EXAMPLE))["system_message"]
    reading = read_system_message(TWIN.read_text("utf-8"), Syntax.YAML)
    assert reading.diagnostics == ()
    assert reading.message == built
    assert [one.id for one in built_blocks(built)] == ["identity-1", "formatting-1", "formatting-link-1"]


def test_the_example_prints_what_reads_back():
    printed = subprocess.run([sys.executable, EXAMPLE], capture_output=True, check=True, text=True).stdout
    assert read_system_message(printed, Syntax.YAML).message == runpy.run_path(str(EXAMPLE))["system_message"]


def test_contents():
    assert ContentBuilder.plain("x").build() == Content("x")
    assert ContentBuilder.markdown("# x").build() == Content("# x", ContentFormat.MARKDOWN)
    assert ContentBuilder.json("[1]").build().is_literal
    assert ContentBuilder.yaml("a: 1").build() == Content("a: 1", ContentFormat.YAML)
    assert ContentBuilder.structured("plain", "x").build() == Content("x", ContentFormat.PLAIN)
    # a plain string has no place for the switch
    assert ContentBuilder.plain("[a:b]").with_literal().build() == Content(
        "[a:b]", ContentFormat.PLAIN, literal=True
    )


def test_scopes_are_trimmed_and_have_each_entry_once():
    scope = (
        ScopeBuilder.create()
        .with_apply_to(" ./src\\**/*.py ", "src/**/*.py")
        .with_modes("ask", " ask ")
        .with_tools("a")
        .with_tools("b", "a")
        .with_files("x.py")
        .build()
    )
    assert scope == Scope(("src/**/*.py",), ("ask",), ("a", "b"), ("x.py",))


def test_conditions_are_equal_whatever_order_their_keys_have():
    built = ConditionBuilder.create("k", {"b": [1, None], "a": "é"}).build()
    assert built == BlockCondition("k", '{"a":"é","b":[1,null]}')


def test_moments_may_be_datetimes():
    east = datetime(2026, 1, 28, 10, tzinfo=timezone(timedelta(hours=1)))
    built = message().with_created_at(datetime(2026, 1, 28, 9, tzinfo=UTC)).with_updated_at(east).build()
    assert (built.created_at, built.updated_at) == (WHEN, "2026-01-28T10:00:00+01:00")
    assert built.priority_model == DEFAULT_PRIORITY_MODEL


@pytest.mark.parametrize(
    ("given", "built"),
    [
        (["mode", "safety", "mode"], ("mode", "safety")),
        ([], DEFAULT_PRIORITY_MODEL),
    ],
)
def test_a_priority_model_is_built_as_its_file_is_read(given: list[str], built: tuple[str, ...]):
    made = message(block().build()).with_priority_model(given).build()
    assert made.priority_model == built
    assert read_system_message(write_system_message(made), Syntax.YAML).message == made


REFUSED = {
    "A content needs text": lambda: ContentBuilder.markdown(" \n").build(),
    "There is no content format ‘markdwn’. Did you mean ‘markdown’?": lambda: ContentBuilder.structured(
        "markdwn", "x"
    ),
    "declared as json, but can’t be read as that: line 1": lambda: ContentBuilder.json("{,}").build(),
    "declared as yaml": lambda: ContentBuilder.yaml("a: [").build(),
    "at least one glob, mode, tool or file": lambda: ScopeBuilder.create().build(),
    "Every mode of a scope needs a name": lambda: ScopeBuilder.create().with_modes("x", " "),
    "leads out of the workspace": lambda: ScopeBuilder.create().with_apply_to("../x"),
    "A condition needs a kind": lambda: ConditionBuilder.create("", {}).build(),
    "The condition ‘k’ needs a value": lambda: ConditionBuilder.create("k", None).build(),
    "The value of the condition ‘k’ is not JSON": lambda: ConditionBuilder.create("k", float("nan")).build(),
    "A block needs an id": lambda: block(" ").build(),
    "There is no block type ‘identiti’. Did you mean ‘identity’?": lambda: block("a", "identiti").build(),
    "The block ‘a’ needs a priority": lambda: (
        InstructionBlockBuilder.create("a", "mode").with_content(text()).build()
    ),
    "stay within 9007199254740991": lambda: block().with_priority(2**53).build(),
    "The block ‘a’ needs a content": lambda: (
        InstructionBlockBuilder.create("a", "mode").with_priority(1).build()
    ),
    "‘a’ is given children, but none": lambda: block().with_children(),
    "Two blocks have the id ‘a’": lambda: block().with_children(block().build()).build(),
    "Two blocks have the id ‘b’": lambda: message(
        block().with_children(block("b").build()).build(), block("b").build()
    ).build(),
    "can never be in": lambda: (
        block()
        .with_scope(ScopeBuilder.create().with_modes("x").build())
        .with_children(block("b").with_scope(ScopeBuilder.create().with_modes("y").build()).build())
        .build()
    ),
    "A system message needs an id": lambda: SystemMessageBuilder.create("", "1").build(),
    "needs a version": lambda: SystemMessageBuilder.create("m", "").build(),
    "The role of ‘m’ must be ‘system’": lambda: SystemMessageBuilder.create("m", "1").build(),
    "must be ‘system’": lambda: message().with_role("user").build(),
    "‘m’ needs a date-time: call with_updated_at": lambda: (
        SystemMessageBuilder.create("m", "1").with_role("system").with_created_at(WHEN).build()
    ),
    "‘2026-01-28’, is no RFC 3339": lambda: message().with_created_at("2026-01-28").build(),
    "seconds and zone": lambda: message().with_updated_at(datetime(2026, 1, 28)).build(),  # noqa: DTZ001
    "There is no block type ‘safty’": lambda: message().with_priority_model(["safty"]).build(),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_wrong_use_is_refused_with_a_sentence(sentence: str):
    with pytest.raises(ValueError, match=r"^[A-Z‘]") as refused:
        REFUSED[sentence]()
    assert sentence in str(refused.value)
    assert str(refused.value).endswith((".", "?"))


# What is asked for, the argument the sentence names, and what it wants.
WRONG_TYPES = [
    (lambda: block().with_content("x"), "content", "ContentBuilder"),
    (lambda: block().with_content(ContentBuilder.plain("x")), "content", "build()"),
    (lambda: block().with_content(Content(5)), "content.text", "a text"),
    (lambda: block().with_scope({}), "scope", "ScopeBuilder"),
    (lambda: block().with_scope(ScopeBuilder.create().with_modes("a")), "scope", "build()"),
    (lambda: block().with_scope(Scope(modes="a")), "scope.modes", "a tuple or list"),
    (lambda: block().with_condition(("a", {})), "condition", "ConditionBuilder"),
    (lambda: block().with_condition(ConditionBuilder.create("a", {})), "condition", "build()"),
    (lambda: block().with_condition(BlockCondition("a", {})), "condition.value", "JSON text"),
    (lambda: block().with_conditions(BlockCondition(5)), "condition.kind", "a text"),
    (lambda: block().with_children(block("b")), "child", "build()"),
    (lambda: block().with_children([block("b").build()]), "child", "an InstructionBlock"),
    (lambda: block().with_children({"id": "b"}), "child", "an InstructionBlock"),
    (lambda: block().with_priority("high"), "priority", "a whole number"),
    (lambda: block().with_priority(1.5), "priority", "a whole number"),
    (lambda: block().with_priority(priority=True), "priority", "a whole number"),
    (lambda: block(5).build(), "id", "a text"),
    (lambda: block("a", ["mode"]).build(), "type", "a text"),
    (lambda: ContentBuilder.plain(5).build(), "text", "a text"),
    (lambda: ContentBuilder.structured(None, "x"), "format", "a text"),
    (lambda: ContentBuilder.plain("x").with_literal("yes"), "literal", "True or False"),
    (lambda: ScopeBuilder.create().with_modes(["a", "b"]), "mode", "one by one"),
    (lambda: ScopeBuilder.create().with_tools(5), "tool", "a text"),
    (lambda: ConditionBuilder.create(5, {}).build(), "kind", "a text"),
    (lambda: message().add_block(block()), "block", "build()"),
    (lambda: message().add_block("a"), "block", "an InstructionBlock"),
    (lambda: message().with_priority_model("safety"), "types", "a list of block types"),
    (lambda: message().with_priority_model(None), "types", "a list of block types"),
    (lambda: message().with_priority_model([5]), "types[0]", "a text"),
    (lambda: message().with_created_at(5).build(), "created_at", "a datetime"),
    (lambda: SystemMessageBuilder.create(5, "1").build(), "message", "a text"),
]


@pytest.mark.parametrize("at", range(len(WRONG_TYPES)))
def test_a_wrong_type_is_refused_with_a_sentence(at: int):
    build, name, wanted = WRONG_TYPES[at]
    with pytest.raises(TypeError, match=r"^‘[^’]+’ is .+[.]$") as refused:
        build()
    assert str(refused.value).startswith(f"‘{name}’") or name == "message"
    assert wanted in str(refused.value)


def test_lists_are_as_good_as_tuples():
    scope = block().with_scope(Scope(modes=["a", " b ", "a"], files=["x"])).build().scope
    assert scope == Scope(modes=("a", "b"), files=("x",))
    assert hash(scope)
    assert message().with_priority_model(["mode", "safety"]).build().priority_model == ("mode", "safety")


def test_half_a_character_is_refused():
    with pytest.raises(ValueError, match="half of a character"):
        ContentBuilder.plain("a\ud800").build()


JSON_VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.text(min_size=1, max_size=12).filter(str.strip)
TEXTS = st.text(min_size=1).filter(str.strip) | st.sampled_from(
    [
        "a\nb",
        " a\n\n b\n",
        "\n\na: 1\n",
        "a\r\nb",
        "\ta\n\t",
        "- x\n# y",
        "a\x85b\nc",
        "'\"\\\n",
        "x \ny",
        "\ufeffa",
    ]
)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0) -> InstructionBlock:
    builder = InstructionBlockBuilder.create(
        str(draw(st.uuids())), draw(st.sampled_from(BlockType))
    ).with_priority(draw(st.integers(1 - 2**53, 2**53 - 1)))
    content = draw(
        st.builds(ContentBuilder.plain, TEXTS)
        | st.builds(ContentBuilder.markdown, TEXTS)
        | st.builds(ContentBuilder.structured, st.just("plain"), TEXTS)
    )
    if draw(st.booleans()):
        content.with_literal(draw(st.booleans()))
    builder.with_content(content.build())
    if depth == 0 and draw(st.booleans()):
        builder.with_scope(
            ScopeBuilder.create()
            .with_modes(*draw(st.lists(NAMES, max_size=2)))
            .with_tools(*draw(st.lists(NAMES, min_size=1, max_size=2)))
            .build()
        )
    for _ in range(draw(st.integers(0, 2))):
        builder.with_condition(ConditionBuilder.create(draw(NAMES).strip(), draw(JSON_VALUES)).build())
    if depth < 2:
        for child in draw(st.lists(blocks(depth + 1), max_size=2)):
            builder.with_children(child)
    return builder.build()


@given(st.lists(blocks(), min_size=1, max_size=3), st.sampled_from(Syntax))
def test_what_is_written_reads_back_the_same(built: list[InstructionBlock], syntax: Syntax):
    whole = message(*built).build()
    written = write_system_message(whole, syntax)
    reading = read_system_message(written, syntax)
    assert [problem.message for problem in reading.diagnostics if problem.severity == "error"] == []
    assert reading.message == whole


def test_the_document_is_the_file():
    whole = message(block().with_children(block("b").build()).build()).build()
    document = system_message_document(whole)
    assert json.loads(write_system_message(whole, Syntax.JSON)) == document
    assert yaml.safe_load(write_system_message(whole)) == document
    assert list(document) == ["id", "version", "role", "createdAt", "updatedAt", "priorityModel", "blocks"]
    assert document["blocks"][0]["children"] == [
        {"id": "b", "type": "identity", "priority": 1, "content": "Hi"}
    ]


def nested(depth: int, inner: InstructionBlock) -> InstructionBlock:
    """Put a block into so many others, unchecked."""
    for level in range(depth):
        inner = InstructionBlock(f"b{level}", BlockType.MODE, 1, text(), children=(inner,))
    return inner


@pytest.mark.parametrize("syntax", Syntax)
@pytest.mark.parametrize(
    "inner",
    [
        block().build(),
        block().with_content(ContentBuilder.markdown("Hi").build()).build(),
        block().with_scope(ScopeBuilder.create().with_modes("m").build()).build(),
        block().with_condition(ConditionBuilder.create("k", "]{{").build()).build(),
        block().with_condition(ConditionBuilder.create("k", {"a": [[1], {"b": {}}]}).build()).build(),
    ],
)
def test_what_is_built_is_no_deeper_than_is_read(syntax, inner):
    depth = 0
    while read_system_message(
        write_system_message(built := unchecked(nested(depth, inner)), syntax), syntax
    ).message:
        assert message(*built.blocks).build().blocks == built.blocks
        depth += 1
    assert 20 < depth < 40
    with pytest.raises(ValueError, match="nested more than 64 lists and maps deep"):
        message(*built.blocks).build()
    with pytest.raises(ValueError, match=r"^‘a’ would be nested"):
        block("z").with_children(*built.blocks[0].children).build()


def unchecked(*blocks: InstructionBlock) -> SystemMessage:
    return SystemMessage("m", "1", WHEN, WHEN, blocks)
