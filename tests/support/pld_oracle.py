"""What PLD features and backtests come to, found the slow way: each movement looks at all the others of its subject."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import psycopg

DAY = timedelta(days=1)
SAO_PAULO = ZoneInfo("America/Sao_Paulo")
MICROSECOND = timedelta(microseconds=1)
Target = Literal["merchant", "end_user"]
Facts = dict[str, int | bool | str | None]
#: Ends of months, a leap day, the two nights of 2018 on which clocks were turned, and the end of a year.
MOMENTS = (
    datetime(2026, 1, 31, 23, 59, 59, 999_999, UTC),
    datetime(2024, 2, 29, 12, 0, tzinfo=UTC),
    datetime(2018, 2, 18, 1, 59, 59, tzinfo=UTC),
    datetime(2018, 11, 4, 3, 0, tzinfo=UTC),
    datetime(2026, 1, 1, 3, 0, tzinfo=UTC),
    datetime(2026, 3, 1, 2, 30, tzinfo=UTC),
)
STEPS = (timedelta(0), MICROSECOND, timedelta(minutes=7), DAY - MICROSECOND, DAY, DAY + MICROSECOND, 7 * DAY, 30 * DAY)
AMOUNTS = (1, 99_999, 100_000, 200_000, 799_999, 800_000, 999_999, 1_000_000, 1_500_000)
DOCUMENTS = ("52998224725", "11144477735", "P3E2Z8IQ9Y7J64", None)


@dataclass(frozen=True)
class Fact:
    """One settled money fact. ``kind`` as the rules name it; ``of`` the payment or payout that it gives back."""

    movement: str
    at: datetime
    company: int
    kind: Literal["payment", "refund", "payout", "return"]
    document: str | None
    amount: int
    currency: str

    @property
    def direction(self) -> str:
        return "in" if self.kind in ("payment", "return") else "out"

    def sides(self, target: Target) -> tuple[str | None, str | None]:
        """The subject and the other side."""
        return (str(self.company), self.document) if target == "merchant" else (self.document, str(self.company))


def random_facts(seed: int, count: int) -> list[Fact]:
    """Movements with ties, gaps that end exactly at the edge of a window, refunds, returns, and other currencies."""
    chance = random.Random(seed)
    at = chance.choice(MOMENTS)
    found = list[Fact]()
    for number in range(1, count + 1):
        at += chance.choice(STEPS)
        base = [each for each in found if each.kind in ("payment", "payout")]
        kind = chance.choice(("payment", "payment", "payment", "payout", "refund", "return"))
        origin = {"refund": "payment", "return": "payout"}.get(kind)
        of = [each for each in base if each.kind == origin]
        if origin is not None and not of:
            kind = "payment"
        given = chance.choice(of) if origin is not None and of else None
        found.append(
            Fact(
                _name(kind, number, given),
                at,
                given.company if given else chance.choice((2, 2, 3)),
                kind,  # pyright: ignore[reportArgumentType]
                given.document if given else chance.choice(DOCUMENTS[: 3 if kind == "payout" else 4]),
                chance.choice(AMOUNTS),
                given.currency if given else chance.choice(("BRL",) * 9 + ("USD",)),
            )
        )
    return found


def _name(kind: str, number: int, given: Fact | None) -> str:
    if kind == "payment":
        return f"payment:E12345678202611010000{number:011d}"
    if kind == "return":
        return f"return:D12345678202611010000{number:011d}"
    name = f"{kind}:00000000-0000-0000-0000-{number:012x}"
    return name if given is None else f"{name}"


def book_all(url: str, facts: Sequence[Fact], of: Callable[[Fact], Fact] | None = None) -> None:
    """Put the facts into the tables that the rules read, without ledger or provider."""
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")
        for each in facts:
            origin = of(each) if of and each.kind in ("refund", "return") else each
            cursor.execute(_INSERTS[each.kind].encode(), _values(each, origin))


def _values(fact: Fact, origin: Fact) -> dict[str, Any]:
    return {
        "company": fact.company,
        "id": fact.movement.partition(":")[2],
        "origin": origin.movement.partition(":")[2],
        "at": fact.at,
        "amount": fact.amount,
        "currency": fact.currency,
        "document": fact.document,
    }


_INSERTS = {
    "payment": "insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, paid_at, payer_name,"
    " payer_document, status, received_at) values (%(company)s, %(id)s, gen_random_uuid(), %(amount)s, %(currency)s, %(at)s,"
    " 'José Exemplo', %(document)s, 'settled', %(at)s)",
    "payout": "insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, holder_name,"
    " holder_document, actor, created_at, ended_at, pix_key, pix_key_kind) values (%(company)s, %(id)s, 'single', 'pix', 'done',"
    " %(amount)s, %(currency)s, 0, 'key', 'José Exemplo', %(document)s, 'test', %(at)s, %(at)s, %(document)s, 'cpf')",
    "refund": "insert into refund (company_id, id, end_to_end_id, provider_id, amount, currency, status, settled_at)"
    " values (%(company)s, %(id)s, %(origin)s, replace(%(id)s, '-', ''), %(amount)s, %(currency)s, 'settled', %(at)s)",
    "return": "insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, booked_at)"
    " values (%(id)s, %(company)s, %(origin)s, %(amount)s, %(currency)s, %(at)s, %(at)s)",
}
