"""Adjustments of merchants."""

from retaguarda.conciliation.adjustments.commands import COMMANDS
from retaguarda.conciliation.adjustments.records import ADJUSTMENT_RECORD
from retaguarda.conciliation.adjustments.tables import ADJUSTMENTS
from retaguarda.foundation.room import Room

ROOM = Room(
    name="conciliation.adjustments",
    tables=(ADJUSTMENTS,),
    records=(ADJUSTMENT_RECORD,),
    commands=COMMANDS,
)
