"""The request of a chat in the window: what each provider gets, copied, compared, explained and gone to."""

from __future__ import annotations

from pathlib import Path

import app_chats as chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from editor_app.analysis.chat_requests.settings import SystemChoice
from editor_app.cli import main
from editor_app.conversations import ConversationService, Permissions, Setup
from editor_app.requests import Provider

pytestmark = pytest.mark.one_window

PROVIDERS = [provider.value for provider in Provider]


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
    chats.perspective(bench).panels.system.system_chosen.emit(system)
    bench.settle()


def provide(bench, provider: str) -> None:
    """Click a provider, or choose it in the folded switch."""
    panel_of(bench).bar.switch._choose_index(PROVIDERS.index(provider))
    bench.settle()


def type_setting(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def copied(bench, action: str = "copy_request_json") -> str:
    bench.act(action)
    return bench.clipboard()


def test_the_four_providers_get_what_the_command_line_prints(open_bench, root, talk, printed):
    bench = open_bench(root)
    system = chats.open_chat(bench, talk / "1.md").panels.system
    prompt = root / "test-scenario-generation.md"
    choose(bench, SystemChoice(prompt))
    case = system.trial.itemText(1)
    assert case
    system.trial.setCurrentIndex(1)
    system.trial.activated.emit(1)
    type_setting(system.model, "claude-sonnet-4-6")
    type_setting(system.limit, "512")
    system.cache.setCurrentIndex(1)
    system.cache.activated.emit(1)
    bench.settle()
    for provider in PROVIDERS:
        provide(bench, provider)
        assert panel_of(bench).shown_view.request is not None, panel_of(bench).shown_view.sentence
        words = [
            "--provider",
            provider,
            "--model",
            "claude-sonnet-4-6",
            "--max-tokens",
            "512",
            "--cache",
            "1h",
        ]
        words += ["--system", prompt, "--case", case, "--library", root]
        assert copied(bench) == printed(talk, *words)
        assert copied(bench, "copy_request_curl") == printed(talk, *words, "--curl")


def test_without_settings_it_is_what_the_command_line_prints(open_bench, root, talk, printed):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice())
    for provider in PROVIDERS:
        provide(bench, provider)
        assert copied(bench) == printed(talk, "--provider", provider, "--library", root)
    assert "curl" in bench.notice or copied(bench, "copy_request_curl").startswith("curl")


def test_a_system_message_with_a_situation_goes_first(open_bench, root, talk, printed):
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    message = root / "system-messages" / "coding-assistant.yaml"
    choose(bench, SystemChoice(message))
    names = [panels.system.trial.itemText(row) for row in range(panels.system.trial.count())]
    assert "a question, no tools" in names
    panels.system.trial.setCurrentIndex(names.index("a question, no tools"))
    panels.system.trial.activated.emit(names.index("a question, no tools"))
    bench.settle()
    provide(bench, "anthropic")
    words = ["--provider", "anthropic", "--system", message, "--situation", "a question, no tools"]
    words += ["--set", f"system:date={bench.world.time:%Y-%m-%d}"]
    words += ["--set", "git:status= M a.py", "--set", "git:branch=main"]
    assert copied(bench) == printed(talk, *words, "--library", root)


def test_unsaved_text_is_in_the_request(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice(root / "system-prompt.tmpl"))
    bench.editor.setFocus()
    bench.press("Ctrl+Home")
    bench.type("un")
    bench.settle()
    assert '"unone"' in copied(bench)
    bench.open("system-prompt.tmpl")
    bench.press("Ctrl+Home")
    bench.type("Typed just now. ")
    bench.open(talk / "2.md")
    bench.settle()
    body = copied(bench)
    assert "Typed just now. " in body
    assert '"unone"' in body


def test_a_message_without_role_says_why_there_is_no_request(open_bench, root, talk):
    (talk / "2.md").write_text("no header at all")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    panel = panel_of(bench)
    assert panel.shown_view.request is None
    assert panel.shown_view.sentence.startswith("Message 2: ")
    assert [part.role for part in panel.shown_view.blocked] == ["user", "no role", "user"]
    assert not bench.workbench.actions.action("copy_request_json").isEnabled()
    assert not panel.copies.isVisible()
    chats.click_message(bench, 1)
    bench.settle()
    QTest.mouseClick(chats.perspective(bench).panels.header.role._row.segments[1], Qt.MouseButton.LeftButton)
    bench.settle()
    assert panel.shown_view.request is not None
    assert bench.workbench.actions.action("copy_request_json").isEnabled()


def test_structure_raw_and_compare_with_the_last_copy_and_the_clipboard(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice())
    panel = panel_of(bench)
    before = copied(bench)
    panel.choose_view("raw")
    assert panel.raw.shown.text == before
    bench.editor.setFocus()
    bench.type("un")
    bench.settle()
    assert panel.raw.shown.text != before
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


def test_a_body_of_100_mb_is_not_compared_and_the_window_goes_on(
    open_bench, root, talk, tmp_path, monkeypatch
):
    body = tmp_path / "body.json"
    with body.open("wb") as file:
        file.truncate(100_000_000)
    bench = open_bench(root, answers=(body, body))
    chats.open_chat(bench, talk / "1.md")
    panel = panel_of(bench)
    panel.compare_requested.emit("file")
    assert bench.notice == "‘body.json’ is larger than 20 MB, more than can be opened here."
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
    body.write_text('{"messages": [{"role": "user", "content": "other"}]}')
    panel.compare_requested.emit("file")
    assert panel.view == "compare", "the control: one that is not too large is compared"


def test_compare_with_a_file_and_with_a_conversation(open_bench, root, talk, tmp_path):
    body = tmp_path / "body.json"
    body.write_text('{"messages": [{"role": "user", "content": "other"}]}')
    bench = open_bench(root, answers=(body, tmp_path / "none.json", "c-1", "c-2"))
    setup = Setup(clock=lambda: bench.world.time, permissions=Permissions(bench.workbench.files.state_dir))
    ConversationService(root, setup).construct("c-1", root.parent)
    chats.open_chat(bench, talk / "1.md")
    panel = panel_of(bench)
    panel.compare_requested.emit("file")
    assert "body.json" in panel.comparison.sentence.text()
    panel.compare_requested.emit("file")
    assert "none.json" in bench.notice
    panel.compare_requested.emit("conversation")
    assert "c-1" in panel.comparison.sentence.text()
    panel.compare_requested.emit("conversation")
    assert bench.notice == "Nothing was ever built for the conversation ‘c-2’."


def test_a_click_in_the_request_goes_to_the_character_in_the_message(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice())
    panel = panel_of(bench)
    panel.choose_view("raw")
    bench.settle()
    raw = panel.raw
    place = raw.shown.text.index("ree `x`")
    cursor = raw.textCursor()
    cursor.setPosition(raw.shown.position(place))
    raw.setTextCursor(cursor)
    raw.ensureCursorVisible()
    spot = raw.cursorRect().center()
    spot.setX(spot.x() + 2)
    QTest.mouseClick(raw.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    bench.settle()
    assert bench.file.path.name == "3.md"
    assert bench.text[bench.editor.cursor_offset() :].startswith("ree `x`")
    assert bench.editor.hasFocus()


def test_the_system_text_says_the_tag_and_value_and_a_click_goes_to_its_file(open_bench, root, talk):
    (root / "system-prompt.tmpl").write_text("You are on branch [git:branch] of this project.\nBe brief.")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice(root / "system-prompt.tmpl"))
    panel = panel_of(bench)
    for provider in ("openai", "anthropic"):
        provide(bench, provider)
        panel.choose_view("raw")
        bench.settle()
        raw = panel.raw
        place = raw.shown.text.index("main")
        reason = raw.reason_at(place + 1)
        card = raw._card_of(reason)
        assert "git:branch" in card.spoken
        assert "main" in card.spoken
        panel.part_requested.emit(reason.part.origin, reason.within)
        bench.settle()
        assert bench.file.path.name == "system-prompt.tmpl"
        start = bench.text.index("[git:branch]")
        assert start <= bench.editor.cursor_offset() <= start + len("[git:branch]")
        bench.open(talk / "1.md")
        bench.settle()


def test_the_system_text_that_gives_none_says_why(open_bench, root, talk):
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    (root / "own.md").write_text((root / "page-analysis.md").read_text())
    choose(bench, SystemChoice(root / "own.md"))
    assert panels.request.shown_view.sentence.startswith("System message: ‘own.md’ has an error")
    choose(bench, SystemChoice(root / "gone.md"))
    assert panels.request.shown_view.request is None
    assert "gone.md" in panels.system.note.text()
    choose(bench, SystemChoice())
    assert panels.request.shown_view.request is not None


def test_trust_given_later_reaches_the_request(open_bench, root, talk):
    (root / "system-prompt.tmpl").write_text("Rules: [file:AGENTS.md].")
    (root.parent / "AGENTS.md").write_text("Run the tests")
    bench = open_bench(root, real=True, trusted=False)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice(root / "system-prompt.tmpl"))
    assert "Rules: ." in copied(bench)
    assert "[file:AGENTS.md] stayed blank" in chats.perspective(bench).panels.system.note.text()
    trust = bench.workbench.trust
    trust.trust_here(bench.workbench.resolving.circumstances.folder)
    bench.settle()
    assert "Rules: Run the tests." in copied(bench)


def test_an_import_of_a_file_and_of_the_clipboard_opens_a_chat(open_bench, root, tmp_path):
    body = tmp_path / "body.json"
    body.write_text(
        '{"messages": [{"role": "user", "content": "`a`"}, {"role": "assistant", "content": "b"}]}'
    )
    bench = open_bench(root, answers=(body, "taken", "pasted"))
    bench.act("import_chat")
    bench.settle()
    assert bench.file.path == root / "chats" / "taken" / "1.md"
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


def test_settings_go_with_a_renamed_chat_and_with_a_branch(open_bench, root, talk):
    bench = open_bench(root, answers=("speech",))
    panels = chats.open_chat(bench, talk / "1.md").panels
    choose(bench, SystemChoice())
    type_setting(panels.system.model, "gpt-5.1")
    bench.settle()
    bench.workbench.commands.chats.rename(talk)
    bench.settle()
    assert panels.system.model.text() == "gpt-5.1"
    assert '"gpt-5.1"' in copied(bench)
    bench.act("branch_here")
    bench.settle()
    assert bench.file.path.parent != Path(root / "chats" / "speech")
    assert '"gpt-5.1"' in copied(bench)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_system_text_that_is_blank_can_be_left_out(open_bench, root, talk, provider):
    (root / "system-prompt.tmpl").write_text("[if git:branch] [endif]")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    choose(bench, SystemChoice(root / "system-prompt.tmpl"))
    provide(bench, provider)
    structure = panel_of(bench).shown_view.structure
    blank = next((one for one in structure.all_findings if one.finding.code == "blank-content"), None)
    assert blank is not None
    assert blank.fix == "Send no system text"
    panel_of(bench).parts.fix_clicked.emit(blank)
    bench.settle()
    assert all(one.code != "blank-content" for one in panel_of(bench).shown_view.findings)
    assert chats.perspective(bench).current.settings.system == SystemChoice()
