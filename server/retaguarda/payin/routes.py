"""The pay-in room's part of the API."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes
from retaguarda.payin.administration.routes import administration_route
from retaguarda.payin.batches.checking import check_route
from retaguarda.payin.batches.commands import CANCEL_BATCH, SEND_BATCH
from retaguarda.payin.batches.records import BATCH_RECORD
from retaguarda.payin.batches.revising import REVISE_BATCH
from retaguarda.payin.batches.tables import BATCHES
from retaguarda.payin.codes.commands import CREATE_CODE, DISABLE_CODE
from retaguarda.payin.codes.records import CODE_RECORD
from retaguarda.payin.codes.tables import STATIC_CODES
from retaguarda.payin.commands.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.commands.create_charge import CREATE_CHARGE
from retaguarda.payin.commands.create_due_charge import CREATE_DUE_CHARGE
from retaguarda.payin.commands.refund_charge import REFUND_CHARGE
from retaguarda.payin.commands.resolve_review import ACCEPT_REVIEW, REFUND_REVIEW
from retaguarda.payin.commands.retry_charge import RETRY_CHARGE
from retaguarda.payin.commands.revise_charge import REVISE_CHARGE
from retaguarda.payin.locations.commands import COMMANDS as OF_LOCATIONS
from retaguarda.payin.locations.records import LOCATION_RECORD
from retaguarda.payin.locations.tables import LOCATIONS
from retaguarda.payin.qr import qr_route
from retaguarda.payin.receipt import receipt_route
from retaguarda.payin.records import CHARGE_RECORD
from retaguarda.payin.summary import summary_route
from retaguarda.payin.tables import CHARGES, REVIEWS
from retaguarda.payin.webhook import Received, Webhook

_OF_MERCHANT = (
    CREATE_CHARGE,
    CREATE_DUE_CHARGE,
    REVISE_CHARGE,
    REFUND_CHARGE,
    CANCEL_CHARGE,
    RETRY_CHARGE,
    CREATE_CODE,
    DISABLE_CODE,
    SEND_BATCH,
    REVISE_BATCH,
    CANCEL_BATCH,
    *OF_LOCATIONS,
)
_OF_PAYMENT = (ACCEPT_REVIEW, REFUND_REVIEW)
COMMANDS = (*_OF_MERCHANT, *_OF_PAYMENT)


def routes(door: Door, of_payment: Door, webhook: Webhook, keys: Keys) -> list[Route]:
    """``of_payment`` opens on the company whose payment a path names: who decides over all merchants' reviews has chosen none."""
    address = "/webhooks/pix/{connection:str}/{secret:str}"
    return [
        table_route(CHARGES, door),
        table_route(REVIEWS, door),
        table_route(STATIC_CODES, door),
        record_route(CHARGE_RECORD, door),
        record_route(CODE_RECORD, door),
        table_route(BATCHES, door),
        record_route(BATCH_RECORD, door),
        table_route(LOCATIONS, door),
        record_route(LOCATION_RECORD, door),
        check_route(door),
        *planned_routes(_OF_MERCHANT, door),
        *planned_routes(_OF_PAYMENT, of_payment),
        qr_route(door, CHARGE_RECORD.path, "charge", "a charge"),
        receipt_route(door, keys),
        summary_route(door),
        administration_route(door),
        # Some providers add /pix to the address they were given, others do not.
        *(
            Route("POST", path, "A provider tells of payments", webhook.receive, public=True, answers=Received)
            for path in (address, f"{address}/pix")
        ),
    ]
