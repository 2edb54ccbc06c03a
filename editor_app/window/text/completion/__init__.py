"""What can be written at the caret, offered beside it.

`Completing` asks 120 ms after a letter, a space behind a key or an opening mark, never in texts above a
megabyte, or when Ctrl+Space does. The list takes no focus: the editor hands it arrows, Enter, Tab and Esc
first and types everything else. Where any other text could stand (`is_open`), Enter takes only what a key
chose; behind a word that is complete it begins a line.
"""
