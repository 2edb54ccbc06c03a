"""Numbers of fields: the ranges they may be in, and what a text spells as one."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, NamedTuple

from editor_app.structured.nodes import Node, ScalarNode, integer
from editor_app.text import Sentence

_MOST_DIGITS: Final = 60


class Range(NamedTuple):
    """The numbers a field may have: from `least` to `most`, in sentences `words` if these say it better."""

    least: Decimal | int
    most: Decimal | int
    words: str = ""
    is_open: bool = False
    """Whether `least` itself is not in it."""

    def holds(self, number: Decimal | int) -> bool:
        """Whether a number is in the range."""
        return (self.least < number if self.is_open else self.least <= number) and number <= self.most

    @property
    def schema(self) -> dict[str, Decimal | int]:
        """The range as a JSON schema."""
        return {"exclusiveMinimum" if self.is_open else "minimum": self.least, "maximum": self.most}

    def sentence(self, noun: str) -> str:
        """Return what the number must be."""
        if self.words:
            return self.words
        least, most = f"{self.least:,}", f"{self.most:,}"
        if self.is_open:
            return Sentence("structured.above-up-to", noun=noun, least=least, most=most)
        return Sentence("structured.from-to", noun=noun, least=least, most=most)

    def nearest_to(self, number: Decimal | int) -> Decimal | int:
        """Return the number of the range that is next to one out of it."""
        if number > self.most:
            return self.most
        return 1 if self.is_open else self.least


def decimal_of(node: Node | None) -> Decimal | None:
    """Return the number a scalar spells, exactly; None where YAML or JSON does not take it for a number."""
    if not isinstance(node, ScalarNode) or node.tag not in {"int", "float"}:
        return None
    whole = integer(node)
    return _decimal(node.value or "") if whole is None else Decimal(whole)


def number_in(spelling: str) -> Decimal | None:
    """Return the number that a text spells, whatever it is read as."""
    return _decimal(spelling.strip().replace(",", "")) if spelling.isascii() else None


def _decimal(spelling: str) -> Decimal | None:
    spelling = spelling.replace("_", "")
    if len(spelling) > _MOST_DIGITS:
        return None
    try:
        number = Decimal(spelling)
    except ArithmeticError:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_DIGITS else None


def spelled(number: Decimal) -> str:
    """Write a number without an exponent."""
    text = format(number.normalize(), "f")
    return text if text != "-0" else "0"
