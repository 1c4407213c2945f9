"""Give a merchant what its contract says, by the Commands of companies: their rules, and their policies."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.companies.commands.change_terms import SET_FEE, SET_LIMIT, SET_PAYOUT
from retaguarda.companies.commands.onboard_company import CHANGE
from retaguarda.companies.model import FeeInput, LimitInput, PayoutInput, RegistrationInput
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.money import Price
from retaguarda.foundation.request import Principal
from retaguarda.payouts.merchant_contracts.model import ContractField

_LIMITS: Mapping[str, Any] = {"most_once": "withdrawal", "most_day": "withdrawal_day", "most_night": "withdrawal_night"}
#: A policy about one of these is about taking a source's value too.
ALSO = (CHANGE.name, SET_FEE.name, SET_PAYOUT.name, SET_LIMIT.name)


class _Registration(msgspec.Struct):
    name: str
    legal_name: str
    segment: str
    country: str
    owner: str | None
    products: list[str]
    kyc_expires_on: Any


async def take_value(tx: Tx, principal: Principal, field: ContractField) -> None:
    """Carry out the Command that gives the merchant the source's value, with its event.

    Raises:
        ApiError: 409-like refusals of that Command; 400 ``field`` for a value that it cannot take.
    """
    company = principal.chosen()
    assert field.said is not None
    command, given = await _command(tx, company, field.field, field.said)
    done = await command.apply(tx, principal, given, {"id": str(company)})
    await record(
        tx,
        command.name,
        company=company,
        subject=done.subject,
        actor=principal.email,
        person=principal.person_id,
        data={"reason": f"{field.source}: {field.said}"[:500], **done.data},
    )


async def _command(tx: Tx, company: int, field: str, said: str) -> tuple[Command[Any], Any]:
    if field == "payin_fee":
        return SET_FEE, FeeInput(percentage=said)
    if field == "payout_fee":
        amount, currency = amount_of(said)
        payout = await tx.one("select cooling_off_hours from payout_terms(%(company)s)", {"company": company})
        assert payout is not None
        given = {"fee": {"amount": amount, "currency": currency}, **payout}
        try:
            return SET_PAYOUT, msgspec.convert(given, PayoutInput)
        except msgspec.ValidationError:
            raise invalid_field("field", "out_of_range", f"no payout may cost {said}") from None
    if field in _LIMITS:
        amount, currency = amount_of(said)
        price = msgspec.convert({"amount": amount, "currency": currency}, Price)
        return SET_LIMIT, LimitInput(_LIMITS[field], price)
    row = await tx.one("select * from company where id = %(company)s", {"company": company})
    before = msgspec.convert(row, _Registration)
    after = msgspec.structs.replace(before, **{"legal_name" if field == "legal_name" else "segment": said})
    return CHANGE, msgspec.convert(msgspec.structs.asdict(after), RegistrationInput)


def amount_of(said: str) -> tuple[int, str]:
    """Minor units and currency of an amount as it is kept: "150 BRL".

    Raises:
        ApiError: 409 ``contract_value_elsewhere`` for a fee that is more than one amount.
    """
    amount, _, currency = said.partition(" ")
    if " " in currency:
        raise value_elsewhere()
    return int(amount), currency


def value_elsewhere() -> ApiError:
    """Return the refusal of a value that the settings of payouts decide, and not the terms of the company."""
    return ApiError(409, "contract_value_elsewhere", "the settings of payouts decide this field: change it there")
