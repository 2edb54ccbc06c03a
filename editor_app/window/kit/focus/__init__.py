"""Keys, the focus, and what screen readers are told.

The tables of actions have the keys of menus, each panel those which mean something in it only (`PanelKey`);
*Keyboard shortcuts* lists both. `panel_keys.py` opens menus by F10 and Shift+F10 in the window and in
dialogs. Fields of one line keep the platform's editing keys. Where the focus is, and not only the text, says
whether Undo is enabled (`panel_focus.py`).

Tab goes through a window in screen order (`tab_order.py`, which the main window and the popups ask), never in
the order widgets were made in: a panel that makes rows anew has nothing to do for it, and `setTabOrder` is
used nowhere. What is only read, such as a sentence of *Why* or what an empty panel says, is a
`ReadableLabel`: Tab and F6 stop at it, and Ctrl+C copies it.

`announcing.py` is the only way to have something said to a screen reader: what an action did, where the focus
does not show it, a problem that the caret comes to, and other numbers of problems after a pause. Commands
reach it by the `Notices`, too. What is half typed is a problem only after a pause. Notices say themselves,
and so does the bar over the text where another program changed or deleted the file.

A combo box gets its label from `ElidedComboBox`, as Linux reads no other name of it; a segment is a radio
button, and a dock is called what it shows. `kit/accessible_groups.py` makes groups of panels that have a
name. A tooltip is markup, so `set_plain_tooltip` gives its words for the description, too. The title of a
section is a `FoldButton`, which says whether it is folded.
"""
