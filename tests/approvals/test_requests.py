"""A Command under a policy waits for a second person, and is then done as its maker asked for it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from counter import Counter
from deciding import REFUND, Desk, read, refund
from people import EMAILS, Person

Policy = Callable[..., str]
Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_refund_under_a_policy_waits_and_the_approval_does_it(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 10_000)
    before, key = await counter.balances(ana), str(uuid4())
    first, again = [await refund(ana, charge["id"], key=key) for _ in range(2)]
    assert first.status_code == again.status_code == 202
    assert first.content == again.content
    said = first.json()
    assert (said["status"], said["statusCode"], said["message"]) == (True, 202, "awaiting_approval")
    assert await counter.balances(ana) == before
    assert (await counter.read(ana, charge["id"]))["refunds"] == []
    shown = await read(eva, said["request"]["id"])
    assert (shown["status"], shown["maker"], shown["amount"]["amount"]) == ("awaiting", EMAILS["ana"], 4_000)
    (balance,) = shown["plan"]["balances"]
    assert balance["held_after"]["amount"] - balance["held_before"]["amount"] == 4_000
    decided = await desk.approve(eva, shown["id"], comment="conferido")
    assert decided.status_code == 200, decided.text
    assert decided.json() == {"id": shown["id"], "status": "executed", "stale": False, "error": None}
    await counter.work()
    await counter.run_job("payin.reconcile")
    after = await counter.read(ana, charge["id"])
    assert [each["status"] for each in after["refunds"]] == ["settled"]
    done = await read(ana, shown["id"])
    assert done["result"]["amount"]["amount"] == 4_000
    assert [(each["actor"], each["kind"], each["factor"]) for each in done["decisions"]] == [
        (EMAILS["eva"], "approve", "totp")
    ]
