"""Says what rules are in force for one merchant, in which order and with which numbers, each from where; and tries a charge."""

from typing import Any, Literal

from retaguarda.compliance.merchant_rules.model import (
    EffectiveLimit,
    EffectiveRule,
    EffectiveRules,
    MerchantTryInput,
    RuleNumber,
    State,
    TriedComparison,
    TriedRule,
    TriedRules,
)
from retaguarda.compliance.merchant_rules.parse_condition import parse_condition
from retaguarda.compliance.merchant_rules.queries import MerchantRuleRow, own_of, own_rules, rules_in_force
from retaguarda.compliance.merchant_rules.tables import MATRIX, READ, SCOPE
from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.money import BRL, money_or_none
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.payin.rules.evaluate_charge import NAMES, overridden_action
from retaguarda.payin.rules.model import RuleGroup, RuleOverride

_PATH = f"{MATRIX.path}/{{merchant:str}}"
Effect = Literal["share", "review", "block", "off"]


async def effective_rules(tx: Tx, principal: Principal, merchant: int) -> EffectiveRules:
    """
    Raises:
        ApiError: 404.
    """
    name = await tx.value("select name from company where id = %(id)s and id <> 1", {"id": merchant})
    if name is None:
        raise not_found("merchant")
    rules, own = await rules_in_force(tx), await own_rules(tx, merchant)
    standing = {each.rule: each for each in own if each.status in ("proposed", "active")}
    return EffectiveRules(
        merchant_id=merchant,
        merchant_name=name,
        version=rules.number if rules else 0,
        version_name=rules.name if rules else "",
        rules=[
            _effective(place, group, standing.get(group.name), principal)
            for place, group in enumerate(rules.groups if rules else [], 1)
        ],
        limits=await _limits(tx, merchant),
        history=[own_of(each) for each in own],
    )


def _effective(position: int, group: RuleGroup, own: MerchantRuleRow | None, principal: Principal) -> EffectiveRule:
    numbers = [
        RuleNumber(each.fact, each.operator, _written(each.threshold), "provider")
        for each in parse_condition(group.condition) or ()
    ]
    if own is not None and own.status == "active" and own.least_amount is not None:
        numbers.append(RuleNumber("amount", ">=", str(own.least_amount.amount), "merchant"))
    other = own is not None and own.asked_by_id != principal.person_id
    return EffectiveRule(
        position=position,
        rule=group.name,
        condition=group.condition,
        base_action=group.action,
        action=_action(group, own),
        state=_state(own),
        numbers=numbers,
        own=None if own is None else own_of(own),
        may_decide=other and own is not None and own.status == "proposed",
        may_clear=own is not None and own.status == "active" and (other or own.kind == "off"),
    )


def _state(own: MerchantRuleRow | None) -> State:
    if own is None:
        return "inherits"
    if own.kind != "off":
        return "stricter"
    return "off" if own.status == "active" else "off_proposed"


def _action(group: RuleGroup, own: MerchantRuleRow | None, amount: int | None = None) -> Effect:
    """``amount`` None: of whatever amount its own rule speaks."""
    if own is None or own.status != "active":
        return group.action
    least = own.least_amount.amount if own.least_amount and amount is not None else None
    override = RuleOverride(own.merchant_id, own.rule, own.kind, least, own.until)
    return overridden_action(group, override, amount or 0) or "off"


async def _limits(tx: Tx, merchant: int) -> list[EffectiveLimit]:
    """The numbers of payouts, each the merchant's own, that of all, or the regulation's."""
    rows = await tx.all(_LIMITS, {"merchant": merchant})
    return [EffectiveLimit(row["name"], money_or_none(row["amount"], BRL), row["source"]) for row in rows]


async def try_charge(tx: Tx, principal: Principal, merchant: int, given: MerchantTryInput) -> TriedRules:
    """Evaluate the rules as for a charge of the merchant: what each says, and which one decides.

    Raises:
        ApiError: 400, the merchant has no account in the currency.
    """
    await _refuse_unheld(tx, merchant, given.amount.currency)
    rules, own = await rules_in_force(tx), await own_rules(tx, merchant)
    standing = {each.rule: each for each in own if each.status == "active"}
    facts: dict[str, Any] = {
        "amount": given.amount.amount,
        "hour": given.hour,
        "merchant": merchant,
        "payer": given.payer,
        "first_seen": given.first_seen,
        "kind": given.kind,
    }
    tried, decided = list[TriedRule](), None
    for position, group in enumerate(rules.groups if rules else [], 1):
        action = _action(group, standing.get(group.name), given.amount.amount)
        comparisons = [
            TriedComparison(
                each.fact,
                each.operator,
                _written(each.threshold),
                _written(facts[each.fact]),
                each.holds(facts),
                each.margin(facts),
            )
            for each in parse_condition(group.condition) or ()
        ]
        outcome: Literal["hit", "no", "off", "not_asked", "error"] = "not_asked"
        if decided is None:
            outcome = _outcome(group, facts)
            if action == "off" and outcome != "no":
                outcome = "off"
            if outcome == "hit" or (outcome == "error" and action != "share"):
                decided = (action, group.name)
        tried.append(TriedRule(position, group.name, outcome, action, comparisons))
    if decided is None or decided[0] == "off":
        return TriedRules("pass", None, tried)
    return TriedRules(decided[0], decided[1], tried)


async def _refuse_unheld(tx: Tx, merchant: int, currency: str | None) -> None:
    held = await tx.value(
        "select array_agg(distinct currency::text) from ledger_account where company_id = %(merchant)s",
        {"merchant": merchant},
    )
    if currency is not None and held and currency not in held:
        raise invalid_field("amount", "currency_unknown", f"this merchant has no account in {currency}")


def _outcome(group: RuleGroup, facts: dict[str, Any]) -> Literal["hit", "no", "error"]:
    if not group.condition.strip():
        return "hit"
    try:
        return "hit" if Rule(group.condition.strip(), NAMES).holds(facts) else "no"
    except RuleError:
        return "error"


def _written(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_LIMITS = """
    select l.name, l.amount, l.source from payout_rules(%(merchant)s) r
     cross join (select exists (select from payout_setting_version v where v.company_id = %(merchant)s and v.valid_from <= now()) as own,
                        exists (select from payout_setting_version v where v.company_id = 1 and v.valid_from <= now()) as house) w
     cross join lateral (values
       (1, 'most', r.most, case when r.most = 1500000 then 'regulation' when w.own then 'merchant' else 'provider' end),
       (2, 'first_most', r.first_most, case when w.own then 'merchant' else 'provider' end),
       (3, 'day_most', r.day_most, case when w.own then 'merchant' else 'provider' end),
       (4, 'night_most', r.night_most, case when w.own then 'merchant' else 'provider' end)) l (place, name, amount, source)
     order by l.place
"""


def effective_routes(access: Access) -> list[Route]:
    async def show(request: Request) -> Response:
        async with SCOPE.over(access).open(request, READ) as (tx, principal):
            return json_response(await effective_rules(tx, principal, number_of(request.path_params["merchant"])))

    async def attempt(request: Request) -> Response:
        given = request.read(MerchantTryInput)
        async with SCOPE.over(access).open(request, READ) as (tx, principal):
            merchant = number_of(request.path_params["merchant"])
            await effective_rules(tx, principal, merchant)
            return json_response(await try_charge(tx, principal, merchant, given))

    return [
        Route(
            "GET", _PATH, "The rules of one merchant: their order, their numbers, each from where", show,
            permission=READ, scope=SCOPE, answers=EffectiveRules,
        ),
        Route(
            "POST", f"{_PATH}/try", "What the rules of a merchant would do with a charge, condition by condition", attempt,
            permission=READ, scope=SCOPE, body=MerchantTryInput, answers=TriedRules,
        ),
    ]  # fmt: skip
