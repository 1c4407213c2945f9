"""An independent, slow computation of PLD features, hits and backtests: each movement looks at all others of its subject."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import psycopg

Target = Literal["merchant", "end_user"]
Kind = Literal["payment", "refund", "payout", "return"]
Facts = dict[str, int | bool | str | None]

DAY = timedelta(days=1)
ZERO = timedelta(0)
TICK = timedelta(microseconds=1)
SAO_PAULO = ZoneInfo("America/Sao_Paulo")
#: Ends of months, a leap day, the two nights of 2018 in which clocks were turned, and the end of a year.
MOMENTS = (
    datetime(2026, 1, 31, 23, 59, 59, 999_999, UTC),
    datetime(2024, 2, 28, 12, 0, tzinfo=UTC),
    datetime(2018, 2, 17, 1, 59, 59, tzinfo=UTC),
    datetime(2018, 11, 4, 2, 55, tzinfo=UTC),
    datetime(2025, 12, 31, 3, 0, tzinfo=UTC),
)
STEPS = (ZERO, ZERO, TICK, timedelta(minutes=7), timedelta(hours=5), DAY - TICK, DAY, DAY + TICK, 6 * DAY, 7 * DAY)
AMOUNTS = (1, 99_999, 100_000, 200_000, 799_999, 800_000, 999_999, 1_000_000, 1_500_000)
DOCUMENTS = ("52998224725", "11144477735", "P3E2Z8IQ9Y7J64")


@dataclass(frozen=True)
class Fact:
    """One settled money fact as the rules name it. ``origin``: the payment or payout that it gives back, else itself."""

    movement: str
    at: datetime
    company: int
    kind: Kind
    document: str | None
    amount: int
    currency: str
    origin: str

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
        kind: Kind = chance.choice(("payment", "payment", "payment", "payout", "payout", "refund", "return"))
        given = [each for each in found if each.kind == {"refund": "payment", "return": "payout"}.get(kind)]
        if given:
            back = chance.choice(given)
            name = _name(kind, number)
            found.append(
                Fact(name, at, back.company, kind, back.document, chance.choice(AMOUNTS), back.currency, back.movement)
            )
            continue
        kind = kind if kind == "payout" else "payment"
        document = None if kind == "payment" and chance.random() < 0.1 else chance.choice(DOCUMENTS)
        currency = "USD" if chance.random() < 0.1 else "BRL"
        name = _name(kind, number)
        found.append(Fact(name, at, chance.choice((2, 3)), kind, document, chance.choice(AMOUNTS), currency, name))
    return found


def _name(kind: Kind, number: int) -> str:
    # Numbers that fall while time rises: the order of ties is the order of names, not of arrival.
    turned = 99_999 - number
    if kind in ("payment", "return"):
        return f"{kind}:{'E' if kind == 'payment' else 'D'}12345678202611010000{turned:011d}"
    return f"{kind}:00000000-0000-0000-0000-{turned:012x}"


def book_all(url: str, facts: Iterable[Fact]) -> None:
    """Put facts into the tables that the rules read, without ledger or provider."""
    with psycopg.connect(url) as connection:
        # No other room's triggers: nothing else is asked of these rows.
        connection.execute("set session_replication_role = replica")
        for each in facts:
            values = {
                "company": each.company,
                "id": each.movement.partition(":")[2],
                "origin": each.origin.partition(":")[2],
                "at": each.at,
                "amount": each.amount,
                "currency": each.currency,
                "document": each.document,
            }
            connection.execute(_INSERTS[each.kind].encode(), values)


_INSERTS: Mapping[Kind, str] = {
    "payment": "insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, paid_at, payer_name,"
    " payer_document, status, received_at) values (%(company)s, %(id)s, gen_random_uuid(), %(amount)s, %(currency)s, %(at)s,"
    " 'José Exemplo', %(document)s, 'settled', %(at)s)",
    "payout": "insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, holder_name,"
    " holder_document, actor, created_at, ended_at, pix_key, pix_key_kind) values (%(company)s, %(id)s, 'payout', 'pix', 'done',"
    " %(amount)s, %(currency)s, 0, 'key', 'José Exemplo', %(document)s, 'test', %(at)s, %(at)s, %(document)s, 'cpf')",
    "refund": "insert into refund (company_id, id, end_to_end_id, provider_id, amount, currency, status, settled_at)"
    " values (%(company)s, %(id)s::text::uuid, %(origin)s, replace(%(id)s::text, '-', ''), %(amount)s, %(currency)s, 'settled', %(at)s)",
    "return": "insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, booked_at)"
    " values (%(id)s, %(company)s, %(origin)s::text::uuid, %(amount)s, %(currency)s, %(at)s, %(at)s)",
}


def features_of(facts: Sequence[Fact], target: Target, currency: str) -> dict[tuple[str, str], Facts]:
    """Every feature of every movement, by subject and movement."""
    found = dict[tuple[str, str], Facts]()
    ours = [each for each in facts if each.currency == currency and each.sides(target)[0] is not None]
    ordered = sorted(ours, key=lambda each: (each.at, each.movement))
    for each in ordered:
        subject = each.sides(target)[0] or ""
        past = [o for o in ordered if o.sides(target)[0] == subject and (o.at, o.movement) <= (each.at, each.movement)]
        found[subject, each.movement] = _features(each, past, target)
    return found


def _features(one: Fact, past: Sequence[Fact], target: Target) -> Facts:
    """``past``: what its subject moved up to this movement, in order, itself the last."""

    def window(days: int, kinds: tuple[Kind, ...] = (), before: int = 0) -> list[Fact]:
        first, last = one.at - (days + before) * DAY, one.at - before * DAY
        return [o for o in past if first < o.at <= last and (not kinds or o.kind in kinds)]

    def total(found: Iterable[Fact]) -> int:
        return sum(each.amount for each in found)

    def others(found: Iterable[Fact]) -> int:
        return len({each.sides(target)[1] for each in found} - {None})

    def share(top: int, bottom: int) -> int | None:
        return None if bottom == 0 else top * 10_000 // bottom

    def night(each: Fact) -> bool:
        return each.at.astimezone(SAO_PAULO).hour < 6

    ins: tuple[Kind, ...] = ("payment",)
    outs: tuple[Kind, ...] = ("payout",)
    quiet = (one.at - past[-2].at) // DAY if len(past) > 1 else None
    subject = one.sides(target)[0] or ""
    said: Facts = {
        "amount": one.amount,
        "direction": one.direction,
        "kind": one.kind,
        "subject_kind": "merchant" if target == "merchant" else "cpf" if len(subject) == 11 else "cnpj",
        "night": night(one),
        "first_movement": len(past) == 1,
        "known_days": (one.at - past[0].at) // DAY,
        "quiet_days": quiet,
        "in_max_30d": max((each.amount for each in window(30, ins)), default=None),
        "out_max_30d": max((each.amount for each in window(30, outs)), default=None),
        "round_count_30d": sum(each.amount % 100_000 == 0 for each in window(30)),
        "below_limit_count_24h": sum(800_000 <= each.amount < 1_000_000 for each in window(1)),
        "night_count_30d": sum(night(each) for each in window(30)),
        "refund_sum_30d": total(window(30, ("refund",))),
        "return_count_30d": len(window(30, ("return",))),
        "in_sum_before_30d": total(window(30, ins, 30)),
        "out_sum_before_30d": total(window(30, outs, 30)),
    }
    for name, days in (("24h", 1), ("7d", 7), ("30d", 30)):
        said[f"in_sum_{name}"], said[f"out_sum_{name}"] = total(window(days, ins)), total(window(days, outs))
    for name, days in (("24h", 1), ("30d", 30)):
        said[f"in_count_{name}"], said[f"out_count_{name}"] = len(window(days, ins)), len(window(days, outs))
        said[f"payers_{name}"], said[f"payees_{name}"] = others(window(days, ins)), others(window(days, outs))
        said[f"passed_on_{name}"] = share(total(window(days, outs)), total(window(days, ins)))
    said["in_growth_30d"] = share(total(window(30, ins)), total(window(30, ins, 30)))
    said["out_growth_30d"] = share(total(window(30, outs)), total(window(30, outs, 30)))
    said["refunded_30d"] = share(total(window(30, ("refund",))), total(window(30, ins)))
    return said


@dataclass(frozen=True)
class Line:
    """One condition as it is written, and the same in Python; ``uses``: the features that must have a value."""

    text: str
    uses: tuple[str, ...]
    holds: Callable[[Any], bool]


def outcome(lines: Sequence[Line], facts: Facts) -> str:
    held = [None if any(facts[name] is None for name in each.uses) else each.holds(facts) for each in lines]
    if False in held:
        return "no"
    return "not_enough_data" if None in held else "hit"


@dataclass(frozen=True)
class Episode:
    subject: str
    first_at: datetime
    last_at: datetime
    hits: int
    amount: int
    movement: str


def episodes_of(hits: Iterable[tuple[str, Fact]], days: int) -> list[Episode]:
    """Hits of a subject no further apart than some days, joined; in the order of subject and time."""
    found = list[Episode]()
    for subject, fact in sorted(hits, key=lambda hit: (hit[0], hit[1].at, hit[1].movement)):
        last = found[-1] if found else None
        if last and last.subject == subject and fact.at - last.last_at <= days * DAY:
            found[-1] = Episode(
                subject, last.first_at, fact.at, last.hits + 1, last.amount + fact.amount, last.movement
            )
        else:
            found.append(Episode(subject, fact.at, fact.at, 1, fact.amount, fact.movement))
    return found
