"""Bring a payment for people to let go: what a program asks for under its key. It becomes a batch of one, planned and sealed
as any other; nothing leaves, and no money is set aside, until a person submits it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.command import HELD, Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.identify_destination import load_names
from retaguarda.payouts.batches.create_batch import WRITTEN, create_planned_batch
from retaguarda.payouts.batches.model import ParsedLine, PayoutBatch
from retaguarda.payouts.batches.queries import BROUGHT, batch_of
from retaguarda.payouts.payments.create_payment import holder_of, one_line, purpose_of, sorted_by
from retaguarda.payouts.payments.model import BroughtPaymentInput
from retaguarda.payouts.payments.parse_destination import read_given


@dataclass(frozen=True, slots=True)
class _Bringer:
    """``keys``: of the keyed hash that names destinations."""

    keys: Keys

    async def bring(self, tx: Tx, principal: Principal, given: BroughtPaymentInput, path: Mapping[str, str]) -> Done:
        company, amount = principal.chosen(), given.amount.amount
        found = await read_given(tx, given)
        if found.columns["kind"] == "slip":
            raise invalid_field("code", "slip_by_person", "a slip is paid by people: batches go by Pix or TED")
        if found.amount is not None and found.amount != amount:
            raise invalid_field("amount", "code_other_amount", f"the code asks for {found.amount} minor units")
        external_id = one_line("external_id", given.external_id)
        if not external_id:
            raise invalid_field("external_id", "field_required", "name the payment by an id of your own")
        names = await load_names(tx, self.keys)
        destination = names.of_destination(found.columns)
        holder = await holder_of(tx, company, given, found, destination)
        columns = {name: value for name, value in found.columns.items() if name != "number"}
        columns |= {"method": given.method, "ted_purpose": purpose_of(given)}
        values: dict[str, Any] = columns | {
            "name": holder.holder_name,
            "document": holder.holder_document,
            "account": found.columns.get("number"),
            "amount": amount,
            "scheduled_for": given.scheduled_for and given.scheduled_for.isoformat(),
            "description": one_line("description", given.description or (found.text and found.text[:140])),
            "external_id": external_id,
            "destination": destination,
            "document_hash": names.of_document(holder.holder_document),
            **sorted_by(given),
        }
        reais = {"amount": f"{amount // 100},{amount % 100:02d}", "bank": values.get("ispb")}
        cells = [str((values | reais).get(name) or "") for name in WRITTEN]
        maker = Requester(principal.email, principal.person_id)
        line = ParsedLine(1, cells, values, [])
        row = await create_planned_batch(tx, company, maker, external_id, "api", [line])
        return Done(str(row.id), batch_of(row), {"name": row.name, "amount": amount, "bad": row.bad})


def bring_command(keys: Keys) -> Command[Any]:
    return Command(
        name="payouts:payout_batch:bring",
        method="POST",
        path="/v1/payouts/brought-payments",
        summary="Bring a payment, which leaves once a person submits it",
        permission=Permission.PAYOUT_PAYMENT_WRITE,
        scope=BROUGHT,
        input=BroughtPaymentInput,
        answers=PayoutBatch,
        apply=_Bringer(keys).bring,
        status=HELD,
    )
