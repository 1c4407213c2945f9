"""One provider of checks, with its figures and its last calls."""

from uuid import UUID

from retaguarda.compliance.providers.model import CheckProviderRecord
from retaguarda.compliance.providers.queries import find_provider, last_calls, shown_fields
from retaguarda.compliance.providers.tables import PROVIDERS, READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE


async def _load(tx: Tx, principal: Principal, provider: UUID) -> CheckProviderRecord | None:
    row = await find_provider(tx, provider)
    if row is None:
        return None
    return CheckProviderRecord(
        **shown_fields(row),
        may_activate=row.written_by_id != principal.person_id,
        last_calls=await last_calls(tx, provider),
    )


PROVIDER_RECORD = Record(
    path=f"{PROVIDERS.path}/{{id:str}}",
    summary="One provider of checks: settings without its secret, figures of its day and month, last calls",
    permission=READ,
    scope=HOUSE,
    answers=CheckProviderRecord,
    load=_load,
)
