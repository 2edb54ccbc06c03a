"""What keys and input methods do in a text, at one caret or several."""
