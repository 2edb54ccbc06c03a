"""Playing scenarios on the command line.

`run_input.py` loads a scenario with all that it names, `scenario_runs.py` plays it and checks what is
expected, `run_output.py` writes requests, report and recording, `timeline.py` the lines of steps.
`importing.py` writes the scenario of a transcript.

What is printed of a run at an endpoint, its key and its exit code are in `at_endpoint.py`.
"""
