"""Recurrences: agreed to at the payer's bank or not, charged, paid, refused, and ended by either side."""

from datetime import timedelta
from typing import Any

from retaguarda.foundation.local_day import BRASILIA, today
from storm.people import ANA
from storm.sender import Sender
from storm.world import World

RECURRENCES, CYCLES = "/v1/payin/recurrences", "/v1/pix/charges"
#: Days until the first cycle: the payer's bank is asked at least two before.
SOONEST, LATEST = 4, 9


def wanted(sender: Sender) -> dict[str, Any]:
    """What a recurrence is asked for with."""
    rng = sender.rng
    return {
        "contract": sender.key().replace("-", ""),
        "payer": {"name": "Beto Ramos", "document": "529.982.247-25"},
        "starts_on": (today(BRASILIA) + timedelta(days=rng.randint(SOONEST, LATEST))).isoformat(),
        "periodicity": rng.choice(("SEMANAL", "MENSAL")),
        "amount": {"amount": rng.randint(100, 9_000)},
        "retry_policy": rng.choice(("PERMITE_3R_7D", "NAO_PERMITE")),
        "automatic": rng.random() < 0.5,
    }


def recurrence(sender: Sender, world: World) -> None:
    said = sender.command("recurrence", ANA, RECURRENCES, wanted(sender), made="recurrence")
    if said.done:
        world.recurrences.add(ANA, said.body["id"])


def answer(sender: Sender, world: World) -> None:
    """The payer agrees, or does not; later they may think better of it."""
    known = _some(sender, world)
    if known and known["id_rec"]:
        ways = {"pending": ("approve", "approve", "approve", "approve", "reject"), "approved": ("cancel",)}
        if (way := sender.rng.choice(ways.get(known["status"], ("",)))) and (
            way != "cancel" or sender.rng.random() < 0.1
        ):
            sender.sandbox(f"payer {way}s", f"/sandbox/rec/{known['id_rec']}/{way}", {})


def cycle(sender: Sender, world: World) -> None:
    """The next cycle is charged; a second charge of it is refused."""
    if (known := _some(sender, world)) and known["status"] == "approved":
        body = {"due_on": known["starts_on"]}
        said = sender.command("cycle", ANA, f"{RECURRENCES}/{known['id']}/charges", body)
        if said.done:
            world.cycles.add(ANA, said.body["id"])


def settle(sender: Sender, world: World) -> None:
    """The payer's bank pays a cycle, or cannot."""
    if found := world.cycles.some(sender.rng):
        known = sender.get(found[0], f"{CYCLES}/{found[1]}")
        if known and known["status"] == "active":
            way = sender.rng.choice(("settle", "settle", "settle", "refuse"))
            sender.sandbox(f"cycle {way}", f"/sandbox/cobr/{known['txid']}/{way}", {})


def give_back(sender: Sender, world: World) -> None:
    """A cycle that was paid is given back in part; one that was not is withdrawn."""
    if found := world.cycles.some(sender.rng):
        known, rng = sender.get(found[0], f"{CYCLES}/{found[1]}"), sender.rng
        if known and known["status"] == "paid":
            body = {"amount": {"amount": rng.randint(1, known["paid"]["amount"])}, "reason": sender.key()}
            sender.command("cycle refund", ANA, f"{CYCLES}/{found[1]}/refunds", body)
        elif rng.random() < 0.3:
            sender.command("cycle cancel", ANA, f"{CYCLES}/{found[1]}/cancel")


def end(sender: Sender, world: World) -> None:
    if found := world.recurrences.some(sender.rng):
        sender.command("recurrence cancel", ANA, f"{RECURRENCES}/{found[1]}/cancel")


def _some(sender: Sender, world: World) -> dict[str, str] | None:
    found = world.recurrences.some(sender.rng)
    return sender.get(found[0], f"{RECURRENCES}/{found[1]}") if found else None
