"""Why each character of a body’s text is there.

`BodyReasons` reads the text of a body once into tokens, each with its place (`json_tokens.py`), and finds
the one at an offset by bisection. The escapes of a string are read when it is first asked about.

A character of a part leads to an offset in the text that the part was taken from. From there `explain_at` of
`analysis/` goes on to tag and value. All else has a sentence of `FieldReasons`.
"""
