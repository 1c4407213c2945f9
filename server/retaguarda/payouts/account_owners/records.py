"""One account owner: what is in force, what comes next, its agreements with the bank and its signers."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.payouts.account_owners.model import AccountOwnerRecord
from retaguarda.payouts.account_owners.queries import (
    agreements_of,
    find_owner,
    signers_of,
    versions_of,
    wrote_newest,
)
from retaguarda.payouts.account_owners.tables import ACCOUNT_OWNERS


async def _load(tx: Tx, principal: Principal, owner: UUID) -> AccountOwnerRecord | None:
    found = await find_owner(tx, list(principal.companies), owner)
    if found is None:
        return None
    company = found.company_id
    versions = await versions_of(tx, company, owner)
    waits = versions[0] if versions[0].status in ("draft", "verified") else None
    return AccountOwnerRecord(
        **msgspec.structs.asdict(found),
        next=waits,
        next_mine=waits is not None and await wrote_newest(tx, principal, company, owner),
        versions=versions,
        agreements=await agreements_of(tx, company, owner),
        signers=await signers_of(tx, company, owner),
    )


ACCOUNT_OWNER_RECORD = Record(
    path=f"{ACCOUNT_OWNERS.path}/{{id:str}}",
    summary="One account owner: its versions, its agreements with the bank, its signers",
    permission=ACCOUNT_OWNERS.permission,
    scope=with_second_factor(MERCHANT),
    answers=AccountOwnerRecord,
    load=_load,
)
