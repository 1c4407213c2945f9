"""The Record of one version of the rules."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_versions import VersionRow
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.rules.model import RulesRecord
from retaguarda.payin.rules.queries import processors_of, rules_fields
from retaguarda.payin.rules.tables import READ, RULES


async def _load(tx: Tx, principal: Principal, version: UUID) -> RulesRecord | None:
    row = await tx.one("select * from payin_rule_version where id = %(id)s", {"id": version})
    if row is None:
        return None
    fields = rules_fields(msgspec.convert(row, VersionRow), principal)
    return RulesRecord(**fields, processors=await processors_of(tx))


RULES_RECORD = Record(
    path=f"{RULES.path}/{{id:str}}",
    summary="One version of the rules: its groups in their order, and who agreed to it",
    permission=READ,
    scope=HOUSE,
    answers=RulesRecord,
    load=_load,
)
