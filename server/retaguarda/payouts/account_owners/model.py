"""Account owners: states, problems, inputs and answers.

A version goes draft → verified (by somebody who did not write it) → active → superseded by the next. Its owner shows the
active version, expired once its last day has passed; a retired owner stays for what was paid from its account.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.text_input import Reason

STATES = ("draft", "verified", "active", "expired", "superseded", "retired")
PROBLEMS = ("not_active", "to_come", "over", "no_agreement", "no_signer", "bank_not_listed")
METHODS = ("pix", "ted", "slip")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Code = Annotated[str, msgspec.Meta(pattern="^[0-9A-Z]{1,20}$", max_length=20)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class OwnerTerms(msgspec.Struct, forbid_unknown_fields=True):
    """``number`` without its check digit. ``cnab_code``: of the company in the bank's files; ``receipt_text``: above each
    receipt."""

    name: Name
    document: Short
    ispb: Annotated[str, msgspec.Meta(pattern="^[0-9A-Z]{8}$", max_length=8)]
    account_type: Literal["CACC", "SVGS", "TRAN"]
    branch: Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
    number: Annotated[str, msgspec.Meta(min_length=1, max_length=19)]
    digit: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
    valid_from: date
    valid_to: date | None = None
    cnab_code: Code | None = None
    receipt_text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


class OwnerVersionInput(OwnerTerms, forbid_unknown_fields=True, kw_only=True):
    reason: Reason


class AgreementInput(msgspec.Struct, forbid_unknown_fields=True):
    """``last_nsa``: of the newest file under this number, where another program wrote files before."""

    method: Literal["pix", "ted", "slip"]
    number: Code
    last_nsa: Annotated[int, msgspec.Meta(ge=0, le=999_999)]
    reason: Reason


class SignerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``document`` is a CPF."""

    name: Name
    document: Short
    valid_from: date
    valid_to: date | None = None


class SignerRemoval(msgspec.Struct, forbid_unknown_fields=True):
    signer: UUID
    reason: Reason


class OwnerVersion(msgspec.Struct, kw_only=True):
    """What was said of an owner. ``number`` ends with its check digit."""

    version: int
    status: str
    name: str
    document: str
    ispb: str
    bank_name: str
    branch: str
    number: str
    account_type: str
    cnab_code: str | None
    receipt_text: str | None
    valid_from: date
    valid_to: date | None
    written_at: datetime
    written_by: str
    verified_at: datetime | None
    verified_by: str | None
    activated_at: datetime | None
    activated_by: str | None


class Agreement(msgspec.Struct):
    method: str
    number: str
    last_nsa: int


class Signer(msgspec.Struct):
    """``in_force``: may sign today. The document is masked."""

    id: UUID
    name: str
    document: str
    valid_from: date
    valid_to: date | None
    in_force: bool


class AccountOwner(OwnerVersion, kw_only=True):
    """An owner as its shown version says: the active one, or else the newest. ``state`` as of today; ``days_left``: until
    its last day, null without one."""

    id: UUID
    company_id: int
    company_name: str
    state: str
    days_left: int | None
    problems: list[str]
    created_at: datetime
    retired_at: datetime | None
    reason: str | None


class AccountOwnerRecord(AccountOwner, kw_only=True):
    """``next``: the version that waits to be verified or to come into force. ``next_mine``: the caller wrote it, so somebody else verifies."""

    next: OwnerVersion | None
    next_mine: bool
    versions: list[OwnerVersion]
    agreements: list[Agreement]
    signers: list[Signer]


class OwnerStanding(msgspec.Struct):
    """An owner as a plan compares it."""

    version: int
    status: str
    name: str
    bank_name: str
    branch: str
    number: str
    cnab_code: str | None
    valid_from: date
    valid_to: date | None
    agreements: str
    signers: str
