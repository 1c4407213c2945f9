from datetime import timedelta
from typing import Any
from urllib.parse import quote

import httpx

from retaguarda.providers.pix import brcode
from retaguarda_sandbox.app import create_app
from sandbox.conftest import Bank, Clock, Inbox, running
from sandbox.test_charges import COB, KEY, SPAN, TXID, name_of, places
from sandbox.test_received import charged

HOOK = "https://shop.example/hook/secret"


async def hooked(bank: Bank) -> None:
    assert (await bank.http.put(f"/webhook/{KEY}", json={"webhookUrl": HOOK})).status_code == 200


async def test_a_webhook_is_registered_read_replaced_listed_and_removed(bank: Bank) -> None:
    phone = "+5511999998888"
    for key in (KEY, phone):
        for url in (HOOK, "http://other.example/"):
            registered = await bank.http.put(f"/webhook/{quote(key)}", json={"webhookUrl": url})
            assert (registered.status_code, registered.content) == (200, b"")
    hook = (await bank.http.get(f"/webhook/{quote(phone)}")).json()
    assert hook["webhookUrl"] == "http://other.example/"
    listed = (await bank.http.get("/webhook")).json()
    assert len(listed["webhooks"]) == 2
    assert hook in listed["webhooks"]
    assert (await bank.http.get("/webhook", params={"fim": SPAN["inicio"]})).json()["webhooks"] == []
    assert (await bank.http.delete(f"/webhook/{KEY}")).status_code == 204
    for answer in (await bank.http.get(f"/webhook/{KEY}"), await bank.http.delete(f"/webhook/{KEY}")):
        assert name_of(answer) == "WebhookNaoEncontrado"
    assert name_of(await bank.http.get("/webhook/%00")) == "WebhookNaoEncontrado"


async def test_a_wrong_webhook_is_refused(bank: Bank) -> None:
    for url in ("", "shop.example", "ftp://shop.example", "https://", "https:///x", 7, None, "https://x" + "y" * 2000):
        answer = await bank.http.put(f"/webhook/{KEY}", json={"webhookUrl": url})
        assert (name_of(answer), places(answer)) == ("WebhookOperacaoInvalida", ["webhook.webhookUrl"])
    for key in ("nobody", "%00", "A@B.example"):
        assert places(await bank.http.put(f"/webhook/{key}", json={"webhookUrl": HOOK})) == ["webhook.chave"]


async def test_a_payment_is_told_to_its_keys_webhook_with_pix_appended(bank: Bank) -> None:
    await hooked(bank)
    pix = await bank.pay(await charged(bank))
    assert await bank.inbox.next() == pix
    assert bank.inbox.urls == [f"{HOOK}/pix"]


async def test_a_refused_notice_is_brought_again_until_it_is_taken(bank: Bank) -> None:
    await hooked(bank)
    bank.inbox.refusals = [500, httpx.ConnectError("down"), 404]
    pix = await bank.pay(await charged(bank))
    assert await bank.inbox.next() == pix
    assert len(bank.inbox.urls) == 4


async def deliveries(bank: Bank) -> list[dict[str, Any]]:
    store = bank.app.state["sandbox"].store
    async with store.transaction() as connection:
        cursor = await connection.execute("select state, attempts, last_error from sandbox.delivery order by id")
        return await cursor.fetchall()


async def test_an_order_can_make_notices_come_twice_or_never(bank: Bank) -> None:
    await hooked(bank)
    await bank.fault({"effect": "webhook", "delivery": "twice", "times": 1})
    first = await bank.pay(await charged(bank))
    assert [await bank.inbox.next(), await bank.inbox.next()] == [first, first]
    await bank.control.delete("/sandbox/faults")
    await bank.fault({"effect": "webhook", "delivery": "never", "times": 1})
    code = (await bank.http.post("/cob", json=COB)).json()["pixCopiaECola"]
    await bank.pay(code)
    told = await bank.pay(code, force=True)
    assert await bank.inbox.next() == told
    assert [row["state"] for row in await deliveries(bank)][2] == "suppressed"


async def test_an_order_can_make_notices_come_out_of_order(bank: Bank) -> None:
    await hooked(bank)
    await bank.fault({"effect": "webhook", "delivery": "out_of_order", "delay_ms": 600_000, "times": 2})
    code = await charged(bank)
    first, second = [await bank.pay(code, force=True) for _ in range(2)]
    assert await bank.inbox.next() == second
    bank.clock.ahead = timedelta(minutes=10)
    bank.app.state["sandbox"].wake()
    assert await bank.inbox.next() == first


async def test_an_order_can_make_a_notice_lie_about_the_amount(bank: Bank) -> None:
    await hooked(bank)
    await bank.fault({"effect": "webhook_amount", "delta": 100_00})
    pix = await bank.pay(await charged(bank))
    assert ((await bank.inbox.next())["valor"], pix["valor"]) == ("137.00", "37.00")
    assert (await bank.http.get(f"/pix/{pix['endToEndId']}")).json()["valor"] == "37.00"


async def test_without_a_webhook_or_a_txid_nothing_is_told(bank: Bank) -> None:
    await bank.pay(await charged(bank))
    await hooked(bank)
    await bank.pay(brcode.static(KEY, "Padaria", "Recife", amount=1_00))
    told = await bank.pay(await charged(bank), force=True)
    assert await bank.inbox.next() == told
    assert len(await deliveries(bank)) == 1


async def test_what_was_waiting_is_told_by_the_next_process(bank: Bank) -> None:
    await hooked(bank)
    pix = await bank.pay(await charged(bank))
    await bank.inbox.next()
    bank.inbox.refusals = [httpx.ConnectError("down")] * 50
    await bank.http.put(f"/pix/{pix['endToEndId']}/devolucao/R1", json={"valor": "1.00"})
    inbox, clock = Inbox(), Clock()
    clock.ahead = timedelta(hours=2)
    heir = create_app(bank.settings, now=clock, webhook_transport=inbox)
    async with running(heir):
        assert (await inbox.next())["devolucoes"][0]["id"] == "R1"
        # Its tokens still hold: they are signed with a key that outlived the process.
        other = httpx.AsyncClient(transport=httpx.ASGITransport(heir), base_url="http://bank.test/api/v2")  # pyright: ignore[reportArgumentType]
        bank.clock.ahead = clock.ahead
        await bank.sign_in()
        answer = await other.get(f"/cob/{TXID}", headers={"Authorization": bank.http.headers["Authorization"]})
        assert answer.json()["status"] == "CONCLUIDA"
        await other.aclose()
