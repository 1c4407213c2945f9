"""Sending money: the port, and an adapter for providers that send Pix by an id of ours."""

from retaguarda.providers.payout.port import (
    Account,
    AccountType,
    Order,
    Outcome,
    PayoutBusy,
    PayoutError,
    PayoutRefused,
    Payouts,
    PayoutUnknown,
    Returned,
)

__all__ = [
    "Account",
    "AccountType",
    "Order",
    "Outcome",
    "PayoutBusy",
    "PayoutError",
    "PayoutRefused",
    "PayoutUnknown",
    "Payouts",
    "Returned",
]
