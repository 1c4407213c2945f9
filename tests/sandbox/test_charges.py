import asyncio
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest

from retaguarda.providers.pix import brcode, ids
from sandbox.conftest import Bank

TXID = "7978c0c97ea847e78e8849634473c1f1"
KEY = "financeiro@padaria-sol.example"
ADDRESS = {"logradouro": "Rua 1", "cidade": "Recife", "uf": "PE", "cep": "70011750"}
COB: dict[str, Any] = {
    "calendario": {"expiracao": 3600},
    "devedor": {"cpf": "52998224725", "nome": "Maria Exemplo"},
    "valor": {"original": "37.00"},
    "chave": KEY,
    "solicitacaoPagador": "Pedido 42",
    "infoAdicionais": [{"nome": "Pedido", "valor": "42"}],
}
COBV: dict[str, Any] = {
    "calendario": {"dataDeVencimento": "2099-12-31", "validadeAposVencimento": 15},
    "devedor": {"cnpj": "12ABC34501DE35", "nome": "Empresa Exemplo"} | ADDRESS,
    "valor": {
        "original": "100.00",
        "multa": {"modalidade": 2, "valorPerc": "2.00"},
        "juros": {"modalidade": 3, "valorPerc": "1.00"},
        "abatimento": {"modalidade": 1, "valorPerc": "5.00"},
        "desconto": {"modalidade": 1, "descontoDataFixa": [{"data": "2099-12-20", "valorPerc": "3.00"}]},
    },
    "chave": KEY,
}
KINDS = pytest.mark.parametrize(("tipo", "body"), [("cob", COB), ("cobv", COBV)])
SPAN = {"inicio": "2020-01-01T00:00:00Z", "fim": "2099-01-01T00:00:00-03:00"}


def name_of(answer: Any) -> str:
    return answer.json()["type"].rpartition("/")[2]


def places(answer: Any) -> list[str]:
    return [violation["propriedade"] for violation in answer.json().get("violacoes", [])]


@KINDS
async def test_a_charge_is_made_with_a_code_that_leads_to_it(bank: Bank, tipo: str, body: dict[str, Any]) -> None:
    answer = await bank.http.put(f"/{tipo}/{TXID}", json=body)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["txid"], made["status"], made["revisao"]) == (TXID, "ATIVA", 0)
    assert made.items() >= {key: value for key, value in body.items() if key != "calendario"}.items()
    assert made["calendario"].items() >= body["calendario"].items()
    code = brcode.parse(made["pixCopiaECola"])
    assert code.url == made["location"] == made["loc"]["location"]
    assert (code.name, code.amount, code.txid) == ("Padaria Sol", None, "***")
    assert (await bank.http.get(f"/{tipo}/{TXID}")).json() == made


async def test_the_provider_chooses_the_txid_of_a_posted_charge(bank: Bank) -> None:
    first, second = [(await bank.http.post("/cob", json=COB)).json() for _ in range(2)]
    assert ids.is_txid(first["txid"])
    assert first["txid"] != second["txid"]


@KINDS
async def test_the_same_request_again_changes_nothing(bank: Bank, tipo: str, body: dict[str, Any]) -> None:
    first, second = [await bank.http.put(f"/{tipo}/{TXID}", json=body) for _ in range(2)]
    assert second.status_code == 201
    assert second.json() == first.json()


async def test_of_many_equal_requests_at_once_one_makes_the_charge(bank: Bank) -> None:
    answers = await asyncio.gather(*(bank.http.put(f"/cob/{TXID}", json=COB) for _ in range(12)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1


async def test_another_body_alters_a_charge_only_while_it_is_active(bank: Bank) -> None:
    code = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()["pixCopiaECola"]
    dearer = COB | {"valor": {"original": "38.00"}}
    altered = (await bank.http.put(f"/cob/{TXID}", json=dearer)).json()
    assert (altered["revisao"], altered["valor"]["original"]) == (1, "38.00")
    assert altered["pixCopiaECola"] == code
    await bank.pay(code)
    assert (await bank.http.put(f"/cob/{TXID}", json=dearer)).json()["status"] == "CONCLUIDA"
    refused = await bank.http.put(f"/cob/{TXID}", json=COB)
    assert (refused.status_code, name_of(refused)) == (400, "CobOperacaoInvalida")
    assert (await bank.http.get(f"/cob/{TXID}")).json()["valor"]["original"] == "38.00"


async def test_a_txid_is_not_shared_by_two_kinds_of_charge(bank: Bank) -> None:
    await bank.http.put(f"/cob/{TXID}", json=COB)
    assert name_of(await bank.http.put(f"/cobv/{TXID}", json=COBV)) == "CobVOperacaoInvalida"
    assert name_of(await bank.http.get(f"/cobv/{TXID}")) == "CobVNaoEncontrada"


async def test_a_revision_changes_its_parts_and_the_old_ones_can_be_read(bank: Bank) -> None:
    await bank.http.put(f"/cob/{TXID}", json=COB)
    change = {"valor": {"original": "40.00"}, "solicitacaoPagador": "Outro"}
    first, second = [await bank.http.patch(f"/cob/{TXID}", json=change) for _ in range(2)]
    assert first.json()["revisao"] == 1
    assert second.json() == first.json()
    assert first.json()["devedor"] == COB["devedor"]
    old = (await bank.http.get(f"/cob/{TXID}", params={"revisao": 0})).json()
    assert (old["revisao"], old["valor"], old["solicitacaoPagador"]) == (0, COB["valor"], "Pedido 42")
    assert name_of(await bank.http.get(f"/cob/{TXID}", params={"revisao": 2})) == "CobConsultaInvalida"
    assert name_of(await bank.http.get(f"/cob/{TXID}", params={"revisao": "x"})) == "CobConsultaInvalida"


@KINDS
async def test_a_removed_charge_stays_removed(bank: Bank, tipo: str, body: dict[str, Any]) -> None:
    code = (await bank.http.put(f"/{tipo}/{TXID}", json=body)).json()["pixCopiaECola"]
    removal = {"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"}
    mixed = await bank.http.patch(f"/{tipo}/{TXID}", json=removal | {"solicitacaoPagador": "x"})
    assert places(mixed) == [f"{tipo}.status"]
    for _ in range(2):
        assert (await bank.http.patch(f"/{tipo}/{TXID}", json=removal)).json()["status"] == removal["status"]
    assert (await bank.http.patch(f"/{tipo}/{TXID}", json={"solicitacaoPagador": "x"})).status_code == 400
    assert (await bank.control.post("/sandbox/pay", json={"code": code})).status_code == 400
    assert (await bank.http.patch(f"/{tipo}/{TXID}", json={"status": "CONCLUIDA"})).status_code == 400


@KINDS
async def test_an_unknown_charge_is_not_found(bank: Bank, tipo: str, body: dict[str, Any]) -> None:
    for txid in (TXID, "short", "a" * 36, quote("ç" * 26), "%00" * 26):
        for answer in (await bank.http.get(f"/{tipo}/{txid}"), await bank.http.patch(f"/{tipo}/{txid}", json={})):
            assert answer.status_code == 404
            assert name_of(answer) in ("CobNaoEncontrado", "CobVNaoEncontrada")


WRONG_COB: list[tuple[dict[str, Any], str]] = [
    ({"valor": None}, "cob.valor"),
    ({"valor": {}}, "cob.valor"),
    ({"valor": {"modalidadeAlteracao": 0}}, "cob.valor.original"),
    ({"valor": {"original": 37}}, "cob.valor.original"),
    ({"valor": {"original": 37.0}}, "cob.valor.original"),
    ({"valor": {"original": "37"}}, "cob.valor.original"),
    ({"valor": {"original": "37.001"}}, "cob.valor.original"),
    ({"valor": {"original": "-37.00"}}, "cob.valor.original"),
    ({"valor": {"original": "٣٧.00"}}, "cob.valor.original"),
    ({"valor": {"original": "37.00\n"}}, "cob.valor.original"),
    ({"valor": {"original": "12345678901.00"}}, "cob.valor.original"),
    ({"valor": {"original": "0.00"}}, "cob.valor.original"),
    ({"valor": {"original": "1.00", "modalidadeAlteracao": 2}}, "cob.valor.modalidadeAlteracao"),
    ({"valor": {"original": "1.00", "retirada": {}}}, "cob.valor.retirada"),
    ({"calendario": {"expiracao": 0}}, "cob.calendario.expiracao"),
    ({"calendario": {"expiracao": -1}}, "cob.calendario.expiracao"),
    ({"calendario": {"expiracao": 2**31}}, "cob.calendario.expiracao"),
    ({"calendario": {"expiracao": "3600"}}, "cob.calendario.expiracao"),
    ({"calendario": []}, "cob.calendario"),
    ({"chave": ""}, "cob.chave"),
    ({"chave": "not a key"}, "cob.chave"),
    ({"chave": "A@EXAMPLE.COM"}, "cob.chave"),
    ({"chave": "a" * 70 + "@b.example"}, "cob.chave"),
    ({"devedor": {"nome": "Maria"}}, "cob.devedor"),
    ({"devedor": {"nome": "Maria", "cpf": "52998224726"}}, "cob.devedor"),
    ({"devedor": {"nome": "Maria", "cpf": "529.982.247-25"}}, "cob.devedor"),
    ({"devedor": {"nome": "Maria", "cnpj": "52998224725"}}, "cob.devedor"),
    ({"devedor": {"nome": "Maria", "cpf": "52998224725", "cnpj": "11222333000181"}}, "cob.devedor"),
    ({"devedor": {"cpf": "52998224725"}}, "cob.devedor.nome"),
    ({"devedor": {"cpf": "52998224725", "nome": "M" * 201}}, "cob.devedor.nome"),
    ({"solicitacaoPagador": "x" * 141}, "cob.solicitacaoPagador"),
    ({"solicitacaoPagador": "x\0"}, "cob"),
    ({"infoAdicionais": [{"nome": "n", "valor": "v"}] * 51}, "cob.infoAdicionais"),
    ({"infoAdicionais": [{"nome": "n"}]}, "cob.infoAdicionais[0].valor"),
    ({"loc": {"id": 99}}, "cob.loc.id"),
    ({"loc": {"id": -1}}, "cob.loc.id"),
    ({"loc": {"id": 2**63}}, "cob.loc.id"),
]


async def test_a_wrong_cob_is_refused_at_the_right_place(bank: Bank, subtests: pytest.Subtests) -> None:
    for change, place in WRONG_COB:
        with subtests.test(change=change):
            answer = await bank.http.put(f"/cob/{TXID}", json=COB | change)
            assert (answer.status_code, name_of(answer), places(answer)) == (400, "CobOperacaoInvalida", [place])
    assert (await bank.http.get(f"/cob/{TXID}")).status_code == 404


WRONG_COBV: list[tuple[dict[str, Any], str]] = [
    ({"calendario": None}, "cobv.calendario"),
    ({"calendario": {}}, "cobv.calendario.dataDeVencimento"),
    ({"calendario": {"dataDeVencimento": "2099-02-30"}}, "cobv.calendario.dataDeVencimento"),
    (
        {"calendario": {"dataDeVencimento": "2020-01-01"}, "valor": {"original": "9.00"}},
        "cobv.calendario.dataDeVencimento",
    ),
    (
        {"calendario": {"dataDeVencimento": "2099-12-31", "validadeAposVencimento": -1}},
        "cobv.calendario.validadeAposVencimento",
    ),
    ({"valor": {"original": "0.00"}}, "cobv.valor.original"),
    (
        {"valor": {"original": "9.00", "multa": {"modalidade": 3, "valorPerc": "1.00"}}},
        "cobv.valor.multa.modalidade",
    ),
    ({"valor": {"original": "9.00", "juros": {"modalidade": 2}}}, "cobv.valor.juros.valorPerc"),
    (
        {"valor": {"original": "9.00", "abatimento": {"modalidade": 1, "valorPerc": "9.00"}}},
        "cobv.valor.abatimento",
    ),
    ({"valor": {"original": "9.00", "desconto": {"modalidade": 1}}}, "cobv.valor.desconto"),
    (
        {"valor": {"original": "9.00", "desconto": {"modalidade": 1, "valorPerc": "1.00"}}},
        "cobv.valor.desconto",
    ),
    (
        {"valor": {"original": "9.00", "desconto": {"modalidade": 5, "valorPerc": "100.00"}}},
        "cobv.valor.desconto",
    ),
    (
        {
            "valor": {
                "original": "9.00",
                "desconto": {
                    "modalidade": 2,
                    "descontoDataFixa": [{"data": "2100-01-01", "valorPerc": "1.00"}],
                },
            }
        },
        "cobv.valor.desconto",
    ),
]


async def test_a_wrong_cobv_is_refused_at_the_right_place(bank: Bank, subtests: pytest.Subtests) -> None:
    for change, place in WRONG_COBV:
        with subtests.test(change=change):
            answer = await bank.http.put(f"/cobv/{TXID}", json=COBV | change)
            assert (answer.status_code, name_of(answer), places(answer)) == (400, "CobVOperacaoInvalida", [place])


async def test_a_cobv_needs_a_debtor(bank: Bank) -> None:
    without = {key: value for key, value in COBV.items() if key != "devedor"}
    assert places(await bank.http.put(f"/cobv/{TXID}", json=without)) == ["cobv.devedor"]


async def test_what_is_wrong_is_told_all_at_once(bank: Bank) -> None:
    wrong = COB | {"chave": "x", "valor": {"original": "0.00"}, "calendario": {"expiracao": 0}}
    assert places(await bank.http.put(f"/cob/{TXID}", json=wrong)) == [
        "cob.chave",
        "cob.calendario.expiracao",
        "cob.valor.original",
    ]


async def test_a_refused_change_leaves_the_charge_as_it_was(bank: Bank) -> None:
    before = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()
    for change in ({"valor": {"original": "0.00"}}, {"chave": "x"}, {"loc": {"id": 99}}):
        assert (await bank.http.patch(f"/cob/{TXID}", json=change)).status_code == 400
    assert (await bank.http.get(f"/cob/{TXID}")).json() == before


@pytest.mark.parametrize(
    "valor",
    [
        {"original": "10.00", "modalidadeAlteracao": 1},
        {"original": "0.00", "modalidadeAlteracao": 1},
        {
            "original": "0.00",
            "retirada": {
                "saque": {"valor": "5.00", "modalidadeAgente": "AGPSS", "prestadorDoServicoDeSaque": "12345678"}
            },
        },
        {
            "original": "10.00",
            "retirada": {
                "troco": {"valor": "5.00", "modalidadeAgente": "AGTEC", "prestadorDoServicoDeSaque": "12345678"}
            },
        },
    ],
)
async def test_open_amounts_and_cash_are_accepted_as_the_document_says(bank: Bank, valor: dict[str, Any]) -> None:
    answer = await bank.http.put(f"/cob/{TXID}", json=COB | {"valor": valor})
    assert (answer.status_code, answer.json()["valor"]) == (201, valor)


async def test_a_list_is_filtered_and_paged(bank: Bank) -> None:
    made = [(await bank.http.post("/cob", json=COB)).json()["txid"] for _ in range(3)]
    other = COB | {"devedor": {"cnpj": "11222333000181", "nome": "Loja"}}
    made.append((await bank.http.post("/cob", json=other)).json()["txid"])
    await bank.http.patch(f"/cob/{made[0]}", json={"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"})

    async def listed(**params: Any) -> tuple[list[str], dict[str, Any]]:
        answer = (await bank.http.get("/cob", params=SPAN | params)).json()
        return [cob["txid"] for cob in answer["cobs"]], answer["parametros"]

    everything, parameters = await listed()
    assert everything == made
    assert parameters == SPAN | {
        "paginacao": {"paginaAtual": 0, "itensPorPagina": 100, "quantidadeDePaginas": 1, "quantidadeTotalDeItens": 4}
    }
    found, parameters = await listed(**{"paginacao.itensPorPagina": 3, "paginacao.paginaAtual": 1})
    assert found == made[3:]
    assert parameters["paginacao"]["quantidadeDePaginas"] == 2
    assert (await listed(cnpj="11222333000181"))[0] == made[3:]
    assert (await listed(cpf="52998224725", status="ATIVA"))[0] == made[1:3]
    assert (await listed(locationPresente="false"))[0] == []
    assert (await listed(inicio="2098-01-01T00:00:00Z"))[0] == []


WRONG_PARAMETERS: list[tuple[dict[str, Any], str]] = [
    ({"inicio": "2020-01-01"}, "inicio"),
    ({"inicio": "2020-01-01T00:00:00"}, "inicio"),
    ({"inicio": ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"]}, "inicio"),
    ({"fim": "2020-13-01T00:00:00Z"}, "fim"),
    ({"fim": "2019-12-31T23:59:59Z"}, "fim"),
    ({"paginacao.paginaAtual": "-1"}, "paginacao.paginaAtual"),
    ({"paginacao.itensPorPagina": "0"}, "paginacao.itensPorPagina"),
    ({"paginacao.itensPorPagina": "1001"}, "paginacao.itensPorPagina"),
    ({"paginacao.itensPorPagina": "9" * 5000}, "paginacao.itensPorPagina"),
]


async def test_a_wrong_parameter_is_refused_by_name(bank: Bank, subtests: pytest.Subtests) -> None:
    for path in ("/cob", "/cobv", "/loc", "/pix", "/webhook"):
        for params, place in WRONG_PARAMETERS:
            with subtests.test(path=path, params=str(params)[:80]):
                answer = await bank.http.get(path, params=SPAN | params)
                assert answer.status_code == 400
                assert name_of(answer).endswith("ConsultaInvalida")
                assert places(answer) == [place]


async def test_a_list_of_charges_needs_its_span_and_one_document_at_most(bank: Bank) -> None:
    assert places(await bank.http.get("/cob")) == ["inicio", "fim"]
    both = SPAN | {"cpf": "52998224725", "cnpj": "11222333000181"}
    assert places(await bank.http.get("/cob", params=both)) == ["cpf"]
    assert places(await bank.http.get("/cob", params=SPAN | {"status": "NOVA"})) == ["status"]


async def test_a_location_made_ahead_serves_one_charge(bank: Bank) -> None:
    made = await bank.http.post("/loc", json={"tipoCob": "cob"})
    assert made.status_code == 201
    loc = made.json()
    assert "txid" not in loc
    cob = (await bank.http.put(f"/cob/{TXID}", json=COB | {"loc": {"id": loc["id"]}})).json()
    assert cob["location"] == loc["location"]
    assert (await bank.http.get(f"/loc/{loc['id']}")).json() == loc | {"txid": TXID}
    other = await bank.http.post("/cob", json=COB | {"loc": {"id": loc["id"]}})
    assert places(other) == ["cob.loc.id"]
    assert places(await bank.http.put(f"/cobv/{'v' * 32}", json=COBV | {"loc": {"id": loc["id"]}})) == ["cobv.loc.id"]


async def test_a_location_taken_away_takes_the_code_with_it(bank: Bank) -> None:
    cob = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()
    for _ in range(2):
        unlinked = await bank.http.delete(f"/loc/{cob['loc']['id']}/txid")
        assert (unlinked.status_code, "txid" in unlinked.json()) == (200, False)
    left = (await bank.http.get(f"/cob/{TXID}")).json()
    assert left["status"] == "ATIVA"
    assert not left.keys() & {"loc", "location", "pixCopiaECola"}
    assert (await bank.control.post("/sandbox/pay", json={"code": cob["pixCopiaECola"]})).status_code == 404
    fresh = (await bank.http.post("/loc", json={"tipoCob": "cob"})).json()
    moved = (await bank.http.patch(f"/cob/{TXID}", json={"loc": {"id": fresh["id"]}})).json()
    assert (moved["location"], moved["revisao"]) == (fresh["location"], 1)
    back = COB | {"loc": {"id": cob["loc"]["id"]}}
    assert (await bank.http.put(f"/cob/{TXID}", json=back)).json()["location"] == cob["location"]
    dearer = COB | {"valor": {"original": "38.00"}}
    assert (await bank.http.put(f"/cob/{TXID}", json=dearer)).json()["location"] == cob["location"]


async def test_locations_are_listed_and_unknown_ones_not_found(bank: Bank) -> None:
    await bank.http.post("/loc", json={"tipoCob": "cobv"})
    await bank.http.put(f"/cob/{TXID}", json=COB)
    for params, count in (({}, 2), ({"tipoCob": "cob"}, 1), ({"txIdPresente": "false"}, 1)):
        answer = (await bank.http.get("/loc", params=SPAN | params)).json()
        assert len(answer["loc"]) == answer["parametros"]["paginacao"]["quantidadeTotalDeItens"] == count
    for loc in ("99", "x", "9" * 30, "-1"):
        assert name_of(await bank.http.get(f"/loc/{loc}")) == "PayloadLocationNaoEncontrado"
        assert name_of(await bank.http.delete(f"/loc/{loc}/txid")) == "PayloadLocationNaoEncontrado"
    assert name_of(await bank.http.post("/loc", json={"tipoCob": "rec"})) == "PayloadLocationOperacaoInvalida"


async def test_an_expired_charge_stays_active_and_cannot_be_paid(bank: Bank) -> None:
    code = (await bank.http.put(f"/cob/{TXID}", json=COB)).json()["pixCopiaECola"]
    bank.clock.ahead = timedelta(hours=1)
    refused = await bank.control.post("/sandbox/pay", json={"code": code})
    assert "expired" in refused.json()["detail"]
    await bank.sign_in()
    assert (await bank.http.get(f"/cob/{TXID}")).json()["status"] == "ATIVA"
    await bank.pay(code, force=True)
    assert (await bank.http.get(f"/cob/{TXID}")).json()["status"] == "CONCLUIDA"
