"""Matches between bank and ledger, and their exceptions."""

from retaguarda.conciliation.matching.commands import COMMANDS
from retaguarda.conciliation.matching.invariants import INVARIANTS
from retaguarda.conciliation.matching.records import EXCEPTION_RECORD
from retaguarda.conciliation.matching.tables import EXCEPTIONS
from retaguarda.foundation.room import Room

ROOM = Room(
    name="conciliation.matching",
    tables=(EXCEPTIONS,),
    records=(EXCEPTION_RECORD,),
    commands=COMMANDS,
    invariants=INVARIANTS,
    group="conciliation_matching",
)
