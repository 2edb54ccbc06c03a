"""An enum whose members have words, which a translation may make the same for two of them."""

from __future__ import annotations

from enum import Enum
from typing import Self


class WordedEnum(Enum):
    """Members that are written as their `words`, but are known by their order alone.

    A member whose value is a sentence would be an alias of another in the same words.
    """

    words: str

    def __new__(cls, words: str) -> Self:
        """Give a member its number and its words."""
        member = object.__new__(cls)
        member._value_ = len(cls.__members__)
        member.words = words
        return member
