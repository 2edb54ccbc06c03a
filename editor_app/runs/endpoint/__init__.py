"""Models at OpenAI-compatible endpoints: asked, streamed, cancelled, with tools that only read.

`open_run` (`model.py`) is the one door to a run at an endpoint, for command line and window. It gives events
that begin when they are asked for, all in one thread, and stop within a moment once `cancelled` or the end of
trust says so. It prints nothing: waits, and what could not be stored, are told by functions that it is given.
Which key is used, and whether one is kept, its caller decides.

Each request is sent by a thread of its own with its own event loop (`exchange.py`), which does nothing but
put bytes into a queue. The run's thread takes them out, looks for a cancel every 50 ms, and never waits for
the network. So cancelling closes a connection at any moment: while it is made, while a name is looked up,
between two tries.

`requesting.py` is all that knows `httpx`, which is imported when a request is sent. Neither proxies nor
`~/.netrc` are looked at. A key is kept by scheme, host and port, so no other place gets it, whatever a
scenario names. Tools read through `file_reader`, as `file:` does.

Runs are stored as they happen: `RunKeeper` (`storing.py`) takes each event, and a plan writes a trigger's
message before its flag is set. What a full disk or a locked database refuses waits for the next event. A
trigger's message does not wait: its flag stays unset, and it fires again. A run that begins deletes the
oldest of its scenario. What a run was played with is stored before its first message (`stored.py`), so that
`replayed` makes the same steps, figures and requests of it again. Only what was said at a step besides what
providers refuse is lost. The rows in the database know neither sessions nor steps, which are JSON to them.
"""
