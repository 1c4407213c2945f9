"""Seal payouts that somebody approved as part of a batch: an HMAC over who gets how much, under a key outside of the
database. The sender checks it, so that a row changed in the database is not sent.
"""

import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.keys import Keys

#: Purpose of the key (docs/cryptography.md).
PURPOSE = "payout"
#: Columns of a payout that its seal is over.
SEALED = (
    "company_id", "id", "batch_id", "batch_line", "holder_name", "holder_document", "kind", "ispb", "branch", "number",
    "account_type", "pix_key", "amount", "currency", "fee", "scheduled_for", "description", "external_id",
)  # fmt: skip


class PayoutSeals:
    """Makes and checks the seals of one installation."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def seal(self, payout: Mapping[str, Any]) -> bytes:
        """``payout``: columns of its row."""
        return self._keys.sign(PURPOSE, _message(payout))

    def holds(self, payout: Mapping[str, Any]) -> bool:
        """Whether a payout is as it was sealed. One that is no part of a batch needs no seal."""
        if payout["batch_id"] is None and payout["origin"] not in ("batch", "split"):
            return True
        seal = bytes(payout["seal"] or b"")
        return any(hmac.compare_digest(each, seal) for each in self._keys.sign_all(PURPOSE, _message(payout)))


def _message(payout: Mapping[str, Any]) -> bytes:
    told = [None if payout[name] is None else str(payout[name]) for name in SEALED]
    # What was asked for as a TED may leave as a Pix: its seal says what was asked for.
    if purpose := payout.get("ted_purpose"):
        told += ["ted", purpose]
    return msgspec.json.encode(told)
