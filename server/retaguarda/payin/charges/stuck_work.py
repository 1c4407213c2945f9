"""The states of charges and refunds that a job ends: see reading.py for the events that ask for it."""

from retaguarda.foundation.stuck_work import StuckWork

CALLS = "payin.provider_calls"
_OF_CHARGE = "jsonb_build_object('company', company_id, 'charge', id) as args from charge where"
#: The states that these jobs end. A withdrawal of a charge that the provider refused has its error beside it.
UNFINISHED = (
    StuckWork(
        "payin.register_charge",
        CALLS,
        f"select id::text, created_at as since, {_OF_CHARGE} status = 'created' and batch is null",
    ),
    StuckWork(
        "payin.revise_charge",
        CALLS,
        f"select id::text, created_at as since, {_OF_CHARGE} status in ('created', 'pending') and revising is not null",
    ),
    StuckWork(
        "payin.cancel_charge",
        CALLS,
        f"select id::text, cancel_requested_at as since, {_OF_CHARGE} status in ('created', 'pending')"
        " and cancel_requested_at is not null and last_error is null",
    ),
    StuckWork(
        "payin.send_batch",
        CALLS,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'batch', id) as args"
        " from charge_batch where status in ('sending', 'processing')",
    ),
    StuckWork(
        "payin.send_refund",
        CALLS,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'refund', id) as args"
        " from refund where status in ('requested', 'processing')",
    ),
)
