"""Which word is the command, and what is said about words that are none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app import __version__
from editor_app.cli.command_line import find_command, read_arguments
from editor_app.cli.command_table import ACTIONS, COMMANDS, OPEN
from editor_app.cli.failure import Failure

LATER = ["--json", "--library", "x", "c"]


@pytest.mark.parametrize(
    ("argv", "command", "rest"),
    [
        ([], OPEN, []),
        (["list"], "list", []),
        (["./list"], OPEN, ["./list"]),
        (["a.md", "list"], OPEN, ["a.md", "list"]),
        (["--", "list"], OPEN, ["--", "list"]),
        (["open"], OPEN, ["open"]),
        (["--library", "check", "list"], "list", ["--library", "check"]),
        (["--library=x", "check", "a.md"], "check", ["--library=x", "a.md"]),
        (["--json", "check", "list"], "check", ["--json", "list"]),
        (["--set", "render", "explain", "x"], "explain", ["--set", "render", "x"]),
        (["-", "check"], OPEN, ["-", "check"]),
        (["conversation", "get", "c-1"], "conversation get", ["c-1"]),
        (["--json", "conversation", "--library", "x", "get", "c"], "conversation get", LATER),
        (["conversation", "get", "--", "-x"], "conversation get", ["--", "-x"]),
        (["conversation", "--", "get"], "conversation", ["--", "get"]),
        (["conversation", "gte"], "conversation", ["gte"]),
        (["check", "get"], "check", ["get"]),
    ],
)
def test_the_first_word_decides(argv: list[str], command: str, rest: list[str]):
    assert find_command(argv) == (command, rest)


def test_version(foreword):
    assert foreword("--version") == (0, f"foreword {__version__}\n".encode(), "")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != OPEN])
def test_every_command_has_help(foreword, command: str):
    for option in ("--help", "-h"):
        ran = foreword(command, option)
        assert ran.code == 0
        assert ran.text.startswith(f"usage: foreword {command}")
        assert "--help" in ran.text
    assert f"  {command} " in foreword("--help").text


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_has_help_and_is_listed_with_its_command(foreword, name: str):
    command, action = name.split()
    ran = foreword(command, action, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.text.startswith(f"usage: foreword {name}")
    assert f"\n  {action} " in foreword(command, "--help").text


def test_behind_two_hyphens_a_word_is_no_option():
    assert read_arguments("conversation get", ["--json", "--", "-x"]).words == ("-x",)
    assert read_arguments("check", ["a", "--", "--", "-h", "--json"]).words == ("a", "--", "-h", "--json")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["check", "--jsno"], "‘foreword check’ has no option ‘--jsno’. Did you mean ‘--json’?"),
        (["check", "--strictt=1"], "‘foreword check’ has no option ‘--strictt’. Did you mean ‘--strict’?"),
        (["--wat"], "‘foreword’ without a command has no option ‘--wat’."),
        (["check", "--js"], "‘foreword check’ has no option ‘--js’."),
        (["render"], "‘foreword render’ needs PATH|NAME. ‘foreword render --help’"),
        (["render", "a", "b"], "‘foreword render’ has no use for ‘b’."),
        (["list", "x"], "‘foreword list’ has no use for ‘x’."),
        (["check", "--json", "--sarif"], None),
        (["request", "x", "--json", "--curl"], None),
        (
            ["explain", "x", "--at", "three"],
            "‘--at’ needs a whole number, not ‘three’.\n",
        ),
        (["explain", "x", f"--at={'9' * 5000}"], "‘--at’ needs a whole number, not ‘999"),
        (
            ["check", "--library"],
            ("‘--library’ needs a value: ‘--library DIR’, or ‘--library=DIR’ before a hyphen.\n"),
        ),
        (["render", "x", "--set", "-y=1"], "‘--set’ needs a value: ‘--set NAME=VALUE’, or ‘--set=NAME"),
        (
            ["check", "--strict=yes"],
            "‘--strict’ takes no value. ‘foreword check --help’ lists what there is.\n",
        ),
        (["check", "-hx"], "‘--help’ takes no value. ‘foreword check --help’"),
        (
            ["chekc"],
            "There is no command and no file ‘chekc’. Did you mean the command ‘check’? ‘foreword --",
        ),
        (["chekc", "--strict"], "There is no command and no file ‘chekc’. Did you mean the command ‘check’?"),
        (["serve", "x"], "‘foreword serve’ has no use for ‘x’."),
        (["conversation", "--json=1"], "‘--json’ takes no value."),
        (["conversation", "--library", "x"], "‘foreword conversation’ needs an action: ‘construct’, ‘prev"),
        (["conversation", "gte", "x"], "‘foreword conversation’ has no action ‘gte’. Did you mean ‘get’? "),
        (["conversation", "gte", "--yes"], "‘foreword conversation’ has no action ‘gte’. Did you mean ‘ge"),
        (["conversation", "get"], "‘foreword conversation get’ needs ID. ‘foreword conversation get --he"),
        (["conversation", "get", "x", "--once"], "‘foreword conversation get’ has no option ‘--once’."),
        (["conversation", "delete"], "Name the conversations to delete, or give ‘--older-than DAYS’."),
        (["zzzzzz", "--port", "1"], "There is no command and no file ‘zzzzzz’. ‘foreword --help’ lists the"),
        (["--bogus", "nosuch"], "‘foreword’ without a command has no option ‘--bogus’."),
        (["--library", ".", "nosuch", "--bogus=1"], "There is no command and no file ‘nosuch’."),
        (["./chekc"], "There is no file ‘./chekc’.\n"),
        (["./chekc", "--strict"], "‘foreword’ without a command has no option ‘--strict’."),
        (
            ["check", "--kind", "promt", "-"],
            "‘promt’ is not a value of ‘--kind’. Did you mean ‘prompt’? It is one of prompt, ",
        ),
        (["check", "--kind", "zzzzzz", "-"], "‘zzzzzz’ is not a value of ‘--kind’. It is one of prompt, "),
        (["check", "-"], "Standard input has no file name. Add ‘--kind’ with one of prompt, "),
    ],
)
def test_usage_errors(foreword, here, argv: list[str], sentence: str | None):
    ran = foreword(*argv)
    assert ran.code == 2
    if sentence is None:
        error = json.loads(ran.out)["error"]
        assert error["message"] == f"‘--json’ and ‘{argv[-1]}’ exclude each other. Choose one."
        assert error["code"] == "usage"
        assert not ran.err
        return
    assert not ran.out
    assert ran.err.startswith(f"foreword: {sentence}")
    assert ran.err.count("\n") == 1


WORDS = [
    *(
        "check",
        "render",
        "serve",
        "a.md",
        "-",
        "--",
        "-h",
        "-hx",
        "-x",
        "--at",
        "--at=",
        "--at=3",
        "-5",
        "x=1",
    ),
    *(
        "--set",
        "--set=a=b",
        "--json",
        "--json=1",
        "--sarif",
        "--kind",
        "--library",
        "--jso",
        "",
        "--=",
        "--help",
    ),
]


@given(st.sampled_from([*COMMANDS, *ACTIONS]), st.lists(st.sampled_from(WORDS), max_size=6))
def test_any_words_are_read_or_refused_in_a_sentence_of_ours(command: str, argv: list[str]):
    sentence = ""
    try:
        read_arguments(command, argv)
    except Failure as failure:
        sentence = failure.sentence
    assert sentence.endswith((".", "?")) or not sentence
    assert "argument" not in sentence


def test_an_error_as_json_is_one_document(foreword, here):
    ran = foreword("check", "--jsno", "--json")
    document = json.loads(ran.out)
    assert list(document) == ["format", "error"]
    assert document["format"] == 1
    assert document["error"]["suggestions"] == ["--json"]
    assert (ran.code, ran.err) == (2, "")


def test_options_may_stand_anywhere(foreword, library, write_prompt):
    write_prompt(library, "a", "Hello")
    assert foreword("--library", library, "check", "--strict").code == 0
    one, two = library / "a.md", library / "defaults"
    assert json.loads(foreword("check", one, "--json", two).out)["files"] == 1


def test_a_folder_that_is_not_there(foreword, here):
    ran = foreword("list", "--library", "nowhere")
    assert ran.code == 2
    assert "nowhere’ is not there" in ran.err
    assert json.loads(foreword("list", "--library", "nowhere", "--json").out)["error"]["filePath"].endswith(
        "nowhere"
    )


def test_a_fault_of_ours_is_told_as_one(foreword, here, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("editor_app.cli.running.read_arguments", lambda *_: {}["no such thing"])
    ran = foreword("check")
    assert ran.code == 2
    assert ran.err.startswith("foreword: Foreword has a fault: KeyError at test_cli_arguments.py:")


def test_ctrl_c(foreword, here, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("editor_app.cli.commands.list.run", interrupt)
    assert foreword("list") == (130, b"", "")
