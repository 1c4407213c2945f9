"""Statuses and API shapes of recipients.

active, or suspended: no new charge may name a suspended recipient and no payout goes to it; shares agreed before still
come in.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.model import AccountInput, KeyInput, Name, Short
from retaguarda.account.withdrawals.model import Transfer
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry
from retaguarda.payin.splits.model import AgreedPart, PaymentShare, Split

STATUSES = ("active", "suspended")


class RecipientInput(msgspec.Struct, forbid_unknown_fields=True):
    """Either ``account`` or ``key``, owned by the recipient. ``document`` is a CPF or a CNPJ, with or without
    punctuation.
    """

    name: Name
    document: Short
    account: AccountInput | None = None
    key: KeyInput | None = None


class RecipientChange(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change. The document cannot change: another document is another recipient."""

    name: Name | None = None
    account: AccountInput | None = None
    key: KeyInput | None = None


class PayOutInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` is what arrives; the fee is charged to the recipient's balance on top."""

    amount: Price
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class Recipient(msgspec.Struct):
    """``balance`` is available for payouts; ``received`` sums its shares of all payments. The document is complete
    here, masked in lists.
    """

    id: UUID
    created_at: datetime
    name: str
    document: str
    status: str
    reason: str | None
    bank_account_id: UUID
    received: Money
    balance: Money
    on_hold: Money
    company_id: int


class RecipientAccount(msgspec.Struct):
    """The account of its payouts. ``reason``: why the account was rejected."""

    kind: str
    bank_name: str | None
    ispb: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    status: str
    reason: str | None
    usable: bool
    usable_from: datetime


class RecipientShare(PaymentShare, kw_only=True):
    """A share of a ``charge``, or of a recurring charge: ``schedule``. ``payer_name``: as the payer's bank told it."""

    charge: UUID | None
    schedule: UUID | None
    payer_name: str | None


class RecipientRecord(Recipient, kw_only=True):
    """A recipient with its details. ``returned``: for refunds; ``carried``: the part of refunds that its balance did
    not cover; ``fee``: of one payout. ``shares`` holds the newest of ``share_count``.
    """

    account: RecipientAccount
    returned: Money
    carried: Money
    paid_out: Money
    fee: Money
    shares: list[RecipientShare]
    share_count: int
    payouts: list[Transfer]
    entries: list[Entry]
    timeline: list[Moment]


class SplitRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    split: Split


class SplitRule(msgspec.Struct):
    """A saved split. ``agreed`` gives each share, of R$ 100.00."""

    id: UUID
    created_at: datetime
    name: str
    split: Split
    agreed: list[AgreedPart]
    company_id: int
