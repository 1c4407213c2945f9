"""Add and end contracts with a company, and remove their files."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.companies.commands.company_for_change import WRITE, check_period, company_for_update
from retaguarda.companies.contracts import contract_of, owner_of
from retaguarda.companies.model import CompanyContract, ContractInput
from retaguarda.companies.records import subject_of
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.files.store import StoredFile, remove
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.text_input import ReasonInput, printable

_PATH = "/v1/companies/{id:str}/contracts"


async def contract_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    """Lock the contract that the path names until the transaction ends.

    Raises:
        ApiError: 403 for anybody who is not staff; 404; 409 ``contract_ended``.
    """
    company = await company_for_update(tx, principal)
    row = await tx.one(
        "select * from company_contract where company_id = %(company)s and id = %(id)s for update",
        {"company": company["id"], "id": uuid_of(path["contract"])},
    )
    if row is None:
        raise not_found("contract")
    if row["ended_on"] is not None:
        raise ApiError(409, "contract_ended", f"this contract was ended on {row['ended_on'].isoformat()}")
    return row


async def _add(tx: Tx, principal: Principal, given: ContractInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    check_period(given.valid_from, given.valid_to)
    contract = uuid7()
    await tx.execute(
        "insert into company_contract (company_id, id, name, valid_from, valid_to, created_by)"
        " values (%(company)s, %(id)s, %(name)s, %(valid_from)s, %(valid_to)s, %(by)s)",
        {
            "company": company["id"],
            "id": contract,
            "name": printable("name", given.name),
            "valid_from": given.valid_from,
            "valid_to": given.valid_to,
            "by": principal.email,
        },
    )
    return await _done(tx, principal, company["id"], contract)


async def _end(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """End a contract today, by the company's calendar."""
    row = await contract_for_update(tx, principal, path)
    await tx.execute(
        "update company_contract c set ended_on = (now() at time zone k.time_zone)::date, ended_by = %(by)s,"
        " end_reason = %(reason)s from company k where k.id = c.company_id and c.company_id = %(company_id)s and c.id = %(id)s",
        row | {"by": principal.email, "reason": printable("reason", given.reason)},
    )
    return await _done(tx, principal, row["company_id"], row["id"])


async def _remove_file(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await contract_for_update(tx, principal, path)
    removed = await remove(tx, principal, owner_of(row["id"]), uuid_of(path["file"]))
    data = {"name": row["name"], "file": removed.name, "sha256": removed.sha256}
    return Done(subject_of(row["company_id"]), removed, data)


async def _done(tx: Tx, principal: Principal, company: int, contract: UUID) -> Done:
    contract_now = await contract_of(tx, principal, company, contract)
    return Done(subject_of(company), contract_now, {"name": contract_now.name})


def _command(action: str, method: Any, path: str, summary: str, **options: Any) -> Command[Any]:
    return Command(
        name=f"companies:contract:{action}",
        method=method,
        path=_PATH + path,
        summary=summary,
        permission=WRITE,
        scope=COMPANY,
        **options,
    )


ADD_CONTRACT = _command(
    "add",
    "POST",
    "",
    "Record a contract of a company",
    input=ContractInput,
    answers=CompanyContract,
    apply=_add,
    status=201,
    approvable=True,
    shows=named_by("name"),
)
END_CONTRACT = _command(
    "end",
    "POST",
    "/{contract:str}/end",
    "End a contract of a company from today on",
    input=ReasonInput,
    answers=CompanyContract,
    apply=_end,
    approvable=True,
    shows=named_by("name"),
)
REMOVE_CONTRACT_FILE = _command(
    "remove_file",
    "DELETE",
    "/{contract:str}/files/{file:str}",
    "Take a file away from a contract",
    input=Nothing,
    answers=StoredFile,
    apply=_remove_file,
    keyed=False,
)
