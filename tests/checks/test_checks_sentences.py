"""Each sentence that the code says is in the English catalogues, with its parameters, and is plain."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from parsed_modules import module_nodes

from editor_app.text.sentences.catalogue import Argument, Choice, Part, Reference, read_entries, read_parts
from editor_app.text.sentences.language import Language, english
from editor_app.window.kit.words.worded import WordedEnum
from pseudo_language import write_pseudo_language

PROJECT = Path(__file__).resolve().parents[2]

LONGEST = 90
OF_LANGUAGE = {
    f"text.{name}" for name in ("list", "and", "or", "sentences", "digits", "plural-rule", "plural-forms")
}
# What page 12 of the design has no place for: literal German, hand-made plurals, riddles.
NOT_PLAIN = re.compile(
    r"(?<!\b[Tt]here )\b(?:is|are) no (?!longer)|\w\(s\)|it stands in|was made\b|\bamiss\b|not said"
)

# The glossary: what is not said, and what is said instead.
SAY_INSTEAD = {
    r"(?:always|never) holds|holds and fails|condition is \w+ (?:true|false)": "is yes, is no",
    r"not given|fill(?:ed)? in|left open|none given": "not set; any",
    r"always in|which it stands in": "sent, not sent",
    r"outrank\w*": "wins over, loses to",
    r"construct\w*|rebuilds?": "build",
    r"local history": "history",
    r"not trusted|want of": "restricted; lack of trust",
    r"open library|resolve again|why here": "Open folder, Refresh values, Why is this here?",
    r"calls? of a tool": "tool call",
    r"messages? of the (?:user|assistant)": "user message, assistant message",
    r"repl(?:y|ies)|open tasks?": "answer; todo",
    r"surrogate|small letters": "half of a character; lower-case letters",
    r"working director\w+|a map": "working folder; a mapping",
    r"stores? of": "database of",
    r"mend|under source|(?:change|correct) (?:it )?in the text": "Change it in the source.",
    r"cannot|outside of": "can’t; outside",
    r"without it": "default: …",
}
NAMED_SO = {"cli.does-preview": "construct"}


# What is said where: by a function, or what a module calls it, and the place of the argument.
SAID_WHOLE = {
    *(
        ("notifier.say", 0),
        ("notifier.say_of_file", 0),
        ("show_nothing", 1),
        ("EmptyPlace", 1),
        ("NameQuestion", 1),
    ),
    *(("EditRefused", 0), ("FileError", 0), ("EndpointError", 0), ("Failure", 1), ("ErrorAnswer", 1)),
}
LABELS = {
    *(("Action", 1), ("action", 0), ("MenuEntry", 0), ("Menu", 0), ("Choice", 1)),
    *(("Fix", 0), ("Button", 0), ("ButtonSpec", 0), ("QPushButton", 0), ("link_button", 0), ("Page", 1)),
    *(("EmptyPlace", 0), ("EmptyPlace", 2), ("NameQuestion", 0), ("NameQuestion", 2), ("Question", 0)),
}

_VERB = (
    r"(?:is|are|was|were|has|have|had|may|must|can|can’t|could|does|did"
    r"|belongs|goes|holds|leads|lies|loses|needs|stands|wins)\b"
)
_is_rest = re.compile(rf"[,;:]|(?:and|or|but|because|which|who)\b|{_VERB}").match
_is_clause = re.compile(rf"(?:(?!\b(?:that|which|who|what|where|as)\b).)*?\b{_VERB}").match

# What a row, a cell or a choice says of the thing whose name is beside it.
SAID_BESIDE = {
    *("cli.because", "cli.usage-of-window", "window-chat.goes-first", "window-commands.list-more"),
    *("conversations.absent-is", "conversations.did-not-exist", "conversations.does-not-exist"),
    *("conversations.does-not-exist-because", "conversations.exists-now", "conversations.final-newline"),
    *("conversations.has-value-now", "conversations.is-blank-now", "conversations.is-now"),
    *("conversations.value-lines", "conversations.was", "conversations.was-and-is"),
    *(
        "conversations.was-blank",
        "conversations.was-is",
        "runs.field-tool-name",
        "variables.field-supplied-by",
    ),
    *("requests.can-change", "window-preview.can-change", "window-request.can-change-here"),
    *("window-request.cannot-be-sent", "window-template.cannot-be-built"),
    *("window-cases.does-not-contain", "window-cases.is-missing", "window-variables.does-not-exist"),
    *("window-system_message.loses", "window-system_message.wins"),
}


def said() -> Iterator[tuple[str, frozenset[str], str]]:
    """Yield each sentence of the code: its id, the names of its parameters, and where it is."""
    for path in sorted((PROJECT / "editor_app").rglob("*.py")):
        nodes = module_nodes(path)
        if not any(_imports_sentence(node) for node in nodes):
            continue
        for node in nodes:
            if _says(node):
                where = f"{path.relative_to(PROJECT)}:{node.lineno}"
                literal = len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
                assert literal, f"{where}: no literal id"
                names = frozenset(keyword.arg or "**" for keyword in node.keywords)
                yield node.args[0].value, names, where


def _imports_sentence(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module in ("editor_app.text", "editor_app.text.sentences.language")
        and any(name.name == "Sentence" for name in node.names)
    )


def catalogue() -> dict[str, list[Part]]:
    entries: dict[str, list[Part]] = {}
    for file in english().folder.glob("*.ftl"):
        for name, source in read_entries(file.read_text("utf-8")).items():
            entries[f"{file.stem}.{name}"] = read_parts(source)
    return entries


ENTRIES = catalogue()


def flat(parts: list[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        if isinstance(part, Choice):
            for text in part.texts.values():
                yield from flat(text)


def parameters_of(name: str) -> frozenset[str]:
    found = set()
    for part in flat(ENTRIES[name]):
        if isinstance(part, Argument):
            found.add(part.name)
        elif isinstance(part, Choice):
            found.add(part.parameter)
        elif isinstance(part, Reference):
            found |= parameters_of(f"{name.partition('.')[0]}.{part.id}")
    return frozenset(found)


def texts_of(parts: list[Part]) -> list[str]:
    """Return every text that parts can say, with the names of parameters in place of their values."""
    texts = [""]
    for part in parts:
        if isinstance(part, Choice):
            chosen = [text for one in part.texts.values() for text in texts_of(one)]
        elif isinstance(part, str):
            chosen = [part]
        else:
            chosen = [part.name if isinstance(part, Argument) else part.id]
        texts = list(dict.fromkeys(before + text for before in texts for text in chosen))
    return texts


def test_each_sentence_has_an_entry_with_its_parameters():
    wrong = []
    for name, names, where in said():
        if name not in ENTRIES:
            wrong.append(f"{where}: ‘{name}’ is in no catalogue")
        elif "**" not in names and names != parameters_of(name):
            wrong.append(f"{where}: ‘{name}’ has {sorted(parameters_of(name))}, given {sorted(names)}")
    assert wrong == []


def test_each_entry_is_said_once_in_its_file():
    used = {name for name, _, _ in said()} | OF_LANGUAGE
    for name, parts in ENTRIES.items():
        room = name.partition(".")[0]
        used |= {f"{room}.{part.id}" for part in flat(parts) if isinstance(part, Reference)}
    assert sorted(set(ENTRIES) - used) == []
    for file in english().folder.glob("*.ftl"):
        counted = defaultdict(int)
        for name in re.findall(r"^([a-z][\w-]*) *=", file.read_text("utf-8"), re.MULTILINE):
            counted[name] += 1
        assert [name for name, count in counted.items() if count > 1] == []


def test_no_sentence_is_compared():
    """A translation may say two ids in the same words, and one id in words of two languages."""
    compared = [
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for path in sorted((PROJECT / "editor_app").rglob("*.py"))
        for node in module_nodes(path)
        if isinstance(node, ast.Compare) and any(map(_says, ast.walk(node)))
    ]
    assert compared == []


def test_no_sentence_is_what_a_member_of_an_enum_is_known_by():
    """Two members in the same words of a translation would be one."""
    known = [
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for path in sorted((PROJECT / "editor_app").rglob("*.py"))
        for node in module_nodes(path)
        if isinstance(node, ast.ClassDef)
        and any(getattr(base, "id", "") in {"Enum", "StrEnum"} for base in node.bases)
        and any(isinstance(line, ast.Assign) and _says(line.value) for line in node.body)
    ]
    assert known == []


def test_members_of_an_enum_in_the_same_words_are_two():
    class Answer(WordedEnum):
        HERE = "Keep"
        THERE = "Keep"

    assert [(answer.name, answer.words) for answer in Answer] == [("HERE", "Keep"), ("THERE", "Keep")]


def said_in(places: set[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Yield the entries that are said as these arguments of calls, and where."""
    for path in sorted((PROJECT / "editor_app").rglob("*.py")):
        for node in module_nodes(path):
            for index, argument in enumerate(node.args if isinstance(node, ast.Call) else ()):
                name = ast.unparse(node.func) if _says(argument) else ""
                if any(f".{name}".endswith((f".{one}", f"_{one}")) for one, at in places if at == index):
                    yield argument.args[0].value, f"{path.relative_to(PROJECT)}:{node.lineno}"


def test_a_sentence_that_stands_alone_begins_with_a_capital_and_ends_with_a_full_stop():
    """One that begins or ends with a parameter begins or ends as that does."""
    wrong = []
    for name, where in said_in(SAID_WHOLE):
        texts = [text.rstrip() for text in texts_of(ENTRIES[name])]
        if isinstance(ENTRIES[name][-1], str | Choice) and not all(
            text[-1] in ".?…" for text in texts if text
        ):
            wrong.append(f"{where}: {name}")
    assert wrong == []


def test_a_label_begins_with_a_capital_and_has_no_full_stop():
    """One that begins with a parameter begins as that does."""
    wrong = []
    for name, where in said_in(LABELS):
        for text in texts_of(ENTRIES[name]):
            begins = text.lstrip("& ")[:1] if isinstance(ENTRIES[name][0], str) else ""
            if begins.islower() or text.rstrip().endswith("."):
                wrong.append(f"{where}: {name}: {text}")
    assert wrong == []


def _says(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence"


def test_every_line_of_a_catalogue_is_read():
    for file in english().folder.glob("*.ftl"):
        lines = [line for line in file.read_text("utf-8").splitlines() if line and line[0] not in "# \t"]
        assert len(lines) == len(read_entries(file.read_text("utf-8"))), file.name


def test_sentences_are_short_and_plain():
    long = [text for parts in ENTRIES.values() for text in texts_of(parts) if len(text.strip()) > LONGEST]
    assert long == []
    assert [text for parts in ENTRIES.values() for text in texts_of(parts) if NOT_PLAIN.search(text)] == []


def test_no_sentence_is_the_end_of_another():
    """A translation may put the words of a sentence into any order, so none is said in two pieces."""
    texts = {name: texts_of(ENTRIES[name]) for name, _, _ in said()}
    assert {name for name, whole in texts.items() if any(map(_is_rest, whole))} == SAID_BESIDE


def said_within(function: ast.FunctionDef) -> Iterator[tuple[str, str, str]]:
    """Yield what a function says with another sentence as a parameter: ids and parameter."""
    named = defaultdict(list)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and (_says(node.value) or not isinstance(node.value, ast.Call)):
            named[ast.unparse(node.targets[0])] += filter(_says, ast.walk(node.value))
    for node in filter(_says, ast.walk(function)):
        for keyword in node.keywords:
            for inner in ast.walk(keyword.value):
                for one in filter(_says, (inner, *named[getattr(inner, "id", "")])):
                    yield node.args[0].value, keyword.arg, one.args[0].value


def test_a_clause_within_a_sentence_stands_behind_a_colon_or_a_full_stop():
    """Anything else within one is a noun phrase, which a translation can put where it belongs."""
    wrong = set()
    for path in sorted((PROJECT / "editor_app").rglob("*.py")):
        functions = [node for node in module_nodes(path) if isinstance(node, ast.FunctionDef)]
        for name, parameter, inner in chain.from_iterable(map(said_within, functions)):
            is_inside = re.compile(rf"[^:;.!?(\s]\s*\b{parameter}\b").search
            if any(map(_is_clause, texts_of(ENTRIES[inner]))) and any(
                map(is_inside, texts_of(ENTRIES[name]))
            ):
                wrong.add(f"{path.relative_to(PROJECT)}: {inner} in {name}")
    assert wrong == set()


@pytest.mark.parametrize("word", SAY_INSTEAD)
def test_the_words_of_the_glossary_are_said(word: str):
    wrong = re.compile(rf"\b(?:{word})\b", re.IGNORECASE)
    for name, parts in ENTRIES.items():
        found = {one.group() for text in texts_of(parts) for one in wrong.finditer(text)}
        assert found <= {NAMED_SO.get(name)}, f"{name}: say ‘{SAY_INSTEAD[word]}’"


def test_quotes_are_of_one_kind():
    assert [name for name, parts in ENTRIES.items() if set("“”") & set("".join(texts_of(parts)))] == []


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Language:
    folder = tmp_path_factory.mktemp("pseudo")
    write_pseudo_language(folder)
    return Language(folder)


def test_the_pseudo_language_says_every_sentence(pseudo: Language):
    for name in ENTRIES.keys() - OF_LANGUAGE:
        text = pseudo.render(name, dict.fromkeys(parameters_of(name), "0"))
        assert not re.search("[a-zA-Z]", text), name
        assert (text[0], text[-1]) == ("⟦", "⟧"), name


def test_the_pseudo_language_leaves_parameters_alone(pseudo: Language):
    assert pseudo.say("text.write", {"text": "{{title}}"}) == "⟦Ŵŕíţé ‘{{title}}’··⟧"
