"""What has to be refused, whoever asks and however often."""

from storm.banking import TRANSFERS
from storm.people import ANA, BRUNO, CARLA, DIEGO, EVA
from storm.selling import CHARGES
from storm.sender import Sender
from storm.world import World

AMOUNTS = (0, -1, 10**13, 2**63, 1.5, "100", None, [], True)


def nonsense(sender: Sender, world: World) -> None:
    """Amounts and texts that make no sense."""
    rng = sender.rng
    amount, text = {"amount": rng.choice(AMOUNTS)}, rng.choice(("a\0b", "x" * 5_000, 7, {}))
    charge = {"amount": {"amount": 100}}
    body = rng.choice((
        {"amount": amount}, {}, [], charge | {"description": text}, charge | {"expires_in": -1},
        {"amount": {"amount": 100, "currency": "USD"}}, charge | {"unknown": 1},
    ))  # fmt: skip
    sender.hostile("nonsense", ANA, "/v1/payin/charges", body)
    sender.hostile("nonsense", BRUNO, TRANSFERS, {"amount": amount, "bank_account": world.bank_account})


def stranger(sender: Sender, world: World) -> None:
    """Somebody of another merchant, with ids that are right and with the account that is not hers."""
    if (found := world.charges.some(sender.rng)) and found[0] != CARLA:
        path = f"{CHARGES}/{found[1]}/{sender.rng.choice(('refunds', 'cancel'))}"
        body = {"amount": {"amount": 1}} if path.endswith("refunds") else {}
        sender.hostile("stranger", CARLA, path, body, account=sender.rng.choice(("", "2", "all", "-1")))
    sender.hostile("stranger", CARLA, "/v1/payin/charges", {"amount": {"amount": 100}}, account="2")


def without_right(sender: Sender, world: World) -> None:
    """People of the house who may not do this."""
    body = {"amount": {"amount": 1}, "bank_account": world.bank_account}
    sender.hostile("without right", ANA, TRANSFERS, body)
    sender.hostile(
        "without right", ANA, f"/v1/accounts/{world.ledger_account}/block", {"direction": "out", "reason": "eu"}
    )
    sender.hostile("without right", EVA, "/v1/account/notes", {}, account="2")


def keys(sender: Sender, world: World) -> None:
    """No key, one that is no key, and one that was used for something else."""
    body = {"amount": {"amount": 1_000}, "reference": sender.key()}
    sender.hostile("no key", ANA, "/v1/payin/charges", body, key="")
    sender.hostile("no key", ANA, "/v1/payin/charges", body, key="k" * 256)
    used = sender.key()
    if sender.keyed("charge", ANA, "/v1/payin/charges", body, used).done:
        sender.hostile("used key", ANA, "/v1/payin/charges", body | {"reference": sender.key()}, key=used)


def too_much(sender: Sender, world: World) -> None:
    """More than there is, and a second factor that is none."""
    body = {"amount": {"amount": 10**12}, "bank_account": world.bank_account}
    sender.hostile("too much", BRUNO, TRANSFERS, body)
    note = {
        "type": "debit",
        "reason": "other",
        "amount": {"amount": 10**13},
        "due_date": "2026-02-31",
        "description": "x",
    }
    sender.hostile("too much", DIEGO, "/v1/account/notes", note, account="2")
