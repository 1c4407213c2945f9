"""How a charge with a due date stands, or is to stand."""

from datetime import date
from typing import Any

import msgspec

from retaguarda.foundation.database import Row


class Revision(msgspec.Struct):
    """What of a charge can be another; kept in this shape while the provider has not agreed."""

    amount: int
    due_date: date
    valid_days: int
    terms: dict[str, Any]
    description: str | None


def revision_of(charge: Row) -> Revision:
    return Revision(**{name: charge[name] for name in Revision.__struct_fields__})
