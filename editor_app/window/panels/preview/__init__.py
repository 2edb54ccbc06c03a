"""The preview: the text the model gets, and why each part of it is there.

It brings what became of the place at the caret into view, scrolling no further than that takes
(`PreviewText.follow`). Once it was scrolled by hand it rests until the editor takes the next key. Its own
caret is put to that place when the focus comes by key (`place_caret`), and then stays where somebody moves it
until the editor's moves.
"""
