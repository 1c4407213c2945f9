"""Banks as payouts meet them."""

from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.payouts.banks.commands import COMMANDS
from retaguarda.payouts.banks.queries import of_bank
from retaguarda.payouts.banks.records import BANK_RECORD
from retaguarda.payouts.banks.routes import bank_routes
from retaguarda.payouts.banks.tables import BANKS, READ

ROOM = Room(
    name="payouts.banks",
    tables=(BANKS,),
    records=(BANK_RECORD,),
    commands=COMMANDS,
    routes=bank_routes,
    trails=(Trail("payout-banks", READ, with_second_factor(of_subject(of_bank, any_account=True)), "payouts:bank:%"),),
)
