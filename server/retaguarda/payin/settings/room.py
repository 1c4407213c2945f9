"""What a merchant may charge, and how."""

from retaguarda.foundation.room import Room
from retaguarda.payin.settings.commands import SET_SETTINGS
from retaguarda.payin.settings.records import SETTINGS_RECORD
from retaguarda.payin.settings.tables import SETTINGS

ROOM = Room(name="payin.settings", tables=(SETTINGS,), records=(SETTINGS_RECORD,), commands=(SET_SETTINGS,))
