"""What of a session is sent: model messages, and how a provider takes them.

`placement.py` says where a trigger's message stands in a request.

What a window shows of a step costs the same in a run of any length, since it is made of what is new.
`RequestLog.sums` keep parts, entries and tokens up to each step, so that a range of steps is counted by one
subtraction. `request_structure` gives the rows, earlier steps in groups that make their parts when they are
opened, `request_end` the last entries as the text has them, `step_change` what the step before had not. Each
is what the whole body would give (`tests/runs/test_runs_request_rows.py`). `RequestView.made` makes that body
when it is asked for: by a copy, by sending, by *Raw* of a short one.
"""
