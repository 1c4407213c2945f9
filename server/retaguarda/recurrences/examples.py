"""Examples of a recurrence and a recurring charge, request and response, for the OpenAPI contract."""

from datetime import UTC, date, datetime
from uuid import UUID

from retaguarda.foundation.money import BRL, Money, Price
from retaguarda.foundation.request import Example
from retaguarda.payin.charges import examples
from retaguarda.payin.charges.model import PayerInput
from retaguarda.recurrences.model import (
    Recurrence,
    RecurrenceInput,
    RecurringCharge,
    RecurringChargeInput,
    RecurringRefundInput,
)

_ID, _AT = UUID("01a1fec2-e000-7bbb-8b49-000000000001"), datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
RECURRENCE = Example(
    RecurrenceInput(
        contract="63100862",
        payer=PayerInput("Jose Exemplo", "52998224725"),
        starts_on=date(2026, 12, 10),
        periodicity="MENSAL",
        journey="JORNADA_2",
        object="Plano de internet",
        amount=Price(3_500, BRL),
        retry_policy="PERMITE_3R_7D",
        automatic=False,
    ),
    Recurrence(
        id=_ID,
        created_at=_AT,
        id_rec=None,
        contract="63100862",
        object="Plano de internet",
        payer_name="Jose Exemplo",
        payer_document="52998224725",
        periodicity="MENSAL",
        starts_on=date(2026, 12, 10),
        ends_on=None,
        amount=Money(3_500, BRL),
        minimum=None,
        retry_policy="PERMITE_3R_7D",
        agreement=None,
        journey="JORNADA_2",
        automatic=False,
        next_due=date(2026, 12, 10),
        status="created",
        end_code=None,
        processor="Banco",
        company_id=2,
        last_error=None,
    ),
)
RECURRING_CHARGE = Example(
    RecurringChargeInput(date(2026, 12, 10), Price(3_500, BRL), info="Fatura de dezembro"),
    RecurringCharge(
        id=UUID("01a1fec2-e100-7bbb-8b49-000000000002"),
        created_at=_AT,
        recurrence_id=_ID,
        txid="a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6",
        cycle=0,
        due_on=date(2026, 12, 10),
        amount=Money(3_500, BRL),
        paid=Money(0, BRL),
        fee=Money(0, BRL),
        status="created",
        tries=0,
        next_attempt=None,
        paid_at=None,
        end_to_end_id=None,
        end_code=None,
        by_hand=True,
        company_id=2,
        last_error=None,
    ),
)
RECURRING_REFUND = Example(RecurringRefundInput(Price(2_500, BRL), "Produto em falta"), examples.REFUND.response)
