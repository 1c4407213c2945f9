"""Examples of charges and a refund, request and response, for the OpenAPI contract."""

from datetime import UTC, date, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.money import BRL, Money, Price
from retaguarda.foundation.request import Example
from retaguarda.payin.charges.due_terms import FineTerm, InterestTerm, Terms
from retaguarda.payin.charges.model import (
    Charge,
    ChargeInput,
    DebtorInput,
    DueChargeInput,
    PayerInput,
    Refund,
    RefundInput,
)

_PAYER, _DOCUMENT = "Jose Exemplo", "52998224725"
_MADE = Charge(
    id=UUID("01a1fec2-c8a0-7ee5-8b49-a1c3bdd721e3"),
    created_at=datetime(2026, 11, 20, 15, 30, tzinfo=UTC),
    txid="7978c0c97ea847e78e8849634473c1f1",
    end_to_end_id=None,
    payer_name=_PAYER,
    payer_document=_DOCUMENT,
    method="pix",
    kind="immediate",
    due_date=None,
    status="created",
    reference="order-1001",
    description="Pedido 1001",
    amount=Money(10_000, BRL),
    fee=Money(0, BRL),
    net=Money(0, BRL),
    refunded=Money(0, BRL),
    expires_at=datetime(2026, 11, 20, 16, 30, tzinfo=UTC),
    paid_at=None,
    processor="Banco",
    company_id=2,
    last_error=None,
)
CHARGE = Example(
    ChargeInput(Price(10_000, BRL), PayerInput(_PAYER, _DOCUMENT), "Pedido 1001", "order-1001", expires_in=3_600), _MADE
)
DUE_CHARGE = Example(
    DueChargeInput(
        Price(10_000, BRL),
        date(2026, 12, 10),
        DebtorInput(_PAYER, _DOCUMENT),
        valid_days=30,
        terms=Terms(fine=FineTerm(2, 200), interest=InterestTerm(3, 100)),
        description="Mensalidade de dezembro",
        reference="contract-7",
    ),
    msgspec.structs.replace(
        _MADE,
        kind="due",
        due_date=date(2026, 12, 10),
        description="Mensalidade de dezembro",
        reference="contract-7",
        expires_at=datetime(2027, 1, 10, 3, tzinfo=UTC),
    ),
)
REFUND = Example(
    RefundInput(Price(2_500, BRL), "Produto em falta"),
    Refund(
        id=UUID("01a1fec2-d000-7aaa-8b49-000000000001"),
        end_to_end_id="E12345678202611201530abcdefghijk",
        amount=Money(2_500, BRL),
        status="requested",
        reason="Produto em falta",
        created_at=datetime(2026, 11, 22, 9, 30, tzinfo=UTC),
        settled_at=None,
        rtr_id=None,
        error=None,
    ),
)
