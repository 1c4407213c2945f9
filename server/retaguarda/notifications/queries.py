"""Who stands at the other end of the money that a notification is about: its payer, or whom it was sent to.

Notifications read the name when they are made, because the log of events keeps no name of a payer or a payee.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event

#: What the event is about, by which the name is found.
Party = Literal["charge", "payment", "payout", "deposit", "schedule", "request"]

_SQL: Mapping[Party, str] = MappingProxyType(
    {
        "charge": "select payer_name from published.charge where company_id = %(company)s and id = %(subject)s::uuid",
        "payment": "select payer_name from published.pix_payment where end_to_end_id = %(end_to_end_id)s",
        "payout": "select holder_name from published.payout where company_id = %(company)s and id = %(subject)s::uuid",
        "deposit": (
            "select coalesce(d.payer_name, p.payer_name) from published.deposit d"
            " left join published.pix_payment p on p.end_to_end_id = d.end_to_end_id where d.id = %(subject)s::uuid"
        ),
        "schedule": (
            "select b.nickname from published.payment_schedule s join published.bank_account b"
            " on b.company_id = s.company_id and b.id = s.bank_account_id where s.id = %(subject)s::uuid"
        ),
        "request": "select nullif(about, '') from published.approval_request where id = %(subject)s::uuid",
    }
)


async def name_of_party(tx: Tx, party: Party, event: Event) -> str | None:
    """Returns the name, or of a request what it is about; None where nobody told it."""
    names = await tx.all(
        f"select name from ({_SQL[party]}) found(name)",
        {
            "company": event.company_id,
            "subject": event.subject_id,
            "end_to_end_id": event.data.get("end_to_end_id"),
        },
    )
    return names[0]["name"] if names else None
