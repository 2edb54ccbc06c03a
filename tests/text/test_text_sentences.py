"""Sentences by ids: what a catalogue may say, how it is said in a language, and what a broken one does."""

from __future__ import annotations

import copy
import logging
import pickle
from pathlib import Path

import pytest

from editor_app.text import Sentence
from editor_app.text.sentences.catalogue import SentenceError, read_entries
from editor_app.text.sentences.language import Language, english, language_of

OWN = """
list = {", "}
and = {" und "}
or = {" oder "}
digits = .
plural-rule = n != 1
plural-forms = one other
"""


@pytest.fixture
def language(tmp_path: Path):
    """Return what makes a language of the text of its room `shop`."""

    def make(source: str, own: str = OWN) -> Language:
        (tmp_path / "text.ftl").write_text(own, "utf-8")
        (tmp_path / "shop.ftl").write_text(source, "utf-8")
        return Language(tmp_path)

    return make


def test_a_sentence_is_its_text_with_id_and_parameters():
    sentence = Sentence("text.did-you-mean", name="a")
    assert sentence == "Did you mean ‘a’?"
    assert (sentence.id, sentence.parameters) == ("text.did-you-mean", {"name": "a"})
    assert {sentence: 1}["Did you mean ‘a’?"] == 1


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_the_same_sentence(copied):
    sentence = copied(Sentence("text.write", text="a"))
    assert (sentence, sentence.id, sentence.parameters) == ("Write ‘a’", "text.write", {"text": "a"})


@pytest.mark.parametrize(
    ("source", "parameters", "text"),
    [
        ("a = Plain.", {}, "Plain."),
        ("a = A ‘{$name}’.", {"name": "{$name}"}, "A ‘{$name}’."),
        ("a = A { $name }.", {"name": "x"}, "A x."),
        ('a = Braces {"{{"}{$name}{"}}"}', {"name": "x"}, "Braces {{x}}"),
        ("a = {$one} and {$two} ", {"one": " x", "two": ""}, " x and"),
        ("a = {$one} {$two}", {"one": "", "two": "y\n"}, "y\n"),
        ("a = {$one} {$two}", {"one": "", "two": ""}, ""),
        ("a = {$count} there", {"count": 12345}, "12.345 there"),
        ("a = {AND($names)}", {"names": ["a"]}, "a"),
        ("a = {AND($names)}", {"names": ["a", "b", "c"]}, "a, b und c"),
        ('a = {OR($names, each: "‘*’")}', {"names": ["a", "b"]}, "‘a’ oder ‘b’"),
        ("a = {LIST($names)}", {"names": []}, ""),
        ("a = {$count ->\n [one] one\n *[other] {$count}\n } left", {"count": 1}, "one left"),
        ("a = {$count ->\n [one] one\n *[other] {$count}\n } left", {"count": 0}, "0 left"),
        ("a = {$count ->\n [0] none\n [one] one\n *[other] many\n }", {"count": 0}, "none"),
        ("a = {$way ->\n [up] up {b}\n *[down] down\n }!", {"way": "up"}, "up there!"),
        ("a = {$way ->\n [up] up\n *[down] down\n }!", {"way": "sideways"}, "down!"),
        ("# a remark\na = One\nc = Other", {}, "One"),
    ],
)
def test_what_a_catalogue_may_say(language, source, parameters, text):
    assert language(source + "\nb = there\n").render("shop.a", parameters) == text


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("b = Other.", "no such entry"),
        ("a = {$other}", "other"),
        ("a = {b}", "no such entry"),
        ("a = {a}", "recursion"),
        ("a = {b}\nb = {a}", "recursion"),
        ("a = {$name", "not readable from ‘{$name’"),
        ("a = }", "not readable"),
        ("a = {$name ->\n [x] y\n }", "needs a default"),
        ("a = {$name ->\n *[x] y", "not closed"),
        ("a = {WITH($name)}", "no such entry"),
    ],
    ids=lambda value: value.replace("\n", " "),
)
def test_an_entry_that_cannot_be_said_is_told(language, source, why):
    with pytest.raises(SentenceError, match=r"shop\.a") as raised:
        language(source).render("shop.a", {"name": ["x", "y"] if "WITH" in source else "x"})
    assert why in str(raised.value)


def test_a_broken_translation_says_english_and_is_logged(language, caplog):
    translated = language("", OWN + "write = Schreibe {$text\n")
    with caplog.at_level(logging.WARNING, "editor_app.text.sentences.language"):
        assert translated.say("text.write", {"text": "a"}) == "Write ‘a’"
    assert "text.write" in caplog.text
    caplog.clear()


def test_a_catalogue_that_cannot_be_read_says_english_and_is_logged_once(language, tmp_path, caplog):
    translated = language("a = b")
    (tmp_path / "cases.ftl").write_bytes(b"write = Schreibe \xfc\n")
    (tmp_path / "runs.ftl").mkdir()
    with caplog.at_level(logging.WARNING, "editor_app.text.sentences.language"):
        for room in ("cases", "runs"):
            for _ in range(2):
                with pytest.raises(SentenceError):
                    translated.render(f"{room}.write", {})
    assert [record.args[0].args[0].partition(":")[0] for record in caplog.records] == [tmp_path.name] * 2
    assert translated.say("text.write", {"text": "a"}) == "Write ‘a’"
    caplog.clear()


def test_what_is_said_again_is_the_same_and_of_its_own_parameters(language):
    shop = language("a = {$count} for {$name}\nb = {AND($names)}")
    for count, name in ((1, "x"), (2, "x"), (1, "y"), (1, "x")):
        assert shop.say("shop.a", {"count": count, "name": name}) == f"{count} for {name}"
    names = ["x"]
    assert shop.say("shop.b", {"names": names}) == "x"
    names.append("y")
    assert shop.say("shop.b", {"names": names}) == "x und y"


def test_a_sentence_without_an_entry_says_its_id_and_is_logged(caplog):
    with caplog.at_level(logging.WARNING, "editor_app.text.sentences.language"):
        assert Sentence("nowhere.nothing") == "nowhere.nothing"
    assert "no such entry" in caplog.text
    caplog.clear()


def test_a_sentence_is_said_in_the_language_of_the_process(language, monkeypatch):
    translated = language("", OWN + "did-you-mean = Meinten Sie {$name}?\nwrite = Ändern in {$text}\n")
    monkeypatch.setattr("editor_app.text.sentences.language.spoken", lambda: translated)
    inner = Sentence("text.write", text="a")
    assert Sentence("text.did-you-mean", name=inner) == "Meinten Sie Ändern in a?"


def test_an_entry_beside_a_broken_one_is_read():
    assert read_entries("a = {\nb = fine\n") == {"a": "{", "b": "fine"}


def test_english_counts_and_joins():
    assert english().render("text.errors", {"count": 1}) == "1 error"
    assert english().render("text.errors", {"count": 1024}) == "1,024 errors"


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"LANG": "C.UTF-8"},
        {"LANG": "en_GB.UTF-8"},
        {"LANG": "tlh_QO.UTF-8@latin"},
        {"LANG": "../../docs"},
        {"FOREWORD_LANGUAGE": "tlh"},
        {"FOREWORD_LANGUAGE": "/nowhere"},
        {"FOREWORD_LANGUAGE": "en", "LANG": "tlh"},
    ],
)
def test_a_language_without_catalogues_is_english(environment):
    assert language_of(environment) is english()


def test_a_language_is_chosen_by_its_folder_or_by_the_locale(language, tmp_path, monkeypatch):
    language("")
    found = language_of({"FOREWORD_LANGUAGE": str(tmp_path), "LANG": "en_GB"})
    assert found.folder == tmp_path
    assert found.say("text.write", {"text": "a"}) == "Write ‘a’"
    monkeypatch.setattr(english(), "folder", tmp_path / "en")
    (tmp_path / "de").mkdir()
    for locale in ("de", "de_AT.UTF-8", "de_DE@euro"):
        assert language_of({"LANG": locale}).folder == tmp_path / "de"
    assert language_of({"LC_ALL": "fr_FR", "LANG": "de_DE"}) is english()
