"""The HTTP API: what programs ask and are answered, on this computer only.

`app.py` finds the endpoint of a request in `routes/table.py` and checks what it says in one order. Access is
checked by the headers alone, before path and body are looked at (`why_refused`). Paths are compared as
the bytes that were sent, and the variable part is percent-decoded once, so an id may hold a slash. Endpoints
run in threads, since the service waits for files and git.

What is refused raises `ErrorAnswer`, and what the service or the disk cannot do is turned into one
(`errors_answered` in `endpoints.py`). `errors.py` has the status of each code, and a sentence for the log
that people read.

A `cwd` is checked once, links resolved (`Call.place_of`), and what is read is read there: a link that is put
in its place meanwhile leads nowhere. Files that the user allowed are allowed in the window and on the command
line, not here (`uses_grants`).
"""
