"""The words of the request panel: wrapped whole, coloured by what they are, short where there is no room."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QTextDocument

from editor_app.requests.comparing import BodyDifference
from editor_app.requests.parts import Provider
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.words.labels import BREAK
from editor_app.window.panels.request.raw_text import JsonColours
from editor_app.window.panels.request.request_view import RequestView
from editor_app.window.panels.request.row_layout import Piece
from editor_app.window.panels.request.words import difference_words, stable_words, verdicts
from editor_app.window.text.document.shown_text import ShownText

VALUE = "It is the value of [git:branch]."
KEPT = "About 1 token before it stays cached."
NOT_KEPT = "Nothing is read from the cache: the models differ."
MUCH_KEPT = "About 1,234 tokens before it stay cached."


def colours_of(document: QTextDocument) -> list[tuple[str, str]]:
    """Return the coloured parts of a document with their colours."""
    found = []
    block = document.begin()
    while block.isValid():
        for part in block.layout().formats():
            text = block.text().encode("utf-16-le")[2 * part.start : 2 * (part.start + part.length)]
            found.append((text.decode("utf-16-le"), part.format.foreground().color().name()))
        block = block.next()
    return found


def test_names_and_texts_have_their_colours_and_nothing_else_has(theme):
    document = QTextDocument()
    colours = JsonColours(document)
    source = '{\n  "😀 a": "x: \\"y\\" 😀",\n  "n": 12,\n  "list": [true, "z"]\n}'
    document.setPlainText(source)
    colours.rehighlight()
    name, text = theme.colors["key"], theme.colors["str"]
    assert colours_of(document) == [
        ('"😀 a"', name),
        ('"x: \\"y\\" 😀"', text),
        ('"n"', name),
        ('"list"', name),
        ('"z"', text),
    ]


def test_a_text_that_is_too_long_for_one_block_keeps_its_colour(theme):
    document = QTextDocument()
    colours = JsonColours(document)
    source = json.dumps({"a": "word " * 10_000, "b": 1})
    ShownText(document).show(source)
    colours.rehighlight()
    found = colours_of(document)
    assert len(found) > 3
    assert {colour for text, colour in found if "word" in text} == {theme.colors["str"]}
    assert found[-1] == ('"b"', theme.colors["key"])


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (None, "For the cache, b.json and this request are the same."),
        (
            BodyDifference(("system", 0, "text"), 4, 1, "a", "b", "[git:branch]"),
            f"The first difference from b.json is at system[0].text, character 5. {VALUE} {KEPT}",
        ),
        (
            BodyDifference(("system", 0, "text"), 4, 1, "a", "b", not_cached="the models differ"),
            f"The first difference from b.json is at system[0].text, character 5. {NOT_KEPT}",
        ),
        (
            BodyDifference(("messages", 2, "role"), 0, 1_234, "user", None),
            f"This request ends where b.json goes on, with messages[2].role. {MUCH_KEPT}",
        ),
        (
            BodyDifference(("tools", 0, "name"), 0, 0, None, "search"),
            "This request goes on where b.json ends, with tools[0].name. Nothing before it stays cached.",
        ),
    ],
)
def test_a_difference_is_told_in_sentences(found, says):
    assert difference_words(found, "b.json") == says


def test_how_much_stays_the_same_is_said_for_each_way_of_caching(request_view):
    assert stable_words(request_view("anthropic", cache="off")) == "not cached"
    long = request_view("openai", [("user", "word " * 2_000)], model="gpt-5")
    assert stable_words(long).startswith("cached: first ")
    assert stable_words(RequestView(Provider.OPENAI)) == ""


@pytest.mark.parametrize("provider", ["openai", "openai-responses"])
def test_a_request_without_a_model_is_not_said_to_be_taken(request_view, provider):
    assert verdicts(request_view(provider, model=None))[0] == "OpenAI takes this once a model is named"
    assert verdicts(request_view(provider, model="gpt-5"))[0] == "OpenAI accepts this request"


def test_each_wording_of_a_verdict_is_shorter_than_the_one_before(request_view):
    for view in (
        request_view(),
        request_view("openai", model="gpt-5"),
        request_view("openai", model=None),
        RequestView(Provider.GOOGLE, why_none="x"),
    ):
        lengths = [len(words) for words in verdicts(view)]
        assert lengths == sorted(lengths, reverse=True)


def test_only_a_word_that_is_wider_than_its_line_is_broken(theme):
    style = row_style()
    tag, long = '<message type="session-start-reminder">', "x" * 90
    piece = Piece(f"{tag} {long}", font="code", wraps=True)
    word = tag.split()[1]
    room = style.metrics["code"].horizontalAdvance(word) + 2
    first, second, broken = piece.breakable(style, room).split(" ")
    assert (first, second) == ("<message", word)
    parts = broken.split(BREAK)
    assert ("".join(parts), len(parts) > 2) == (long, True)
    assert all(style.metrics["code"].horizontalAdvance(part) <= room for part in parts)
    assert BREAK in piece.breakable(style, room // 2).split(" ")[1]
    assert BREAK not in Piece(tag).breakable(style, 2_000)
