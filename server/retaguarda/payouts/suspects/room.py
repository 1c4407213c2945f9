"""Destinations and documents under suspicion: kept by staff, checked for every payment."""

from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.suspects.commands import commands
from retaguarda.payouts.suspects.invariants import INVARIANTS
from retaguarda.payouts.suspects.queries import of_suspect
from retaguarda.payouts.suspects.records import SUSPECT_RECORD
from retaguarda.payouts.suspects.tables import READ, SUSPECTS
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    settings = services[Settings]
    return commands(Keys(settings.secret, settings.secret_previous))


ROOM = Room(
    name="payouts.suspects",
    tables=(SUSPECTS,),
    records=(SUSPECT_RECORD,),
    configured=_configured,
    invariants=INVARIANTS,
    group="payouts",
    trails=(
        Trail("suspects", READ, with_second_factor(of_subject(of_suspect, any_account=True)), "payouts:suspect:%"),
    ),
)
