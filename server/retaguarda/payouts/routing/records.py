"""The Record of one version of the routes."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.decide_route import FACTS
from retaguarda.payouts.routing.model import PayoutRoutesRecord
from retaguarda.payouts.routing.queries import VERSIONS, processors_of, routes_fields, simulation_of
from retaguarda.payouts.routing.tables import HOUSE_FACTOR, READ, ROUTES


async def _load(tx: Tx, principal: Principal, version: UUID) -> PayoutRoutesRecord | None:
    row = await VERSIONS.find(tx, version)
    if row is None:
        return None
    return PayoutRoutesRecord(
        **routes_fields(row, principal),
        processors=await processors_of(tx),
        facts=list(FACTS),
        simulation=await simulation_of(tx, row.id, row.revision),
    )


ROUTES_RECORD = Record(
    path=f"{ROUTES.path}/{{id:str}}",
    summary="One version of the routes: its groups in their order, its simulation, and who agreed to it",
    permission=READ,
    scope=HOUSE_FACTOR,
    answers=PayoutRoutesRecord,
    load=_load,
)
