"""The official document's own examples."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from retaguarda.providers.pix import Cob, Devolucao, Location, Pix
from retaguarda.providers.pix.answers import CobPage
from retaguarda.providers.pix.decode_answer import decode
from retaguarda.providers.pix.keys import is_key
from retaguarda_sandbox.receivers import receiver_of

DATA = Path(__file__).parents[1] / "data/pix"
EXAMPLES: dict[str, Any] = json.loads((DATA / "bacen-pix-api-2.9.0-examples.json").read_text())
KEY_RULES = json.loads((DATA / "pix-key-rules.json").read_text())


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
        read = decode(json.dumps(example).encode(), shape)
        if isinstance(read, Cob):
            assert read.txid == example["txid"]
            assert f"{read.valor.original / 100:.2f}" == example["valor"]["original"]


def test_the_payments_inside_an_example_are_read_with_their_refunds() -> None:
    cob = decode(json.dumps(EXAMPLES["cobResponse2"]).encode(), Cob)
    (pix,) = cob.payments
    assert (cob.valor.original, pix.valor, pix.refunds[0].valor) == (100_00, 110_00, 10_00)
    page = decode(json.dumps(EXAMPLES["getCobs1"] | {"cobs": [EXAMPLES["cobResponse1"]]}).encode(), CobPage)
    assert page.parametros.paginacao.quantidadeTotalDeItens == 2


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
