"""DICT's directory of keys, by its own document: whose a key is, which keys there are, and what a look-up costs."""

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from bank import Bank
from providers.test_dict import SCHEMAS, Listening
from retaguarda.providers.dict import DictUnavailable
from retaguarda.providers.dict.client import DictConfig
from retaguarda.providers.dict.directory_client import KeyDirectoryClient
from retaguarda.providers.pix.ids import transaction_id

DOCUMENT: dict[str, Any] = yaml.safe_load(SCHEMAS.read_text())
PAYER = "11222333000181"


def end_to_end() -> str:
    return transaction_id("E", "12345678", datetime.now(UTC))


def client_of(bank: Bank) -> tuple[KeyDirectoryClient, Listening]:
    listening = Listening(bank.client._transport)
    return KeyDirectoryClient(DictConfig("http://psp/dict/api/v1", "12345678"), listening), listening


async def test_a_key_says_whose_it_is_and_what_others_saw(bank: Bank) -> None:
    client, listening = client_of(bank)
    put = {
        "key": "joao@loja.example", "name": "JOÃO PEDRO DA SILVA", "document": "52998224725", "ownedDays": 3,
        "counters": {"SETTLEMENTS.m6": 500, "REPORTED_FRAUDS.d30": 2, "CONFIRMED_FRAUDS.m6": 1},
    }  # fmt: skip
    assert (await bank.client.post("/sandbox/dict/entries", json=put)).status_code == 201
    entry = await client.entry("joao@loja.example", PAYER, end_to_end())
    assert entry is not None
    assert (entry.owner_name, entry.owner_document, entry.owner_kind) == (
        "JOÃO PEDRO DA SILVA", "52998224725", "NATURAL_PERSON",
    )  # fmt: skip
    assert (entry.counters.settlements_m6, entry.counters.reported_frauds_d30, entry.counters.confirmed_frauds_m6) == (
        500,
        2,
        1,
    )
    assert (datetime.now(UTC) - entry.owned_since).days == 3
    told = ElementTree.fromstring(listening.said["GetEntryResponse"])
    names = {each.tag for each in told}
    assert names <= set(DOCUMENT["GetEntryResponse"]["properties"])
    assert set(DOCUMENT["GetEntryResponse"]["required"]) - {"Signature"} <= names


async def test_a_key_that_nobody_has_costs_twenty_look_ups_and_a_payer_without_any_is_refused(bank: Bank) -> None:
    client, _ = client_of(bank)
    person = "52998224725"
    for _ in range(5):
        assert await client.entry("x@ninguem.example", person, end_to_end()) is None
    with pytest.raises(DictUnavailable, match="429"):
        await client.entry("alguem@loja.example", person, end_to_end())
    # Another payer has their own.
    assert await client.entry("alguem@loja.example", PAYER, end_to_end()) is not None


async def test_which_keys_there_are_is_asked_without_naming_an_owner(bank: Bank) -> None:
    client, listening = client_of(bank)
    found = await client.known_keys(["+5511987654321", "x@ninguem.example"])
    assert found == {"+5511987654321": True, "x@ninguem.example": False}
    assert ElementTree.fromstring(listening.said["CheckKeysRequest"])[0][0].text == "+5511987654321"
