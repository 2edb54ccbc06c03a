"""What the parts of a text are coloured as: roles of Markdown, YAML, TOML, JSON, and of fenced code.

Pygments reads fenced code and is imported at the first fence; no colour is known here.
"""
