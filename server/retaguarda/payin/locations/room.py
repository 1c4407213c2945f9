"""Locations: addresses behind a QR code that charges are put under in turn."""

from retaguarda.foundation.jobs import Job
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.locations.commands import COMMANDS
from retaguarda.payin.locations.invariants import INVARIANTS
from retaguarda.payin.locations.jobs import UNFINISHED, WORK, Locations
from retaguarda.payin.locations.queries import of_location
from retaguarda.payin.locations.records import LOCATION_RECORD
from retaguarda.payin.locations.tables import LOCATIONS
from retaguarda.payin.provider_context import ProviderContext


def _jobs(services: Services) -> list[Job]:
    return [Job(WORK, Locations(services[ProviderContext]).work)]


ROOM = Room(
    name="payin.locations",
    tables=(LOCATIONS,),
    records=(LOCATION_RECORD,),
    commands=COMMANDS,
    jobs=_jobs,
    invariants=INVARIANTS,
    group="payin",
    stuck_work=(UNFINISHED,),
    trails=(Trail("locations", Permission.PAYIN_PAYMENT_READ, of_subject(of_location)),),
)
