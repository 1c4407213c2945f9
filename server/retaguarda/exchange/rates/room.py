"""Reference rates by day, and the rules of the tax on exchange."""

from retaguarda.exchange.rates.commands import COMMANDS
from retaguarda.exchange.rates.tables import RATES, TAX_RULES
from retaguarda.foundation.room import Room

ROOM = Room(name="exchange.rates", tables=(RATES, TAX_RULES), commands=COMMANDS)
