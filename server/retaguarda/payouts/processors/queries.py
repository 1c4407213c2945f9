"""Reads rows of processors that pay and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_one, struct_fields
from retaguarda.payouts.processors.model import PayoutProcessor, PayoutProcessorRules
from retaguarda.payouts.processors.tables import PAYING_STATUS, SOURCE

#: SQL: the hour as people write it.
_CUT_OFF = "to_char(cut_off, 'HH24:MI') as cut_off, to_char(ted_cut_off, 'HH24:MI') as ted_cut_off"


async def of_processor(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout_processor where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def processor_rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayoutProcessorRules | None:
    return await fetch_one(
        tx,
        PayoutProcessorRules,
        f"select name, priority, enabled, {_CUT_OFF}, cost, payment_most, day_most, day_count_most, statement_account_id, methods,"
        " coalesce(currency, limits_currency) as currency, array(select n.said from (select distinct on (t.method) t.method,"
        " t.method || ': ' || t.fixed || ' + ' || t.points || '/10000, ' || t.valid_from as said from payout_tariff t"
        " where t.processor_id = payout_processor.id order by t.method, t.version desc) n) as tariffs"
        " from payout_processor where id = %(id)s",
        {"id": path_id(path)},
    )


async def load_processor(tx: Tx, processor: UUID) -> PayoutProcessor:
    return PayoutProcessor(**processor_fields(await processor_row(tx, processor) or {}))


async def processor_row(tx: Tx, processor: UUID) -> Row | None:
    return await tx.one(
        f"select c.*, coalesce(c.currency, c.limits_currency) as currency, {_CUT_OFF}, {PAYING_STATUS} as status,"
        " coalesce(c.test_asked_at > coalesce(c.tested_at, '-infinity'), false) as testing"
        f" from {SOURCE} where c.id = %(id)s",
        {"id": processor},
    )


def processor_fields(row: Row) -> dict[str, Any]:
    return struct_fields(PayoutProcessor, row) | {"pending": row["pending"] is not None}
