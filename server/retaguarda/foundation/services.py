"""The parts of one process, found by their type: a room takes what it needs and imports nothing above it."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Services:
    """Built once, where the process is put together."""

    def __init__(self, parts: Mapping[type[Any], Any]) -> None:
        self._parts = parts

    def with_parts(self, parts: Mapping[type[Any], Any]) -> "Services":
        return Services({**self._parts, **parts})

    def __getitem__(self, kind: type[T]) -> T:
        """
        Raises:
            LookupError: this process has no such part.
        """
        try:
            return cast(T, self._parts[kind])
        except KeyError:
            raise LookupError(f"this process has no {kind.__name__}") from None
