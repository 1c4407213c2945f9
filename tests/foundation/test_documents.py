import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.foundation.documents import Document, DocumentError, check_digits, parse

VECTORS = json.loads((Path(__file__).parents[1] / "data/ids/cpf-cnpj-test-vectors.json").read_text())
VALID = [(kind, v["raw"], v["formatted"]) for kind in ("cpf", "cnpj") for v in VECTORS[kind]["valid"]]
INVALID = [(v["raw"], v["why"]) for kind in ("cpf", "cnpj") for v in VECTORS[kind]["invalid"]]


@pytest.mark.parametrize(("kind", "raw", "formatted"), VALID)
def test_a_right_document_is_read_in_every_way_people_write_it(kind: str, raw: str, formatted: str) -> None:
    document = parse(raw)
    assert (document.kind, document.value) == (kind, raw.upper())
    assert document.format() == formatted
    assert parse(formatted) == parse(formatted.lower()) == parse(f" {formatted} ") == document


@pytest.mark.parametrize(("raw", "why"), INVALID)
def test_a_wrong_document_is_refused(raw: str, why: str) -> None:
    with pytest.raises(DocumentError):
        parse(raw)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "document_empty"),
        (".-/ ", "document_empty"),
        ("5299822472", "document_length"),
        ("52998224A25", "document_characters"),
        ("12ABC34501DEA5", "document_characters"),
        ("12ABÇ34501DE35", "document_characters"),
        ("５２９９８２２４７２５", "document_characters"),
        ("529_982_247_25", "document_characters"),
        ("52998224725\x00", "document_characters"),
        ("99999999999", "document_repeated"),
        ("52998224726", "document_check_digits"),
    ],
)
def test_the_refusal_says_why(text: str, key: str) -> None:
    with pytest.raises(DocumentError, match=f"^{key}$"):
        parse(text)


def test_a_masked_cpf_hides_its_ends_and_a_cnpj_is_shown_whole() -> None:
    assert parse("52998224725").mask() == "***.982.247-**"
    assert parse("12abc34501de35").mask() == "12.ABC.345/01DE-35"


@given(st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=12))
def test_completing_any_base_makes_a_cnpj_and_changing_a_check_digit_breaks_it(base: str) -> None:
    value = base + check_digits(base)
    if len(set(value)) == 1:
        return
    assert parse(value) == Document("cnpj", value)
    with pytest.raises(DocumentError):
        parse(value[:-1] + str((int(value[-1]) + 1) % 10))


@given(st.text(max_size=30))
def test_any_text_is_a_document_or_a_clear_refusal(text: str) -> None:
    try:
        document = parse(text)
    except DocumentError:
        return
    assert parse(document.format()) == document
