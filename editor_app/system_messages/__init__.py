"""System messages: blocks, the situations they are for, and which of them win.

    source - read_system_message -> blocks, problems - resolve_blocks(situation) -> Outcome
    Outcome - assemble(values) -> Assembly: text, parts, source map

The text of the file is the only truth; the tree of blocks is a view of it. All blocks of a message are one
flat tuple, each before its children, and every result is parallel to that tuple or names blocks by their
place in it.

`resolve_blocks` says of each block whether it is in, open or out, and of each contest who wins, in sentences.
With an empty situation every block is in: a message is complete until somebody says what it is for. What is
outranked is still sent. `assemble` renders the contents and joins them. `edits/` turns what somebody does in
the tree into edits of the text.

Each step takes a memory of the last revision, so that an edit in one block costs little more than that block,
and one of the tree little more than the blocks of the list it is in (`incremental.py`, `incremental_runs.py`,
`edits/reparsing.py`). Aliases in them repeat anchors that stand above (`repeats.py`). Where an anchor itself
is edited, a whole block is repeated, or far repairs are, the file is read as a whole.

`builders.py` and `writing.py` go the other way: from Python to a file. What scripts hand to builders is
checked in `arguments.py`, and a mistake raises. Edits check the values that people give to fields
(`edits/field_values.py`); what is impossible in the text at hand is refused in a sentence.
"""
