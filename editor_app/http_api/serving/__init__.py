"""Serving the HTTP API: connections, who may ask, the token, the log, and how it starts and ends.

This package is all that knows uvicorn. `ServingProtocol` finds the end of each head itself, refuses what two
readers could read in two ways (`read_head`), gives each request a parser of its own, and closes what is late,
too long or one too many. `LingeringTransport` closes so that an answer still arrives. `why_refused`
(`access.py`) is a pure function of the headers.

What is refused is noted by its code alone in the request's scope (`note_refusal`), from where the log takes
it: a message may quote what was sent. The log is written by a thread of its own. What the state folder says
of a server counts as long as the lock beside it is held (`announcing.py`).

The process takes its signals itself (`Shutdown`), answers what runs for three seconds, and then ends,
whatever a thread still waits for: what was returned is on the disk.
"""
