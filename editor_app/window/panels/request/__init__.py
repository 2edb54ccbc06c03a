"""The request panel: what a provider takes, as its parts, its text, compared with another, and answered.

It shows a frozen `RequestView` and knows no chat: runs show theirs in it too. `structure_of` gives its rows.
"""
