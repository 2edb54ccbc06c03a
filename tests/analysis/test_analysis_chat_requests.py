"""The problems of a chat's request: said by the messages' numbers, and mended in the message files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.chat_requests.problems import (
    DeleteMessage,
    EditMessage,
    InsertMessage,
    RequestMessages,
    chat_fix,
    content_span,
    request_problems,
)
from editor_app.chats.reading import new_source, read_text
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import Provider, RequestMessage, SystemText
from editor_app.text import MOST_PROBLEMS, Severity, Span, apply_edits

CASES = yaml.load(
    (Path(__file__).parents[1] / "cases" / "requests" / "chat_fixes.yaml").read_text("utf-8"),
    yaml.SafeLoader,
)
CHAT = Path("/library/chats/talk")
TEMPLATE = Path("/library/system-prompt.tmpl")


def files_of(messages):
    return {CHAT / f"{number}.md": new_source(*message, {}) for number, message in enumerate(messages, 1)}


def request_of(files, provider, model=None, system=""):
    read = [(path, read_text(source)) for path, source in files.items()]
    messages = [RequestMessage(text.role or "", text.content, path) for path, text in read]
    return assemble_request(provider, messages, system=SystemText(system, origin=TEMPLATE), model=model)


def said(files):
    return [[text.role, text.content] for text in map(read_text, files.values())]


def after(files, change):
    """Return the files of a chat with a change of it; a new message gets a text."""
    if isinstance(change, EditMessage):
        return {**files, change.path: apply_edits(files[change.path], change.edits)}
    if isinstance(change, DeleteMessage):
        return {path: source for path, source in files.items() if path != change.path}
    assert isinstance(change, InsertMessage)
    listed = [*files.items()]
    listed.insert(change.place, (CHAT / "new.md", new_source(change.role, "New.", {})))
    return dict(listed)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['provider']} {case['code']}")
def test_a_problem_names_the_message_and_is_mended_in_its_file(case):
    files = files_of(case["messages"])
    request = request_of(files, case["provider"], case.get("model"), case.get("system", ""))
    found = request_problems(request, check_assembled(request), files.__getitem__)
    (problem,) = (one for one in found if one.diagnostic.code == case["code"])
    assert problem.diagnostic.message == case["says"]
    assert (problem.path.name if problem.path else None) == case.get("path")
    if problem.path in files:
        assert problem.number == problem.path.stem
        source = files[problem.path]
        content = read_text(source).content.strip("\n")
        assert problem.diagnostic.span == content_span(source)
        assert "`" in content or problem.diagnostic.span.of(source) == content
    assert (problem.fix.title if problem.fix else None) == case.get("fix")
    if problem.fix is None:
        assert problem.diagnostic.fixes == ()
        return
    assert said(after(files, problem.fix.change)) == case["leaves"]
    for fix in problem.diagnostic.fixes:
        assert fix.title == problem.fix.title
        assert apply_edits(files[problem.path], fix.edits) == after(files, problem.fix.change)[problem.path]
    assert bool(problem.diagnostic.fixes) is isinstance(problem.fix.change, EditMessage)


ROLES = st.sampled_from(["user", "assistant", "system", "assisant", "tool", "model"])
CONTENTS = st.sampled_from(
    ["", " ", "\n", "Hi", "Hi \n", "a `b` \t\n\n", "\n\nx\u2003\n", "half \ud83d ", "é `\n"]
)
MODELS = st.sampled_from(
    [
        None,
        "claude-opus-4-8",
        "claude-sonnet-4-5",
        "claude-sonnet-4-6",
        "gpt-5",
        "gemini-2.5-pro",
        "gemini-3.5-pro",
    ]
)


@given(
    st.lists(st.tuples(ROLES, CONTENTS), max_size=6), st.sampled_from(list(Provider)), MODELS, st.booleans()
)
def test_every_fix_removes_its_problem(messages, provider, model, has_system):
    files = files_of(messages)
    system = "Help." if has_system else ""
    request = request_of(files, provider, model, system)
    placed = RequestMessages(request)
    findings = check_assembled(request)
    counts = Counter(finding.code for finding in findings)
    for finding in findings:
        fix = chat_fix(finding, placed, files.__getitem__)
        if fix is None:
            continue
        mended = request_of(after(files, fix.change), provider, model, system)
        left = Counter(one.code for one in check_assembled(mended))
        assert left[finding.code] < counts[finding.code], (finding, fix)


def test_what_breaks_the_cache_stands_in_the_file_of_the_system_text():
    text = SystemText(
        "Rules.\n12:00\n", 7, "[system:time]", is_rebuilt=True, origin=TEMPLATE, ended_at=Span(9, 22)
    )
    request = assemble_request("anthropic", [RequestMessage("user", "Hi", CHAT / "1.md")], system=text)
    found = request_problems(request, check_assembled(request), lambda _path: "; role: user\n\n\nHi")
    (broken,) = (one for one in found if one.diagnostic.code == "cache-broken")
    assert (broken.path, broken.diagnostic.span, broken.fix) == (TEMPLATE, Span(9, 22), None)
    assert broken.diagnostic.message.startswith("System message: Only 7 characters stay the same")


def test_problems_come_in_the_order_of_the_messages_and_very_many_are_counted():
    number = MOST_PROBLEMS + 20
    messages = [RequestMessage("user", "", CHAT / f"{one}.md") for one in range(1, number + 1)]
    request = assemble_request("anthropic", messages)
    found = request_problems(request, check_assembled(request), lambda _path: "; role: user\n\n\n")
    numbers = [int(one.number) for one in found if one.number]
    assert numbers == sorted(numbers)
    blank = [one for one in found if one.diagnostic.code == "blank-content"]
    assert (len(blank), found[-1].diagnostic.severity) == (MOST_PROBLEMS, Severity.ERROR)
    assert "39 more problems" in found[-1].diagnostic.message  # 20 of these, and 19 of one role in a row
