"""Reading scenario and triggers files, with every problem at its place.

Each mapping has a table of `structured/fields/`, which reads it and adds each problem with its path. A
trigger with an error is left out, and the others stay.

`read_scenario` looks at no other file. `link_scenario` finds and reads those that are named, all within one
folder, and is what `linked_problems` of the kind's row asks for `check`. Steps in JSON Lines are read by
`plain_step` as long as nothing is odd in a line, and else by the reader with places, so that hundreds of
thousands take seconds.

What can be written at a place is in `completion.py`, with what each word is for.
`changes.py` makes edits: another id of a trigger, a limit that was dragged.
"""
