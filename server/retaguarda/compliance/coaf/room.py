"""Communications to COAF: the provider's staff alone."""

from uuid import UUID

from retaguarda.compliance.coaf.commands import coaf_commands
from retaguarda.compliance.coaf.invariants import INVARIANTS, SEALED_INVARIANTS
from retaguarda.compliance.coaf.jobs import SEND, SendingFiles, handed_over
from retaguarda.compliance.coaf.queries import file_for_update
from retaguarda.compliance.coaf.records import communication_record
from retaguarda.compliance.coaf.seal_texts import ToldTexts
from retaguarda.compliance.coaf.tables import COAF_FILES, COMMUNICATIONS, READ
from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import EventConsumer, record
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.record import record_route, uuid_of
from retaguarda.foundation.request import PROVIDER, Access, Principal, Request, Response, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import HOUSE, of_subject
from retaguarda.foundation.services import Services
from retaguarda.providers.coaf import CoafSender


async def of_communication(tx: Tx, principal: Principal, request: Request) -> int | None:
    if not principal.internal:
        return None
    found: UUID | None = await tx.value(
        "select id from coaf_communication where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return None if found is None else PROVIDER


def _download(access: Access, texts: ToldTexts) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, principal):
            row = await file_for_update(tx, uuid_of(request.path_params["id"]))
            content = await texts.of_file(tx, row.id, row.bytes, sealed=row.sealed)
            if content is None:
                raise not_found("file")
            await record(
                tx,
                "pld:coaf_file:downloaded",
                company=PROVIDER,
                subject=str(row.id),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"name": row.batch_id},
            )
            headers = {
                "Content-Disposition": f'attachment; filename="{row.batch_id}.xml"',
                "Cache-Control": "no-store",
            }
            return Response(content, headers=headers, media_type="application/xml; charset=ISO-8859-1")

    return Route(
        "GET",
        f"{COAF_FILES.path}/{{id:str}}/content",
        "A file to COAF, byte for byte as it was sealed",
        handler,
        permission=READ,
        scope=HOUSE,
        media=("application/xml",),
    )


def _routes(services: Services) -> list[Route]:
    access, texts = services[Access], ToldTexts(PartyKeys(services[Keys]))
    return [record_route(communication_record(texts), access), _download(access, texts)]


def _jobs(services: Services) -> list[Job]:
    texts = ToldTexts(PartyKeys(services[Keys]))
    return [Job(SEND, SendingFiles(services[Database], services[CoafSender], texts).send)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [handed_over(services[Queue])]


ROOM = Room(
    name="compliance.coaf",
    tables=(COMMUNICATIONS, COAF_FILES),
    configured=lambda services: coaf_commands(PartyKeys(services[Keys])),
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    sealed_invariants=SEALED_INVARIANTS,
    group="compliance",
    trails=(Trail("coaf", READ, of_subject(of_communication, any_account=True), "pld:communication:%"),),
)
