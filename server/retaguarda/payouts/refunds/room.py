"""What came back of payments, and what is asked back."""

from retaguarda.foundation.room import Room
from retaguarda.payouts.refunds.commands import ASK_BACK
from retaguarda.payouts.refunds.records import RETURN_RECORD
from retaguarda.payouts.refunds.tables import CLAIMED, RETURNS

ROOM = Room(name="payouts.refunds", tables=(RETURNS, CLAIMED), records=(RETURN_RECORD,), commands=(ASK_BACK,))
