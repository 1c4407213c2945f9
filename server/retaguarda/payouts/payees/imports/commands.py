"""Commands on imports: announce a file, close it, apply what its rows would do, or discard it."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.payouts.payees.add_destination import read_name
from retaguarda.payouts.payees.imports.model import ImportInput, PayeeImport
from retaguarda.payouts.payees.imports.queries import find_import, import_for_update, import_subject
from retaguarda.payouts.payees.imports.tables import IMPORTS
from retaguarda.payouts.payees.tables import SCOPE, WRITE

FINISHED = "payouts:import:finish"
_ONE = f"{IMPORTS.path}/{{id:str}}"


async def _create(tx: Tx, principal: Principal, given: ImportInput, path: Mapping[str, str]) -> Done:
    number = uuid7()
    await tx.execute(
        "insert into payee_import (company_id, id, name, size, created_by, actor)"
        " values (%(company)s, %(id)s, %(name)s, %(size)s, %(person)s, %(actor)s)",
        {
            "company": principal.chosen(),
            "id": number,
            "name": read_name("name", given.name),
            "size": given.size,
            "person": principal.person_id,
            "actor": principal.email,
        },
    )
    return await _done(tx, principal, str(number))


async def _finish(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await import_for_update(tx, principal, path)
    if found.status == "receiving":
        here = await tx.value(
            "select coalesce(sum(length(bytes)), 0)::bigint from payee_import_piece"
            " where company_id = %(company)s and import_id = %(id)s",
            {"company": found.company_id, "id": found.id},
        )
        if here != found.size:
            raise ApiError(409, "file_incomplete", f"{here} of {found.size} bytes are here")
        await _set_status(tx, found, "received")
    return await _done(tx, principal, path["id"])


async def _apply(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Adds what the good rows say, in one transaction; what came into the book or onto the list of suspects since is left out."""
    found = await import_for_update(tx, principal, path)
    if found.status != "read":
        raise ApiError(409, "import_not_read", f"an import that is {found.status} is not applied")
    values = {"company": found.company_id, "id": found.id, "person": principal.person_id, "by": principal.email}
    added = await tx.execute(_ADD, values)
    extended = await tx.execute(_PLACES, values)
    await tx.execute(_REFRESH, values)
    await tx.execute(
        "update payee_import set status = 'applied', applied_at = now(), applied_by = %(by)s"
        " where company_id = %(company)s and id = %(id)s",
        values,
    )
    await _forget(tx, found)
    return await _done(tx, principal, path["id"], payees=added, destinations=extended)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await import_for_update(tx, principal, path)
    if found.status in ("applied", "discarded"):
        raise ApiError(409, "import_over", f"this import is {found.status}")
    await _set_status(tx, found, "discarded")
    await _forget(tx, found)
    return await _done(tx, principal, path["id"])


async def _set_status(tx: Tx, found: PayeeImport, status: str) -> None:
    await tx.execute(
        "update payee_import set status = %(status)s where company_id = %(company)s and id = %(id)s",
        {"status": status, "company": found.company_id, "id": found.id},
    )


async def _forget(tx: Tx, found: PayeeImport) -> None:
    """The file goes; of its rows only the bad ones stay, to be corrected."""
    values = {"company": found.company_id, "id": found.id}
    await tx.execute("delete from payee_import_piece where company_id = %(company)s and import_id = %(id)s", values)
    await tx.execute(
        "delete from payee_import_row where company_id = %(company)s and import_id = %(id)s and outcome <> 'bad'",
        values,
    )


async def _done(tx: Tx, principal: Principal, number: str, **data: Any) -> Done:
    found = await find_import(tx, [principal.chosen()], UUID(number))
    assert found is not None
    return Done(number, found, {"name": found.name, **data})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    found: PayeeImport = done.result
    return plan_summary(
        found.name, {"payees": str(done.data["payees"]), "destinations": str(done.data["destinations"])}
    )


_GOOD = "r.company_id = %(company)s and r.import_id = %(id)s and r.outcome in ('add', 'extend')"
_ADD = f"""
    insert into payee (company_id, id, name, trade_name, document, document_hash, source, import_id, created_by)
    select distinct on (r.document) r.company_id, gen_random_uuid(), r.name, r.trade_name, r.document, r.document_hash, 'file',
           r.import_id, %(person)s
      from payee_import_row r where {_GOOD} and r.outcome = 'add' and not suspect_destination(null, r.document_hash)
     order by r.document, r.number
    on conflict (company_id, document) do nothing
"""
_PLACES = f"""
    insert into payee_destination (company_id, id, payee_id, kind, ispb, compe, bank_name, branch, number, account_type, pix_key,
                                   pix_key_kind, hash, created_by)
    select r.company_id, gen_random_uuid(), p.id, d.kind, d.ispb, d.compe, d.bank_name, d.branch, d.number, d.account_type,
           d.pix_key, d.pix_key_kind, r.hash, %(person)s
      from payee_import_row r
      join payee p on p.company_id = r.company_id and p.document = r.document and p.status <> 'blocked'
     cross join jsonb_to_record(r.destination) as d (kind text, ispb text, compe text, bank_name text, branch text, number text,
                                                     account_type text, pix_key text, pix_key_kind text)
     where {_GOOD} and r.destination is not null and not suspect_destination(r.hash, r.document_hash)
    on conflict (company_id, payee_id, hash) where state in ('new', 'cooling') do nothing
"""
_REFRESH = f"""
    select payee_refresh(p.company_id, p.id) from payee p
     where p.company_id = %(company)s
       and p.document in (select r.document from payee_import_row r where {_GOOD} and r.destination is not null)
"""

_command = partial(
    Command, method="POST", permission=WRITE, scope=SCOPE, answers=PayeeImport, input=Nothing, keyed=False
)
CREATE_IMPORT = Command(
    name="payouts:import:create",
    method="POST",
    path=IMPORTS.path,
    summary="Announce a table of payees; its pieces follow",
    permission=WRITE,
    scope=SCOPE,
    input=ImportInput,
    answers=PayeeImport,
    apply=_create,
    status=201,
)
FINISH_IMPORT = _command(
    name=FINISHED,
    path=f"{_ONE}/finish",
    summary="All pieces are sent: the worker reads the table",
    apply=_finish,
)
APPLY_IMPORT = _command(
    name="payouts:import:apply",
    path=f"{_ONE}/apply",
    summary="Add what the good rows of a table of payees say, once",
    apply=_apply,
    subject=import_subject,
    approvable=True,
    shows=_shows,
)
DISCARD_IMPORT = _command(
    name="payouts:import:discard",
    path=f"{_ONE}/discard",
    summary="Throw a table of payees away before it is applied",
    apply=_discard,
)
COMMANDS = (CREATE_IMPORT, FINISH_IMPORT, APPLY_IMPORT, DISCARD_IMPORT)
