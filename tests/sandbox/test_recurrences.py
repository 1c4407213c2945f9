"""Pix Automático at the bank: every operation, every example that is asked, every rule whose violation the document names.

Every call here is judged by the document itself (conftest), and what it reached is counted (coverage.py).
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from retaguarda.foundation.documents import parse
from retaguarda.providers.pix import PixProblem
from retaguarda.providers.pix.answers import LoteCobV, Page
from retaguarda.providers.pix.automatic import AutomaticClient
from retaguarda.providers.pix.decode_answer import decode
from retaguarda.providers.pix.due import day_of
from retaguarda.providers.pix.recurrence_answers import (
    CobR,
    CobRPage,
    LocRec,
    LocRecPage,
    Rec,
    RecPage,
    SolicRec,
    WebhookUrl,
)
from retaguarda.providers.pix.recurrence_requests import (
    CobRSolicitada,
    ContaRecebedora,
    RecRevisada,
    RecSolicitada,
    SolicRecSolicitada,
)
from sandbox.conftest import Bank
from sandbox.coverage import SEEN
from sandbox.inventory import examples

LISTS = ["rec", "cobr", "locrec", "cob", "cobv", "lotecobv", "loc", "pix", "webhook", "webhookrec", "webhookcobr"]
SPAN = {"inicio": "2020-01-01T00:00:00Z", "fim": "2099-01-01T00:00:00Z"}
TXID = "a" * 30


async def agreed(bank: Bank, **more: Any) -> str:
    """The idRec of a recurrence the payer agreed to: it begins on the bank's day."""
    body = examples()["recBody2"] | {"calendario": {"dataInicial": today(bank), "periodicidade": "MENSAL"}} | more
    made = await bank.http.post("/rec", json=body)
    assert made.status_code == 201, made.text
    said = await bank.control.post(f"/sandbox/rec/{made.json()['idRec']}/approve", json={})
    assert said.status_code == 200, said.text
    return made.json()["idRec"]


def today(bank: Bank, away: int = 0) -> str:
    return (day_of(bank.clock()) + timedelta(days=away)).isoformat()


def charge(bank: Bank, id_rec: str, **more: Any) -> dict[str, Any]:
    return examples()["cobRBody1"] | {"idRec": id_rec, "calendario": {"dataDeVencimento": today(bank, 3)}} | more


async def refused(said: Any, kind: str, about: str = "") -> None:
    assert said.status_code in (400, 404), said.text
    assert said.json()["type"].endswith(f"/{kind}"), said.text
    if about:
        assert about in [each["propriedade"] for each in said.json()["violacoes"]], said.text


async def test_the_requests_of_the_document_are_accepted(bank: Bank) -> None:
    await bank.on(date(2024, 3, 1))
    for _ in range(3):
        await bank.http.post("/locrec")
    numbered = examples()["recBody1"] | {"loc": 1}
    first = await bank.http.post("/rec", json=numbered)
    assert first.status_code == 201, first.text
    # The location of the example has the number 108 there.
    await bank.number_locations(108)
    await bank.http.post("/locrec")
    whole = await bank.http.post("/rec", json=examples()["recBody1"])
    assert (whole.status_code, whole.json()["loc"]["id"]) == (201, 108), whole.text
    revised = await bank.http.patch(f"/rec/{whole.json()['idRec']}", json=examples()["recBody3"])
    assert revised.status_code == 200, revised.text
    second = await bank.http.post("/rec", json=examples()["recBody2"])
    assert second.status_code == 201, second.text

    await bank.on(date(2023, 12, 19))
    await bank.rename_rec(second.json()["idRec"], examples()["solicRecBody1"]["idRec"])
    asked = await bank.http.post("/solicrec", json=examples()["solicRecBody1"])
    assert asked.status_code == 201, asked.text
    path = f"/solicrec/{asked.json()['idSolicRec']}"
    assert (await bank.http.get(path)).status_code == 200
    assert (await bank.http.patch(path, json=examples()["solicRecBody2"])).status_code == 201
    await refused(await bank.http.patch(path, json=examples()["solicRecBody2"]), "SolicRecOperacaoInvalida")

    await bank.on(date(2024, 4, 1))
    await bank.rename_rec(await agreed(bank), examples()["cobRBody1"]["idRec"])
    for call in (bank.http.put(f"/cobr/{TXID}", json=examples()["cobRBody1"]),):
        assert (await call).status_code == 201
    assert (await bank.http.patch(f"/cobr/{TXID}", json=examples()["cobRBody2"])).status_code == 200
    again = await bank.http.post("/cobr", json=examples()["cobRBody1"])
    assert again.status_code == 201, again.text
    for name in ("rec", "cobr"):
        body = examples()["recWebhookBody1" if name == "rec" else "cobRWebhookBody1"]
        assert (await bank.http.put(f"/webhook{name}", json=body)).status_code == 200
        assert (await bank.http.get(f"/webhook{name}")).json()["webhookUrl"] == body["webhookUrl"]
        assert (await bank.http.delete(f"/webhook{name}")).status_code == 204
        # The document names no refusal of its own for these two: the one of anything that is not there.
        await refused(await bank.http.get(f"/webhook{name}"), "NaoEncontrado")


async def test_a_recurrence_lives_from_its_request_to_its_last_payment(bank: Bank) -> None:
    """The client against the bank, and the bank's notices."""
    client = AutomaticClient(bank.pix.config, transport=bank.transport)
    for kind in ("rec", "cobr"):
        await bank.http.put(f"/webhook{kind}", json={"webhookUrl": "http://us.test/hook"})
    cob = await bank.http.post("/cob", json=examples()["cobBody2"])
    loc = await client.create_locrec()
    start = day_of(bank.clock()) + timedelta(days=2)
    wanted = RecSolicitada(
        contrato="63100862", devedor=parse("52998224725"), nome="Fulano de Tal", inicio=start, periodicidade="MENSAL",
        politica="PERMITE_3R_7D", objeto="Streaming", fim=start + timedelta(days=400), valor=3500, convenio="Master",
        loc_id=int(loc.id), txid=cob.json()["txid"],
    )  # fmt: skip
    rec = await client.create_rec(wanted)
    assert (rec.status, rec.idRec[:2], rec.valor.valorRec) == ("CRIADA", "RR", 3500)
    shown = await client.get_rec(rec.idRec, cob.json()["txid"])
    assert shown.dadosQR is not None
    assert shown.dadosQR.jornada == "JORNADA_3"
    token = loc.location.rpartition("/")[2]
    assert (await bank.control.get(f"/qr/v2/rec/{token}")).status_code == 200
    moved = await client.patch_rec(rec.idRec, RecRevisada(inicio=start + timedelta(days=1), nome="Fulano da Silva"))
    assert (moved.calendario.dataInicial, moved.vinculo.devedor.nome) == (start + timedelta(days=1), "Fulano da Silva")
    request = SolicRecSolicitada(
        rec.idRec, bank.clock() + timedelta(days=1), parse("52998224725"), "91193552", "550689", "2569"
    )
    solic = await client.create_solicrec(request)
    assert (await client.get_solicrec(solic.idSolicRec)).status == "CRIADA"
    await bank.control.post(f"/sandbox/rec/{rec.idRec}/approve", json={})
    assert (await bank.inbox.next())["ativacao"]["tipoJornada"] == "JORNADA_3"
    assert (await client.get_rec(rec.idRec)).solicitacao[0].status == "ACEITA"

    cobr = CobRSolicitada(rec.idRec, start + timedelta(days=1), 3500, ContaRecebedora("012682", "CORRENTE", "9708"))
    made = await client.put_cobr(TXID, cobr)
    assert (made.status, made.politicaRetentativa) == ("CRIADA", "PERMITE_3R_7D")
    assert (await bank.inbox.next())["status"] == "ATIVA"
    with pytest.raises(PixProblem, match="em uso"):
        await client.put_cobr(TXID, cobr)
    await bank.control.post(f"/sandbox/cobr/{TXID}/refuse", json={"codigo": "AM02"})
    (attempt,) = (await bank.inbox.next())["tentativas"]
    assert (attempt["status"], attempt["rejeicao"]["codigo"]) == ("REJEITADA", "AM02")
    retried = await client.retry_cobr(TXID, day_of(bank.clock()) + timedelta(days=4))
    assert [each.tipo for each in retried.tentativas] == ["AGND", "NTAG"]
    await bank.inbox.next()
    await bank.control.post("/sandbox/days", json={"days": 5})
    told = await bank.inbox.next()
    assert (told["status"], told["pix"][0]["valor"]) == ("CONCLUIDA", "35.00")
    assert (await client.get_pix(told["pix"][0]["endToEndId"])).txid == TXID
    assert [
        each.txid
        async for each in client.list_cobr(bank.clock() - timedelta(days=30), bank.clock() + timedelta(days=30))
    ] == [TXID]
    assert [
        each.idRec
        async for each in client.list_rec(
            bank.clock() - timedelta(days=30), bank.clock() + timedelta(days=30), convenio="Master"
        )
    ] == [rec.idRec]
    locations = client.list_locrec(bank.clock() - timedelta(days=30), bank.clock() + timedelta(days=30))
    assert [each.idRec async for each in locations] == [rec.idRec]
    assert (await client.unlink_locrec(int(loc.id))).idRec is None
    assert (await client.get_locrec(int(loc.id))).idRec is None
    assert (await client.cancel_rec(rec.idRec)).status == "CANCELADA"
    ended = await client.get_rec(rec.idRec)
    assert (ended.pagador and ended.pagador.ispbParticipante, ended.since("CANCELADA") is not None) == (
        "60701190",
        True,
    )
    await client.close()


async def test_a_recurrence_that_breaks_a_rule_is_refused_by_it(bank: Bank, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"vinculo": {"contrato": "1"}}, "rec.vinculo.devedor"),
        ({"calendario": {"dataInicial": "2020-01-01", "periodicidade": "MENSAL"}}, "rec.calendario.dataInicial"),
        (
            {"calendario": {"dataInicial": "2090-01-02", "dataFinal": "2090-01-01", "periodicidade": "MENSAL"}},
            "rec.calendario.dataFinal",
        ),
        ({"calendario": {"dataInicial": "2090-01-02", "periodicidade": "DIARIA"}}, "rec.calendario.periodicidade"),
        ({"valor": 12}, "rec.valor"),
        ({"valor": {"valorRec": "1"}}, "rec.valor.valorRec"),
        ({"valor": {"valorMinimoRecebedor": 1}}, "rec.valor.valorMinimoRecebedor"),
        ({"valor": {"valorRec": "1.00", "valorMinimoRecebedor": "1.00"}}, "rec.valor"),
        ({"recebedor": "eu"}, "rec.recebedor"),
        ({"politicaRetentativa": "SEMPRE"}, "rec.politicaRetentativa"),
        ({"loc": 999}, "rec.loc"),
        ({"recebedor": {"convenio": "Outro"}}, "rec.recebedor.convenio"),
    ]
    for change, about in cases:
        with subtests.test(change=change, about=about):
            body = (
                examples()["recBody2"]
                | {"calendario": {"dataInicial": "2090-01-01", "periodicidade": "ANUAL"}}
                | change
            )
            await refused(await bank.http.post("/rec", json=body), "RecOperacaoInvalida", about)


async def test_what_stands_keeps_its_rules(bank: Bank) -> None:
    start = {"calendario": {"dataInicial": today(bank), "periodicidade": "MENSAL"}}
    for _ in range(2):
        await bank.http.post("/locrec")
    body = examples()["recBody2"] | start
    first = (await bank.http.post("/rec", json=body | {"loc": 1})).json()["idRec"]
    await refused(await bank.http.post("/rec", json=body | {"loc": 1}), "RecOperacaoInvalida", "rec.loc")
    second = (await bank.http.post("/rec", json=body | {"loc": 2})).json()["idRec"]
    for change, about in (
        ({"loc": 1}, "rec.loc"),
        ({"loc": 999}, "rec.loc"),
        ({"calendario": {"dataInicial": "2020-01-01"}}, "rec.calendario.dataInicial"),
        ({"calendario": {"dataInicial": "hoje"}}, "rec.calendario.dataInicial"),
        ({"status": "APROVADA"}, "rec.status"),
    ):
        await refused(await bank.http.patch(f"/rec/{second}", json=change), "RecOperacaoInvalida", about)
    await bank.control.post(f"/sandbox/rec/{first}/approve", json={})
    for change, about in (
        ({"loc": 2}, "rec.loc"),
        ({"calendario": {"dataInicial": today(bank, 1)}}, "rec.calendario.dataInicial"),
    ):
        await refused(await bank.http.patch(f"/rec/{first}", json=change), "RecOperacaoInvalida", about)
    await bank.http.patch(f"/rec/{first}", json={"status": "CANCELADA"})
    for change, about in (
        ({"vinculo": {"devedor": {"nome": "Outro"}}}, "rec.status"),
        ({"ativacao": {"dadosJornada": {"txid": TXID}}}, "rec.dadosJornada.txid"),
    ):
        await refused(await bank.http.patch(f"/rec/{first}", json=change), "RecOperacaoInvalida", about)
    location = (await bank.http.get("/locrec/1")).json()["location"]
    read = await bank.control.get("/qr/v2/rec/" + location.rpartition("/")[2])
    await refused(read, "RecPayloadOperacaoInvalida", "recUrlAccessToken")
    await bank.http.delete("/locrec/1/idRec")
    await refused(await bank.control.get("/qr/v2/rec/" + location.rpartition("/")[2]), "RecPayloadNaoEncontrado")
    for path in ("/rec/" + "x" * 29, "/rec/x"):
        await refused(await bank.http.get(path), "RecNaoEncontrada")
    await refused(await bank.http.get("/locrec/77"), "PayloadLocationRecNaoEncontrado")
    await refused(await bank.http.get("/solicrec/" + "x" * 29), "SolicRecNaoEncontrada")
    await refused(await bank.http.get("/cobr/" + "x" * 30), "CobRNaoEncontrado")
    # A code offers a recurrence with the charge it was made for, or with one that has a due date.
    cobs = [(await bank.http.post("/cob", json=examples()["cobBody2"])).json()["txid"] for _ in range(2)]
    third = (await bank.http.post("/rec", json=body | {"ativacao": {"dadosJornada": {"txid": cobs[0]}}})).json()[
        "idRec"
    ]
    for txid in (cobs[1], "b" * 30):
        await refused(await bank.http.get(f"/rec/{third}", params={"txid": txid}), "RecConsultaInvalida", "txid")


async def test_a_request_that_breaks_a_rule_is_refused_by_it(bank: Bank) -> None:
    body = examples()["recBody2"] | {"calendario": {"dataInicial": today(bank), "periodicidade": "MENSAL"}}
    id_rec = (await bank.http.post("/rec", json=body)).json()["idRec"]
    good = examples()["solicRecBody1"] | {
        "idRec": id_rec,
        "calendario": {"dataExpiracaoSolicitacao": f"{today(bank, 2)}T12:00:00Z"},
    }
    for change, about in (
        ({"calendario": "logo"}, "solicrec.calendario"),
        (
            {"calendario": {"dataExpiracaoSolicitacao": "2020-01-01T00:00:00Z"}},
            "solicrec.calendario.dataExpiracaoSolicitacao",
        ),
        ({"destinatario": None}, "solicrec.destinatario"),
    ):
        await refused(await bank.http.post("/solicrec", json=good | change), "SolicRecOperacaoInvalida", about)
    made = await bank.http.post("/solicrec", json=good)
    assert made.status_code == 201, made.text
    await refused(await bank.http.post("/solicrec", json=good), "SolicRecOperacaoInvalida", "solicrec.idRec")
    await bank.control.post(f"/sandbox/rec/{id_rec}/reject", json={"codigo": "AP14"})
    said = await bank.http.get(f"/solicrec/{made.json()['idSolicRec']}")
    assert said.json()["status"] == "REJEITADA"
    over = (await bank.http.get(f"/rec/{id_rec}")).json()
    assert over["encerramento"]["rejeicao"]["codigo"] == "AP14"


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"infoAdicional": "x" * 141}, "cobr.infoAdicional"),
        ({"status": "PAGA"}, "cobr.status"),
        ({"calendario": 1}, "cobr.calendario"),
        ({"calendario": {"dataDeVencimento": "2020-01-01"}}, "cobr.calendario.dataDeVencimento"),
        ({"valor": "1.00"}, "cobr.valor"),
        ({"recebedor": {"conta": "1"}}, "cobr.recebedor.tipoConta"),
        ({"recebedor": {"agencia": "9999", "conta": "1", "tipoConta": "CORRENTE"}}, "cobr.recebedor.conta"),
        ({"devedor": {"uf": "Minas"}}, "cobr.devedor.uf"),
    ],
)
async def test_a_recurring_charge_that_breaks_a_rule_is_refused_by_it(
    bank: Bank, change: dict[str, Any], about: str
) -> None:
    body = charge(bank, await agreed(bank))
    await refused(await bank.http.put(f"/cobr/{TXID}", json=body | change), "CobROperacaoInvalida", about)


async def test_a_cycle_was_charged_on_the_day_it_was_in_brasilia(bank: Bank) -> None:
    bank.clock.ahead = datetime(2026, 11, 22, 1, tzinfo=UTC) - datetime.now(UTC)
    await bank.sign_in()
    made = await bank.http.put(f"/cobr/{TXID}", json=charge(bank, await agreed(bank)))
    assert (made.status_code, made.json()["calendario"]["criacao"]) == (201, "2026-11-21"), made.text


async def test_a_cycle_is_charged_once_and_its_attempts_come_after_each_other(bank: Bank) -> None:
    id_rec = await agreed(bank)
    body = charge(bank, id_rec, ajusteDiaUtil=False)
    assert (await bank.http.put(f"/cobr/{TXID}", json=body)).status_code == 201
    await refused(await bank.http.put(f"/cobr/{TXID}", json=body), "CobROperacaoInvalida", "cobr.txid")
    for again in (bank.http.post("/cobr", json=body), bank.http.put(f"/cobr/{'d' * 30}", json=body)):
        await refused(await again, "CobROperacaoInvalida", "cobr.calendario.dataDeVencimento")
    on_day, late = today(bank, 3), today(bank, 5)
    for day in (on_day, today(bank), "ontem"):
        await refused(await bank.http.post(f"/cobr/{TXID}/retentativa/{day}"), "CobROperacaoInvalida", "data")
    bank.clock.ahead += timedelta(days=3)
    await bank.sign_in()
    said = await bank.http.patch(f"/cobr/{TXID}", json={"status": "CANCELADA"})
    await refused(said, "CobROperacaoInvalida", "cobr.status")
    await bank.control.post(f"/sandbox/cobr/{TXID}/refuse", json={"codigo": "NIEC"})
    assert (await bank.http.post(f"/cobr/{TXID}/retentativa/{late}")).status_code == 201
    await bank.control.post(f"/sandbox/cobr/{TXID}/refuse", json={"codigo": "AC05"})
    ended = (await bank.http.get(f"/cobr/{TXID}")).json()
    assert (ended["status"], ended["encerramento"]["rejeicao"]["codigo"]) == ("REJEITADA", "AC05")

    strict = await agreed(bank, politicaRetentativa="NAO_PERMITE", vinculo=examples()["recBody1"]["vinculo"])
    assert (await bank.http.put(f"/cobr/{'b' * 30}", json=charge(bank, strict))).status_code == 201
    said = await bank.http.post(f"/cobr/{'b' * 30}/retentativa/{today(bank, 4)}")
    await refused(said, "CobROperacaoInvalida", "data")
    assert said.json()["detail"] == examples()["RequisicaoInvalidaCobRTentativaExample1"]["detail"]
    await refused(
        await bank.http.put(f"/cobr/{'c' * 30}", json=body | {"idRec": "x" * 29}), "CobROperacaoInvalida", "cobr.idRec"
    )


@pytest.mark.parametrize("path", LISTS)
async def test_a_list_says_what_is_wrong_with_its_parameters(bank: Bank, path: str) -> None:
    for params in (
        {"inicio": "ontem"},
        {"inicio": SPAN["fim"], "fim": SPAN["inicio"]},
        {"cpf": "12345678901", "cnpj": "12345678901234"},
        {"paginacao.paginaAtual": "-1"},
        {"paginacao.itensPorPagina": "-1"},
    ):
        said = await bank.http.get(f"/{path}", params=SPAN | params)
        has_person = path in ("rec", "cobr", "cob", "cobv", "pix")
        if "cpf" not in params or has_person:
            assert said.status_code == 400, (path, params, said.text)
            assert said.json()["type"].endswith("ConsultaInvalida")


@pytest.mark.parametrize("kind", ["rec", "cobr"])
async def test_an_address_that_is_none_takes_no_notices(bank: Bank, kind: str) -> None:
    said = await bank.http.put(f"/webhook{kind}", json={"webhookUrl": "nowhere at all"})
    await refused(said, f"Webhook{'Rec' if kind == 'rec' else 'CobR'}OperacaoInvalida", f"webhook{kind}.webhookUrl")


async def test_the_payers_bank_says_whose_account_it_is_before_the_payer_answers(bank: Bank) -> None:
    body = examples()["recBody2"] | {"calendario": {"dataInicial": today(bank), "periodicidade": "MENSAL"}}
    id_rec = (await bank.http.post("/rec", json=body)).json()["idRec"]
    assert (await bank.control.post(f"/sandbox/rec/{id_rec}/receive", json={})).status_code == 400
    asked = examples()["solicRecBody1"] | {
        "idRec": id_rec,
        "calendario": {"dataExpiracaoSolicitacao": f"{today(bank, 2)}T12:00:00Z"},
    }
    made = (await bank.http.post("/solicrec", json=asked)).json()
    assert (await bank.control.post(f"/sandbox/rec/{id_rec}/receive", json={})).status_code == 200
    read = (await bank.http.get(f"/rec/{id_rec}")).json()
    assert (read["status"], read["pagador"]["ispbParticipante"]) == ("CRIADA", "60701190")
    assert (await bank.http.get(f"/solicrec/{made['idSolicRec']}")).json()["status"] == "RECEBIDA"


async def test_charges_are_listed_with_the_debtors_address_and_their_attempts(bank: Bank) -> None:
    (wanted,) = examples()["getCobR1"]["cobsr"]
    body = charge(bank, await agreed(bank), devedor=wanted["devedor"])
    assert (await bank.http.put(f"/cobr/{TXID}", json=body)).status_code == 201
    (listed,) = (await bank.http.get("/cobr", params=SPAN)).json()["cobsr"]
    assert (listed["devedor"], listed["tentativas"][0]["status"]) == (wanted["devedor"], "AGENDADA")


def test_the_examples_that_stand_at_no_call_are_read() -> None:
    batch = decode(msgspec.json.encode(examples()["loteCobVResponse2"]), LoteCobV)
    assert [line.status for line in batch.cobsv] == ["CRIADA", "CRIADA"]
    page = examples()["getWebhookRec1"]
    assert decode(msgspec.json.encode(page), Page).parametros.paginacao.quantidadeTotalDeItens == 1
    (address,) = [decode(msgspec.json.encode(each), WebhookUrl) for each in page["webhooks"]]
    assert address.webhookUrl == page["webhooks"][0]["webhookUrl"]
    for name in ("loteCobVResponse2", "getWebhookRec1"):
        SEEN.read(name)


SHAPES: list[tuple[str, type[Any]]] = [
    ("recResponse", Rec),
    ("solicRecResponse", SolicRec),
    ("cobRResponse", CobR),
    ("payloadLocationRecResponse", LocRec),
    ("getRec", RecPage),
    ("getCobR", CobRPage),
    ("getPayloadLocationRec", LocRecPage),
]


@pytest.mark.parametrize(("start", "shape"), SHAPES)
def test_every_example_of_an_answer_is_read(start: str, shape: type[Any]) -> None:
    found = {name: value for name, value in examples().items() if name.startswith(start)}
    assert found
    for name, example in found.items():
        read = decode(msgspec.json.encode(example), shape)
        SEEN.read(name)
        if isinstance(read, Rec):
            assert (read.idRec, read.atualizacao[-1].state) == (example["idRec"], example["atualizacao"][-1]["nome"])
        if isinstance(read, CobR):
            assert [each.endToEndId for each in read.tentativas] == [
                each["endToEndId"] for each in example.get("tentativas", [])
            ]
