"""Syntax highlighting: the colour roles of Markdown, YAML, TOML, JSON and fenced code.

Pygments reads fenced code and is imported at the first fence. Which colour a role has, the theme says.
"""
