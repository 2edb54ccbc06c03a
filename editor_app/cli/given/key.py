"""The key of an endpoint that the user gives: unseen at the terminal, or as a line of standard input."""

from __future__ import annotations

import getpass
import sys
import warnings

from editor_app.cli.failure import Failure
from editor_app.library.files.reading import reason_of
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError
from editor_app.runs.endpoint.keys import Key, check_private, key_of

_MOST_BYTES = 10_000


def asked_key(endpoint: Endpoint, *, reads_input: bool) -> Key:
    """Return the key that the user gives for an endpoint; raises Failure where none can be asked for.

    `reads_input` says whether standard input is free; where it is no terminal, the key is its first line.
    """
    try:
        check_private(endpoint)
        is_terminal = sys.stdin is not None and sys.stdin.isatty()
        if reads_input and sys.stdin is not None and not is_terminal:
            return key_of(_line_of_input())
        return key_of(_typed(endpoint))
    except EndpointError as error:
        raise Failure("key", str(error)) from error


def _line_of_input() -> str:
    try:
        line = sys.stdin.buffer.readline(_MOST_BYTES)
    except OSError as error:
        raise Failure("key", f"Standard input could not be read: {reason_of(error)}.") from error
    if not line.strip():
        raise Failure("key", "‘--ask-key’ reads the key from standard input, and there is none. Give a line.")
    return line.decode("utf-8", "replace")


def _typed(endpoint: Endpoint) -> str:
    """Return what is typed at the terminal without being shown; never where it would be."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(f"Key for {endpoint.origin} (it is not shown): ")
    except (getpass.GetPassWarning, OSError, EOFError):
        raise Failure(
            "key",
            "‘--ask-key’ asks at a terminal, and there is none that can hide what is typed. "
            "Give the key as a line of standard input.",
        ) from None
