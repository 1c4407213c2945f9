"""Evidence packs: the provider's staff alone, as everything of PLD."""

from functools import partial

from retaguarda.compliance.evidence.commands import SEALED, ExportEvidence
from retaguarda.compliance.evidence.invariants import INVARIANTS
from retaguarda.compliance.evidence.jobs import forget_packs
from retaguarda.compliance.evidence.queries import find_evidence
from retaguarda.compliance.pld_alerts.tables import CASES_READ
from retaguarda.foundation.database import Database
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route
from retaguarda.foundation.room import NIGHT, Room
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.services import Services
from retaguarda.ledger.plan import command_routes

PATH, MEDIA = "/v1/pld-engine/evidence", "application/zip"


def _download(access: Access, keys: Keys) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, CASES_READ) as (tx, principal):
            found = await find_evidence(tx, principal, uuid_of(request.path_params["id"]))
            if found is None:
                raise not_found("evidence")
            content = await PartyKeys(keys).unseal(tx, PROVIDER, found.case_id, keys.unseal(SEALED, found.content))
            if content is None:
                raise not_found("evidence")
            await record(
                tx,
                "pld:case:evidence_taken",
                company=PROVIDER,
                subject=str(found.case_id),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"protocol": found.protocol},
            )
            headers = {
                "Content-Disposition": f'attachment; filename="evidence-{found.protocol}.zip"',
                "Cache-Control": "no-store",
            }
            return Response(content, headers=headers, media_type=MEDIA)

    return Route(
        "GET",
        f"{PATH}/{{id:str}}/content",
        "An evidence pack, for who made it, within a day",
        handler,
        permission=CASES_READ,
        scope=HOUSE,
        media=(MEDIA,),
    )


def _routes(services: Services) -> list[Route]:
    access, keys = services[Access], services[Keys]
    return [*command_routes(ExportEvidence(keys).commands(), access), _download(access, keys)]


def _crons(services: Services) -> list[Cron]:
    return [Cron("pld.forget_packs", "40 5 * * *", partial(forget_packs, services[Database]), grace=NIGHT)]


ROOM = Room(
    name="compliance.evidence",
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
    group="compliance",
)
