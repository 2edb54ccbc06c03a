"""Timers, connections that end together, and work off the window's thread or in slices.

All that waits for disks, processes or a keyring is asked of a `Runner` (`runner.py`), which gives the result
to its asker in the window's thread, if that is still there. The window's end waits two seconds at most for
what is begun (`wait_for_work`). What takes long in the window's own thread is a generator that a `Slicer`
(`slicer.py`) goes on with in later events.
"""
