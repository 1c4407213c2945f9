"""Change whose a unit is and where it is paid."""

from collections.abc import Mapping
from uuid import UUID

import psycopg

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.payouts.franchises.model import DestinationRemoval, OwnerInput, OwnerRemoval, UnitDestinationInput
from retaguarda.payouts.franchises.queries import load_unit, lock_unit

#: Of the trigger that holds the shares of all owners to the whole.
_TOO_MUCH = "RF010"


async def add_owner(tx: Tx, principal: Principal, given: OwnerInput, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    share = basis_points("share", given.share)
    if not share:
        raise invalid_field("share", "out_of_range", "share is more than 0 and at most 100")
    values = {
        "company": row.company_id,
        "id": uuid7(),
        "unit": row.id,
        "name": printable("name", given.name),
        "document": _document("document", given.document),
        "share": share,
    }
    try:
        await tx.execute(
            "insert into franchise_owner (company_id, id, unit_id, name, document, share)"
            " values (%(company)s, %(id)s, %(unit)s, %(name)s, %(document)s, %(share)s)",
            values,
        )
    except psycopg.errors.UniqueViolation:
        raise ApiError(409, "unit_owner_known", "this unit has an owner with this document") from None
    except psycopg.Error as error:
        if error.sqlstate != _TOO_MUCH:
            raise
        raise invalid_field("share", "unit_shares_over", "all owners together have at most 100 %") from None
    return await unit_done(tx, row.company_id, row.id, owner=values["name"])


async def remove_owner(tx: Tx, principal: Principal, given: OwnerRemoval, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    removed = await tx.execute(
        "update franchise_owner set removed_at = clock_timestamp() where company_id = %(company)s and unit_id = %(unit)s"
        " and id = %(id)s and removed_at is null",
        {"company": row.company_id, "unit": row.id, "id": given.owner},
    )
    if not removed:
        raise ApiError(409, "unit_owner_unknown", "this unit has no such owner")
    return await unit_done(tx, row.company_id, row.id)


async def add_destination(tx: Tx, principal: Principal, given: UnitDestinationInput, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    key = {"company": row.company_id, "unit": row.id, "account": given.bank_account, "by": principal.email}
    added = await tx.execute(
        "insert into franchise_destination (company_id, unit_id, bank_account_id, added_by)"
        " select company_id, %(unit)s, id, %(by)s from bank_account"
        " where company_id = %(company)s and id = %(account)s and status in ('pending_verification', 'verified')"
        " on conflict do nothing",
        key,
    )
    if not added:
        raise ApiError(409, "unit_destination_taken", "there is no such bank account, or it is a unit's already")
    return await unit_done(tx, row.company_id, row.id)


async def remove_destination(tx: Tx, principal: Principal, given: DestinationRemoval, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    removed = await tx.execute(
        "delete from franchise_destination where company_id = %(company)s and unit_id = %(unit)s"
        " and bank_account_id = %(account)s",
        {"company": row.company_id, "unit": row.id, "account": given.bank_account},
    )
    if not removed:
        raise ApiError(409, "unit_destination_unknown", "this unit is not paid there")
    return await unit_done(tx, row.company_id, row.id)


def _document(field: str, text: str) -> str:
    try:
        return parse(text).value
    except DocumentError as error:
        raise invalid_field(field, "document_invalid", f"no CPF and no CNPJ: {error}") from None


async def unit_done(tx: Tx, company: int, unit: UUID, **data: str | int) -> Done:
    result = await load_unit(tx, company, unit)
    return Done(str(unit), result, {"name": result.name, **data})
