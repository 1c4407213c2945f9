"""Finds charges, batches and refunds whose job never ended; payin/consumers.py has the events that enqueue them."""

from retaguarda.foundation.stuck_work import StuckWork

CONSUMER = "payin.provider_calls"
_OF_CHARGE = "jsonb_build_object('company', company_id, 'charge', id) as args from charge where"
#: Statuses that these jobs must end. A charge whose cancellation the provider refused keeps the error and is not stuck.
UNFINISHED = (
    StuckWork(
        "payin.register_charge",
        CONSUMER,
        f"select id::text, created_at as since, {_OF_CHARGE} status = 'created' and batch is null",
    ),
    StuckWork(
        "payin.revise_charge",
        CONSUMER,
        f"select id::text, created_at as since, {_OF_CHARGE} status in ('created', 'pending') and revising is not null",
    ),
    StuckWork(
        "payin.cancel_charge",
        CONSUMER,
        f"select id::text, cancel_requested_at as since, {_OF_CHARGE} status in ('created', 'pending')"
        " and cancel_requested_at is not null and last_error is null",
    ),
    StuckWork(
        "payin.send_batch",
        CONSUMER,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'batch', id) as args"
        " from charge_batch where status in ('sending', 'processing')",
    ),
    StuckWork(
        "payin.send_refund",
        CONSUMER,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'refund', id) as args"
        " from refund where status in ('requested', 'processing')",
    ),
)
