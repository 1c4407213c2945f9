import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.providers.pix import brcode
from retaguarda.providers.pix.brcode import BrCode, BrCodeError

VECTORS = json.loads((Path(__file__).parents[1] / "data/pix/brcode-test-vectors.json").read_text())
VALID = {v["id"]: v for v in VECTORS["valid"]}
INVALID = {v["id"]: v["payload"] for v in VECTORS["invalid"]}
KNOWN_GOOD = VALID["bcb-manual-static"]["payload"]


@pytest.mark.parametrize("vector", VALID.values(), ids=VALID)
def test_a_known_code_is_read_field_by_field(vector: dict[str, Any]) -> None:
    assert brcode.fields(vector["payload"]) == vector["parsed"]


@pytest.mark.parametrize("vector", VALID.values(), ids=VALID)
def test_a_known_code_is_rebuilt_byte_for_byte(vector: dict[str, Any]) -> None:
    assert brcode.parse(vector["payload"]).encode() == vector["payload"]


def test_the_crc_is_the_standards() -> None:
    assert brcode.crc(b"123456789") == "29B1"


def test_a_wrong_crc_is_refused_with_the_right_one() -> None:
    with pytest.raises(BrCodeError, match=r"the CRC is 1D3E, should be 1D3D \(at byte 133\)"):
        brcode.parse(INVALID["bad-crc"])


def test_a_wrong_length_is_refused_where_it_shows() -> None:
    with pytest.raises(BrCodeError) as caught:
        brcode.parse(INVALID["bad-length"])
    # The name announces 12 places and has 13: the next field would start with its last letter.
    assert caught.value.offset == INVALID["bad-length"].index("Fulano de Tal") + 12


def test_a_lower_case_crc_is_accepted_and_never_made() -> None:
    assert brcode.parse(INVALID["lowercase-crc"]) == brcode.parse(KNOWN_GOOD)
    assert brcode.parse(INVALID["lowercase-crc"]).encode() == KNOWN_GOOD


def with_crc(text: str) -> str:
    return f"{text}6304{brcode.crc(f'{text}6304'.encode())}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "starts with 000201"),
        ("https://example.com", "starts with 000201"),
        ("000201", "must come last"),
        (KNOWN_GOOD[:-8], "must come last"),
        (KNOWN_GOOD[:-1], "announces 4 bytes, only 3 follow"),
        (KNOWN_GOOD + "5802BR", "comes twice"),
        (KNOWN_GOOD + "6103123", "must come last"),
        (with_crc("0002015204000053039865802BR5901A6001B"), "no merchant account"),
        (with_crc("00020126180014br.gov.bcb.pix5204000053039865802BR5901A6001B"), "neither a key nor a url"),
        (with_crc("00020126230014br.gov.bcb.pix0101A5204000053038405802BR5901A6001B"), "986"),
        (with_crc("00020126230014br.gov.bcb.pix0101A5204000053039865802BR6001B"), "field 59 is missing"),
        (with_crc("00020126230014br.gov.bcb.pix0101A52040000530398654021e5802BR5901A6001B"), "field 54"),
        ("000201" + "9" * 600, "longer than 512"),
        ("000201²²02", "two digits"),
        ("000201\ud800", "two digits"),
    ],
)
def test_a_broken_code_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(BrCodeError, match=reason):
        brcode.parse(text)


def test_accents_are_folded_and_long_names_cut() -> None:
    code = brcode.parse(brcode.static("a@example.com", "Padaria São João da Conceição Ltda", "Ribeirão Preto / SP"))
    assert (code.name, code.city) == ("Padaria Sao Joao da Conce", "Ribeirao Preto")


def test_the_free_text_gives_way_to_the_key() -> None:
    code = brcode.parse(brcode.static("k" * 70, "A", "B", info="x" * 50))
    assert (code.key, code.info) == ("k" * 70, "xxx")


def test_a_dynamic_code_is_for_one_payment_and_its_address_is_at_most_77_places() -> None:
    url = "pix.example.com/qr/v2/" + "a" * 55
    code = brcode.parse(brcode.dynamic(url, "Loja", "Recife"))
    assert (code.url, code.once, code.amount, code.txid) == (url, True, None, "***")
    with pytest.raises(BrCodeError):
        brcode.dynamic(url + "a", "Loja", "Recife")


@pytest.mark.parametrize(
    "parts",
    [
        {"txid": "with space"},
        {"txid": "a" * 26},
        {"amount": -1},
        {"amount": 10**12},
        {"name": "日本"},
        {"city": ""},
        {"key": "k" * 78},
        {"key": "ç@example.com"},
        {"key": "a\n"},
        {"url": "pix.example.com/x"},
        {"postal_code": "ã"},
    ],
)
def test_what_does_not_fit_is_refused_when_building(parts: dict[str, Any]) -> None:
    values: dict[str, Any] = {"name": "Loja", "city": "Recife", "key": "a@example.com"} | parts
    with pytest.raises(BrCodeError):
        BrCode(**values).encode()


PRINTABLE = st.text(string.ascii_letters + string.digits + " .-/", min_size=1).map(str.strip).filter(bool)


@given(
    name=PRINTABLE,
    city=PRINTABLE,
    amount=st.none() | st.integers(0, 10**12 - 1),
    txid=st.just("***") | st.text(string.ascii_letters + string.digits, min_size=1, max_size=25),
    info=st.just("") | PRINTABLE,
    target=st.sampled_from(["key", "url"]),
    value=st.text(string.ascii_lowercase + string.digits + "/.@+", min_size=1, max_size=73),
    once=st.booleans(),
)
def test_what_is_built_is_read_back(
    name: str, city: str, amount: int | None, txid: str, info: str, target: str, value: str, once: bool
) -> None:
    key, url = (value, "") if target == "key" else ("", value)
    built = BrCode(name=name, city=city, key=key, url=url, amount=amount, txid=txid, info=info, once=once)
    read = brcode.parse(built.encode())
    assert (read.amount, read.txid, read.once, getattr(read, target)) == (amount, txid, once, value)
    assert name.startswith(read.name)
    assert city.startswith(read.city)
    assert info.startswith(read.info)
    assert read.encode() == built.encode()


@given(st.text(max_size=600) | st.text(string.digits, max_size=80).map(lambda text: "000201" + text))
def test_any_text_is_a_code_or_a_clear_refusal(text: str) -> None:
    try:
        code = brcode.parse(text)
    except BrCodeError:
        return
    assert code.key or code.url or code.recurrence_url


@given(st.integers(0, len(KNOWN_GOOD) - 5), st.characters(codec="ascii"))
def test_one_changed_character_is_always_noticed(place: int, character: str) -> None:
    changed = KNOWN_GOOD[:place] + character + KNOWN_GOOD[place + 1 :]
    if changed != KNOWN_GOOD:
        with pytest.raises(BrCodeError):
            brcode.parse(changed)
