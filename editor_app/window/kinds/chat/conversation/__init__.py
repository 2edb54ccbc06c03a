"""The surface of all messages of a chat, one of them in a live editor.

Its owner lends it the editor of the message in front (`take_editor`), which lies over its part of the surface
as a viewport over its document: never higher than the surface, and scrolled along with it
(`hosted_editor.py`). So a key there costs what it costs in a tab.

The other messages stand in the same lines as an editor's text, painted in the same way (`LaidLines`,
`Picture`), in chunks of some thousand characters that are laid out while they are in view (`laid_chunk.py`).
What is out of view has an estimated height until a slice measures it (`message_text.py`). Where one above
the view is corrected, the scroll offset moves along (`anchored` in `heights.py`).
"""
