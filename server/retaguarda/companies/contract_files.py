"""Files of a contract: staff attach them, and whoever may read the company reads them."""

from retaguarda.companies.commands.company_for_change import WRITE
from retaguarda.companies.commands.contracts import contract_for_update
from retaguarda.companies.contracts import owner_of
from retaguarda.companies.records import subject_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import COMPANY


async def _to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
    row = await contract_for_update(tx, principal, request.path_params)
    return Holder(owner_of(row["id"]), subject_of(principal.chosen()), {"name": row["name"]})


async def _to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
    contract = uuid_of(request.path_params["contract"])
    name = await tx.value(
        "select name from company_contract where company_id = %(company)s and id = %(id)s",
        {"company": principal.chosen(), "id": contract},
    )
    if name is None:
        raise not_found("contract")
    return Holder(owner_of(contract), subject_of(principal.chosen()), {"name": name})


CONTRACT_FILES = Attaching(
    path="/v1/companies/{id:str}/contracts/{contract:str}/files",
    thing="a contract",
    added="companies:contract:file_added",
    taken="companies:contract:file_downloaded",
    infected="companies:contract:file_infected",
    write=WRITE,
    read=Permission.COMPANIES_READ,
    scope=COMPANY,
    to_add=_to_add,
    to_read=_to_read,
)
