"""What merchants may pay out, how, and at what price."""

from retaguarda.foundation.room import Room
from retaguarda.payouts.settings.commands import CHANGE, REVERT
from retaguarda.payouts.settings.records import SETTINGS_RECORD
from retaguarda.payouts.settings.tables import SETTINGS

ROOM = Room(name="payouts.settings", tables=(SETTINGS,), records=(SETTINGS_RECORD,), commands=(CHANGE, REVERT))
