"""What a scenario is played with, its playing in slices, and its run at an endpoint.

A scenario with an endpoint is asked by `FileRun.start` alone, which only the button and the action reach:
whatever refreshes a view shows what there is. `FileRun` has the run of one open scenario, going on or over,
and `EndpointRuns` those of all, so that one goes on while other files are in front.

Its thread gives events, and with each step's beginning the requests so far. `GrowingRun` makes a `RunResult`
of them at any moment, which the view shows as that of a script. What lasts of it, its end, an error, what is
missing, is `file_status` in the bar over the view.
"""
