"""The rules in force, as this process knows them. The statement that writes a charge says whether they are: no look ahead of it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.payin.rules.deciding import Decider, Decision, facts
from retaguarda.payin.rules.model import RuleGroup


@dataclass(frozen=True, slots=True)
class Active:
    """``id`` None: there are no rules in force."""

    id: UUID | None
    number: int
    decider: Decider


_NONE = Active(None, 0, Decider([]))
#: By the process: rules change a few times a week, charges come a hundred times a second.
_known = [_NONE]


def known() -> Active:
    return _known[0]


async def renewed(tx: Tx, used: Active) -> bool:
    """Looks which rules are in force, and remembers them; whether they are others than were used."""
    row = await tx.one("select * from payin_rules_active()")
    if (row["id"] if row else None) == used.id:
        return False
    _known[0] = (
        Active(row["id"], row["number"], Decider(msgspec.convert(row["groups"], list[RuleGroup], strict=False)))
        if row
        else _NONE
    )
    return True


async def decide(
    tx: Tx, rules: Active, *, company: int, amount: int, document: str | None, kind: str, txid: str
) -> Decision:
    """What these rules say of a charge that is about to be written.

    Raises:
        ApiError: 409 ``blocked_by_rule`` with the rule's reason, once it is sure that these are the rules in force.
    """
    if rules.id is None:
        return Decision()
    decider = rules.decider
    first_seen = decider.asks_first_seen and await _first_seen(tx, company, document)
    asked = facts(
        amount=amount,
        at=datetime.now(UTC),
        merchant=company,
        document=document,
        first_seen=first_seen,
        kind=kind,
    )
    decision = decider.decide(asked, txid)
    if decision.action == "block" and not await renewed(tx, rules):
        raise ApiError(409, "blocked_by_rule", decision.reason or "a rule refuses this charge")
    return decision


async def _first_seen(tx: Tx, company: int, document: str | None) -> bool:
    """Whether this merchant never asked this payer for anything; of nobody nothing is known."""
    if not document:
        return True
    return not await tx.value(
        "select exists (select 1 from charge where company_id = %(company)s and payer_document = %(document)s)",
        {"company": company, "document": document},
    )
