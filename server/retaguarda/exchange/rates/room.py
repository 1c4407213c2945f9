"""Reference rates by day, and the rules of the tax on exchange."""

from retaguarda.exchange.rates.commands import COMMANDS
from retaguarda.exchange.rates.jobs import FetchRates
from retaguarda.exchange.rates.tables import RATES, TAX_RULES
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.providers.exchange import ReferenceRates


def _crons(services: Services) -> list[Cron]:
    fetch = FetchRates(services[Database], services[ReferenceRates])
    return [Cron("exchange.fetch_rates", "10 * * * *", fetch.run)]


ROOM = Room(name="exchange.rates", tables=(RATES, TAX_RULES), commands=COMMANDS, crons=_crons)
