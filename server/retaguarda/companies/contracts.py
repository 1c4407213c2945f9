"""Load contracts with today's status and their files."""

from collections.abc import Sequence
from uuid import UUID

from retaguarda.companies.model import CompanyContract
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.files.store import StoredFile, files_by_owner
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of

#: Today by the company's calendar.
_SELECT = """
    select c.*, case when c.ended_on is not null then 'ended' when c.valid_from > d.today then 'to_come'
                     when c.valid_to < d.today then 'over' else 'in_force' end as status
      from company_contract c, (select (now() at time zone time_zone)::date as today from company where id = %(company)s) d
     where c.company_id = %(company)s
"""


def owner_of(contract: object) -> str:
    """Return the owner key under which a contract's files are stored."""
    return f"contract:{contract}"


async def contracts_of(tx: Tx, principal: Principal, company: int, most: int) -> list[CompanyContract]:
    """Load the contracts of a company, newest first."""
    query = f"{_SELECT} order by c.valid_from desc, c.id limit %(most)s"
    return await _with_files(tx, principal, company, await tx.all(query, {"company": company, "most": most}))


async def contract_of(tx: Tx, principal: Principal, company: int, contract: UUID) -> CompanyContract:
    rows = await tx.all(f"{_SELECT} and c.id = %(id)s", {"company": company, "id": contract})
    (found,) = await _with_files(tx, principal, company, rows)
    return found


async def _with_files(tx: Tx, principal: Principal, company: int, rows: Sequence[Row]) -> list[CompanyContract]:
    files = await files_by_owner(tx, company, [owner_of(row["id"]) for row in rows])
    if not principal.internal:
        # Hide from the merchant which of the provider's people uploaded it.
        for each in (file for some in files.values() for file in some):
            each.uploaded_by = ""
    return [_contract(row, files.get(owner_of(row["id"]), [])) for row in rows]


def _contract(row: Row, files: list[StoredFile]) -> CompanyContract:
    return struct_of(CompanyContract, row, files=files)
