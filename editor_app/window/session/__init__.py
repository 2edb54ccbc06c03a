"""What a window held when it ended, brought back by the next one: tabs, views, and unsaved text.

There is one mechanism for a restart and for a crash. `journaling.py` hands each edit of an unsaved document
to the process's journal (`library/journal/`): its text as last read or saved before the first edit, and
`ended` when it is saved, reloaded or closed. The state of the window (`state.py`, a frozen value; `views.py`
reads and restores it) goes into the same journal when tabs change, every two seconds and at the end, if it is
another by then. What only a kind's perspective knows, such as the chosen block, it gives and takes itself
(`kept_state`, `restore_state`).

`window.ini` keeps what every session shares: the window's position, sizes, which panels are open, the full
page, the colours and the file of the first picture, the port of *Serve*, and which folder was chosen for a
library by hand.

At the next start `keeping.py` takes the journals that no process has, `plan.py` says what they bring back,
each text once, and `restoring.py` opens the tab in front at once and the others one by one. An `OpenFile` is
given its undo steps when it is made. Where the file still is what they began with, that is a plain unsaved
file, else one that changed on disk meanwhile. What is read after the window is shown comes into its tab, or
beside it where something was typed there meanwhile.

An earlier journal is removed only when all of it is open here and in the new journal, on the disk. Until then
it is written anew without what the new one has (`keep_only`), so that what becomes of a text here is not
undone by the next start.

After a crash `recovery.py` offers Compare, Keep and Discard in the bar; what is discarded is put into local
history first. While the journal works, closing the window asks nothing. Unsaved text of other libraries is
looked for in another thread and mentioned once: each folder of journals has a note of where
its library is.
"""
