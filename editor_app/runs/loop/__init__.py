"""The loop of a run: steps, the checks between them, and what is kept of it.

A run is a generator of events (`playing.py`). After each of them it may be cancelled, so whatever must not be
torn apart (messages that fire, then their flags) happens before the next event. `state.py` is the one thing
that changes: the session so far, the figures, and `new`, what the next request has more than the last.
`results.py` is the door to playing (`play_scenario`).

A model (`RunModel`) says what stands before a step and gives its parts. `ScriptedModel` plays those of a
scenario; `runs/endpoint/` has the other one.

Requests only grow. Each step keeps the model messages that are new in its request (`RequestLog.chunks`), and
what is new in one request is placed among itself alone, so no message changes that was sent already. Only a
compaction begins the requests anew (`RequestLog.starts`). A body is made when it is looked at.

`hook.py` is for agents that run elsewhere: `check_session` says what is sent before the next step, by the
same functions.
"""
