"""What all rooms declare, taken together."""

from retaguarda.foundation.keys import Keys
from retaguarda.foundation.room import Catalogue
from retaguarda.foundation.services import Services
from retaguarda.invariants import EXAMPLES, GROUPS, SEALED_GROUPS, UNFINISHED
from retaguarda.rooms import ROOMS, TABLES
from retaguarda.settings import Settings


def catalogue(settings: Settings) -> Catalogue:
    """Collect the declarations of every room; some Commands are made from settings."""
    given = Services({Settings: settings, Keys: Keys(settings.secret, settings.secret_previous)})
    return Catalogue(
        tables=TABLES,
        commands=tuple(command for room in ROOMS for command in room.all_commands(given)),
        carrying={name: make for room in ROOMS for name, make in room.carrying.items()},
        trails=tuple(trail for room in ROOMS for trail in room.trails),
        stuck_work=UNFINISHED,
        groups=GROUPS,
        sealed_groups=SEALED_GROUPS,
        examples=EXAMPLES,
    )
