"""Read the comparison of a merchant's contract."""

from collections.abc import Mapping

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.payouts.merchant_contracts.model import (
    SEVERITIES,
    TAKEN,
    Blocking,
    ContractField,
    ContractStanding,
    MerchantContract,
)

#: A field c of company k, and that company's day.
SOURCE = (
    "contract_check c join company k on k.id = c.company_id"
    " cross join lateral (select (now() at time zone k.time_zone)::date as today) d"
)
STATE = "contract_shown(c.state, c.accepted_until, d.today)"


class _Merchant(msgspec.Struct):
    id: int
    name: str
    legal_name: str
    document: str
    blocked_out: bool
    stops: str | None


async def fields_of_contract(tx: Tx, company: int) -> list[ContractField]:
    """The fields of a merchant, what weighs most first."""
    rows = await tx.all(
        f"select c.*, {STATE} as state, c.field = any(%(taken)s) and c.said is not null and c.state = 'differs' as takeable"
        f" from {SOURCE} where c.company_id = %(company)s"
        " order by array_position(array['high', 'medium', 'low'], c.severity), c.field",
        {"company": company, "taken": list(TAKEN)},
    )
    return msgspec.convert(rows, list[ContractField])


async def field_of(tx: Tx, company: int, field: str) -> ContractField:
    """One field of a merchant.

    Raises:
        ApiError: 404 before the merchant was ever compared.
    """
    found = [each for each in await fields_of_contract(tx, company) if each.field == field]
    if not found:
        raise not_found("field")
    return found[0]


async def load_contract(tx: Tx, company: int) -> MerchantContract | None:
    row = await tx.one(
        "select id, name, legal_name, document, blocked_out, contract_stop(id) as stops from company"
        " where id = %(company)s and id <> %(provider)s",
        {"company": company, "provider": PROVIDER},
    )
    if row is None:
        return None
    merchant = msgspec.convert(row, _Merchant)
    return MerchantContract(
        **msgspec.structs.asdict(merchant),
        blocking=await load_blocking(tx),
        fields=await fields_of_contract(tx, company),
    )


async def load_blocking(tx: Tx) -> Blocking:
    """Which differences stop payouts, for all merchants."""
    severities = await tx.value("select contract_severities()")
    return Blocking(**{name: name in severities for name in SEVERITIES})


async def contract_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ContractStanding | None:
    contract = await load_contract(tx, principal.chosen())
    if contract is None:
        return None
    said = {each.field: each.ours for each in contract.fields} | {
        f"{each.field}_state": each.state for each in contract.fields
    }
    return ContractStanding(blocked_out=contract.blocked_out, **said)


async def of_contract(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The merchant whose number the path names; None for the provider and for one that the caller does not see."""
    text = request.path_params["id"]
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return None
    return int(text) if int(text) in principal.companies and int(text) != PROVIDER else None
