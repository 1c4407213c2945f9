"""Sending money: the port, and adapters for providers that send Pix by an id of ours, in files or in lots."""

from retaguarda.providers.payout.lot_port import (
    BatchSender,
    LineStatus,
    Lot,
    LotLine,
    LotStage,
    LotStatus,
    LotUnheard,
    TakenLine,
)
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
    "BatchSender",
    "LineStatus",
    "Lot",
    "LotLine",
    "LotStage",
    "LotStatus",
    "LotUnheard",
    "Order",
    "Outcome",
    "PayoutBusy",
    "PayoutError",
    "PayoutRefused",
    "PayoutUnknown",
    "Payouts",
    "Returned",
    "TakenLine",
]
