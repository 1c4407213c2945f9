"""The rest of the official document's examples and rules, driven through the bank: charges, batches, payments, addresses."""

from datetime import date, timedelta
from typing import Any

import pytest

from sandbox.conftest import Bank
from sandbox.inventory import examples

KEY = "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"


def _charge(tipo: str, **change: Any) -> dict[str, Any]:
    body = examples()["cobBody1" if tipo == "cobv" else "cobBody2"]
    if tipo == "cobv":
        body = body | {"valor": {"original": "123.45"}}
    return {name: value for name, value in (body | change).items() if name != "loc" or "loc" in change}


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("PUT", "/cobv/{txid}", "cobBody1"),
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


async def test_kinds_of_fine_and_discount_in_quotes_are_read_as_the_numbers_they_are(bank: Bank) -> None:
    await bank.on(date(2020, 11, 1))
    body = {name: value for name, value in examples()["cobBody1"].items() if name != "loc"}
    for _ in range(2):
        valor = (await bank.http.put(f"/cobv/{'t' * 30}", json=body)).json()["valor"]
        kinds = [valor[term]["modalidade"] for term in ("multa", "juros", "desconto")]
        assert kinds == [2, 2, 1]


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
        {"chave": "loja@alheio.example"},
    ]
    if tipo == "cobv":
        dated, flat = {"data": "2020-12-10", "valorPerc": "1.00"}, {"valorPerc": "1.00"}
        refusals += [
            {"valor": {"abatimento": {"modalidade": 9}}},
            {"valor": {"desconto": {"modalidade": 1, "descontoDataFixa": [dated | {"valorPerc": "999.00"}]}}},
            {"valor": {"desconto": {"modalidade": 1, "descontoDataFixa": [dated], **flat}}},
            {"valor": {"desconto": {"modalidade": 1}}},
            {"valor": {"desconto": {"modalidade": 7}}},
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
    for request in (
        bank.http.put(path, json=_charge(tipo, solicitacaoPagador="Outra")),
        bank.http.patch(path, json={"solicitacaoPagador": "x"}),
    ):
        assert (await request).status_code == 400


async def test_the_address_of_a_key_keeps_the_rules(bank: Bank) -> None:
    body = examples()["webhookBody1"]
    for key in (KEY, "financeiro@example.com"):
        assert (await bank.http.put(f"/webhook/{key}", json=body)).status_code == 200
        assert (await bank.http.get(f"/webhook/{key}")).json()["webhookUrl"] == body["webhookUrl"]
        assert (await bank.http.get(f"/webhook/{key}")).json()["chave"] == key
    for key in ("nobody", "loja@alheio.example"):
        said = await bank.http.put(f"/webhook/{key}", json=body)
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
    said = await bank.http.put(path, json={"valor": "1.00"})
    assert said.json()["violacoes"][0]["propriedade"] == "devolucao.id", said.text
    await bank.fault({"effect": "refund", "outcome": "NAO_REALIZADO", "times": 1})
    path = f"/pix/{pix['endToEndId']}/devolucao/502"
    assert (await bank.http.put(path, json={"valor": "1.00"})).status_code == 201
    await bank.inbox.next()
    read = (await bank.http.get(path)).json()
    assert (read["status"], "liquidacao" in read["horario"], bool(read["motivo"])) == ("NAO_REALIZADO", False, True)
    bank.clock.ahead += timedelta(days=91)
    await bank.sign_in()
    said = await bank.http.put(f"/pix/{pix['endToEndId']}/devolucao/9", json={"valor": "1.00"})
    assert "90 dias" in said.json()["violacoes"][0]["razao"], said.text


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
        ("PUT", {"cobsv": {}}),
        ("PUT", body | {"cobsv": body["cobsv"][:1]}),
        ("PATCH", {"cobsv": [change["cobsv"][0] | {"txid": "z" * 30}]}),
    ):
        said = await bank.http.request(method, "/lotecobv/1", json=wrong)
        assert said.json()["type"].endswith("/LoteCobVOperacaoInvalida"), said.text
    assert (await bank.http.get("/lotecobv/9")).status_code == 404
    said = await bank.http.put("/lotecobv/2", json=body)
    assert "já encontra-se criada" in said.json()["violacoes"][0]["razao"], said.text


async def test_a_charge_that_a_batch_refused_is_the_batchs_to_mend(bank: Bank) -> None:
    await bank.on(date(2020, 1, 2))
    body = examples()["loteCobVBody1"]
    wrong = body["cobsv"][0] | {"valor": {"original": "0.00"}}
    assert (await bank.http.put("/lotecobv/1", json=body | {"cobsv": [wrong]})).status_code == 202
    alone = {name: value for name, value in body["cobsv"][0].items() if name != "txid"}
    for state in ("EM_PROCESSAMENTO", "NEGADA"):
        for method in ("PUT", "PATCH"):
            said = await bank.http.request(method, f"/cobv/{wrong['txid']}", json=alone)
            assert said.json()["violacoes"][0]["propriedade"] == "txid", said.text
        (line,) = (await bank.http.get("/lotecobv/1")).json()["cobsv"]
        assert line["status"] == "NEGADA", state
        assert line["problema"]["violacoes"][0]["propriedade"] == "cobv.valor.original"


async def test_what_a_payers_bank_asks_of_a_charge_with_a_due_date_is_checked(bank: Bank) -> None:
    await bank.on(date(2020, 12, 20))
    late = {"multa": {"modalidade": 2, "valorPerc": "15.00"}, "juros": {"modalidade": 2, "valorPerc": "2.00"}}
    body = _charge("cobv", infoAdicionais=[{"nome": "quantidade", "valor": "2"}])
    body["valor"] = {"original": "123.45"} | late
    body["calendario"] = {"dataDeVencimento": "2020-12-25", "validadeAposVencimento": 10}
    made = (await bank.http.put(f"/cobv/{'t' * 30}", json=body)).json()
    address = "/qr/v2/cobv/" + made["location"].rpartition("/")[2]
    for params in ({}, {"DPP": "2020-12-29"}, {"codMun": "3550308"}, {"codMun": "2201919"}):
        assert (await bank.control.get(address, params=params)).status_code == 200, params
    for params, about in (
        ({"DPP": "amanhã"}, "DPP"),
        ({"DPP": "2020-12-19"}, "DPP"),
        ({"DPP": "2021-01-05"}, "DPP"),
        ({"codMun": "35503"}, "codMun"),
        ({"codMun": "9950308"}, "codMun"),
        ({"codMun": "3550309"}, "codMun"),
    ):
        said = await bank.control.get(address, params=params)
        assert said.status_code == 400, params
        assert said.json()["type"].endswith("/CobPayloadOperacaoInvalida")
        assert said.json()["violacoes"][0]["propriedade"] == about
    for gone in ("/qr/v2/cobv/" + "0" * 32, "/qr/v2/" + "0" * 32):
        assert (await bank.control.get(gone)).status_code == 404


async def test_a_location_is_asked_for_as_in_the_document(bank: Bank) -> None:
    for name in ("payloadLocationBody1", "payloadLocationBody2"):
        assert (await bank.http.post("/loc", json=examples()[name])).json()["tipoCob"] == examples()[name]["tipoCob"]
