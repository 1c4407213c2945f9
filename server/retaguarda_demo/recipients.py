"""Recipients of Loja Aurora: craftspeople and a courier, who get parts of some of its charges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.json_text import json_text
from retaguarda.payin.splits.divide_amount import Share, divide
from retaguarda.payin.splits.model import Split, SplitPart
from retaguarda.payin.splits.share_payment import account_of
from retaguarda_demo.charge_life import DAY, Charge, Payment
from retaguarda_demo.sheets import moment, uuid7_at

#: Loja Aurora.
COMPANY = 2
#: Of its charges that fit, one in so many is split.
_EVERY = 12
#: Smaller ones are not worth dividing, minor units.
_LEAST = 5_000


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    base: str

    @property
    def document(self) -> str:
        return self.base + check_digits(self.base)


_PEOPLE = (
    _Person("Ateliê Mão de Barro", "482217530001"),
    _Person("Entregas Beija-Flor", "735190460001"),
    _Person("Marta Luz Bordados", "305118296"),
)
CLAY, COURIER, MARTA = (UUID(uuid7_at(1_700_000_000_000 + place, 7_919 * (place + 1))) for place in range(3))
_IDS = (CLAY, COURIER, MARTA)

_SPLITS: Mapping[str, Split] = {
    "Peças do ateliê": Split([SplitPart("percent", 6_500, CLAY)], CLAY),
    "Bordados com entrega": Split([SplitPart("fixed", 900, COURIER), SplitPart("percent", 3_333, MARTA)]),
    "Coleção a quatro mãos": Split(
        [SplitPart("percent", 3_333, CLAY), SplitPart("percent", 3_333, MARTA), SplitPart("percent", 1_000)], MARTA
    ),
}


def open_recipients(connection: psycopg.Connection, end: int) -> None:
    """The recipients, where they are paid out to, and their accounts; before the books are written.

    Args:
        end: of the demo, milliseconds since 1970.
    """
    since = moment(end - 120 * DAY)
    for number, person in zip(_IDS, _PEOPLE, strict=True):
        kind = "cpf" if len(person.document) == 11 else "cnpj"
        account = uuid7_at(end - 120 * DAY, number.int % 2**64)
        connection.execute(
            "insert into bank_account (company_id, id, nickname, kind, ownership, pix_key, pix_key_kind, holder_name,"
            " holder_document, status, usable_from, verified_at, created_at) values (%s, %s, %s, 'key', 'trusted', %s, %s,"
            " %s, %s, 'verified', %s, %s, %s)",
            (COMPANY, account, person.name, person.document, kind, person.name, person.document, since, since, since),
        )
        connection.execute(
            "insert into recipient (company_id, id, name, document, bank_account_id, created_at) values (%s, %s, %s, %s, %s, %s)",
            (COMPANY, number, person.name, person.document, account, since),
        )
        connection.execute(
            "select ledger_open(%s, %s, 'BRL', 0, false)", (COMPANY, account_of(COMPANY, number, "BRL").code)
        )
    for place, (name, split) in enumerate(_SPLITS.items()):
        connection.execute(
            "insert into split_rule (company_id, id, name, split, created_at) values (%s, %s, %s, %s::jsonb, %s)",
            (COMPANY, uuid7_at(end - 119 * DAY, place), name, json_text(split), since),
        )


@dataclass(slots=True)
class Shared:
    """Which charges are split, and what of their payments is whose. Draws nothing: what shops sell stays as it is.

    Args:
        there: whether the recipients are; else nothing is split.
    """

    there: bool
    charges: dict[str, Split] = field(default_factory=dict)
    payments: dict[str, tuple[Payment, Sequence[Share]]] = field(default_factory=dict)
    _seen: int = 0

    def look(self, charge: Charge) -> None:
        """Simple ones alone: paid once as asked and not given back, or not paid yet."""
        simple = (
            self.there
            and charge.shop.company == COMPANY
            and charge.amount >= _LEAST
            and charge.status in ("paid", "pending")
            and all(payment.review is None and not payment.refunds for payment in charge.payments)
            and len(charge.payments) == (charge.status == "paid")
        )
        if not simple:
            return
        self._seen += 1
        if self._seen % _EVERY:
            return
        split = list(_SPLITS.values())[self._seen // _EVERY % len(_SPLITS)]
        self.charges[charge.id] = split
        for payment in charge.payments:
            self.payments[payment.end_to_end_id] = payment, divide(split, payment.amount, payment.fee)

    def of(self, payment: Payment) -> list[tuple[str, int]]:
        """Code of a recipient's account → what of the payment goes there, in the ledger's order."""
        _, shares = self.payments.get(payment.end_to_end_id, (None, ()))
        return sorted((account_of(COMPANY, each.recipient, "BRL").code, each.net) for each in shares if each.recipient)

    def write(self, connection: psycopg.Connection) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(
                "update charge set split = %s::jsonb where company_id = %s and id = %s",
                [(json_text(split), COMPANY, charge) for charge, split in self.charges.items()],
            )
            cursor.execute("update pix_payment set parted = true where end_to_end_id = any(%s)", (list(self.payments),))
            rows = [_row(payment, share) for payment, shares in self.payments.values() for share in shares]
            # In one statement: the database looks whether the shares of each payment are all of it.
            cursor.execute(_SHARES, [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * 12)


def _row(payment: Payment, share: Share) -> tuple[Any, ...]:
    return (
        COMPANY,
        payment.end_to_end_id,
        share.place,
        share.recipient,
        payment.charge_id,
        share.kind,
        share.value,
        share.amount,
        share.fee,
        share.rounding,
        share.reduced,
        payment.paid_on,
    )


_SHARES = (
    "insert into payment_share (company_id, payment, place, recipient_id, charge_id, kind, value, amount, fee, rounding,"
    " reduced, paid_at, currency) select s.*, 'BRL' from unnest(%s::int[], %s::text[], %s::int[], %s::uuid[], %s::uuid[], %s::text[],"
    " %s::bigint[], %s::bigint[], %s::bigint[], %s::boolean[], %s::boolean[], %s::timestamptz[]) s"
)
