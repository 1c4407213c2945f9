"""Banks that buy and sell foreign currency for us."""

from retaguarda.exchange.banks.commands import COMMANDS
from retaguarda.exchange.banks.queries import of_bank
from retaguarda.exchange.banks.records import EXCHANGE_BANK_RECORD
from retaguarda.exchange.banks.tables import EXCHANGE_BANKS, READ
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject

ROOM = Room(
    name="exchange.banks",
    tables=(EXCHANGE_BANKS,),
    records=(EXCHANGE_BANK_RECORD,),
    commands=COMMANDS,
    trails=(Trail("exchange-banks", READ, of_subject(of_bank, any_account=True), "exchange:bank:%"),),
)
