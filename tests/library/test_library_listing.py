import os
import socket
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from counted_work import assert_work_in_proportion
from library_trees import as_nobody, fingerprint, open_to_all, write_tree

from editor_app.library import listing
from editor_app.library.files.reading import FileError, read_file
from editor_app.library.folders import Library, open_library
from editor_app.library.kinds import Kind
from editor_app.library.listing import LibraryFile, list_files, scan_library


def listed(root: Path, *, is_trusted: bool = True) -> dict[str, LibraryFile]:
    library = replace(open_library(root)[0], is_trusted=is_trusted)
    return {file.relative: file for file in list_files(library)}


def kinds(root: Path, *, is_trusted: bool = True) -> dict[str, Kind]:
    return {relative: file.kind for relative, file in listed(root, is_trusted=is_trusted).items()}


def test_a_library_is_listed_by_path_with_its_kinds(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            "page.md": "x",
            "page.cases.yaml": "",
            "defaults/page.md": "x",
            "system-prompt.tmpl": "x",
            "system-messages/main.yaml": "role: system",
            "system-messages/main.situations.yaml": "",
            "chats/hello/1.md": "; role: user\n\n\nHi",
            "runs/one.yaml": "",
            "runs/triggers.yaml": "",
            "notes.txt": "x",
            "agents/SKILL.md": "x",
        },
    )
    assert list(kinds(tmp_path).items()) == [
        ("agents/SKILL.md", Kind.DOCUMENT),
        ("chats/hello/1.md", Kind.MESSAGE),
        ("defaults/page.md", Kind.PROMPT),
        ("notes.txt", Kind.OTHER),
        ("page.cases.yaml", Kind.CASES),
        ("page.md", Kind.PROMPT),
        ("runs/one.yaml", Kind.SCENARIO),
        ("runs/triggers.yaml", Kind.TRIGGERS),
        ("system-messages/main.situations.yaml", Kind.SITUATIONS),
        ("system-messages/main.yaml", Kind.SYSTEM_MESSAGE),
        ("system-prompt.tmpl", Kind.TEMPLATE),
    ]
    assert all(file.path == tmp_path / relative for relative, file in listed(tmp_path).items())


def test_hidden_folders_modules_and_ignored_files_are_left_out(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            ".git/a.md": "x",
            ".venv/a.md": "x",
            "deep/.cache/a.md": "x",
            "deep/node_modules/a.md": "x",
            "dist/a.md": "x",
            "deep/dist/keep.md": "x",
            "secret.md": "x",
            "deep/secret.md": "x",
            ".gitignore": "/dist/\nsecret.md\n",
            "deep/.gitignore": "!secret.md\n",
            ".env": "KEY=1",
            ".hidden.md": "x",
        },
    )
    assert list(kinds(tmp_path)) == [".hidden.md", "deep/dist/keep.md", "deep/secret.md"]


def test_hidden_folders_with_prompts_in_them_are_listed(tmp_path: Path):
    known = [".agents", ".claude", ".codex", ".cursor", ".gemini", ".github", ".vscode", ".windsurf"]
    write_tree(
        tmp_path,
        {
            **{f"{name}/rules.md": "x" for name in known},
            "apps/web/.github/prompts/plan.prompt.md": "x",
            ".claude/.cache/a.md": "x",
            ".claude/node_modules/a.md": "x",
            ".claude/local.md": "x",
            ".gitignore": "/.claude/local.md\n",
            ".notes/a.md": "x",
            "deep/.notes/a.md": "x",
        },
    )
    shown = [f"{name}/rules.md" for name in known] + ["apps/web/.github/prompts/plan.prompt.md"]
    assert list(kinds(tmp_path)) == shown
    (tmp_path / "foreword.toml").write_text("show = ['.notes']\n")
    assert list(kinds(tmp_path)) == sorted([*shown, ".notes/a.md", "deep/.notes/a.md", "foreword.toml"])


def test_the_repository_above_says_what_is_left_out_too(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            ".gitignore": "*.log.md\n/lib/out/\nprivate/\n",
            "lib/a.md": "",
            "lib/a.log.md": "",
            "lib/out/b.md": "",
            "lib/in/out/c.md": "",
        },
    )
    above = write_tree(tmp_path, {"private/d.md": ""})
    assert list(kinds(tmp_path / "lib")) == ["a.log.md", "a.md", "in/out/c.md", "out/b.md"]
    (tmp_path / ".git").mkdir()
    assert list(kinds(tmp_path / "lib")) == ["a.md", "in/out/c.md"]
    whole = ["a.log.md", "a.md", "in/out/c.md", "out/b.md"]
    assert list(kinds(tmp_path / "lib", is_trusted=False)) == whole, "nothing outside is read without trust"
    assert list(kinds(above / "private")) == ["d.md"], (
        "a folder that is left out itself was opened on purpose"
    )


def test_an_ignore_file_behind_a_link_or_too_large_says_nothing(tmp_path: Path):
    write_tree(
        tmp_path,
        {"a.md": "", "rules": "*.md", "sub/b.md": "", "sub/.gitignore": b"#" * 2_000_000 + b"\n*.md\n"},
    )
    (tmp_path / ".gitignore").symlink_to("rules")
    assert list(kinds(tmp_path)) == ["a.md", "rules", "sub/b.md"]


def test_what_is_no_plain_file_is_listed_with_its_reason_and_never_opened(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.md")
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.fspath(tmp_path / "talk.md"))
    server.close()
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / "nowhere.md").symlink_to("missing.md")
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "good.md").write_text("x")
    (tmp_path / "link.md").symlink_to("good.md")
    found = listed(tmp_path)
    assert {relative: file.problem for relative, file in found.items()} == {
        "pipe.md": "‘pipe.md’ is a named pipe, not a file that can be opened.",
        "talk.md": "‘talk.md’ is a socket, not a file that can be opened.",
        "zero.md": "‘zero.md’ is a device, not a file that can be opened.",
        "nowhere.md": "‘nowhere.md’ is a link that leads to nothing that can be read.",
        "loop.md": "‘loop.md’ is a link that leads to nothing that can be read.",
        "good.md": None,
        "link.md": None,
    }
    assert {file.kind for file in found.values()} == {Kind.DOCUMENT}


def test_names_that_are_not_utf8_are_listed_printably(tmp_path: Path):
    os.mkdir(os.fsencode(tmp_path) + b"/f\xe9")
    for name in (b"caf\xe9.md", b"f\xe9/inner.md"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("x")
    found = listed(tmp_path)
    assert list(found) == ["caf\\xe9.md", "f\\xe9"]
    assert found["caf\\xe9.md"].problem == "The name ‘caf\\xe9.md’ is not UTF-8. Rename it to open it."
    assert all(str(file.problem).encode() for file in found.values())
    assert found["f\\xe9"].path.is_dir()


def test_links_to_folders_are_not_followed(tmp_path: Path):
    root = write_tree(tmp_path / "root", {"a.md": "", "sub/b.md": ""})
    outside = write_tree(tmp_path / "outside", {"secret.md": ""})
    (root / "sub" / "up").symlink_to(root)
    (root / "self").symlink_to(".")
    (root / "away").symlink_to(outside)
    found = listed(root)
    assert list(found) == ["a.md", "away", "sub/b.md"]
    assert found["away"].problem == "‘away’ is a link to a folder outside. Open that folder as a library."


def test_the_folders_are_told_for_watching(tmp_path: Path):
    write_tree(tmp_path, {"a/b/x.md": "", ".git/x": "", "c/y.md": "", ".gitignore": "c/"})
    library, _ = open_library(tmp_path)
    assert scan_library(library).folders == (tmp_path, tmp_path / "a", tmp_path / "a" / "b")


def test_very_deep_folders_end_in_a_sentence(tmp_path: Path):
    deep = tmp_path
    for _ in range(70):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "a.md").write_text("x")
    [file] = listed(tmp_path).values()
    assert file.problem == "The folder ‘d’ lies too deep to be listed. Open it as a library."


def test_too_many_files_end_in_a_sentence(tmp_path: Path):
    write_tree(tmp_path, {f"{n % 3}/{n}.txt": "" for n in range(30)})
    library, _ = open_library(tmp_path)
    files = scan_library(library, most_files=12).files
    assert len(files) == 13
    assert files[-1].problem == "Only the first 12 files of this folder are listed. Open a smaller folder."
    assert not any(file.problem for file in scan_library(library, most_files=30).files)
    write_tree(tmp_path, {f"folders/{n}/.keep": "" for n in range(40)})
    assert scan_library(library, most_files=30).files[-1].problem is not None


def test_what_may_not_be_read_is_listed_with_its_reason(tmp_path: Path):
    write_tree(open_to_all(tmp_path), {"closed.md": "x", "closed/a.md": "x", "open.md": "x"})
    (tmp_path / "closed.md").chmod(0)
    (tmp_path / "closed").chmod(0)
    (tmp_path / "open.md").chmod(0o644)
    found = as_nobody(lambda: [(file.relative, file.problem) for file in listed(tmp_path).values()])
    (tmp_path / "closed").chmod(0o755)
    why = "you have no permission. Change the permissions or choose another place."
    assert found == [
        ("closed", f"The folder ‘closed’ could not be listed: {why}"),
        ("closed.md", f"‘closed.md’ could not be read: {why}"),
        ("open.md", None),
    ]


FOREIGN = {
    "README.md": "# Skills\n\n{{ mustache }} and {% jinja %}\n",
    "AGENTS.md": "Do this.\r\nThen that.\n",
    "CLAUDE.md": "See AGENTS.md",
    "skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDFs\n---\n\nUse {{tool}}.",
    "skills/pdf/reference.md": "",
    "instructions/python.instructions.md": "---\napplyTo: '**/*.py'\n---\n- Use types\n",
    "prompts/review.prompt.md": "---\nmode: agent\ntools: [a, b\n---\nReview ${input:file}",
    "agents/broken.agent.md": "---\nname: [never closed\n---\n\ufeff{{#if x}}",
    "docs/caf\u00e9.md": b"\xff\xfe\x00\xd8",
    "empty.md": b"",
    "docs/nul.md": b"a\0b",
    "package.json": "{}",
    "src/main.py": "print()",
    "node_modules/x/README.md": "left out",
}


def test_a_foreign_repository_opens_as_documents_and_stays_as_it_is(tmp_path: Path):
    write_tree(tmp_path, FOREIGN)
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@example.com", "-C", str(tmp_path)]
    (tmp_path / ".gitignore").write_text("node_modules/\n")
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "first"], check=True)
    before = fingerprint(tmp_path)
    library, problems = open_library(tmp_path)
    found = list_files(library)
    for file in found:
        read_file(file.path)
    assert problems == ()
    markdown = [file for file in found if file.relative.endswith(".md")]
    assert len(markdown) == 11
    assert {file.kind for file in markdown} == {Kind.DOCUMENT}
    assert not any(file.problem for file in found)
    assert fingerprint(tmp_path) == before
    status = subprocess.run([*git, "status", "--porcelain"], check=True, capture_output=True, text=True)
    assert status.stdout == ""


def test_ten_times_the_files_are_ten_times_the_work(tmp_path: Path):
    body = (
        "---\nname: x\nversion: 1.0.0\nmax_tokens: 5\nvariables: []\n---\n"
        + "Some text with {{a}} tag.\n" * 40
    )

    def library_of(count: int) -> Library:
        root = tmp_path / f"{count}"
        for number in range(count):
            folder = root / f"folder{number // 20}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"prompt-{number}.md").write_text(body)
        return open_library(root)[0]

    assert_work_in_proportion(lambda count: partial(list_files, library_of(count)), 100)
    files = list_files(open_library(tmp_path / "1000")[0])
    assert len(files) == 1_000
    assert {file.kind for file in files} == {Kind.PROMPT}


def test_listing_in_steps_gives_the_same_and_each_step_is_short(tmp_path: Path, monkeypatch):
    write_tree(tmp_path, {f"many/{number}.md": "x" for number in range(100)})
    write_tree(tmp_path, {f"folder-{number}/a.md": "x" for number in range(30)})
    library = open_library(tmp_path)[0]
    whole = scan_library(library)
    opened = []
    read_file_head = listing.read_file_head
    monkeypatch.setattr(
        listing, "read_file_head", lambda *where: (opened.append(where), read_file_head(*where))[1]
    )
    lengths, last = [], None
    for step in listing.scan_in_steps(library):
        lengths.append(len(opened))
        last = step
        opened.clear()
    assert last == whole
    assert len(whole.files) == 130
    assert max(lengths) <= 40
    assert sum(lengths) == 130, "the control: every file was opened in some step"


def test_without_trust_no_link_leads_out_of_the_library(tmp_path: Path):
    write_tree(tmp_path, {"outside.md": "---\nname: x\n---\n", "lib/defaults/b.md": "", "lib/in.md": "in"})
    library = tmp_path / "lib"
    (library / "out.md").symlink_to("../outside.md")
    (library / "same.md").symlink_to("in.md")
    found = listed(library, is_trusted=False)
    reason = f"‘out.md’ is a link to ‘{tmp_path / 'outside.md'}’, outside the library"
    sentence = f"{reason}; it is used when you trust the folder and allow that file."
    assert {name: file.problem for name, file in found.items() if file.problem} == {"out.md": sentence}
    access = open_library(library)[0].access
    with pytest.raises(FileError) as error:
        read_file(library / "out.md", access=access)
    assert error.value.sentence == sentence
    assert read_file(library / "same.md", access=access).data == b"in"
    (tmp_path / "way").symlink_to("lib")
    linked = open_library(tmp_path / "way")[0].access
    assert read_file(tmp_path / "way" / "in.md", access=linked).data == b"in"
