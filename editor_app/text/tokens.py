"""Counting the tokens of a text, or estimating them where no tokenizer is installed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_BYTES_PER_TOKEN = 4
_MOST_COUNTED = 200_000  # characters; counting the tokens of more takes too long for a window
_counts_with_o200k = re.compile(r"gpt-(?:4o|4\.1|4\.5|5)|chatgpt|o[1345]\b").match
_counts_with_cl100k = re.compile(r"gpt-(?:4|3\.5)").match

Counter = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A number of tokens; an estimate where the model's own tokenizer is not known here."""

    count: int
    is_estimate: bool


def count_tokens(text: str, model: str | None = None) -> TokenCount:
    """Return how many tokens a text is for a model, counted or estimated."""
    name, is_exact = tokenizer_of(model)
    if not name:
        return TokenCount(estimated_tokens(text), is_estimate=True)
    return TokenCount(_counted(text, name), is_estimate=not is_exact)


def count_or_estimate(text: str, model: str | None = None) -> TokenCount:
    """Return how many tokens a text is for a model; those of a very long one are estimated."""
    if len(text) > _MOST_COUNTED:
        return TokenCount(estimated_tokens(text), is_estimate=True)
    return count_tokens(text, model)


def tokenizer_of(model: str | None) -> tuple[str, bool]:
    """Return the encoding that counts a model's tokens, and whether the model has that one.

    The encoding is "" where it is not installed: then tokens are estimated by their bytes.
    """
    model_name = (model or "").rpartition("/")[2].lower()
    is_old = _counts_with_cl100k(model_name) is not None and not _counts_with_o200k(model_name)
    name = "cl100k" if is_old else "o200k"
    return ("", False) if _counter(name) is None else (name, is_old or bool(_counts_with_o200k(model_name)))


def token_counter(encoding: str) -> Counter | None:
    """Return what counts a text's tokens by an encoding, `o200k` or `cl100k`; None if not installed."""
    return None if _counter(encoding) is None else lambda text: _counted(text, encoding)


def estimated_tokens(text: str) -> int:
    """Return a text's bytes in UTF-8 divided by four, rounded up: the estimate of all that is shown."""
    return -(-byte_length(text) // _BYTES_PER_TOKEN)


def byte_length(text: str) -> int:
    """Return how many bytes a text has in UTF-8, half characters included."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=4096)
def _counted(text: str, encoding: str) -> int:
    counter = _counter(encoding)
    assert counter is not None
    try:
        return counter(text)
    except UnicodeEncodeError:  # half a surrogate pair
        return counter(text.encode("utf-8", "replace").decode())


@lru_cache(maxsize=2)
def _counter(encoding: str) -> Counter | None:
    """Return the tokenizer of an encoding, None where it is not installed."""
    try:
        from rs_bpe.bpe import openai
    except ImportError:
        return None
    tokenizer = openai.o200k_base() if encoding == "o200k" else openai.cl100k_base()
    count: Counter = tokenizer.count
    return count


def forget() -> None:
    """Forget which tokenizers are installed, so that they are looked for again."""
    _counted.cache_clear()
    _counter.cache_clear()
