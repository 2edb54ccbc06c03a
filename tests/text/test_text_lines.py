from hypothesis import given
from hypothesis import strategies as st

from editor_app.text import LineIndex, Position, Span

texts = st.text(alphabet="a\n\r\u2028😀", max_size=15)


@given(texts, st.integers(-3, 20))
def test_positions_agree_with_counting(source: str, offset: int):
    clamped = max(0, min(offset, len(source)))
    before = source[:clamped]
    expected = Position(before.count("\n") + 1, clamped - (before.rfind("\n") + 1) + 1)
    assert LineIndex(source).position(offset) == expected


@given(texts)
def test_every_offset_comes_back_from_its_position(source: str):
    index = LineIndex(source)
    for offset in range(len(source) + 1):
        assert index.offset(*index.position(offset)) == offset


@given(texts)
def test_line_spans_are_the_lines(source: str):
    index = LineIndex(source)
    lines = source.split("\n")
    assert index.count == len(lines)
    assert [index.line_span(n + 1).of(source) for n in range(index.count)] == lines


def test_lines_and_columns_are_clamped():
    index = LineIndex("ab\ncd")
    assert index.offset(1, 99) == 2
    assert index.offset(2, 0) == 3
    assert index.offset(0, 1) == 0
    assert index.offset(99, 99) == 5
    assert index.line_span(-4) == Span(0, 2)
    assert index.line_span(7) == Span(3, 5)


def test_an_empty_text_has_one_line():
    index = LineIndex("")
    assert index.count == 1
    assert index.position(0) == Position(1, 1)
    assert index.line_span(1) == Span(0, 0)
