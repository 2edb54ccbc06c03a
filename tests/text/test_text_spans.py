from hypothesis import given
from hypothesis import strategies as st

from editor_app.text import Span

spans = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: Span(min(pair), max(pair)))


def test_a_span_is_half_open():
    span = Span(2, 5)
    assert span.length == 3
    assert [offset for offset in range(8) if span.contains(offset)] == [2, 3, 4]
    assert [offset for offset in range(8) if span.touches(offset)] == [2, 3, 4, 5]
    assert span.of("abcdefg") == "cde"
    assert span.shifted(10) == Span(12, 15)


def test_an_empty_span_contains_nothing_and_touches_its_place():
    span = Span(3, 3)
    assert not any(span.contains(offset) for offset in range(6))
    assert span.touches(3)


@given(spans, spans)
def test_spans_overlap_if_they_share_a_code_point(one: Span, other: Span):
    shared = set(range(*one)) & set(range(*other))
    if one.length and other.length:
        assert one.overlaps(other) == bool(shared)
    assert one.overlaps(other) == other.overlaps(one)
