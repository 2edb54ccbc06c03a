"""What the documents of prompts, system messages and messages say, as they say it."""

from __future__ import annotations

import logging

import pytest

from editor_app.chats.checks import problems_of
from editor_app.chats.reading import read_text
from editor_app.prompts.entities import PromptContext
from editor_app.prompts.loading import read_prompt
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.text.edits import apply_edits

HEAD = "---\nname: t\nversion: 1.0.0\ndescription: d\nmax_tokens: 5\nvariables:\n"
EXAMPLE = (
    HEAD
    + "  - {name: url, required: true, description: d}\n"
    + "  - {name: title, required: false, description: d}\n"
    + "  - {name: content, required: false, description: d}\n"
    + "---\n\nURL: {{url}}\n{{#if title}}Title: {{title}}{{/if}}\n{{#if content}}\n{{content}}\n{{/if}}\n"
)


def test_missing_are_all_optional_variables_without_a_value():
    prompt, _ = read_prompt(EXAMPLE.encode(), "t.md")
    assert prompt.render({"url": "u"}).missing_optional_variables == ("title", "content")
    assert prompt.render({"url": "u", "title": ""}).missing_optional_variables == ("content",)


def test_verbose_logs_what_became_of_the_variables(caplog: pytest.LogCaptureFixture):
    prompt, _ = read_prompt(EXAMPLE.encode(), "t.md")
    with caplog.at_level(logging.INFO):
        prompt.render(PromptContext({"url": "secret"}))
        assert not caplog.messages
        prompt.render(PromptContext({"url": "secret"}, verbose=True))
    assert caplog.messages == ["t (t.md): inserted url; missing title, content"]
    caplog.clear()


@pytest.mark.parametrize("key", ["default", "defaultValue"])
def test_a_default_is_read_by_both_of_its_names(key: str):
    entry = f"  - {{name: lang, required: false, description: d, {key}: English}}\n"
    source = f"{HEAD}{entry}---\n\nIn {{{{lang}}}}.\n"
    prompt, errors = read_prompt(source.encode(), "t.md")
    assert not errors
    assert prompt.render({}).rendered_content == "In English."


def test_both_names_of_a_default_at_once_are_told():
    entry = "  - name: lang\n    required: false\n    description: d\n    default: a\n    defaultValue: b\n"
    _, errors = read_prompt(f"{HEAD}{entry}---\n\n{{{{lang}}}}\n".encode(), "t.md")
    assert [(one.type, one.field) for one in errors] == [("INVALID_VARIABLE", "variables[0].defaultValue")]


@pytest.mark.parametrize(
    ("version", "is_told"),
    [
        ("banana", True),
        ("1.x", True),
        ("1.0.0", False),
        ("'1'", False),
        ("2026-01-28", False),
        ("v2-beta", False),
    ],
)
def test_a_version_of_a_system_message_that_is_none_is_told(version: str, is_told: bool):
    source = (
        f"id: a\nversion: {version}\nrole: system\ncreatedAt: 2026-01-28T09:00:00Z\n"
        "updatedAt: 2026-01-28T09:00:00Z\nblocks:\n- {id: b, type: safety, priority: 1, content: c}\n"
    )
    found = [(one.code, one.severity) for one in read_system_message(source, Syntax.YAML).diagnostics]
    assert found == [("odd-version", "warning")] * is_told


@pytest.mark.parametrize(
    ("header", "is_told"),
    [
        ("; Version: 1.0.0\n; role: user", True),
        ("; Version: 1.0.0\n;\n; role: user", False),
        ("; role: user", False),
    ],
)
def test_a_role_without_a_line_of_its_mark_before_it_is_told(header: str, is_told: bool):
    text = read_text(f"{header}\n\n\nHello\n")
    found = [one for one in problems_of(text) if one.code == "unseparated-role"]
    assert len(found) == is_told
    for one in found:
        mended = apply_edits(text.source, one.fixes[0].edits)
        assert "\n;\n; role" in mended
        assert "unseparated-role" not in {after.code for after in problems_of(read_text(mended))}
