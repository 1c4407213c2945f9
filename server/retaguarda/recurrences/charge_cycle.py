"""Writes the recurring charge of a cycle, for a person or for the clock."""

from datetime import date, timedelta
from uuid import UUID

import msgspec

from retaguarda.foundation.block_refusal import BoundPayer, payer_refusal
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import evaluate_rules
from retaguarda.payin.settings.charge_terms import refuse_outside_limits
from retaguarda.payin.splits.agree_split import check_amount, split_of
from retaguarda.providers.pix.cycles import cycle_of, start_of
from retaguarda.providers.pix.ids import new_txid
from retaguarda.providers.pix.recurrence_codes import EARLIEST_DAYS, LATEST_DAYS, Periodicity
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow


async def write_charge(
    tx: Tx,
    recurrence: RecurrenceRow,
    due_on: date,
    amount: int,
    *,
    person: UUID | None,
    info: str | None = None,
    adjusts: bool = True,
) -> RecurringChargeRow:
    """Write the charge, status created, of the cycle that its due day lies in. The caller has locked ``recurrence``.

    Raises:
        ApiError: 400 when ``due_on`` is out of its window, or ``amount`` outside the merchant's limits; 409 when the
            payer has not approved the recurrence, the cycle has its charge, the merchant accepts none of these, or a
            rule blocks it.
    """
    cycle = _checked_cycle(recurrence, due_on)
    await refuse_outside_limits(tx, recurrence.company_id, "automatic", amount)
    if split := split_of(recurrence.split):
        check_amount(split, amount)
    txid = new_txid()
    decision = await evaluate_rules(
        tx, RuleInput(recurrence.company_id, amount, "automatic", txid, recurrence.payer_document)
    )
    if decision.action == "block":
        raise ApiError(409, "blocked_by_rule", decision.reason or "a rule refuses this charge")
    values = recurrence.with_columns(
        charge=uuid7(),
        txid=txid,
        cycle=cycle,
        due=due_on,
        asked=amount,
        info=info,
        adjusts=adjusts,
        person=person,
        split=json_text(split) if split else None,
        rule=decision.name,
        held=decision.action == "review",
    )
    row = await fetch_one(
        tx,
        RecurringChargeRow,
        "insert into recurring_charge (company_id, id, recurrence_id, connection_id, txid, status, cycle, due_on, amount, currency, info,"
        " adjusts, created_by, split, rule, held) select %(company_id)s, %(charge)s, %(id)s, %(connection_id)s, %(txid)s, 'created', %(cycle)s,"
        " %(due)s, %(asked)s, %(currency)s, %(info)s, %(adjusts)s, %(person)s,"
        " %(split)s::jsonb, %(rule)s, %(held)s or v.effect is not null"
        f" from (values (1)) o left join {_VERDICT} on true where v.effect is distinct from 'refuse'"
        " on conflict (company_id, recurrence_id, cycle) where status not in ('rejected', 'cancelled', 'failed') do nothing returning *",
        values,
    )
    if row is None:
        payer = BoundPayer(
            recurrence.company_id,
            recurrence.payer_name,
            recurrence.payer_document,
            amount,
            recurrence.currency,
            person,
        )
        raise await payer_refusal(tx, payer) or ApiError(
            409, "cycle_taken", f"the cycle of {due_on} has a charge that was not rejected or cancelled"
        )
    if decision.action != "review" and row.held:
        await tx.execute(_HELD, values)
    return row


#: What stands against the payer, in the statement that writes the charge (compliance/sql/block_list.sql).
_VERDICT = "block_verdict_on(%(company_id)s, 'in', block_probes(%(payer_document)s)) v"
_PARTY = "%(payer_name)s, %(payer_document)s, %(asked)s, %(currency)s, %(person)s"
_HELD = f"select block_refusal_write(gen_random_uuid(), 'charge', 'hold', v.entry_id, %(company_id)s, %(charge)s::text, {_PARTY}) from {_VERDICT}"


def _checked_cycle(recurrence: RecurrenceRow, due_on: date) -> int:
    if recurrence.status != "approved" or recurrence.cancel_requested_at is not None:
        raise ApiError(409, "recurrence_not_approved", "only a recurrence that the payer agreed to is charged")
    earliest, latest = today(BRASILIA) + timedelta(days=LATEST_DAYS), today(BRASILIA) + timedelta(days=EARLIEST_DAYS)
    if not earliest <= due_on <= latest:
        raise invalid_field(
            "due_on",
            "out_of_range",
            f"a charge is sent {EARLIEST_DAYS} to {LATEST_DAYS} days before it is due: {earliest} to {latest}",
        )
    cycle = cycle_of(recurrence.starts_on, msgspec.convert(recurrence.periodicity, Periodicity), due_on)
    if cycle < 0 or (recurrence.ends_on is not None and due_on > recurrence.ends_on):
        raise invalid_field(
            "due_on", "outside_recurrence", "due_on lies before the recurrence begins, or after it ends"
        )
    return cycle


def next_cycle(starts_on: date, periodicity: str, ends_on: date | None, after: date) -> tuple[int, date | None]:
    """Return the first cycle that begins after a day, and its first day; None when the recurrence ends before."""
    rhythm = msgspec.convert(periodicity, Periodicity)
    cycle = max(cycle_of(starts_on, rhythm, after) + 1, 0)
    due = start_of(starts_on, rhythm, cycle)
    return cycle, None if ends_on is not None and due > ends_on else due
