"""One module per command, each with `run(arguments, streams) -> exit code`."""
