"""Caches the active rules in this process. The statement that writes a charge checks that they still are active, so no
query runs before it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.block_refusal import under_review
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.payin.rules.evaluate_charge import Decider, Decision, facts
from retaguarda.payin.rules.model import Kind, RuleGroup, RuleOverride


@dataclass(frozen=True, slots=True)
class ActiveRules:
    """The active version, compiled; ``id`` None: no rules are active."""

    id: UUID | None
    number: int
    decider: Decider
    #: Merchant → what it has of its own, by rule.
    overrides: Mapping[int, Mapping[str, RuleOverride]]


_NONE = ActiveRules(None, 0, Decider([]), {})
#: One per process: rules change a few times a week, charges come a hundred times a second.
_cache = [_NONE]


def cached_rules() -> ActiveRules:
    return _cache[0]


async def refresh(tx: Tx, used: ActiveRules) -> bool:
    """Load the active rules into the cache; return whether they differ from those used."""
    row = await tx.one("select * from payin_rules_in_force()")
    if (row["id"] if row else None) == used.id:
        return False
    _cache[0] = (
        ActiveRules(
            row["id"],
            row["number"],
            Decider(msgspec.convert(row["groups"], list[RuleGroup], strict=False)),
            _by_merchant(msgspec.convert(row["overrides"], list[RuleOverride])),
        )
        if row
        else _NONE
    )
    return True


def _by_merchant(overrides: Sequence[RuleOverride]) -> dict[int, dict[str, RuleOverride]]:
    found = dict[int, dict[str, RuleOverride]]()
    for each in overrides:
        found.setdefault(each.merchant, {})[each.rule] = each
    return found


@dataclass(frozen=True, slots=True)
class RuleInput:
    """The charge that the rules evaluate. ``draw``: the text that a share is drawn by, so that a repetition draws the
    same; a charge's txid.
    """

    company: int
    amount: int
    kind: Kind
    draw: str
    document: str | None = None


async def evaluate(tx: Tx, rules: ActiveRules, rule_input: RuleInput) -> Decision:
    """Evaluate the rules for a charge about to be written.

    Raises:
        ApiError: 409 ``blocked_by_rule`` with the rule's reason, once it is certain that these rules are active.
    """
    (decision,) = await evaluate_many(tx, rules, [rule_input])
    if decision.action == "block" and not await refresh(tx, rules):
        if decision.neutral:
            raise under_review()
        raise ApiError(409, "blocked_by_rule", decision.reason or "a rule refuses this charge")
    return decision


async def evaluate_many(tx: Tx, rules: ActiveRules, inputs: Sequence[RuleInput]) -> list[Decision]:
    """Evaluate the rules for several charges of one merchant."""
    if rules.id is None:
        return [Decision() for _ in inputs]
    decider, at = rules.decider, datetime.now(UTC)
    known_documents = await _charged_before(tx, inputs) if decider.uses_first_seen else set[str]()
    return [
        decider.decide(
            facts(
                amount=each.amount,
                at=at,
                merchant=each.company,
                document=each.document,
                first_seen=each.document not in known_documents,
                kind=each.kind,
            ),
            each.draw,
            rules.overrides.get(each.company),
            at,
        )
        for each in inputs
    ]


async def _charged_before(tx: Tx, inputs: Sequence[RuleInput]) -> set[str]:
    """Return the documents of those payers whom the merchant has charged before; a charge without document counts as a
    first.
    """
    documents = list({each.document for each in inputs if each.document})
    if not documents:
        return set()
    rows = await tx.all(
        "select d.document from unnest(%(documents)s::text[]) d (document) where exists"
        " (select 1 from charge where company_id = %(company)s and payer_document = d.document)",
        {"company": inputs[0].company, "documents": documents},
    )
    return {row["document"] for row in rows}
