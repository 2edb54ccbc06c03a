"""What users do with the package, in a bare Debian 12: `python packaging/walk_debian.py DEB [DIR]`.

For root, with debootstrap, Xvfb, openbox and xdotool on this machine. A bare Debian is made once, in
`.foreword/walk`; each walk has a copy of its own. In it apt installs the package and what that asks for,
and nothing else: display, window manager and keys are those of this machine. Pictures of the window go into
DIR, or else into `pictures`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PLACE = PROJECT / ".foreword" / "walk"
PATIENCE_SECONDS = 120
PROMPT = "test-data-generation"
CHANGED, OTHER = "test-scenario-generation", "page-analysis"
"""Two defaults of the sample: the user changes the one, and the newer package the other."""


class Walk:
    """A bare Debian, what is done in it, and what is seen of it."""

    def __init__(self, root: Path, pictures: Path) -> None:
        """Take the folder of a Debian that is mounted, and the folder of the pictures."""
        from PySide6.QtGui import QGuiApplication

        self._root = root
        self._pictures = pictures
        self._screen = QGuiApplication(sys.argv[:1]).primaryScreen()

    def path(self, place: str) -> Path:
        """Return the path that a place in the Debian has here."""
        return self._root / place.lstrip("/")

    def command(self, *words: str, user: str = "anna", **environment: str) -> list[str]:
        """Return the command that runs these words in the Debian as a user, in their home."""
        home = "/root" if user == "root" else f"/home/{user}"
        whole = {
            "HOME": home,
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DISPLAY": os.environ["DISPLAY"],
            "XDG_RUNTIME_DIR": f"{home}/run",
            "DEBIAN_FRONTEND": "noninteractive",
            **environment,
        }
        entries = [f"{name}={value}" for name, value in whole.items() if value]
        who = [] if user == "root" else ["--userspec", f"{user}:{user}"]
        inside = ["sh", "-c", 'cd "$HOME" && exec "$@"', "sh"]
        return ["chroot", *who, str(self._root), "env", "-i", *entries, *inside, *words]

    def said(self, *words: str, user: str = "anna", status: int = 0, **environment: str) -> str:
        """Run a command to its end; return what it printed. Raises AssertionError for another exit status."""
        command = self.command(*words, user=user, **environment)
        ran = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=1200
        )
        assert ran.returncode == status, f"{words}: exit status {ran.returncode}\n{ran.stdout}"
        return ran.stdout

    def start(self, *words: str, user: str = "anna", **environment: str) -> subprocess.Popen[bytes]:
        """Start `foreword` and do not wait for it."""
        return subprocess.Popen(self.command("foreword", *words, user=user, **environment))

    @contextmanager
    def window(self, *words: str, shows: str, user: str = "anna", **environment: str) -> Iterator[None]:
        """Have a window open whose title has `shows`; at the end it is closed as by its button."""
        with self.start(*words, user=user, **environment) as process:
            try:
                self.wait(
                    f"a window with {shows!r}", lambda: shows in self.title() or process.poll() is not None
                )
                assert process.poll() is None, f"foreword ended with {process.returncode}"
                time.sleep(5)  # keys typed at a window that is still loading are not all for its text
                yield
                self.close(process)
            finally:
                process.kill()

    def close(self, *processes: subprocess.Popen[bytes]) -> None:
        """Close the window in front, and wait for the end of those that have it."""
        xdotool("key", "alt+F4")
        self.wait("all ended", lambda: None not in [process.poll() for process in processes])
        assert not any(process.returncode for process in processes)

    def windows(self) -> list[str]:
        """Return the ids of the windows of Foreword on the display."""
        return xdotool("search", "--onlyvisible", "--class", "^foreword$").split()

    def title(self) -> str:
        """Return the title of the window, "" if there is none."""
        return "".join(xdotool("getwindowname", window).strip() for window in self.windows()[:1])

    def type(self, text: str, *keys: str) -> None:
        """Type a text into what has the focus, then press keys."""
        xdotool("type", "--delay", "40", text)
        for key in keys:
            xdotool("key", key)

    def picture(self, name: str) -> None:
        """Keep what the display shows."""
        time.sleep(2)  # until what comes after a pause is painted
        self._screen.grabWindow(0).save(str(self._pictures / f"{name}.png"))

    def wait(self, what: str, holds: Callable[[], object]) -> None:
        """Wait until something holds; raises AssertionError where it does not."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < until, (
                f"not in {PATIENCE_SECONDS} s: {what}; the title is {self.title()!r}"
            )
            time.sleep(0.1)


def xdotool(*words: str) -> str:
    """Return what xdotool prints."""
    ran = subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 or words[0] in {"search", "getwindowname"}, (
        ran.stderr
    )  # where a window has gone
    return ran.stdout


# The walk ---------------------------------------------------------------------------------------------------


def walk(debian: Walk, package: Path) -> None:
    """Install, use, upgrade, misuse and remove the package; raises AssertionError if something is wrong."""
    older = older_package(package)
    for deb in (package, older):
        shutil.copy(deb, debian.path("/srv"))
    for user in ("anna", "björn müller"):
        debian.said("useradd", "--badname", "--create-home", user, user="root")
        debian.path(f"/home/{user}/run").mkdir(mode=0o700)
        shutil.chown(debian.path(f"/home/{user}/run"), *owner_of(debian.path(f"/home/{user}")))
    before = system_files(debian)
    for step in (install_older, first_run, save_and_leave_unsaved, upgrade, commands, calls, serve, misuse):
        step(debian, older if step is install_older else package)
        print(f"ok  {step.__doc__}", flush=True)
    remove(debian, package, before)
    print(f"ok  {remove.__doc__}")


def install_older(debian: Walk, package: Path) -> None:
    """Install an older version with apt, which brings what it needs, and no Python."""
    assert not debian.path("/usr/bin/python3").exists(), "a bare Debian has no Python"
    debian.said("apt-get", "update", user="root")
    debian.said("apt-get", "install", "--yes", f"/srv/{package.name}", user="root")
    assert debian.said("dpkg-query", "-W", "-f=${Version}", "foreword") == "0.0.9"
    assert not debian.path("/usr/bin/python3").exists()
    debian.said("apt-get", "install", "--yes", "--reinstall", f"/srv/{package.name}", user="root")


def first_run(debian: Walk, _package: Path) -> None:
    """Ask a command from nothing, and start: the window shows the sample, in a folder of the user's own."""
    with debian.window(shows="Foreword"):
        debian.picture("0-start-page")
        assert not sample(debian, PROMPT).exists(), "nothing is copied unasked"
    debian.said("foreword", "list")
    with debian.window(shows="prompts – Foreword"):
        debian.picture("1-first-run")
        debian.wait("the sample is there", lambda: sample(debian, PROMPT).is_file())
    assert "older" in sample(debian, f"defaults/{OTHER}").read_text()


def save_and_leave_unsaved(debian: Walk, _package: Path) -> None:
    """Type and save, so that there is history; type more and close, so that there is unsaved text."""
    with debian.window(sample_place(PROMPT), shows=PROMPT):
        xdotool("key", "ctrl+End")
        debian.type("Saved words.", "ctrl+s")
        debian.wait("it is saved", lambda: "Saved words." in sample(debian, PROMPT).read_text())
        debian.type(" Unsaved words.")
        debian.wait("the dot", lambda: re.search(r"\*|●|•", debian.title()))
        debian.picture("2-unsaved")
    changed = sample(debian, f"defaults/{CHANGED}")
    changed.write_text(changed.read_text() + "\nMine.\n")


def upgrade(debian: Walk, package: Path) -> None:
    """Install the newer version over it: settings, history, unsaved text and changed defaults stay."""
    settings = settings_of(debian)
    debian.said("apt-get", "install", "--yes", f"/srv/{package.name}", user="root")
    assert debian.said("dpkg-query", "-W", "-f=${Version}", "foreword") != "0.0.9"
    assert settings_of(debian) == settings
    assert "Saved words." not in debian.said("foreword", "history", sample_place(PROMPT), "--show", "1")
    with debian.window(shows="prompts – Foreword"):
        debian.picture("3-upgraded")
        debian.wait("the unsaved text is back", lambda: re.search(r"\*|●|•", debian.title()))
        xdotool("key", "ctrl+s")
        debian.wait("it is saved", lambda: "Unsaved words." in sample(debian, PROMPT).read_text())
        debian.wait(
            "the default is new", lambda: "older" not in sample(debian, f"defaults/{OTHER}").read_text()
        )
    assert sample(debian, f"defaults/{CHANGED}").read_text().endswith("\nMine.\n")


def commands(debian: Walk, _package: Path) -> None:
    """Use the command line: render, check, list, git, pictures, the manual, completions."""
    version = debian.said("foreword", "--version").split()[1]
    assert version == debian.said("dpkg-query", "-W", "-f=${Version}", "foreword")
    library = ("--library", sample_place("").removesuffix("/.md"))
    assert "Unsaved words." in debian.said("foreword", "render", PROMPT, "--case", "customers", *library)
    assert PROMPT in debian.said("foreword", "list", *library)
    debian.said("foreword", "check", sample_place(PROMPT), *library)
    debian.said("foreword", "screenshot", "shots", "window-light")
    debian.said("git", "init", "--quiet", "--initial-branch=north", "repository")
    author = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
    debian.said("git", "-C", "repository", *author, "commit", "--quiet", "--allow-empty", "--message=First")
    debian.path("/home/anna/repository/system-prompt.tmpl").write_text("On [git:branch].\n")
    template = "repository/system-prompt.tmpl"
    assert debian.said("foreword", "render", template, "--trust", LD_LIBRARY_PATH="/nowhere") == "On north.\n"
    assert "foreword" in debian.said("zcat", "/usr/share/man/man1/foreword.1.gz")
    completes = ". /usr/share/bash-completion/completions/foreword && complete -p foreword"
    assert "foreword" in debian.said("bash", "-c", completes)


def calls(debian: Walk, _package: Path) -> None:
    """Call it as a file manager does: one window for two at once, and for all later ones."""
    files = [sample_place(name) for name in (PROMPT, CHANGED)]
    starts = [debian.start(file) for file in files]
    debian.wait("one of two starts has the window", lambda: 0 in [start.poll() for start in starts])
    debian.wait("the window is seen", debian.windows)
    assert len(debian.windows()) == 1
    debian.said("foreword", f"file://{sample_place(OTHER)}")
    debian.wait("it shows what the address names", lambda: OTHER in debian.title())
    debian.said("foreword", "/home/anna/gone.md")
    debian.said("foreword", "https://example.org/a.md")
    debian.picture("4-calls")
    many = debian.path("/home/anna/.local/share/foreword/prompts/many")
    many.mkdir()
    for number in range(500):
        (many / f"{number}.md").write_text(f"Number {number}\n")
    debian.said("foreword", *(f"/home/anna/.local/share/foreword/prompts/many/{n}.md" for n in range(500)))
    debian.picture("5-five-hundred-files")
    assert len(debian.windows()) == 1
    debian.close(*starts)
    shutil.rmtree(many)


def serve(debian: Walk, _package: Path) -> None:
    """Serve from the window: a process of the package answers over HTTP."""
    with debian.window(shows="prompts – Foreword"):
        for key in ("alt+t", "s", "Return"):
            xdotool("key", key)
            time.sleep(2)
        token = debian.path("/home/anna/.local/state/foreword/serve/8137.token")
        debian.wait("it serves", token.is_file)
        asked = "http://127.0.0.1:8137/prompts"
        debian.picture("6-serving")
        headers = {"Authorization": f"Bearer {token.read_text().strip()}"}
        with urllib.request.urlopen(urllib.request.Request(asked, headers=headers)) as answer:
            assert PROMPT in answer.read().decode()
        xdotool("key", "Escape")


def misuse(debian: Walk, _package: Path) -> None:
    """Have no display, a full disk, a home that is read-only, and a second user with spaces and umlauts."""
    assert "display" in debian.said("foreword", status=2, DISPLAY="")
    with debian.window(shows="prompts – Foreword", user="björn müller"):
        debian.picture("7-second-user")
    home = debian.path("/home/anna/small")
    home.mkdir()
    for name, options in (("full", "size=64k"), ("read-only", "ro")):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"mode=777,{options}", "tmpfs", str(home)], check=True)
        with debian.window(sample_place(PROMPT), shows=PROMPT, XDG_STATE_HOME="/home/anna/small/state"):
            debian.picture(f"8-{name}")
        subprocess.run(["umount", "--lazy", str(home)], check=True)


def remove(debian: Walk, package: Path, before: set[str]) -> None:
    """Remove the package and purge it: nothing that is named for it stays, and all texts of its users do."""
    for deed in ("remove", "purge"):
        debian.said("apt-get", "install", "--yes", f"/srv/{package.name}", user="root")
        debian.said("apt-get", deed, "--yes", "foreword", user="root")
        left = {path for path in system_files(debian) - before if "foreword" in path}
        assert not left, sorted(left)[:10]
        assert "Unsaved words." in sample(debian, PROMPT).read_text()


def sample_place(name: str) -> str:
    """Return where the Debian has a prompt of the sample."""
    return f"/home/anna/.local/share/foreword/prompts/{name}.md"


def sample(debian: Walk, name: str) -> Path:
    """Return where this machine has it."""
    return debian.path(sample_place(name))


def settings_of(debian: Walk) -> dict[str, bytes]:
    """Return the user's settings, by file."""
    folder = debian.path("/home/anna/.config/foreword")
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def system_files(debian: Walk) -> set[str]:
    """Return the paths of all files in the system's own folders, from its root."""
    root = debian.path("/")
    folders = (root / name for name in ("usr", "etc", "opt", "var/lib", "var/cache/man"))
    return {str(file.relative_to(root)) for folder in folders for file in folder.rglob("*")}


def owner_of(path: Path) -> tuple[int, int]:
    """Return the user and group of a path."""
    status = path.stat()
    return status.st_uid, status.st_gid


# The Debian -------------------------------------------------------------------------------------------------


def older_package(package: Path) -> Path:
    """Return the same package as version 0.0.9, in which one of the sample's defaults is another."""
    tree = PLACE / "older"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "-R", str(package), str(tree)], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*$", "Version: 0.0.9", control.read_text()))
    [default] = tree.rglob(f"shipped/prompts/defaults/{OTHER}.md")
    default.write_text(default.read_text() + "\nOf the older version.\n")
    older = PLACE / "foreword_0.0.9.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(older)], check=True
    )
    shutil.rmtree(tree)
    return older


def bare_debian() -> Path:
    """Return the folder of a bare Debian 12, made if it is not there yet."""
    debian = PLACE / "debian-12"
    if not (debian / ".whole").exists():
        shutil.rmtree(debian, ignore_errors=True)
        targets = ["apt-get", "indextargets", "--format", "$(SITE)|$(LABEL)"]
        listed = subprocess.run(targets, capture_output=True, text=True, check=True).stdout
        mirror = next(line.split("|")[0] for line in listed.splitlines() if line.endswith("|Debian"))
        command = [
            "debootstrap",
            "--variant=minbase",
            "--include=ca-certificates",
            "bookworm",
            str(debian),
            mirror,
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (debian / ".whole").touch()
    return debian


@contextmanager
def mounted_copy(debian: Path) -> Iterator[Path]:
    """Have a copy of a Debian that can be gone into, by this process and its children only."""
    root = PLACE / "copy"
    remove_tree(root)
    subprocess.run(["cp", "-a", "--reflink=auto", str(debian), str(root)], check=True)
    # In the namespace of this process; what is mounted is not removed with the tree.
    mounts = [("-t", "proc", "proc", "proc"), ("--rbind", "/dev", "dev"), ("-t", "tmpfs", "tmpfs", "tmp")]
    for *what, place in mounts:
        subprocess.run(["mount", *what, str(root / place)], check=True)
    (root / "tmp").chmod(0o1777)
    (root / "tmp" / ".X11-unix").mkdir()
    subprocess.run(["mount", "--bind", "/tmp/.X11-unix", str(root / "tmp" / ".X11-unix")], check=True)
    for place in ("resolv.conf", "ssl/certs/ca-certificates.crt"):
        shutil.copyfile(f"/etc/{place}", root / "etc" / place)
    try:
        yield root
    finally:
        remove_tree(root)


def remove_tree(root: Path) -> None:
    """Remove a tree, and nothing that is mounted in it."""
    for place in ("home/anna/small", "tmp", "dev", "proc"):
        if (root / place).is_mount():
            subprocess.run(["umount", "--recursive", "--lazy", str(root / place)], check=True)
    subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=True)


@contextmanager
def display() -> Iterator[None]:
    """Have a display with a window manager, named in the environment."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-nolisten",
        "tcp",
        "-ac",
        "-screen",
        "0",
        "1440x900x24",
        "-noreset",
    ]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            os.environ |= {"DISPLAY": f":{answer.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
        manager = subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            manager.terminate()
            manager.wait()
            server.terminate()


def main(arguments: list[str]) -> int:
    """Make the walk in a namespace of mounts of its own; return the exit status."""
    if os.environ.get("FOREWORD_WALK") != "mounted":
        os.environ["FOREWORD_WALK"] = "mounted"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    package, *folder = map(Path, arguments)
    pictures = folder[0] if folder else PROJECT / "pictures"
    for made in (PLACE, pictures):
        made.mkdir(parents=True, exist_ok=True)
    with mounted_copy(bare_debian()) as root, display():
        walk(Walk(root, pictures), package)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
