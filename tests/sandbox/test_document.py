"""The rest of the official document's examples and rules, driven through the bank: charges, batches, payments, addresses."""

from datetime import date
from typing import Any

import pytest

from sandbox.conftest import Bank
from sandbox.inventory import examples

KEY = "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"


def _charge(tipo: str, **change: Any) -> dict[str, Any]:
    body = examples()["cobBody1" if tipo == "cobv" else "cobBody2"]
    if tipo == "cobv":
        # Its fine and interest name their kind in quotes, which the schema does not allow.
        body = body | {"valor": {"original": "123.45"}}
    return {name: value for name, value in (body | change).items() if name != "loc" or "loc" in change}


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("PATCH", "/cob/{txid}", "cobBody3"),
        ("PATCH", "/cob/{txid}", "cobBody4"),
        ("POST", "/cob", "cobBody6"),
        ("PATCH", "/cobv/{txid}", "cobBody4"),
        ("PATCH", "/cobv/{txid}", "cobBody7"),
        ("POST", "/cob", "cobBody8"),
        ("POST", "/cob", "cobBody9"),
    ],
)
async def test_a_request_of_the_document_is_accepted(bank: Bank, method: str, path: str, name: str) -> None:
    await bank.on(date(2020, 12, 1))
    tipo, body = path.split("/")[1], examples()[name]
    if "loc" in body:
        await bank.number_locations(body["loc"]["id"], "location")
        await bank.http.post("/loc", json={"tipoCob": tipo})
    if method == "PATCH":
        await bank.http.put(f"/{tipo}/{'t' * 30}", json=_charge(tipo))
    said = await bank.http.request(method, path.format(txid="t" * 30), json=body)
    assert said.is_success, said.text


@pytest.mark.parametrize("tipo", ["cob", "cobv"])
async def test_what_stands_is_revised_by_its_rules(bank: Bank, tipo: str) -> None:
    await bank.on(date(2020, 12, 1))
    kind, path = ("CobOperacaoInvalida" if tipo == "cob" else "CobVOperacaoInvalida"), f"/{tipo}/{'t' * 30}"
    for each in ("cob", "cobv"):
        await bank.http.post("/loc", json={"tipoCob": each})
    ours, theirs = ("cob", "cobv").index(tipo) + 1, ("cobv", "cob").index(tipo) + 1
    assert (await bank.http.put(f"/{tipo}/{'u' * 30}", json=_charge(tipo, loc={"id": ours}))).is_success
    assert (await bank.http.put(path, json=_charge(tipo))).is_success
    refusals: list[dict[str, Any]] = [
        {"loc": {"id": ours}},
        {"loc": {"id": theirs}},
        {"loc": {"id": 99}},
        {"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR", "solicitacaoPagador": "Tarde"},
        {"status": "PAGA"},
        {"solicitacaoPagador": "x" * 141},
    ]
    if tipo == "cobv":
        dated, flat = {"data": "2020-12-10", "valorPerc": "1.00"}, {"valorPerc": "1.00"}
        refusals += [
            {"valor": {"abatimento": {"modalidade": 9}}},
            {"valor": {"desconto": {"modalidade": 1, "descontoDataFixa": [dated | {"valorPerc": "999.00"}]}}},
            {"valor": {"desconto": {"modalidade": 1, "descontoDataFixa": [dated], **flat}}},
            {"valor": {"desconto": {"modalidade": 1}}},
            {"valor": {"desconto": {"modalidade": 3}}},
            {"valor": {"desconto": {"modalidade": 3, "descontoDataFixa": [dated], **flat}}},
        ]
    for change in refusals:
        said = await bank.http.patch(path, json=change)
        assert said.status_code == 400, (change, said.text)
        assert said.json()["type"].endswith(f"/{kind}"), (change, said.text)
    said = await bank.http.get(path, params={"revisao": "7"})
    assert said.json()["type"].endswith("ConsultaInvalida"), said.text
    assert (await bank.http.patch(path, json={"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"})).is_success
    for call in (
        bank.http.put(path, json=_charge(tipo, solicitacaoPagador="Outra")),
        bank.http.patch(path, json={"solicitacaoPagador": "x"}),
    ):
        assert (await call).status_code == 400


async def test_the_address_of_a_key_keeps_the_rules(bank: Bank) -> None:
    body = examples()["webhookBody1"]
    for key in (KEY, "financeiro@example.com"):
        assert (await bank.http.put(f"/webhook/{key}", json=body)).status_code == 200
        assert (await bank.http.get(f"/webhook/{key}")).json()["webhookUrl"] == body["webhookUrl"]
    said = await bank.http.put("/webhook/nobody", json=body)
    assert said.json()["type"].endswith("/WebhookOperacaoInvalida"), said.text


async def test_a_payment_is_given_back_as_in_the_document(bank: Bank) -> None:
    cob = (await bank.http.post("/cob", json=_charge("cob"))).json()
    await bank.http.put(f"/webhook/{cob['chave']}", json={"webhookUrl": "http://us.test/hook"})
    pix = await bank.pay(cob["pixCopiaECola"], info="Reforma da casa")
    path = f"/pix/{pix['endToEndId']}/devolucao/123ABC"
    assert (await bank.http.put(path, json=examples()["devolucaoSolicitada1"])).status_code == 201
    read = (await bank.http.get(f"/pix/{pix['endToEndId']}")).json()
    assert (read["infoPagador"], len(read["devolucoes"])) == ("Reforma da casa", 1)
    for _ in range(2):
        await bank.inbox.next()


async def test_a_batch_of_the_document_is_taken_and_keeps_its_rules(bank: Bank) -> None:
    await bank.on(date(2020, 1, 2))
    body, change = examples()["loteCobVBody1"], examples()["loteCobVBodyRevisado1"]
    said = await bank.http.put("/lotecobv/1", json=body)
    assert said.status_code == 202, said.text
    assert len((await bank.http.get("/lotecobv/1")).json()["cobsv"]) == 2
    assert (await bank.http.patch("/lotecobv/1", json=change)).status_code == 202
    assert (
        await bank.http.get("/lotecobv", params={"inicio": "2020-01-01T00:00:00Z", "fim": "2020-02-01T00:00:00Z"})
    ).is_success
    for method, wrong in (
        ("PUT", body | {"descricao": 1}),
        ("PUT", body | {"cobsv": []}),
        ("PUT", body | {"cobsv": body["cobsv"][:1]}),
        ("PATCH", {"cobsv": [change["cobsv"][0] | {"txid": "z" * 30}]}),
    ):
        said = await bank.http.request(method, "/lotecobv/1", json=wrong)
        assert said.json()["type"].endswith("/LoteCobVOperacaoInvalida"), said.text
    assert (await bank.http.get("/lotecobv/9")).status_code == 404
