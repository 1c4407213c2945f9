"""What every statement says, whatever format told it: a beginning, its lines, and an end with its checks."""

from dataclasses import dataclass, field
from datetime import date

import msgspec

from retaguarda.providers.bankfiles.lines import Tolerances

#: Ten to the eighteenth less one: what fits into a bigint of Postgres with room for a sum.
LARGEST = 10**18 - 1


class Limits(msgspec.Struct, frozen=True):
    """What a file may ask of the reader; beyond it the file is damaged. ``field`` in characters, ``depth`` in open elements."""

    bytes: int = 2 * 1024**3
    lines: int = 5_000_000
    field: int = 4_096
    depth: int = 32


class Balance(msgspec.Struct, frozen=True):
    """``amount`` in minor units of the statement's currency; below nothing is a debt. ``on``: the day that the file names."""

    amount: int
    on: date | None = None


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """A statement begins. What the format does not tell is empty or None; ``line``: where it begins in the file.

    ``number`` counts the statements of a file from one; ``sequence`` is the bank's own number of it.
    """

    number: int
    format: str
    line: int
    currency: str
    account: str
    bank: str = ""
    branch: str = ""
    holder: str = ""
    holder_document: str = ""
    sequence: str = ""
    first_day: date | None = None
    last_day: date | None = None
    opening: Balance | None = None


class StatementLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One movement. ``amount`` in minor units, below nothing when money leaves.

    ``number`` counts within the statement. ``reference`` is the bank's (FITID, AcctSvcrRef): banks repeat it, so it is no key,
    and two equal lines of one day are two lines. ``own_reference`` is what the account's holder called the order.
    ``name``, ``tax_document`` and ``counter_account`` are the other side's. ``balance`` is the one after the line.
    ``pseudo``: the row tells a balance and moves nothing, so no sum counts it. ``parts``: payments that a bank booked as
    one; only where it is one do end-to-end id and other side follow.
    ``first_line``, ``last_line``, ``offset`` and ``end`` say where in the file it stands, ``end`` being the byte after it.
    """

    number: int
    booked_on: date
    amount: int
    first_line: int
    last_line: int
    offset: int
    end: int
    value_on: date | None = None
    kind: str = ""
    history_code: str = ""
    reference: str = ""
    own_reference: str = ""
    end_to_end_id: str = ""
    document: str = ""
    name: str = ""
    tax_document: str = ""
    counter_account: str = ""
    description: str = ""
    balance: int | None = None
    reversal: bool = False
    pseudo: bool = False
    parts: int = 1


class Check(msgspec.Struct, frozen=True):
    """What the file says of itself beside what was counted; amounts in minor units."""

    name: str
    said: int
    counted: int

    @property
    def holds(self) -> bool:
        return self.said == self.counted


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A statement ends. ``debits`` is positive; pseudo rows are in ``pseudo`` and in no sum.

    ``unbooked`` counts entries that the bank only announces: they are no lines.
    """

    number: int
    lines: int
    credits: int
    debits: int
    pseudo: int = 0
    unbooked: int = 0
    opening: Balance | None = None
    closing: Balance | None = None
    checks: tuple[Check, ...] = ()


Event = Begun | StatementLine | Ended


@dataclass(slots=True)
class Known:
    """What is known of a file so far: its format, and what was read although it is not as it should be."""

    tolerances: Tolerances = field(default_factory=Tolerances)
    format: str = ""
    statements: int = 0
