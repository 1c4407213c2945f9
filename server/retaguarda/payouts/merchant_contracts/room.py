"""Whether what holds of a merchant is what its contract says."""

from collections.abc import Iterable

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.merchant_contracts.commands import COMMANDS
from retaguarda.payouts.merchant_contracts.jobs import Nightly
from retaguarda.payouts.merchant_contracts.queries import of_contract
from retaguarda.payouts.merchant_contracts.records import CONTRACT_RECORD
from retaguarda.payouts.merchant_contracts.tables import CONTRACT_FIELDS, READ


def _crons(services: Services) -> Iterable[Cron]:
    return [Cron("payouts.compare_contracts", "40 6 * * *", Nightly(services[Database]).run, grace=NIGHT)]


ROOM = Room(
    name="payouts.merchant_contracts",
    tables=(CONTRACT_FIELDS,),
    records=(CONTRACT_RECORD,),
    commands=COMMANDS,
    crons=_crons,
    trails=(Trail("merchant-contracts", READ, with_second_factor(of_subject(of_contract)), prefix="contract:"),),
)
