"""The values of a due charge that a revision may change."""

from datetime import date
from typing import Any

import msgspec

from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payin.rows import ChargeRow


class Revision(msgspec.Struct):
    """Values now, or as requested; stored in this shape until the provider agrees."""

    amount: int
    due_date: date
    valid_days: int
    terms: dict[str, Any]
    description: str | None


def revision_of(charge: ChargeRow) -> Revision:
    return struct_of(Revision, charge)
