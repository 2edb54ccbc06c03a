"""A cached property without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Fact = TypeVar("Fact")


class once(Generic[Fact]):  # noqa: N801  it reads as a decorator
    """A property computed on first access and kept; without the lock of Python 3.11's `cached_property`."""

    def __init__(self, work_out: Callable[[Any], Fact]) -> None:
        """Compute the property with `work_out`."""
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[Fact]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Fact: ...

    def __get__(self, instance: object | None, owner: type) -> once[Fact] | Fact:
        if instance is None:
            return self
        fact = instance.__dict__[self._name] = self._work_out(instance)
        return fact
