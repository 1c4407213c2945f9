import asyncio
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from joserfc import jws
from joserfc.jwk import KeySet

from retaguarda.foundation.business_days import is_business_day
from retaguarda.providers.pix import brcode, ids
from retaguarda.providers.pix.due import day_of
from sandbox import official
from sandbox.conftest import Bank
from sandbox.test_charges import COB, COBV, KEY, SPAN, TXID, name_of, places


async def charged(bank: Bank, **change: Any) -> str:
    """The code of a fresh cob."""
    return (await bank.http.put(f"/cob/{TXID}", json=COB | change)).json()["pixCopiaECola"]


async def test_paying_a_code_ends_the_charge_and_makes_a_pix(bank: Bank) -> None:
    pix = await bank.pay(await charged(bank))
    assert ids.is_end_to_end_id(pix["endToEndId"])
    assert (pix["txid"], pix["valor"], pix["chave"]) == (TXID, "37.00", KEY)
    assert pix["componentesValor"] == {"original": {"valor": "37.00"}}
    assert pix["pagador"] == {"cpf": "52998224725", "nome": "Maria Exemplo"}
    cob = (await bank.http.get(f"/cob/{TXID}")).json()
    assert (cob["status"], cob["pix"]) == ("CONCLUIDA", [pix])
    assert (await bank.http.get(f"/pix/{pix['endToEndId']}")).json() == pix
    assert (await bank.http.get("/pix", params=SPAN)).json()["pix"] == [pix]


async def test_a_charge_is_paid_once_however_many_try(bank: Bank) -> None:
    code = await charged(bank)
    tries = [bank.control.post("/sandbox/pay", json={"code": code}) for _ in range(8)]
    statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
    assert sorted(statuses) == [201] + [400] * 7


async def test_a_bank_that_breaks_the_rules_can_pay_twice_late_and_wrong_on_order(bank: Bank) -> None:
    code = await charged(bank)
    answer = await bank.control.post("/sandbox/pay", json={"code": code, "count": 2, "amount": "36.99"})
    assert [pix["valor"] for pix in answer.json()["pix"]] == ["36.99", "36.99"]
    payer = {"name": "Loja", "document": "12.abc.345/01de-35"}
    third = await bank.pay(code, force=True, payer=payer, info="obrigado")
    assert third["pagador"] == {"cnpj": "12ABC34501DE35", "nome": "Loja"}
    assert third["infoPagador"] == "obrigado"
    assert len((await bank.http.get(f"/cob/{TXID}")).json()["pix"]) == 3


async def test_a_static_code_is_paid_without_a_charge(bank: Bank) -> None:
    pix = await bank.pay(brcode.static(KEY, "Padaria", "Recife", amount=10_50, txid="MESA7"))
    assert (pix["txid"], pix["valor"]) == ("MESA7", "10.50")
    open_code = brcode.static(KEY, "Padaria", "Recife")
    assert "txid" not in await bank.pay(open_code, amount="1.00")
    refused = await bank.control.post("/sandbox/pay", json={"code": open_code})
    assert places(refused) == ["pagamento.amount"]


def due_on(bank: Bank, validity: int = 0) -> date:
    """The next day on which a charge can fall due and, so many days later, end, without either being moved."""
    day = day_of(bank.clock())
    while not (is_business_day(day) and is_business_day(day + timedelta(days=validity))):
        day += timedelta(days=1)
    return day


async def test_a_late_cobv_is_paid_with_its_fine_and_interest(bank: Bank) -> None:
    vencimento = due_on(bank)
    body = COBV | {
        "calendario": {"dataDeVencimento": vencimento.isoformat(), "validadeAposVencimento": 30},
        "valor": {
            "original": "100.00",
            "multa": {"modalidade": 1, "valorPerc": "2.00"},
            "juros": {"modalidade": 1, "valorPerc": "0.10"},
        },
    }
    code = (await bank.http.put(f"/cobv/{TXID}", json=body)).json()["pixCopiaECola"]
    await bank.on(vencimento + timedelta(days=10))
    pix = await bank.pay(code)
    assert pix["valor"] == "103.00"
    parts = {name: part["valor"] for name, part in pix["componentesValor"].items()}
    assert parts == {"original": "100.00", "multa": "2.00", "juros": "1.00"}


async def test_a_cobv_can_be_paid_until_its_validity_ends(bank: Bank) -> None:
    vencimento = due_on(bank, 5)
    calendar = {"dataDeVencimento": vencimento.isoformat(), "validadeAposVencimento": 5}
    code = (
        await bank.http.put(f"/cobv/{TXID}", json=COBV | {"calendario": calendar, "valor": {"original": "9.00"}})
    ).json()
    await bank.on(vencimento + timedelta(days=6))
    refused = await bank.control.post("/sandbox/pay", json={"code": code["pixCopiaECola"]})
    assert name_of(refused) == "CobPayloadOperacaoInvalida"
    await bank.on(vencimento + timedelta(days=5))
    assert (await bank.pay(code["pixCopiaECola"]))["valor"] == "9.00"


async def test_cash_is_paid_with_its_charge_and_refunded_apart(bank: Bank) -> None:
    cash = {"valor": "5.00", "modalidadeAgente": "AGTEC", "prestadorDoServicoDeSaque": "12345678"}
    pix = await bank.pay(await charged(bank, valor={"original": "10.00", "retirada": {"troco": cash}}))
    assert (pix["valor"], pix["componentesValor"]["troco"]) == ("15.00", cash)
    path = f"/pix/{pix['endToEndId']}/devolucao"
    assert (await bank.http.put(f"{path}/1", json={"valor": "10.01"})).status_code == 400
    assert (await bank.http.put(f"{path}/2", json={"valor": "5.01", "natureza": "RETIRADA"})).status_code == 400
    assert (await bank.http.put(f"{path}/3", json={"valor": "10.00"})).status_code == 201
    assert (await bank.http.put(f"{path}/4", json={"valor": "5.00", "natureza": "RETIRADA"})).status_code == 201


async def test_a_refund_starts_in_process_and_ends_returned(bank: Bank) -> None:
    await bank.http.put(f"/webhook/{KEY}", json={"webhookUrl": "https://shop.example/hook"})
    pix = await bank.pay(await charged(bank))
    await bank.inbox.next()
    path = f"/pix/{pix['endToEndId']}/devolucao/R1"
    body = {"valor": "7.89", "natureza": "ORIGINAL", "descricao": "Item faltou"}
    started = await bank.http.put(path, json=body)
    assert (started.status_code, started.json()["status"]) == (201, "EM_PROCESSAMENTO")
    told = await bank.inbox.next()
    assert told["endToEndId"] == pix["endToEndId"]
    refund = (await bank.http.get(path)).json()
    assert (refund["status"], refund["valor"], refund["descricao"]) == ("DEVOLVIDO", "7.89", "Item faltou")
    assert ids.is_rtr_id(refund["rtrId"])
    assert refund["horario"].keys() == {"solicitacao", "liquidacao"}
    assert told["devolucoes"] == [refund]
    assert (await bank.http.put(path, json=body)).json() == refund


async def test_refunds_never_exceed_the_payment_however_many_are_asked_at_once(bank: Bank) -> None:
    pix = await bank.pay(await charged(bank))
    path = f"/pix/{pix['endToEndId']}/devolucao"
    asked = [bank.http.put(f"{path}/R{number}", json={"valor": "10.00"}) for number in range(8)]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [400] * 5
    assert (await bank.http.put(f"{path}/last", json={"valor": "7.00"})).status_code == 201
    assert places(await bank.http.put(f"{path}/over", json={"valor": "0.01"})) == ["devolucao.valor"]


async def test_a_refund_that_failed_may_be_asked_again_under_another_id(bank: Bank) -> None:
    await bank.fault({"effect": "refund", "outcome": "NAO_REALIZADO", "times": 1})
    await bank.http.put(f"/webhook/{KEY}", json={"webhookUrl": "https://shop.example/hook"})
    pix = await bank.pay(await charged(bank))
    await bank.inbox.next()
    path = f"/pix/{pix['endToEndId']}/devolucao"
    await bank.http.put(f"{path}/R1", json={"valor": "37.00"})
    failed = (await bank.inbox.next())["devolucoes"][0]
    assert (failed["status"], bool(failed["motivo"])) == ("NAO_REALIZADO", True)
    assert "liquidacao" not in failed["horario"]
    await bank.http.put(f"{path}/R2", json={"valor": "37.00"})
    assert [refund["status"] for refund in (await bank.inbox.next())["devolucoes"]] == ["NAO_REALIZADO", "DEVOLVIDO"]


async def test_a_refund_id_is_used_for_one_request(bank: Bank) -> None:
    pix = await bank.pay(await charged(bank))
    path = f"/pix/{pix['endToEndId']}/devolucao/R1"
    await bank.http.put(path, json={"valor": "1.00"})
    for other in ({"valor": "1.01"}, {"valor": "1.00", "descricao": "x"}):
        answer = await bank.http.put(path, json=other)
        assert (name_of(answer), places(answer)) == ("PixDevolucaoInvalida", ["devolucao.id"])
    assert (await bank.http.get(path)).json()["valor"] == "1.00"


async def test_a_payment_is_refundable_for_ninety_days(bank: Bank) -> None:
    pix = await bank.pay(await charged(bank))
    path = f"/pix/{pix['endToEndId']}/devolucao"
    bank.clock.ahead = timedelta(days=89, hours=23)
    await bank.sign_in()
    assert (await bank.http.put(f"{path}/R1", json={"valor": "1.00"})).status_code == 201
    bank.clock.ahead = timedelta(days=90, seconds=1)
    await bank.sign_in()
    assert places(await bank.http.put(f"{path}/R2", json={"valor": "1.00"})) == ["devolucao"]


async def test_a_wrong_refund_is_refused(bank: Bank) -> None:
    pix = await bank.pay(await charged(bank))
    path = f"/pix/{pix['endToEndId']}/devolucao"
    for body in (
        {},
        {"valor": "0.00"},
        {"valor": 1},
        {"valor": "1"},
        {"valor": "1.00", "natureza": "MED_FRAUDE"},
        {"valor": "1.00", "natureza": "RETIRADA"},
        {"valor": "1.00", "descricao": "x" * 141},
    ):
        answer = await bank.http.put(f"{path}/R1", json=body)
        assert (answer.status_code, name_of(answer)) == (400, "PixDevolucaoInvalida")
    assert places(await bank.http.put(f"{path}/R-1", json={"valor": "1.00"})) == ["devolucao.id"]
    assert name_of(await bank.http.get(f"{path}/R1")) == "PixDevolucaoNaoEncontrada"


async def test_an_unknown_pix_is_not_found(bank: Bank) -> None:
    for unknown in ("E" + "1" * 31, "E12345678202611201030abcDEF12345", "x", "%00"):
        assert name_of(await bank.http.get(f"/pix/{unknown}")) == "PixNaoEncontrado"
        assert (await bank.http.put(f"/pix/{unknown}/devolucao/1", json={"valor": "1.00"})).status_code == 404
        assert name_of(await bank.http.get(f"/pix/{unknown}/devolucao/1")) == "PixDevolucaoNaoEncontrada"


async def test_payments_are_listed_by_their_filters(bank: Bank) -> None:
    first = await bank.pay(await charged(bank))
    loose = await bank.pay(
        brcode.static(KEY, "Padaria", "Recife", amount=1_00), payer={"name": "L", "document": "11222333000181"}
    )
    await bank.http.put(f"/pix/{first['endToEndId']}/devolucao/1", json={"valor": "1.00"})
    for params, found in (
        ({}, [first, loose]),
        ({"txid": TXID}, [first]),
        ({"txIdPresente": "false"}, [loose]),
        ({"devolucaoPresente": "true"}, [first]),
        ({"cnpj": "11222333000181"}, [loose]),
        ({"paginacao.itensPorPagina": 1, "paginacao.paginaAtual": 1}, [loose]),
        ({"paginacao.paginaAtual": 999_999_999}, []),
    ):
        answer = (await bank.http.get("/pix", params=SPAN | params)).json()
        assert [pix["endToEndId"] for pix in answer["pix"]] == [pix["endToEndId"] for pix in found]


async def payload_of(bank: Bank, location: str, **params: str) -> dict[str, Any]:
    answer = await bank.control.get(location.removeprefix("pix.example.com"), params=params)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/jose")
    keys = (await bank.control.get("/qr/jwks.json")).json()
    assert all("d" not in key for key in keys["keys"])
    return msgspec.json.decode(jws.deserialize_compact(answer.text, KeySet.import_key_set(keys)).payload)


async def test_the_payload_behind_a_code_is_signed_and_says_what_to_pay(bank: Bank) -> None:
    cob = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()
    payload = await payload_of(bank, cob["location"])
    official.check("CobPayload", payload)
    assert (payload["txid"], payload["valor"], payload["status"]) == (TXID, COB["valor"], "ATIVA")
    cobv = (await bank.http.put(f"/cobv/{'v' * 32}", json=COBV)).json()
    payload = await payload_of(bank, cobv["location"], DPP="2099-12-21")
    official.check("CobVPayload", payload)
    assert payload["valor"] == {"original": "100.00", "abatimento": "5.00", "final": "95.00"}
    early = await payload_of(bank, cobv["location"])
    assert early["valor"]["desconto"] == "3.00"


async def test_a_payload_that_cannot_be_served_says_why(bank: Bank) -> None:
    cob = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()
    cobv = (await bank.http.put(f"/cobv/{'v' * 32}", json=COBV)).json()
    path = cob["location"].removeprefix("pix.example.com")
    for unknown in ("/qr/v2/nothing", "/qr/v2/%00", path.replace("/v2/", "/v2/cobv/")):
        assert name_of(await bank.control.get(unknown)) == "CobPayloadNaoEncontrado"
    for day in ("2020-01-01", "2100-12-31", "tomorrow"):
        answer = await bank.control.get(cobv["location"].removeprefix("pix.example.com"), params={"DPP": day})
        assert (name_of(answer), places(answer)) == ("CobPayloadOperacaoInvalida", ["DPP"])
    await bank.http.patch(f"/cob/{TXID}", json={"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"})
    gone = await bank.control.get(path)
    assert (gone.status_code, name_of(gone)) == (410, "CobPayloadNaoEncontrado")


async def test_a_wrong_order_to_pay_is_refused(bank: Bank, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({}, "pagamento.code"),
        ({"code": "x"}, "pagamento.code"),
        ({"code": "x" * 513}, "pagamento.code"),
        ({"code": "", "count": 0}, "pagamento.count"),
        ({"code": "", "count": 101}, "pagamento.count"),
        ({"code": "", "amont": "1.00"}, "pagamento"),
    ]
    for body, place in cases:
        with subtests.test(body=body, place=place):
            assert places(await bank.control.post("/sandbox/pay", json=body)) == [place]


async def test_a_wrong_amount_or_payer_is_refused_and_pays_nothing(bank: Bank) -> None:
    code = await charged(bank)
    for rest, place in (
        ({"amount": "1"}, "pagamento.amount"),
        ({"amount": "0.00"}, "pagamento.amount"),
        ({"payer": {"name": "x", "document": "1"}}, "pagamento.payer.document"),
    ):
        assert places(await bank.control.post("/sandbox/pay", json={"code": code} | rest)) == [place]
    elsewhere = brcode.dynamic("pix.example.com/qr/v2/" + "0" * 32, "A", "B")
    assert name_of(await bank.control.post("/sandbox/pay", json={"code": elsewhere})) == "CobPayloadNaoEncontrado"
    assert (await bank.http.get(f"/cob/{TXID}")).json()["status"] == "ATIVA"
