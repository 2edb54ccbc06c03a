"""Asking endpoints from the window: requests in threads of their own, and the keys for them.

Whatever waits for an endpoint is an iterator that `EndpointThread` (`asking.py`) runs in a thread of its own.
The thread knows nothing of Qt: the window looks ten times a second what is there, and while too much is there
the thread waits. A cancel takes what comes at once and leaves the rest. An error that is no ModelError is
left to the hook of threads. At the window's end each perspective ends what it runs (`Perspective.close`).

`Sending` (`sending.py`) connects a Request panel with the dialog, the keys and the answers: a `LiveAnswer`
for each subject, a chat's folder or a scenario, of which the panel shows that of the one in front. What is
sent is the body that the panel shows when Send is pressed.
"""
