"""A statement that must hold of the data at every moment."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invariant:
    """``offenders_sql`` answers one number, the count of offenders; it holds when that is zero."""

    name: str
    description: str
    offenders_sql: str
