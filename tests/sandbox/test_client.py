"""The client of API Pix against the sandbox, on good days and on ordered bad ones."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from retaguarda.foundation.documents import parse
from retaguarda.providers.pix import (
    CobRevisada,
    CobSolicitada,
    CobVSolicitada,
    Devedor,
    DevolucaoSolicitada,
    Pix,
    PixProblem,
    PixUnavailable,
    ids,
)
from sandbox.conftest import Bank
from sandbox.test_charges import KEY, TXID

DEBTOR = Devedor(parse("529.982.247-25"), "Maria Exemplo")
COB = CobSolicitada(
    chave=KEY,
    valor=37_00,
    expiracao=3600,
    devedor=DEBTOR,
    solicitacao_pagador="Pedido 42",
    info_adicionais=[("Pedido", "42")],
)
ALWAYS = (datetime(2020, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC))


async def paid(bank: Bank, txid: str = TXID) -> Pix:
    cob = await bank.pix.put_cob(txid, COB)
    return await bank.pix.get_pix((await bank.pay(cob.pixCopiaECola))["endToEndId"])


async def test_a_charge_goes_from_made_to_paid_to_refunded(bank: Bank) -> None:
    cob = await bank.pix.put_cob(TXID, COB)
    assert (cob.status, cob.valor.original, cob.revisao) == ("ATIVA", 37_00, 0)
    assert cob.calendario.criacao is not None
    assert cob.expires_at == cob.calendario.criacao + timedelta(hours=1)
    assert cob.devedor is not None
    assert cob.devedor.document == "52998224725"
    assert cob.url in (cob.pixCopiaECola or "")
    assert await bank.pix.put_cob(TXID, COB) == cob == await bank.pix.get_cob(TXID)
    pix = await paid(bank)
    assert (pix.valor, pix.txid, pix.refunds) == (37_00, TXID, [])
    assert pix.pagador is not None
    assert pix.pagador.nome == "Maria Exemplo"
    done = await bank.pix.get_cob(TXID)
    assert (done.status, done.payments) == ("CONCLUIDA", [pix])
    refund = await bank.pix.put_refund(pix.endToEndId, "R1", DevolucaoSolicitada(7_89, descricao="Faltou"))
    assert (refund.status, refund.valor) == ("EM_PROCESSAMENTO", 7_89)
    assert (await bank.pix.get_refund(pix.endToEndId, "R1")).rtrId == refund.rtrId
    assert [each.id for each in (await bank.pix.get_pix(pix.endToEndId)).refunds] == ["R1"]


async def test_a_charge_is_revised_and_cancelled(bank: Bank) -> None:
    await bank.pix.put_cob(TXID, COB)
    revised = await bank.pix.patch_cob(TXID, CobRevisada(valor=38_00, expiracao=60, solicitacao_pagador="Outro"))
    assert (revised.valor.original, revised.calendario.expiracao, revised.revisao) == (38_00, 60, 1)
    assert (await bank.pix.get_cob(TXID, revisao=0)).valor.original == 37_00
    assert (await bank.pix.cancel_cob(TXID)).status == "REMOVIDA_PELO_USUARIO_RECEBEDOR"
    with pytest.raises(PixProblem, match="CobOperacaoInvalida") as caught:
        await bank.pix.patch_cob(TXID, CobRevisada(valor=39_00))
    assert not caught.value.not_found


async def test_a_charge_with_a_due_date_lives_the_same_way(bank: Bank) -> None:
    asked = CobVSolicitada(
        chave=KEY,
        valor=100_00,
        vencimento=date(2099, 12, 31),
        devedor=Devedor(parse("12.abc.345/01de-35"), "Empresa", cidade="Recife", uf="PE", email="a@b.example"),
        multa={"modalidade": 2, "valorPerc": "2.00"},
        desconto={"modalidade": 3, "valorPerc": "0.01"},
    )
    cob = await bank.pix.put_cobv(TXID, asked)
    assert (cob.calendario.dataDeVencimento, cob.expires_at) == (date(2099, 12, 31), None)
    revised = await bank.pix.patch_cobv(TXID, CobRevisada(vencimento=date(2099, 12, 30), devedor=DEBTOR))
    assert (revised.calendario.dataDeVencimento, revised.revisao) == (date(2099, 12, 30), 1)
    assert [each.txid async for each in bank.pix.list_cobv(*ALWAYS, status="ATIVA")] == [TXID]
    await bank.pix.cancel_cobv(TXID)
    assert (await bank.pix.get_cobv(TXID)).status == "REMOVIDA_PELO_USUARIO_RECEBEDOR"


async def test_lists_are_read_to_their_end(bank: Bank) -> None:
    txids = [ids.new_txid() for _ in range(5)]
    payments = {(await paid(bank, txid)).endToEndId for txid in txids}
    assert {pix.endToEndId async for pix in bank.pix.list_pix(*ALWAYS, page_size=2)} == payments
    assert [cob.txid async for cob in bank.pix.list_cob(*ALWAYS, page_size=2)] == txids
    assert [pix.txid async for pix in bank.pix.list_pix(*ALWAYS, txid=txids[3])] == [txids[3]]
    assert [cob async for cob in bank.pix.list_cob(*ALWAYS, status="ATIVA")] == []


async def test_locations_and_webhooks_are_kept(bank: Bank) -> None:
    loc = await bank.pix.create_loc("cob")
    assert loc.id is not None
    await bank.pix.put_cob(TXID, CobSolicitada(chave=KEY, valor=1_00, loc_id=loc.id, modalidade_alteracao=1))
    assert (await bank.pix.get_loc(loc.id)).txid == TXID
    assert (await bank.pix.unlink_loc(loc.id)).txid is None
    await bank.pix.put_webhook("+5511999998888", "https://shop.example/hook/very-secret")
    assert (await bank.pix.get_webhook("+5511999998888")).webhookUrl == "https://shop.example/hook/very-secret"
    await bank.pix.delete_webhook("+5511999998888")
    with pytest.raises(PixProblem) as caught:
        await bank.pix.get_webhook("+5511999998888")
    assert (caught.value.name, caught.value.not_found) == ("WebhookNaoEncontrado", True)


async def test_a_refusal_keeps_what_the_provider_said(bank: Bank) -> None:
    with pytest.raises(PixProblem) as caught:
        await bank.pix.put_cob(TXID, CobSolicitada(chave="x", valor=0))
    problem = caught.value
    assert (problem.status, problem.name) == (400, "CobOperacaoInvalida")
    assert [violation.propriedade for violation in problem.violacoes] == ["cob.chave", "cob.valor.original"]
    assert problem.correlation_id
    assert "cob.chave" in str(problem)


async def test_every_exchange_is_reported_and_none_holds_a_secret(bank: Bank) -> None:
    seen: list[Any] = []
    client = bank.pix.recorded(seen.append)
    await client.put_webhook(KEY, "https://shop.example/hook/very-secret")
    await client.get_webhook(KEY)
    with pytest.raises(PixProblem):
        await client.get_cob(TXID)
    assert [(each.method, each.status, each.error) for each in seen] == [
        ("POST", 200, ""),
        ("PUT", 200, ""),
        ("GET", 200, ""),
        ("GET", 404, ""),
    ]
    assert seen[3].url == f"http://bank.test/api/v2/cob/{TXID}"
    assert seen[3].response["title"] == "Cobrança não encontrada."
    written = msgspec.json.encode(seen).decode() + repr(client.config)
    token = client._session.token
    assert token
    for secret in (token, bank.settings.client_secret, "very-secret", "Authorization"):
        assert secret not in written
    assert bank.exchanges == []


async def test_a_token_the_provider_forgot_is_replaced_once(bank: Bank) -> None:
    await bank.pix.put_cob(TXID, COB)
    bank.clock.ahead = timedelta(hours=2)
    assert (await bank.pix.get_cob(TXID)).txid == TXID
    assert [each.status for each in bank.exchanges] == [200, 201, 401, 200, 200]
    await bank.fault({"effect": "status", "status": 401, "route": "GET /cob"})
    with pytest.raises(PixProblem) as caught:
        await bank.pix.get_cob(TXID)
    assert caught.value.status == 401


async def test_many_calls_at_once_ask_for_one_token(bank: Bank) -> None:
    await asyncio.gather(*(bank.pix.put_cob(ids.new_txid(), COB) for _ in range(6)))
    assert [each.url.endswith("/oauth/token") for each in bank.exchanges].count(True) == 1


async def test_wrong_credentials_are_told_apart_from_a_bank_that_is_away(bank: Bank) -> None:
    stranger = bank.client(secret="guessed")
    with pytest.raises(PixProblem, match="invalid_client"):
        await stranger.get_cob(TXID)
    await bank.fault({"effect": "status", "status": 503, "route": "POST /oauth/token"})
    with pytest.raises(PixUnavailable):
        await stranger.get_cob(TXID)
    await stranger.close()


@pytest.mark.parametrize("after_work", [False, True])
@pytest.mark.parametrize(
    "fault",
    [
        {"effect": "status", "status": 500},
        {"effect": "status", "status": 503},
        {"effect": "status", "status": 504},
        {"effect": "status", "status": 429},
        {"effect": "timeout"},
    ],
    ids=lambda fault: f"{fault['effect']}-{fault.get('status', '')}",
)
async def test_whatever_became_of_a_call_repeating_it_makes_one_charge_and_one_refund(
    bank: Bank, fault: dict[str, Any], after_work: bool
) -> None:
    impatient = bank.client(timeout=0.2 if fault["effect"] == "timeout" else 5)
    # The token is not what is tried here, and must not run into the short limit.
    impatient._session.token, impatient._session.fresh_until = bank.http.headers["Authorization"][7:], float("inf")
    await bank.fault({"route": "PUT", "times": 1, "after_work": after_work} | fault)
    with pytest.raises(PixUnavailable) as caught:
        await impatient.put_cob(TXID, COB)
    assert caught.value.status == fault.get("status")
    if fault["effect"] == "status":  # a time limit may also cut the work short
        assert (await bank.http.get(f"/cob/{TXID}")).status_code == (200 if after_work else 404)
    cob = await bank.pix.put_cob(TXID, COB)
    assert cob.revisao == 0
    pix = await bank.pay(cob.pixCopiaECola)
    await bank.fault({"route": "PUT", "times": 1, "after_work": after_work} | fault)
    with pytest.raises(PixUnavailable):
        await impatient.put_refund(pix["endToEndId"], "R1", DevolucaoSolicitada(37_00))
    assert (await bank.pix.put_refund(pix["endToEndId"], "R1", DevolucaoSolicitada(37_00))).valor == 37_00
    assert len((await bank.pix.get_pix(pix["endToEndId"])).refunds) == 1
    await impatient.close()


async def test_a_bank_that_asks_to_wait_is_heard(bank: Bank) -> None:
    await bank.fault({"effect": "status", "status": 429, "retry_after": 7, "route": "GET /pix"})
    with pytest.raises(PixUnavailable) as caught:
        await bank.pix.get_pix("E12345678202611201030abcDEF12345")
    assert (caught.value.status, caught.value.retry_after) == (429, 7.0)


async def test_a_slow_bank_is_waited_for(bank: Bank) -> None:
    await bank.fault({"effect": "delay", "delay_ms": 30, "times": 1})
    assert (await bank.pix.put_cob(TXID, COB)).status == "ATIVA"


async def test_the_same_seed_brings_the_same_bad_day(bank: Bank) -> None:
    async def day(seed: int) -> list[int]:
        await bank.control.delete("/sandbox/faults")
        await bank.fault({"effect": "status", "route": "GET /webhook", "percent": 40}, seed=seed)
        return [(await bank.http.get("/webhook")).status_code for _ in range(20)]

    first = await day(7)
    assert set(first) == {200, 500}
    assert await day(7) == first
    assert await day(8) != first


async def test_a_fault_strikes_its_route_and_its_number_of_times(bank: Bank) -> None:
    await bank.fault({"effect": "status", "status": 500, "route": "GET /loc", "times": 2})
    statuses = [(await bank.http.get(path)).status_code for path in ("/webhook", "/loc/1", "/loc/1", "/loc/1")]
    assert statuses == [200, 500, 500, 404]
    (fault,) = (await bank.control.get("/sandbox/faults")).json()["faults"]
    assert (fault["seen"], fault["fired"]) == (2, 2)


@pytest.mark.parametrize(
    "fault",
    [
        {"effect": "earthquake"},
        {"effect": "status", "status": 200},
        {"effect": "delay", "delay_ms": -1},
        {"effect": "delay", "percent": 101},
        {"effect": "delay", "times": 0},
        {"effect": "paid_amount", "delta": 10**12},
        {"effect": "delay", "dleay_ms": 1},
    ],
)
async def test_a_fault_that_makes_no_sense_is_refused(bank: Bank, fault: dict[str, Any]) -> None:
    assert (await bank.control.post("/sandbox/faults", json={"faults": [fault]})).status_code == 400
    assert (await bank.control.get("/sandbox/faults")).json() == {"faults": []}


async def test_an_order_can_make_the_payer_pay_another_amount(bank: Bank) -> None:
    await bank.fault({"effect": "paid_amount", "delta": -1, "times": 1})
    assert (await paid(bank)).valor == 36_99
