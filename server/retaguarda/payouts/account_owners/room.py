"""Who legally holds the accounts that payouts are taken from."""

from collections.abc import Iterable

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import HOUR, Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.account_owners.commands import COMMANDS
from retaguarda.payouts.account_owners.jobs import Ends
from retaguarda.payouts.account_owners.queries import of_owner
from retaguarda.payouts.account_owners.records import ACCOUNT_OWNER_RECORD
from retaguarda.payouts.account_owners.tables import ACCOUNT_OWNERS, READ


def _crons(services: Services) -> Iterable[Cron]:
    return [Cron("payouts.warn_of_ends", "20 11 * * *", Ends(services[Database]).run, grace=HOUR)]


ROOM = Room(
    name="payouts.account_owners",
    tables=(ACCOUNT_OWNERS,),
    records=(ACCOUNT_OWNER_RECORD,),
    commands=COMMANDS,
    crons=_crons,
    trails=(Trail("account-owners", READ, with_second_factor(of_subject(of_owner))),),
)
