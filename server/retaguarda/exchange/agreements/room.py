"""On what terms merchants' money is exchanged."""

from retaguarda.exchange.agreements.commands import COMMANDS
from retaguarda.exchange.agreements.queries import of_agreement
from retaguarda.exchange.agreements.tables import AGREEMENTS, READ
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject

ROOM = Room(
    name="exchange.agreements",
    tables=(AGREEMENTS,),
    commands=COMMANDS,
    trails=(Trail("exchange-agreements", READ, of_subject(of_agreement), "exchange:agreement:%"),),
)
