"""Spans, edits, lines, diagnostics, encodings: the basic types that all other packages use."""

from editor_app.text.diagnostics import (
    MORE_PROBLEMS,
    MOST_PROBLEMS,
    Diagnostic,
    Fix,
    MoreProblems,
    Rename,
    Severity,
    count_by_severity,
    in_file_order,
    more_problems,
)
from editor_app.text.edits import Edit, apply_edits, difference, in_order, insert_at, rebased, text_amid_move
from editor_app.text.encoding import (
    Decoded,
    Newlines,
    TextFormat,
    UnencodableText,
    decode,
    decode_text,
    encode,
    encode_edited,
    to_engine_text,
)
from editor_app.text.lines import LineIndex, Position, line_at, line_end, line_start
from editor_app.text.nearest import did_you_mean, meant, nearest
from editor_app.text.newline_spellings import letter_of, letters_fit, letters_of, newlines_of
from editor_app.text.sentences.joining import listed, some_of, together
from editor_app.text.sentences.language import Sentence
from editor_app.text.spans import Span

__all__ = [
    "MORE_PROBLEMS",
    "MOST_PROBLEMS",
    "Decoded",
    "Diagnostic",
    "Edit",
    "Fix",
    "LineIndex",
    "MoreProblems",
    "Newlines",
    "Position",
    "Rename",
    "Sentence",
    "Severity",
    "Span",
    "TextFormat",
    "UnencodableText",
    "apply_edits",
    "count_by_severity",
    "decode",
    "decode_text",
    "did_you_mean",
    "difference",
    "encode",
    "encode_edited",
    "in_file_order",
    "in_order",
    "insert_at",
    "letter_of",
    "letters_fit",
    "letters_of",
    "line_at",
    "line_end",
    "line_start",
    "listed",
    "meant",
    "more_problems",
    "nearest",
    "newlines_of",
    "rebased",
    "some_of",
    "text_amid_move",
    "to_engine_text",
    "together",
]
