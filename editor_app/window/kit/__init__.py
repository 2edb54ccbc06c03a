"""What any program with windows could use: theme, rows, forms, cards, focus, work.

The kit knows nothing of prompts. What a floor above needs twice, the kit has once; the docstring of each part
shows its use. A panel says what it shows, not how.

`layouts.py` makes layouts from their parts, `actions.py` has an action with its function, `positions.py` the
positions in Qt's texts.
"""
