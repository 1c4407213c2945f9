"""A batch of payments and the payee book tell of themselves, and of nobody by name."""

from collections.abc import Callable
from typing import Any

from conftest import Sql
from people import Person
from retaguarda.webhooks.event_catalogue import TYPES
from retaguarda.webhooks.sender import WebhookSender
from servers import Servers
from support.batches import BATCHES, line, lines, planned, settle, submit, table
from support.charges import Counter
from support.payees import CPF, KEY, OTHER_CPF, PAYEES, Book
from webhooks import contract

Make = Callable[..., Any]
OURS = [each for each in TYPES if each.startswith(("payout_batch.", "payee."))]


async def test_a_batch_tells_of_each_of_its_states_and_of_nobody_in_it(
    gil: Person,
    bruno: Person,
    ana: Person,
    counter: Counter,
    sql: Sql,
    servers: Servers,
    courier: WebhookSender,
    endpoint: Make,
) -> None:
    await endpoint(gil, "https://shop.example/hooks", *OURS)
    await counter.paid(ana, 200_000)
    batch = await planned(bruno, counter, lines(2))
    assert (await submit(bruno, batch)).status_code == 200
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/pause", key=None)).status_code == 200
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/resume", key=None)).status_code == 200
    await settle(counter, sql)
    other = await planned(bruno, counter, table(line(5, "12,00")))
    assert (await bruno.post(f"{BATCHES}/{other['id']}/cancel", key=None)).status_code == 200
    await planned(bruno, counter, "no table")
    await courier.empty()
    told = servers.at("shop.example")
    for each in told:
        contract.check(each.body)
        for of_a_person in ("Iara", "52998224725", "payee0@example.com", "Folha"):
            assert of_a_person not in each.body.decode()
    mine = [each.said for each in told if each.said["data"]["id"] == batch["id"]]
    assert sorted(each["type"].partition(".")[2] for each in mine) == [
        "authorised",
        "done",
        "paused",
        "planned",
        "running",
    ]
    done = next(each["data"] for each in mine if each["type"] == "payout_batch.done")
    assert (done["status"], done["done"], done["turned"], done["failed"]) == ("done", 2, 2, 0)
    assert done["amount"] == batch["amount"]
    types = {each.said["type"] for each in told if each.said["data"]["id"] != batch["id"]}
    assert types == {"payout_batch.planned", "payout_batch.cancelled", "payout_batch.unreadable"}


async def test_the_payee_book_tells_who_was_added_checked_and_blocked_by_their_ids_only(
    gil: Person, bruno: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Make
) -> None:
    await endpoint(gil, "https://shop.example/hooks", *OURS)
    book = Book(counter)
    await book.owner(KEY["value"], "JOAO PEDRO DA SILVA", CPF)
    payee = await book.added(bruno)
    await book.looked_up(bruno, payee)
    await book.owner(KEY["value"], "Outra Pessoa", OTHER_CPF)
    await book.checked(bruno, payee)
    for what in ("block", "unblock"):
        said = await bruno.post(
            f"{PAYEES}/{payee}/{what}", {"reason": "a court asked"} if what == "block" else {"reason": "over"}
        )
        assert said.status_code == 200, said.text
    await counter.work()
    await courier.empty()
    told = [each.said for each in servers.at("shop.example")]
    assert {each["data"]["id"] for each in told} == {payee}
    assert sorted({each["type"].partition(".")[2] for each in told}) == [
        "blocked",
        "checked",
        "created",
        "owner_changed",
        "unblocked",
    ]
    passed = next(each["data"] for each in told if each["type"] == "payee.owner_changed")
    assert passed["owner_changed_at"] is not None
    for each in servers.at("shop.example"):
        for of_a_person in ("Joao", "Pessoa", CPF, KEY["value"]):
            assert of_a_person not in each.body.decode()
