"""Colours, fonts, lengths and icons of the theme.

`current_theme()` is asked where something is painted or laid out, and passed on to nobody. `spaced`, `sized`,
`with_icon`, `fonted` and `on_theme` follow each change of theme, font and size, hidden widgets too. Colours
are roles, filled from `resources/themes/*.toml`. Lengths are in the design's pixels and go through
`theme.px`.
"""
