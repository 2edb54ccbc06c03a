import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from editor_app.text import Edit, Span, apply_edits, difference, in_order, text_amid_move

texts = st.text(alphabet="ab\n😀é", max_size=12)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], "abcdef"),
        ([Edit(Span(0, 0), "x")], "xabcdef"),
        ([Edit(Span(6, 6), "x")], "abcdefx"),
        ([Edit(Span(1, 3), "")], "adef"),
        ([Edit(Span(4, 5), "E"), Edit(Span(0, 1), "A")], "AbcdEf"),
        ([Edit(Span(2, 2), "1"), Edit(Span(2, 2), "2")], "ab12cdef"),
        ([Edit(Span(2, 4), "X"), Edit(Span(2, 2), "<"), Edit(Span(4, 4), ">")], "ab<X>ef"),
    ],
)
def test_edits_are_made_at_once(edits: list[Edit], expected: str):
    assert apply_edits("abcdef", edits) == expected


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 3), ""), Edit(Span(2, 4), "")],
        [Edit(Span(0, 3), ""), Edit(Span(1, 1), "x")],
        [Edit(Span(5, 7), "")],
        [Edit(Span(-1, 0), "")],
        [Edit(Span(3, 2), "")],
    ],
    ids=["overlapping", "inserting into what goes", "past the end", "before the start", "backwards"],
)
def test_edits_that_cannot_be_made_are_refused(edits: list[Edit]):
    with pytest.raises(ValueError, match="edit"):
        apply_edits("abcdef", edits)


@given(texts, texts)
@example("aaaa", "aa")
@example("abab", "ab")
def test_the_difference_turns_the_old_text_into_the_new(old: str, new: str):
    edit = difference(old, new)
    assert (edit is None) == (old == new)
    if edit is not None:
        assert apply_edits(old, [edit]) == new
        assert edit.growth == len(new) - len(old)


@given(texts, texts)
def test_the_difference_is_as_small_as_one_edit_can_be(old: str, new: str):
    edit = difference(old, new)
    if edit is None:
        return
    replaced = edit.span.of(old)
    if replaced and edit.text:
        assert replaced[0] != edit.text[0]
        assert replaced[-1] != edit.text[-1]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_edits_sort_by_place_and_keep_the_order_given_at_one_place(places: list[tuple[int, int]]):
    edits = [Edit(Span(min(p), max(p)), str(n)) for n, p in enumerate(places)]
    ordered = in_order(edits)
    assert [edit.span for edit in ordered] == sorted(edit.span for edit in edits)
    for span in {edit.span for edit in edits}:
        assert [e for e in ordered if e.span == span] == [e for e in edits if e.span == span]


MUCH = " ".join(map(str, range(100)))


@pytest.mark.parametrize(
    ("old", "new", "amid"),
    [
        (f"head {MUCH} MOVED tail", f"head MOVED {MUCH} tail", f"head {MUCH} tail"),
        (f"head MOVED {MUCH} tail", f"head {MUCH} MOVED tail", f"head {MUCH} tail"),
        (f"MOVED{MUCH}", f"{MUCH}  moved", MUCH),
        (f"{MUCH}MOVED", f"  moved{MUCH}", MUCH),
        ("head abc MOVED tail", "head MOVED abc tail", None),
        ("head tail", f"head {MUCH} tail", None),
        ("", MUCH, None),
    ],
)
def test_what_goes_past_much_is_found(old: str, new: str, amid: str | None):
    edit = difference(old, new)
    assert edit is not None
    assert text_amid_move(old, edit, 200) == amid
