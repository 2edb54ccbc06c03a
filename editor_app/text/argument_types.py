"""Type checks of arguments: text where text is needed, bytes where bytes are."""

from __future__ import annotations


def require_text(value: object, function: str) -> None:
    """Raise TypeError unless what `function` was given is text."""
    if not isinstance(value, str):
        decode = "; decode it first, as in data.decode()" if isinstance(value, bytes) else ""
        raise TypeError(f"{function}() needs text, and was given {type(value).__name__}{decode}.")


def require_bytes(value: object, function: str) -> None:
    """Raise TypeError unless what `function` was given is bytes."""
    if not isinstance(value, bytes):
        encode = "; encode it first, as in source.encode()" if isinstance(value, str) else ""
        raise TypeError(f"{function}() needs a file’s bytes, and was given {type(value).__name__}{encode}.")
