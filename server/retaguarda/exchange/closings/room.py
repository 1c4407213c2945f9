"""Closings: contracts with banks over many operations."""

from retaguarda.exchange.closings.commands import COMMANDS
from retaguarda.exchange.closings.queries import of_closing
from retaguarda.exchange.closings.records import CLOSING_RECORD
from retaguarda.exchange.closings.tables import CLOSINGS, READ
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject

ROOM = Room(
    name="exchange.closings",
    tables=(CLOSINGS,),
    records=(CLOSING_RECORD,),
    commands=COMMANDS,
    trails=(Trail("exchange-closings", READ, of_subject(of_closing, any_account=True), "exchange:closing:%"),),
)
