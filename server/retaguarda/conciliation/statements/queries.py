"""Load and lock house accounts and lines, and map their rows to the API's types."""

from collections.abc import Mapping

import msgspec

from retaguarda.conciliation.statements.model import HouseAccount, HouseAccountRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal

_ACCOUNT = "select * from house_account where company_id = 1 and id = %(id)s"


def account_of(row: HouseAccountRow) -> HouseAccount:
    fields = msgspec.structs.asdict(row)
    fields["opening"] = Money(row.opening, row.currency)
    fields["tariff"] = Money(row.tariff, row.currency)
    return HouseAccount(**fields)


async def find_account(tx: Tx, account: object, lock: str = "") -> HouseAccountRow | None:
    row = await tx.one(_ACCOUNT + lock, {"id": account})
    return None if row is None else msgspec.convert(row, HouseAccountRow)


async def account_for_update(tx: Tx, path: Mapping[str, str]) -> HouseAccountRow:
    """Lock a house account until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await find_account(tx, path_id(path), " for update")
    if row is None:
        raise not_found("house account")
    return row


async def refuse_maker(tx: Tx, principal: Principal, table: str, key: object) -> None:
    """Refuse whoever had a hand in a row: another person decides over it. The database refuses too.

    Raises:
        ApiError: 409 ``conciliation_own``.
    """
    mine = await tx.value(
        f"select approval_makers(%(person)s) && makers from {table} where company_id = 1 and id = %(id)s",
        {"person": principal.person_id, "id": key},
    )
    if mine:
        raise ApiError(409, "conciliation_own", "whoever asked for this does not decide over it: another person does")
