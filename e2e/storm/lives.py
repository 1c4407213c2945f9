"""What becomes of a charge, and what others do meanwhile. Each goes on when ``yield`` comes back, so many seconds of the day later."""

import random
from collections.abc import Callable, Generator
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlsplit

import psycopg

from retaguarda.foundation.local_day import BRASILIA, today
from storm import banking, contesting, selling, subscribing
from storm.people import ANA, BRUNO, CARLA, GIL
from storm.sender import Sender
from storm.world import World

Life = Generator[float, Sender, None]
MINUTE = 60.0
#: How often somebody looks whether it is time to go on.
LOOKS = 90
WEEK = timedelta(days=7)


def of_a_charge(rng: random.Random, world: World) -> Life:
    """Asked for, paid in one of many ways or not at all, and now and then given back or contested."""
    sender = yield 0.0
    email, amount = (
        rng.choice((ANA, ANA, BRUNO, GIL, CARLA)),
        rng.choice((rng.randint(100, 900), rng.randint(1_000, 200_000))),
    )
    path, body = "/v1/payin/charges", {"amount": {"amount": amount}, "reference": sender.key()}
    if rng.random() < 0.2:
        due_date = (today(BRASILIA) + timedelta(days=rng.randint(3, 30))).isoformat()
        path, body = "/v1/payin/due-charges", body | {"due_date": due_date, "payer": selling.PAYER}
    said = sender.command("charge", email, path, body, made="charge")
    if not said.done:
        return
    charge = f"{selling.CHARGES}/{said.body['id']}"
    known = yield from _seen(rng, email, charge, lambda known: bool(known["br_code"]))
    if known is None:
        return
    sender = yield rng.uniform(0, 8) * MINUTE
    if not (yield from _paid(sender, rng, email, charge, known["br_code"])):
        return
    if rng.random() < 0.05:
        sender = yield rng.uniform(1, 9) * MINUTE
        contesting.contest(sender, email, charge)
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2))):
        sender = yield rng.uniform(2, 12) * MINUTE
        now = sender.get(email, charge)
        whole = now["refundable"]["amount"] if now else 0
        asked = {"amount": {"amount": max(1, rng.choice((whole, whole // 3, whole + 1)))}, "reason": sender.key()}
        sender.command("refund", email, f"{charge}/refunds", asked, made="refund")


def of_a_subscription(rng: random.Random, world: World) -> Life:
    """Agreed to, mostly; a cycle or two of it paid, refused or given back; ended, now and then."""
    sender = yield 0.0
    body = subscribing.wanted(sender)
    said = sender.command("recurrence", ANA, subscribing.RECURRENCES, body, made="recurrence")
    if not said.done:
        return
    path = f"{subscribing.RECURRENCES}/{said.body['id']}"
    known = yield from _seen(rng, ANA, path, lambda known: bool(known["id_rec"]))
    if known is None:
        return
    sender = yield rng.uniform(0, 8) * MINUTE
    sender.sandbox(
        "payer agrees", f"/sandbox/rec/{known['id_rec']}/{'approve' if rng.random() < 0.9 else 'reject'}", {}
    )
    known = yield from _seen(rng, ANA, path, lambda known: known["status"] in ("approved", "rejected"))
    if known is None or known["status"] == "rejected":
        return
    for number in range(rng.choice((1, 1, 2))):
        sender = yield rng.uniform(0, 8) * MINUTE
        due = date.fromisoformat(body["starts_on"]) + number * WEEK
        said = sender.command("cycle", ANA, f"{path}/charges", {"due_on": due.isoformat()})
        if said.done:
            yield from _settled(rng, f"{subscribing.CYCLES}/{said.body['id']}")
    if rng.random() < 0.2:
        sender = yield rng.uniform(0, 8) * MINUTE
        sender.command("recurrence cancel", ANA, f"{path}/cancel")


def _settled(rng: random.Random, cycle: str) -> Life:
    """By the payer's bank, or not; and a part of it given back."""
    known = yield from _seen(rng, ANA, cycle, lambda known: known["status"] == "active")
    if known is None:
        return
    sender = yield rng.uniform(0, 8) * MINUTE
    way = "settle" if rng.random() < 0.85 else "refuse"
    sender.sandbox(f"cycle {way}", f"/sandbox/cobr/{known['txid']}/{way}", {})
    if way == "settle" and rng.random() < 0.3:
        known = yield from _seen(rng, ANA, cycle, lambda known: known["status"] == "paid")
        if known is not None:
            sender = yield rng.uniform(2, 12) * MINUTE
            asked = {"amount": {"amount": rng.randint(1, known["paid"]["amount"])}, "reason": sender.key()}
            sender.command("cycle refund", ANA, f"{cycle}/refunds", asked)


def _seen(
    rng: random.Random, email: str, path: str, ready: Callable[[dict[str, Any]], bool]
) -> Generator[float, Sender, dict[str, Any] | None]:
    """Looked at until it is ready; None: it never is."""
    for _ in range(LOOKS):
        sender = yield rng.uniform(1, 4) * MINUTE
        known = sender.get(email, path)
        if known and ready(known):
            return known
    return None


def _paid(sender: Sender, rng: random.Random, email: str, charge: str, code: str) -> Generator[float, Sender, bool]:
    """In one of the ways in which people pay; False when they do not."""
    way = rng.choices(("once", "twice", "again", "less", "more", "withdrawn", "never"), (64, 5, 5, 5, 4, 5, 12))[0]
    body: dict[str, object] = {"code": code}
    match way:
        case "never":
            return False
        case "twice":
            body |= {"count": 2}
        case "less":
            body |= {"amount": "0.99"}
        case "more":
            body |= {"amount": "2500.01"}
        case "withdrawn":
            sender.command("charge cancel", email, f"{charge}/cancel")
            sender = yield rng.uniform(0, 5) * MINUTE
            body |= {"force": True}
    sender.sandbox(f"paid {way}", "/sandbox/pay", body)
    if way == "again":
        sender = yield rng.uniform(1, 6) * MINUTE
        sender.sandbox("paid again", "/sandbox/pay", body | {"force": True})
    return True


def of_a_clerk(rng: random.Random, world: World, url: str) -> Life:
    """Decides over what came otherwise than asked for, over money of nobody, and over what payers contest."""
    sender = yield 0.0
    while True:
        sender = yield rng.uniform(1, 3) * MINUTE
        rng.choice((
            selling.review, selling.review, selling.identify, selling.return_deposit,
            contesting.defend, contesting.defend, contesting.judge,
        ))(sender, world)  # fmt: skip


def of_a_treasurer(rng: random.Random, world: World, url: str) -> Life:
    """Takes money out, and asks some of it back."""
    sender = yield 0.0
    while True:
        sender = yield rng.uniform(2, 8) * MINUTE
        rng.choice((banking.withdraw, banking.withdraw, contesting.claim, contesting.answer_claim))(sender, world)


def of_a_passer_by(rng: random.Random, world: World, url: str) -> Life:
    """Pays a code that stands on a counter, or a key without a word."""
    sender = yield 0.0
    said = sender.command("code", ANA, "/v1/payin/codes", {"name": sender.key()})
    known = sender.get(ANA, f"/v1/payin/codes/{said.body['id']}")
    while True:
        sender = yield rng.uniform(1, 5) * MINUTE
        if rng.random() < 0.4:
            selling.deposit(sender, world)
        else:
            sender.sandbox(
                "paid code", "/sandbox/pay", {"code": known["br_code"], "amount": f"{rng.randint(1, 900)}.50"}
            )


def of_a_forger(rng: random.Random, world: World, url: str) -> Life:
    """Tells of payments that never were: at addresses that are nobody's, and once the secret is out, at the right one."""
    sender = yield 0.0
    address = None
    while address is None:
        sender = yield MINUTE
        with psycopg.connect(url) as connection:
            address = connection.execute("select url from sandbox.webhook limit 1").fetchone()
    right = f"{urlsplit(address[0]).path}/pix"
    _, _, _, number, secret, *_ = right.split("/")
    while True:
        sender = yield rng.uniform(2, 9) * MINUTE
        with psycopg.connect(url) as connection:
            known = connection.execute(
                "select end_to_end_id, txid from sandbox.pix where txid is not null order by random() limit 1"
            ).fetchone()
        invented = f"E00000000202611210000{''.join(rng.choices('abcdefghijk', k=11))}"
        told = {"endToEndId": known[0] if known and rng.random() < 0.5 else invented, "valor": "9999.99"}
        told |= {"txid": known[1] if known else "x" * 32, "horario": "2026-11-21T00:00:00Z"}
        for path, status in ((f"/webhooks/pix/{number}/{secret[::-1]}/pix", 404), (right, 200)):
            sender.webhook(path, {"pix": [told] * rng.choice((1, 2))}, status)
