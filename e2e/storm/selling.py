"""What merchants and their payers do: charges, payments, refunds, and what nobody asked for."""

from datetime import timedelta

from retaguarda.foundation.local_day import BRASILIA, today
from storm.people import ANA, BRUNO, CARLA, DIEGO, GIL
from storm.sender import Sender
from storm.world import AURORA, OUTRA, World

PAYER = {
    "name": "Maria Exemplo",
    "document": "529.982.247-25",
    "address": {"street": "Rua das Laranjeiras 7", "city": "Recife", "state": "PE", "postal_code": "70011750"},
}
CHARGES, DEPOSITS = "/v1/payin/charges", "/v1/account/deposits"


def charge(sender: Sender, world: World) -> None:
    rng = sender.rng
    email = rng.choice((ANA, ANA, BRUNO, GIL, CARLA))
    amount = rng.choice((rng.randint(1, 500), rng.randint(1_000, 40_000), rng.randint(100_000, 400_000)))
    body = {"amount": {"amount": amount}, "reference": sender.key()}
    said = sender.command("charge", email, "/v1/payin/charges", body, made="charge")
    if said.done:
        world.charges.add(email, said.body["id"])


def due_charge(sender: Sender, world: World) -> None:
    """To be paid by a day, by somebody who is named."""
    rng = sender.rng
    email = rng.choice((ANA, BRUNO, CARLA))
    body = {
        "amount": {"amount": rng.randint(500, 90_000)},
        "reference": sender.key(),
        "due_date": (today(BRASILIA) + timedelta(days=rng.randint(3, 30))).isoformat(),
        "payer": PAYER,
    }
    said = sender.command("due charge", email, "/v1/payin/due-charges", body, made="charge")
    if said.done:
        world.charges.add(email, said.body["id"])


def pay(sender: Sender, world: World) -> None:
    """Mostly as it was asked for; else twice at once, too little, or too late."""
    if (found := world.charges.some(sender.rng)) is None:
        return
    known = sender.get(found[0], f"{CHARGES}/{found[1]}")
    if not known or not known["br_code"]:
        return
    body, dice = {"code": known["br_code"]}, sender.rng.random()
    if dice < 0.05:
        body |= {"count": 2}
    elif dice < 0.1:
        body |= {"amount": "0.99"}
    elif dice < 0.15:
        body |= {"force": True}
    sender.sandbox("payment", "/sandbox/pay", body)


def cancel_charge(sender: Sender, world: World) -> None:
    if found := world.charges.some(sender.rng):
        sender.command("charge cancel", found[0], f"{CHARGES}/{found[1]}/cancel")


def refund(sender: Sender, world: World) -> None:
    if (found := world.charges.some(sender.rng)) is None:
        return
    known = sender.get(found[0], f"{CHARGES}/{found[1]}")
    if not known:
        return
    whole = known["refundable"]["amount"]
    amount = sender.rng.choice((whole, max(1, whole // 3), whole + 1, 1)) or 1
    body = {"amount": {"amount": amount}, "reason": sender.key()}
    sender.command("refund", found[0], f"{CHARGES}/{found[1]}/refunds", body, made="refund")


def review(sender: Sender, world: World) -> None:
    """What came otherwise than asked for is accepted, or given back."""
    rows = sender.get(ANA, "/v1/payin/reviews", per_page=20)
    if rows:
        way = sender.rng.choice(("accept", "refund"))
        number = sender.rng.choice(rows)["end_to_end_id"]
        sender.command(f"review {way}", ANA, f"/v1/payin/reviews/{number}/{way}")


def deposit(sender: Sender, world: World) -> None:
    """To the merchant's own code, or to the provider's key alone: then nobody knows whose it is."""
    code = world.provider_key
    if sender.rng.random() < 0.7 and (known := sender.get(ANA, f"{DEPOSITS}/code")):
        code = known["code"]
    amount = sender.rng.randint(100, 900_000)
    sender.sandbox("deposit", "/sandbox/pay", {"code": code, "amount": f"{amount // 100}.{amount % 100:02}"})


def identify(sender: Sender, world: World) -> None:
    rows = sender.get(DIEGO, DEPOSITS, account="all", status="unidentified", per_page=20)
    if not rows:
        return
    path, rng = f"{DEPOSITS}/{sender.rng.choice(rows)['id']}", sender.rng
    if rng.random() < 0.7:
        body = {"merchant": rng.choice((AURORA, AURORA, OUTRA)), "reason": "Comprovante do cliente"}
        sender.command("deposit identify", DIEGO, f"{path}/identify", body, account="all")
    else:
        sender.command("deposit return", DIEGO, f"{path}/return", {"reason": "Ninguém reconhece"}, account="all")


def return_deposit(sender: Sender, world: World) -> None:
    rows = sender.get(BRUNO, DEPOSITS, per_page=20)
    if rows:
        path = f"{DEPOSITS}/{sender.rng.choice(rows)['id']}/return"
        sender.command("deposit return", BRUNO, path, {"reason": "Pago por engano"})
