"""The pay-in room's part of the API."""

from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.administration.routes import administration_route
from retaguarda.payin.batches.check_batch import check_route
from retaguarda.payin.batches.commands import CANCEL_BATCH, SEND_BATCH
from retaguarda.payin.batches.records import BATCH_RECORD
from retaguarda.payin.batches.revise_batch import REVISE_BATCH
from retaguarda.payin.batches.tables import BATCHES
from retaguarda.payin.charges.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.charges.create_charge import CREATE_CHARGE
from retaguarda.payin.charges.create_due_charge import CREATE_DUE_CHARGE
from retaguarda.payin.charges.draw_qr_code import qr_route
from retaguarda.payin.charges.print_receipt import receipt_route
from retaguarda.payin.charges.records import CHARGE_RECORD
from retaguarda.payin.charges.retry_charge import RETRY_CHARGE
from retaguarda.payin.charges.revise_charge import REVISE_CHARGE
from retaguarda.payin.charges.summary import summary_route
from retaguarda.payin.charges.tables import CHARGES, REVIEWS
from retaguarda.payin.locations.commands import COMMANDS as OF_LOCATIONS
from retaguarda.payin.locations.records import LOCATION_RECORD
from retaguarda.payin.locations.tables import LOCATIONS
from retaguarda.payin.payments.resolve_review import ACCEPT_REVIEW, REFUND_REVIEW
from retaguarda.payin.payments.webhook import Received, Webhook
from retaguarda.payin.refunds.refund_charge import REFUND_CHARGE
from retaguarda.payin.static_codes.commands import CREATE_CODE, DISABLE_CODE
from retaguarda.payin.static_codes.records import CODE_RECORD
from retaguarda.payin.static_codes.tables import STATIC_CODES

COMMANDS = (
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
    ACCEPT_REVIEW,
    REFUND_REVIEW,
)


def routes(access: Access, webhook: Webhook, keys: Keys) -> list[Route]:
    address = "/webhooks/pix/{connection:str}/{secret:str}"
    return [
        table_route(CHARGES, access),
        table_route(REVIEWS, access),
        table_route(STATIC_CODES, access),
        record_route(CHARGE_RECORD, access),
        record_route(CODE_RECORD, access),
        table_route(BATCHES, access),
        record_route(BATCH_RECORD, access),
        table_route(LOCATIONS, access),
        record_route(LOCATION_RECORD, access),
        check_route(access),
        *command_routes(COMMANDS, access),
        qr_route(access, CHARGE_RECORD.path, "charge", "a charge"),
        receipt_route(access, keys),
        summary_route(access),
        administration_route(access),
        # Some providers add /pix to the address they were given, others do not.
        *(
            Route("POST", path, "A provider tells of payments", webhook.receive, public=True, answers=Received)
            for path in (address, f"{address}/pix")
        ),
    ]
