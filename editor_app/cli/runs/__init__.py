"""Playing scenarios on the command line: reading them with all they name, the timeline, and their tests.

What is printed of a run at an endpoint, its key and its exit code are in `at_endpoint.py`.
"""
