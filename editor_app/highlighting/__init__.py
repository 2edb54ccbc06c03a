"""Syntax highlighting: the colour roles of Markdown, YAML, TOML, JSON and fenced code.

Pygments reads fenced code and is imported at the first fence; only this package knows it. Which colour a role
has, the theme says. The lexers of both template dialects are published for Pygments.

Pygments' own patterns may backtrack. So they get code of at most 3 000 characters in short lines, of
languages that keep to their time on hostile texts (`code.py`, `tests/benchmarks/hostile_code.py`), and a key
in code reads none of it until the typing pauses.
"""
