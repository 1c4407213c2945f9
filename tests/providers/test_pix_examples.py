"""The official document's own examples, and notices in every shape providers send them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.providers.pix import Cob, Devolucao, Location, Pix, answers
from retaguarda.providers.pix.answers import CobPage
from retaguarda.providers.pix.notices import Hint, NoticeError, parse_notice
from retaguarda.sandbox.receivers import is_key, receiver_of

DATA = Path(__file__).parents[1] / "data/pix"
EXAMPLES: dict[str, Any] = json.loads((DATA / "bacen-pix-api-2.9.0-examples.json").read_text())
KEY_RULES = json.loads((DATA / "pix-key-rules.json").read_text())
E2E = "E12345678202611201030abcDEF12345"


@pytest.mark.parametrize(
    ("start", "shape"),
    [
        ("cobResponse", Cob),
        ("pixResponse", Pix),
        ("devolucaoResponse", Devolucao),
        ("payloadLocationResponse", Location),
    ],
)
def test_every_example_of_the_document_is_understood(start: str, shape: type[Any]) -> None:
    examples = [example for name, example in EXAMPLES.items() if name.startswith(start)]
    assert len(examples) >= 2
    for example in examples:
        read = answers.decode(json.dumps(example).encode(), shape)
        if isinstance(read, Cob):
            assert read.txid == example["txid"]
            assert f"{read.valor.original / 100:.2f}" == example["valor"]["original"]


def test_the_payments_inside_an_example_are_read_with_their_refunds() -> None:
    cob = answers.decode(json.dumps(EXAMPLES["cobResponse2"]).encode(), Cob)
    (pix,) = cob.payments
    assert (cob.valor.original, pix.valor, pix.refunds[0].valor) == (100_00, 110_00, 10_00)
    page = answers.decode(json.dumps(EXAMPLES["getCobs1"] | {"cobs": [EXAMPLES["cobResponse1"]]}).encode(), CobPage)
    assert page.parametros.paginacao.quantidadeTotalDeItens == 2


def test_the_documents_notices_are_understood() -> None:
    told = [EXAMPLES["pixWebhook1"], EXAMPLES["pixWebhook2"]]
    assert parse_notice(json.dumps({"pix": told}).encode()) == [
        Hint(told[0]["endToEndId"], told[0]["txid"], 110_00, ("123ABC",)),
        Hint(told[1]["endToEndId"], told[1]["txid"], 110_00),
    ]


@pytest.mark.parametrize("devolucoes", [[{"id": "R1", "status": "DEVOLVIDO"}], {"id": "R1"}])
def test_refunds_come_as_a_list_or_alone(devolucoes: Any) -> None:
    pix = {"endToEndId": E2E, "txid": "t" * 26, "valor": "1.00", "devolucoes": devolucoes, "new": 1}
    assert parse_notice(json.dumps({"pix": [pix]}).encode()) == [Hint(E2E, "t" * 26, 1_00, ("R1",))]


@pytest.mark.parametrize(
    "pix",
    [
        {},
        {"endToEndId": "x"},
        {"endToEndId": E2E + "\n"},
        {"endToEndId": 7},
        {"endToEndId": E2E, "devolucoes": [{"id": "../x"}]},
        {"endToEndId": E2E, "devolucoes": 7},
        {"endToEndId": E2E, "txid": 7},
    ],
)
def test_a_notice_with_a_wrong_identifier_is_refused_and_says_where(pix: Any) -> None:
    with pytest.raises(NoticeError, match=r"\$\.pix\[0\]"):
        parse_notice(json.dumps({"pix": [pix]}).encode())


def test_an_amount_or_txid_that_cannot_be_read_is_no_hint_but_the_payment_is() -> None:
    for valor, txid in ((1.0, "a/b"), ("x", "ç"), (None, ""), ({}, "t" * 36)):
        notice = {"pix": [{"endToEndId": E2E, "valor": valor, "txid": txid}]}
        assert parse_notice(json.dumps(notice).encode()) == [Hint(E2E, None, None)]


@pytest.mark.parametrize("body", [b"", b"null", b"{}", b"[]", b'{"pix":7}', b"\xff", b'{"pix":' + b"[" * 100_000])
def test_what_is_no_notice_is_refused(body: bytes) -> None:
    with pytest.raises(NoticeError):
        parse_notice(body)


def test_a_flood_in_one_notice_is_refused() -> None:
    with pytest.raises(NoticeError, match="more than 1000"):
        parse_notice(json.dumps({"pix": [{"endToEndId": E2E}] * 1_001}).encode())


@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.text() | st.integers(),
        lambda x: st.lists(x) | st.dictionaries(st.sampled_from(["pix", "endToEndId", "devolucoes", "id"]), x),
    ).map(lambda value: json.dumps(value).encode())
)
def test_any_body_is_a_notice_or_a_clear_refusal(body: bytes) -> None:
    try:
        hints = parse_notice(body)
    except NoticeError:
        return
    assert all(isinstance(hint, Hint) for hint in hints)


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("CPF", "52998224725"),
        ("CNPJ", "12ABC34501DE35"),
        ("PHONE", "+5511999998888"),
        ("EMAIL", "financeiro@example.com"),
        ("EVP", "123e4567-e12b-12d1-a456-426655440000"),
    ],
)
def test_a_key_of_each_type_has_one_owner(kind: str, key: str) -> None:
    assert re.fullmatch(KEY_RULES["types"][kind]["regex"], key)
    assert is_key(key)
    assert receiver_of(key) == receiver_of(key)
    assert len(receiver_of(key).cnpj) == 14
    assert not is_key(key + "\n")
    assert not is_key(" " + key)


@pytest.mark.parametrize(
    "key",
    [
        "52998224726",
        "529.982.247-25",
        "11999998888",
        "A@EXAMPLE.COM",
        "a%b@example.com",
        "a@",
        "x" * 70 + "@b.example",
        "",
    ],
)
def test_what_is_no_key_has_no_owner(key: str) -> None:
    assert not is_key(key)
