"""Recipients, charges that are split among them, and the company's own sub-accounts."""

from retaguarda.foundation.documents import check_digits
from storm.people import ANA, BRUNO, DIEGO
from storm.sender import Sender
from storm.world import AURORA, World

RECIPIENTS = "/v1/payin/recipients"
REASON = {"reason": "Pedido do parceiro"}


def recipient(sender: Sender, world: World) -> None:
    rng = sender.rng
    base = f"{rng.randint(10**8, 10**9 - 1)}"
    document = base + check_digits(base)
    body = {"name": sender.key(), "document": document, "key": {"kind": "cpf", "value": document}}
    said = sender.command("recipient", BRUNO, RECIPIENTS, body, made="recipient")
    if said.done:
        world.recipients.add(BRUNO, said.body["id"])


def split_charge(sender: Sender, world: World) -> None:
    """In parts that fit, mostly."""
    rng = sender.rng
    chosen = list({found[1] for _ in range(3) if (found := world.recipients.some(rng))})
    parts = [
        {"kind": "percent", "value": rng.randint(1, 4_000), "recipient": each}
        if rng.random() < 0.7
        else {"kind": "fixed", "value": rng.randint(1, 900), "recipient": each}
        for each in chosen
    ]
    if parts and rng.random() < 0.5:
        parts.append({"kind": "remainder", "value": 0, "recipient": None})
    split = {"parts": parts, "rounding": rng.choice((None, *chosen))}
    body = {"amount": {"amount": rng.randint(300, 90_000)}, "reference": sender.key(), "split": split}
    said = sender.command("split charge", ANA, "/v1/payin/charges", body, made="charge")
    if said.done:
        world.charges.add(ANA, said.body["id"])


def pay_out(sender: Sender, world: World) -> None:
    """To a recipient what is its own, or more; some are suspended meanwhile."""
    rng = sender.rng
    if (found := world.recipients.some(rng)) is None:
        return
    path, dice = f"{RECIPIENTS}/{found[1]}", rng.random()
    if dice < 0.1:
        sender.command("recipient suspend", BRUNO, f"{path}/suspend", REASON)
    elif dice < 0.25:
        sender.command("recipient reactivate", BRUNO, f"{path}/reactivate", REASON)
    elif known := sender.get(BRUNO, path):
        whole = known["balance"]["amount"]
        body = {"amount": {"amount": rng.choice((1, max(1, whole // 2), whole + 1))}, "description": sender.key()}
        sender.command("recipient payout", BRUNO, f"{path}/payouts", body, made="payout")


def sub_account(sender: Sender, world: World) -> None:
    """One more, or one is closed: which only an empty one can be."""
    rng = sender.rng
    if rng.random() < 0.5:
        body = {"alias": f"Reserva {rng.randrange(10**6)}"}
        said = sender.command("sub-account", DIEGO, f"/v1/companies/{AURORA}/sub-accounts", body)
        if said.done:
            world.sub_accounts.append(said.body["id"])
    elif world.sub_accounts:
        sender.command("sub-account close", DIEGO, f"/v1/accounts/{rng.choice(world.sub_accounts)}/close", REASON)
