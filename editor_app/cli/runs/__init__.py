"""Playing scenarios on the command line: reading them with all they name, the timeline, and their tests."""
