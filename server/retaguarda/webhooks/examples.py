"""Example payloads of every webhook event, with made-up values, for the API contract."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.money import BRL, Money
from retaguarda.webhooks.payloads import (
    ChargeTold,
    DepositTold,
    EndpointTold,
    IncidentTold,
    MedCaseTold,
    Message,
    PayeeTold,
    PayoutBatchTold,
    PayoutTold,
    RecurrenceTold,
    RecurringChargeTold,
    RefundTold,
    WithdrawalTold,
)


def _at(day: int, hour: int) -> datetime:
    return datetime(2026, 11, day, hour, 30, tzinfo=UTC)


def _id(number: int) -> UUID:
    return UUID(int=0x01A1FEC2_C8A0_7EE5_8B49_000000000000 + number)


_PAYMENT = "E12345678202611201530abcdefghijk"
_CHARGE = ChargeTold(
    _id(1), "7978c0c97ea847e78e8849634473c1f1", "created", "order-1001", Money(10_000, BRL), Money(0, BRL), None, _at(20, 15), _at(21, 15), None
)  # fmt: skip
_REFUND = RefundTold(_id(2), _id(1), "requested", Money(2_500, BRL), _PAYMENT, None, _at(22, 9), None)
_WITHDRAWAL = WithdrawalTold(
    _id(3), "created", _id(4), Money(50_000, BRL), Money(100, BRL), Money(0, BRL), None, None, _at(22, 9), None, None
)
_PAYOUT = PayoutTold(
    _id(10),
    "created",
    "payout",
    "supplier-17",
    None,
    Money(12_000, BRL),
    Money(100, BRL),
    Money(0, BRL),
    None,
    None,
    _at(22, 9),
    None,
    None,
)
_BATCH = PayoutBatchTold(
    _id(12), "planned", "file", None, 40, 38, 2, Money(456_000, BRL), Money(3_800, BRL), 0, 0, 0, _at(22, 9), None, None
)  # fmt: skip
_AUTHORISED = {"authorised_at": _at(22, 10)}
_TURNED = _AUTHORISED | {"turned": 38, "done": 38, "ended_at": _at(22, 10)}
_NOTHING = {"lines": 0, "good": 0, "bad": 0, "amount": Money(0, BRL), "fee": Money(0, BRL), "ended_at": _at(22, 10)}
_PAYEE = PayeeTold(_id(13), "pending", 1, None, [], _at(22, 9), None, None)
_CHECKED = {"status": "qualified", "match_class": "match", "checked_at": _at(22, 9)}
_OF_ANOTHER = {
    "match_class": "impossible",
    "divergent": ["document"],
    "checked_at": _at(22, 10),
    "owner_changed_at": _at(22, 10),
}
_DEPOSIT = DepositTold(_id(5), "credited", _PAYMENT, Money(10_000, BRL), _at(20, 15))
_RECURRENCE = RecurrenceTold(
    _id(6), None, "created", "63100862", "MENSAL", date(2026, 12, 1), date(2027, 12, 1), Money(3_500, BRL)
)
_RECURRING_CHARGE = RecurringChargeTold(
    _id(7),
    _id(6),
    "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6",
    "created",
    date(2026, 12, 10),
    Money(3_500, BRL),
    None,
    None,
    None,
)
_DISPUTE = MedCaseTold(
    _id(8), _id(1), _PAYMENT, "to_answer", "fraud", Money(10_000, BRL), Money(10_000, BRL), None, Money(0, BRL), _at(20, 15), _at(25, 15), None
)  # fmt: skip
_INCIDENT = IncidentTold(_id(11), 42, "payin", "confirmed", False, _at(20, 15), _at(20, 16), _at(20, 16))
_NUMBERED = {"id_rec": "RN1234567820261120abcdefghijk"}
_PAID = {"end_to_end_id": _PAYMENT, "paid_at": _at(20, 16)}
_WITHDRAWAL_OVER = {"end_to_end_id": _PAYMENT, "ended_at": _at(22, 10)}
_CASE_OVER = {"blocked": Money(0, BRL), "due_at": None, "ended_at": _at(25, 15)}
#: Kind of object → its example when created, and the fields that differ in each later state.
_EXAMPLES: dict[str, tuple[msgspec.Struct, dict[str, dict[str, Any]]]] = {
    "charge": (_CHARGE, {"paid": _PAID}),
    "refund": (_REFUND, {"settled": {"rtr_id": "D12345678202611220931abcdefghijk", "settled_at": _at(22, 9)}}),
    "withdrawal": (
        _WITHDRAWAL,
        {
            "in_bank_processing": {"end_to_end_id": _PAYMENT},
            "done": _WITHDRAWAL_OVER,
            "failed": _WITHDRAWAL_OVER | {"fail_code": "AC03"},
            "cancelled": {"ended_at": _at(22, 10)},
        },
    ),
    "payout": (
        _PAYOUT,
        {
            "done": _WITHDRAWAL_OVER,
            "failed": _WITHDRAWAL_OVER | {"fail_code": "AC03"},
            "cancelled": {"ended_at": _at(22, 10)},
            "rejected": {"ended_at": _at(22, 10)},
            "returned": _WITHDRAWAL_OVER | {"returned": Money(12_000, BRL)},
            "partly_returned": _WITHDRAWAL_OVER | {"returned": Money(5_000, BRL)},
        },
    ),
    "payout_batch": (
        _BATCH,
        {
            "unreadable": _NOTHING,
            "authorised": _AUTHORISED,
            "running": _AUTHORISED | {"turned": 12},
            "paused": _AUTHORISED | {"turned": 12},
            "done": _TURNED,
            "done_in_part": _TURNED | {"done": 36, "failed": 2},
            "cancelled": {"ended_at": _at(22, 10)},
            "expired": {"ended_at": _at(25, 10)},
        },
    ),
    "payee": (
        _PAYEE,
        {
            "checked": _CHECKED,
            "owner_changed": {"status": "divergent", **_OF_ANOTHER},
            "blocked": {"status": "blocked"},
            "unblocked": _CHECKED,
        },
    ),
    "deposit": (_DEPOSIT, {}),
    "incident": (_INCIDENT, {"announced": {"status": "confirmed"}}),
    "recurrence": (_RECURRENCE, dict.fromkeys(("approved", "rejected", "expired", "cancelled"), _NUMBERED)),
    "recurring_charge": (
        _RECURRING_CHARGE,
        {"paid": _PAID, "rejected": {"end_code": "AC05"}, "cancelled": {"end_code": "SLCR"}},
    ),
    "med_case": (
        _DISPUTE,
        {
            "agreed": {"agreed": Money(10_000, BRL), "due_at": _at(26, 15)},
            "disagreed": _CASE_OVER,
            "recovering": {
                "agreed": Money(10_000, BRL),
                "blocked": Money(0, BRL),
                "returned": Money(4_000, BRL),
                "due_at": None,
            },
            "returned": _CASE_OVER | {"agreed": Money(10_000, BRL), "returned": Money(10_000, BRL)},
            "partly_returned": _CASE_OVER | {"agreed": Money(10_000, BRL), "returned": Money(4_000, BRL)},
            "expired": _CASE_OVER | {"agreed": Money(10_000, BRL)},
            "cancelled": _CASE_OVER,
        },
    ),
}


def example(kind: str) -> Message[Any]:
    """Return the example message of an event. ``kind`` like ``charge.paid``."""
    object_kind, _, state = kind.partition(".")
    if object_kind == "webhook":
        return Message(_id(9), kind, _at(22, 10), 2, EndpointTold(_id(10)))
    start, differs = _EXAMPLES[object_kind]
    # A new object keeps its first state.
    named = {} if state in ("created", "opened") else {"status": state}
    return Message(_id(9), kind, _at(22, 10), 2, msgspec.structs.replace(start, **(named | differs.get(state, {}))))
