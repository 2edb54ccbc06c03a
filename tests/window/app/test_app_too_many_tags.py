"""A text of very many tags opens at once: the window says that it does not look into it."""

from __future__ import annotations

import pytest
from named_cases import in_case

from editor_app.analysis import tag_limit
from editor_app.analysis.analysis import analyse, read_document
from editor_app.analysis.tag_limit import too_many_tags
from editor_app.library.kinds import Kind
from editor_app.window.documents import library_state
from editor_app.window.panels.problems.problem_list import ProblemScope

pytestmark = pytest.mark.one_window

HEAD = "---\nname: many\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables: []\n---\n\n"
TEXTS = {
    "nested": lambda count: HEAD + "{{#if a}}" * count + "x" + "{{/if}}" * count,
    "unclosed": lambda count: HEAD + "{{#unless a}} x\n" * count,
    "variables": lambda count: HEAD + "".join(f"{{{{v{number}}}}}\n" for number in range(count)),
    "both": lambda count: HEAD + "{{ #if a }}{{else}}{{ /if }}{{ b }}" * (count // 2) + "{{c}}" * (count % 2),
}


@pytest.fixture
def analysis_of_the_check():
    """Analyse anew in each window: the limits differ."""
    return read_document


@pytest.fixture
def parsed(monkeypatch):
    """The lengths of the texts that were parsed."""
    from editor_app.prompts.checking import checking

    lengths = []
    parse = checking.parse
    monkeypatch.setattr(
        checking, "parse", lambda text, *a, **k: (lengths.append(len(text)), parse(text, *a, **k))[1]
    )
    return lengths


def errors_of(name, bench):
    """Return how many errors the library shows beside a file."""
    rows = bench.panels.library._listing.rows
    return next(row.state.counts.errors for row in rows if row.path is not None and row.path.stem == name)


def test_the_window_says_that_it_does_not_look_into_it_and_shows_a_long_text_in_parts(
    open_bench, root, monkeypatch, parsed
):
    monkeypatch.setattr(tag_limit, "MOST_TAGS", 100)
    monkeypatch.setattr(library_state, "_FEWEST_BYTES", 0)
    for name, text in TEXTS.items():
        (root / f"{name}.md").write_text(text(101))
    (root / "not-opened.md").write_text(TEXTS["unclosed"](101))
    bench = open_bench(root)
    for name, text in TEXTS.items():
        with in_case(name):
            bench.open(f"{name}.md")
            assert all(length < 1500 for length in parsed), (
                "neither opening it nor checking the library parses"
            )
            [problem] = bench.file.analysis.diagnostics
            assert problem.code == "too-many-tags"
            assert problem.message.startswith("This text has 101 tags. The window shows them up to 100")
            assert [row.code for row in bench.panels.problems._rows[ProblemScope.FILE]] == ["too-many-tags"]
            bench.go_to("---")
            bench.type("x")
            bench.settle()
            assert bench.text.startswith("x---")
            assert max(parsed, default=0) < 1500
            bench.press("Ctrl+Z")
            assert bench.text == text(101)
    assert not errors_of("not-opened", bench)
    parsed.clear()
    (root / "many.md").write_text(TEXTS["nested"](100))
    bench.open("many.md")
    assert max(parsed) > 1500, "one with as many as may be is looked into"
    assert bench.file.analysis.template is not None
    bench.go_to("x{{/if}}")
    bench.type("{{#if b}}{{/if}}")
    assert bench.file.analysis.template is None
    bench.press("Ctrl+Z")
    monkeypatch.setattr(tag_limit, "MOST_TAGS", 101)
    (root / "also-not-opened.md").write_text(TEXTS["unclosed"](101))
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    assert errors_of("also-not-opened", bench), "the control: where so many may be, it is looked into"
    see_parts_of_a_long_text(bench, monkeypatch)


def test_the_command_line_reads_it_whole():
    analysis = analyse(TEXTS["nested"](tag_limit.MOST_TAGS + 1), Kind.PROMPT, "many.md")
    assert analysis.is_looked_into
    assert len(analysis.diagnostics) > 100


COUNTED = {
    "{{a}} {{! b }} {{#if c}}{{else}}{{/if}} {{ #unless d }}{{ else }}{{ /unless }}": 4,
    "{{{{a{{b}} {{": 4,
    "[a:b] [if c:d][else][endif] [ if !e:f ] [literal:[else]] [link] [x](y)": 4,
}


@pytest.mark.parametrize("tags", COUNTED)
def test_variables_comments_and_conditions_count(monkeypatch, tags):
    opener = "{{" if tags.startswith("{{") else "["
    monkeypatch.setattr(tag_limit, "MOST_TAGS", COUNTED[tags])
    assert too_many_tags(tags, opener) is None
    problem = too_many_tags(tags + tags, opener)
    assert problem.args["count"] == str(2 * COUNTED[tags])


def see_parts_of_a_long_text(bench, monkeypatch) -> None:
    """See that each is shown in an event of its own."""
    shown = []
    preview, variables = bench.panels.preview, bench.panels.variables
    monkeypatch.setattr(preview, "show_model", _noting(shown, "preview", preview.show_model))
    monkeypatch.setattr(variables, "show_buttons", _noting(shown, "beside", variables.show_buttons))
    for lines, at_once in ((1, ["beside", "preview"]), (1000, [])):
        with in_case(f"{lines} lines"):
            (bench.root / f"long-{lines}.md").write_text("# Long\n" + "A line of some words.\n" * lines)
            shown.clear()
            bench.open(f"long-{lines}.md")
            assert bench.text.startswith("# Long")
            assert sorted(shown) == at_once
            bench.wait(lambda: sorted(shown) == ["beside", "preview"])
            assert "A line" in bench.preview


def _noting(shown, name, show):
    return lambda *args, **kwargs: (shown.append(name), show(*args, **kwargs))[1]
