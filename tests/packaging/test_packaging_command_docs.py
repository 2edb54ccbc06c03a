"""The manual page has the whole command line, and bash, zsh and fish complete it."""

from __future__ import annotations

import errno
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from named_cases import in_case
from terminals import open_terminal

from command_docs import manual
from editor_app import __version__
from editor_app.cli.command_table import ACTIONS, COMMANDS, EXIT_CODES, OPEN, OPTIONS, Command
from shell_completions import arguments_of, bash, commands, fish, value_of, zsh

PROJECT = Path(__file__).resolve().parents[2]
DAY = datetime(2024, 2, 29, tzinfo=UTC)
HOSTILE = r"""it's "a" $(touch ran) `touch ran` $HOME [x]: (y) \n \\ ~ * 100% ; ‘z’"""
FILE, FOLDER = "notes.md", "texts/"
ACTION_NAMES = {name.split()[1] for name in ACTIONS}
COMMAND_NAMES = set(COMMANDS) - {OPEN}


def options(name: str) -> set[str]:
    return {*{**COMMANDS, **ACTIONS}[name].options, "--help"}


# What is typed, and what is offered: words, or with "files" and "folders" what is in the current folder.
OFFERED: dict[str, set[str]] = {
    "": {*COMMAND_NAMES, "files"},
    "re": {"render", "request", "reset"},
    "no": {"files"},
    "notes.md ": {"files"},
    "--": {"--library", "--help", "--version"},
    "--library ": {"folders"},
    "--library texts re": {"render", "request", "reset"},
    "--library=texts list --": options("list") | {"--library"},
    "list --": options("list"),
    "check ": {"files"},
    "check notes.md --kind system": {"system-message"},
    "check -- --": {"files"},
    "render ": {"files"},
    "render notes.md ": set(),
    "render --color ": {"auto", "always", "never"},
    "render --color=": {"auto", "always", "never"},
    "render --color=a": {"auto", "always"},
    "render --set name=": set(),
    "render --set name=Ada --no-": {"--no-file", "--no-mode", "--no-tools"},
    "render --values ": {"files"},
    "render --cwd=": {"folders"},
    "render --mode list ": {"files"},
    "render - --set-no": set(),
    "run x.yaml --provider ": {"openai", "anthropic", "google"},
    "request x --provider ": {"openai", "openai-responses", "anthropic", "google"},
    "import x --out ": {"files"},
    "export x --out ": {"folders"},
    "customize ": set(),
    "conversation ": ACTION_NAMES,
    "conversation --": {"--library", "--json", "--help"},
    "conversation --json ad": {"adopt"},
    "conversation adopt ": {"folders"},
    "conversation construct ": set(),
    "conversation construct --set user:plan=Pro --o": {"--once"},
    "conversation delete --o": {"--older-than"},
    "screenshot ": {"folders"},
    "screenshot texts ": set(),
}


ASK_BASH = """
compopt() { case $* in *dirnames) more=folders ;; *) more= ;; esac; }
ask() {
    COMP_WORDS=(foreword "$@") COMP_CWORD=$# more=files
    _foreword
    printf '%s\\n' "${COMPREPLY[@]-$more}" LISTED
}
"""
ASK_FISH = """
source $argv[1]
for line in $argv[2..-1]
    complete -C "foreword $line"
    echo LISTED
end
"""
# ^T prints what the list of ^I is followed by; the line itself reads both keys, one after the other.
ASK_ZSH = r"""
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "unsetopt prompt_sp; PS1= LISTMAX=9999; stty rows 500 columns 300; fpath=(${1:h} \$fpath)"
zpty -w shell "autoload -Uz compinit; compinit -D -u; bindkey '^I' list-choices"
zpty -w shell "told() { zle -I; print LISTED; BUFFER= }; zle -N told; bindkey '^T' told; print REA''DY"
zpty -r -m shell shown '*READY*'
for line in "${@[2,-1]}"; do
    zpty -n -w shell "foreword $line"$'\t\x14'
    zpty -r -m shell shown '*LISTED*'
    print -r -- $shown
done
zpty -d shell
"""


def ask_bash(scripts: Path, here: Path, lines: Sequence[str]) -> list[str]:
    """Return what bash is told to offer, and “files” or “folders” where it looks for those itself."""
    calls = []
    for line in lines:  # bash has words of = and : alone
        words = [*re.findall(r"[=:]+|[^\s=:]+", line), *([""] if not line or line.endswith(" ") else [])]
        calls.append(shlex.join(["ask", *words]))
    script = "\n".join([f"source {scripts}/foreword.bash", ASK_BASH, *calls])
    return run(here, "bash", "--norc", "-c", script).split("LISTED\n")[:-1]


def ask_fish(scripts: Path, here: Path, lines: Sequence[str]) -> list[str]:
    asked = run(here, "fish", "--no-config", "-c", ASK_FISH, f"{scripts}/foreword.fish", *lines)
    return asked.split("LISTED\n")[:-1]


def ask_zsh(scripts: Path, here: Path, lines: Sequence[str]) -> list[str]:
    shown = run(here, "zsh", "-f", "-c", ASK_ZSH, "zsh", f"{scripts}/_foreword", *lines)
    plain = re.sub(r"\x1b\[[?\d;]*[A-Za-z]|[\r\a]", "", shown)
    listed = (part.split("\n") for part in plain.split("LISTED\n")[:-1])
    return ["\n".join(line for line in part if "foreword " not in line) for part in listed]


ASK = {"bash": ask_bash, "zsh": ask_zsh, "fish": ask_fish}


def run(here: Path, program: str, *arguments: str) -> str:
    """Return what a program prints that has no settings, and that has no complaints."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        [program, *arguments],
        cwd=here,
        env=environment(here),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def environment(here: Path) -> dict[str, str]:
    return {"HOME": str(here.parent), "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "TERM": "dumb"}


def words_of(offered: str) -> set[str]:
    """Return the words of a list, in columns or with what each one means, without their option and =."""
    lines = (re.split(r"\t| +-- ", line)[0] for line in offered.splitlines())
    return {re.sub("^--[^=]*=", "", word) for line in lines for word in line.split()}


def write_scripts(folder: Path) -> Path:
    folder.mkdir()
    for name, text in (("foreword.bash", bash()), ("_foreword", zsh()), ("foreword.fish", fish())):
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "here" / FOLDER).mkdir(parents=True)
    (tmp_path / "here" / FILE).touch()
    return tmp_path / "here"


@pytest.mark.parametrize("shell", ASK)
def test_a_shell_offers_what_may_come_next(shell: str, here: Path, tmp_path: Path) -> None:
    asked = ASK[shell](write_scripts(tmp_path / "scripts"), here, list(OFFERED))
    for (line, expected), offered in zip(OFFERED.items(), asked, strict=True):
        typed = re.split("[ =]", line)[-1]
        found = words_of(offered)
        if shell == "bash":  # which looks for files where no word fits
            wanted = expected - {"files"} if len(expected) > 1 else expected
        else:
            there = {"files": {FILE, FOLDER}, "folders": {FOLDER}}
            words = {word for name in expected for word in there.get(name, {name})}
            wanted = {word for word in words if word.startswith(typed)}
        if shell == "zsh" and not wanted:  # then it lists the options
            found = {word for word in found if not word.startswith("--")}
        with in_case(line):
            assert found == wanted


def test_bash_itself_completes_words_and_files(here: Path, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    (here / "my notes.md").touch()
    rc = tmp_path / "bashrc"
    rc.write_text(f"{bash()}\nPS1='READY '\nforeword() {{ printf '<%s>' \"$@\"; }}\n", "utf-8")
    ours, its = open_terminal()
    command = ["bash", "--noprofile", "--rcfile", str(rc), "-i"]
    with subprocess.Popen(
        command, cwd=here, env=environment(here), stdin=its, stdout=its, stderr=its
    ) as shell:
        os.close(its)
        try:
            shown = until(ours, b"READY ")
            os.write(ours, b"foreword che\tmy\t--kind=ins\t--allow-file te\t; exit\n")
            shown += until(ours, None)
        finally:
            shell.kill()
            os.close(ours)
    assert "<check><my notes.md><--kind=instructions><--allow-file><texts/>" in shown.decode()


def until(terminal: int, end: bytes | None) -> bytes:
    """Return what is read from a terminal until it ends so, or until its program has ended."""
    shown = b""
    while end is None or not shown.endswith(end):
        assert select.select([terminal], [], [], 60)[0], f"nothing came after {shown!r}"
        try:
            shown += os.read(terminal, 4096)
        except OSError as error:
            if error.errno != errno.EIO or end is not None:
                raise
            break
    return shown


@pytest.mark.parametrize("shell", ASK)
def test_no_description_is_read_as_code(
    shell: str, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_hostile(monkeypatch)
    command, option = ASK[shell](write_scripts(tmp_path / "scripts"), here, ["od", "odd --od"])
    rows = [re.split(r"\t| +-- ", offered.strip(), maxsplit=1) for offered in (command, option)]
    assert rows == ([["odd"], ["--odd"]] if shell == "bash" else [["odd", HOSTILE], ["--odd", HOSTILE]])
    assert not (here / "ran").exists()


def make_hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a command and an option that are described with what shells and roff have a use for."""
    monkeypatch.setitem(COMMANDS, "odd", Command("[PATH…]", ("--odd",), HOSTILE))
    monkeypatch.setitem(OPTIONS, "--odd", ("ODD:[=(x)]'", {}, HOSTILE))


def test_what_is_named_as_a_path_is_completed_as_one() -> None:
    of_options = {
        (name, option): value_of(name, option)
        for name, command in commands().items()
        for option in command.options
        if OPTIONS[option][1].get("type") is Path
    }
    assert [call for call, value in of_options.items() if value is None or not value.source] == []
    arguments = [one for command in commands().values() for one in arguments_of(command)]
    assert {one.name for one in arguments if not one.source} == {"ACTION", "ID", "NAME"}


def test_the_files_are_the_same_whenever_they_are_made(tmp_path: Path) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(int(DAY.timestamp())), "TZ": "Pacific/Kiritimati"}
    command = [sys.executable, PROJECT / "packaging" / "command_docs.py", tmp_path / "made" / "here"]
    subprocess.run(command, env=environment, check=True, timeout=100)
    made = {file.name: file.read_text("utf-8") for file in (tmp_path / "made" / "here").iterdir()}
    expected = {
        "foreword.1": manual(DAY),
        "foreword.bash": bash(),
        "_foreword": zsh(),
        "foreword.fish": fish(),
    }
    assert made == expected
    assert f'.TH FOREWORD 1 2024-02-29 "Foreword {__version__}"' in made["foreword.1"]


def test_the_manual_has_every_command_option_and_exit_code(tmp_path: Path) -> None:
    page = rendered(tmp_path, manual(DAY))
    for name, command in commands().items():
        call = f"foreword {name} {command.words}".rstrip().replace("…", "...")
        with in_case(call):
            assert f"\n       {call}\n" in page
            below = page.partition(f"\n       {call}\n")[2].partition("\n\n")[0]
            assert " ".join(below.split()).startswith(f"{command.does[0].upper()}{command.does[1:]}.")
            assert set(re.findall(r"--[\w-]+", below)) >= set(command.options)
    told = " ".join(page.split())
    for option, (metavar, _, meaning) in OPTIONS.items():
        with in_case(option):
            assert f" {option} {metavar or ''}".rstrip() in told
            assert meaning[1:] in told
    assert "--set TYPE:NAME=VALUE (conversation)" in told
    assert "--provider NAME (run) Whose request: openai, anthropic or google; else the scenario’s." in told
    for code, meaning in EXIT_CODES.items():
        assert f" {code} {meaning.capitalize()}." in told


def test_the_manual_prints_every_character_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "odd", Command("[PATH…]", (), f".so x {HOSTILE} .br é"))
    page = rendered(tmp_path, manual(DAY))
    assert f"{HOSTILE} .br é." in " ".join(page.split())


def rendered(folder: Path, page: str) -> str:
    """Return a manual page as `man` shows it, which has no complaint about it."""
    (folder / "foreword.1").write_text(page, "ascii")
    return run(folder, "man", "--warnings", "-l", str(folder / "foreword.1"))


def test_the_manual_is_clean_for_mandoc(tmp_path: Path) -> None:
    (tmp_path / "foreword.1").write_text(manual(DAY), "ascii")
    assert run(tmp_path, "mandoc", "-T", "lint", str(tmp_path / "foreword.1")) == ""
