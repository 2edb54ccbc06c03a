"""The problems of a chat as rows: of the request and of the files, with the message’s number and the fix."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.chat_requests.problems import InsertMessage, request_problems
from editor_app.chats.checks import problems_of
from editor_app.chats.reading import read_text
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import check_assembled
from editor_app.requests.parts import RequestMessage
from editor_app.text import LineIndex
from editor_app.window.kinds.chat.problem_rows import chat_problem_rows

CHAT = Path("/library/chats/talk")
FILES = {
    CHAT / "1.md": "; role: user\n\n\nHi\n",
    CHAT / "7.md": "; Version: 1\n;\n; role: assistant\n\n\n\nNo. \n",
}


def test_rows_have_the_number_place_and_fix_of_each_problem():
    texts = {path: read_text(source) for path, source in FILES.items()}
    messages = [RequestMessage(text.role, text.content, path) for path, text in texts.items()]
    request = assemble_request("anthropic", messages, model="claude-sonnet-4-6")
    of_request = request_problems(request, check_assembled(request), FILES.__getitem__)
    of_files = {
        path: [one for one in problems_of(text) if one.code != "missing-fields"]
        for path, text in texts.items()
    }
    rows = chat_problem_rows(of_request, of_files, lambda path: LineIndex(FILES[path]))
    found = {row.code: row for row in rows}
    final = found["final-assistant"]
    assert (final.place.part, final.place.shown, final.fix_title) == ("7", "7", "Add a user message")
    assert final.subject.fix.change == InsertMessage(2, "user")
    trailing = found["trailing-whitespace"]
    assert (trailing.place.path, trailing.fix_title) == (CHAT / "7.md", "Remove the whitespace at its end")
    assert trailing.subject.diagnostic.fixes[0].title == trailing.fix_title
    own = [row for row in rows if row.subject.fix is None and row.place.path == CHAT / "7.md"]
    assert own
    assert {row.place.part for row in own} == {"7"}
    bare = assemble_request("openai", messages)
    of_bare = request_problems(bare, check_assembled(bare), FILES.__getitem__)
    found = {row.code: row for row in chat_problem_rows(of_bare, {}, lambda _path: None)}
    assert "missing-field" not in found  # the request's own foot says that a model is to be named
    assert "cache-too-short" in {problem.diagnostic.code for problem in of_bare}
    assert "cache-too-short" not in found, "the request says it at the part that it is about"
