"""Serving the HTTP API: connections, access, the token, the log, start and shutdown.

This package is all that knows uvicorn. `ServingProtocol` finds the end of each header block itself, refuses
ambiguous requests (request smuggling; `read_head`), gives each request a parser of its own, and enforces
timeouts, size and connection limits. `LingeringTransport` closes so that a response still arrives.
`why_refused` (`access.py`) is a pure function of the headers.

What is refused is noted by its code alone in the request's scope (`note_refusal`), from where the log takes
it: a message may quote what was sent. The log is written by a thread of its own. What the state folder says
of a server counts as long as the lock beside it is held (`announcing.py`).

The process takes its signals itself (`Shutdown`), gives running requests three seconds, and then ends,
whatever a thread still waits for: what was returned is on the disk. `parent_process.py` follows the program
that started it.
"""
