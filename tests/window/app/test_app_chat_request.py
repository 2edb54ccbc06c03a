"""The request of a chat in the window: what each provider gets, compared, explained, and mended."""

from __future__ import annotations

import os

import app_chats as chats
import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.analysis.chat_requests.settings import RequestSettings, SystemChoice
from editor_app.cli import main
from editor_app.conversations.building import Permissions
from editor_app.conversations.service import ConversationService, Setup
from editor_app.requests.parts import Provider
from editor_app.window.kit.card.card import CardBody

pytestmark = pytest.mark.one_window

PROVIDERS = [provider.value for provider in Provider]


SETTINGS = ("--model", "claude-sonnet-4-6", "--max-tokens", "512", "--cache", "1h")
BODY = '{"messages": [{"role": "user", "content": "other"}]}'


@pytest.fixture
def root(root):
    scenarios = ("test-scenario-generation.md", "test-scenario-generation.cases.yaml")
    return chats.keep_only(root, "page-analysis.md", "system-messages", *scenarios)


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "\nthree `x`\n```\ny\n```\n")


@pytest.fixture
def printed(capsysbinary, monkeypatch, tmp_path):
    """Return a function that gives what `foreword request` prints."""

    def request(*words: object) -> str:
        monkeypatch.chdir(tmp_path)
        capsysbinary.readouterr()
        main(["request", *map(str, words)])
        return capsysbinary.readouterr().out.decode()

    return request


def panel_of(bench):
    return chats.perspective(bench).panels.request


def choose(bench, system: SystemChoice) -> None:
    chats.perspective(bench).current.choose_system(system)
    bench.settle()


def provide(bench, provider: str) -> None:
    """Click a provider, or choose it in the folded switch."""
    panel_of(bench).bar.switch._choose_index(PROVIDERS.index(provider))
    bench.settle()


def try_with(bench, name: str) -> None:
    """Choose a case or a situation of the system text."""
    trial = chats.perspective(bench).panels.system.form.cell("trial").widget
    row = [trial.itemText(row) for row in range(trial.count())].index(name)
    trial.setCurrentIndex(row)
    trial.activated.emit(row)
    bench.settle()


def type_setting(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def copied(bench, action: str = "copy_request_json") -> str:
    bench.act(action)
    return bench.clipboard()


def test_each_provider_gets_what_the_command_line_prints(open_bench, root, talk, printed):
    bench = open_bench(root, talk / "1.md")
    system = chats.open_chat(bench, talk / "1.md").panels.system
    choose(bench, SystemChoice())
    for provider in PROVIDERS:
        with in_case(provider):
            provide(bench, provider)
            assert copied(bench) == printed(talk, "--provider", provider, "--library", root)

    prompt = root / "test-scenario-generation.md"
    choose(bench, SystemChoice(prompt))
    case = system.form.cell("trial").widget.itemText(1)
    assert case
    try_with(bench, case)
    system.line.unfold(unfolded=True)
    type_setting(system.form.cell("model").widget, "claude-sonnet-4-6")
    type_setting(system.form.cell("limit").widget, "512")
    system.form.cell("cache").widget.setCurrentIndex(1)
    system.form.cell("cache").widget.activated.emit(1)
    bench.settle()
    for provider in PROVIDERS:
        with in_case(f"{provider} with settings"):
            provide(bench, provider)
            view = panel_of(bench).shown_view
            assert view.request is not None, view.why_none
            words = ["--provider", provider, *SETTINGS]
            words += ["--system", prompt, "--case", case, "--library", root]
            assert copied(bench) == printed(talk, *words)
            assert copied(bench, "copy_request_curl") == printed(talk, *words, "--curl")

    message = root / "system-messages" / "coding-assistant.yaml"
    choose(bench, SystemChoice(message))
    try_with(bench, "a question, no tools")
    provide(bench, "anthropic")
    words = ["--provider", "anthropic", *SETTINGS, "--system", message, "--situation", "a question, no tools"]
    words += ["--set", f"system:date={bench.world.time:%Y-%m-%d}"]
    words += ["--set", "git:status= M a.py", "--set", "git:branch=main"]
    assert copied(bench) == printed(talk, *words, "--library", root)


def test_a_message_without_role_says_why_there_is_no_request(open_bench, root, talk):
    (talk / "2.md").write_text("no header at all")
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    panel = panel_of(bench)
    assert panel.shown_view.request is None
    assert panel.shown_view.why_none.startswith("Message 2: ")
    assert [part.role for part in panel.shown_view.blocked] == ["user", "no role", "user"]
    assert not bench.workbench.actions.action("copy_request_json").isEnabled()
    assert not panel.copies.isVisible()
    chats.click_message(bench, 1)
    bench.settle()
    QTest.mouseClick(chats.perspective(bench).panels.header.role._row.segments[1], Qt.MouseButton.LeftButton)
    bench.settle()
    assert panel.shown_view.request is not None
    assert bench.workbench.actions.action("copy_request_json").isEnabled()


def test_a_request_is_shown_raw_gone_to_and_compared_with_the_last_copy(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice())
    panel = panel_of(bench)
    before = copied(bench)
    panel.choose_view("raw")
    assert panel.raw.contents.text == before
    bench.editor.setFocus()
    bench.type("un")
    bench.settle()
    assert panel.raw.contents.text != before
    raw = panel.raw
    cursor = raw.textCursor()
    cursor.setPosition(raw.contents.position(raw.contents.text.index("ree `x`")))
    raw.setTextCursor(cursor)
    raw.ensureCursorVisible()
    spot = raw.cursorRect().center()
    spot.setX(spot.x() + 2)
    QTest.mouseClick(raw.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    bench.settle()
    assert bench.file.path.name == "3.md"
    assert bench.text[bench.editor.cursor_offset() :].startswith("ree `x`")
    assert bench.editor.hasFocus()

    panel.compare_requested.emit("last-copy")
    bench.settle()
    assert panel.view == "compare"
    assert "the last copy" in panel.comparison.sentence.text()
    assert panel.comparison.isVisible()
    QGuiApplication.clipboard().setText(before)
    panel.compare_requested.emit("clipboard")
    bench.settle()
    assert "the clipboard" in panel.comparison.sentence.text()
    QGuiApplication.clipboard().setText("{no JSON")
    panel.compare_requested.emit("clipboard")
    assert bench.notice.startswith("‘the clipboard’ was not compared. ") or "clipboard" in bench.notice


def test_a_request_is_compared_with_a_file_and_a_conversation_that_are_not_too_large(
    open_bench, root, talk, tmp_path, monkeypatch
):
    large, body = tmp_path / "large.json", tmp_path / "body.json"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    body.write_text(BODY)
    bench = open_bench(root, answers=(large, body, tmp_path / "none.json", "c-1", "c-2"))
    setup = Setup(clock=lambda: bench.world.time, permissions=Permissions(bench.workbench.files.state_dir))
    ConversationService(root, setup).construct("c-1", root.parent)
    chats.open_chat(bench, talk / "1.md")
    panel = panel_of(bench)
    panel.compare_requested.emit("file")
    assert bench.notice == "‘large.json’ is larger than 20 MB, more than can be opened here."
    monkeypatch.setattr("editor_app.window.kinds.chat.request_commands._MOST_BYTES", 1000)
    for text, said in (
        ("[" + " " * 1000 + "]", "What is on the clipboard has over 1,000 characters, and was not compared."),
        ("[" + " " * 1000, "What is on the clipboard has over 1,000 characters, and was not compared."),
        ("[" + " " * 998, "‘the clipboard’ was not compared. Line 1: "),
    ):
        QGuiApplication.clipboard().setText(text)
        panel.compare_requested.emit("clipboard")
        assert bench.notice.startswith(said)
    assert panel.view != "compare"
    panel.compare_requested.emit("file")
    assert panel.view == "compare", "the control: one that is not too large is compared"
    assert "body.json" in panel.comparison.sentence.text()
    panel.compare_requested.emit("file")
    assert "none.json" in bench.notice
    panel.compare_requested.emit("conversation")
    assert "c-1" in panel.comparison.sentence.text()
    panel.compare_requested.emit("conversation")
    assert bench.notice == "The conversation ‘c-2’ was never built."


def go_to_value_in_raw(bench, value: str, tag: str) -> None:
    """See at a value in the raw request which tag it is of, and follow it to its file."""
    raw = panel_of(bench).raw
    reason = raw.reason_at(raw.contents.text.index(value) + 1)
    card = raw._card_of(reason)
    assert tag in card.spoken
    assert value in card.spoken
    panel_of(bench).part_requested.emit(reason.part.origin, reason.within)
    bench.settle()
    assert bench.file.path.name == "system-prompt.tmpl"
    start = bench.text.index(f"[{tag}]")
    assert start <= bench.editor.cursor_offset() <= start + len(f"[{tag}]")


def test_the_value_in_a_card_of_the_raw_request_can_be_edited(open_bench, root, talk):
    template = root / "system-prompt.tmpl"
    template.write_text("You are on branch [git:branch] of this project.\nBe brief.")
    bench = open_bench(root, talk / "1.md")
    panels = chats.open_chat(bench, talk / "1.md").panels
    choose(bench, SystemChoice(template))
    panels.request.choose_view("raw")
    raw = panel_of(bench).raw
    cursor = raw.textCursor()
    cursor.setPosition(raw.contents.position(raw.contents.text.index("main") + 1))
    raw.setTextCursor(cursor)
    raw.show_why()
    raw.findChild(CardBody).link_activated.emit("edit")
    bench.settle()
    assert bench.file.path == template
    assert QApplication.focusWidget().accessibleName().startswith("git:branch")


def test_the_system_text_is_explained_typed_left_out_and_missed(open_bench, root, talk):
    template = root / "system-prompt.tmpl"
    template.write_text("You are on branch [git:branch] of this project.\nBe brief.")
    bench = open_bench(root, talk / "1.md")
    panels = chats.open_chat(bench, talk / "1.md").panels
    choose(bench, SystemChoice(template))
    panels.request.choose_view("raw")
    for provider in ("openai", "anthropic"):
        with in_case(provider):
            provide(bench, provider)
            go_to_value_in_raw(bench, "main", "git:branch")
            bench.open(talk / "1.md")
            bench.settle()
    bench.editor.setFocus()
    bench.press("Ctrl+Home")
    bench.type("un")
    bench.settle()
    assert '"unone"' in copied(bench)
    bench.open(template)
    bench.press("Ctrl+Home")
    bench.type("Now. ")
    bench.open(talk / "2.md")
    bench.settle()
    body = copied(bench)
    assert "Now. " in body, "unsaved text is in the request"
    assert '"unone"' in body

    (root / "blank.tmpl").write_text("[if git:branch] [endif]")
    for provider in ("openai", "anthropic"):
        with in_case(provider):
            choose(bench, SystemChoice(root / "blank.tmpl"))
            provide(bench, provider)
            findings = panels.request.shown_view.structure.all_findings
            blank = next((one for one in findings if one.finding.code == "blank-content"), None)
            assert blank is not None
            assert blank.fix == "Send no system text"
            panels.request.parts.fix_clicked.emit(blank)
            bench.settle()
            assert all(one.code != "blank-content" for one in panels.request.shown_view.findings)
            assert chats.perspective(bench).current.settings.system == SystemChoice()

    (root / "own.md").write_text((root / "page-analysis.md").read_text())
    choose(bench, SystemChoice(root / "own.md"))
    assert panels.request.shown_view.why_none.startswith("System message: ‘own.md’ has an error")
    choose(bench, SystemChoice(root / "gone.md"))
    assert panels.request.shown_view.request is None
    assert "gone.md" in panels.system.form.cell("note").widget.text()
    choose(bench, SystemChoice())
    assert panels.request.shown_view.request is not None


def test_trust_given_later_reaches_the_request(open_bench, root, talk):
    (root / "system-prompt.tmpl").write_text("Rules: [file:AGENTS.md].")
    (root.parent / "AGENTS.md").write_text("Run the tests")
    bench = open_bench(root, talk / "1.md", real=True, trusted=False)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice(root / "system-prompt.tmpl"))
    assert "Rules: ." in copied(bench)
    assert (
        "[file:AGENTS.md] stayed blank"
        in chats.perspective(bench).panels.system.form.cell("note").widget.text()
    )
    trust = bench.workbench.trust
    trust.trust_here(bench.workbench.resolver.context.folder)
    bench.settle()
    assert "Rules: Run the tests." in copied(bench)


def test_chats_are_imported_renamed_and_branched_with_their_settings(open_bench, root, tmp_path):
    body = tmp_path / "body.json"
    body.write_text(
        '{"messages": [{"role": "user", "content": "`a`"}, {"role": "assistant", "content": "b"}]}'
    )
    bench = open_bench(root, answers=(body, "taken", "pasted", "speech"))
    bench.act("import_chat")
    bench.settle()
    taken = root / "chats" / "taken"
    assert bench.file.path == taken / "1.md"
    assert bench.text == "`a`\n"
    assert bench.tab_titles[-1] == "taken"
    assert panel_of(bench).shown_view.request is not None
    QGuiApplication.clipboard().setText(copied(bench))
    bench.act("import_chat_clipboard")
    bench.settle()
    assert bench.file.path == root / "chats" / "pasted" / "1.md"
    assert [one[2] for one in chats.on_disk(root / "chats" / "pasted")][-2:] == ["`a`\n", "b\n"]
    bench.undo_notice()
    bench.settle()
    assert not (root / "chats" / "pasted").exists()

    panels = chats.open_chat(bench, taken / "1.md").panels
    choose(bench, SystemChoice())
    panels.system.line.unfold(unfolded=True)
    type_setting(panels.system.form.cell("model").widget, "gpt-5.1")
    bench.settle()
    bench.workbench.commands.library.rename_chat(taken)
    bench.settle()
    assert panels.system.form.cell("model").widget.text() == "gpt-5.1"
    assert '"gpt-5.1"' in copied(bench)
    bench.act("branch_here")
    bench.settle()
    assert bench.file.path.parent != root / "chats" / "speech"
    assert '"gpt-5.1"' in copied(bench)


def prepare(bench, folder, provider="anthropic", model="claude-sonnet-4-6"):
    bench.open(folder / "1.md")
    panels = chats.perspective(bench).panels
    panels.system.settings_changed.emit(RequestSettings(model=model))
    panels.request.provider_chosen.emit(provider)
    bench.window.show_below("problems")
    bench.settle()
    return panels


def fix(bench, code: str) -> None:
    bench.panels.problems.fix_requested.emit(chats.problem(bench, code))
    bench.settle()


def codes(bench) -> set[str]:
    return {code for _, code, _ in chats.problems(bench)}


def test_all_problems_of_the_chat_are_listed_in_order_and_gone_to(open_bench, root):
    talk = chats.make_chat(root, "one", "two", "three", "four ")
    (talk / "2.md").write_text("; role: assistant\n; Version: 1\n\n\ntwo")
    bench = open_bench(root, talk / "1.md")
    prepare(bench, talk)
    assert bench.panels.problems.scope_button.text() == "This chat"
    places = [place.split(",")[0] for place, _, _ in chats.problems(bench)]
    assert places == sorted(places)
    shown = chats.status_counts(bench)
    assert "error" in shown
    assert "warning" in shown
    version = next(
        row for row in bench.panels.problems.tree.rows if row.place.part == "2" and row.place.line == 2
    )
    bench.panels.problems.problem_activated.emit(version)
    bench.settle()
    assert bench.file.path.name == "2.md"
    assert bench.workbench.tabs.view_of(bench.file.document) == "source", "the header is in the file"
    assert bench.editor.cursor_offset() >= bench.text.index("1")
    counts = chats.status_counts(bench)
    assert counts == shown, "the counts are those of the chat, whichever message is in front"
    bench.press("Ctrl+Z")
    end = chats.problem(bench, "trailing-whitespace")
    bench.panels.problems.problem_activated.emit(end)
    bench.settle()
    assert bench.file.path.name == "4.md"


# What each chat has, its roles, and the provider and model whose request has the problem
CASES = {
    "final-assistant": (("one", "two"), ("user", "assistant"), "anthropic", "claude-sonnet-4-6"),
    "first-not-user": (("one", "two"), ("assistant", "user"), "anthropic", "claude-sonnet-4-6"),
    "trailing-whitespace": (("one", "two \n"), ("user", "assistant"), "anthropic", "claude-haiku-4-5"),
    "blank-content": (("one", " ", "three"), ("user", "assistant", "user"), "anthropic", "claude-sonnet-4-6"),
    "system-not-first": (("one", "two"), ("user", "system"), "google", "gemini-2.5-pro"),
    "system-placement": (("1", "2", "3"), ("user", "system", "user"), "anthropic", "claude-opus-4-8"),
}


def by_problems(bench, code: str) -> None:
    fix(bench, code)


def by_request(bench, code: str) -> None:
    request = panel_of(bench)
    request.fix_requested.emit(next(one for one in request.shown_view.findings if one.code == code))
    bench.settle()


def mend_and_undo(bench, root, code: str, mend) -> None:
    contents, roles, provider, model = CASES[code]
    chat = chats.make_chat(root, *contents, roles=roles, name=f"{code}-{mend.__name__}")
    prepare(bench, chat, provider, model)
    assert code in codes(bench)
    before = chats.on_disk(chat)
    mend(bench, code)
    makes_message = code in ("final-assistant", "first-not-user")
    if makes_message:
        assert bench.editor.hasFocus()
        bench.type("w")
        bench.settle()
    assert code not in codes(bench)
    if makes_message:
        bench.act("undo")  # the word: a message that has any is not taken away
    chats.click_message(bench, 1)
    bench.act("undo")  # what was done to files, or else to the text in front
    bench.settle()
    assert code in codes(bench)
    assert chats.on_disk(chat) == before


def test_each_fix_of_the_request_mends_its_problem_and_is_undone(open_bench, root):
    bench = open_bench(root)
    for code, mend in (*((code, by_problems) for code in CASES), ("trailing-whitespace", by_request)):
        with in_case((code, mend.__name__)):
            mend_and_undo(bench, root, code, mend)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_files_that_keep_a_chat_from_being_sent_are_said_and_mended(open_bench, root):
    wrong = chats.make_chat(root, "one", "two", "three", name="wrong")
    (wrong / "2.md").write_text("; role: assisant\n\n\ntwo")
    bench = open_bench(root, wrong / "1.md")
    request = prepare(bench, wrong).request
    assert request.shown_view.request is None
    [row] = [row for row in bench.panels.problems.tree.rows if row.severity.value == "error"]
    bench.panels.problems.fix_requested.emit(row)
    bench.settle()
    assert request.shown_view.request is not None
    assert bench.file.path.name == "1.md"
    assert chats.in_list(bench)[1][1] == "assistant"
    assert chats.marked_tabs(bench)[-1] == "wrong, unsaved"

    twice = chats.make_chat(root, "one", "two", name="twice")
    (twice / "01.md").write_text("; role: user\n\n\nagain")
    prepare(bench, twice)
    assert request.shown_view.request is None
    fix(bench, "duplicate-number")
    assert len({int(path.stem) for path in twice.iterdir()}) == 3
    assert request.shown_view.request is not None
    assert len(chats.in_list(bench)) == 3

    pipe = chats.make_chat(root, "one", "two", name="pipe")
    os.mkfifo(pipe / "3.md")
    prepare(bench, pipe)
    assert request.shown_view.request is None
    assert "3.md" in request.shown_view.why_none
    [row] = [row for row in bench.panels.problems.tree.rows if row.severity.value == "error"]
    assert "3.md" in row.message
    assert len(chats.in_list(bench)) == 3
    chats.click_message(bench, 2)
    bench.settle()
    assert "3.md" in bench.notice
    assert bench.file.path.name == "1.md"

    only = chats.make_chat(root, "one", name="only")
    prepare(bench, only)
    (only / "1.md").unlink()
    bench.workbench.files.disk.look_now()
    bench.settle()
    assert bench.text == "one"


@pytest.mark.parametrize("count", [200, pytest.param(1_000, marks=pytest.mark.long)])
def test_long_messages_and_long_chats(open_bench, root, count):
    large = chats.make_chat(root, "one", "two", "three", name="large")
    (large / "2.md").write_text("; role: assistant\n\n\n" + "word " * 1_000_001)
    bench = open_bench(root, large / "1.md")
    panels = prepare(bench, large)
    request = panels.request.shown_view
    assert request.request is not None or "2.md" in request.why_none
    assert len(chats.in_list(bench)) == 3

    long = chats.make_chat(root, *[f"message {number}" for number in range(count)], name="long")
    prepare(bench, long, "openai")
    assert len(chats.in_list(bench)) == count
    assert bench.status == f"long, message 1 of {count:,}"
    assert len(panels.request.shown_view.request.parts) == count
    chats.click_view(bench, "Conversation")
    bench.settle()
    bench.type("x")
    bench.settle()
    assert panels.conversation.stack.items[0].text == "xmessage 0"
    messages = panels.messages.list
    messages.setFocus()
    bench.press("End", messages)
    bench.settle()
    assert bench.file.path.name == f"{count}.md"
    assert panels.conversation.live_index == count - 1
