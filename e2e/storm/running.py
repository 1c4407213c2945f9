"""The storm from its beginning to the last question."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg

from house import RunningHouse
from retaguarda.invariants import UNFINISHED
from retaguarda.payout_engine.consumers import WATCH
from retaguarda.settings import SANDBOX_KEY
from storm.acts import WEIGHTS
from storm.crashes import Killer, moments
from storm.log import Log
from storm.people import ANA, BRUNO, DIEGO, People
from storm.replay import every_past_instant, what_the_provider_did, what_was_told
from storm.sender import Sender
from storm.world import AURORA, World


@dataclass(frozen=True, slots=True)
class Plan:
    """``settle_seconds``: how long what is under way may take to end. After ``minutes`` nothing more is sent."""

    seed: int
    commands: int
    crashes: int
    senders: int = 6
    settle_seconds: float = 600
    minutes: float = 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """``wrong`` is empty when everything held; ``log`` has the figures."""

    wrong: list[str]
    log: Log
    seconds: float


def storm(
    app: RunningHouse,
    plan: Plan,
    tell: Callable[[str], None] = lambda text: None,
    *,
    log: Log | None = None,
    killer: Callable[[threading.Event], threading.Thread] | None = None,
    before_settling: Callable[[], object] = lambda: None,
) -> Outcome:
    """Sends ``plan.commands`` Commands, kills parts meanwhile, lets everything end, and looks at what stands.

    Args:
        killer: another one than that of the plan's crashes; it may set the event that it is given, which ends the storm.
    """
    url = app.owner_url
    since, log, over = datetime.now(UTC), Log() if log is None else log, threading.Event()
    people, world = People(app.address, url, app.transport), world_of(url)
    senders = [
        Sender(
            random.Random(f"{plan.seed}:{number}"),
            app.addresses[number % len(app.addresses)],
            app.sandbox,
            people,
            log,
            app.transport,
        )
        for number in range(plan.senders)
    ]
    started = time.monotonic()
    kills = (
        Killer(app, moments(random.Random(plan.seed), plan.commands, plan.crashes), log, over)
        if killer is None
        else killer(over)
    )
    threads = [threading.Thread(target=_send, args=(each, world, plan.commands, over)) for each in senders]
    for thread in (kills, *threads):
        thread.start()
    while alive := [thread for thread in threads if thread.is_alive()]:
        alive[0].join(30)
        if time.monotonic() - started > plan.minutes * 60:
            over.set()
        tell(
            f"{log.sent:,} sent in {time.monotonic() - started:,.0f} s, {log.kills.total()} kills, {len(log.wrong)} wrong"
        )
    over.set()
    kills.join()
    seconds = time.monotonic() - started
    before_settling()
    tell("everything under way ends")
    wrong = [*log.wrong, *settle(app, url, senders[0], since, plan.settle_seconds)]

    def read(path: str, **params: Any) -> Any:
        return senders[0].get(ANA, path, **params)

    with psycopg.connect(url) as connection:
        tell("what was told")
        wrong += what_was_told(connection, log)
        wrong += both_sides(connection, app, url, senders[0], since, plan.settle_seconds)
        tell("every past instant")
        wrong += every_past_instant(connection, read, random.Random(plan.seed))
    for each in senders:
        each.close()
    people.close()
    return Outcome(wrong, log, seconds)


def world_of(url: str) -> World:
    """Withdrawals go to the account of Loja Aurora's own Pix key, which the demo has verified."""
    with psycopg.connect(url) as connection:
        ((bank_account,),) = connection.execute(
            "select id from bank_account where company_id = %s and status = 'verified' and usable_from < now()"
            " order by pix_key is null, created_at limit 1",
            (AURORA,),
        ).fetchall()
        ((ledger_account,),) = connection.execute(
            "select id from ledger_account where company_id = %s and code = 'available'", (AURORA,)
        ).fetchall()
        sub_accounts = connection.execute(
            "select a.id from ledger_account a join sub_account s on s.company_id = a.company_id and a.code = 'sub.' || s.number"
            " where a.company_id = %s and s.closed_at is null order by a.id",
            (AURORA,),
        ).fetchall()
        recipients = connection.execute("select id::text from recipient where company_id = %s", (AURORA,)).fetchall()
    return World(
        str(bank_account),
        ledger_account,
        SANDBOX_KEY,
        [number for (number,) in sub_accounts],
        [(BRUNO, number) for (number,) in recipients],
    )


def _send(sender: Sender, world: World, commands: int, over: threading.Event) -> None:
    acts, weights = list(WEIGHTS), list(WEIGHTS.values())
    while sender.log.sent < commands and not over.is_set():
        (act,) = sender.rng.choices(acts, weights)
        try:
            act(sender, world)
        except Exception as error:  # noqa: BLE001  (a sender that dies would make the storm a calm)
            sender.log.complain(f"{act.__name__}: {error!r}")
            if len(sender.log.wrong) > MOST_WRONG:
                over.set()


#: After so many complaints nobody reads on.
MOST_WRONG = 200

_WAITING = "select '{job}' as what, count(*) as many from ({things}) waiting where since >= %(since)s"
#: Of what the storm began; the demo has things that never end. Whatever a job has to end, and what comes before its job.
_UNDER_WAY = (
    "\n union all ".join(
        [_WAITING.format(job=each.job, things=each.things) for each in UNFINISHED if each.job != WATCH]
    )
    + """
    -- A lane has orders of the demo, too, which a bank that answers nobody has for good.
    union all select 'orders at the bank', count(*) from payout_order where ask_at is not null and created_at >= %(since)s
    union all select 'withdrawals', count(*) from payout
     where created_at >= %(since)s and status in ('created', 'blocked') and scheduled_for is null
    union all select 'claims', count(*) from med_claim where status = 'created' and opened_at >= %(since)s
    union all select 'claims that are answered', count(*) from med_claim c join sandbox.refund_request r on r.id = c.request_id
     where r.status = 'CLOSED' and c.ended_at is null and r.created_at >= %(since)s
    -- Asked for although the answer was lost: who asked does not know the request yet, and its money is there.
    union all select 'money that claims brought', count(*) from sandbox.refund_request r join sandbox.payout p on p.e2e_id = r.transaction_id
     cross join jsonb_array_elements(p.returned) back
     where back ->> 'rtrId' = r.refund_transaction_id and r.created_at >= %(since)s
       and not exists (select from med_claim c where c.rtr_id = r.refund_transaction_id)
    union all select 'notices', count(*) from sandbox.delivery where state = 'waiting'
    union all select 'payments', count(*) from sandbox.pix s
      where horario >= %(since)s and not exists (select from pix_payment p where p.end_to_end_id = s.end_to_end_id)
"""
)


def settle(app: RunningHouse, url: str, sender: Sender, since: datetime, seconds: float) -> list[str]:
    """Until nothing is under way and every invariant holds."""
    tasks = {row["name"]: row["id"] for row in sender.get(DIEGO, "/v1/tools/cron-tasks", per_page=200)}
    deadline, left = time.monotonic() + seconds, ["nobody looked"]
    while time.monotonic() < deadline:
        for name in ("payin.reconcile", "payouts.due", "med.poll", "claims.poll"):
            sender.command(f"run {name}", DIEGO, f"/v1/tools/cron-tasks/{tasks[name]}/run")
        for _ in range(10):
            left = _under_way(url, since)
            if not left:
                break
            time.sleep(0.5)
        if not left and not _broken(app):
            return []
    return [f"still under way after {seconds:.0f} s: {each}" for each in left] + _broken(app)


def both_sides(
    connection: psycopg.Connection, app: RunningHouse, url: str, sender: Sender, since: datetime, seconds: float
) -> list[str]:
    """What the provider's books and ours tell apart. A call whose answer was lost may have reached the provider after everything had
    ended here: what it began ends first, and then both are read once more.
    """
    if not list(what_the_provider_did(connection, since)):
        return []
    return [*settle(app, url, sender, since, seconds), *what_the_provider_did(connection, since)]


def _under_way(url: str, since: datetime) -> list[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute(_UNDER_WAY.encode(), {"since": since}).fetchall()
    return [f"{many} {what}" for what, many in rows if many]


def _broken(app: RunningHouse) -> list[str]:
    said = subprocess.run(
        [sys.executable, "-m", "retaguarda", "verify"],
        env=os.environ | {"RETAGUARDA_DATA": str(app.data)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in said.stdout.splitlines() if line.startswith("BAD")]
    return lines or ([said.stderr] if said.returncode else [])
