"""What must hold for the data at every moment."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invariant:
    """``offenders_sql`` returns the count of offenders; the invariant holds when it is zero."""

    name: str
    description: str
    offenders_sql: str
