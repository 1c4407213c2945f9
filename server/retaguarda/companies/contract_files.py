"""The papers of a contract: attached by the provider's people, read by whoever may read the company."""

from retaguarda.companies.commands.contracts import contract_for_update
from retaguarda.companies.commands.writing import WRITE
from retaguarda.companies.contracts import owner_of
from retaguarda.companies.records import subject_of
from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, Who, answer
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST
from retaguarda.foundation.files.store import StoredFile, download, keep, named
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of

ADDED, TAKEN = "companies:contract:file_added", "companies:contract:file_downloaded"
_PATH = "/v1/companies/{id:str}/contracts/{contract:str}/files"
_READ = Permission.COMPANIES_READ


def contract_file_routes(company: Door) -> list[Route]:
    return [_upload_route(company), _download_route(company)]


def _upload_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, WRITE) as (tx, who):
            row = await contract_for_update(tx, who, call.path_params)
            kept, new = await keep(tx, who, owner_of(row["id"]), named(call), call.body)
            if new:
                await _told(tx, who, call, ADDED, row["name"], kept)
        return answer(kept, 201 if new else 200)

    return Route(
        "POST",
        _PATH,
        f"Attach a file to a contract: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
        handler,
        permission=WRITE,
        answers=StoredFile,
        status=201,
        parameters=(Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True),),
        largest_body=LARGEST,
    )


def _download_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, _READ) as (tx, who):
            contract, file = uuid_of(call.path_params["contract"]), uuid_of(call.path_params["file"])
            name = await tx.value(
                "select name from company_contract where company_id = %(company)s and id = %(id)s",
                {"company": who.chosen(), "id": contract},
            )
            if name is None:
                raise not_found("contract")
            kept, body = await download(tx, who.chosen(), owner_of(contract), file)
            await _told(tx, who, call, TAKEN, name, kept)
        return body

    return Route("GET", f"{_PATH}/{{file:str}}", "One file of a contract, as a download", handler, permission=_READ)


async def _told(tx: Tx, who: Who, call: Call, event: str, contract: str, kept: StoredFile) -> None:
    await record(
        tx,
        event,
        company=who.chosen(),
        subject=subject_of(who.chosen()),
        actor=who.email,
        person=who.person_id,
        call=call,
        data={"name": contract, "file": kept.name, "size": kept.size, "sha256": kept.sha256},
    )
