"""Statuses and API shapes of payees.

A payee is pending until the directory was asked; qualified when it names the same owner, divergent when it does not, blocked by
a person; a qualification that is over is shown as expired. A destination is new, cooling once a person trusts it, trusted when
that time is over; refused or retired for good.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.model import AccountInput, KeyInput, Name, Short
from retaguarda.foundation.money import Money
from retaguarda.foundation.timeline import Moment
from retaguarda.payouts.payees.confirm_payee import Confirmation

STATUSES = ("pending", "qualified", "divergent", "expired", "blocked")
CLASSES = ("match", "close", "no", "impossible", "unchecked")
SOURCES = ("person", "file")
KINDS = ("person", "company")
DESTINATION_STATES = ("new", "cooling", "trusted", "refused", "retired")
#: Actor of what a look-up finds.
DIRECTORY = "dict"


class PayeeInput(msgspec.Struct, forbid_unknown_fields=True):
    """Who is paid, and where: ``account`` or ``key``. ``document`` is a CPF or a CNPJ, with or without punctuation."""

    name: Name
    document: Short
    trade_name: Name | None = None
    account: AccountInput | None = None
    key: KeyInput | None = None


class PayeeChange(msgspec.Struct, forbid_unknown_fields=True):
    """The names as they are from now on. The document cannot change: another document is another payee."""

    name: Name
    trade_name: Name | None = None


class DestinationInput(msgspec.Struct, forbid_unknown_fields=True):
    """Either ``account`` or ``key``."""

    account: AccountInput | None = None
    key: KeyInput | None = None


class Payee(msgspec.Struct):
    """One payee; of a CPF six digits are shown. ``divergent``: the fields that the directory contradicts."""

    id: UUID
    created_at: datetime
    name: str
    trade_name: str | None
    document: str
    status: Literal["pending", "qualified", "divergent", "expired", "blocked"]
    divergent: list[str]
    reason: str | None
    source: str
    destinations: int
    match_class: str | None
    checking: bool
    check_problem: str | None
    checked_at: datetime | None
    expires_at: datetime | None
    company_id: int


class PayeeDestination(msgspec.Struct):
    """Where a payee is paid; keys and accounts are masked. ``confirmation``: what the last look-up found.

    ``paid``: what the merchant paid there so far. ``shared_with``: other merchants that know it; for staff alone.
    """

    id: UUID
    created_at: datetime
    kind: str
    state: Literal["new", "cooling", "trusted", "refused", "retired"]
    bank_name: str | None
    ispb: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    usable_from: datetime | None
    reason: str | None
    trusted_by: str | None
    owner_changed_at: datetime | None
    confirmation: Confirmation | None
    paid_count: int
    paid: Money | None
    first_paid_at: datetime | None
    last_paid_at: datetime | None
    shared_with: int | None


class ComparedField(msgspec.Struct):
    """A field of the book beside what a source says of it. ``agrees`` None: the source did not tell."""

    field: Literal["name", "document", "kind"]
    ours: str
    found: str | None
    agrees: bool | None
    source: str
    at: datetime


class PayeeRecord(Payee):
    """A payee with its destinations, the fields as others have them, and what happened."""

    fields: list[ComparedField]
    places: list[PayeeDestination]
    lookups_left: int
    cooling_off_hours: int
    timeline: list[Moment]


class RevealedDestination(msgspec.Struct):
    id: UUID
    pix_key: str | None
    branch: str | None
    number: str | None


class RevealedPayee(msgspec.Struct):
    """What is masked elsewhere, in full. Each reveal is recorded with the person."""

    id: UUID
    document: str
    places: list[RevealedDestination]


class TrustInput(msgspec.Struct, forbid_unknown_fields=True):
    """``call_back``: whom you asked, on a number you had before; it is kept with the destination's history."""

    call_back: Annotated[str, msgspec.Meta(max_length=500)] | None = None
