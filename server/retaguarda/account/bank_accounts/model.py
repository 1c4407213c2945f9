"""A merchant's bank account and its states.

pending_verification → verified or rejected (the receiving bank names another holder, or refuses the Pix); any of them
→ disabled. A verified account can be paid once its cooling-off is over.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.providers.payout import AccountType
from retaguarda.providers.pix.keys import KeyKind

STATUSES = ("pending_verification", "verified", "rejected", "disabled")
OWNERSHIPS = ("own", "trusted")
KINDS = ("account", "key")

#: Of the Pix that verifies an account: one centavo.
VERIFYING_AMOUNT = Money(1, PIX_CURRENCY)

Nickname = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class AccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """``ispb`` of the bank; ``branch`` and ``number`` without their check digits; ``digit`` is the account's check
    digit (X or P where the bank writes a letter)."""

    ispb: Short
    account_type: AccountType
    branch: Short
    number: Short
    digit: Short


class KeyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``kind`` is required, because eleven digits may be a CPF or a phone number."""

    kind: KeyKind
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class BankAccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """Give either ``account`` or ``key``. ``holder_document`` is a CPF or a CNPJ, with or without punctuation."""

    nickname: Nickname
    holder_name: Name
    holder_document: Short
    account: AccountInput | None = None
    key: KeyInput | None = None


class BankAccount(msgspec.Struct):
    """One bank account as Commands and its Record return it. The document is complete here and masked in lists.

    ``number`` ends with the check digit. ``usable``: the account is verified and its cooling-off is over.
    """

    id: UUID
    created_at: datetime
    nickname: str
    kind: str
    ownership: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    holder_name: str
    holder_document: str
    status: str
    reason: str | None
    is_default: bool
    usable: bool
    usable_from: datetime
    verified_at: datetime | None
    company_id: int


class PayoutOrder(msgspec.Struct):
    """One payout order sent to the bank. ``code`` and ``reason`` explain a refusal."""

    id: UUID
    attempt: int
    end_to_end_id: str | None
    provider_id: str
    state: Literal["sending", "processing", "done", "refused"]
    code: str | None
    reason: str | None
    created_at: datetime
    ended_at: datetime | None


class BankAccountRecord(BankAccount):
    """A bank account with its payout orders, entries and timeline. ``verifying``: its centavo is under way."""

    verifying: bool
    orders: list[PayoutOrder]
    entries: list[Entry]
    timeline: list[Moment]
