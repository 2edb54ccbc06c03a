"""`foreword assemble` and `export`: the message for a situation, and the same bytes from everybody."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.model_text import render
from editor_app.analysis.trials import Trial
from editor_app.cli.commands.export import _in_file_name
from editor_app.library.kinds import Kind
from editor_app.structured.spelling import spell
from editor_app.system_messages.assembly.assembly import AssemblyOptions
from editor_app.system_messages.assembly.styles import Order, SystemMessageStyle
from editor_app.system_messages.situations.situation import ConditionKey, Situation

SAMPLES = Path(__file__).parents[2] / "prompts" / "system-messages"
HEAD = """\
id: m
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
BLOCKS = """\
  - id: general
    type: formatting
    priority: 60
    content: For everything.
  - id: for-python
    type: formatting
    priority: 60
    scope: {applyTo: [src/**/*.py]}
    content: For Python.
  - id: for-asking
    type: mode
    priority: 80
    scope: {modes: [ask]}
    content: For asking.
  - id: with-tool
    type: tooling
    priority: 70
    scope: {tools: [github]}
    content: For tools, on [git:branch].
  - id: named
    type: identity
    priority: 90
    conditions: [{kind: whenNamed, value: {after: 2}}]
    content: For names.
"""
ALL = ["everything", "Python", "asking", "tools", "names"]


@pytest.fixture
def message(here: Path) -> Path:
    path = here / "message.yaml"
    path.write_text(HEAD + BLOCKS)
    return path


@pytest.fixture
def saved(message: Path) -> Path:
    path = message.with_name("message.situations.yaml")
    path.write_text(
        "format: 1\nsituations:\n"
        "  - name: a question\n    mode: ask\n    tools: []\n    fails: [whenNamed]\n"
        "    values: {'git:branch': saved}\n"
        "  - name: python\n    file: src/a.py\n"
    )
    return path


def kept(text: str) -> list[str]:
    return [word for word in ALL if f"For {word}" in text]


def states(ran) -> dict[str, str]:
    return {block["id"]: block["state"] for block in json.loads(ran.out)["blocks"]}


def test_without_a_situation_every_block_is_in(foreword, message: Path):
    ran = foreword("assemble", message, "--set", "git:branch=main")
    assert ran.code == 0
    assert ran.text == "For everything.\n\nFor Python.\n\nFor asking.\n\nFor tools, on main.\n\nFor names."
    assert "for-python: Sent. The file is any" in ran.err


NARROWED = [
    ((), ALL),
    (("--no-file", "--no-mode", "--no-tools", "--fails", "whenNamed"), ["everything"]),
    (("--file", "src/x/a.py"), ALL),
    (("--file", "./docs/a.md"), ["everything", "asking", "tools", "names"]),
    (("--mode", "ask"), ALL),
    (("--mode", "edit"), ["everything", "Python", "tools", "names"]),
    (("--tool", "github__create_issue"), ALL),
    (("--tool", "githubber", "--tool", "read"), ["everything", "Python", "asking", "names"]),
    (("--holds", "whenNamed"), ALL),
    (("--fails", "whenNamed"), ["everything", "Python", "asking", "tools"]),
    (("--fails", 'whenNamed={"after": 2}'), ["everything", "Python", "asking", "tools"]),
    (("--fails", 'whenNamed={"after": 3}'), ALL),
]


@pytest.mark.parametrize(("options", "expected"), NARROWED)
def test_what_is_given_keeps_blocks_out(
    foreword, message: Path, options: tuple[str, ...], expected: list[str]
):
    assert kept(foreword("assemble", message, *options).text) == expected
    assert kept(foreword("render", message, *options).text) == expected


def test_the_document(foreword, message: Path):
    ran = foreword("assemble", message, "--file", "src/a.py", "--mode", "edit", "--json")
    document = json.loads(ran.out)
    assert ran.err == ""
    assert list(document)[:5] == ["format", "message", "blocks", "contests", "stablePrefix"]
    assert document["message"] == {
        "role": "system",
        "content": foreword("render", message, "--file", "src/a.py", "--mode", "edit").text,
    }
    assert states(ran) == {
        "general": "active",
        "for-python": "active",
        "for-asking": "inactive",
        "with-tool": "open",
        "named": "open",
    }
    assert [block["rank"] for block in document["blocks"]] == [2, 1, None, None, None]
    assert all(block["reasons"] and all(block["reasons"]) for block in document["blocks"])
    [contest] = document["contests"]
    assert contest["winner"] == "for-python"
    assert contest["losers"] == ["general"]
    assert contest["rule"] == "specificity"
    assert "limits glob" in contest["reason"]
    assert document["stablePrefix"]["brokenBy"] == "[git:branch]"
    start = document["message"]["content"].index("on ")
    assert document["stablePrefix"]["characters"] == start + len("on ")


def test_a_saved_situation_and_what_is_said_instead(foreword, message: Path, saved: Path):
    question = ("--situation", "a question")
    assert kept(foreword("assemble", message, *question).text) == ["everything", "Python", "asking"]
    ran = foreword("assemble", message, *question, "--tool", "github", "--holds", "whenNamed")
    assert kept(ran.text) == ALL
    assert "on saved." in ran.text
    assert (
        "on given."
        in foreword("assemble", message, *question, "--tool", "github", "--set", "git:branch=given").text
    )


def test_who_gave_a_value(foreword, message: Path, saved: Path):
    result = foreword("render", message, "--situation", "a question", "--tool", "github").text
    ran = foreword(
        *("explain", message, "--situation", "a question", "--tool", "github"),
        *("--at", result.index("saved")),
    )
    assert ran.code == 0
    assert "‘git:branch’ (the situation ‘a question’)" in ran.text


CANNOT = [
    (
        ("--situation", "a questoin"),
        "No situation ‘a questoin’ in message.situations.yaml. Did you mean ‘a question’?",
    ),
    (("--situation", "x"), "No situation ‘x’ in message.situations.yaml. It has ‘a question’, ‘python’."),
    (("--file", "a", "--no-file"), "‘--file’ and ‘--no-file’ exclude each other. Choose one."),
    (("--tool", "a", "--no-tools"), "‘--tool’ and ‘--no-tools’ exclude each other. Choose one."),
    (("--file", "../a"), "‘../a’ is not a file of the workspace. Name it from there, without ‘..’."),
    (("--file", "/etc/hosts"), "‘/etc/hosts’ is not in the workspace"),
    (("--holds", "a={"), 'The value in ‘a={’ is not JSON. Text needs quotes: ‘--holds KIND="text"’.'),
    (("--holds", "=1"), "‘=1’ is not a condition. Write ‘--holds KIND’ or ‘--holds KIND=JSON’."),
    (("--holds", "a", "--fails", "a"), "The condition ‘a’ can’t be yes and no at once. Choose one."),
    (("--order", "fil"), "‘fil’ is not a value of ‘--order’. Did you mean ‘file’?"),
    (("--style", "zzz"), "‘zzz’ is not a value of ‘--style’. It is one of plain, markdown, xml."),
]


@pytest.mark.parametrize(("options", "sentence"), CANNOT)
def test_what_cannot_be_done(foreword, message: Path, saved: Path, options: tuple[str, ...], sentence: str):
    ran = foreword("assemble", message, *options)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"foreword: {sentence}")


def test_without_a_situations_file(foreword, message: Path):
    ran = foreword("assemble", message, "--situation", "x")
    assert (ran.code, ran.err) == (2, "foreword: There is no situations file ‘message.situations.yaml’.\n")


def test_situations_with_an_error_leave_nothing_open_silently(foreword, message: Path, saved: Path):
    saved.write_text(saved.read_text().replace("file: src/a.py", "file: [src/a.py]"))
    ran = foreword("assemble", message, "--situation", "python")
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(
        "foreword: The situations in ‘message.situations.yaml’, line 9, can’t be used. "
    )


def test_what_is_no_system_message(foreword, here: Path):
    (here / "a.md").write_text("Hello")
    ran = foreword("assemble", "a.md")
    assert ran.code == 2
    assert "‘a.md’ is of kind document, not a system message." in ran.err
    ran = foreword("render", "a.md", "--mode", "ask")
    assert (ran.code, ran.out) == (2, b"")
    assert "‘--mode’ is for system messages, and ‘a.md’ is of kind document." in ran.err
    ran = foreword("assemble", "b.yaml")
    assert (ran.code, ran.err) == (2, "foreword: There is no file ‘b.yaml’.\n")


def test_a_file_that_lacks_its_role_is_taken_for_a_message(foreword, message: Path):
    message.write_text((HEAD + BLOCKS).replace("role: system\n", ""))
    ran = foreword("assemble", message)
    assert (ran.code, ran.out) == (1, b"")
    assert "‘role’ is missing" in ran.err


def test_with_an_error_there_is_no_message(foreword, message: Path):
    message.write_text(HEAD + BLOCKS.replace("priority: 80", "priority: high"))
    ran = foreword("assemble", message)
    assert (ran.code, ran.out) == (1, b"")
    assert ran.err.startswith("message.yaml:18:15: error wrong-type ")
    document = json.loads(foreword("assemble", message, "--json").out)
    assert document["message"] is None
    assert document["problems"][0]["field"] == "blocks[2].priority"
    for command in ("render", "explain"):
        assert foreword(command, message)[:2] == (1, b"")


def test_slips_are_told(foreword, message: Path):
    ran = foreword("assemble", message, "--mode", "aks", "--fails", "whenName", "--holds", "zzz")
    assert ran.code == 0
    assert "warning: No block is for the mode ‘aks’. Did you mean ‘ask’?" in ran.err
    assert "warning: No block has a condition ‘whenName’. Did you mean ‘whenNamed’?" in ran.err
    assert "warning: No block has a condition ‘zzz’.\n" in ran.err
    assert "Did you mean" not in foreword("assemble", message, "--mode", "edit").err


def test_standard_input(foreword, here: Path):
    ran = foreword("assemble", "-", "--no-file", stdin=(HEAD + BLOCKS).encode())
    assert kept(ran.text) == ["everything", "asking", "tools", "names"]
    ran = foreword("assemble", "-", "--situation", "x", stdin=(HEAD + BLOCKS).encode())
    assert ran.code == 2
    assert "Standard input has no saved situations." in ran.err


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("style", SystemMessageStyle)
@pytest.mark.parametrize("name", ["coding-assistant.yaml", "support-desk.json"])
def test_the_same_bytes_as_python_gives(
    foreword, sample: Path, name: str, order: Order, style: SystemMessageStyle
):
    path = sample / "system-messages" / name
    values = {"git:branch": "main", "git:status": "", "prompt:cwd": "/atlas", "system:os": "Linux"}
    values |= {"system:date": "2026-02-11", "file:AGENTS.md": "Be kind."}
    situation = Situation(
        file="src/editor/window.py",
        mode="orchestrator",
        tools=("apply_patch",),
        fails=frozenset({ConditionKey("whenContextIsLong")}),
    )
    analysis = analyse(path.read_text("utf-8"), Kind.SYSTEM_MESSAGE, name)
    result = render(analysis, Trial(values, situation=situation, options=AssemblyOptions(order, style)))
    assert result is not None
    options = [
        *("--file", "src/editor/window.py", "--mode", "orchestrator", "--tool", "apply_patch"),
        *("--fails", "whenContextIsLong", "--order", order, "--style", style),
        *(part for name, value in values.items() for part in ("--set", f"{name}={value}")),
    ]
    expected = result.text.encode()
    assert foreword("assemble", path, *options).out == expected
    assert foreword("render", path, *options).out == expected
    assert foreword("export", path, *options, "--out", "out", "--format", "text").code == 0
    assert Path("out", path.stem + ".txt").read_bytes() == expected


def test_the_samples_have_no_problems(foreword, sample: Path):
    ran = foreword("check", "--strict", sample / "system-messages")
    assert ran == (0, b"", "")


def test_each_saved_situation_is_exported_to_a_file_of_its_own(foreword, sample: Path):
    path = sample / "system-messages" / "coding-assistant.yaml"
    for name in ("orchestrator on src", "a question, no tools"):
        ran = foreword("export", path, "--situation", name, "--out", "out", "--format", "text")
        assert ran.code == 0
    names = sorted(found.name for found in Path("out").iterdir())
    assert names == ["coding-assistant.a-question,-no-tools.txt", "coding-assistant.orchestrator-on-src.txt"]


NAMES = {
    "a b": "a-b",
    "a-b": "a--b",
    "a - b": "a%20--%20b",
    "a  b": "a%20%20b",
    "a--b": "a----b",
    " a": "%20a",
    "a/../../b": "a%2F%2E%2E%2F%2E%2E%2Fb",
    "a.b": "a%2Eb",
    "a%2Eb": "a%252Eb",
    "🙂": "🙂",
    "🙂🙂": "🙂🙂",
    "Für É": "Für-É",
    "a\tb": "a%09b",
    "a\u202eb": "a%E2%80%AEb",
    "\u009b": "%C2%9B",
    "?": "%3F",
    "!": "%21",
}


def test_no_two_situations_share_a_file(foreword, message: Path, saved: Path):
    listed = "".join(f"  - name: {spell(name, flow=True)}\n" for name in NAMES)
    saved.write_text(f"format: 1\nsituations:\n{listed}", "utf-8")
    for name, part in NAMES.items():
        ran = foreword("export", message, "--situation", name, "--out", "out", "--format", "text")
        assert ran.text == f"out/message.{part}.txt\n"
    assert len(list(Path("out").iterdir())) == len(NAMES)


@given(st.lists(st.text(st.sampled_from("ab -.%_,🙂2E0/"), min_size=1, max_size=5), min_size=2, unique=True))
def test_names_in_file_names_differ(names: list[str]):
    written = [_in_file_name(name) for name in names]
    assert len(set(written)) == len(names)
    assert not any(set(name) & set("./\\ ") for name in written)


def test_export_writes_nothing_if_one_is_at_fault(foreword, sample: Path, message: Path):
    good = sample / "system-messages" / "support-desk.json"
    message.write_text(HEAD)
    ran = foreword("export", good, message, "--out", "out", "--format", "text")
    assert ran.code == 1
    assert ran.err.startswith("message.yaml:")
    assert not Path("out").exists()
    message.write_text(HEAD + BLOCKS)
    ran = foreword("export", good, message, "--out", "out", "--format", "text")
    assert ran.text == "out/support-desk.txt\nout/message.txt\n"
    document = json.loads(foreword("export", good, message, "--out", "out", "--format", "text", "--json").out)
    assert [Path(one["path"]).name for one in document["written"]] == ["support-desk.txt", "message.txt"]


EXPORTS = [
    (("message.yaml", "--format", "text"), "needs ‘--out DIR’"),
    (("message.yaml", "--out", "o"), "needs ‘--format’: text, json, openai"),
    (
        ("message.yaml", "--out", "o", "--format", "txet"),
        "‘txet’ is not a value of ‘--format’. Did you mean",
    ),
    (("message.yaml", "message.json", "--out", "o", "--format", "text"), "would both become ‘message.txt’"),
    (("-", "--out", "o", "--format", "text", "--kind", "document"), "Standard input has no name"),
    (("a.md", "--out", "message.yaml", "--format", "text"), "could not be created"),
]


@pytest.mark.parametrize(("arguments", "sentence"), EXPORTS)
def test_exports_that_cannot_be_done(foreword, message: Path, arguments: tuple[str, ...], sentence: str):
    shutil.copy(SAMPLES / "support-desk.json", "message.json")
    Path("a.md").write_text("Hello")
    ran = foreword("export", *arguments)
    assert (ran.code, ran.out) == (2, b"")
    assert sentence in ran.err
    assert not Path("o").exists()


def test_export_does_not_write_over_what_it_reads(foreword, here: Path):
    Path("a.txt").write_text("Hello")
    ran = foreword("export", "a.txt", "--kind", "document", "--out", ".", "--format", "text")
    assert ran.code == 2
    assert "‘a.txt’ would be overwritten." in ran.err


def test_a_tag_that_ends_too_early_is_told(foreword, message: Path):
    message.write_text(HEAD + BLOCKS.replace("For asking.", "For asking.</mode>"))
    ran = foreword("assemble", message, "--style", "xml")
    assert ran.code == 0
    assert "foreword: warning: ‘for-asking’ closes a tag around it" in ran.err
    assert "closes a tag" not in foreword("assemble", message).err


def test_check_reads_messages_and_situations(foreword, library: Path):
    folder = library / "system-messages"
    folder.mkdir()
    (folder / "a.yaml").write_bytes((HEAD + BLOCKS.replace("mode", "mood", 1)).replace("\n", "\r\n").encode())
    (folder / "a.situations.yaml").write_text("format: 1\nsituations:\n- mode: ask\n")
    (folder / "b.json").write_text('{"id": "b",\n "blocks": []}')
    lines = foreword("check", "--json")
    problems = json.loads(lines.out)["problems"]
    places = {(Path(one["filePath"]).name, one["line"], one.get("field")) for one in problems}
    assert ("a.yaml", 17, "blocks[2].type") in places
    assert ("a.situations.yaml", 3, "situations[0].name") in places
    assert ("b.json", 1, "version") in places
    assert ("b.json", 2, "blocks") in places
    assert lines.code == 1
    for line in foreword("check").text.splitlines():
        assert line.startswith(("prompts/system-messages/a.", "prompts/system-messages/b."))


def test_what_stands_in_the_file_decides_not_its_newlines(foreword, message: Path):
    expected = foreword("assemble", message).out
    message.write_bytes(b"\xef\xbb\xbf" + message.read_bytes().replace(b"\n", b"\r\n"))
    assert foreword("assemble", message).out == expected
