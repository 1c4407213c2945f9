"""Who legally holds the accounts that payouts are taken from."""

from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.second_factor import second_factor
from retaguarda.payouts.account_owners.commands import COMMANDS
from retaguarda.payouts.account_owners.queries import of_owner
from retaguarda.payouts.account_owners.records import ACCOUNT_OWNER_RECORD
from retaguarda.payouts.account_owners.tables import ACCOUNT_OWNERS, READ

ROOM = Room(
    name="payouts.account_owners",
    tables=(ACCOUNT_OWNERS,),
    records=(ACCOUNT_OWNER_RECORD,),
    commands=COMMANDS,
    trails=(Trail("account-owners", READ, second_factor(of_subject(of_owner))),),
)
