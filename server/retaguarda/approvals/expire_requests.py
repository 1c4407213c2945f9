"""Expire approvals that nobody decided in time."""

from dataclasses import dataclass

from retaguarda.approvals.execute_request import event_data
from retaguarda.approvals.model import EXPIRED
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record


@dataclass(frozen=True, slots=True)
class Expiry:
    database: Database

    async def run(self) -> None:
        """Safe to repeat: an expired approval no longer awaits a decision."""
        async with self.database.transaction(SYSTEM) as tx:
            over = await tx.all(
                "update approval_request set state = 'expired' where id in (select id from approval_request"
                " where state = 'awaiting' and expires_at <= now() order by expires_at limit 1000 for update skip locked)"
                " returning *"
            )
            for approval in over:
                await record(
                    tx,
                    EXPIRED,
                    company=approval["company_id"],
                    subject=str(approval["id"]),
                    actor="retaguarda",
                    data=event_data(approval),
                )
