"""YAML and JSON as one lossless tree with positions, read within a budget.

`read_yaml` and `read_json` give the same tree: scalars, lists and mappings with their places. A node says
what the text means: in `items` and `entries` stands what aliases repeat, in `merged` what comes in by `<<`.
And it says how that is written: `written` and `children` have the aliases themselves (`AliasNode`, with the
node it repeats) and the `<<`; anchors, tags and words for null are in the nodes. A place is found in the
tree, what stands between places (comments, commas, blank lines) in the text.

Most files are read by `plain_reader.py`, the others by PyYAML's events. No text in a tree holds half of a
surrogate pair: the JSON reader reports it and reads U+FFFD in its place.

At which key or value somebody types is worked out line by line (`typed_place.py`), since a text is seldom
valid while it is typed. Inside braces, and in a text that began on a line above, nothing is offered.
`offers.py` gives the keys and words that can stand at a place.

`fields/` reads mappings by tables. `editing/` changes texts through the tree and touches nothing else.
"""
