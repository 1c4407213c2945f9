"""What a bank account of a merchant is, and which states it goes through.

pending_verification → verified or rejected (the receiving bank names another holder, or refuses), and from any of them
to disabled. A verified account is paid to once its cooling-off is over.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry
from retaguarda.providers.payout import AccountType
from retaguarda.providers.pix.keys import KeyKind

STATUSES = ("pending_verification", "verified", "rejected", "disabled")
OWNERSHIPS = ("own", "trusted")
KINDS = ("account", "key")

#: What verifies an account, centavos.
VERIFYING_AMOUNT = 1

Nickname = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class AccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """``ispb`` of the bank; ``branch`` without its check digit; ``number`` without, ``digit`` the check digit (X or P where the bank writes it so)."""

    ispb: Short
    account_type: AccountType
    branch: Short
    number: Short
    digit: Short


class KeyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``kind`` is asked for: eleven digits may be a CPF or a telephone."""

    kind: KeyKind
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class BankAccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """Either ``account`` or ``key``. ``holder_document`` is a CPF or a CNPJ, with or without its punctuation."""

    nickname: Nickname
    holder_name: Name
    holder_document: Short
    account: AccountInput | None = None
    key: KeyInput | None = None


class BankAccount(msgspec.Struct):
    """One account as Commands and its record answer it; the document is whole here, masked in lists.

    ``number`` ends with the check digit. ``usable``: it is verified, and its cooling-off is over.
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
    """One order given to the bank. ``code`` and ``reason`` of its refusal."""

    id: UUID
    attempt: int
    end_to_end_id: str
    provider_id: str
    state: Literal["sending", "processing", "done", "refused"]
    code: str | None
    reason: str | None
    created_at: datetime
    ended_at: datetime | None


class BankAccountRecord(BankAccount):
    """An account with everything that belongs to it. ``verifying``: its centavo is on the way."""

    verifying: bool
    orders: list[PayoutOrder]
    entries: list[Entry]
    timeline: list[Moment]
