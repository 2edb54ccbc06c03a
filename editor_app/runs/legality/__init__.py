"""What providers refuse in the requests of a run: tool calls and results, and what stands between them.

Legality goes along with the run: for each provider a frozen state takes the new entries of each request and
gives what they break. `check_run_request` does the same with a whole body.
"""
