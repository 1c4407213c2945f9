"""Payers: everything of one payer in one place."""

from retaguarda.foundation.room import Room
from retaguarda.payin.payers.records import PAYER_RECORD

ROOM = Room(name="payin.payers", records=(PAYER_RECORD,))
