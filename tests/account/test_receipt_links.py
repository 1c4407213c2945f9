"""The address on a receipt: opened by whoever holds it, guessed by nobody, and never more than the receipt itself says."""

import base64
import hashlib
import re
import secrets
from uuid import UUID

import httpx

from conftest import Sql
from people import Person, set_up
from retaguarda.app import App
from retaguarda.audit.sequence_events import sequence
from retaguarda.foundation.refusals import LIMIT
from support.charges import Counter
from support.payments import PAYMENTS, pay, read
from support.pdf_texts import texts
from support.withdrawals import OWN, TRANSFERS, settle, usable, withdraw

VERIFY = "/v1/receipts"


async def printed(person: Person, path: str) -> str:
    """The token of the address that a receipt carries."""
    said = await person.get(f"{path}/receipt", locale="pt")
    assert said.status_code == 200, said.text
    written = "".join(texts(said.content))
    found = re.search(r"/verify/([\w-]{48})", written)
    assert found, written
    return found[1]


def follows(proof: dict[str, object], index: int) -> bool:
    """Whether a leaf leads to the root (RFC 9162, 2.1.3.2), computed without anything of ours."""
    place, last = index, int(str(proof["size"])) - 1
    now = hashlib.sha256(b"\0" + str(proof["leaf"]).encode()).digest()
    for each in map(bytes.fromhex, proof["path"]):  # type: ignore[arg-type]
        if place % 2 == 1 or place == last:
            now = hashlib.sha256(b"\1" + each + now).digest()
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            now = hashlib.sha256(b"\1" + now + each).digest()
        place, last = place >> 1, last >> 1
    return last == 0 and now.hex() == proof["root"]


async def test_whoever_holds_the_receipt_of_a_payment_learns_that_it_is_genuine_and_that_it_came_back(
    bruno: Person, ana: Person, counter: Counter, client: httpx.AsyncClient, app: App
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000, purpose="segredo", description="segredo")).json()["id"]
    await settle(counter, made)
    e2e = (await read(bruno, made))["end_to_end_id"]
    token = await printed(bruno, f"{PAYMENTS}/{made}")
    assert token == await printed(bruno, f"{PAYMENTS}/{made}")
    await sequence(app.database, app.keys)
    said = await client.get(f"{VERIFY}/{token}")
    assert said.status_code == 200, said.text
    assert (said.headers["cache-control"], said.headers["x-robots-tag"]) == ("no-store", "noindex")
    found = said.json()
    assert (found["status"], found["kind"], found["amount"]["amount"]) == ("done", "payment", 5_000)
    assert (found["payee"], found["payee_document"]) == ("João P*** d* S***", "***.456.789-**")
    assert found["payer"] == "Loja Aurora Comércio Ltda"
    assert found["end_to_end_id"] == f"{e2e[:9]}…{e2e[-4:]}"
    receipt = "".join(texts((await bruno.get(f"{PAYMENTS}/{made}/receipt", locale="pt")).content))
    assert found["code"] in receipt
    proof = found["proof"]
    assert proof["holds"]
    assert made in proof["leaf"]
    assert "payouts:payment:done" in proof["leaf"]
    assert follows(proof, found["entry"])
    assert not follows(proof | {"leaf": proof["leaf"].replace("payment:done", "payment:gone")}, found["entry"])
    for secret in ("12345678909", "segredo", "Pedro", "Silva", e2e, "bruno"):
        assert secret not in said.text, secret

    for amount, status in (("20.00", "partly_returned"), ("30.00", "returned")):
        back = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": amount})
        assert back.status_code == 201, back.text
        await counter.run_job("payouts.take_back", 2, made)
        assert (await client.get(f"{VERIFY}/{token}")).json()["status"] == status
    assert (await client.get(f"{VERIFY}/{token}")).json()["returned"]["amount"] == 5_000


async def test_a_withdrawal_has_an_address_too_and_a_company_is_named_whole(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, client: httpx.AsyncClient
) -> None:
    await counter.paid(ana, 20_000)
    made = (await withdraw(bruno, await usable(bruno, sql), 5_000)).json()["id"]
    await settle(counter, made)
    found = (await client.get(f"{VERIFY}/{await printed(bruno, f'{TRANSFERS}/{made}')}")).json()
    assert (found["kind"], found["payee"], found["status"]) == ("withdrawal", OWN["holder_name"], "done")


async def test_ids_altered_addresses_and_payments_without_a_receipt_are_answered_alike_and_guessing_is_stopped(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql, client: httpx.AsyncClient
) -> None:
    await counter.paid(ana, 20_000)
    ids = list[str]()
    for amount in (5_000, 6_000):
        ids.append((await pay(bruno, amount)).json()["id"])
        await settle(counter, ids[-1])
    one, other = [await printed(bruno, f"{PAYMENTS}/{each}") for each in ids]
    e2e = (await read(bruno, ids[0]))["end_to_end_id"]
    charge = await counter.charge(ana)
    link = (await ana.get(f"/v1/payin/charges/{charge['id']}/link")).json()["url"].rpartition("/")[2]
    unsigned = (2).to_bytes(4) + UUID(ids[0]).bytes
    wrong = [
        # The payment of one under the signature of the other; a letter changed; an end; another way to write it.
        one[:27] + other[27:], one[:-1] + ("A" if one[-1] != "A" else "B"), one[:-4], f"{one}=", one.swapcase(),
        # What somebody may know of a payment, and a link of ours for something else.
        ids[0], e2e, link, "é", "%00", "-" * 48, "x" * 5_000,
        *(base64.urlsafe_b64encode(unsigned + secrets.token_bytes(16)).decode() for _ in range(20)),
    ]  # fmt: skip
    told = set()
    for token in wrong:
        said = await client.get(f"{VERIFY}/{token}")
        told.add((said.status_code, said.json()["message"], said.json().get("detail")))
    assert {status for status, *_ in told} == {404}, told
    assert len(told) == 1, told
    # Carla has no receipt of Aurora's to read an address from, and sees on the page what everybody sees.
    sql("update role set permissions = permissions || '{payout::payment:read}' where company_id = 3")
    await set_up(carla)
    assert (await carla.get(f"{PAYMENTS}/{ids[0]}/receipt")).status_code == 404
    shown = (await client.get(f"{VERIFY}/{one}")).json()
    assert (await carla.get(f"{VERIFY}/{one}")).json() == shown
    for _ in range(LIMIT - len(wrong)):
        await client.get(f"{VERIFY}/{secrets.token_urlsafe(36)}")
    stopped = await client.get(f"{VERIFY}/{one}")
    assert (stopped.status_code, stopped.json()["message"]) == (429, "too_many_tries")
    assert int(stopped.headers["retry-after"]) > 0


async def test_a_payment_that_failed_has_no_receipt_and_an_address_made_for_it_opens_nothing(
    bruno: Person, ana: Person, counter: Counter, client: httpx.AsyncClient, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno)).json()["id"]
    await settle(counter, made)
    token = await printed(bruno, f"{PAYMENTS}/{made}")
    sql("alter table payout disable trigger user")
    for status, code in (("failed", 404), ("done", 200)):
        sql("update payout set status = %s where id = %s", status, made)
        assert (await client.get(f"{VERIFY}/{token}")).status_code == code, status
