"""What is offered at a place of a YAML file."""

from __future__ import annotations

import pytest

from editor_app.structured.offers import is_alone, is_no_place, offer, offer_keys
from editor_app.structured.typed_place import TypedPlace, typed_place
from editor_app.text import Span
from editor_app.text.completions import Completion

NOTES = {"name": "what it is called", "notes": "for people", "role": "who speaks", "No": "not"}


def place_in(marked: str) -> tuple[str, int, TypedPlace]:
    before, _, behind = marked.partition("‸")
    return before + behind, len(before), typed_place(before + behind, len(before))


@pytest.mark.parametrize(
    ("marked", "offered"),
    [
        ("‸", ["name: ", "notes: ", "role: ", "No: "]),
        ("n‸", ["name: ", "notes: ", "No: "]),
        ("NO‸", ["notes: ", "No: "]),
        ("notes‸", ["notes: "]),
        ("No‸", ["No: ", "notes: "]),  # what is typed comes first
        ("x‸", []),
        ("n‸: x", ["name", "notes", "No"]),
        ("n‸ame: x", ["name", "notes", "No"]),
        ("'n‸': x", []),
        ("n‸\nrole: x", ["name: ", "notes: ", "No: "]),
        ("n‸ x", []),
        ("n‸ # x", ["name: ", "notes: ", "No: "]),
        ("{n‸}", ["name: ", "notes: ", "No: "]),
        ("{n‸, role: x}", ["name: ", "notes: ", "No: "]),
        ("[n‸]", ["name: ", "notes: ", "No: "]),
        ("role: n‸", []),
        ("two n‸", []),
        ("- n‸", ["name: ", "notes: ", "No: "]),
        ("n‸" + " " * 79 + "x", []),
        ("n‸" + " " * 80 + "x", ["name: ", "notes: ", "No: "]),
    ],
)
def test_keys_are_offered_where_one_can_stand(marked, offered):
    source, _, place = place_in(marked)
    found = () if place.key else offer_keys(source, place, NOTES, ())
    assert [one.text for one in found] == offered
    assert {(one.span, one.is_open) for one in found} <= {(place.span, False)}
    assert [one.detail for one in found] == [NOTES[text.removesuffix(": ")] for text in offered]


def test_keys_that_are_there_are_left_out():
    source, _, place = place_in("n‸")
    found = offer_keys(source, place, NOTES, {"name", "No"})
    assert found == (Completion("notes: ", Span(0, 1), "for people"),)


def test_the_last_note_of_a_word_said_twice_counts():
    _, _, place = place_in("k: a‸")
    found = offer(place, [("ab", "one"), ("b", "no"), ("ab", "two")], "!", is_open=True)
    assert found == (Completion("ab!", Span(3, 4), "two", is_open=True),)


@pytest.mark.parametrize(
    ("marked", "nowhere", "alone"),
    [
        ("k: a‸", False, True),
        ("k:‸", True, True),
        ("k:a‸", True, False),
        ("k: ‸", False, True),
        ("k: 'a‸", False, True),
        ('k: "a‸', False, True),
        ("k: x a‸", False, False),
        ("k: 'x a‸", False, False),
        ("k: # a‸", True, False),
        ("‸", False, True),
        ("a‸", False, True),
        ("a:‸b", True, True),
    ],
)
def test_some_places_take_no_word_and_in_some_it_stands_alone(marked, nowhere, alone):
    source, offset, place = place_in(marked)
    assert (is_no_place(source, offset, place), is_alone(place)) == (nowhere, alone)
