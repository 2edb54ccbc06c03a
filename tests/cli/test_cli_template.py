"""The system-prompt template by its name: the user's file, else a default, else the built-in one."""

from __future__ import annotations

import json
from pathlib import Path

NAME = "system-prompt.tmpl"
INSTRUCTIONS = "instructions  compaction.md  built in\n"
BUILT_IN = """\
You are a helpful coding assistant.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

The current working directory is [prompt:cwd].
"""


def listed(foreword) -> dict[str, str]:
    """Return what `list` says of the template."""
    files = json.loads(foreword("list", "--json").out)["files"]
    return next(file for file in files if file["kind"] == "template")


def test_a_library_without_a_template_has_the_built_in_one(foreword, library: Path, here: Path):
    ran = foreword("render", NAME, "--trust")
    text = f"You are a helpful coding assistant.\n\n\n\nThe current working directory is {here}.\n"
    assert ran == (0, text.encode(), "")
    (here / "AGENTS.md").write_text("Be brief.")
    ran = foreword("render", NAME, "--trust", "--json")
    assert "\n\nBe brief.\n\n" in json.loads(ran.out)["renderedContent"]
    assert json.loads(ran.out)["source"]["type"] == "default"
    assert json.loads(ran.out)["source"]["isFallback"] is True
    assert foreword("list").text == f"{INSTRUCTIONS}template      {NAME}  built in\n"
    assert listed(foreword)["path"] == NAME
    assert Path(listed(foreword)["filePath"]).read_text() == BUILT_IN
    assert "Did you mean ‘system-prompt.tmpl’?" in foreword("render", "system-prompt").err
    assert foreword("check") == (0, b"", "")


def test_the_user_s_copy_comes_first_and_the_library_s_default_next(foreword, library: Path):
    (library / "defaults" / NAME).write_text("Ours.\n")
    assert foreword("render", NAME).text == "Ours.\n"
    assert listed(foreword)["status"] == "default"
    ran = foreword("customize", NAME)
    assert ran.text == f"‘{NAME}’ is now your own copy of the default.\n"
    (library / NAME).write_text("Mine.\n")
    assert foreword("render", NAME).text == "Mine.\n"
    assert listed(foreword)["status"] == "user"
    (library / NAME).write_text("")
    assert foreword("render", NAME) == (0, b"", ""), "an empty one says that no system prompt is sent"
    assert foreword("list").text == f"{INSTRUCTIONS}template      {NAME}  user\n", "it is listed once"


def test_make_my_copy_and_reset(foreword, library: Path):
    assert foreword("customize", NAME).code == 0
    assert (library / NAME).read_text() == BUILT_IN
    assert "already" in foreword("customize", NAME).err
    (library / NAME).write_text("Mine.\n")
    ran = foreword("reset", NAME, "--yes")
    assert ran.text == (
        f"‘{NAME}’ is the default again; your text is in the history. ‘foreword history {NAME}’ lists it.\n"
    )
    assert not (library / NAME).exists()
    assert foreword("reset", NAME, "--yes").err == f"foreword: You have no ‘{NAME}’ of your own.\n"


def test_a_link_in_its_place_is_only_removed_and_said_to_be(foreword, library: Path, tmp_path: Path):
    target = tmp_path / "elsewhere.tmpl"
    target.write_text("Mine.\n")
    (library / NAME).symlink_to(target)
    ran = foreword("reset", NAME, "--yes")
    assert ran.text == f"The link ‘{NAME}’ was removed; the file it leads to stays.\n"
    assert not (library / NAME).is_symlink()
    assert target.read_text() == "Mine.\n"


def test_what_lies_in_the_template_s_place_is_the_user_s_listed_or_not(foreword, library: Path):
    (library / NAME).write_text("Mine.\n")
    (library / ".git").mkdir()
    (library / ".gitignore").write_text(f"{NAME}\n")
    assert foreword("list").text == f"{INSTRUCTIONS}template      {NAME}  user\n"
    assert foreword("render", NAME).text == "Mine.\n"
    assert "already" in foreword("customize", NAME).err
    (library / ".gitignore").unlink()
    (library / "foreword.toml").write_text(f'[kinds]\n"{NAME}" = "document"\n')
    lines = foreword("list").text.splitlines()
    assert [line for line in lines if NAME in line] == [f"template      {NAME}  user"], "it is listed once"
    assert foreword("render", NAME).text == "Mine.\n"
    assert foreword("reset", NAME, "--yes").code == 0
    assert f"{NAME}  built in" in foreword("list").text


def test_a_template_that_cannot_be_read_is_invalid(foreword, library: Path):
    (library / NAME).symlink_to("nowhere")
    assert foreword("list").text == f"{INSTRUCTIONS}template      {NAME}  invalid\n"
    assert f"‘{NAME}’ could not be read" in foreword("render", NAME).err
    assert "already" in foreword("customize", NAME).err
    assert foreword("reset", NAME, "--yes").code == 0
    assert foreword("list").text == f"{INSTRUCTIONS}template      {NAME}  built in\n"


def test_cases_beside_no_template_are_of_the_built_in_one(foreword, library: Path, write_prompt):
    (library / "system-prompt.cases.yaml").write_text("- name: a\n  expect: [{contains: helpful coding}]\n")
    assert foreword("test").text == "1 passed, 0 failed\n"
    write_prompt(library, "system-prompt", "A prompt of that name comes first.")
    assert foreword("test").text.endswith("0 passed, 1 failed\n")


def test_compaction_instructions_are_sent_as_they_stand_and_have_a_built_in_text(foreword, library: Path):
    name = "compaction.md"
    built_in = foreword("render", name).text
    assert built_in.startswith("Summarise the conversation so far")
    assert not built_in.endswith("\n")
    assert foreword("customize", name).text == f"‘{name}’ is now your own copy of the default.\n"
    mine = "---\nname: a\n---\nKeep [git:branch], {{all}} and [if x]\n\n\n"
    (library / name).write_text(mine)
    assert foreword("render", name).text == mine.rstrip("\n"), "nothing in it is a tag, and no frontmatter"
    assert foreword("render", str(library / name)).text == mine.rstrip("\n"), "by its path too"
    assert foreword("check", str(library / name), "--strict") == (0, b"", "")
    assert f"instructions  {name}  user\n" in foreword("list").text
    assert foreword("history", name).code == 0
    explained = foreword("explain", name)
    assert (explained.code, explained.err) == (0, "")
    ran = foreword("reset", name, "--yes")
    assert f"‘{name}’ is the default again" in ran.text
    assert foreword("render", name).text == built_in
    (library / "notes").mkdir()
    (library / "notes" / name).write_text("Only in the root: {{who}}\n")
    listed = json.loads(foreword("list", "--json").out)["files"]
    assert {one["path"]: one["kind"] for one in listed}[f"notes/{name}"] == "document"
