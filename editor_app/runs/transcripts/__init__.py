"""Transcripts of other programs as scenarios, with all that is lost listed.

`import_scenario` makes steps of other programs' messages and notes each loss. `write_scenario` writes any
scenario, also a recorded one, so that reading it gives the same again.
"""
