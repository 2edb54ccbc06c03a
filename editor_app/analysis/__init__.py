"""Analysis of texts: the one door between a text and everything that is shown of it.

`read_document` decodes bytes and reads them as their kind says; `analyse` does so with the text alone, which
an editor has already. Both give an immutable `Analysis`: tree, diagnostics, outline, highlighting, and one
`content`, which is the kind's own (`content_of` in the kind's module gives it with its type). Any text gives
an analysis.

`render` in `model_text.py` is the only maker of what the model gets, so `foreword render`, the preview and
*Copy* give the same bytes. What a text is tried with is one value, a `Trial`. `explain_at` says why a
character of the result is there.

How much of a result stays the same next turn is worked out in `template/first_change.py`, by the volatility
in `variables/stability.py`. `vectors.py` writes what another renderer of the template language is held
against; `tests/template/other_renderer.mjs` is one.

What would take too long while somebody waits is not read and said to be so (`tag_limit.py`).
"""
