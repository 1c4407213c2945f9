"""The matrix: each merchant with each rule of charges in force."""

from retaguarda.compliance.merchant_rules.model import ACTIONS, STATES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_RULES_READ, Permission.COMPLIANCE_RULES_WRITE
SCOPE = HOUSE
_SOURCE = (
    "company m cross join payin_rule_version v cross join lateral jsonb_array_elements(v.groups) with ordinality g (body, position)"
    " left join merchant_rule o on o.merchant_id = m.id and o.rule = g.body ->> 'name' and o.status in ('proposed', 'active')"
    " and (o.until is null or o.until > now())"
    # A provider's own company charges nobody.
    " join (select 1 as company_id) house on v.status = 'active' and m.id <> 1 and m.status not in ('denied', 'offboarded')"
)
_STATE = (
    "(case when o.id is null then 'inherits' when o.kind <> 'off' then 'stricter' when o.status = 'active' then 'off'"
    " else 'off_proposed' end)"
)
_ACTION = (
    "(case when o.status = 'active' and o.kind = 'off' and g.body ->> 'action' <> 'share' then 'off'"
    " when o.status = 'active' and o.kind = 'block' then 'block'"
    " when o.status = 'active' and o.kind = 'review' and g.body ->> 'action' = 'share' then 'review'"
    " else g.body ->> 'action' end)"
)

MATRIX = Table(
    name="compliance.merchant_rules",
    path="/v1/compliance/merchant-rules",
    summary="Each merchant with each rule of charges, and what it has of its own",
    permission=READ,
    scope=SCOPE,
    source=_SOURCE,
    company="house.company_id",
    key="(m.id || ':' || g.position)",
    key_type=str,
    order_by="merchant_id",
    columns=(
        Column("id", "(m.id || ':' || g.position)"),
        Column("merchant_id", "m.id", "integer", sortable=True),
        Column("merchant_name", "m.name", searched=True, words="string_to_array(lower(m.name), ' ') || lower(m.name)"),
        Column("rule", "g.body ->> 'name'"),
        Column("position", "g.position", "integer"),
        Column("condition", "g.body ->> 'condition'"),
        Column("base_action", "g.body ->> 'action'", "choice", choices=("share", "review", "block")),
        Column("action", _ACTION, "choice", choices=ACTIONS),
        Column("state", _STATE, "choice", choices=STATES),
        Column(
            "least_amount",
            "o.least_amount",
            "money",
            currency=f"coalesce(o.currency, {REAIS})",
            nullable=True,
            summed=False,
        ),
        Column("until", "o.until", "time"),
        Column("asked_by", "o.asked_by"),
        Column("decided_by", "o.decided_by"),
        Column("version", "v.number", "integer"),
    ),
)
