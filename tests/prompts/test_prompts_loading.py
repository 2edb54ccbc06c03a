"""A prompt is found by its name: the user's file, else the default, and what is wrong is always said."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from editor_app.library.files.operations import undo_file_change
from editor_app.library.files.reading import FileError
from editor_app.library.folders import Library, Origin, open_library
from editor_app.prompts.copies import customize, reset
from editor_app.prompts.entities import PromptError, PromptErrorType
from editor_app.prompts.loading import PromptRegistry, Status, load_prompt, read_prompt
from editor_app.prompts.names import prompt_names
from editor_app.variables.access import FileAccess

NOW = datetime(2026, 3, 4, tzinfo=UTC)
GOOD = "---\nname: {name}\nversion: 1.0.0\ndescription: d\nmax_tokens: 5\nvariables: []\n---\n{body}\n"


def write(folder: Path, name: str, body: str = "x", *, text: str = GOOD) -> Path:
    path = folder / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.format(name=name.rpartition("/")[2], body=body), "utf-8")
    return path


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    user, default = tmp_path / "prompts", tmp_path / "prompts/defaults"
    default.mkdir(parents=True)
    return user, default


BAD = GOOD.replace("1.0.0", "one")


def test_the_user_s_file_comes_first(folders):
    mine = write(folders[0], "sale", "mine")
    write(folders[1], "sale", "default")
    loaded = load_prompt("sale", *folders)
    assert (loaded.status, loaded.prompt.template_content) == (Status.USER, "mine")
    assert (loaded.prompt.source.type, loaded.prompt.source.file_path) == (Origin.USER, str(mine))
    assert not loaded.prompt.source.is_fallback
    assert not loaded.warnings
    assert [(one.origin, one.exists) for one in loaded.tried] == [(Origin.USER, True)]


def test_the_default_is_used_where_there_is_no_other(folders):
    write(folders[1], "sale", "default")
    loaded = load_prompt("sale", *folders)
    assert (loaded.status, loaded.prompt.template_content) == (Status.DEFAULT, "default")
    assert (loaded.prompt.source.type, loaded.prompt.source.is_fallback) == (Origin.DEFAULT, True)
    assert not loaded.warnings
    assert [one.exists for one in loaded.tried] == [False, True]


def test_an_invalid_user_file_is_passed_over_with_a_warning(folders):
    mine = write(folders[0], "sale", text=BAD)
    write(folders[1], "sale", "default")
    loaded = load_prompt("sale", *folders)
    assert (loaded.status, loaded.prompt.source.is_fallback) == (Status.FALLBACK, True)
    (warning,) = loaded.warnings
    assert (
        warning
        == f"{mine} can’t be used, so default 1.0.0 is used. Line 3: ‘version’ is ‘one’; it must be X.Y.Z."
    )
    assert [error.field for error in loaded.tried[0].errors] == ["version"]


def test_a_long_list_of_errors_is_cut_short_in_the_warning(folders):
    write(folders[0], "sale", text="---\n{{}}\n---\n{body}\n")
    write(folders[1], "sale")
    (warning,) = load_prompt("sale", *folders).warnings
    assert warning.endswith("And 2 more.")


def test_errors_that_are_only_counted_are_among_the_others(folders):
    listed = "".join(f"  - name: v{number}\n" for number in range(1_000))
    head = f"name: sale\nversion: 1.0.0\ndescription: Sells\nmax_tokens: 9\nvariables:\n{listed}"
    write(folders[0], "sale", text=f"---\n{head}---\nText\n")
    write(folders[1], "sale")
    (warning,) = load_prompt("sale", *folders).warnings
    assert warning.endswith("And 1,997 more."), "two fields are missing of each"


def test_without_any_usable_file_the_causes_come_in_order(folders):
    write(folders[0], "sale", text=BAD)
    write(folders[1], "sale", text=BAD.replace("5", "0"))
    with pytest.raises(PromptError) as raised:
        load_prompt("sale", *folders)
    error = raised.value
    assert error.type is PromptErrorType.FILE_NOT_FOUND
    assert [(Path(cause.file_path).parent.name, cause.field) for cause in error.causes] == [
        ("prompts", "version"),
        ("defaults", "version"),
        ("defaults", "max_tokens"),
    ]
    assert "Line 3" in error.message


def test_a_name_that_is_nowhere_says_where_was_looked_and_what_was_meant(folders):
    write(folders[1], "sale")
    with pytest.raises(PromptError) as raised:
        load_prompt("sales", *folders)
    message = raised.value.message
    assert message == f"No prompt ‘sales’. Looked in {folders[0]}/ and {folders[1]}/. Did you mean ‘sale’?"
    assert raised.value.suggestions == ("sale",)
    assert raised.value.causes == ()


@pytest.mark.parametrize(
    "name", ["", "../secret", "/etc/passwd", "a//b", "a/./b", "a\\b", "C:/x", "a\0b", "\ud800"]
)
def test_a_name_never_leads_out_of_the_folders(folders, name):
    (folders[0].parent / "secret.md").write_text(GOOD.format(name="secret", body="x"), "utf-8")
    with pytest.raises(PromptError) as raised:
        load_prompt(name, *folders)
    assert raised.value.type is PromptErrorType.FILE_NOT_FOUND


def test_a_name_may_lead_into_a_folder(folders):
    write(folders[1], "billing/refund", "default")
    assert load_prompt("billing/refund", *folders).prompt.name == "refund"
    write(folders[0], "billing/refund", "mine")
    assert load_prompt("billing/refund", *folders).status is Status.USER


def test_there_may_be_no_defaults(folders):
    write(folders[0], "sale")
    assert load_prompt("sale", folders[0], None).status is Status.USER
    with pytest.raises(PromptError):
        load_prompt("other", folders[0], None)
    assert prompt_names(folders[0] / "none", None) == ()


def test_a_pipe_is_refused_and_never_waited_for(folders):
    os.mkfifo(folders[0] / "sale.md")
    write(folders[1], "sale")
    loaded = load_prompt("sale", *folders)
    assert loaded.status is Status.FALLBACK
    assert "pipe" in loaded.warnings[0]


def test_paths_are_absolute(folders, monkeypatch):
    write(folders[1], "sale")
    monkeypatch.chdir(folders[0].parent)
    loaded = load_prompt("sale", "prompts", "prompts/../prompts/defaults")
    assert loaded.prompt.source.file_path == str(folders[1] / "sale.md")
    assert PromptRegistry("prompts", "prompts/defaults").get("sale").source == loaded.prompt.source


def test_a_link_to_nothing_is_not_the_same_as_no_file(folders):
    (folders[0] / "sale.md").symlink_to("nowhere")
    write(folders[1], "sale")
    assert load_prompt("sale", *folders).status is Status.FALLBACK


def test_a_folder_that_can_t_be_entered_holds_nothing(folders):
    write(folders[0], "sale")
    (folders[0] / "file").write_text("x")
    write(folders[1], "file/sale")
    assert load_prompt("file/sale", *folders).status is Status.DEFAULT


def test_names_are_the_sorted_union(folders):
    for folder, name in (
        (0, "b"),
        (1, "a"),
        (0, "a"),
        (1, "billing/refund"),
        (0, "billing/mine"),
        (0, "broken"),
    ):
        write(folders[folder], name, text=BAD if name == "broken" else GOOD)
    (folders[0] / "billing/README.md").write_text("# No prompt\n")
    (folders[0] / "compaction.md").write_text("Sum it up.\n")
    (folders[0] / ".hidden").mkdir()
    write(folders[0], ".hidden/x")
    (folders[1] / "notes.txt").write_text("x")
    assert prompt_names(*folders) == ("a", "b", "billing/mine", "billing/refund", "broken")


def test_defaults_may_lie_elsewhere(tmp_path):
    write(tmp_path / "mine", "a")
    write(tmp_path / "theirs", "b")
    assert prompt_names(tmp_path / "mine", tmp_path / "theirs") == ("a", "b")
    assert prompt_names(tmp_path / "mine", None) == ("a",)
    assert prompt_names(tmp_path / "none", tmp_path / "theirs") == ("b",)


def test_names_that_are_near_are_looked_for_inside_an_untrusted_library(tmp_path):
    user = tmp_path / "repo" / "mine"
    write(tmp_path / "theirs", "secret-plan")
    write(user, "own")
    write(user, "letter")
    (user / "secret-plan.md").symlink_to(tmp_path / "theirs" / "secret-plan.md")
    (tmp_path / "repo" / ".git").mkdir()
    (tmp_path / "repo" / ".gitignore").write_text("own.md\n")
    assert prompt_names(user, None) == ("letter", "secret-plan"), "the control"
    assert prompt_names(user, None, access=FileAccess(user, user)) == ("letter", "own")
    for name, near in (("secret-pla", ()), ("lettr", ("letter",))):
        with pytest.raises(PromptError) as caught:
            load_prompt(name, user, None, access=FileAccess(user, user))
        assert caught.value.suggestions == near


@pytest.mark.parametrize("defaults", [".defaults", "build", "link"])
def test_defaults_that_a_listing_of_the_user_s_folder_leaves_out_have_names(tmp_path, defaults):
    user = tmp_path / "mine"
    write(user, "own")
    (user / ".git").mkdir()
    (user / ".gitignore").write_text("build/\n")
    if defaults == "link":
        write(tmp_path / "theirs", "x")
        (user / "link").symlink_to(tmp_path / "theirs")
    else:
        write(user / defaults, "x")
    assert prompt_names(user, user / defaults) == ("own", "x")
    registry = PromptRegistry(user, user / defaults)
    assert registry.names() == ("own", "x")
    assert not registry.initialize()
    assert sorted(registry.prompts) == ["own", "x"]


def library_of(folders: tuple[Path, Path]) -> Library:
    return open_library(folders[0])[0]


def test_a_default_is_copied_and_the_copy_is_taken_back(folders, tmp_path):
    write(folders[1], "billing/refund", "default")
    state = tmp_path / "state"
    change = customize("billing/refund", library_of(folders), state_dir=state, now=NOW)
    mine = folders[0] / "billing/refund.md"
    assert mine.read_bytes() == (folders[1] / "billing/refund.md").read_bytes()
    assert change.sentence == "‘billing/refund’ is now your own copy of the default."
    assert load_prompt("billing/refund", *folders).status is Status.USER
    undo_file_change(change, now=NOW)
    assert load_prompt("billing/refund", *folders).status is Status.DEFAULT


def test_a_reset_moves_the_user_s_file_to_local_history(folders, tmp_path):
    write(folders[1], "sale", "default")
    mine = write(folders[0], "sale", "mine")
    change = reset("sale", library_of(folders), state_dir=tmp_path / "state", now=NOW)
    assert not mine.exists()
    assert load_prompt("sale", *folders).status is Status.DEFAULT
    undo_file_change(change, now=NOW)
    assert load_prompt("sale", *folders).prompt.template_content == "mine"


def test_what_can_t_be_copied_or_reset_says_why(folders, tmp_path):
    library, state = library_of(folders), tmp_path / "state"
    write(folders[1], "sale")
    write(folders[0], "own")

    def refusal(do, name, library=library):
        with pytest.raises(FileError) as raised:
            do(name, library, state_dir=state, now=NOW)
        return raised.value.sentence

    assert refusal(customize, "sales") == "There is no default prompt ‘sales’ to copy. Did you mean ‘sale’?"
    assert refusal(reset, "sale") == "You have no ‘sale’ of your own."
    assert "no default to go back to" in refusal(reset, "own")
    write(folders[0], "sale")
    assert "already" in refusal(customize, "sale")
    assert "can’t be a prompt’s name" in refusal(customize, "../sale")
    (tmp_path / "bare").mkdir()
    write(tmp_path / "bare", "mine")
    said = refusal(reset, "main", open_library(tmp_path / "bare")[0])
    assert said == "‘bare’ has no folder of default prompts. Did you mean ‘mine’?"


def test_a_prompt_says_when_it_was_loaded(folders):
    write(folders[1], "sale")
    assert load_prompt("sale", *folders, loaded_at=NOW).prompt.loaded_at == NOW
    assert PromptRegistry(*folders, clock=lambda: NOW).get("sale").loaded_at == NOW
    assert load_prompt("sale", *folders).prompt.loaded_at > NOW  # the control: now


def test_a_prompt_that_is_read_by_its_path_is_no_fallback():
    data = GOOD.format(name="sale", body="x").encode()
    prompt, _ = read_prompt(data, Path("lib/defaults/sale.md"), origin=Origin.DEFAULT, loaded_at=NOW)
    assert (prompt.source.type, prompt.source.is_fallback, prompt.loaded_at) == ("default", False, NOW)


@pytest.mark.parametrize(
    ("data", "words", "place"),
    [
        (b"---\nname: \xff\n", "byte 11 is 0xff, on line 2", (2, 7)),
        ("é\n\n".encode() + b"\xe9x", "byte 5 is 0xe9, on line 3", (3, 1)),
        ("\ufeff---\n".encode("utf-16"), "it is UTF-16", (1, 1)),
    ],
)
def test_bytes_that_are_not_utf8_are_the_only_error(data, words, place):
    prompt, (error,) = read_prompt(data, "sale.md")
    assert prompt is None
    assert error.type is PromptErrorType.ENCODING_ERROR
    assert words in error.message
    assert (error.line, error.column) == place
    assert error.suggestions == ("Save the file as UTF-8.",)


def test_an_error_names_itself(folders):
    _, (error,) = read_prompt(BAD.format(name="sale", body="x").encode(), "sale.md")
    assert (
        repr(error) == "<PromptError INVALID_FRONTMATTER sale.md:3:10: ‘version’ is ‘one’; it must be X.Y.Z.>"
    )
    assert str(PromptError(PromptErrorType.PARSE_ERROR, "Bad.", "")) == "Bad."
    assert isinstance(PromptRegistry(*folders), PromptRegistry)
