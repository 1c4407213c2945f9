"""Evidence of how orders ended that no bank answers."""

from collections.abc import Iterable

from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.identity.services import IdentityServices
from retaguarda.payouts.evidence.commands import DECIDE, OF_PAYOUT, REFUSE_EVIDENCE, ProvenEvidence
from retaguarda.payouts.evidence.consumers import remittance_lines
from retaguarda.payouts.evidence.files import FILES
from retaguarda.payouts.evidence.invariants import INVARIANTS
from retaguarda.payouts.evidence.records import EVIDENCE_RECORD


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [
        *ProvenEvidence(access, services[IdentityServices].second_step).routes(),
        *FILES.routes(access, services[Scanning]),
    ]


def _consumers(services: Services) -> Iterable[EventConsumer]:
    return [remittance_lines()]


ROOM = Room(
    name="payouts.evidence",
    records=(EVIDENCE_RECORD,),
    commands=(REFUSE_EVIDENCE,),
    routes=_routes,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="payouts",
    trails=(Trail("payout-evidence", DECIDE, OF_PAYOUT, "payouts:evidence:%", prefix="evidence:"),),
)
