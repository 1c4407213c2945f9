"""The Record of one version of the rules for payments."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.evaluate_rules import FACTS
from retaguarda.payouts.rules.model import PayoutRulesRecord
from retaguarda.payouts.rules.queries import VERSIONS, backtest_of, processors_of, rules_fields
from retaguarda.payouts.rules.tables import HOUSE_FACTOR, READ, RULES


async def _load(tx: Tx, principal: Principal, version: UUID) -> PayoutRulesRecord | None:
    row = await VERSIONS.find(tx, version)
    if row is None:
        return None
    return PayoutRulesRecord(
        **rules_fields(row, principal),
        processors=await processors_of(tx),
        facts=list(FACTS),
        backtest=await backtest_of(tx, row.id, row.revision),
    )


RULES_RECORD = Record(
    path=f"{RULES.path}/{{id:str}}",
    summary="One version of the rules for payments: its groups in their order, its backtest, and who agreed to it",
    permission=READ,
    scope=HOUSE_FACTOR,
    answers=PayoutRulesRecord,
    load=_load,
)
