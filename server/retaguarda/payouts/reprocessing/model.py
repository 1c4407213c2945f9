"""What is done again, and what the API says of it."""

from typing import Annotated
from uuid import UUID

import msgspec

#: ``status_asked``: the bank was asked what became of an order; ``line_resent``: an order that a file could not carry went into another.
KINDS = ("status_asked", "new_order", "rerouted", "line_resent", "file_read_again")

Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


class ReprocessInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: why a person does it again."""

    reason: Reason


class Asked(msgspec.Struct):
    """The bank is being asked what became of the order of a payout."""

    payout_id: UUID
    status: str
