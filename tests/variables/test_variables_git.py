"""Asking git about folders that mean harm, with real repositories."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from editor_app.variables.catalog import Cause, Note
from editor_app.variables.git import MOST_BYTES, find_git, git_runner

STATUS = ("status", "--short")
BRANCH = ("rev-parse", "--abbrev-ref", "HEAD")
PATIENCE = 60.0  # a loaded machine must not fail a test that is not about time


def git(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.com",
    }
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "atlas"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "a.txt").write_text("one\n")
    git(folder, "add", "a.txt")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def run(folder: Path, arguments: tuple[str, ...], **options: object) -> str | Note:
    return git_runner(folder, **{"seconds": PATIENCE, **options})(folder, arguments)


def touch_later(path: Path) -> None:
    """Make git look into a file again although its size is the same."""
    path.write_text("two\n")
    later = path.stat().st_mtime + 5
    os.utime(path, (later, later))


def test_branch_and_status(repository: Path):
    assert run(repository, BRANCH) == "main\n"
    assert run(repository, STATUS) == ""
    touch_later(repository / "a.txt")
    (repository / "new.txt").write_text("x")
    assert run(repository, STATUS) == " M a.txt\n?? new.txt\n"


def test_status_in_a_folder_below(repository: Path):
    below = repository / "docs"
    below.mkdir()
    (below / "é.md").write_text("x")
    assert git_runner(repository, seconds=PATIENCE)(below, STATUS) == "?? ./\n"


def test_colours_stay_out_whatever_the_repository_wants(repository: Path):
    git(repository, "config", "color.status", "always")
    (repository / "new.txt").write_text("x")
    assert run(repository, STATUS) == "?? new.txt\n"


def write_script(path: Path, marker: Path, rest: str = "cat") -> str:
    path.write_text(f"#!/bin/sh\ntouch '{marker}'\n{rest}\n")
    path.chmod(0o755)
    return str(path)


def fsmonitor(repository: Path, marker: Path) -> None:
    git(repository, "config", "core.fsmonitor", write_script(repository / ".git" / "evil", marker, "exit 1"))


def clean_filter(repository: Path, marker: Path) -> None:
    filter_named("x", "clean", repository, marker)


def process_filter(repository: Path, marker: Path) -> None:
    filter_named("x", "process", repository, marker, "exit 1")


def required_filter_with_odd_name(repository: Path, marker: Path) -> None:
    git(repository, "config", "filter.My own.Filter.required", "true")
    filter_named("My own.Filter", "clean", repository, marker, attribute=False)
    filter_named("other", "clean", repository, marker)


def filter_from_an_included_file(repository: Path, marker: Path) -> None:
    script = write_script(repository / ".git" / "evil", marker)
    (repository / ".git" / "more").write_text(f'[filter "x"]\n\tclean = {script}\n')
    git(repository, "config", "include.path", "more")
    (repository / ".gitattributes").write_text("*.txt filter=x\n")
    touch_later(repository / "a.txt")


def hook(repository: Path, marker: Path) -> None:
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    write_script(hooks / "post-index-change", marker, "exit 0")
    os.utime(repository / "a.txt", (1, 1))  # stale in the index: an ordinary status writes it anew


def hook_elsewhere(repository: Path, marker: Path) -> None:
    hooks = repository / "hooks"
    hooks.mkdir()
    write_script(hooks / "post-index-change", marker, "exit 0")
    git(repository, "config", "core.hooksPath", "hooks")
    os.utime(repository / "a.txt", (1, 1))


def submodule(repository: Path, marker: Path) -> None:
    inner = repository / "inner"
    inner.mkdir()
    git(inner, "init", "-q", "-b", "main")
    (inner / "b.txt").write_text("one\n")
    git(inner, "add", "b.txt")
    git(inner, "commit", "-q", "-m", "first")
    (repository / ".gitmodules").write_text('[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n')
    git(repository, "add", ".gitmodules", "inner")
    git(repository, "commit", "-q", "-m", "submodule")
    fsmonitor(inner, marker)


def filter_named(
    name: str, variable: str, repository: Path, marker: Path, rest: str = "cat", *, attribute: bool = True
) -> None:
    script = write_script(repository / ".git" / f"evil-{len(name)}", marker, rest)
    git(repository, "config", f"filter.{name}.{variable}", script)
    if attribute:
        (repository / ".gitattributes").write_text(f"*.txt filter={name}\n")
    touch_later(repository / "a.txt")


ATTACKS = [
    fsmonitor,
    clean_filter,
    process_filter,
    required_filter_with_odd_name,
    filter_from_an_included_file,
    hook,
    hook_elsewhere,
    submodule,
]


@pytest.mark.parametrize("prepare", ATTACKS)
def test_a_hostile_repository_runs_nothing(
    repository: Path, tmp_path: Path, prepare: Callable[[Path, Path], None]
):
    marker = tmp_path / "marker"
    prepare(repository, marker)
    status = run(repository, STATUS)
    assert isinstance(status, str), status
    assert run(repository, BRANCH) == "main\n"
    assert not marker.exists()

    subprocess.run(
        ["git", "status", "--short"],
        cwd=repository,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert marker.exists(), "the control: an ordinary git status runs it"


def test_an_outside_difference_program_does_not_run(repository: Path, tmp_path: Path):
    marker = tmp_path / "marker"
    git(repository, "config", "diff.external", write_script(repository / ".git" / "evil", marker))
    touch_later(repository / "a.txt")
    assert isinstance(run(repository, ("diff",)), Note)
    assert run(repository, STATUS) == " M a.txt\n"
    assert not marker.exists()
    git(repository, "diff")
    assert marker.exists(), "the control: an ordinary git diff runs it"


def test_a_filter_that_cannot_be_switched_off_stops_git(repository: Path, tmp_path: Path):
    marker = tmp_path / "marker"
    filter_named("a=b", "clean", repository, marker)
    note = run(repository, STATUS)
    assert isinstance(note, Note)
    assert note.cause is Cause.GIT_FAILED
    assert "‘filter.a=b’ can’t be switched off" in note.sentence
    assert not marker.exists()


def test_variables_of_git_are_not_inherited(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q", "-b", "elsewhere")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    control = subprocess.run(
        ["git", "symbolic-ref", "--short", "HEAD"], cwd=repository, capture_output=True, text=True, check=True
    )
    assert control.stdout == "elsewhere\n"
    assert run(repository, BRANCH) == "main\n"


def test_a_folder_without_repository(tmp_path: Path):
    note = run(tmp_path, STATUS)
    assert isinstance(note, Note)
    assert note.cause is Cause.GIT_FAILED
    assert "not a git repository" in note.sentence
    assert str(tmp_path) in note.sentence


def test_a_repository_without_commit_has_no_branch(tmp_path: Path):
    git(tmp_path, "init", "-q")
    note = run(tmp_path, BRANCH)
    assert isinstance(note, Note)
    assert note.cause is Cause.GIT_FAILED


def test_a_folder_that_does_not_exist(tmp_path: Path):
    note = run(tmp_path / "gone", STATUS)
    assert isinstance(note, Note)
    assert note.sentence == f"git could not be run in {tmp_path / 'gone'}: No such file or directory."


def test_a_git_file_that_names_a_stranger_s_repository_is_not_followed(repository: Path, tmp_path: Path):
    hostile = tmp_path / "hostile"
    (hostile / "docs").mkdir(parents=True)
    (hostile / ".git").write_text(f"gitdir: {repository}/.git\n")
    for folder in (hostile, hostile / "docs"):
        note = run(folder, BRANCH)
        assert isinstance(note, Note)
        assert note.cause is Cause.GIT_FAILED
        assert f"its ‘.git’ names {repository}/.git, which does not know this folder." in note.sentence
    assert git(hostile, *BRANCH) == "main\n", "the control: an ordinary git follows it"
    (hostile / ".git").unlink()
    (hostile / ".git").symlink_to(repository / ".git")
    assert isinstance(run(hostile, BRANCH), Note)
    (hostile / ".git").unlink()
    (hostile / ".git").mkdir()
    (hostile / ".git" / "commondir").write_text(f"{repository}/.git\n")
    (hostile / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert isinstance(run(hostile, BRANCH), Note)
    assert git(hostile, *BRANCH) == "main\n", "the control"
    (hostile / ".git").rename(hostile / "inner")
    (hostile / "inner" / "gitdir").write_text(f"{hostile}/.git\n")
    (hostile / ".git").write_text("gitdir: inner\n")
    assert isinstance(run(hostile, BRANCH), Note)
    assert git(hostile, *BRANCH) == "main\n", "the control"


def test_a_repository_of_links_to_a_stranger_s_is_not_read(repository: Path, tmp_path: Path):
    hostile = tmp_path / "hostile"
    git(tmp_path, "init", "-q", "-b", "main", "hostile")
    for name in ("index", "objects", "refs"):
        place = hostile / ".git" / name
        if place.is_dir():
            shutil.rmtree(place)
        place.symlink_to(repository / ".git" / name)
    note = run(hostile, STATUS)
    assert isinstance(note, Note)
    assert "is a link that leads out of the repository." in note.sentence
    assert "a.txt" in git(hostile, *STATUS), "the control"


def test_a_committed_folder_that_is_a_bare_repository_leads_nowhere(repository: Path, tmp_path: Path):
    private = tmp_path / "home"
    private.mkdir()
    (private / "diary.md").write_text("x")
    docs = repository / "docs"
    git(repository, "init", "-q", "--bare", "docs")
    (docs / "config").write_text(f"[core]\nrepositoryformatversion = 0\nbare = false\nworktree = {private}\n")
    (docs / "below").mkdir()
    for folder in (docs, docs / "below"):
        note = run(folder, STATUS)
        assert isinstance(note, Note)
        assert f"{docs} looks like a repository itself" in note.sentence
    assert "diary.md" in git(docs, *STATUS), "the control"


def test_the_files_of_a_repository_are_those_around_it(repository: Path, tmp_path: Path):
    private = tmp_path / "home"
    private.mkdir()
    (private / "diary.md").write_text("x")
    git(repository, "config", "core.worktree", str(private))
    assert run(repository, STATUS) == ""
    assert "diary.md" in git(repository, *STATUS), "the control"


def test_git_does_not_go_on_above_a_git_folder_that_is_none(repository: Path):
    below = repository / "below"
    (below / ".git").mkdir(parents=True)
    (below / "new.txt").write_text("x")
    for arguments in (BRANCH, STATUS):
        note = run(below, arguments)
        assert isinstance(note, Note)
        assert "not a git repository" in note.sentence
    assert git(below, *BRANCH) == "main\n", "the control"


def test_a_submodule_with_settings_per_worktree_is_known(repository: Path, tmp_path: Path):
    source = tmp_path / "source"
    git(tmp_path, "clone", "-q", str(repository), str(source))
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(source), "inner")
    git(repository / "inner", "sparse-checkout", "set", "--cone", "docs")
    settings = repository / ".git" / "modules" / "inner"
    assert "worktree =" not in (settings / "config").read_text()
    assert "worktree =" in (settings / "config.worktree").read_text()
    assert run(repository / "inner", BRANCH) == "main\n"


def test_what_makes_a_repository_elsewhere_known_is_said(tmp_path: Path):
    workspace = tmp_path / "my work"
    git(tmp_path, "init", "-q", "-b", "main", "--separate-git-dir", "store.git", str(workspace))
    (workspace / "new.txt").write_text("x")
    note = run(workspace, STATUS)
    assert isinstance(note, Note)
    command = note.sentence.partition("If you set it up so, ‘")[2].partition("’")[0]
    assert command == f"git --git-dir={tmp_path}/store.git config core.worktree '{workspace}'"
    git(tmp_path, *shlex.split(command)[1:])
    assert run(workspace, STATUS) == "?? new.txt\n"


def test_worktrees_and_submodules_are_known_to_their_repository(repository: Path, tmp_path: Path):
    worktree = tmp_path / "worktree"
    git(repository, "worktree", "add", "-q", "-b", "side", str(worktree))
    assert (worktree / ".git").is_file()
    assert run(worktree, BRANCH) == "side\n"
    source = tmp_path / "source"
    git(tmp_path, "clone", "-q", str(repository), str(source))
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(source), "inner")
    assert (repository / "inner" / ".git").is_file()
    assert run(repository / "inner", BRANCH) == "main\n"


def test_a_git_that_is_a_pipe_or_cannot_be_read_is_a_note(tmp_path: Path):
    for name in ("pipe", "closed"):
        (tmp_path / name).mkdir()
    os.mkfifo(tmp_path / "pipe" / ".git")
    (tmp_path / "closed" / ".git").mkdir(mode=0)
    for name in ("pipe", "closed"):
        note = run(tmp_path / name, BRANCH)
        assert isinstance(note, Note)
        assert note.cause is Cause.GIT_FAILED


def make_git(folder: Path, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "git"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def test_git_is_one_outside_the_workspace(tmp_path: Path):
    workspace, outside, linked = tmp_path / "work", tmp_path / "bin", tmp_path / "linked"
    inside = make_git(workspace / "bin", "echo inside")
    good = make_git(outside, "echo outside")
    linked.mkdir()
    (linked / "git").symlink_to(inside)
    (tmp_path / "way").symlink_to(workspace / "bin")
    path = os.pathsep.join(
        ["", ".", "bin", str(workspace / "bin"), str(linked), str(tmp_path / "way"), str(outside)]
    )
    assert find_git(path, workspace) == good
    assert find_git(path, tmp_path) is None
    assert find_git(str(workspace / "bin")) == inside, "the control: nothing else hides it"
    assert run(workspace, ("x",), environment={"PATH": path}) == "outside\n"


def test_git_is_none_of_the_library_or_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    workspace, library, here = (tmp_path / name for name in ("work", "library", "here"))
    workspace.mkdir()
    folders = [library / "bin", here, here / "bin", tmp_path / "bin"]
    for folder in folders:
        make_git(folder, f"echo from {folder.name}; exit 0")
    monkeypatch.chdir(here)
    environment = {"PATH": os.pathsep.join(map(str, folders))}
    ask = git_runner(workspace, library, environment=environment, seconds=PATIENCE)
    assert ask(workspace, ("x",)) == "from bin\n"
    assert find_git(environment["PATH"], workspace, library, here) == tmp_path / "bin" / "git"
    assert find_git(environment["PATH"], workspace) == library / "bin" / "git", "the control"


@pytest.mark.parametrize("here", ["home", "root"])
def test_where_all_of_the_system_lies_git_is_found(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, here: str
):
    workspace = own_home / "work"
    workspace.mkdir()
    make_git(own_home / "bin", "echo found; exit 0")
    monkeypatch.chdir(own_home if here == "home" else own_home.anchor)
    environment = {"PATH": str(own_home / "bin")}
    assert run(workspace, ("x",), environment=environment) == "found\n"


def test_no_git_at_all(tmp_path: Path):
    note = run(tmp_path, STATUS, environment={})
    assert note == Note(Cause.GIT_FAILED, "git was not found. Install it, or put its folder on the PATH.")


def fake(tmp_path: Path, script: str) -> dict[str, str]:
    """Return an environment whose git lists no filter and otherwise runs `script`."""
    listing = 'for word; do [ "$word" = config ] && exit 1; done'
    make_git(tmp_path / "fake", f"{listing}\n{script}")
    return {"PATH": f"{tmp_path / 'fake'}{os.pathsep}/usr/bin{os.pathsep}/bin"}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def test_what_a_process_gets(tmp_path: Path, workspace: Path):
    environment = {
        **fake(tmp_path, 'env; echo "$@"; cat; pwd'),
        "GIT_DIR": "x",
        "SECRET": "x",
        "HOME": str(tmp_path),
    }
    said = run(workspace, STATUS, environment=environment)
    assert isinstance(said, str)
    for line in (
        "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1",
        "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", f"HOME={tmp_path}", str(workspace),
    ):  # fmt: skip
        assert line in said.splitlines()
    assert "GIT_DIR" not in said
    assert "SECRET" not in said
    assert (
        "--no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null -c diff.external= "
        "-c core.attributesFile=/dev/null -c diff.autoRefreshIndex=false -c color.ui=false "
        "-c color.status=false -c safe.bareRepository=explicit status --short --ignore-submodules=all\n"
    ) in said


def test_too_much_output(tmp_path: Path, workspace: Path):
    environment = fake(tmp_path, f"head -c {MOST_BYTES} /dev/zero")
    assert run(workspace, STATUS, environment=environment) == "\0" * MOST_BYTES
    note = run(workspace, STATUS, environment=fake(tmp_path, "while :; do echo more; done"))
    assert note == Note(Cause.TOO_LARGE, f"git said more than 64 KB in {workspace}.")


def test_an_error_that_says_nothing(tmp_path: Path, workspace: Path):
    note = run(workspace, STATUS, environment=fake(tmp_path, "exit 7"))
    assert note == Note(Cause.GIT_FAILED, f"git failed in {workspace}: it ended with code 7.")


def test_a_failing_list_of_filters_stops_there(tmp_path: Path, workspace: Path):
    make_git(tmp_path / "fake", 'echo "fatal: bad config" >&2; exit 128')
    note = run(workspace, STATUS, environment={"PATH": str(tmp_path / "fake")})
    assert note == Note(Cause.GIT_FAILED, f"git failed in {workspace}: bad config.")


@pytest.mark.parametrize(
    "script",
    ["sleep 1000", "exec >&-; sleep 1000", "exec >&- 2>&-; sleep 1000"],
    ids=["holds its output", "holds its errors", "says nothing and stays"],
)
def test_a_git_that_hangs_is_killed_with_its_children(tmp_path: Path, workspace: Path, script: str):
    pids = tmp_path / "pids"
    environment = fake(tmp_path, f"sleep 1001 >/dev/null 2>&1 & echo $! $$ > '{pids}'; {script}")
    note = run(workspace, STATUS, environment=environment, seconds=0.4)
    assert note == Note(Cause.TIMED_OUT, f"git did not answer in time in {workspace}.")
    left = [int(pid) for pid in pids.read_text().split()]
    while any(map(is_running, left)):  # being killed takes a moment; the time limit of tests bounds it
        os.sched_yield()


def test_a_hanging_list_of_filters_is_killed_too(tmp_path: Path, workspace: Path):
    make_git(tmp_path / "fake", "exec sleep 1000")
    note = run(workspace, STATUS, environment={"PATH": f"{tmp_path / 'fake'}:/usr/bin:/bin"}, seconds=0.3)
    assert isinstance(note, Note)
    assert note.cause is Cause.TIMED_OUT


def is_running(pid: int) -> bool:
    """Whether a process is there and not just a zombie that nobody waits for."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in {"Z", "X"}
