"""The steps of a claim, and what it brings back to the ledger. Each takes the claim as it is locked by the caller."""

from datetime import datetime
from uuid import UUID

from retaguarda import ledger
from retaguarda.account.claims.model import BANK
from retaguarda.account.transfers.postings import source_of
from retaguarda.foundation.call import PROVIDER
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.model import CLEARING
from retaguarda.providers.payout import Returned


async def move(
    tx: Tx, claim: Row, to: str, *, actor: str = BANK, person: UUID | None = None, **columns: object
) -> None:
    """``columns`` are set beside the state."""
    over = to in ("returned", "partly_returned", "refused", "cancelled")
    columns |= {"told_error": None, "tried": False} | ({"due_at": None} if over else {})
    sets = "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update med_claim set status = %(to)s{sets}, ended_at = case when %(over)s then clock_timestamp() end"
        " where company_id = %(company_id)s and id = %(id)s",
        claim | columns | {"to": to, "over": over},
    )
    data = {"from": claim["status"], "to": to, "amount": claim["amount"], "end_to_end_id": claim["end_to_end_id"]}
    told = {name: columns[name] for name in ("returned", "rejection", "due_at") if columns.get(name)}
    await record(
        tx,
        f"account:claim:{to}",
        company=claim["company_id"],
        subject=str(claim["id"]),
        actor=actor,
        person=person,
        data=data | told,
    )


async def come_back(tx: Tx, claim: Row, back: Returned) -> None:
    """pix_clearing −amount, and to where the withdrawal came from +amount; once for each claim."""
    amount = back.amount
    transfer = await tx.one("select * from transfer where company_id = %(company_id)s and id = %(transfer_id)s", claim)
    assert transfer is not None
    to = "returned" if amount == claim["amount"] else "partly_returned"
    await move(tx, claim, to, returned=amount, rtr_id=back.rtr_id)
    await _post(tx, claim, transfer, amount, back.at)


async def _post(tx: Tx, claim: Row, transfer: Row, amount: int, at: datetime | None) -> None:
    await ledger.post(
        tx,
        company=claim["company_id"],
        key=f"claim:{claim['id']}",
        kind="account.claim_returned",
        reference=str(transfer["id"]),
        effective_at=at,
        legs=[Leg(AccountRef(PROVIDER, CLEARING), -amount), Leg(source_of(transfer), amount)],
    )
