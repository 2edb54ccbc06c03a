"""The command line: arguments → engine → exit code."""

from editor_app.cli.running import main

__all__ = ["main"]
