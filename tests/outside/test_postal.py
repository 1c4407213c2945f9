"""Postal codes: asked outside once, kept, and never in anybody's way."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import psycopg
import pytest

from people import EMAILS, Person, asgi
from retaguarda import adapters
from retaguarda.app import App, web
from retaguarda.background import jobs
from retaguarda.providers.postal import Address, NoPostalCodes, PostalUnavailable
from retaguarda.providers.postal.viacep import LARGEST_ANSWER, ViaCep
from retaguarda.settings import Settings, load
from retaguarda.third_parties import VIA_CEP

SE = {
    "cep": "01001-000",
    "logradouro": "Praça da Sé",
    "complemento": "lado ímpar",
    "unidade": "",
    "bairro": "Sé",
    "localidade": "São Paulo",
    "uf": "SP",
    "estado": "São Paulo",
    "regiao": "Sudeste",
    "ibge": "3550308",
    "gia": "1004",
    "ddd": "11",
    "siafi": "7107",
}
ADDRESS = Address("01001000", "Praça da Sé", "Sé", "São Paulo", "SP", "3550308")


def via_cep(answer: Any, status: int = 200, **headers: str) -> tuple[ViaCep, list[str]]:
    asked = list[str]()

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        return httpx.Response(status, content=content, headers=headers)

    return ViaCep(VIA_CEP, httpx.MockTransport(reply)), asked


async def test_an_address_is_read_as_viacep_gives_it() -> None:
    service, asked = via_cep(SE)
    assert await service.find("01001000") == ADDRESS
    assert asked == ["https://viacep.com.br/ws/01001000/json/"]


async def test_a_town_with_one_postal_code_has_no_street() -> None:
    service, _ = via_cep(SE | {"cep": "18195-000", "logradouro": "", "bairro": "", "localidade": "Capela do Alto"})
    found = await service.find("18195000")
    assert found is not None
    assert (found.street, found.district, found.city) == ("", "", "Capela do Alto")


@pytest.mark.parametrize("said", [{"erro": "true"}, {"erro": True}])
async def test_a_postal_code_that_is_nobodys_is_told_from_an_outage(said: Any) -> None:
    assert await via_cep(said)[0].find("99999999") is None


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (SE, 500),
        (SE, 400),
        (SE, 302),
        (b"<html>busy</html>", 200),
        (b"\xff", 200),
        (b"[" * LARGEST_ANSWER, 200),
        ({}, 200),
        ([], 200),
        (SE | {"cep": "01002-000"}, 200),
        (SE | {"localidade": " "}, 200),
        (SE | {"uf": "São Paulo"}, 200),
        (SE | {"ibge": "x"}, 200),
        (SE | {"bairro": None}, 200),
        (SE | {"bairro": "x" * 201}, 200),
        (SE | {"logradouro": "Rua\x00"}, 200),
        (SE | {"logradouro": "Rua \u202eatraP"}, 200),
        (SE | {"complemento": "x" * LARGEST_ANSWER}, 200),
    ],
)
async def test_what_is_no_address_counts_as_an_outage(answer: Any, status: int) -> None:
    with pytest.raises(PostalUnavailable):
        await via_cep(answer, status, location="https://elsewhere.example/")[0].find("01001000")


async def test_a_service_that_does_not_answer_in_time_is_given_up() -> None:
    async def never(request: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(PostalUnavailable):
        await ViaCep(VIA_CEP, httpx.MockTransport(never), timeout=0.01).find("01001000")


async def test_the_settings_choose_who_is_asked() -> None:
    assert isinstance(adapters.postal_codes(load({})), ViaCep)
    off = adapters.postal_codes(load({"RETAGUARDA_POSTAL_URL": ""}))
    assert isinstance(off, NoPostalCodes)
    with pytest.raises(PostalUnavailable):
        await off.find("01001000")


@dataclass
class Service:
    """The world outside: what it knows, whether it answers, and what it was asked."""

    known: dict[str, Address] = field(default_factory=lambda: {"01001000": ADDRESS})
    answers: bool = True
    asked: list[str] = field(default_factory=list)

    async def find(self, postal_code: str) -> Address | None:
        self.asked.append(postal_code)
        if not self.answers:
            raise PostalUnavailable("away")
        return self.known.get(postal_code)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    made = Service()

    def choose(settings: Settings) -> Service:
        return made

    monkeypatch.setattr(adapters, "postal_codes", choose)
    return made


@pytest.fixture
async def asking(service: Service, app: App) -> AsyncIterator[Person]:
    """ana, in a house that asks this service."""
    async with httpx.AsyncClient(transport=asgi(web(app)), base_url="http://localhost:8000") as client:
        yield await Person(client, EMAILS["ana"]).sign_in()


@pytest.fixture
def sql(peopled_url: str) -> Callable[[str], int]:
    def run(statement: str) -> int:
        with psycopg.connect(peopled_url, autocommit=True) as connection:
            return connection.execute(statement.encode()).rowcount

    return run


async def test_the_second_question_is_answered_from_memory(service: Service, asking: Person) -> None:
    first = await asking.get("/v1/postal-codes/01001-000")
    assert first.status_code == 200
    assert first.json() == {
        "postal_code": "01001000",
        "street": "Praça da Sé",
        "district": "Sé",
        "city": "São Paulo",
        "state": "SP",
        "city_code": "3550308",
    }
    service.answers = False
    again = await asking.get("/v1/postal-codes/01001000")
    assert again.json() == first.json()
    assert service.asked == ["01001000"]


async def test_an_address_is_asked_anew_after_thirty_days(
    service: Service, asking: Person, sql: Callable[[str], int]
) -> None:
    await asking.get("/v1/postal-codes/01001000")
    assert sql("update postal_code set expires_at = expires_at - interval '29 days'") == 1
    await asking.get("/v1/postal-codes/01001000")
    assert service.asked == ["01001000"]
    sql("update postal_code set expires_at = expires_at - interval '1 day'")
    assert (await asking.get("/v1/postal-codes/01001000")).status_code == 200
    assert service.asked == ["01001000"] * 2
    assert sql("select 1 from postal_code where expires_at > now() + interval '29 days'") == 1


async def test_that_there_is_none_is_kept_for_a_day(
    service: Service, asking: Person, sql: Callable[[str], int]
) -> None:
    for _ in range(2):
        said = await asking.get("/v1/postal-codes/99999999")
        assert (said.status_code, said.json()["message"]) == (404, "not_found")
    assert service.asked == ["99999999"]
    assert sql("select 1 from postal_code where expires_at < now() + interval '1 day'") == 1
    sql("update postal_code set expires_at = now()")
    service.known["99999999"] = Address("99999999", "", "", "Nova", "RS", "")
    assert (await asking.get("/v1/postal-codes/99999999")).json()["city"] == "Nova"


async def test_an_outage_is_said_and_not_kept(service: Service, asking: Person) -> None:
    service.answers = False
    said = await asking.get("/v1/postal-codes/01001000")
    assert (said.status_code, said.json()["message"]) == (503, "postal_unavailable")
    assert said.headers["retry-after"] == "60"
    service.answers = True
    assert (await asking.get("/v1/postal-codes/01001000")).status_code == 200


async def test_what_is_no_postal_code_never_leaves_the_house(
    service: Service, asking: Person, subtests: pytest.Subtests
) -> None:
    cases: list[str] = [
        "0100100",
        "010010000",
        "01001_000",
        "0100-1000",
        "٠١٠٠١٠٠٠",
        "01001000%0A",
        "..%2F..%2Fetc",
        "%3Cb%3E",
        "' or 1=1",
    ]
    for hostile in cases:
        with subtests.test(hostile=hostile):
            said = await asking.get(f"/v1/postal-codes/{hostile}")
            assert (said.status_code, said.json()["message"]) == (404, "not_found")
            assert service.asked == []


async def test_a_stranger_is_told_nothing(service: Service, asking: Person) -> None:
    said = await asking.client.get("/v1/postal-codes/01001000")
    assert said.status_code == 401
    assert service.asked == []


async def test_two_who_ask_at_once_get_the_same(service: Service, asking: Person) -> None:
    answers = await asyncio.gather(*(asking.get("/v1/postal-codes/01001000") for _ in range(5)))
    assert {said.status_code for said in answers} == {200}


async def test_the_sweep_takes_what_is_too_old_and_nothing_else(
    service: Service, app: App, asking: Person, sql: Callable[[str], int]
) -> None:
    await asking.get("/v1/postal-codes/01001000")
    await asking.get("/v1/postal-codes/99999999")
    sql("update postal_code set expires_at = now() - interval '1 second' where address is null")
    (sweep,) = (cron.run for cron in jobs(app)[1] if cron.name == "postal.sweep")
    await sweep()
    assert sql("select 1 from postal_code") == 1
    await asking.get("/v1/postal-codes/01001000")
    assert service.asked == ["01001000", "99999999"]
