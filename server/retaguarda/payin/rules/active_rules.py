"""Caches the active rules in this process. The statement that writes a charge checks that they still are active, so no
query runs before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.payin.rules.evaluate_charge import Decider, Decision, facts
from retaguarda.payin.rules.model import Kind, RuleGroup


@dataclass(frozen=True, slots=True)
class Active:
    """The active version, compiled; ``id`` None: no rules are active."""

    id: UUID | None
    number: int
    decider: Decider


_NONE = Active(None, 0, Decider([]))
#: One per process: rules change a few times a week, charges come a hundred times a second.
_known = [_NONE]


def known() -> Active:
    return _known[0]


async def renewed(tx: Tx, used: Active) -> bool:
    """Load the active rules into the cache; return whether they differ from those used."""
    row = await tx.one("select * from payin_rules_active()")
    if (row["id"] if row else None) == used.id:
        return False
    _known[0] = (
        Active(row["id"], row["number"], Decider(msgspec.convert(row["groups"], list[RuleGroup], strict=False)))
        if row
        else _NONE
    )
    return True


@dataclass(frozen=True, slots=True)
class Asked:
    """The charge that the rules evaluate. ``draw``: the text that a share is drawn by, so that a repetition draws the
    same; a charge's txid.
    """

    company: int
    amount: int
    kind: Kind
    draw: str
    document: str | None = None


async def decide(tx: Tx, rules: Active, asked: Asked) -> Decision:
    """Evaluate the rules for a charge about to be written.

    Raises:
        ApiError: 409 ``blocked_by_rule`` with the rule's reason, once it is certain that these rules are active.
    """
    (decision,) = await met(tx, rules, [asked])
    if decision.action == "block" and not await renewed(tx, rules):
        raise ApiError(409, "blocked_by_rule", decision.reason or "a rule refuses this charge")
    return decision


async def met(tx: Tx, rules: Active, asked: Sequence[Asked]) -> list[Decision]:
    """Evaluate the rules for several charges of one merchant."""
    if rules.id is None:
        return [Decision() for _ in asked]
    decider, at = rules.decider, datetime.now(UTC)
    seen = await _seen(tx, asked) if decider.asks_first_seen else set[str]()
    return [
        decider.decide(
            facts(
                amount=each.amount,
                at=at,
                merchant=each.company,
                document=each.document,
                first_seen=each.document not in seen,
                kind=each.kind,
            ),
            each.draw,
        )
        for each in asked
    ]


async def _seen(tx: Tx, asked: Sequence[Asked]) -> set[str]:
    """Return the documents of those payers whom the merchant has charged before; a charge without document counts as a
    first.
    """
    documents = list({each.document for each in asked if each.document})
    if not documents:
        return set()
    rows = await tx.all(
        "select d.document from unnest(%(documents)s::text[]) d (document) where exists"
        " (select 1 from charge where company_id = %(company)s and payer_document = d.document)",
        {"company": asked[0].company, "documents": documents},
    )
    return {row["document"] for row in rows}
