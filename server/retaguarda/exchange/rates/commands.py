"""Bring reference rates in, and add rules of the tax."""

import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from retaguarda.exchange.model import HOME, foreign_currency
from retaguarda.exchange.rates.model import RatesInput, RatesRead, TaxRule, TaxRuleInput
from retaguarda.exchange.rates.parse_rates import PublishedRate, RatesDamaged, parse_rates
from retaguarda.exchange.rates.tables import RATES, SCOPE, TAX_RULES, WRITE
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import with_second_factor
from retaguarda.foundation.text_input import printable

_STORE = """
    insert into exchange_rate (id, day, currency, home_currency, bulletin, buy, sell, published_at, source, sha256, fetched_by)
    select %(id)s, %(day)s, %(currency)s, %(home)s, %(bulletin)s, %(buy)s, %(sell)s, %(at)s, %(source)s, %(sha)s, %(by)s
    on conflict (company_id, currency, home_currency, published_at) do nothing
"""


async def _import(tx: Tx, principal: Principal, given: RatesInput, path: Mapping[str, str]) -> Done:
    currency = foreign_currency("currency", given.currency)
    try:
        rates = parse_rates(given.answer)
    except RatesDamaged as damage:
        raise invalid_field("answer", "rates_damaged", str(damage)) from None
    if not rates:
        raise invalid_field("answer", "rates_empty", "this answer has no rate: the day may be a holiday")
    digest = hashlib.sha256(given.answer.encode()).digest()
    added = await store_rates(tx, currency, rates, printable("source", given.source), digest, principal.email)
    result = RatesRead(currency, added, len(rates) - added, digest.hex())
    return Done(currency, result, {"name": currency, "rates": added})


async def store_rates(
    tx: Tx, currency: str, rates: Sequence[PublishedRate], source: str, digest: bytes, by: str
) -> int:
    """Keep what was published; how many were not known."""
    added = 0
    for rate in rates:
        added += await tx.execute(
            _STORE,
            {
                "id": uuid7(),
                "day": rate.published_at.astimezone(BRASILIA).date(),
                "currency": currency,
                "home": HOME,
                "bulletin": rate.bulletin,
                "buy": rate.buy,
                "sell": rate.sell,
                "at": rate.published_at,
                "source": source,
                "sha": digest,
                "by": by,
            },
        )
    return added


async def _add_rule(tx: Tx, principal: Principal, given: TaxRuleInput, path: Mapping[str, str]) -> Done:
    percent = Decimal(given.percent)
    if percent > 100:
        raise invalid_field("percent", "out_of_range", "a tax is 100 percent at most")
    row = await tx.one(
        "insert into exchange_tax_rule (id, kind, direction, percent, valid_from, source, created_by) values"
        " (%(id)s, %(kind)s, %(direction)s, %(percent)s, %(first)s, %(source)s, %(by)s)"
        " returning id, created_at",
        {
            "id": uuid7(),
            "kind": given.kind,
            "direction": given.direction,
            "percent": percent,
            "first": given.valid_from,
            "source": printable("source", given.source),
            "by": principal.email,
        },
    )
    assert row is not None
    rule = TaxRule(
        kind=given.kind,
        direction=given.direction,
        percent=given.percent,
        valid_from=given.valid_from,
        source=given.source,
        created_by=principal.email,
        **row,
    )
    return Done(str(rule.id), rule, {"name": f"{given.kind} {given.direction} {given.percent} %"})


async def _shows_rule(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    rule: TaxRule = done.result
    facts = {"percent": rule.percent, "valid_from": rule.valid_from.isoformat(), "source": rule.source}
    return plan_summary(str(done.data["name"]), facts)


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="exchange:rate:import",
        method="POST",
        path=RATES.path,
        summary="Bring in reference rates as the Central Bank published them",
        permission=WRITE,
        scope=with_second_factor(SCOPE),
        input=RatesInput,
        answers=RatesRead,
        apply=_import,
    ),
    Command(
        name="exchange:tax_rule:add",
        method="POST",
        path=TAX_RULES.path,
        summary="Add a rule of the tax on exchange, with its norm",
        permission=WRITE,
        scope=with_second_factor(SCOPE),
        input=TaxRuleInput,
        answers=TaxRule,
        apply=_add_rule,
        status=201,
        approvable=True,
        shows=_shows_rule,
    ),
)
