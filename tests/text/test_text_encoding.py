import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from editor_app.text import (
    Decoded,
    Edit,
    Newlines,
    Span,
    TextFormat,
    UnencodableText,
    apply_edits,
    decode,
    encode,
    to_engine_text,
)

line_texts = st.lists(
    st.sampled_from(["\n", "\r\n", "\r", "a", "é", "😀", "\x85", "\u2028"]), max_size=12
).map("".join)
encodings = st.sampled_from(
    [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")]
)


@given(st.binary(max_size=40))
@example(b"")
@example(b"\xff")
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb\xbf\xef\xbb\xbfx")
@example(b"\xff\xfea")
@example(b"\xff\xfe\x00\xd8")
@example(b"\x00\r\n\r\n\n")
def test_any_bytes_come_back_unless_a_byte_is_reported(data: bytes):
    decoded = decode(data)
    assert "\r" not in decoded.text
    if decoded.bad_byte is None:
        assert encode(decoded.text, decoded.format) == data
    else:
        assert 0 <= decoded.bad_byte < len(data)


@given(line_texts, encodings)
def test_any_text_comes_back_in_any_encoding(text: str, encoding: tuple[str, bytes]):
    name, mark = encoding
    data = mark + text.encode(name)
    decoded = decode(data)
    assert decoded.bad_byte is None
    assert decoded.format.encoding == name
    assert decoded.format.bom == bool(mark)
    assert decoded.text == to_engine_text(text)
    assert encode(decoded.text, decoded.format) == data


@pytest.mark.parametrize(
    ("data", "text", "newlines"),
    [
        (b"a\nb", "a\nb", Newlines()),
        (b"a\r\nb\r\n", "a\nb\n", Newlines("\r\n")),
        (b"a\rb", "a\nb", Newlines("\r")),
        (b"a\r\nb\nc\r\n", "a\nb\nc\n", Newlines("\r\n", ((3, "\n"),))),
        (b"\r\r\n", "\n\n", Newlines("\r", ((1, "\r\n"),))),
    ],
)
def test_newlines_are_lf_inside_and_remembered(data: bytes, text: str, newlines: Newlines):
    assert decode(data).text == text
    assert decode(data).format.newlines == newlines


@pytest.mark.parametrize(
    ("data", "bad_byte"),
    [(b"abc\xff", 3), (b"\xef\xbb\xbfab\xc3", 5), (b"\xff\xfea\x00\x00\xdc", 4), (b"caf\xe9 \xe9", 3)],
)
def test_the_first_byte_that_does_not_belong_is_named(data: bytes, bad_byte: int):
    decoded = decode(data)
    assert decoded.bad_byte == bad_byte
    assert "\ufffd" in decoded.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_half_a_surrogate_pair_is_refused_at_its_engine_offset(encoding: str):
    with pytest.raises(UnencodableText) as caught:
        encode("a\nb\n\ud83d", TextFormat(encoding, newlines=Newlines("\r\n")))
    assert caught.value.offset == 4
    assert "character 5" in str(caught.value)


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[str, Edit]:
    text = draw(line_texts)
    length = len(to_engine_text(text))
    start = draw(st.integers(0, length))
    end = draw(st.integers(start, length))
    return text, Edit(Span(start, end), draw(st.text(alphabet="x\n", max_size=4)))


@given(texts_and_edits())
@example(("a\rX\nb", Edit(Span(2, 3), "")))
@example(("a\r\r\nb\nX\nc", Edit(Span(1, 2), "")))
def test_newlines_follow_an_edit_and_none_is_lost(case: tuple[str, Edit]):
    spelled, edit = case
    before = decode(spelled.encode())
    text = apply_edits(before.text, [edit])
    newlines = before.format.newlines.after(edit)
    assert all(text[offset] == "\n" for offset, _ in newlines.exceptions)
    data = encode(text, TextFormat(newlines=newlines))
    assert decode(data).text == text
    assert encode(decode(data).text, decode(data).format) == data


@given(texts_and_edits())
def test_lines_away_from_an_edit_keep_their_spelling(case: tuple[str, Edit]):
    spelled, edit = case
    before = decode(spelled.encode())
    after = before.format.newlines.after(edit).spell(apply_edits(before.text, [edit]))
    assert after.startswith(spelled_part(before, 0, edit.span.start))
    assert after.endswith(spelled_part(before, edit.span.end, len(before.text)))


def spelled_part(decoded: Decoded, start: int, end: int) -> str:
    dominant, exceptions = decoded.format.newlines.dominant, decoded.format.newlines.exceptions
    inside = tuple((offset - start, spelling) for offset, spelling in exceptions if start <= offset < end)
    return Newlines(dominant, inside).spell(decoded.text[start:end])


def test_inserted_newlines_are_the_dominant_ones():
    decoded = decode(b"a\r\nb\nc\r\n")
    edit = Edit(Span(1, 1), "x\ny")
    text = apply_edits(decoded.text, [edit])
    assert encode(text, TextFormat(newlines=decoded.format.newlines.after(edit))) == b"ax\r\ny\r\nb\nc\r\n"


def test_text_without_cr_is_engine_text_already():
    text = "a\nb"
    assert to_engine_text(text) is text
    assert to_engine_text("a\r\nb\rc") == "a\nb\nc"
