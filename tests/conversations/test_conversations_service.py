"""Prompts are constructed once, read back exactly, and rebuilt at a compaction."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import pytest
from conversation_setup import NOW, Clock, Opener, write_template
from counted_work import assert_work_in_proportion

from editor_app.conversations.building import remembering
from editor_app.conversations.results import (
    BadRequestError,
    Construction,
    ConversationError,
    LibraryGoneError,
    NeedsFolderError,
    NoLibraryError,
    StillThereError,
    TextError,
)
from editor_app.conversations.service import ConversationService, open_service
from editor_app.variables.catalog import Cause
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Sources

BUILT_IN = "You are a helpful coding assistant.\n\n\n{}\n\n\nThe current working directory is {}.\n"


def test_a_conversation_keeps_what_it_got_until_it_is_compacted(
    service: ConversationService, library: Path, work: Path, database: Path
) -> None:
    assert service.get("c-1") is None
    assert not database.parent.exists()  # reading makes nothing

    (work / "AGENTS.md").write_text("Run the tests.")
    first = service.construct("c-1", work)
    assert first == BUILT_IN.format("Run the tests.", work)  # the built-in template, as the library has none
    assert service.get("c-1") == first

    write_template(library, "Model [prompt:model], [prompt:conversation_id].")
    assert service.get("c-1") == first
    assert service.preview("c-1", work) == "Model , c-1."
    assert service.preview("c-1", work, "m", template="Try [prompt:model]") == "Try m"
    assert service.get("c-1") == first  # a preview stores nothing
    assert service.preview("c-2", work) == "Model , c-2."
    assert service.get("c-2") is None

    (library / "compaction.md").write_text("Summarise [prompt:cwd].\n\n\n")
    assert service.compact("c-1") == "Model , c-1.\n\nSummarise [prompt:cwd]."  # no tag is read in there
    assert service.get("c-1") == "Model , c-1."  # without the instructions
    write_template(library, "")
    assert service.construct("c-1", work) == ""
    assert service.get("c-1") == ""  # constructed: send nothing
    assert [build.text for build in service.builds("c-1")] == ["", "Model , c-1.", first]


def test_a_compaction_leaves_out_what_the_last_construct_was_given(
    service: ConversationService, library: Path, work: Path
) -> None:
    write_template(library, "[prompt:model] [prompt:cwd] [shop:name]")
    service.construct("c", f"{work}/", "opus", {"shop:name": "Atlas"})
    assert service.get("c") == f"opus {work}/ Atlas"  # the folder as it was given
    assert service.compact("c", instructions="Go on.") == f"opus {work}/ Atlas\n\nGo on."
    changed = service.build_compaction("c", "/", "", "haiku", {})
    assert (changed.sent, changed.before) == ("haiku / ", f"opus {work}/ Atlas")  # no instructions, no join
    assert service.compact("c", instructions="x") == "haiku / \n\nx"  # what was given then, is remembered now

    looked = service.build_compaction("c", instructions="x", model="sonnet", store=False)
    assert (looked.rebuilt.text, looked.rebuilt.number) == ("sonnet / ", 0)
    assert service.get("c") == "haiku / "  # nothing is stored by looking

    with pytest.raises(NeedsFolderError, match="never built, so give its working folder"):
        service.compact("new")
    fresh = service.build_compaction("new", work, "x")
    assert (fresh.before, fresh.rebuilt.created) == (None, True)
    write_template(library, "")
    assert (
        service.compact("c", instructions="\n x \n") == "\n x \n"
    )  # an empty prompt gives just these, exactly
    assert service.compact("c").startswith("Summarise the conversation so far")  # the built-in ones
    assert not service.compact("c").endswith("\n")


def test_once_returns_what_is_stored_and_resolves_nothing(opened: Opener, library: Path, work: Path) -> None:
    asked: list[str] = []

    def sources(*_: object, **__: object) -> Sources:
        def read_file(_: Path, name: str) -> FileText:
            asked.append(name)
            return FileText(f"text {len(asked)}", work)

        return Sources(lambda: NOW, read_file, lambda *_: "main", "linux", "atlas")

    service = opened(make_sources=sources)
    write_template(library, "[file:a]")
    assert service.construct("c", work, once=True) == "text 1"
    again = service.build("c", work, once=True)
    assert (again.text, again.created, again.number) == ("text 1", False, 1)
    assert asked == ["a"]
    assert service.build("c", work).created  # the control: without it, it is resolved again
    assert service.get("c") == "text 2"


def test_sources_are_made_once_for_a_folder_however_they_are_asked_for(work: Path, clock: Clock) -> None:
    made: list[Path] = []

    def sources(
        workspace: Path,
        *,
        clock: Clock,
        allowed_files: Collection[Path],
        trusted: bool,
        library: Path,
        follows_links: bool,
    ) -> Sources:
        del allowed_files, trusted, library, follows_links
        made.append(workspace)
        return Sources(clock, lambda *_: FileText("", work), lambda *_: "main", "linux", "atlas")

    make = remembering(sources)
    files = [work / "a", work / "b"]
    first = make(work, clock=clock, allowed_files=files, trusted=True, library=work, follows_links=False)
    again = make(
        work, follows_links=False, library=work, trusted=True, allowed_files=files[::-1], clock=clock
    )
    assert again is first
    other = make(work, clock=clock, allowed_files=files, trusted=False, library=work, follows_links=False)
    assert other is not first  # the control
    assert made == [work, work]


def test_many_values_that_are_not_used_cost_no_search_each(service: ConversationService, work: Path) -> None:
    def building(size: int) -> Callable[[], object]:
        template = "\n".join(f"[user:n{index}]" for index in range(size))
        values = {f"usr:m{index}": "" for index in range(size)}
        return lambda: made.append(service.build_preview("c", work, None, values, template))

    made: list[Construction] = []
    assert_work_in_proportion(building, 20)
    *first, rest = made[-1].warnings
    assert len(first) == 5
    assert all("Did you mean" in one for one in first)
    assert rest == "And 195 more given values are not used."


def test_a_template_that_is_broken_is_warned_of(
    service: ConversationService, library: Path, work: Path
) -> None:
    write_template(library, "x [if file:A]\n[endif] [git:branch")
    [malformed] = service.build("c", work).warnings
    assert malformed.startswith("system-prompt.tmpl:2:9: ")
    write_template(library, "x [if file:A]\n")
    [warning] = service.build_preview("c", work).warnings
    assert warning.startswith("system-prompt.tmpl:1:3: ")
    assert "[endif]" in warning
    assert service.build_compaction("c").rebuilt.warnings == (warning,)
    assert service.stored("c").warnings == (warning,), "it is stored with the text"
    many = service.build_preview("c", work, template="[if a:b]" * 9)
    assert many.warnings[0].startswith("the template:1:1: ")
    assert (len(many.warnings), many.warnings[-1]) == (6, "the template has 4 more problems.")
    assert service.build_preview("c", work, template="fine [if a:b]x[endif]").warnings == ()


def test_given_values_come_before_resolved_ones_and_are_not_looked_up(
    service: ConversationService, library: Path, work: Path
) -> None:
    (work / "a").write_text("from the file")
    write_template(library, "[file:a] [prompt:cwd] [shop:name] [if shop:other]no[endif]")
    made = service.build("c", work, values={"file:a": "[given:x]", "shop:name": "", "shop:nam": "typo"})
    assert made.text == f"[given:x] {work}  "  # a value is not read as a template
    assert made.warnings == (
        "The value given for ‘shop:nam’ is not used by the template. Did you mean ‘shop:name’?",
    )
    assert [(one.tag, one.cause) for one in made.blank] == [("[shop:name]", Cause.EMPTY)]
    assert made.values["shop:other"] is None
    assert service.stored("c") == replace(made, created=False)


def test_a_folder_that_is_gone_is_a_warning(service: ConversationService, library: Path, work: Path) -> None:
    write_template(library, "[if git:status]repo[else]none[endif] [file:a] [prompt:cwd]")
    made = service.build("c", f"{work}/gone")
    assert made.text == f"none  {work}/gone"
    assert made.warnings == (f"The folder ‘{work}/gone’ is not there, so it has no files and no git.",)
    assert {name: note.cause for name, note in made.notes.items()} == {
        "git:status": Cause.GIT_FAILED,
        "file:a": Cause.NO_SUCH_FILE,
    }
    (work / "gone").mkdir()
    assert service.build("c", f"{work}/gone").warnings == ()


IDS = [
    "a/b",
    "..",
    "-x",
    "c%2Fd",
    "🙂",
    "\u00e9",
    "e\u0301",
    " ",
    "x" * 512,
    "é" * 256,
    "a\u2028b",
    "'; DROP",
]


def test_ids_are_kept_apart_code_point_by_code_point(
    service: ConversationService, library: Path, work: Path, database: Path
) -> None:
    write_template(library, "[prompt:conversation_id]")
    for one in IDS:
        service.construct(one, work)
    assert [service.get(one) for one in IDS] == IDS
    assert len(service.list().entries) == len(IDS)
    assert sorted(os.listdir(database.parent)) == [
        f"conversations.db{end}" for end in ("", "-shm", "-wal", ".use-lock")
    ]  # no id is a path
    assert service.delete(["..", "..", "unknown"]) == 1
    assert service.get("..") is None


@pytest.mark.parametrize(
    "wrong", ["", "x" * 513, "é" * 257, "a\nb", "a\0b", "\x7f", "\x85", "\ud800", 5, None, b"c"]
)
def test_ids_that_cannot_be_are_refused(service: ConversationService, work: Path, wrong: object) -> None:
    calls = (
        lambda: service.construct(wrong, work),  # type: ignore[arg-type]  # what callers do
        lambda: service.get(wrong),  # type: ignore[arg-type]
        lambda: service.compact(wrong, work),  # type: ignore[arg-type]
        lambda: service.delete([wrong]),  # type: ignore[list-item]
    )
    for call in calls:
        with pytest.raises(BadRequestError) as caught:
            call()
        assert caught.value.sentence.isprintable()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"cwd": "relative"}, "is not absolute"),
        ({"cwd": ""}, "is not absolute"),
        ({"cwd": "/a\0b"}, "NUL"),
        ({"cwd": "/\ud800"}, "half of a character"),
        ({"cwd": "/" + "a" * 5000}, "bytes"),
        ({"cwd": None}, "must be text"),
        ({"model": 5}, "must be text"),
        ({"values": {"name": "x"}}, "type:name"),
        ({"values": {"a:b": None}}, "must be text"),
        ({"values": {"a:b": "\udfff"}}, "half of a character"),
        ({"values": {"literal:x": "y"}}, "syntax"),
        ({"values": ["a:b"]}, "must be texts by name"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(
    service: ConversationService, work: Path, given: dict[str, object], said: str
) -> None:
    with pytest.raises(BadRequestError, match=said):
        service.construct("c", **{"cwd": work, **given})  # type: ignore[arg-type]
    assert service.get("c") is None
    service.construct("c", work)  # the control
    assert service.get("c")


def test_a_prompt_that_is_too_large_is_refused_and_the_stored_one_stays(
    service: ConversationService, library: Path, work: Path
) -> None:
    big = "x" * 1_000_000
    write_template(library, "[a:b]" * 16)
    service.construct("c", work, values={"a:b": big})
    assert len(service.get("c") or "") == 16_000_000
    write_template(library, "[a:b]" * 17)
    with pytest.raises(TextError, match="larger than 16 MB"):
        service.construct("c", work, values={"a:b": big})
    assert len(service.get("c") or "") == 16_000_000
    write_template(library, "[a:b]" * 3_000)  # 3 GB are not made first
    with pytest.raises(TextError):
        service.construct("c", work, values={"a:b": big})
    write_template(library, "[if x:y]" + "[a:b]" * 3_000 + "[endif]small")
    assert service.construct("c", work, values={"a:b": big}) == "small"


def test_a_template_or_instructions_that_cannot_be_read_are_the_texts_fault(
    service: ConversationService, library: Path, work: Path, tmp_path: Path
) -> None:
    template = write_template(library, "first")
    service.construct("c", work)
    template.write_bytes(b"one\ntwo \xff")
    with pytest.raises(TextError, match="not UTF-8: byte 9 is 0xff") as caught:
        service.construct("c", work)
    assert (caught.value.path, caught.value.problems[0].span.start) == (template, 8)
    template.unlink()
    os.mkfifo(template)
    with pytest.raises(TextError, match="is a named pipe"):
        service.construct("c", work)
    template.unlink()
    write_template(library, "second")
    (library / "compaction.md").mkdir()
    with pytest.raises(TextError, match="is a folder"):
        service.compact("c")
    assert service.get("c") == "first"  # nothing was stored


def test_files_that_are_no_plain_texts_are_blank_with_a_cause_and_the_turn_goes_on(
    opened: Opener, library: Path, work: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").write_text("outside")
    os.mkfifo(work / "fifo")
    (work / "large").write_text("x" * 2_000_000)
    (work / "link").symlink_to(tmp_path / "outside")
    (work / ".env").write_text("KEY=1")
    (work / "fine").write_text("fine")
    names = ["fifo", "large", "link", ".env", str(tmp_path / "outside"), "fine"]
    write_template(library, "".join(f"<[file:{name}]>" for name in names) + "[if file:.env]secret[endif]")
    made = opened().build("c", work)
    assert made.text == "<><><><><><fine>"
    assert [one.cause for one in made.blank] == [
        Cause.NOT_A_FILE,
        Cause.TOO_LARGE,
        Cause.NEEDS_GRANT,
        Cause.NEEDS_GRANT,
        Cause.NEEDS_GRANT,
    ]
    untrusted = opened(trusted=None).build("c", work)
    assert [one.cause for one in untrusted.blank] == [Cause.NOT_TRUSTED] * 6
    assert untrusted.text == "<><><><><><>"


def test_grants_and_trust_are_those_the_user_gave(
    library: Path, work: Path, database: Path, tmp_path: Path
) -> None:
    from editor_app.library.trust.trust import allow_file, trust_workspace

    outside = tmp_path / "outside"
    outside.write_text("outside")
    (work / "own").write_text("own")
    (work / ".env").write_text("KEY")
    write_template(library, f"[file:own] [file:{outside}] [file:.env]")
    state = tmp_path / "state"

    def given(**how: object) -> str:
        return open_service(library, database, state_dir=state, **how).preview("c", work)  # type: ignore[arg-type]

    assert given() == "  "
    trust_workspace(state, work, now=NOW)
    assert given() == "own  "
    allow_file(state, work, outside, now=NOW)
    assert given() == "own outside "
    assert given(uses_grants=False) == "own  "
    assert given(allowed_files=(work / ".env",)) == "own outside KEY"
    assert given(allowed_files=(work / ".env",), uses_grants=False) == "own  KEY"
    assert given(trusted=False) == "  "


def test_two_paths_to_one_library_have_one_key(
    opened: Opener, library: Path, work: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(library)
    linked = opened(tmp_path / "link")
    linked.construct("c", work)
    assert opened().get("c") == linked.get("c")
    assert opened().elsewhere() == ()


def test_a_library_that_was_moved_takes_its_conversations_over(
    opened: Opener, library: Path, work: Path, tmp_path: Path
) -> None:
    write_template(library, "old [prompt:conversation_id]")
    before = opened()
    for one in ("a", "b", "c"):
        before.construct(one, work)
    moved = tmp_path / "moved"
    other = opened(tmp_path / "other")
    (tmp_path / "other").mkdir()
    with pytest.raises(StillThereError, match="is still there"):
        other.adopt(library)
    library.rename(moved)
    service = opened(moved)
    assert before.get("a") == "old a"  # it is found by its path, wherever that leads
    with pytest.raises(LibraryGoneError, match="is not there"):
        before.construct("d", work)
    for wrong in (library, work / "a\0b", tmp_path / "\udcff"):
        with pytest.raises(LibraryGoneError, match="can’t be opened"):
            open_service(wrong)
    assert service.get("a") is None
    [found] = service.elsewhere()
    assert (found.library, found.sentence) == (library, f"3 conversations of {library}, which is gone")
    with pytest.raises(BadRequestError, match=f"There are those of ‘{library}’"):
        service.adopt(tmp_path / "never")

    write_template(moved, "new")
    service.construct("b", work)
    taken = service.adopt(library)
    assert (taken.taken, taken.kept_ids) == (2, ("b",))
    assert [service.get(one) for one in "abc"] == ["old a", "new", "old c"]
    assert [(one.library, one.count) for one in service.elsewhere()] == [(library, 1)]


def test_a_library_that_was_moved_with_a_link_left_behind_takes_its_conversations_over(
    opened: Opener, library: Path, work: Path, tmp_path: Path
) -> None:
    write_template(library, "old")
    text = opened().construct("a", work)
    moved = tmp_path / "moved"
    library.rename(moved)
    library.symlink_to(moved)
    for root in (moved, library):  # both are the same library
        service = opened(root)
        assert service.get("a") is None
        [found] = service.elsewhere()
        assert (found.library, found.is_gone) == (library, True)
    taken = service.adopt(library)
    assert (taken.taken, service.get("a"), service.elsewhere()) == (1, text, ())
    with pytest.raises(StillThereError):  # the control: a path without a link
        opened(tmp_path / "other").adopt(moved)


def test_conversations_are_given_to_libraries_only_and_can_be_had_back_from_what_is_none(
    opened: Opener, library: Path, work: Path, tmp_path: Path
) -> None:
    write_template(library, "[prompt:conversation_id]")
    opened().construct("a", work)
    moved, wrong = tmp_path / "moved", tmp_path / "downloads"
    library.rename(moved)
    wrong.mkdir()
    (wrong / "notes.md").write_text("Read me.\n")
    for inner in (wrong / "unpacked", wrong / "cloned"):
        inner.mkdir()
        write_template(inner, "of another library")
    (wrong / "cloned" / ".git").mkdir()
    with pytest.raises(NoLibraryError, match=f"‘{wrong}’ holds no prompt, template or system message"):
        opened(wrong).adopt(library)
    assert opened(wrong).get("a") is None

    template = write_template(wrong, "a library for a while")
    assert opened(wrong).adopt(library).taken == 1
    with pytest.raises(StillThereError):
        opened(moved).adopt(wrong)
    template.unlink()
    assert opened(moved).adopt(wrong).taken == 1, "the way back, although the folder is there"
    assert opened(moved).get("a") == "a"


def test_lists_are_the_newest_first_in_pages(service: ConversationService, work: Path, clock: Clock) -> None:
    for number in range(5):
        clock.go(minutes=1)
        service.construct(f"c{number}", work, "m")
    service.construct("c0", work)
    first = service.list(2)
    assert [one.conversation_id for one in first.entries] == ["c0", "c4"]
    assert (first.entries[0].number, first.entries[0].model, first.entries[1].model) == (2, None, "m")
    assert first.entries[0].characters == len(service.get("c0") or "")
    second = service.list(2, first.next)
    third = service.list(2, second.next)
    rest = [one.conversation_id for page in (second, third) for one in page.entries]
    assert (rest, third.next) == (["c3", "c2", "c1"], None)
    assert service.list(5).next is None
    for limit, after in ((0, None), (1001, None), ("5", None), (True, None), (5, "x"), (5, "-1"), (5, "²")):
        with pytest.raises(BadRequestError):
            service.list(limit, after)  # type: ignore[arg-type]


def test_the_last_ten_constructs_are_kept_and_what_is_old_goes_when_asked(
    service: ConversationService, work: Path, clock: Clock
) -> None:
    assert service.delete(["c"]) == service.delete_older_than(0) == 0
    for _ in range(12):
        service.construct("c", work)
    assert [one.number for one in service.builds("c")] == list(range(12, 2, -1))
    clock.go(days=10)
    service.construct("new", work)
    clock.go(days=5)
    assert service.delete_older_than(16) == 0
    assert service.delete_older_than(7) == 1
    assert [one.conversation_id for one in service.list().entries] == ["new"]
    for days in (-1, 10**9, 1.5, True):
        with pytest.raises(BadRequestError):
            service.delete_older_than(days)  # type: ignore[arg-type]


def test_every_error_says_what_next(service: ConversationService, work: Path) -> None:
    with pytest.raises(ConversationError, match="was never built"):
        service.would_get("c")
