"""Faults on demand: what a provider does on a bad day, decided by a seed, so that a bad day can be had again."""

import random
from typing import Any, Literal

import msgspec
from psycopg.types.json import Jsonb

from retaguarda_sandbox.store import Connection, all_rows

Effect = Literal[
    "delay", "status", "timeout", "half", "other", "webhook", "refund", "payout", "paid_amount", "webhook_amount"
]


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule.

    Attributes:
        effect: delay: wait ``delay_ms`` first. status: answer ``status``. timeout: answer 504 after ``delay_ms``
            (60 s when 0), which no client waits for. half: the work is done, and half of the answer arrives. other: the
            work is done, and the answer before of the same kind of call arrives instead of its own. webhook: deliver as ``delivery`` says. refund: end as
            ``outcome`` says, ``delay_ms`` later than usual. payout: the same of a Pix that is sent, refused with
            ``code``. paid_amount: the payer pays ``delta`` centavos more or less. webhook_amount: the notice alone
            tells another amount.
        route: calls it meets, as "PUT /cob" (the beginning of method and path below /api/v2), "*" for all.
        times: how often it strikes, null for ever.
        percent: how many of the calls that match it strikes, decided by the seed.
        after_work: the work is done and only the answer is lost.
        retry_after: seconds, told in the header.
        delivery: late and out_of_order wait ``delay_ms`` (2 s when 0); out_of_order delays every other notice.
    """

    effect: Effect
    route: str = "*"
    times: int | None = None
    percent: int = 100
    delay_ms: int = 0
    status: int = 500
    after_work: bool = False
    retry_after: int | None = None
    delivery: Literal["twice", "never", "late", "out_of_order"] = "twice"
    outcome: Literal["DEVOLVIDO", "NAO_REALIZADO"] = "NAO_REALIZADO"
    code: str = "AC03"
    delta: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100 or not 0 <= self.delay_ms <= 600_000:
            raise ValueError("percent must be 0 to 100 and delay_ms 0 to 600000")
        if not 400 <= self.status <= 599:
            raise ValueError("status must be 400 to 599")
        if self.times is not None and not 1 <= self.times <= 1_000_000:
            raise ValueError("times must be 1 to 1000000, or null")
        if not -(10**9) <= self.delta <= 10**9:
            raise ValueError("delta must be within ten million reais")


async def add(connection: Connection, fault: Fault, seed: int) -> None:
    await connection.execute(
        "insert into sandbox.fault (seed, effect, rule) values (%(seed)s, %(effect)s, %(rule)s)",
        {"seed": seed, "effect": fault.effect, "rule": Jsonb(msgspec.to_builtins(fault))},
    )


async def listed(connection: Connection) -> list[dict[str, Any]]:
    rows = await all_rows(connection, "select id, seed, rule, seen, fired from sandbox.fault order by id")
    return [row.pop("rule") | row for row in rows]


async def clear(connection: Connection) -> None:
    await connection.execute("delete from sandbox.fault")


async def strike(connection: Connection, *effects: Effect, route: str = "") -> list[tuple[Fault, int]]:
    """The rules that strike now, each with how often it has struck, this time included.

    Counted in the caller's transaction, in the order the calls take the rule's row: the n-th call that a rule
    meets has the same fate in every run with the same seed.
    """
    rows = await all_rows(
        connection,
        """
        select id, seed, rule, seen, fired from sandbox.fault
        where effect = any(%(effects)s) order by id for no key update
        """,
        effects=list(effects),
    )
    struck: list[tuple[Fault, int]] = []
    for row in rows:
        fault = msgspec.convert(row["rule"], Fault)
        spent = fault.times is not None and row["fired"] >= fault.times
        if spent or (fault.route != "*" and not route.startswith(fault.route)):
            continue
        chance = random.Random(f"{row['seed']}/{row['seen']}/{fault.effect}").random()  # noqa: S311
        hit = chance * 100 < fault.percent
        await connection.execute(
            "update sandbox.fault set seen = seen + 1, fired = fired + %(hit)s where id = %(id)s",
            {"hit": int(hit), "id": row["id"]},
        )
        if hit:
            struck.append((fault, row["fired"] + 1))
    return struck
