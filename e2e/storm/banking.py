"""What the account's people and the staff do: withdrawals, schedules, notes, blocks and approvals."""

from datetime import timedelta

from retaguarda.foundation.local_day import BRASILIA, today
from storm.people import ANA, BRUNO, DIEGO, EVA
from storm.sender import Sender
from storm.world import AURORA, World

TASKS = (
    "payin.reconcile",
    "payin.expire",
    "ledger.checkpoint",
    "payouts.due",
    "med.poll",
    "med.sweep",
    "claims.poll",
    "pix.make_due",
    "jobs.take_up",
)
PAYMENTS = "/v1/payouts/payments"
TRANSFERS, SCHEDULES, NOTES = "/v1/account/withdrawals", "/v1/account/schedules", "/v1/account/notes"


def withdraw(sender: Sender, world: World) -> None:
    rng = sender.rng
    body = {
        "amount": {"amount": rng.randint(1, 5_000) if rng.random() < 0.95 else rng.randint(100_000, 1_500_000)},
        "bank_account": world.bank_account,
        "description": sender.key(),
    }
    if rng.random() < 0.2:
        body["scheduled_for"] = (today(BRASILIA) + timedelta(days=rng.randint(2, 9))).isoformat()
    said = sender.command("withdrawal", BRUNO, TRANSFERS, body, made="payout")
    if said.done:
        world.transfers.add(BRUNO, said.body["id"])


def pay_merchant(sender: Sender, world: World) -> None:
    """Another merchant of the house, inside; some by a document that is not its own, which is refused."""
    rng = sender.rng
    number, document = rng.choice(
        (("0000043", "ZB6CN6Z43DVY04"), ("0000051", "RKTTNJFBF5JX05"), ("0000051", "ZB6CN6Z43DVY04"))
    )
    body = {
        "amount": {"amount": rng.randint(1, 5_000)},
        "account": {
            "ispb": "11222333",
            "account_type": "TRAN",
            "branch": "0001",
            "number": number[:-1],
            "digit": number[-1],
        },
        "holder_name": "Vizinho",
        "holder_document": document,
        "description": sender.key(),
        "duplicate_reason": "storm",
    }
    sender.command("internal payment", BRUNO, PAYMENTS, body, made="payout")


def cancel_withdrawal(sender: Sender, world: World) -> None:
    if found := world.transfers.some(sender.rng):
        sender.command("withdrawal cancel", BRUNO, f"{TRANSFERS}/{found[1]}/cancel")


def schedule(sender: Sender, world: World) -> None:
    rng = sender.rng
    if (found := world.schedules.some(rng)) and rng.random() < 0.8:
        action = rng.choice(("pause", "resume", "skip", "run", "run", "run", "end"))
        sender.command(f"schedule {action}", BRUNO, f"{SCHEDULES}/{found[1]}/{action}")
        return
    some = {"amount": {"amount": rng.randint(100, 9_000)}}
    body = {
        "name": sender.key(),
        "bank_account": world.bank_account,
        **(some if rng.random() < 0.7 else {"keep": {"amount": rng.randint(0, 50_000_000)}}),
        "frequency": "daily",
        "starts_on": "2026-01-01",
        "time_zone": "America/Sao_Paulo",
        "hour": rng.randint(0, 23),
        "rule": "none",
    }
    said = sender.command("schedule", BRUNO, SCHEDULES, body, made="payment_schedule")
    if said.done:
        world.schedules.add(BRUNO, said.body["id"])


def note(sender: Sender, world: World) -> None:
    """One person writes, another posts; sometimes the same one tries."""
    rng, merchant = sender.rng, str(AURORA)
    if (found := world.notes.some(rng)) and rng.random() < 0.7:
        email, action = rng.choice(((DIEGO, "submit"), (DIEGO, "submit"), (EVA, "post"), (EVA, "post"), (DIEGO, "post"),
                                    (DIEGO, "cancel")))  # fmt: skip
        sender.command(f"note {action}", email, f"{NOTES}/{found[1]}/{action}", account=merchant)
        return
    body = {
        "type": rng.choice(("credit", "debit")),
        "reason": "fee_correction",
        "amount": {"amount": rng.randint(1, 30_000)},
        "due_date": (today(BRASILIA) - timedelta(days=rng.randint(0, 40))).isoformat(),
        "description": sender.key(),
    }
    said = sender.command("note", DIEGO, NOTES, body, account=merchant, made="merchant_note")
    if said.done:
        world.notes.add(DIEGO, said.body["id"])


def move(sender: Sender, world: World) -> None:
    """Between what is available and the sub-accounts; sometimes more than there is."""
    rng = sender.rng
    if world.sub_accounts:
        source, destination = rng.sample([world.ledger_account, *world.sub_accounts], 2)
        amount = rng.randint(1, 20_000) if rng.random() < 0.95 else rng.randint(10**9, 10**11)
        body = {"source": source, "destination": destination, "amount": {"amount": amount}}
        sender.command("move", BRUNO, f"/v1/companies/{AURORA}/moves", body)


def block(sender: Sender, world: World) -> None:
    """Never for long: who blocks lets it go on after the next thing. Others may meet it meanwhile."""
    rng = sender.rng
    path = rng.choice((f"/v1/accounts/{world.ledger_account}", f"/v1/companies/{AURORA}"))
    body = {"direction": rng.choice(("in", "out", "both")), "reason": "Ordem judicial"}
    sender.command("block", DIEGO, f"{path}/block", body)
    withdraw(sender, world)
    sender.command("unblock", DIEGO, f"{path}/unblock", {"reason": "Caso encerrado"})


def decide(sender: Sender, world: World) -> None:
    """A second person over what waits for one; or whoever asked takes it back."""
    rng = sender.rng
    rows = sender.get(EVA, "/v1/approvals", account="all", status="awaiting", per_page=20)
    if not rows:
        return
    path, dice = f"/v1/approvals/{rng.choice(rows)['id']}", rng.random()
    if dice < 0.6:
        body = {"digits": sender.people.digits(EVA), "comment": "conferido"}
        sender.command("approval", EVA, f"{path}/approve", body, account="all")
    elif dice < 0.8:
        sender.command("approval reject", EVA, f"{path}/reject", {"reason": "Cliente errado"}, account="all")
    else:
        sender.command("approval cancel", ANA, f"{path}/cancel")


def decide_many(sender: Sender, world: World) -> None:
    """Several at once with one code; others may be deciding over the same."""
    rows = sender.get(EVA, "/v1/approvals", account="all", status="awaiting", per_page=5)
    if rows:
        body = {"ids": [row["id"] for row in rows], "digits": sender.people.digits(EVA)}
        sender.command("approval of many", EVA, "/v1/approvals/approve", body, account="all")


def edit(sender: Sender, world: World) -> None:
    """Whoever asked for something that waits asks for less; approvals of before are void."""
    rows = sender.get(ANA, "/v1/approvals", mine="true", status="awaiting", per_page=5)
    if rows:
        request = sender.rng.choice(rows)
        body = {"input": {"amount": {"amount": sender.rng.randint(1, 200_000)}, "reason": sender.key()}}
        sender.command("approval edit", ANA, f"/v1/approvals/{request['id']}/input", body, method="PUT")


def run_task(sender: Sender, world: World) -> None:
    """What the clock does, out of its turn."""
    wanted = sender.rng.choice(TASKS)
    rows = sender.get(DIEGO, "/v1/tools/cron-tasks", per_page=200)
    number = next((row["id"] for row in rows or [] if row["name"] == wanted), None)
    if number:
        sender.command(f"run {wanted}", DIEGO, f"/v1/tools/cron-tasks/{number}/run")
