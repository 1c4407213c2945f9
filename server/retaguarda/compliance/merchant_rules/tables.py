"""The matrix: each merchant with each rule in force, of charges, of payouts and of exchange."""

from retaguarda.compliance.merchant_rules.model import BASE_ACTIONS, ENTITIES, SHOWN_ACTIONS, SHOWN_STATES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_RULES_READ, Permission.COMPLIANCE_RULES_WRITE
SCOPE = HOUSE
MATRIX = Table(
    name="compliance.merchant_rules",
    path="/v1/compliance/merchant-rules",
    summary="Each merchant with each rule of charges, payouts and exchange, and what it has of its own",
    permission=READ,
    scope=SCOPE,
    source="merchant_rule_matrix x",
    company="x.company_id",
    key="x.id",
    key_type=str,
    order_by="merchant_id",
    columns=(
        Column("id", "x.id"),
        Column("merchant_id", "x.merchant_id", "integer", sortable=True),
        Column(
            "merchant_name",
            "x.merchant_name",
            searched=True,
            words="string_to_array(lower(x.merchant_name), ' ') || lower(x.merchant_name)",
        ),
        Column("entity", "x.entity", "choice", choices=ENTITIES),
        Column("rule", "x.rule"),
        Column("position", "x.position", "integer"),
        Column("condition", "x.condition"),
        Column("base_action", "x.base_action", "choice", choices=BASE_ACTIONS),
        Column("action", "x.action", "choice", choices=SHOWN_ACTIONS),
        Column("state", "x.state", "choice", choices=SHOWN_STATES),
        Column(
            "least_amount",
            "x.least_amount",
            "money",
            currency=f"coalesce(x.currency, {REAIS})",
            nullable=True,
            summed=False,
        ),
        Column("until", "x.until", "time"),
        Column("asked_by", "x.asked_by"),
        Column("decided_by", "x.decided_by"),
        Column("version", "x.version", "integer", nullable=True),
    ),
)
