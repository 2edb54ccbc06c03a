"""New files of every kind: nothing is wrong with them, and names that no file can have are refused."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from named_cases import in_case

from editor_app.analysis.analysis import analyse
from editor_app.analysis.library_facts.new_files import NewPlace
from editor_app.library.files.reading import FileError
from editor_app.library.folders import Library, kind_of, open_library
from editor_app.library.kinds import Kind, kinds_to_make
from editor_app.prompts.loading import read_prompt
from editor_app.text import Severity, apply_edits

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "defaults").mkdir()
    (tmp_path / "there.md").write_text("")
    (tmp_path / "billing").mkdir()
    return open_library(tmp_path)[0]


def test_a_new_file_of_each_kind_has_no_problem_and_says_where_to_write(library: Library) -> None:
    made = {}
    for kind in kinds_to_make():
        place = NewPlace(kind, library)
        assert place.problem("fresh") == "", kind
        path, (text, first) = place.path_of("fresh"), place.text("fresh", NOW)
        of_file = kind_of(library, path, text.encode())
        problems = {problem.code for problem in analyse(text, of_file, path.name, now=NOW).diagnostics}
        assert problems <= {"missing-metadata"}, "a note, which the window shows of none with a role alone"
        made[str(kind)] = path.relative_to(library.root).as_posix(), text[first.start : first.end]
    assert made == {
        "prompt": ("fresh.md", "You are a helpful assistant."),
        "document": ("documents/fresh.md", ""),
        "template": ("fresh.tmpl", "You are a helpful assistant."),
        "system-message": ("system-messages/fresh.yaml", "You are a helpful assistant."),
        "scenario": ("runs/fresh.yaml", "What the user asks for."),
        "chat": ("chats/fresh/1.md", ""),
    }


@pytest.mark.parametrize("name", ["sale", "billing/refund", "null", "on", "a-b"])
def test_a_new_prompt_is_valid_under_each_name(library: Library, name: str) -> None:
    text, first = NewPlace(Kind.PROMPT, library).text(name, NOW)
    prompt, errors = read_prompt(text.encode(), f"{name}.md")
    assert not errors
    assert prompt.template_content == text[first.start : first.end]


def test_the_chosen_folder_and_typed_ones_are_where_a_file_goes(library: Library, tmp_path: Path) -> None:
    billing = NewPlace(Kind.PROMPT, library, "billing")
    assert billing.path_of("refund.md") == library.root / "billing" / "refund.md"
    assert NewPlace(Kind.PROMPT, library).path_of("a/b") == library.root / "a" / "b.md"
    plain = tmp_path / "billing" / "notes"
    plain.mkdir()
    documents = NewPlace(Kind.DOCUMENT, open_library(plain)[0])
    assert documents.path_of("x") == plain / "x.md", "where no prompts are, a document is beside the others"
    assert documents.problem("x") == ""


def test_names_that_no_file_can_have_are_refused_with_the_reason(library: Library) -> None:
    (library.root / "runs").mkdir()
    (library.root / "runs" / "there.yaml").write_text("")
    (library.root / "chats" / "there").mkdir(parents=True)
    no_prompt = "Lower-case letters, digits and hyphens, beginning with a letter."
    for kind, name, said in (
        (Kind.PROMPT, "", no_prompt),
        (Kind.PROMPT, "Two Words", no_prompt),
        (Kind.PROMPT, "con", no_prompt),
        (Kind.PROMPT, "taken", "There is a prompt ‘taken’ already."),
        (Kind.PROMPT, "there", "‘there.md’ is already there. Choose another name."),
        (Kind.PROMPT, "defaults/x", "‘defaults’ holds the defaults. Choose another folder."),
        (Kind.PROMPT, "../x", "‘..’ can’t be the name of a folder. Choose one that begins with no dot."),
        (Kind.PROMPT, "a//x", "‘’ can’t be the name of a folder. Choose one that is not empty."),
        (Kind.PROMPT, "/etc/x", "‘’ can’t be the name of a folder. Choose one that is not empty."),
        (Kind.PROMPT, "a/" * 40 + "x", "Too many folders are chosen. Choose fewer."),
        (Kind.DOCUMENT, "a\\b", "‘a\\b’ can’t be the name of a file. Choose one without slashes."),
        (Kind.DOCUMENT, "NUL", "‘NUL’ can’t be the name of a file. Choose one that Windows allows, too."),
        (
            Kind.DOCUMENT,
            "com1.x",
            "‘com1.x’ can’t be the name of a file. Choose one that Windows allows, too.",
        ),
        (Kind.DOCUMENT, "x" * 300, "that is shorter."),
        (Kind.DOCUMENT, "a\0b", "without line ends or control characters."),
        (Kind.DOCUMENT, "a\u202eb", "without line ends or control characters."),
        (Kind.DOCUMENT, "../x", "‘..’ can’t be the name of a folder. Choose one that begins with no dot."),
        (Kind.SCENARIO, "there", "‘there.yaml’ is already there. Choose another name."),
        (Kind.SCENARIO, "Triggers", "‘Triggers.yaml’ is the file of triggers. Choose another name."),
        (Kind.CHAT, "there", "‘there’ is already there. Choose another name."),
        (Kind.TEMPLATE, "a?", 'without : * ? " < > and |.'),
    ):
        with in_case(f"{kind} {name[:20]!r}"):
            assert NewPlace(kind, library, names=("taken",)).problem(name).endswith(said)
            assert NewPlace(kind, library, names=("taken",)).problem(name)


def test_a_document_among_prompts_is_none_and_so_refused(library: Library) -> None:
    assert NewPlace(Kind.DOCUMENT, library, "defaults").problem("x").startswith("‘defaults’ holds")
    (library.root / "foreword.toml").write_text('[kinds]\n"docs/*.md" = "prompt"\n')
    again = open_library(library.root)[0]
    assert (
        NewPlace(Kind.DOCUMENT, again, "docs").problem("x")
        == "There, ‘x.md’ would become another kind of file."
    )


TEXT = """\
You work at Atlas.

# Safety first

Never print [secrets:all].

```sh
# no heading
```

## Tools
Use few.
## Tools
And well.
#
"""


def test_tags_of_a_prompt_are_noted_in_the_blocks_made_of_it(library: Library) -> None:
    source = "{{! private }}\nToday is {{ date }}, [see](x).{{! too }}\n{{#if url}}Read {{url}}.{{/if}}\n"
    made = NewPlace(Kind.SYSTEM_MESSAGE, library).text("atlas", NOW, source)
    analysis = analyse(made.text, Kind.SYSTEM_MESSAGE, "atlas.yaml", now=NOW)
    assert [(one.code, one.severity, one.span.of(made.text)) for one in analysis.diagnostics] == [
        ("foreign-tag", Severity.INFORMATION, tag)
        for tag in ("{{ date }}", "{{#if url}}", "{{url}}", "{{/if}}")
    ]
    (block,) = analysis.content.message.blocks
    assert "private" not in made.text, "no model gets what is a comment in the prompt"
    assert block.content.text == "Today is {{ date }}, [see](x).\n{{#if url}}Read {{url}}.{{/if}}"
    first, *_ = analysis.diagnostics
    write, _ = first.fixes
    assert write.title == "Write ‘[system:date]’"
    mended = analyse(apply_edits(made.text, write.edits), Kind.SYSTEM_MESSAGE, "atlas.yaml", now=NOW)
    assert [one.span.of(mended.source) for one in mended.diagnostics] == ["{{#if url}}", "{{url}}", "{{/if}}"]
    assert mended.content.message.blocks[0].content.text.startswith("Today is [system:date],")


def test_a_text_that_is_too_long_for_a_system_message_is_refused_in_words(library: Library) -> None:
    place = NewPlace(Kind.SYSTEM_MESSAGE, library)
    with pytest.raises(FileError) as refused:
        place.text("atlas", NOW, "word " * 200_000)
    assert refused.value.sentence.startswith("‘atlas.yaml’ was not created: This is longer than 1")
    assert refused.value.sentence.endswith("Shorten it.")


def test_each_heading_of_a_text_becomes_a_block(library: Library) -> None:
    place = NewPlace(Kind.SYSTEM_MESSAGE, library)
    text = place.text("atlas", NOW, TEXT).text
    analysis = analyse(text, Kind.SYSTEM_MESSAGE, "atlas.yaml", now=NOW)
    assert analysis.diagnostics == ()
    blocks = analysis.content.message.blocks
    assert [(block.id, str(block.type), block.content.literal) for block in blocks] == [
        ("introduction", "identity", None),
        ("safety-first", "safety", True),
        ("tools", "tooling", None),
        ("tools-2", "tooling", None),
    ]
    assert "# no heading" in blocks[1].content.text
    for empty in ("", " \n\n"):
        assert place.text("atlas", NOW, empty) == place.text("atlas", NOW), "nothing to make blocks of"
    many = "".join(f"# {number}\n" for number in range(2_000))
    assert (
        len(analyse(place.text("a", NOW, many).text, Kind.SYSTEM_MESSAGE, "a.yaml").content.message.blocks)
        == 500
    )
