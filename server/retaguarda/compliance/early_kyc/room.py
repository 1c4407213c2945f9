"""Early KYC: leads of the provider's staff, and of merchants about their end users."""

from retaguarda.compliance.early_kyc.commands import COMMANDS
from retaguarda.compliance.early_kyc.jobs import Expiry
from retaguarda.compliance.early_kyc.records import LEAD_RECORD
from retaguarda.compliance.early_kyc.tables import LEADS
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import NIGHT, Room
from retaguarda.foundation.services import Services


def _crons(services: Services) -> tuple[Cron, ...]:
    return (Cron("kyc.expire_leads", "25 6 * * *", Expiry(services[Database]).run, grace=NIGHT),)


ROOM = Room(
    name="early_kyc",
    tables=(LEADS,),
    records=(LEAD_RECORD,),
    commands=COMMANDS,
    crons=_crons,
)
